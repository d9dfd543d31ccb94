/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads ports, and the ports that operations of each class use. */
#include "machines/reader.h"

#include <stdlib.h>
#include <string.h>

static int port_of(const struct machine *m, struct word w)
{
    for (int p = 0; p < m->n_ports; p++)
        if (word_is(w, m->ports[p]))
            return p;
    return -1;
}

void read_ports(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    const char *p = e->value;
    for (struct word w; (w = word_next(&p)).n;) {
        if (strchr("|+,;:", *w.at) || !(*w.at > ' ' && *w.at < 127) || memchr(w.at, '/', w.n))
            diag_error(r->d, word_where(e, w),
                       "port names must be separated by blanks; they consist of "
                       "letters, digits, '.', '-' and '_'");
        else if (word_is(w, "none") || word_is(w, "eliminated") || word_is(w, "absent"))
            diag_error(r->d, word_where(e, w), "'%s' is not a valid port name", word_text(r, w));
        else if (port_of(r->m, w) >= 0)
            diag_error(r->d, word_where(e, w), "port '%s' is named twice", word_text(r, w));
        else if (r->m->n_ports == MACHINE_PORTS)
            diag_error(r->d, word_where(e, w), "a machine has at most %d ports", MACHINE_PORTS);
        else {
            r->m->ports[r->m->n_ports++] = word_text(r, w);
            continue;
        }
        return;
    }
    r->ports_known = true;
}

/* Reports an unknown port, unless the line of ports itself was wrong. */
static bool report_unknown_port(struct reader *r, const struct key_entry *e, struct word w)
{
    if (!r->ports_known)
        return false;
    if (w.n == 0) {
        diag_error(r->d, word_where(e, w.at ? w : (struct word){0}), "%s: missing port", e->key);
        return false;
    }
    struct nearest n = {.word = word_text(r, w)};
    for (int p = 0; p < r->m->n_ports; p++)
        nearest_offer(&n, r->m->ports[p]);
    diag_error(r->d, word_where(e, w), "%s: unknown port '%s'%s", e->key, n.word,
               did_you_mean(r, &n));
    return false;
}

bool read_port_set(struct reader *r, const struct key_entry *e, const char **p, port_set *set,
                   struct word *next)
{
    *set = 0;
    do {
        struct word w = word_next(p);
        int port = port_of(r->m, w);
        if (port < 0)
            return report_unknown_port(r, e, w);
        *set |= (port_set)1 << port;
    } while (word_is(*next = word_next(p), "|"));
    return true;
}

/* Reads need [+ need]... */
static bool read_needs(struct reader *r, const struct key_entry *e, struct machine_class *class)
{
    const char *p = e->value;
    struct word w = {0};
    do {
        if (class->n_needs == MACHINE_NEEDS) {
            diag_error(r->d, word_where(e, w), "%s: a class has at most %d needs", e->key,
                       MACHINE_NEEDS);
            return false;
        }
        if (!read_port_set(r, e, &p, &class->needs[class->n_needs++], &w))
            return false;
    } while (word_is(w, "+"));
    if (w.n)
        diag_error(r->d, word_where(e, w), "%s: expected '|' or '+' between ports", e->key);
    return w.n == 0;
}

static void read_class(struct reader *r, const struct key_entry *e, const char *rest,
                       struct machine_class *classes)
{
    enum op_class c = class_of(r, e, e->where, rest);
    if (c == OP_CLASSES)
        return;
    struct machine_class class = {.stated = true};
    if (strcmp(e->value, "none") == 0 || read_needs(r, e, &class))
        classes[c] = class;
}

void read_use(struct reader *r, const struct key_entry *e, const char *rest)
{
    read_class(r, e, rest, r->m->classes);
}

void read_vector(struct reader *r, const struct key_entry *e, const char *rest)
{
    read_class(r, e, rest, r->m->vectors);
}

void read_scheduler(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    struct machine_core *core = &r->m->core;
    struct machine_scheduler s = {0};
    const char *p = e->value;
    size_t n = number_length(p);
    struct word size = word_next(&p), w = {0};
    if (core->n_schedulers == CORE_SCHEDULERS) {
        diag_error(r->d, e->where, "a machine has at most %d schedulers", CORE_SCHEDULERS);
        return;
    }
    s.entries = n && n == size.n ? strtod(size.at, NULL) : 0;
    if (s.entries < 1 || s.entries > 65536 || strspn(size.at, "0123456789") != n) {
        diag_error(r->d, word_where(e, size),
                   "%s: expected its entries, a whole number from 1 to 65536, then its ports",
                   e->key);
        return;
    }
    if (!read_port_set(r, e, &p, &s.ports, &w))
        return;
    if (w.n)
        diag_error(r->d, word_where(e, w), "%s: expected '|' between ports", e->key);
    else
        core->schedulers[core->n_schedulers++] = s;
}

static void read_ports_into(struct reader *r, const struct key_entry *e, port_set *set)
{
    const char *p = e->value;
    struct word w = {0};
    if (read_port_set(r, e, &p, set, &w) && w.n)
        diag_error(r->d, word_where(e, w), "%s: expected '|' between ports", e->key);
}

void read_taken(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    read_ports_into(r, e, &r->m->core.taken);
}

void read_wide_closes(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    read_ports_into(r, e, &r->m->core.wide_closes);
}
