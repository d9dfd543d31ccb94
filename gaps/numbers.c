/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/numbers.h"
#include "base/util.h"

#include "facts/doubts.h"

#define MILLION 1e6

const char *const gap_unit_names[GAP_UNITS] = {"cpl", "cpf", "seconds", "mflops"};
const char *const gap_unit_titles[GAP_UNITS] = {
    "cycles per iteration",
    "cycles per floating-point operation",
    "seconds of one processor, summed over threads",
    "MFLOPS of one processor, bounds from above",
};

static struct quantity flops(const struct gap_loop *l)
{
    return is_known(l->tnf) && l->tnf.value == 0
               ? missing("this loop has no essential floating-point operation")
               : l->tnf;
}

static struct quantity iterations(const struct gap_loop *l)
{
    return is_known(l->iterations) && l->iterations.value == 0 ? missing("no iteration was run")
                                                               : l->iterations;
}

struct quantity gap_in_unit(const struct gap_loop *l, struct quantity cpl, enum gap_unit u)
{
    switch (u) {
    case GAP_CPF:
        return q_div(cpl, flops(l), "");
    case GAP_SECONDS:
        return q_div(q_mul(cpl, iterations(l)), l->clock_hz, "the clock stands still");
    case GAP_MFLOPS:
        return is_known(cpl)
                   ? q_div(q_mul(flops(l), l->clock_hz), q_mul(cpl, known(MILLION)), "0 cycles")
                   : cpl;
    case GAP_CPL:
    case GAP_UNITS:
        break;
    }
    return cpl;
}

#define AT(field) offsetof(struct gap_loop, field)
#define OTHER(key, group, field)                                                                   \
    {                                                                                              \
        key, group, NUMBER_OTHER, GAP_CPL, false, AT(field)                                        \
    }
#define OF_THREADS(key, group, field)                                                              \
    {                                                                                              \
        key, group, NUMBER_OTHER, GAP_CPL, true, AT(field)                                         \
    }
#define RUNG(key, group, unit, field)                                                              \
    {                                                                                              \
        key, group, NUMBER_RUNG, unit, true, AT(field)                                             \
    }
#define GAP(key, group, unit, field)                                                               \
    {                                                                                              \
        key, group, NUMBER_GAP, unit, true, AT(field)                                              \
    }
#define PART(key, group, field)                                                                    \
    {                                                                                              \
        key, group, NUMBER_GAP, GAP_CPL, false, AT(field)                                          \
    }
#define RUNGS(group, unit)                                                                         \
    RUNG("m", group, unit, cpl.m), RUNG("ma", group, unit, cpl.ma),                                \
        RUNG("mac", group, unit, cpl.mac), RUNG("macs", group, unit, cpl.macs),                    \
        RUNG("measured", group, unit, cpl.measured)
#define GAPS(group, unit)                                                                          \
    GAP("gap_a", group, unit, gap.a), GAP("gap_c", group, unit, gap.c),                            \
        GAP("gap_s", group, unit, gap.s), GAP("gap_p", group, unit, gap.p)

const struct gap_number gap_numbers[] = {
    {"threads", NULL, NUMBER_THREADS, GAP_CPL, false, 0},
    OF_THREADS("iterations", NULL, iterations),
    OTHER("tnf", NULL, tnf),
    RUNGS(NULL, GAP_CPL),
    GAPS(NULL, GAP_CPL),
    OF_THREADS("m", "share", share.m),
    OF_THREADS("a", "share", share.a),
    OF_THREADS("c", "share", share.c),
    OF_THREADS("s", "share", share.s),
    OF_THREADS("p", "share", share.p),
    OF_THREADS("muf", NULL, muf),
    OTHER("speedup", NULL, speedup),
    OTHER("k", NULL, k),
    OF_THREADS("cycles", NULL, cycles),
    OTHER("time", NULL, time),
    OTHER("balanced", "runtime_bound", balanced),
    OTHER("actual", "runtime_bound", actual),
    OF_THREADS("instances", NULL, instances),
    OF_THREADS("lost", NULL, lost),
    PART("waiting", "gap_p_parts", division.waiting),
    PART("memory", "gap_p_parts", division.memory),
    PART("unexplained", "gap_p_parts", division.rest),
    PART("communication", "gap_p_parts", division.states.part[STATE_COMMUNICATION]),
    PART("timer", "gap_p_parts", division.states.part[STATE_TIMER]),
    PART("disk", "gap_p_parts", division.states.part[STATE_DISK]),
    PART("stopped", "gap_p_parts", division.states.part[STATE_STOPPED]),
    PART("queued", "gap_p_parts", division.states.queued),
    PART("unknown", "gap_p_parts", division.states.part[STATE_UNKNOWN]),
    RUNGS("cpf", GAP_CPF),
    GAPS("cpf", GAP_CPF),
    RUNGS("seconds", GAP_SECONDS),
    GAPS("seconds", GAP_SECONDS),
    RUNGS("mflops", GAP_MFLOPS),
};
const size_t gap_n_numbers = COUNT_OF(gap_numbers);

struct quantity gap_number_in(const struct gap_number *n, const struct gap_loop *l, enum gap_unit u)
{
    if (n->kind == NUMBER_THREADS)
        return l->measured ? known((double)l->threads) : missing(l->iterations.missing);
    struct quantity q = *(const struct quantity *)((const char *)l + n->at);
    if (n->kind == NUMBER_OTHER)
        return q;
    return n->kind == NUMBER_GAP && u == GAP_MFLOPS ? missing("a gap has no MFLOPS")
                                                    : gap_in_unit(l, q, u);
}

struct quantity gap_number(const struct gap_number *n, const struct gap_loop *l)
{
    return gap_number_in(n, l, n->unit);
}

struct gap_loop gap_thread_row(const struct gap_loop *l, const struct gap_thread *t)
{
    struct gap_loop row = {.loop = l->loop, .measured = true, .threads = 1};
    row.tnf = t->tnf;
    row.k = l->k;
    row.clock_hz = l->clock_hz;
    row.iterations = known(t->iterations);
    row.cycles = row.time = known(t->cycles);
    row.instances = t->instances;
    row.lost = t->lost;
    row.cpl = t->cpl;
    row.muf = t->muf;
    row.speedup = row.balanced = row.actual = missing("it is that of all threads");
    row.division = gap_no_division(row.speedup.missing);
    gap_parts_of(&row.cpl, &row.gap, &row.share);
    return row;
}

unsigned gap_doubts_at(size_t at)
{
    static const struct {
        size_t at;
        unsigned numbers;
    } rows[] = {
        {AT(iterations), DOUBT_ITERATIONS},
        {AT(tnf), DOUBT_TNF},
        {AT(k), DOUBT_K},
        {AT(cpl.m), DOUBT_M},
        {AT(cpl.ma), DOUBT_MA},
        {AT(cpl.mac), DOUBT_MAC},
        {AT(cpl.macs), DOUBT_MACS},
        {AT(cpl.measured), DOUBT_TIME},
        {AT(gap.a), DOUBT_M | DOUBT_MA},
        {AT(gap.c), DOUBT_MA | DOUBT_MAC},
        {AT(gap.s), DOUBT_MAC | DOUBT_MACS},
        {AT(gap.p), DOUBT_MACS | DOUBT_TIME},
        {AT(share.m), DOUBT_M | DOUBT_TIME},
        {AT(share.a), DOUBT_M | DOUBT_MA | DOUBT_TIME},
        {AT(share.c), DOUBT_MA | DOUBT_MAC | DOUBT_TIME},
        {AT(share.s), DOUBT_MAC | DOUBT_MACS | DOUBT_TIME},
        {AT(share.p), DOUBT_MACS | DOUBT_TIME},
        {AT(muf), DOUBT_MACS | DOUBT_TIME},
        {AT(cycles), DOUBT_TIME},
        {AT(time), DOUBT_TIME},
        {AT(speedup), DOUBT_SPEEDUP},
        {AT(balanced), DOUBT_MACS | DOUBT_ITERATIONS},
        {AT(actual), DOUBT_MACS | DOUBT_ITERATIONS},
        {AT(division.rest), DOUBT_PARTS | DOUBT_MACS},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].at == at)
            return rows[i].numbers;
    bool part = at >= AT(division) && at < AT(division) + sizeof(struct gap_division);
    return part ? DOUBT_PARTS : 0;
}

unsigned gap_doubts(const struct gap_number *n)
{
    unsigned of_unit = n->unit == GAP_CPF || n->unit == GAP_MFLOPS ? DOUBT_TNF : 0;
    if (n->unit == GAP_SECONDS)
        of_unit = DOUBT_ITERATIONS;
    return n->kind == NUMBER_THREADS ? 0 : gap_doubts_at(n->at) | of_unit;
}
