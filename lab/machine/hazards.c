/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/hazards.h"

#include "base/array.h"
#include "base/arena.h"
#include "lab/schedule/effects.h"
#include "lab/schedule/schedule.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The last instruction that wrote a register, or used a port. */
struct writer {
    const struct lab_inst *inst; /* NULL = none yet */
    uint64_t time;               /* in pairs of the cell */
    uint32_t pair;
};
struct cell_hazards {
    struct hazards *all;
    uint64_t time;
    const struct step *at; /* step of the last checked pair, which may be interrupted */
    struct writer last[ROW_LENGTH], port;
};
/* A prefetch or poststore with an incomplete address: its pair and the message. */
struct late_hint {
    uint32_t pair;
    char message[sizeof((struct cell_fault *)NULL)->message];
};
struct hazards {
    ARRAY(struct late_hint) advice;
    const struct program *p;
    const struct machine *m;
    struct effects *effects; /* two a pair: left, right */
    struct cell_hazards *at;
    unsigned n;
};

static const struct lab_pair no_pair = {.left = {.op = LAB_FINOP}, .right = {.op = LAB_CXNOP}};

static const struct lab_pair *pair_of(const struct program *p, uint32_t number)
{
    const struct program_file *f;
    const struct lab_pair *pair = program_pair(p, number, &f);
    return pair ? pair : &no_pair;
}

struct hazards *hazards_open(const struct program *p, const struct machine *m, struct cell *cells,
                             unsigned n)
{
    struct hazards *h = xmalloc(sizeof *h);
    *h = (struct hazards){.p = p, .m = m, .n = n};
    h->effects = xmalloc(((size_t)p->pairs + 1) * 2 * sizeof *h->effects);
    for (uint32_t i = 0; i < p->pairs; i++) {
        h->effects[2 * i] = effects_of(&pair_of(p, i)->left);
        h->effects[2 * i + 1] = effects_of(&pair_of(p, i)->right);
    }
    h->at = xmalloc(n * sizeof *h->at);
    memset(h->at, 0, n * sizeof *h->at);
    for (unsigned i = 0; i < n; i++) {
        h->at[i].all = h;
        cells[i].hazards = &h->at[i];
    }
    return h;
}

void hazards_close(struct hazards *h)
{
    array_free(&h->advice);
    free(h->effects);
    free(h->at);
    free(h);
}

bool hazards_possible(const struct program *p, const struct machine *m)
{
    bool any = false;
    for (size_t i = 0; i < p->files.n && !any; i++) {
        lab_hazards found = {0};
        if (!p->files.at[i]->library)
            lab_check(&p->files.at[i]->text, m, &found);
        any = found.n > 0;
        array_free(&found);
    }
    return any;
}

/* ---- messages ---- */

static void row_text(char *to, size_t room, int row)
{
    static const char *const named[] = {"%sp", "%fp", "%cp", "%rc"};
    if (row == ROW_CONDITION)
        snprintf(to, room, "the condition");
    else if (row >= ROW_CEU + LAB_SP)
        snprintf(to, room, "%s", named[row - ROW_CEU - LAB_SP]);
    else if (row >= ROW_CEU)
        snprintf(to, room, "%%c%d", row - ROW_CEU);
    else if (row >= ROW_IPU)
        snprintf(to, room, "%%i%d", row - ROW_IPU);
    else
        snprintf(to, room, "%%f%d", row);
}

/* Formats a message. what: "%f1 is read", "both use FPU{C}". */
static void put_message(const struct cell *c, const struct writer *w, const char *what, int least,
                        char *to, size_t room)
{
    const struct cell_hazards *h = c->hazards;
    snprintf(to, room, "%s %" PRIu64 " pair%s after the %s of line %" PRIu32 ", but %d are needed",
             what, h->time - w->time, h->time - w->time == 1 ? "" : "s",
             lab_operation(w->inst->op)->mnemonic, pair_of(h->all->p, w->pair)->text_line, least);
}

static bool report_hazard(struct cell *c, uint32_t pair, const struct writer *w, const char *what,
                          int least)
{
    c->fault = (struct cell_fault){.kind = FAULT_HAZARD, .pair = pair};
    put_message(c, w, what, least, c->fault.message, sizeof c->fault.message);
    return false;
}

/* Records a prefetch or poststore with an incomplete address, once for each pair. */
static void record_advice(struct cell *c, uint32_t pair, const struct writer *w, int row, int least)
{
    struct hazards *all = c->hazards->all;
    char what[40], name[16];
    for (size_t i = 0; i < all->advice.n; i++)
        if (all->advice.at[i].pair == pair)
            return;
    struct late_hint *a = array_push(&all->advice);
    a->pair = pair;
    row_text(name, sizeof name, row);
    snprintf(what, sizeof what, "%s is read", name);
    put_message(c, w, what, least, a->message, sizeof a->message);
}

static bool report_register_hazard(struct cell *c, uint32_t pair, const struct writer *w, int row,
                                   const char *done, int least)
{
    char what[40], name[16];
    row_text(name, sizeof name, row);
    snprintf(what, sizeof what, "%s is %s", name, done);
    return report_hazard(c, pair, w, what, least);
}

/* ---- a pair ---- */

static bool check_port(struct cell *c, uint32_t pair, const struct lab_inst *i)
{
    const struct cell_hazards *h = c->hazards;
    int least = h->port.inst ? lab_port_distance(h->all->m, h->port.inst, i) : 0;
    return h->time - h->port.time >= (uint64_t)least ||
           report_hazard(c, pair, &h->port, "both use FPU{C}: the store is", least);
}

static bool check_reads(struct cell *c, uint32_t pair, const struct lab_inst *i,
                        const struct effects *e)
{
    const struct cell_hazards *h = c->hazards;
    for (int k = 0; k < e->n_uses; k++) {
        const struct writer *w = &h->last[e->uses[k].reg];
        int least = w->inst ? lab_distance(h->all->m, w->inst, i, e->uses[k].source) : 0;
        if (!w->inst || h->time - w->time >= (uint64_t)least)
            continue;
        if (!lab_is_hint(i->op))
            return report_register_hazard(c, pair, w, e->uses[k].reg, "read", least);
        record_advice(c, pair, w, e->uses[k].reg, least);
    }
    return true;
}

static bool check_writes(struct cell *c, uint32_t pair, const struct lab_inst *i,
                         const struct effects *e)
{
    struct cell_hazards *h = c->hazards;
    for (int k = 0; k < e->n_writes; k++) {
        struct writer *w = &h->last[e->writes[k]];
        int later = w->inst ? lab_latency(h->all->m, w->inst) - lab_latency(h->all->m, i) + 1 : 0;
        int least = later > 1 ? later : 1;
        if (w->inst && h->time - w->time < (uint64_t)least)
            return report_register_hazard(c, pair, w, e->writes[k], "written again", least);
        *w = (struct writer){i, h->time, pair};
    }
    if (lab_uses_port(i))
        h->port = (struct writer){i, h->time, pair};
    return true;
}

/* Checks a pair: all reads precede all writes, except those of movb8_8. */
static bool check_pair(struct cell *c, uint32_t pair)
{
    const struct hazards *all = c->hazards->all;
    const struct lab_pair *p = pair_of(all->p, pair);
    const struct effects *left = &all->effects[2 * pair], *right = left + 1;
    bool between = p->right.op == LAB_MOVB8;
    return check_reads(c, pair, &p->left, left) &&
           (between || check_reads(c, pair, &p->right, right)) &&
           check_writes(c, pair, &p->left, left) &&
           (!between || check_reads(c, pair, &p->right, right)) && check_port(c, pair, &p->right) &&
           check_writes(c, pair, &p->right, right);
}

void hazards_report_hints(const struct hazards *h, struct diag *d)
{
    for (size_t i = 0; i < h->advice.n; i++) {
        const struct program_file *f;
        const struct late_hint *a = &h->advice.at[i];
        const struct lab_pair *p = program_pair(h->p, a->pair, &f);
        if (p)
            diag_warning(d, (struct where){.file = f->text.path, .line = p->text_line},
                         "%s uses an old address on a KSR1: %s; the simulation used the new one",
                         lab_operation(p->right.op)->mnemonic, a->message);
    }
}

bool hazards_pair(struct cell *c, const struct step *s)
{
    struct cell_hazards *h = c->hazards;
    if (h->at == s)
        return true;
    h->at = s;
    h->time++;
    return s->pair >= h->all->p->pairs || check_pair(c, s->pair);
}

void hazards_pass(struct cell *c, unsigned pairs)
{
    c->hazards->time += pairs;
    c->hazards->at = NULL;
}
