/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads debug information in assembly text: the variables and their places in the data. Ignores
 * entries of functions, lines and types, and variables without valid numbers. */
#include "lab/isa/reading.h"

enum { MOST_EXTENTS = sizeof((struct lab_variable *)0)->extents / sizeof(int64_t) };

static void begin_variable(struct reading *r, struct ksr_text rest)
{
    bool is_name = rest.n > 0 && rest.at[0] != '.';

    r->variable = (struct lab_variable){.name = is_name ? lab_name(r, rest) : NULL};
}

static void read_place(struct reading *r, struct ksr_text rest)
{
    uint64_t at;

    if (lab_read_number(r, rest, &at, &r->variable.symbol))
        r->variable.at = (int64_t)at;
    else
        r->variable.symbol = NULL;
}

static void read_size(struct reading *r, struct ksr_text rest)
{
    uint64_t bytes;
    const char *symbol = NULL;

    if (lab_read_number(r, rest, &bytes, &symbol) && !symbol && bytes <= INT64_MAX)
        r->variable.bytes = (int64_t)bytes;
}

static void read_extents(struct reading *r, struct ksr_text rest)
{
    struct lab_variable *v = &r->variable;
    struct ksr_text t;

    while (v->n_extents < MOST_EXTENTS && ksr_next_part(&rest, ',', &t)) {
        uint64_t n = 0;
        const char *symbol = NULL;
        if (!lab_read_number(r, t, &n, &symbol) || symbol || n == 0 || n > INT64_MAX)
            break;
        v->extents[v->n_extents++] = (int64_t)n;
    }
}

static void end_variable(struct reading *r)
{
    struct lab_variable *v = &r->variable;

    if (v->name && v->symbol && v->bytes > 0)
        *array_push(&r->text->variables) = *v;
    v->name = NULL;
}

bool lab_read_definition(struct reading *r, struct ksr_text word, struct ksr_text rest)
{
    if (ksr_is(word, ".def"))
        begin_variable(r, rest);
    else if (ksr_is(word, ".val"))
        read_place(r, rest);
    else if (ksr_is(word, ".size"))
        read_size(r, rest);
    else if (ksr_is(word, ".dim"))
        read_extents(r, rest);
    else if (ksr_is(word, ".endef"))
        end_variable(r);
    else
        return false;
    return true;
}
