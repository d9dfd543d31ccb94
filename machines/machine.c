/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/machine.h"
#include "machines/read.h"

#include <stdlib.h>
#include <string.h>

static struct machine *parse_source(struct arena *a, struct source *s, const struct keyfile *lines,
                                    struct diag *d)
{
    const char *zero = s->size ? memchr(s->text, '\0', s->size) : NULL;
    if (zero) {
        diag_error(d, source_where(s, (size_t)(zero - s->text)),
                   "not a machine file: it contains a zero byte");
        return NULL;
    }
    long errors = d->errors;
    struct machine *m = ARENA_NEW(a, struct machine);
    struct keyfile k = keyfile_read(a, s, d);
    m->text = machine_override(a, s, lines, &k, &m->set);
    machine_from_entries(a, &k, s->path, d, m);
    return d->errors == errors ? m : NULL;
}

/* Reads a machine from s, with the lines in place of those with the same keys, and frees s. */
static struct machine *read_source(struct arena *a, struct source *s, const struct keyfile *lines,
                                   struct diag *d)
{
    struct machine *m = parse_source(a, s, lines, d);
    source_free(s);
    return m;
}

/* Reads a machine from s with the overrides of the command line, and frees s; set: NULL = none. */
static struct machine *read_with_options(struct arena *a, struct source *s,
                                         const struct option_list *set, struct diag *d)
{
    long errors = d->errors;
    struct keyfile lines = machine_read_overrides(a, set, d);
    struct machine *m = read_source(a, s, &lines, d);
    return d->errors == errors ? m : NULL;
}

static bool names_a_file(const char *text)
{
    static const char suffix[] = ".machine";
    size_t n = strlen(text), ns = sizeof suffix - 1;
    return strchr(text, '/') || (n > ns && strcmp(text + n - ns, suffix) == 0);
}

struct machine *machine_read(struct arena *a, const char *name_or_file,
                             const struct option_list *set, struct diag *d)
{
    const char *path = names_a_file(name_or_file) ? name_or_file : machine_find(a, name_or_file, d);
    struct source s;
    return path && source_read(&s, path, d) ? read_with_options(a, &s, set, d) : NULL;
}

struct machine *machine_from_text(struct arena *a, const char *path, const char *text,
                                  const struct option_list *set, struct diag *d)
{
    struct source s;
    source_from_bytes(&s, path, text, strlen(text));
    return read_with_options(a, &s, set, d);
}

struct machine *machine_with_lines(struct arena *a, const char *path, const char *text,
                                   const struct keyfile *lines, struct diag *d)
{
    struct source s;
    source_from_bytes(&s, path, text, strlen(text));
    return read_source(a, &s, lines, d);
}

struct quantity machine_latency(const struct machine *m, enum op_class producer,
                                enum op_class consumer, bool addend)
{
    struct quantity forward = m->forward[producer][addend ? (int)FORWARD_ADDEND : (int)consumer];
    return is_known(forward) ? forward : m->latency[producer];
}

/* Returns the latency of a kind of operation that has a line of its own; missing: the latency of
 * the class applies. */
static struct quantity own_latency(const struct machine *m, enum latency_key key)
{
    switch (key) {
    case LATENCY_DIVIDE:
        return m->divide;
    case LATENCY_SQUARE_ROOT:
        return m->square_root;
    case LATENCY_SIGN:
        return m->sign;
    case LATENCY_TRANSFER:
        return m->transfer;
    case LATENCY_MULTIPLY_INTEGER:
        return m->multiply_integer;
    case LATENCY_DIVIDE_INTEGER:
        return m->divide_integer;
    case LATENCY_PAIR:
        return known(0);
    default:
        return missing("");
    }
}

struct quantity machine_latency_by(const struct machine *m, enum latency_key key,
                                   enum op_class producer, enum op_class consumer, bool addend)
{
    struct quantity own = own_latency(m, key);
    struct quantity of_class = machine_latency(m, producer, consumer, addend);
    if (key == LATENCY_UNKNOWN)
        return missing("the key of this latency in the machine file is unknown");
    if (key == LATENCY_STORE && !is_known(of_class))
        return known(1);
    return is_known(own) ? own : of_class;
}

const char *machine_title(struct arena *a, const struct machine *m)
{
    const char *text = m->name;
    for (size_t i = 0; i < m->set.n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : " with ", m->set.at[i]);
    return text;
}
