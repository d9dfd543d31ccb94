/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks which processes use the channels of a program. */
#include "lab/transputer/reader.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS = 4, SENDS = 0, RECEIVES = 1 };

/* By 2 * channel + side: the line that sends on or receives from the channel; 0 = none. */
struct use {
    long *line;
};

struct checker {
    struct script_reader *r;
    size_t n;               /* number of entries of a use */
    struct use *procedures; /* by index of the program's procedures */
};

static struct use no_use(const struct checker *c)
{
    size_t bytes = c->n * sizeof(long);
    struct use u = {xmalloc(bytes + 1)};
    memset(u.line, 0, bytes);
    return u;
}

static struct where at_line(const struct checker *c, long line)
{
    return source_line_where(c->r->s, (size_t)line, 0);
}

static const char *side_name(size_t i)
{
    return i % 2 == SENDS ? "sends on" : "receives from";
}

/* Adds the use of another process or sub-process that runs concurrently. */
static void add_concurrent_use(const struct checker *c, struct use *all, const struct use *one)
{
    for (size_t i = 0; i < c->n; i++) {
        if (all->line[i] && one->line[i])
            diag_error(c->r->d, at_line(c, one->line[i]),
                       "another process also %s '%s' in line %ld: a channel joins two processes",
                       side_name(i), c->r->p->channels[i / 2].name, all->line[i]);
        if (one->line[i])
            all->line[i] = one->line[i];
    }
}

static void add_sequential_use(const struct checker *c, struct use *all, const struct use *one)
{
    for (size_t i = 0; i < c->n; i++)
        if (one->line[i])
            all->line[i] = one->line[i];
}

static void use_of_block(const struct checker *c, const struct tp_block *b, struct use *all);

static void use_of_statement(const struct checker *c, const struct tp_statement *s, struct use *all)
{
    if (s->kind == TP_SEND || s->kind == TP_RECEIVE)
        all->line[2 * s->channel + (s->kind == TP_SEND ? SENDS : RECEIVES)] = s->line;
    else if (s->kind == TP_REPEAT)
        use_of_block(c, &s->body, all);
    else if (s->kind == TP_ALT)
        for (size_t i = 0; i < s->n_branches; i++)
            use_of_block(c, &s->branches[i], all);
    else if (s->kind == TP_CALL)
        add_sequential_use(c, all, &c->procedures[s->procedure]);
    else if (s->kind == TP_PAR) {
        struct use together = no_use(c);
        for (size_t i = 0; i < s->n_branches; i++) {
            struct use branch = no_use(c);
            use_of_block(c, &s->branches[i], &branch);
            add_concurrent_use(c, &together, &branch);
            free(branch.line);
        }
        add_sequential_use(c, all, &together);
        free(together.line);
    }
}

static void use_of_block(const struct checker *c, const struct tp_block *b, struct use *all)
{
    for (size_t i = 0; i < b->n; i++)
        use_of_statement(c, &b->at[i], all);
}

/* Checks that the sender of a channel is on the transputer where the channel begins, and its
 * receiver where the channel ends. */
static void check_place(const struct checker *c, const struct tp_process *p, const struct use *u)
{
    const struct tp_program *all = c->r->p;
    for (size_t i = 0; i < c->n; i++) {
        const struct tp_channel *ch = &all->channels[i / 2];
        int there = i % 2 == SENDS ? ch->from : ch->to;
        if (u->line[i] && there != p->transputer)
            diag_error(c->r->d, at_line(c, u->line[i]),
                       "process '%s' on '%s' %s '%s', but that end of the channel is on '%s'",
                       p->name, all->transputers[p->transputer].name, side_name(i), ch->name,
                       all->transputers[there].name);
    }
}

static void check_uses(const struct checker *c)
{
    struct tp_program *p = c->r->p;
    struct use together = no_use(c);
    for (size_t i = 0; i < p->n_procedures; i++) {
        c->procedures[i] = no_use(c);
        use_of_block(c, &p->procedures[i].body, &c->procedures[i]);
    }
    for (size_t i = 0; i < p->n_processes; i++) {
        struct use u = no_use(c);
        use_of_block(c, &p->processes[i].body, &u);
        check_place(c, &p->processes[i], &u);
        add_concurrent_use(c, &together, &u);
        free(u.line);
    }
    free(together.line);
    for (size_t i = 0; i < p->n_procedures; i++)
        free(c->procedures[i].line);
}

/* Returns the number of links from transputer t to another one: the number of channels in the
 * direction that has more. */
static long links_of(const struct tp_program *p, int t, long *to, long *from)
{
    long links = 0;
    memset(to, 0, p->n_transputers * sizeof *to);
    memset(from, 0, p->n_transputers * sizeof *from);
    for (size_t i = 0; i < p->n_channels; i++) {
        const struct tp_channel *c = &p->channels[i];
        if (c->from == c->to || (c->from != t && c->to != t))
            continue;
        long *here = c->from == t ? &to[c->to] : &from[c->from];
        int other = c->from == t ? c->to : c->from;
        ++*here;
        links += *here > (c->from == t ? from[other] : to[other]);
    }
    return links;
}

static void check_links(const struct checker *c)
{
    struct tp_program *p = c->r->p;
    long *to = ARENA_ARRAY(c->r->a, long, p->n_transputers);
    long *from = ARENA_ARRAY(c->r->a, long, p->n_transputers);
    for (size_t i = 0; i < p->n_transputers; i++) {
        long links = links_of(p, (int)i, to, from);
        if (links > LINKS)
            diag_error(
                c->r->d, (struct where){.file = p->file},
                "'%s' would need %ld links: a transputer has %d, each with a channel in either "
                "direction",
                p->transputers[i].name, links, LINKS);
    }
}

void script_check(struct script_reader *r)
{
    struct checker c = {.r = r, .n = 2 * r->p->n_channels};
    c.procedures = ARENA_ARRAY(r->a, struct use, r->p->n_procedures);
    check_uses(&c);
    check_links(&c);
}
