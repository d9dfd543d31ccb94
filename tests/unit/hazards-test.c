/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the checker of hazards with a naive one. The naive one executes random programs on
 * random paths, pair by pair, and records the last writer of each register and its time. Reads that
 * are too early on such a path are compared with the results of lab_check for all paths. Only the
 * machine's distances are common to comparison. HAZARDS_PROGRAMS: number of programs (500). */
#include "lab-code.h"
#include "check.h"
#include "test-machine.h"

#include "base/arena.h"

#include <stdlib.h>

static const struct machine *ksr1;

static uint64_t seed;
static unsigned roll(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % n;
}

/* ---- programs ---- */

enum { MOST_PAIRS = 14, MOST_LABELS = 4, FEW = 3 };
static const char *const label_names[MOST_LABELS] = {"a", "b", "p_$TXT", "d"};

static struct lab_inst random_left(void)
{
    switch (roll(8)) {
    case 0:
        return op3(LAB_FADD8, F(roll(FEW)), F(roll(FEW)), F(roll(FEW)));
    case 1:
        return op3(LAB_FMAD8, F(roll(FEW)), F(roll(FEW)), F(roll(FEW)));
    case 2:
        return op3(LAB_FADM8, F(roll(FEW)), F(roll(FEW)), F(roll(FEW)));
    case 3:
        return op3(LAB_ADD8, I(roll(FEW)), I(roll(FEW)), I(roll(FEW)));
    case 4:
        return op3(LAB_MUL8, I(roll(FEW)), I(roll(FEW)), I(roll(FEW)));
    case 5:
        return op3(roll(2) ? LAB_ITSTGE8 : LAB_FTSTLT8, F(roll(FEW)), F(roll(FEW)), 0);
    case 6:
        return op3(LAB_SELSC8, I(roll(FEW)), I(roll(FEW)), I(roll(FEW)));
    default:
        return nop(LAB_FINOP);
    }
}

static struct lab_inst random_branch(unsigned labels)
{
    static const enum lab_opcode ops[] = {LAB_BCC_QN, LAB_BCS_QT, LAB_BCC_QF, LAB_BEQ_QT, LAB_JMP};
    if (roll(12) == 0)
        return roll(2) ? jump_by(C(roll(FEW)), 32)
                       : (struct lab_inst){.op = LAB_JSR, .d = C(1), .base = C(0), .offset = 16};
    struct lab_inst i = branch(ops[roll(5)], label_names[roll(labels)]);
    i.s[0] = C(roll(FEW));
    i.s[1] = C(roll(FEW));
    return i;
}

static struct lab_inst random_right(unsigned labels)
{
    lab_reg any[] = {F(roll(FEW)), I(roll(FEW)), C(roll(FEW))};
    switch (roll(7)) {
    case 0:
    case 1:
        return load(C(roll(FEW)), 0, any[roll(3)]);
    case 2:
        return store(any[roll(3)], C(roll(FEW)), 0);
    case 3:
        return op3(LAB_SADD8, C(roll(FEW)), C(roll(FEW)), C(roll(FEW)));
    case 4:
        return op3(LAB_MOVB8, I(roll(FEW)), 0, C(roll(FEW)));
    case 5:
        return random_branch(labels);
    default:
        return nop(LAB_CXNOP);
    }
}

static struct lab_text random_text(void)
{
    struct lab_text t = {.path = "random.s"};
    unsigned pairs = 3 + roll(MOST_PAIRS - 3), labels = 1 + roll(MOST_LABELS);
    for (unsigned p = 0; p < pairs; p++)
        for (unsigned dense = roll(2), k = 0; k < 1; k++)
            add_pair(&t, dense ? random_left() : nop(LAB_FINOP),
                     roll(3) ? random_right(labels) : nop(LAB_CXNOP));
    for (unsigned l = 0; l < labels; l++)
        *array_push(&t.labels) =
            (struct lab_label){.name = label_names[l], .pair = l ? roll(pairs) : 0};
    return t;
}

/* ---- the naive checker ---- */

enum { DECIDED = 3, UNITS = 5, REGISTERS = 64, CONDITION = 63, MOST_FOUND = 4096 };
struct found {
    struct lab_hazard at[MOST_FOUND];
    size_t n;
};
struct writer {
    const struct lab_inst *inst;
    uint32_t pair;
    bool left;
    long clock;
};
struct walker {
    const struct lab_text *t;
    struct writer writers[UNITS][REGISTERS]; /* CONDITION of unit 0 */
    struct writer triads[4];                 /* the last ones */
    bool seen[MOST_PAIRS];
    long clock;
    uint32_t pair;
    long jump_in[DECIDED], jump_to[DECIDED]; /* pairs until that jump; 0 = none */
    int quash;                               /* number of quashed pairs from this one on */
    struct found *found;
};

static void note_hazard(struct found *f, struct lab_hazard h)
{
    for (size_t i = 0; i < f->n; i++) {
        const struct lab_hazard *o = &f->at[i];
        if (o->producer == h.producer && o->consumer == h.consumer && o->source == h.source &&
            o->left_producer == h.left_producer && o->left_consumer == h.left_consumer &&
            o->port == h.port)
            return;
    }
    if (f->n < MOST_FOUND)
        f->at[f->n++] = h;
}

static void early(struct walker *w, const struct writer *by, bool left, int source, bool port)
{
    note_hazard(w->found, (struct lab_hazard){.producer = by->pair,
                                              .consumer = w->pair,
                                              .source = source,
                                              .left_producer = by->left,
                                              .left_consumer = left,
                                              .port = port});
}

static struct writer *writer_of(struct walker *w, lab_reg r)
{
    return &w->writers[lab_reg_unit(r)][lab_reg_number(r)];
}

static void reads(struct walker *w, const struct lab_inst *i, bool left, lab_reg r, int source)
{
    const struct writer *by = r ? writer_of(w, r) : &w->writers[0][CONDITION];
    if (by->inst && w->clock - by->clock < lab_distance(ksr1, by->inst, i, source))
        early(w, by, left, source, false);
}

static bool of_two_sources(enum lab_opcode op)
{
    return op != LAB_MOVB8 && op != LAB_ST8;
}

static void reads_all(struct walker *w, const struct lab_inst *i, bool left)
{
    bool test = lab_writes_condition(i->op), jump = i->op == LAB_JMP || i->op == LAB_JSR;
    if (lab_is_nop(i))
        return;
    for (int k = 0; k < 2 && (i->s[0] || test); k++)
        if (i->op != LAB_BCC_QN && i->op != LAB_BCS_QT && i->op != LAB_BCC_QF && !jump &&
            !lab_is_load(i->op) && (k == 0 || of_two_sources(i->op)))
            reads(w, i, left, i->s[k], k);
    if (i->base && !(jump && i->target))
        reads(w, i, left, i->base, LAB_READS_BASE);
    if (lab_reads_destination(i->op))
        reads(w, i, left, i->d, LAB_READS_D);
    if (lab_reads_condition(i->op))
        reads(w, i, left, 0, LAB_READS_CONDITION);
}

static void writes(struct walker *w, const struct lab_inst *i, bool left)
{
    bool condition = lab_writes_condition(i->op);
    if (lab_is_nop(i) || (!i->d && !condition))
        return;
    struct writer *by = condition ? &w->writers[0][CONDITION] : writer_of(w, i->d);
    if (by->inst) {
        long there = by->clock + lab_latency(ksr1, by->inst);
        if (w->clock + lab_latency(ksr1, i) <= there)
            early(w, by, left, LAB_WRITES, false);
    }
    *by = (struct writer){i, w->pair, left, w->clock};
}

static void stores(struct walker *w, const struct lab_inst *left, const struct lab_inst *right)
{
    if (left->op == LAB_FMAD8 || left->op == LAB_FADM8)
        w->triads[w->clock % 4] = (struct writer){left, w->pair, true, w->clock};
    for (int k = 0; k < 4 && right->op == LAB_ST8 && lab_reg_unit(right->s[0]) == LAB_FPU; k++)
        if (w->triads[k].inst && w->clock - w->triads[k].clock < 2)
            early(w, &w->triads[k], false, 0, true);
}

/* Reads, then writes; movb8_8 reads the result of the left half. */
static void run_pair(struct walker *w)
{
    const struct lab_pair *p = &w->t->pairs.at[w->pair];
    bool late = p->right.op == LAB_MOVB8;
    reads_all(w, &p->left, true);
    if (!late)
        reads_all(w, &p->right, false);
    writes(w, &p->left, true);
    if (late)
        reads_all(w, &p->right, false);
    writes(w, &p->right, false);
    stores(w, &p->left, &p->right);
}

/* Returns the pair of a label; -1 = unknown. */
static long pair_of(const struct lab_text *t, const struct lab_inst *i)
{
    for (size_t l = 0; i->target && i->op != LAB_JSR && l < t->labels.n; l++)
        if (strcmp(t->labels.at[l].name, i->target) == 0)
            return t->labels.at[l].pair;
    return -1;
}

static void decide(struct walker *w, const struct lab_inst *i)
{
    bool always = i->op == LAB_JMP || i->op == LAB_JSR, taken = always || roll(2);
    bool qt = i->op == LAB_BCS_QT || i->op == LAB_BEQ_QT, qf = i->op == LAB_BCC_QF;
    if ((taken && qt) || (!taken && qf))
        w->quash = 3;
    if (!taken)
        return;
    int k = 0;
    while (w->jump_in[k])
        k++;
    w->jump_in[k] = 3;
    w->jump_to[k] = pair_of(w->t, i);
}

/* Advances to the next pair. Returns false at the end of the path. */
static bool move_on(struct walker *w)
{
    long next = (long)w->pair + 1;
    if (w->quash)
        w->quash--;
    for (int k = 0; k < DECIDED; k++)
        if (w->jump_in[k] && --w->jump_in[k] == 0)
            next = w->jump_to[k];
    w->clock++;
    w->pair = (uint32_t)next;
    return next >= 0 && next < (long)w->t->pairs.n;
}

static void walk_from(struct walker *w, uint32_t pair, int most)
{
    memset(w->writers, 0, sizeof w->writers);
    memset(w->triads, 0, sizeof w->triads);
    memset(w->jump_in, 0, sizeof w->jump_in);
    w->quash = 0;
    w->pair = pair;
    for (bool on = pair < w->t->pairs.n; on && most-- > 0; on = move_on(w)) {
        w->seen[w->pair] = true;
        if (w->quash)
            continue;
        run_pair(w);
        if (lab_is_branch(w->t->pairs.at[w->pair].right.op))
            decide(w, &w->t->pairs.at[w->pair].right);
    }
}

enum { WALKS = 400, STEPS = 40 };

static void walk_much(struct walker *w, uint32_t pair)
{
    for (int k = 0; k < WALKS; k++)
        walk_from(w, pair, STEPS);
}

static void naive(const struct lab_text *t, struct found *f)
{
    struct walker w = {.t = t, .found = f};
    for (size_t l = 0; l < t->labels.n; l++) {
        walk_much(&w, t->labels.at[l].pair);
        if (strchr(t->labels.at[l].name, '$'))
            walk_much(&w, t->labels.at[l].pair + 2);
    }
    for (uint32_t p = 0; p < t->pairs.n; p++)
        if (t->pairs.at[p].right.op == LAB_JSR)
            walk_much(&w, p + 4);
    for (uint32_t p = 0; p < t->pairs.n; p++)
        if (!w.seen[p])
            walk_much(&w, p);
}

/* ---- comparison ---- */

static bool holds(const struct lab_hazard *at, size_t n, const struct lab_hazard *h)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].producer == h->producer && at[i].consumer == h->consumer &&
            at[i].source == h->source && at[i].left_producer == h->left_producer &&
            at[i].left_consumer == h->left_consumer && at[i].port == h->port)
            return true;
    return false;
}

static void show(const struct lab_text *t, const struct lab_hazard *h, const char *who, int program)
{
    struct arena a = {0};
    printf("# program %d: only %s: %u to %u, %s\n", program, who, (unsigned)h->producer,
           (unsigned)h->consumer, lab_hazard_text(&a, t, h));
    for (uint32_t p = 0; p < t->pairs.n; p++) {
        printf("# %2u ", (unsigned)p);
        for (size_t l = 0; l < t->labels.n; l++)
            if (t->labels.at[l].pair == p)
                printf("%s: ", t->labels.at[l].name);
        lab_pair_print(&t->pairs.at[p], stdout);
        printf("\n");
    }
    arena_free(&a);
}

static bool same(const struct lab_text *t, int program)
{
    static struct found f;
    lab_hazards found = {0};
    bool good = true;
    f.n = 0;
    naive(t, &f);
    lab_check(t, ksr1, &found);
    for (size_t i = 0; good && i < f.n; i++)
        if (!holds(found.at, found.n, &f.at[i])) {
            show(t, &f.at[i], "the naive checker", program);
            good = false;
        }
    for (size_t i = 0; good && i < found.n; i++)
        if (!holds(f.at, f.n, &found.at[i])) {
            show(t, &found.at[i], "lab_check", program);
            good = false;
        }
    array_free(&found);
    return good;
}

static void random_programs(void)
{
    const char *asked = getenv("HAZARDS_PROGRAMS");
    int programs = asked ? atoi(asked) : 500;
    for (int p = 0; p < programs; p++) {
        seed = 0x9e3779b97f4a7c15u * (uint64_t)(p + 1);
        struct lab_text t = random_text();
        bool good = same(&t, p);
        CHECK(good);
        free_text(&t);
        if (!good)
            break;
    }
}

int main(void)
{
    struct arena arena = {0};
    ksr1 = read_test_machine(&arena, "ksr1", NULL, 0);
    TEST(random_programs);
    arena_free(&arena);
    return tests_end();
}
