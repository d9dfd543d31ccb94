/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembly text scheduled anew, procedure by procedure. */
#include "lab/schedule/flow.h"
#include "lab/schedule/unpack.h"

#include <string.h>

struct rescheduling {
    struct arena *a;
    const struct lab_text *in;
    const struct machine *m;
    enum lab_effort effort;
    struct diag *d;
    struct lab_text *out;
    lab_hazards hazards; /* of the text as it is */
};

static bool is_entry(const char *label)
{
    size_t n = strlen(label);
    return n > 4 && strcmp(label + n - 4, "$TXT") == 0;
}

static struct where where_of(const struct rescheduling *r, uint32_t pair)
{
    return (struct where){.file = r->in->path, .line = r->in->pairs.at[pair].text_line};
}

/* ---- what has to stay ---- */

/* A label of the stretch, other than its entry, that data or an instruction holds as a number. */
static bool holds_label(const struct rescheduling *r, struct stretch s, const char *symbol)
{
    if (!symbol || is_entry(symbol))
        return false;
    for (size_t l = 0; l < r->in->labels.n; l++) {
        const struct lab_label *at = &r->in->labels.at[l];
        if (at->pair >= s.first && at->pair < s.end && strcmp(at->name, symbol) == 0)
            return true;
    }
    return false;
}

static bool address_taken(const struct rescheduling *r, struct stretch s)
{
    for (size_t b = 0; b < r->in->blocks.n; b++)
        for (size_t k = 0; k < r->in->blocks.at[b].data.n; k++)
            if (holds_label(r, s, r->in->blocks.at[b].data.at[k].symbol))
                return true;
    for (size_t p = 0; p < r->in->pairs.n; p++)
        if (holds_label(r, s, r->in->pairs.at[p].left.symbol) ||
            holds_label(r, s, r->in->pairs.at[p].right.symbol))
            return true;
    return false;
}

/* Whether a prefetch or poststore reads an address before it is there: no value depends on it, and
 * what is scheduled anew has the address. */
static bool is_late_advice(const struct rescheduling *r, const struct lab_hazard *h)
{
    return !h->left_consumer && h->source == LAB_READS_BASE && !h->port &&
           lab_is_advice(r->in->pairs.at[h->consumer].right.op);
}

/* Why a stretch can't be touched, apart from what its code says; NULL = it can. */
static const char *untouchable(const struct rescheduling *r, struct stretch s, uint32_t *pair)
{
    *pair = s.first;
    for (size_t k = 0; k < r->hazards.n; k++) {
        const struct lab_hazard *h = &r->hazards.at[k];
        if (is_late_advice(r, h))
            continue;
        if ((h->producer >= s.first && h->producer < s.end) ||
            (h->consumer >= s.first && h->consumer < s.end)) {
            *pair = h->consumer;
            return arena_printf(r->a, "as it is, %s", lab_hazard_text(r->a, r->in, h));
        }
    }
    return address_taken(r, s) ? "the address of one of its labels is a number somewhere" : NULL;
}

/* ---- output ---- */

static bool was_global(const struct lab_text *t, const char *name)
{
    for (size_t l = 0; l < t->labels.n; l++)
        if (strcmp(t->labels.at[l].name, name) == 0)
            return t->labels.at[l].global;
    return false;
}

static void copy_pairs(struct rescheduling *r, uint32_t first, uint32_t end)
{
    uint32_t moved = (uint32_t)r->out->pairs.n;
    for (size_t l = 0; l < r->in->labels.n; l++) {
        struct lab_label label = r->in->labels.at[l];
        bool last = end == r->in->pairs.n && label.pair == end;
        if ((label.pair < first || label.pair >= end) && !last)
            continue;
        label.pair = label.pair - first + moved;
        *array_push(&r->out->labels) = label;
    }
    for (uint32_t p = first; p < end; p++)
        *array_push(&r->out->pairs) = r->in->pairs.at[p];
}

static void schedule_stretch(struct rescheduling *r, struct stretch s)
{
    struct lab_flow f = {0};
    uint32_t pair;
    const char *why = untouchable(r, s, &pair);
    if (!why)
        why = unpack(r->a, r->in, s, &f, &pair);
    if (why) {
        diag_warning(r->d, where_of(r, pair), "%s stays as it is: %s", s.name, why);
        copy_pairs(r, s.first, s.end);
    } else {
        size_t first = r->out->labels.n;
        lab_schedule(r->a, &f, r->m, r->effort, r->out);
        for (size_t l = first; l < r->out->labels.n; l++)
            r->out->labels.at[l].global = was_global(r->in, r->out->labels.at[l].name);
    }
    flow_release(&f);
}

static void copy_data(const struct lab_text *in, struct lab_text *out)
{
    for (size_t b = 0; b < in->blocks.n; b++) {
        struct lab_block *to = array_push(&out->blocks);
        const struct lab_block *from = &in->blocks.at[b];
        *to = *from;
        to->data.at = NULL;
        to->data.n = to->data.room = 0;
        for (size_t k = 0; k < from->data.n; k++)
            *array_push(&to->data) = from->data.at[k];
    }
    for (size_t v = 0; v < in->variables.n; v++)
        *array_push(&out->variables) = in->variables.at[v];
}

/* The first pair behind `from` that begins a procedure; the end. */
static struct stretch next_stretch(const struct lab_text *t, uint32_t from)
{
    struct stretch s = {NULL, (uint32_t)t->pairs.n, (uint32_t)t->pairs.n};
    for (size_t l = 0; l < t->labels.n; l++) {
        const struct lab_label *at = &t->labels.at[l];
        if (is_entry(at->name) && at->pair >= from && at->pair < s.first)
            s = (struct stretch){at->name, at->pair, s.end};
    }
    for (size_t l = 0; l < t->labels.n; l++) {
        const struct lab_label *at = &t->labels.at[l];
        if (is_entry(at->name) && at->pair > s.first && at->pair < s.end)
            s.end = at->pair;
    }
    return s;
}

/* New names must not be old ones. */
static bool names_once(struct rescheduling *r)
{
    for (size_t i = 0; i < r->out->labels.n; i++)
        for (size_t k = i + 1; k < r->out->labels.n; k++)
            if (strcmp(r->out->labels.at[i].name, r->out->labels.at[k].name) == 0) {
                diag_error(r->d, (struct where){.file = r->in->path},
                           "the label %s is wanted for scheduled code; give yours another name",
                           r->out->labels.at[i].name);
                return false;
            }
    return true;
}

bool lab_reschedule(struct arena *a, const struct lab_text *in, const struct machine *m,
                    enum lab_effort effort, struct diag *d, struct lab_text *out)
{
    struct rescheduling r = {.a = a, .in = in, .m = m, .effort = effort, .d = d, .out = out};
    uint32_t done = 0;
    out->path = in->path;
    out->source = in->source;
    lab_check(in, m, &r.hazards);
    while (done < in->pairs.n) {
        struct stretch s = next_stretch(in, done);
        if (s.first > done)
            copy_pairs(&r, done, s.first);
        if (s.first < s.end)
            schedule_stretch(&r, s);
        done = s.end;
    }
    copy_data(in, out);
    array_free(&r.hazards);
    return names_once(&r);
}
