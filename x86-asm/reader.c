/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the statements of compiler output, and converts them to events. */
#include "x86-asm/reader.h"
#include "base/arena.h"
#include "base/text-kind.h"
#include "x86-asm/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct where x86_where(const struct x86_reader *r, const char *at)
{
    const char *text = r->source->text;
    if (at && at >= text && at <= text + r->source->size)
        return source_where(r->source, (size_t)(at - text));
    return source_line_where(r->source, r->line, 0);
}

/* ---- statements ---- */

/* Returns true for characters that statement_end() must examine. */
static bool is_special(char c)
{
    static const bool special[256] = {
        ['\n'] = true, [';'] = true, ['#'] = true, ['"'] = true, ['/'] = true, ['\''] = true};
    return special[(unsigned char)c];
}

/* Returns the end of a quoted string, or of its line if the closing quotation mark is missing. */
static const char *end_of_string(const char *p, const char *end)
{
    for (p++; p < end && *p != '"' && *p != '\n'; p++)
        p += *p == '\\' && p + 1 < end && p[1] != '\n';
    return p < end && *p == '"' ? p + 1 : p;
}

/* Returns the end of the comment, and counts its line feeds. */
static const char *end_of_comment(struct x86_reader_state *st, const char *p)
{
    for (p += 2; p < st->end; p++) {
        st->next_line += *p == '\n';
        if (*p == '*' && p + 1 < st->end && p[1] == '/')
            return p + 2;
    }
    return st->end;
}

static bool opens_comment(const struct x86_reader_state *st, const char *p)
{
    return *p == '/' && p + 1 < st->end && p[1] == '*';
}

/* Returns the start of the next statement after p; skips blanks, line ends and comments. */
static const char *statement_begin(struct x86_reader_state *st, const char *p, bool line_start)
{
    while (p < st->end) {
        if (*p == '\n') {
            st->next_line++;
            p++;
            line_start = true;
        } else if (*p == ';' || x86_is_blank(*p)) {
            p++;
        } else if (opens_comment(st, p)) {
            p = end_of_comment(st, p);
        } else if (*p == '#' || (*p == '/' && line_start)) {
            p = x86_line_end(p, st->end);
        } else {
            break;
        }
    }
    return p;
}

/* Returns the end of the statement that begins at p. Sets *comment if a comment ends it. */
static const char *statement_end(struct x86_reader_state *st, const char *p, bool *comment)
{
    for (; p < st->end; p++) {
        while (p < st->end && !is_special(*p))
            p++;
        if (p == st->end || *p == '\n' || *p == ';' || *p == '#')
            break;
        if (*p == '"')
            p = end_of_string(p, st->end) - 1;
        else if (*p == '\'' && p + 1 < st->end && p[1] != '\n')
            p++;
        else if (opens_comment(st, p)) {
            *comment = true;
            break;
        }
    }
    return p;
}

static void append_cleaned(struct x86_reader_state *st, const char *from, const char *to)
{
    for (; from < to; from++)
        *array_push(&st->cleaned) = *from;
}

/* Returns a statement with each comment in it replaced by a blank. */
static struct x86_text remove_comments(struct x86_reader_state *st, const char *at, const char *to)
{
    st->cleaned.n = 0;
    append_cleaned(st, at, to);
    bool comment = true;
    while (comment) {
        const char *from = end_of_comment(st, to);
        comment = false;
        to = statement_end(st, from, &comment);
        *array_push(&st->cleaned) = ' ';
        append_cleaned(st, from, to);
    }
    st->p = to;
    *array_push(&st->cleaned) = 0;
    return (struct x86_text){st->cleaned.at, st->cleaned.n - 1};
}

static struct x86_text trimmed(struct x86_text t)
{
    while (t.n && x86_is_blank(t.at[t.n - 1]))
        t.n--;
    while (t.n && x86_is_blank(*t.at))
        t.at++, t.n--;
    return t;
}

/* Returns the next statement; an empty text at the end of the input. */
static struct x86_text next_statement(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    if (st->rest.n) {
        struct x86_text rest = st->rest;
        st->rest.n = 0;
        return rest;
    }
    const char *at = statement_begin(st, st->p, st->p == r->source->text);
    r->line = st->next_line;
    bool comment = false;
    const char *to = statement_end(st, at, &comment);
    if (comment)
        return trimmed(remove_comments(st, at, to));
    st->p = to;
    return trimmed((struct x86_text){at, (size_t)(to - at)});
}

/* ---- labels ---- */

static void set_text(struct x86_buffer *to, const char *format, ...)
{
    va_list ap;
    char small[64];
    va_start(ap, format);
    int n = vsnprintf(small, sizeof small, format, ap);
    va_end(ap);
    to->n = 0;
    for (int i = 0; i < n && i < (int)sizeof small; i++)
        *array_push(to) = small[i];
}

/* Returns the number of a local label; -1 = not a local label. */
static int local_number(struct x86_text t)
{
    int number = 0;
    if (t.n == 0 || t.n > 2)
        return -1;
    for (size_t k = 0; k < t.n; k++) {
        if (!x86_is_digit(t.at[k]))
            return -1;
        number = 10 * number + (t.at[k] - '0');
    }
    return number;
}

static enum x86_event label_event(struct x86_reader *r, struct x86_text name)
{
    struct x86_reader_state *st = r->state;
    int number = local_number(name);
    r->label = name;
    r->function = r->detached = false;
    if (number >= 0) {
        set_text(&st->label, "%d#%u", number, (unsigned)++st->locals[number]);
        r->label = (struct x86_text){st->label.at, st->label.n};
    }
    return X86_LABEL;
}

/* Resolves a target like 1b or 1f to the previous or the next definition of that number. */
static void resolve_local(struct x86_reader *r, struct x86_operand *o)
{
    struct x86_reader_state *st = r->state;
    char way = o->symbol.n > 1 ? (char)(o->symbol.at[o->symbol.n - 1] | 32) : 0;
    int number = local_number((struct x86_text){o->symbol.at, o->symbol.n - 1});
    if (number < 0 || (way != 'b' && way != 'f'))
        return;
    set_text(&st->target, "%d#%u", number, (unsigned)(st->locals[number] + (way == 'f')));
    o->symbol = (struct x86_text){st->target.at, st->target.n};
}

/* Returns the label at the start of the statement; n = 0: none. */
static struct x86_text label_of(struct x86_text t)
{
    size_t n = 0;
    if (t.n && *t.at == '"')
        n = (size_t)(end_of_string(t.at, t.at + t.n) - t.at);
    else
        while (n < t.n && x86_is_name(t.at[n]))
            n++;
    return (struct x86_text){t.at, n < t.n && t.at[n] == ':' ? n : 0};
}

/* ---- events ---- */

static bool is_directive(struct x86_text word, const char *name)
{
    return strlen(name) == word.n && strncasecmp(word.at, name, word.n) == 0;
}

static enum x86_event directive_event(struct x86_reader *r, struct x86_text t, size_t n)
{
    r->directive = (struct x86_text){t.at, n};
    r->rest = trimmed((struct x86_text){t.at + n, t.n - n});
    if (is_directive(r->directive, ".intel_syntax"))
        r->syntax = X86_INTEL;
    else if (is_directive(r->directive, ".att_syntax"))
        r->syntax = X86_ATT;
    return X86_DIRECTIVE;
}

static enum x86_event report_wrong(struct x86_reader *r, const struct x86_parse *s)
{
    struct x86_reader_state *st = r->state;
    const char *nul = memchr(s->end - r->instruction.text.n, 0, r->instruction.text.n);
    if (st->muted)
        return X86_WRONG;
    if (nul)
        diag_error(r->d, x86_where(r, nul),
                   "assembly text can't contain a byte 0; the line is ignored");
    else if (s->wrong_at.n)
        diag_error(r->d, x86_where(r, s->wrong_at.at), "%s '%.*s'; the instruction is ignored",
                   s->wrong, (int)(s->wrong_at.n < 60 ? s->wrong_at.n : 60), s->wrong_at.at);
    else
        diag_error(r->d, x86_where(r, s->wrong_at.at), "%s; the instruction is ignored", s->wrong);
    return X86_WRONG;
}

enum x86_event x86_instruction_event(struct x86_reader *r, struct x86_text text)
{
    struct x86_parse s = {.isa = r->isa, .syntax = r->syntax, .objdump = r->objdump};
    if (!x86_parse(&s, text, &r->instruction))
        return r->objdump ? X86_INSTRUCTION : report_wrong(r, &s);
    struct x86_operand *o = &r->instruction.at[0];
    if (!r->objdump && r->instruction.n && (o->kind & X86_TARGET) && o->symbol.at &&
        x86_is_digit(*o->symbol.at))
        resolve_local(r, o);
    return X86_INSTRUCTION;
}

/* Returns true for a statement that consists of prefixes, which apply to the next one: "lock; addl
 * ...". */
static bool is_prefix_only(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    struct x86_instruction *i = &r->instruction;
    if (i->mnemonic.n == 0 && (i->lock || i->rep)) {
        st->lock = i->lock;
        st->rep = i->rep;
        return true;
    }
    i->lock |= st->lock;
    i->rep |= st->rep;
    st->lock = st->rep = false;
    return false;
}

/* Returns the event of a statement without label; END if it is empty. */
static enum x86_event statement_event(struct x86_reader *r, struct x86_text t)
{
    size_t n = 0;
    while (n < t.n && x86_is_name(t.at[n]))
        n++;
    size_t next = n;
    while (next < t.n && x86_is_blank(t.at[next]))
        next++;
    if (next < t.n && t.at[next] == '=')
        return directive_event(r, (struct x86_text){t.at + next, t.n - next}, 1);
    if (*t.at == '.')
        return directive_event(r, t, n);
    enum x86_event e = x86_instruction_event(r, t);
    return e == X86_INSTRUCTION && is_prefix_only(r) ? X86_END : e;
}

static enum x86_event next_compiled(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    for (;;) {
        struct x86_text t = next_statement(r);
        if (t.n == 0 && st->p == st->end)
            return X86_END;
        if (t.n == 0)
            continue;
        struct x86_text label = label_of(t);
        if (label.n) {
            st->rest = trimmed((struct x86_text){t.at + label.n + 1, t.n - label.n - 1});
            return label_event(r, label);
        }
        enum x86_event e = statement_event(r, t);
        if (e != X86_END)
            return e;
    }
}

enum x86_event x86_next(struct x86_reader *r)
{
    return r->objdump ? x86_next_objdump(r) : next_compiled(r);
}

/* ---- the file ---- */

/* Returns the syntax of compiler output without a syntax directive: that of the first operand that
 * is valid in one syntax only. */
static enum x86_syntax detect_syntax(const char *p, const char *end)
{
    for (int lines = 0; p < end && lines < 5000; lines++) {
        const char *to = x86_line_end(p, end);
        while (p < to && x86_is_blank(*p))
            p++;
        if (to - p > 13 && strncasecmp(p, ".intel_syntax", 13) == 0)
            return X86_ATT;
        for (; p + 1 < to && *p != '#' && *p != '.' && *p != '"'; p++) {
            if (*p == '%' || *p == '$')
                return X86_ATT;
            if (*p == '[')
                return X86_INTEL;
        }
        p = to + 1;
    }
    return X86_ATT;
}

static bool is_binary(const struct source *s)
{
    enum text_kind kind = binary_kind_of(s->text, s->size);
    return kind == TEXT_MACHINE_CODE || kind == TEXT_LIBRARY;
}

static bool refuse_binary(struct x86_reader *r)
{
    bool refused = is_binary(r->source);
    if (refused)
        diag_error(r->d, (struct where){.file = r->source->path},
                   "this is machine code, not assembly text; use the output of 'objdump -d -l'");
    return refused;
}

static void start(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    const char *end = r->source->text + r->source->size;
    st->p = r->source->text;
    st->end = end;
    st->next_line = 1;
    st->rest.n = 0;
    st->lock = st->rep = false;
    st->parts.n = st->part = 0;
    st->targets.n = st->next_target = 0;
    memset(st->locals, 0, sizeof st->locals);
    names_free(&st->functions);
    st->functions = (struct names){.n = 0};
    r->line = 0;
    r->objdump = x86_is_objdump(st->p, end);
    r->syntax = r->objdump ? x86_objdump_syntax(st->p, end) : detect_syntax(st->p, end);
}

void x86_reader_open(struct x86_reader *r, const struct x86_isa *isa, struct source *s,
                     struct diag *d)
{
    *r = (struct x86_reader){.isa = isa, .d = d, .source = s};
    r->state = xmalloc(sizeof *r->state);
    *r->state = (struct x86_reader_state){.p = NULL};
    start(r);
    if (refuse_binary(r))
        r->state->end = r->state->p;
    else if (r->objdump)
        x86_find_cold_parts(r->state->p, r->state->end, &r->state->cold);
}

void x86_reader_rewind(struct x86_reader *r)
{
    bool refused = is_binary(r->source);
    start(r);
    r->state->muted = true;
    if (refused)
        r->state->end = r->state->p;
}

void x86_reader_close(struct x86_reader *r)
{
    struct x86_reader_state *st = r->state;
    array_release_all(st->cleaned.at, st->label.at, st->target.at, st->targets.at, st->parts.at);
    x86_free_cold_parts(&st->cold);
    names_free(&st->functions);
    free(st);
    r->state = NULL;
}
