/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first pass over the file: converts events of the reader to events of the loop finder. */
#include "ksr-asm/file.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- sources of loops ---- */

static const char *intern_text(struct names *t, const char *text, size_t n)
{
    return n > 1 ? name_of(t, text, n - 1) : NULL; /* n includes the 0 */
}

static void set_place(struct ksr_file *f, struct loop *loop)
{
    const struct ksr_origin *o = &f->reader.origin;
    if (f->places.n == 0 || f->place_changes != o->changes) {
        struct ksr_place *p = pile_push(&f->places);
        p->source = intern_text(&f->names, o->source.at, o->source.n);
        p->function = intern_text(&f->names, o->function.at, o->function.n);
        f->place_changes = o->changes;
    }
    loop->tag = (uint32_t)f->places.n - 1;
}

/* ---- the region of interest ---- */

static bool is_mark(const struct loop_region_mark *m, const struct ksr_text *label, uint32_t line)
{
    if (m->label)
        return label && strlen(m->label) == label->n && memcmp(m->label, label->at, label->n) == 0;
    return m->line && line >= m->line;
}

/* Updates the region of interest before the next pair, which can be its first one; the previous
 * pair can be its last one. */
static void mark_region(struct ksr_file *f, const struct ksr_text *label)
{
    const struct loop_ask *ask = f->ask;
    uint32_t line = f->reader.lines.line;
    if (!f->from_seen && is_mark(&ask->from, label, line)) {
        f->from_seen = true;
        f->scan.finder.first = f->scan.finder.step + 1;
    }
    bool in_range = ask->to.label || line > ask->to.line;
    if (!f->to_seen && in_range && is_mark(&ask->to, label, line)) {
        f->to_seen = true;
        f->scan.finder.last = f->scan.finder.step;
    }
}

static bool has_region(const struct loop_ask *ask)
{
    return ask->from.label || ask->from.line || ask->to.label || ask->to.line;
}

static void report_missing_label(struct ksr_file *f, const struct loop_region_mark *m)
{
    struct where whole = {.file = f->reader.lines.path};
    if (m->label)
        diag_error(f->d, whole, "--region names the label '%s', which is not in this file",
                   m->label);
    else if (m->line)
        diag_error(f->d, whole, "--region names line %lu, but the file ends at line %lu",
                   (unsigned long)m->line, (unsigned long)f->reader.lines.line);
}

static void close_region(struct ksr_file *f)
{
    bool last_line = !f->ask->to.label && f->ask->to.line == f->reader.lines.line;
    if (!f->from_seen)
        report_missing_label(f, &f->ask->from);
    if (!f->to_seen && !last_line)
        report_missing_label(f, &f->ask->to);
    if (f->from_seen && f->to_seen && f->scan.finder.first > f->scan.finder.last)
        diag_error(f->d, (struct where){.file = f->reader.lines.path},
                   "--region=FROM:TO contains no instruction pair; FROM must precede TO");
}

/* ---- events ---- */

static void feed_label(struct ksr_file *f)
{
    const struct ksr_text *t = &f->reader.label;
    uint32_t before = loops_label(&f->scan.finder, t->at, t->n, f->reader.lines.line);
    if (before)
        diag_error(f->d, ksr_where(&f->reader, t->at),
                   "label '%.*s' is already defined at line %lu; that definition is used",
                   (int)t->n, t->at, (unsigned long)before);
}

static struct ksr_text first_operand(struct ksr_text operands)
{
    struct ksr_text t = {0};
    ksr_next_part(&operands, ',', &t);
    return t;
}

static struct ksr_text last_operand(struct ksr_text operands)
{
    struct ksr_text t = {0};
    while (ksr_next_part(&operands, ',', &t))
        continue;
    return t;
}

static bool names_fp_register(struct ksr_text t)
{
    return t.n >= 3 && t.at[0] == '%' && t.at[1] == 'f' && (unsigned)(t.at[2] - '0') < 10;
}

/* Returns the register that a load writes or a store reads; empty if the operand is not a register.
 */
static struct ksr_text memory_data(const struct ksr_instruction *n)
{
    bool load = n->opcode->kind == KSR_LOAD;
    struct ksr_text data = load ? last_operand(n->operands) : first_operand(n->operands);
    return data.n && data.at[0] == '%' && data.n < n->operands.n ? data : (struct ksr_text){0};
}

static enum op_class memory_class(const struct ksr_instruction *n, struct ksr_text data)
{
    bool floating = names_fp_register(data);
    return n->opcode->kind == KSR_LOAD ? (floating ? OP_LFL : OP_LI) : (floating ? OP_SFL : OP_SI);
}

enum op_class ksr_class_of(const struct ksr_instruction *n, bool left)
{
    const struct ksr_opcode *o = n->opcode;
    if (o->class != OP_CLASSES)
        return o->class;
    if (o->kind != KSR_LOAD && o->kind != KSR_STORE)
        return left ? OP_LEFT : OP_RIGHT;
    return memory_class(n, memory_data(n));
}

static void report_memory(struct ksr_file *f, const struct ksr_instruction *n)
{
    diag_error(
        f->d, ksr_where(&f->reader, n->mnemonic.at),
        n->opcode->kind == KSR_LOAD
            ? "a load needs an address and a register, such as 8(%%c7), %%f1; it is counted "
              "as a load of a register that is not floating-point"
            : "a store needs a register and an address, such as %%f1, 8(%%c7); it is counted "
              "as a store of a register that is not floating-point");
}

static int counter_of(struct ksr_file *f, const struct ksr_instruction *n, bool left)
{
    const struct ksr_opcode *o = n->opcode;
    if (o->kind == KSR_NOP)
        return LOOP_NOTHING;
    if (o->class != OP_CLASSES || (o->kind != KSR_LOAD && o->kind != KSR_STORE))
        return (int)ksr_class_of(n, left);
    struct ksr_text data = memory_data(n);
    if (!data.n)
        report_memory(f, n);
    return (int)memory_class(n, data);
}

static void report_crossing(struct ksr_file *f, const struct loop_crossing *c, const char *at)
{
    diag_error(f->d, ksr_where(&f->reader, at),
               "unacceptable: the loop at '%s' is not nested with the loop at '%s': it begins "
               "inside that loop and ends after it (line %lu); it is ignored",
               c->label, c->other, (unsigned long)c->other_line);
}

/* Returns true if the target is a register, an address or a number, not a label. */
static bool needs_no_label(struct ksr_text t)
{
    uint64_t value;
    bool address = t.n > 1 && t.at[t.n - 1] == ')' && memchr(t.at, '(', t.n);
    return address || ksr_number(t, &value) || (t.n > 1 && t.at[0] == '%');
}

static void feed_branch(struct ksr_file *f, const struct ksr_instruction *n)
{
    struct ksr_text t = last_operand(n->operands);
    if (needs_no_label(t))
        return;
    if (t.n == 0 || ksr_name_length(t) < t.n) {
        diag_error(f->d, ksr_where(&f->reader, t.n ? t.at : n->mnemonic.at),
                   "the last operand of a branch must be a label, a number or a register; it forms "
                   "no loop");
        return;
    }
    uint32_t col = (uint32_t)ksr_where(&f->reader, t.at).col;
    size_t loops = loops_n(&f->scan.finder);
    struct loop_crossing c =
        loops_branch(&f->scan.finder, t.at, t.n, (uint32_t)n->opcode->delay, col);
    if (c.label)
        report_crossing(f, &c, t.at);
    else if (loops_n(&f->scan.finder) > loops)
        set_place(f, loops_at(&f->scan.finder, loops));
}

static void feed_pair(struct ksr_file *f)
{
    const struct ksr_instruction *left = &f->reader.of[0], *right = &f->reader.of[1];
    loops_step(&f->scan.finder, f->reader.lines.line, f->reader.origin.line);
    loops_count(&f->scan.finder, counter_of(f, left, true));
    loops_count(&f->scan.finder, counter_of(f, right, false));
    if (right->opcode->kind == KSR_BRANCH)
        feed_branch(f, right);
    else if (right->opcode->kind == KSR_CALL)
        loops_count(&f->scan.finder, LOOP_CALLS);
}

static void feed(struct ksr_file *f)
{
    bool region = has_region(f->ask);
    for (;;) {
        enum ksr_event e = ksr_next(&f->reader);
        if (e == KSR_STATEMENT)
            continue;
        if (region && e != KSR_END)
            mark_region(f, e == KSR_LABEL ? &f->reader.label : NULL);
        if (e == KSR_PAIR)
            feed_pair(f);
        else if (e == KSR_LABEL)
            feed_label(f);
        else if (e == KSR_WRONG)
            loops_refused(&f->scan.finder);
        else
            break;
    }
    loops_finish(&f->scan.finder);
    if (region)
        close_region(f);
}

/* Reports local labels that are undefined. Any other name can be defined in another file. */
static void report_undefined(struct ksr_file *f)
{
    size_t cursor = 0;
    struct loop_undefined u;
    while (loops_undefined(&f->scan.finder, &cursor, &u))
        if (u.label[0] == '.')
            diag_error(f->d,
                       (struct where){.file = f->reader.lines.path, .line = u.line, .col = u.col},
                       "undefined label '%s'; the branch forms neither loop nor area", u.label);
}

/* ---- a file ---- */

static struct ksr_file *file_new(const struct loop_ask *ask, struct diag *d)
{
    struct ksr_file *f = xmalloc(sizeof *f);
    *f = (struct ksr_file){
        .scan.scanner = &ksr_scanner, .ask = ask, .d = d, .places.size = sizeof(struct ksr_place)};
    f->mute.quiet = true;
    f->opcodes = ksr_opcodes_build(&f->arena, ask->machine);
    loops_open(&f->scan.finder);
    f->from_seen = !ask->from.label && !ask->from.line;
    f->to_seen = !ask->to.label && !ask->to.line;
    if (!f->from_seen)
        f->scan.finder.first = UINT32_MAX;
    return f;
}

static struct scan *scan_lines(struct ksr_file *f)
{
    ksr_reader_open(&f->reader, &f->opcodes, false, f->d);
    feed(f);
    report_undefined(f);
    return &f->scan;
}

static struct scan *scan(const struct loop_ask *ask, struct infile *in, struct diag *d)
{
    struct ksr_file *f = file_new(ask, d);
    lines_open(&f->reader.lines, in, d);
    return scan_lines(f);
}

static struct scan *scan_bytes(const struct loop_ask *ask, const char *path, const char *bytes,
                               size_t n, struct diag *d)
{
    struct ksr_file *f = file_new(ask, d);
    lines_open_bytes(&f->reader.lines, path, bytes, n, d);
    return scan_lines(f);
}

static void free_file(struct scan *s)
{
    struct ksr_file *f = (struct ksr_file *)s;
    if (f->reader.lines.block)
        ksr_reader_close(&f->reader);
    loops_free(&f->scan.finder);
    names_free(&f->names);
    pile_free(&f->places);
    arena_free(&f->arena);
    free(f);
}

void ksr_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    const struct ksr_file *f = (const struct ksr_file *)s;
    const struct ksr_place *p = pile_at(&f->places, loops_at(&f->scan.finder, i)->tag);
    loops_facts(a, &f->scan.finder, i, l);
    l->file = f->reader.lines.path;
    l->source = p->source;
    l->function = p->function;
    l->k = missing("k was not requested");
    l->recurrence.missing = "the loop's recurrence was not requested";
}

static bool looks_like(const char *text, size_t n)
{
    static const char *const marks[] = {"finop", "cxnop", "$TXT"};
    for (size_t i = 0; i < n; i++)
        for (size_t m = 0; m < COUNT_OF(marks); m++)
            if (n - i >= strlen(marks[m]) && memcmp(text + i, marks[m], strlen(marks[m])) == 0)
                return true;
    return false;
}

const struct scanner ksr_scanner = {"KSR1",           scan,      scan_bytes, ksr_loop,
                                    ksr_loop_details, free_file, looks_like};
