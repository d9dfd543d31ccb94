/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directives for the source file, source lines and functions. */
#include "ksr-asm/reader.h"

#include <string.h>

enum { LAST_SOURCE_LINE = 1000000000 };

static void set_text(struct ksr_origin *o, char **at, size_t *n, size_t *room, struct ksr_text to)
{
    if (*n == to.n + 1 && memcmp(*at, to.at, to.n) == 0)
        return;
    *n = 0;
    while (*room < to.n + 1)
        *at = array_grow(*at, 1, *room, room);
    memcpy(*at, to.at, to.n);
    (*at)[to.n] = '\0';
    *n = to.n + 1;
    o->changes++;
}
#define SET_TEXT(o, field, to) set_text(o, &(o)->field.at, &(o)->field.n, &(o)->field.room, to)

void ksr_origin_free(struct ksr_origin *o)
{
    array_free(&o->source);
    array_free(&o->function);
    *o = (struct ksr_origin){0};
}

/* The code of a procedure f has the label f$TXT, its constant block f. Callers use the name f. */
void ksr_origin_label(struct ksr_origin *o, struct ksr_text label)
{
    static const char code[] = "$TXT";
    size_t end = sizeof code - 1;
    bool text = label.n > end && memcmp(label.at + label.n - end, code, end) == 0;
    if (label.at[0] == '.' || (o->in_data && !text))
        return;
    if (text)
        label.n -= end;
    SET_TEXT(o, function, label);
}

/* Returns the word at the start, and moves *rest after it. */
static struct ksr_text word_of(struct ksr_text *rest)
{
    const char *p = rest->at, *end = rest->at + rest->n;
    while (p < end && !ksr_is_blank(*p))
        p++;
    struct ksr_text word = {rest->at, (size_t)(p - rest->at)};
    *rest = ksr_trimmed(p, end);
    return word;
}

static bool is(struct ksr_text t, const char *text)
{
    return t.n == strlen(text) && memcmp(t.at, text, t.n) == 0;
}

static bool line_number(struct ksr_reader *r, struct ksr_text t, uint32_t *line)
{
    uint32_t n = 0;
    bool ok = t.n > 0;
    for (size_t i = 0; i < t.n && ok; i++) {
        n = n * 10 + (uint32_t)(t.at[i] - '0');
        ok = t.at[i] >= '0' && t.at[i] <= '9' && n <= LAST_SOURCE_LINE;
    }
    if (ok && n > 0) {
        *line = n;
        return true;
    }
    diag_error(r->d, ksr_where(r, t.at), "expected a line number from 1 to %d", LAST_SOURCE_LINE);
    return false;
}

/* Reads the address at which a line begins: "." or ".-BYTES", a distance backward from this
 * position. */
static bool line_address(struct ksr_reader *r, struct ksr_text t, uint32_t *back)
{
    enum { MOST = 1000000000 };
    uint32_t n = 0;
    bool here = t.n == 1 && t.at[0] == '.';
    bool ok = here || (t.n > 2 && t.at[0] == '.' && t.at[1] == '-');
    for (size_t i = 2; i < t.n && ok; i++) {
        ok = t.at[i] >= '0' && t.at[i] <= '9' && n < MOST / 10;
        n = n * 10 + (uint32_t)(t.at[i] - '0');
    }
    *back = n;
    if (!ok)
        diag_error(r->d, ksr_where(r, t.at), "expected an address '.' or '.-BYTES'");
    return ok;
}

/* Reads .ln NUMBER [, ADDRESS]. */
static void source_line(struct ksr_reader *r, struct ksr_text t)
{
    struct ksr_origin *o = &r->origin;
    const char *comma = t.n ? memchr(t.at, ',', t.n) : NULL, *end = t.at + t.n;
    uint32_t n, back = 0;
    if (comma && !line_address(r, ksr_trimmed(comma + 1, end), &back))
        return;
    if (!line_number(r, comma ? ksr_trimmed(t.at, comma) : t, &n))
        return;
    o->line = o->bf_line ? o->bf_line + n - 1 : n;
    o->line_back = back;
}

static void source_file(struct ksr_reader *r, struct ksr_text name)
{
    if (name.n >= 2 && name.at[0] == '"' && name.at[name.n - 1] == '"')
        name = (struct ksr_text){name.at + 1, name.n - 2};
    SET_TEXT(&r->origin, source, name);
    r->origin.line = r->origin.bf_line = 0;
}

/* Handles one statement of a line. .bf begins the lines of a function, .ef ends them. Numbers of
 * .ln are relative to .bf, or absolute if there is none. */
static void statement(struct ksr_reader *r, struct ksr_text rest)
{
    struct ksr_origin *o = &r->origin;
    struct ksr_text word = word_of(&rest);
    uint32_t n;
    if (is(word, ".ln")) {
        source_line(r, rest);
    } else if (is(word, ".line")) {
        if (o->in_bf && line_number(r, rest, &n))
            o->line = o->bf_line = n;
    } else if (is(word, ".def")) {
        o->in_bf = is(rest, ".bf");
        if (is(rest, ".ef"))
            o->line = 0;
    } else if (is(word, ".endef")) {
        o->in_bf = false;
    } else if (is(word, ".file")) {
        source_file(r, rest);
    } else if (is(word, ".text") || is(word, ".data")) {
        o->in_data = is(word, ".data");
    }
}

void ksr_directive(struct ksr_reader *r, struct ksr_text line)
{
    const char *p = line.at, *end = line.at + line.n;
    while (p < end) {
        const char *semicolon = memchr(p, ';', (size_t)(end - p));
        const char *to = semicolon ? semicolon : end;
        struct ksr_text t = ksr_trimmed(p, to);
        if (t.n)
            statement(r, t);
        p = semicolon ? to + 1 : end;
    }
}
