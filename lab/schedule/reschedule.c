/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reschedules assembly text procedure by procedure. */
#include "lab/schedule/flow.h"
#include "lab/schedule/unpack.h"

#include <string.h>

struct rescheduler {
    struct arena *a;
    const struct lab_text *in;
    const struct machine *m;
    enum lab_effort effort;
    struct diag *d;
    struct lab_text *out;
    lab_hazards hazards; /* of the input */
};

static bool is_entry(const char *label)
{
    size_t n = strlen(label);
    return n > 4 && strcmp(label + n - 4, "$TXT") == 0;
}

static struct where where_of(const struct rescheduler *r, uint32_t pair)
{
    return (struct where){.file = r->in->path, .line = r->in->pairs.at[pair].text_line};
}

/* ---- procedures that must stay unchanged ---- */

/* Returns whether the symbol is a label of the procedure other than its entry. */
static bool holds_label(const struct rescheduler *r, struct procedure_range s, const char *symbol)
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

static bool address_taken(const struct rescheduler *r, struct procedure_range s)
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

/* Returns whether a prefetch or poststore reads an address before it is complete. No value depends
 * on it, and the new schedule provides the address. */
static bool is_late_hint(const struct rescheduler *r, const struct lab_hazard *h)
{
    return !h->left_consumer && h->source == LAB_READS_BASE && !h->port &&
           lab_is_hint(r->in->pairs.at[h->consumer].right.op);
}

/* Returns why a procedure cannot be rescheduled, apart from its code; NULL = it can. */
static const char *find_obstacle(const struct rescheduler *r, struct procedure_range s,
                                 uint32_t *pair)
{
    *pair = s.first;
    for (size_t k = 0; k < r->hazards.n; k++) {
        const struct lab_hazard *h = &r->hazards.at[k];
        if (is_late_hint(r, h))
            continue;
        if ((h->producer >= s.first && h->producer < s.end) ||
            (h->consumer >= s.first && h->consumer < s.end)) {
            *pair = h->consumer;
            return arena_printf(r->a, "%s", lab_hazard_text(r->a, r->in, h));
        }
    }
    return address_taken(r, s) ? "the address of one of its labels is used as a number" : NULL;
}

/* ---- output ---- */

static bool is_global_label(const struct lab_text *t, const char *name)
{
    for (size_t l = 0; l < t->labels.n; l++)
        if (strcmp(t->labels.at[l].name, name) == 0)
            return t->labels.at[l].global;
    return false;
}

static void copy_pairs(struct rescheduler *r, uint32_t first, uint32_t end)
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

static void reschedule_procedure(struct rescheduler *r, struct procedure_range s)
{
    struct lab_flow f = {0};
    uint32_t pair;
    const char *why = find_obstacle(r, s, &pair);
    if (!why)
        why = unpack(r->a, r->in, s, &f, &pair);
    if (why) {
        diag_warning(r->d, where_of(r, pair), "%s is not rescheduled: %s", s.name, why);
        copy_pairs(r, s.first, s.end);
    } else {
        size_t first = r->out->labels.n;
        lab_schedule(r->a, &f, r->m, r->effort, r->out);
        for (size_t l = first; l < r->out->labels.n; l++)
            r->out->labels.at[l].global = is_global_label(r->in, r->out->labels.at[l].name);
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

/* Returns the first procedure at or after pair `from`; an empty one at the end of the text. */
static struct procedure_range next_procedure(const struct lab_text *t, uint32_t from)
{
    struct procedure_range s = {NULL, (uint32_t)t->pairs.n, (uint32_t)t->pairs.n};
    for (size_t l = 0; l < t->labels.n; l++) {
        const struct lab_label *at = &t->labels.at[l];
        if (is_entry(at->name) && at->pair >= from && at->pair < s.first)
            s = (struct procedure_range){at->name, at->pair, s.end};
    }
    for (size_t l = 0; l < t->labels.n; l++) {
        const struct lab_label *at = &t->labels.at[l];
        if (is_entry(at->name) && at->pair > s.first && at->pair < s.end)
            s.end = at->pair;
    }
    return s;
}

/* Checks that new labels differ from existing ones. */
static bool check_new_labels(struct rescheduler *r)
{
    for (size_t i = 0; i < r->out->labels.n; i++)
        for (size_t k = i + 1; k < r->out->labels.n; k++)
            if (strcmp(r->out->labels.at[i].name, r->out->labels.at[k].name) == 0) {
                diag_error(r->d, (struct where){.file = r->in->path},
                           "the label '%s' is needed for scheduled code; rename yours",
                           r->out->labels.at[i].name);
                return false;
            }
    return true;
}

bool lab_reschedule(struct arena *a, const struct lab_text *in, const struct machine *m,
                    enum lab_effort effort, struct diag *d, struct lab_text *out)
{
    struct rescheduler r = {.a = a, .in = in, .m = m, .effort = effort, .d = d, .out = out};
    uint32_t done = 0;
    out->path = in->path;
    out->source = in->source;
    lab_check(in, m, &r.hazards);
    while (done < in->pairs.n) {
        struct procedure_range s = next_procedure(in, done);
        if (s.first > done)
            copy_pairs(&r, done, s.first);
        if (s.first < s.end)
            reschedule_procedure(&r, s);
        done = s.end;
    }
    copy_data(in, out);
    array_free(&r.hazards);
    return check_new_labels(&r);
}
