/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "x86-asm/unit.h"

#include <stdlib.h>
#include <string.h>

static struct x86_text copy_text(struct arena *a, struct x86_text t)
{
    if (t.at)
        t.at = arena_strndup(a, t.at, t.n);
    return t;
}

static void copy_instruction(struct arena *a, const struct x86_instruction *from,
                             struct x86_instruction *to)
{
    *to = *from;
    to->mnemonic = copy_text(a, from->mnemonic);
    to->text = copy_text(a, from->text);
    for (int i = 0; i < from->n; i++)
        to->at[i].symbol = copy_text(a, from->at[i].symbol);
}

/* ---- pending labels ---- */

static void add_pending_label(struct x86_units *s)
{
    const struct x86_reader *r = s->reader;
    if (s->origin->notes)
        return;
    bool routine = r->function || name_find(&s->origin->routines, r->label.at, r->label.n);
    *array_push(&s->ahead) = (struct x86_pending_label){
        arena_strndup(&s->texts, r->label.at, r->label.n), r->line, routine, r->detached};
}

static void clear_pending_labels(struct x86_units *s)
{
    s->ahead.n = 0;
    arena_free(&s->texts);
}

/* Returns true for the cold part of a function: gcc moves rarely executed code after the function,
 * under a separate name. */
static bool is_cold_part(const char *function, const char *name)
{
    size_t n = function ? strlen(function) : 0;
    return n && strncmp(name, function, n) == 0 && strncmp(name + n, ".cold", 5) == 0;
}

/* Returns the routine that begins with the next instruction; NULL = none. */
static const char *pending_routine(const struct x86_units *s)
{
    for (size_t i = 0; i < s->ahead.n; i++)
        if (s->ahead.at[i].routine && !is_cold_part(s->function, s->ahead.at[i].name))
            return s->ahead.at[i].name;
    return NULL;
}

static void attach_labels(struct x86_units *s, struct x86_unit *u, uint32_t step)
{
    for (size_t i = 0; i < s->ahead.n; i++)
        *array_push(&u->labels) =
            (struct x86_label){.name = arena_strdup(&u->arena, s->ahead.at[i].name), .step = step};
}

/* ---- tables of targets ---- */

static bool is_name(char c)
{
    unsigned char l = (unsigned char)c;
    return (unsigned)((l | 32) - 'a') < 26 || (unsigned)(l - '0') < 10 || c == '_' || c == '.' ||
           c == '$';
}

/* Adds the labels at the start of each value: .L9 of ".L9-.L4, .L8-.L4". Returns their number. */
static uint32_t add_entries(struct x86_unit *u, struct x86_text values)
{
    const char *p = values.at, *end = p + values.n;
    uint32_t before = (uint32_t)u->entries.n;
    while (p < end) {
        while (p < end && (*p == ' ' || *p == '\t'))
            p++;
        const char *from = p;
        while (p < end && is_name(*p))
            p++;
        if (p > from && (*from < '0' || *from > '9'))
            *array_push(&u->entries) = arena_strndup(&u->arena, from, (size_t)(p - from));
        while (p < end && *p != ',')
            p++;
        p++;
    }
    return (uint32_t)u->entries.n - before;
}

static bool is_one_of(struct x86_text t, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == t.n && memcmp(*list, t.at, t.n) == 0)
            return true;
    return false;
}

static void read_data(struct x86_units *s, struct x86_unit *u)
{
    static const char *const words[] = {".long", ".quad",  ".int",   ".4byte", ".8byte",
                                        ".word", ".value", ".short", ".2byte", NULL};
    static const char *const others[] = {".byte",   ".string", ".ascii",  ".asciz",
                                         ".zero",   ".octa",   ".double", ".float",
                                         ".single", ".space",  ".skip",   NULL};
    const struct x86_reader *r = s->reader;
    bool word = is_one_of(r->directive, words);
    if (s->origin->notes || (!word && !is_one_of(r->directive, others)))
        return;
    if (s->ahead.n) {
        uint32_t entries = (uint32_t)u->entries.n;
        attach_labels(s, u, X86_NO_INDEX);
        for (size_t i = u->labels.n - s->ahead.n; i < u->labels.n; i++) {
            u->labels.at[i].entries = entries;
            u->labels.at[i].at = (uint32_t)u->steps.n;
        }
        clear_pending_labels(s);
        s->table = true;
    }
    uint32_t more = word && s->table ? add_entries(u, r->rest) : 0;
    for (size_t i = u->labels.n; more && i > 0; i--) {
        struct x86_label *l = &u->labels.at[i - 1];
        if (l->step != X86_NO_INDEX || l->entries + l->n_entries + more != u->entries.n)
            break;
        l->n_entries += more;
    }
}

/* Adds a table whose targets the reader knows. */
static void add_known_table(struct x86_units *s, struct x86_unit *u)
{
    uint32_t first = (uint32_t)u->entries.n;
    struct x86_label *l = array_push(&u->labels);
    struct x86_text name = s->reader->label;
    *l = (struct x86_label){.name = arena_strndup(&u->arena, name.at, name.n),
                            .step = X86_NO_INDEX,
                            .entries = first,
                            .at = (uint32_t)u->steps.n};
    while ((name = x86_next_target(s->reader)).at)
        *array_push(&u->entries) = arena_strndup(&u->arena, name.at, name.n);
    l->n_entries = (uint32_t)u->entries.n - first;
}

/* ---- instructions ---- */

static void add_step(struct x86_units *s, struct x86_unit *u)
{
    const struct x86_reader *r = s->reader;
    struct x86_step *to = array_push(&u->steps);
    *to = (struct x86_step){.line = r->line, .refused = s->refused};
    copy_instruction(&u->arena, &r->instruction, &to->is);
    to->source_line = s->origin->line;
    to->source_column = s->origin->column;
    to->source = s->origin->source;
    to->located = s->origin->located;
    s->origin->located = false;
    if (s->ahead.n) {
        to->detached = s->ahead.at[0].detached;
        attach_labels(s, u, (uint32_t)u->steps.n - 1);
        to->label = u->labels.at[u->labels.n - s->ahead.n].name;
        to->label_line = s->ahead.at[0].line;
        clear_pending_labels(s);
    }
    s->table = false;
}

static int by_name(const void *a, const void *b)
{
    const struct x86_label *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->step > y->step) - (x->step < y->step);
}

static void clear_unit(struct x86_unit *u)
{
    arena_free(&u->arena);
    u->steps.n = u->labels.n = u->entries.n = 0;
    u->cut = false;
}

/* Adds the instruction just read to the unit. Returns false if it begins the next unit. */
static bool add_instruction(struct x86_units *s, struct x86_unit *u)
{
    const char *routine = pending_routine(s);
    if (u->steps.n && (routine || u->steps.n == X86_UNIT_MOST)) {
        u->cut = !routine;
        s->waiting = true;
        return false;
    }
    if (routine)
        s->function = u->function = name_of(&s->origin->names, routine, strlen(routine));
    add_step(s, u);
    return true;
}

/* Of several labels before a step, keeps the one that a jump names. */
static void choose_labels(struct x86_unit *u)
{
    for (size_t i = u->steps.n; i-- > 0;) {
        const struct x86_instruction *is = &u->steps.at[i].is;
        enum x86_control c = x86_control(is);
        if ((c != X86_BRANCHES && c != X86_JUMPS) || !is->n || !is->at[0].symbol.n)
            continue;
        const struct x86_label *l = x86_unit_label(u, is->at[0].symbol);
        if (!l || l->step == X86_NO_INDEX)
            continue;
        u->steps.at[l->step].label = l->name;
        u->steps.at[l->step].target = true;
    }
}

static bool continues_to_next(const struct x86_step *s)
{
    enum x86_control c = x86_control(&s->is);
    return c == X86_CONTINUES || c == X86_BRANCHES || c == X86_CALLS;
}

static void find_explicit_lines(struct x86_unit *u)
{
    struct x86_step *s = u->steps.at;
    for (size_t i = 0; i < u->steps.n; i++)
        s[i].explicit_line = s[i].located || (i > 0 && s[i - 1].explicit_line && !s[i].target &&
                                              !s[i].detached && continues_to_next(&s[i - 1]));
}

bool x86_unit_read(struct x86_units *s, struct x86_unit *u)
{
    enum x86_event e = X86_END;
    clear_unit(u);
    s->table = false;
    if (s->waiting) {
        s->waiting = false;
        u->function = s->function;
        add_instruction(s, u);
    }
    u->function = s->function;
    while ((e = x86_next(s->reader)) != X86_END) {
        if (e == X86_LABEL)
            add_pending_label(s);
        else if (e == X86_WRONG)
            s->refused++;
        else if (e == X86_DIRECTIVE || e == X86_SOURCE)
            x86_origin_event(s->origin, s->reader, e);
        if (e == X86_DIRECTIVE)
            read_data(s, u);
        if (e == X86_TABLE)
            add_known_table(s, u);
        if (e == X86_INSTRUCTION && !add_instruction(s, u))
            break;
    }
    array_sort(&u->labels, by_name);
    choose_labels(u);
    find_explicit_lines(u);
    return u->steps.n > 0;
}

void x86_unit_free(struct x86_unit *u)
{
    arena_free(&u->arena);
    array_free(&u->steps);
    array_free(&u->labels);
    array_free(&u->entries);
}

void x86_units_reset(struct x86_units *s)
{
    clear_pending_labels(s);
    s->waiting = false;
    s->function = NULL;
    s->refused = 0;
}

void x86_units_free(struct x86_units *s)
{
    arena_free(&s->texts);
    array_free(&s->ahead);
}

const struct x86_label *x86_unit_label(const struct x86_unit *u, struct x86_text name)
{
    size_t low = 0, high = u->labels.n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const char *at = u->labels.at[mid].name;
        int order = strncmp(at, name.at, name.n);
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    bool found = low < u->labels.n && strlen(u->labels.at[low].name) == name.n &&
                 memcmp(u->labels.at[low].name, name.at, name.n) == 0;
    return found ? &u->labels.at[low] : NULL;
}
