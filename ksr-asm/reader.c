/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ksr-asm/reader.h"
#include "base/arena.h"

#include <string.h>

enum { LAST_LINE = UINT32_MAX - 16 };

void ksr_reader_open(struct ksr_reader *r, const struct ksr_opcodes *opcodes, bool strict,
                     struct diag *d)
{
    r->opcodes = opcodes;
    r->strict = strict;
    r->in_directives = false;
    r->d = d;
    r->origin = (struct ksr_origin){0};
    r->rest = (struct ksr_text){0};
    r->cleaned.at = NULL;
    r->cleaned.n = r->cleaned.room = 0;
    r->comment_line = 0;
}

bool ksr_reader_rewind(struct ksr_reader *r)
{
    if (!lines_rewind(&r->lines))
        return false;
    ksr_origin_free(&r->origin);
    r->rest = (struct ksr_text){0};
    r->in_directives = false;
    r->comment_line = 0;
    return true;
}

void ksr_reader_close(struct ksr_reader *r)
{
    ksr_origin_free(&r->origin);
    array_free(&r->cleaned);
    lines_close(&r->lines);
}

/* Columns in a line without comments are those of the original line. */
struct where ksr_where(const struct ksr_reader *r, const char *at)
{
    const char *start = r->lines.text, *cleaned = r->cleaned.at;
    long col = 0;
    if (at && cleaned && at >= cleaned && at <= cleaned + r->cleaned.room)
        col = (long)(at - cleaned) + 1;
    else if (at)
        col = (long)(at - start) + 1;
    return (struct where){.file = r->lines.path,
                          .line = r->lines.line,
                          .col = col,
                          .text = start,
                          .text_len = r->lines.n};
}

/* ---- comments ---- */

/* Returns the line with its comments replaced by blanks, from an offset where a comment can begin,
 * or continues from the previous line. Ignores comment signs in quoted text. */
static struct ksr_text blank_comments(struct ksr_reader *r, size_t at)
{
    const char *text = r->lines.text;
    size_t n = r->lines.n;
    while (r->cleaned.room < n + 1)
        r->cleaned.at = array_grow(r->cleaned.at, 1, r->cleaned.room, &r->cleaned.room);
    char *to = r->cleaned.at;
    bool quoted = false;
    memcpy(to, text, n);
    for (size_t i = at; i < n; i++) {
        if (r->comment_line) {
            bool ends = text[i] == '*' && i + 1 < n && text[i + 1] == '/';
            to[i] = ' ';
            if (ends) {
                to[++i] = ' ';
                r->comment_line = 0;
            }
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && text[i] == '#') {
            n = i;
        } else if (!quoted && text[i] == '/' && i + 1 < n && text[i + 1] == '*') {
            r->comment_line = r->lines.line;
            r->comment_col = (uint32_t)i + 1;
            to[i] = to[i + 1] = ' ';
            i++;
        }
    }
    return (struct ksr_text){to, n};
}

static struct ksr_text without_comments(struct ksr_reader *r)
{
    const char *text = r->lines.text;
    size_t n = r->lines.n;
    if (r->comment_line)
        return blank_comments(r, 0);
    if (memchr(text, '#', n) || memchr(text, '/', n))
        return blank_comments(r, 0);
    return (struct ksr_text){text, n};
}

/* ---- pairs ---- */

static enum ksr_event report_wrong(struct ksr_reader *r, const char *at, const char *what)
{
    r->rest.n = 0;
    diag_error(r->d, ksr_where(r, at), "%s%s", what, r->strict ? "" : "; the line is ignored");
    return KSR_WRONG;
}

/* Returns the length of a mnemonic without .tr or .ntr. */
static size_t without_ending(struct ksr_text name)
{
    static const char *const endings[] = {".tr", ".ntr"};
    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(endings[i]);
        if (name.n > n && memcmp(name.at + name.n - n, endings[i], n) == 0)
            return name.n - n;
    }
    return name.n;
}

/* Reports an unknown instruction; o is the one as which it is counted, NULL = none. */
static void report_unknown(struct ksr_reader *r, struct ksr_text name, enum ksr_half half,
                           const struct ksr_opcode *o)
{
    const char *near = ksr_opcode_nearest(r->opcodes, half, name.at, name.n);
    bool classed = o && o->class == OP_FMISC;
    const char *as = !o                      ? ""
                     : o->kind == KSR_BRANCH ? ": counted as a branch"
                     : half == KSR_RIGHT     ? ": counted as a CEU/XIU instruction"
                     : classed               ? ": counted as a floating-point instruction (Fmisc)"
                                             : ": counted as an IPU instruction";
    (o ? diag_warning
       : diag_error)(r->d, ksr_where(r, name.at), "unknown instruction '%.*s'%s%s%s%s%s%.*s%s",
                     (int)name.n, name.at, near ? " (did you mean '" : "", near ? near : "",
                     near ? "'?)" : "", as, classed ? "; set its class by --set=mnemonic." : "",
                     classed ? (int)without_ending(name) : 0, name.at,
                     classed ? "=CLASS, or by a line in the machine file" : "");
}

static const struct ksr_opcode *opcode_of(struct ksr_reader *r, struct ksr_text name,
                                          enum ksr_half half)
{
    const struct ksr_opcode *o = ksr_opcode_find(r->opcodes, name.at, name.n);
    if (o && o->half & half)
        return o;
    if (o) {
        (r->strict ? diag_error : diag_warning)(
            r->d, ksr_where(r, name.at), "'%.*s' must be in the %s half of a pair", (int)name.n,
            name.at, o->half == KSR_LEFT ? "left" : "right");
        if (r->strict)
            return NULL;
        return o->kind == KSR_NOP ? o : ksr_opcode_guess(half, "", 0);
    }
    o = r->strict ? NULL : ksr_opcode_guess(half, name.at, name.n);
    report_unknown(r, name, half, o);
    return o;
}

/* Reads one half of a pair. Returns NULL, or the error. */
static const char *read_half(enum ksr_half half, struct ksr_text t, struct ksr_instruction *to)
{
    const char *p = t.at + ksr_name_length(t), *end = t.at + t.n;
    if (t.n == 0)
        return half == KSR_LEFT ? "the left half of the pair is missing (its nop is finop)"
                                : "the right half of the pair is missing (its nop is cxnop)";
    if (p == t.at || (p < end && !ksr_is_blank(*p)))
        return "expected an instruction";
    to->mnemonic = (struct ksr_text){t.at, (size_t)(p - t.at)};
    to->operands = ksr_trimmed(p, end);
    return NULL;
}

static enum ksr_event read_pair(struct ksr_reader *r)
{
    struct ksr_text t = r->rest;
    const char *end = t.at + t.n;
    const char *semicolon = memchr(t.at, ';', t.n);
    if (!semicolon)
        return report_wrong(r, t.at, "missing ';' between the two halves of a pair");
    const char *second = memchr(semicolon + 1, ';', (size_t)(end - semicolon) - 1);
    if (second)
        return report_wrong(r, second, "more than one ';' in a pair");
    struct ksr_text halves[2] = {ksr_trimmed(t.at, semicolon), ksr_trimmed(semicolon + 1, end)};
    for (int i = 0; i < 2; i++) {
        const char *what = read_half(i ? KSR_RIGHT : KSR_LEFT, halves[i], &r->of[i]);
        if (what)
            return report_wrong(r, halves[i].n ? halves[i].at : semicolon, what);
    }
    for (int i = 0; i < 2; i++)
        r->of[i].opcode = opcode_of(r, r->of[i].mnemonic, i ? KSR_RIGHT : KSR_LEFT);
    r->rest.n = 0;
    return KSR_PAIR;
}

/* ---- lines ---- */

static enum ksr_event read_statement(struct ksr_reader *r)
{
    ksr_next_part(&r->rest, ';', &r->statement);
    r->in_directives = r->rest.n > 0;
    if (r->statement.n)
        ksr_directive(r, r->statement);
    return KSR_STATEMENT;
}

static enum ksr_event read_rest(struct ksr_reader *r)
{
    if (r->in_directives)
        return read_statement(r);
    size_t name = ksr_name_length(r->rest);
    const char *p = r->rest.at + name, *end = r->rest.at + r->rest.n;
    if (p < end && *p == ':' && name > 0) {
        r->label = (struct ksr_text){r->rest.at, name};
        r->rest = ksr_trimmed(p + 1, end);
        ksr_origin_label(&r->origin, r->label);
        return KSR_LABEL;
    }
    return r->rest.at[0] == '.' ? read_statement(r) : read_pair(r);
}

static bool next_line(struct ksr_reader *r)
{
    if (lines_next(&r->lines))
        return true;
    if (r->comment_line)
        diag_error(
            r->d,
            (struct where){.file = r->lines.path, .line = r->comment_line, .col = r->comment_col},
            "unterminated comment: missing */; the rest of the file is ignored as comment");
    r->comment_line = 0;
    return false;
}

/* Reads the next line into r->rest. Returns KSR_END at the end, KSR_WRONG after a message, or
 * KSR_STATEMENT. */
static enum ksr_event read_line(struct ksr_reader *r)
{
    r->rest.n = 0;
    r->in_directives = false;
    if (!next_line(r))
        return KSR_END;
    const char *zero = r->lines.n ? memchr(r->lines.text, '\0', r->lines.n) : NULL;
    if (zero)
        return report_wrong(r, zero, "assembly text can't contain a byte 0");
    if (r->lines.too_long)
        return report_wrong(r, NULL, "the line has more than 65536 bytes");
    if (r->lines.line >= LAST_LINE) {
        report_wrong(r, NULL, "too many lines; the rest of the file is not read");
        return KSR_END;
    }
    struct ksr_text t = without_comments(r);
    r->rest = ksr_trimmed(t.at, t.at + t.n);
    return KSR_STATEMENT;
}

enum ksr_event ksr_next(struct ksr_reader *r)
{
    while (r->rest.n == 0) {
        enum ksr_event line = read_line(r);
        if (line != KSR_STATEMENT)
            return line;
    }
    return read_rest(r);
}
