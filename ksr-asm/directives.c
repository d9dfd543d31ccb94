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

/* Reads a number that begins with a digit, up to most. */
static bool read_positive_number(struct ksr_text t, uint64_t most, uint32_t *n)
{
    uint64_t value;
    if (t.n == 0 || t.at[0] < '0' || t.at[0] > '9' || !ksr_number(t, &value) || value > most)
        return false;
    *n = (uint32_t)value;
    return true;
}

static bool read_line_number(struct ksr_reader *r, struct ksr_text t, uint32_t *line)
{
    uint32_t n;
    if (read_positive_number(t, LAST_SOURCE_LINE, &n) && n > 0) {
        *line = n;
        return true;
    }
    diag_error(r->d, ksr_where(r, t.at), "expected a line number from 1 to %d", LAST_SOURCE_LINE);
    return false;
}

/* Reads the address at which a line begins: "." or ".-BYTES", a distance backward from this
 * position. */
static bool read_line_address(struct ksr_reader *r, struct ksr_text t, uint32_t *back)
{
    enum { MOST = 1000000000 };
    *back = 0;
    if (ksr_is(t, ".") || (t.n > 2 && memcmp(t.at, ".-", 2) == 0 &&
                           read_positive_number((struct ksr_text){t.at + 2, t.n - 2}, MOST, back)))
        return true;
    diag_error(r->d, ksr_where(r, t.at), "expected an address '.' or '.-BYTES'");
    return false;
}

/* Reads .ln NUMBER [, ADDRESS]. */
static void read_source_line(struct ksr_reader *r, struct ksr_text t)
{
    struct ksr_origin *o = &r->origin;
    const char *comma = t.n ? memchr(t.at, ',', t.n) : NULL, *end = t.at + t.n;
    uint32_t n, back = 0;
    if (comma && !read_line_address(r, ksr_trimmed(comma + 1, end), &back))
        return;
    if (!read_line_number(r, comma ? ksr_trimmed(t.at, comma) : t, &n))
        return;
    o->line = o->bf_line ? o->bf_line + n - 1 : n;
    o->line_back = back;
}

/* Reads the name of .file, with or without quotes. */
static void read_source_file(struct ksr_reader *r, struct ksr_text name)
{
    const char *start = name.at;
    if (name.n >= 2 && name.at[0] == '"' && name.at[name.n - 1] == '"')
        name = (struct ksr_text){name.at + 1, name.n - 2};
    if (name.n && memchr(name.at, '"', name.n)) {
        diag_error(r->d, ksr_where(r, start), "expected a file name in one pair of quotes");
        return;
    }
    SET_TEXT(&r->origin, source, name);
    r->origin.line = r->origin.bf_line = 0;
}

/* .bf begins the lines of a function, .ef ends them. Numbers of
 * .ln are relative to .bf, or absolute if there is none. */
void ksr_directive(struct ksr_reader *r, struct ksr_text rest)
{
    struct ksr_origin *o = &r->origin;
    struct ksr_text word = ksr_next_word(&rest);
    uint32_t n;
    if (ksr_is(word, ".ln")) {
        read_source_line(r, rest);
    } else if (ksr_is(word, ".line")) {
        if (o->in_bf && read_line_number(r, rest, &n))
            o->line = o->bf_line = n;
    } else if (ksr_is(word, ".def")) {
        o->in_bf = ksr_is(rest, ".bf");
        if (ksr_is(rest, ".ef"))
            o->line = 0;
    } else if (ksr_is(word, ".endef")) {
        o->in_bf = false;
    } else if (ksr_is(word, ".file")) {
        read_source_file(r, rest);
    } else if (ksr_is(word, ".text") || ksr_is(word, ".data")) {
        o->in_data = ksr_is(word, ".data");
    }
}
