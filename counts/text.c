/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of an assembly text that the units of x86-asm do not contain: inline assembly, and the
 * names that code and data refer to. */
#include "base/util.h"
#include "counts/plan.h"
#include "x86-asm/parse.h"

#include <string.h>

struct text_reader {
    struct count_text *t;
    bool inline_assembly; /* between #APP and #NO_APP */
    bool notes, saved;    /* in a debugging section; before .pushsection */
};

struct line {
    const char *at, *end;
};

static void skip_blanks(struct line *l)
{
    while (l->at < l->end && x86_is_blank(*l->at))
        l->at++;
}

/* Removes the word at the start of the line, and returns it. */
static struct x86_text next_word(struct line *l)
{
    const char *from = l->at;
    while (l->at < l->end && x86_is_name(*l->at))
        l->at++;
    return (struct x86_text){from, (size_t)(l->at - from)};
}

static bool begins_with(struct x86_text t, const char *text)
{
    size_t n = strlen(text);
    return t.n >= n && memcmp(t.at, text, n) == 0;
}

static bool is_word_of(struct x86_text w, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == w.n && memcmp(list[i], w.at, w.n) == 0)
            return true;
    return false;
}

/* ---- names ---- */

static void add_mention(struct count_text *t, struct x86_text name)
{
    uint32_t *n = name_index_at(&t->mentions, name_of(&t->names, name.at, name.n), 0);
    *n = *n == NAME_INDEX_NONE ? 1 : *n + 1;
}

/* Returns the symbol of a word: without "$" before it and "@PLT" after it. */
static struct x86_text symbol_of(struct x86_text w)
{
    while (w.n && *w.at == '$')
        w.at++, w.n--;
    const char *version = w.n ? memchr(w.at, '@', w.n) : NULL;
    if (version)
        w.n = (size_t)(version - w.at);
    return w;
}

static void add_mentions(struct count_text *t, struct line l)
{
    while (l.at < l.end && *l.at != '#') {
        bool reg = *l.at == '%';
        l.at += reg;
        struct x86_text w = next_word(&l), symbol = symbol_of(w);
        if (symbol.n && !reg && !x86_is_digit(*symbol.at))
            add_mention(t, symbol);
        l.at += !w.n && !reg && l.at < l.end;
    }
}

uint32_t count_text_mentions(const struct count_text *t, const char *name)
{
    const char *interned = name_find(&t->names, name, strlen(name));
    uint32_t n = interned ? name_index_find(&t->mentions, interned, 0) : NAME_INDEX_NONE;
    return n == NAME_INDEX_NONE ? 0 : n;
}

/* ---- directives ---- */

static bool is_note_section(struct x86_text name)
{
    return begins_with(name, ".debug") || begins_with(name, ".note") ||
           begins_with(name, ".comment") || begins_with(name, ".gnu.debuglto");
}

/* Returns whether the directive changes the section. */
static bool read_section(struct text_reader *r, struct x86_text directive, struct line l)
{
    static const char *const plain[] = {".text", ".data", ".bss"};
    static const char *const named[] = {".section", ".pushsection"};
    static const char *const back[] = {".popsection", ".previous"};
    bool notes = r->notes;
    skip_blanks(&l);
    if (is_word_of(directive, plain, COUNT_OF(plain)))
        r->notes = false;
    else if (is_word_of(directive, named, COUNT_OF(named)))
        r->notes = is_note_section((struct x86_text){l.at, (size_t)(l.end - l.at)});
    else if (is_word_of(directive, back, COUNT_OF(back)))
        r->notes = r->saved;
    else
        return false;
    r->saved = notes;
    return true;
}

/* Reads ".set NAME,RESOLVER": NAME is a function whose address RESOLVER returns. */
static void read_early(struct count_text *t, struct x86_text directive, struct line l)
{
    static const char *const type[] = {".type"}, *const set[] = {".set"};
    skip_blanks(&l);
    struct x86_text name = next_word(&l);
    bool resolved = is_word_of(directive, type, 1) &&
                    memmem(l.at, (size_t)(l.end - l.at), "indirect_function", 17);
    if (is_word_of(directive, set, 1)) {
        while (l.at < l.end && (*l.at == ',' || x86_is_blank(*l.at)))
            l.at++;
        struct x86_text other = next_word(&l);
        *array_push(&t->early) = name_of(&t->names, name.at, name.n);
        *array_push(&t->early) = name_of(&t->names, other.at, other.n);
    } else if (resolved) {
        *array_push(&t->early) = name_of(&t->names, name.at, name.n);
        *array_push(&t->early) = NULL;
    }
}

static void read_directive(struct text_reader *r, struct x86_text directive, struct line l)
{
    static const char *const without[] = {
        ".loc",   ".file",   ".type",   ".globl",   ".global",      ".size",           ".ident",
        ".ascii", ".asciz",  ".string", ".weak",    ".hidden",      ".local",          ".p2align",
        ".align", ".balign", ".comm",   ".addrsig", ".addrsig_sym", ".cfi_personality"};
    static const char *const ident[] = {".ident"}, *const intel[] = {".intel_syntax"};
    read_early(r->t, directive, l);
    r->t->compiled |= is_word_of(directive, ident, 1);
    r->t->intel |= is_word_of(directive, intel, 1);
    if (!read_section(r, directive, l) && !r->notes &&
        !is_word_of(directive, without, COUNT_OF(without)))
        add_mentions(r->t, l);
}

/* ---- lines ---- */

/* Reads "#APP", "#NO_APP". */
static void read_comment(struct text_reader *r, struct line l)
{
    struct x86_text t = {l.at, (size_t)(l.end - l.at)};
    if (begins_with(t, "#APP"))
        r->inline_assembly = true;
    else if (begins_with(t, "#NO_APP"))
        r->inline_assembly = false;
}

static void read_line(struct text_reader *r, uint32_t number, struct line l)
{
    r->t->flags[number] = r->inline_assembly ? COUNT_LINE_INLINE : 0;
    skip_blanks(&l);
    if (l.at == l.end)
        return;
    if (*l.at == '#') {
        read_comment(r, l);
        return;
    }
    struct line begin = l;
    struct x86_text w = next_word(&l);
    skip_blanks(&l);
    if (r->inline_assembly) {
        add_mentions(r->t, begin);
    } else if (l.at < l.end && *l.at == ':') {
        l.at++;
        add_mentions(r->t, l);
    } else if (w.n && *w.at == '.') {
        read_directive(r, w, l);
    } else if (!r->notes) {
        add_mentions(r->t, l);
    }
}

/* Keeps in early the resolvers: names that .type declares, and what .set makes them equal to. */
static void find_resolvers(struct count_text *t)
{
    ARRAY(const char *) found = {0};
    for (size_t i = 0; i + 1 < t->early.n; i += 2) {
        if (t->early.at[i + 1])
            continue;
        *array_push(&found) = t->early.at[i];
        for (size_t k = 0; k + 1 < t->early.n; k += 2)
            if (t->early.at[k] == t->early.at[i] && t->early.at[k + 1])
                *array_push(&found) = t->early.at[k + 1];
    }
    array_free(&t->early);
    t->early.at = found.at;
    t->early.n = found.n;
    t->early.room = found.room;
}

void count_text_read(struct arena *a, struct source *s, struct count_text *t)
{
    *t = (struct count_text){.source = s, .lines = (uint32_t)source_line_count(s)};
    t->flags = ARENA_ARRAY(a, uint8_t, (size_t)t->lines + 2);
    struct text_reader r = {.t = t};
    for (uint32_t i = 1; i <= t->lines; i++) {
        size_t n;
        const char *at = source_line(s, i, &n);
        read_line(&r, i, (struct line){at, at + n});
    }
    find_resolvers(t);
}

void count_text_free(struct count_text *t)
{
    names_free(&t->names);
    name_index_free(&t->mentions);
    array_free(&t->early);
}
