/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads debug information in assembly text: the variables and their places in the data. Ignores
 * entries of functions, lines and types, and variables without valid numbers. */
#include "lab/isa/reading.h"
#include "base/util.h"

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

static void end_variable(struct reading *r, struct ksr_text rest)
{
    struct lab_variable *v = &r->variable;

    (void)rest;
    if (v->name && v->symbol && v->bytes > 0)
        *array_push(&r->text->variables) = *v;
    v->name = NULL;
}

bool lab_read_definition(struct reading *r, struct ksr_text word, struct ksr_text rest)
{
    static const struct {
        const char *word;
        void (*read)(struct reading *r, struct ksr_text rest);
    } directives[] = {{".def", begin_variable},
                      {".val", read_place},
                      {".size", read_size},
                      {".dim", read_extents},
                      {".endef", end_variable}};
    size_t i = 0;
    while (i < COUNT_OF(directives) && !ksr_is(word, directives[i].word))
        i++;
    if (i < COUNT_OF(directives))
        directives[i].read(r, rest);
    return i < COUNT_OF(directives);
}
