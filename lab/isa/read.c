/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a program from the events of the reader: labels, directives, data. Pairs: read-pair.c. */
#include "lab/isa/reading.h"
#include "base/text-kind.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_ALIGN = 65536, DETECT_BYTES = 1 << 16 };
static const uint64_t MOST_BYTES = UINT64_C(1) << 40; /* of a datum: the address space */

bool lab_report_error(struct reading *r, const char *at, const char *what)
{
    diag_error(r->ksr.d, ksr_where(&r->ksr, at), "%s", what);
    r->ok = false;
    return false;
}

const char *lab_name(struct reading *r, struct ksr_text t)
{
    return name_of(&r->text->names, t.at, t.n);
}

/* ---- numbers and symbols ---- */

bool lab_read_number(struct reading *r, struct ksr_text t, uint64_t *value, const char **symbol)
{
    const char *end = t.at + t.n, *name_end = t.at + ksr_name_length(t);
    *symbol = NULL;
    if (ksr_number(t, value))
        return true;
    if (name_end == t.at || (t.at[0] >= '0' && t.at[0] <= '9'))
        return false;
    *symbol = lab_name(r, (struct ksr_text){t.at, (size_t)(name_end - t.at)});
    struct ksr_text rest = ksr_trimmed(name_end, end);
    *value = 0;
    return rest.n == 0 ||
           (rest.n > 1 && (rest.at[0] == '+' || rest.at[0] == '-') && ksr_number(rest, value));
}

/* ---- labels ---- */

static struct lab_mark *mark_of(struct reading *r, const char *name)
{
    for (size_t i = 0; i < r->marks.n; i++)
        if (r->marks.at[i].name == name)
            return &r->marks.at[i];
    struct lab_mark *m = array_push(&r->marks);
    *m = (struct lab_mark){.name = name};
    return m;
}

static void new_block(struct reading *r, const char *name)
{
    *array_push(&r->text->blocks) =
        (struct lab_block){.name = name, .align = r->align ? r->align : 1};
    r->align = 0;
    r->in_block = true;
}

static void read_label(struct reading *r, struct ksr_text t)
{
    const char *name = lab_name(r, t);
    uint32_t *line = name_index_at(&r->defined, name, 0);
    if (*line != NAME_INDEX_NONE) {
        diag_error(r->ksr.d, ksr_where(&r->ksr, t.at),
                   "label '%s' is defined twice; the first definition, in line %u, counts", name,
                   *line);
        r->ok = false;
        return;
    }
    *line = r->ksr.lines.line;
    if (r->ksr.origin.in_data)
        new_block(r, name);
    else
        *array_push(&r->text->labels) = (struct lab_label){
            .name = name, .pair = (uint32_t)r->text->pairs.n, .text_line = r->ksr.lines.line};
}

/* ---- data ---- */

static bool add_datum(struct reading *r, struct lab_datum d, const char *at)
{
    if (!r->ksr.origin.in_data)
        return lab_report_error(r, at, "data in the text section: put .data before it");
    if (d.repeat * (d.bytes ? d.bytes : 1) > MOST_BYTES || d.repeat > MOST_BYTES)
        return lab_report_error(r, at, "the data exceed the address space of the KSR1");
    if (!r->in_block || r->align)
        new_block(r, NULL);
    *array_push(&r->text->blocks.at[r->text->blocks.n - 1].data) = d;
    return true;
}

static void read_data(struct reading *r, uint32_t bytes, struct ksr_text rest)
{
    struct ksr_text t;
    while (ksr_next_part(&rest, ',', &t)) {
        struct lab_datum d = {.bytes = bytes, .repeat = 1};
        if (!lab_read_number(r, t, &d.bits, &d.symbol)) {
            lab_report_error(r, t.at,
                             "expected a number, or a symbol with an optional number added");
            return;
        }
        if (!add_datum(r, d, t.at))
            return;
    }
}

/* Reads n numbers. Returns false after an error message. */
static bool read_numbers(struct reading *r, struct ksr_text rest, uint64_t *to, int n)
{
    struct ksr_text t = rest;
    for (int i = 0; i < n; i++)
        if (!ksr_next_part(&rest, ',', &t) || !ksr_number(t, &to[i]))
            return lab_report_error(
                r, t.at, n == 1 ? "expected a number" : "expected numbers: TIMES, BYTES, VALUE");
    return rest.at ? lab_report_error(r, rest.at, "too many operands") : true;
}

static void read_space(struct reading *r, struct ksr_text rest)
{
    uint64_t n;
    if (read_numbers(r, rest, &n, 1))
        add_datum(r, (struct lab_datum){.repeat = n}, rest.at);
}

static void read_fill(struct reading *r, struct ksr_text rest)
{
    uint64_t n[3];
    if (!read_numbers(r, rest, n, 3))
        return;
    if (n[1] != 1 && n[1] != 4 && n[1] != 8)
        lab_report_error(r, rest.at, "a datum has 1, 4 or 8 bytes");
    else
        add_datum(r, (struct lab_datum){.bytes = (uint32_t)n[1], .repeat = n[0], .bits = n[2]},
                  rest.at);
}

static void read_align(struct reading *r, struct ksr_text rest)
{
    uint64_t n;
    if (!read_numbers(r, rest, &n, 1))
        return;
    if (n == 0 || n > LARGEST_ALIGN || (n & (n - 1)))
        lab_report_error(r, rest.at, "expected a power of two up to 65536");
    else if (r->ksr.origin.in_data)
        r->align = (uint32_t)n;
}

static void read_symbol_marks(struct reading *r, struct ksr_text rest, bool common)
{
    struct ksr_text t;
    while (ksr_next_part(&rest, ',', &t)) {
        if (t.n == 0 || ksr_name_length(t) < t.n) {
            lab_report_error(r, t.at ? t.at : rest.at, "expected a name");
            return;
        }
        struct lab_mark *m = mark_of(r, lab_name(r, t));
        m->global = true;
        m->common |= common;
    }
}

/* ---- directives ---- */

/* Reads .ln NUMBER, .-BYTES: sets the line of the pairs in the last BYTES, too. */
static void read_line_directive(struct reading *r)
{
    enum { PAIR_BYTES = 8 };
    struct lab_text *t = r->text;
    size_t n = r->ksr.origin.line_back / PAIR_BYTES;
    r->ksr.origin.line_back = 0;
    for (size_t i = n < t->pairs.n ? t->pairs.n - n : 0; i < t->pairs.n; i++) {
        struct lab_pair *p = &t->pairs.at[i];
        p->line = p->left.line = p->right.line = r->ksr.origin.line;
    }
}

/* Returns whether ksr-asm's reader handles the directive, or the lab ignores it. */
static bool is_handled_elsewhere(struct ksr_text word)
{
    static const char *const ignored[] = {".file", ".vstamp", ".text", ".data", ".scl",
                                          ".type", ".line",   ".ln",   ".tag"};
    for (size_t i = 0; i < COUNT_OF(ignored); i++)
        if (ksr_is(word, ignored[i]))
            return true;
    return false;
}

static void read_directive(struct reading *r, struct ksr_text rest)
{
    struct ksr_text word = ksr_next_word(&rest);
    if (ksr_is(word, ".ln"))
        read_line_directive(r);
    else if (ksr_is(word, ".word"))
        read_data(r, 8, rest);
    else if (ksr_is(word, ".half"))
        read_data(r, 4, rest);
    else if (ksr_is(word, ".byte"))
        read_data(r, 1, rest);
    else if (ksr_is(word, ".space"))
        read_space(r, rest);
    else if (ksr_is(word, ".fill"))
        read_fill(r, rest);
    else if (ksr_is(word, ".align"))
        read_align(r, rest);
    else if (ksr_is(word, ".globl") || ksr_is(word, ".comm"))
        read_symbol_marks(r, rest, word.at[1] == 'c');
    else if (!lab_read_definition(r, word, rest) && !is_handled_elsewhere(word))
        lab_report_error(r, word.at, "unknown directive");
}

/* ---- events ---- */

static void read_statement(struct reading *r)
{
    if (r->ksr.origin.in_data != r->in_data)
        r->in_block = false, r->align = 0;
    r->in_data = r->ksr.origin.in_data;
    if (r->ksr.statement.n)
        read_directive(r, r->ksr.statement);
}

static void read_event(struct reading *r, enum ksr_event e)
{
    if (e == KSR_LABEL)
        read_label(r, r->ksr.label);
    else if (e == KSR_STATEMENT)
        read_statement(r);
    else if (e == KSR_WRONG)
        r->ok = false;
    else if (r->ksr.origin.in_data)
        lab_report_error(r, r->ksr.of[0].mnemonic.at,
                         "an instruction in the data section: put .text before it");
    else
        lab_read_pair(r);
}

/* ---- complete texts ---- */

static void apply_marks(struct reading *r)
{
    struct lab_text *t = r->text;
    for (size_t m = 0; m < r->marks.n; m++) {
        const struct lab_mark *mark = &r->marks.at[m];
        for (size_t i = 0; i < t->labels.n; i++)
            if (t->labels.at[i].name == mark->name)
                t->labels.at[i].global = true;
        for (size_t i = 0; i < t->blocks.n; i++)
            if (t->blocks.at[i].name == mark->name) {
                t->blocks.at[i].global = true;
                t->blocks.at[i].common = mark->common;
            }
    }
}

static bool read_opened(struct reading *r, struct arena *a, struct diag *d)
{
    long before = d->errors;
    enum ksr_event e;
    r->opcodes = ksr_opcodes_build(&r->own, NULL);
    ksr_reader_open(&r->ksr, &r->opcodes, true, d);
    *r->text = (struct lab_text){.path = arena_strdup(a, r->ksr.lines.path)};
    while ((e = ksr_next(&r->ksr)) != KSR_END)
        read_event(r, e);
    apply_marks(r);
    if (r->ksr.origin.source.n > 1)
        r->text->source = arena_strdup(a, r->ksr.origin.source.at);
    ksr_reader_close(&r->ksr);
    array_free(&r->marks);
    name_index_free(&r->defined);
    arena_free(&r->own);
    return r->ok && d->errors == before;
}

/* Returns why the text cannot be assembly; NULL = it can. */
static const char *why_not_assembly(const char *text, size_t n)
{
    switch (text_kind_of(text, n)) {
    case TEXT_EMPTY:
        return "the file is empty";
    case TEXT_FORTRAN:
        return "this is Fortran, not KSR1 assembly; compile it first: kfc -o FILE.s FILE.f";
    case TEXT_MACHINE_CODE:
    case TEXT_LIBRARY:
        return "this is machine code, not KSR1 assembly";
    default:
        return NULL;
    }
}

/* Returns false after a message. */
static bool check_kind(struct infile *in, struct diag *d)
{
    char *text = xmalloc(DETECT_BYTES);
    ssize_t n = infile_read_start(in, text, DETECT_BYTES, d);
    const char *why = n < 0 ? NULL : why_not_assembly(text, (size_t)n);
    free(text);
    if (why)
        diag_error(d, (struct where){.file = in->path}, "%s", why);
    in->again = false;
    return n >= 0 && !why;
}

bool lab_text_read(struct arena *a, const char *path, struct diag *d, struct lab_text *t)
{
    struct reading r = {.text = t, .ok = true};
    struct infile in;
    *t = (struct lab_text){.path = path};
    if (!infile_open(&in, path, true, d))
        return false;
    bool ok = check_kind(&in, d);
    if (ok) {
        lines_open(&r.ksr.lines, &in, d);
        ok = read_opened(&r, a, d);
    }
    infile_close(&in);
    return ok;
}

bool lab_text_read_bytes(struct arena *a, const char *path, const char *bytes, size_t n,
                         struct diag *d, struct lab_text *t)
{
    struct reading r = {.text = t, .ok = true};
    lines_open_bytes(&r.ksr.lines, path, bytes, n, d);
    return read_opened(&r, a, d);
}
