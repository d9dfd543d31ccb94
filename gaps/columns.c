/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/columns.h"
#include "base/util.h"

#include "facts/doubts.h"
#include "gaps/hot/coverage.h"

#define MILLION 1e6

const char *const gap_unit_names[GAP_UNITS] = {"cpl", "cpf", "seconds", "mflops"};
const char *const gap_unit_titles[GAP_UNITS] = {
    "cycles per iteration",
    "cycles per floating-point operation",
    "seconds of one processor, summed over threads",
    "MFLOPS of one processor; bounds are upper limits",
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
        return q_div(q_mul(cpl, iterations(l)), l->clock_hz, "the clock is 0");
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

/* ---- columns ---- */

static struct quantity thread_count(const struct gap_loop *l)
{
    const struct gap_hot_row *row = l->hot ? l->hot : l->version;
    if (row && row->hot->threads.n > 0)
        return known(row->hot->threads.n);
    if (l->measured && l->threads == 0)
        return missing("the samples of threads are not distinguished");
    return l->measured ? known((double)l->threads) : missing(l->iterations.missing);
}

/* The bounds of a row of a profile are those of a pass of the machine code. */
static struct quantity mac_of(const struct gap_loop *l)
{
    return l->hot ? l->hot->mac : l->cpl.mac;
}

static struct quantity macs_of(const struct gap_loop *l)
{
    return l->hot ? l->hot->macs : l->cpl.macs;
}

static const char no_data[] = "its data accesses were not recorded";

static struct quantity macsd_of(const struct gap_loop *l)
{
    return l->data ? l->data->macsd : missing(no_data);
}

static struct quantity gap_d_of(const struct gap_loop *l)
{
    return l->data ? l->data->gap : missing(no_data);
}

static struct quantity gap_rest_of(const struct gap_loop *l)
{
    return l->data ? l->data->rest : missing(no_data);
}

static struct quantity estimate_of(const struct gap_loop *l)
{
    return l->data ? l->data->estimate : missing(no_data);
}

static const struct gap_touch *touch_of(const struct gap_loop *l)
{
    static const char why[] = "it is no loop of a sampled run";
    static const struct gap_touch none = {{.missing = why}, {.missing = why}, {.missing = why}};
    return l->touch ? l->touch : &none;
}

static struct quantity gap_s_of(const struct gap_loop *l)
{
    return l->hot ? gap_between(l->hot->mac, l->hot->macs) : l->gap.s;
}

#define SHOW(table, ID, when)
#define COLUMN(kind, ID, key, group, range, threads, heading, meaning, value, doubts)              \
    static struct quantity value_of_##ID(const struct gap_run *run, const struct gap_loop *l) {    \
        (void)run;                                                                                 \
        return value;                                                                              \
    }
#include "gaps/columns.def"
#undef COLUMN

enum { ALL = false, EACH = true };
const struct gap_column gap_columns[GAP_COLUMNS] = {
#define COLUMN(kind, ID, key, group, range, threads, heading, meaning, value, doubts)              \
    {GAP_##ID, GAP_COLUMN_##kind, key, group, threads, heading, meaning, value_of_##ID, doubts},
#include "gaps/columns.def"
#undef COLUMN
};

struct quantity gap_column_value(const struct gap_column *c, const struct gap_run *run,
                                 const struct gap_loop *l, enum gap_unit u)
{
    struct quantity q = c->of(run, l);
    if (c->kind == GAP_COLUMN_NUMBER || c->kind == GAP_COLUMN_SHARE)
        return q;
    return c->kind != GAP_COLUMN_RUNG && u == GAP_MFLOPS ? missing("a gap has no MFLOPS")
                                                         : gap_in_unit(l, q, u);
}

unsigned gap_column_doubts(const struct gap_column *c, enum gap_unit u)
{
    static const unsigned of_unit[GAP_UNITS] = {
        [GAP_CPF] = DOUBT_TNF, [GAP_SECONDS] = DOUBT_ITERATIONS, [GAP_MFLOPS] = DOUBT_TNF};
    bool converted = c->kind != GAP_COLUMN_NUMBER && c->kind != GAP_COLUMN_SHARE;
    return c->doubts | (converted ? of_unit[u] : 0);
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
    row.speedup = row.balanced = row.actual = missing("this value is that of all threads");
    row.division = gap_no_division(row.speedup.missing);
    gap_parts_of(&row.cpl, &row.gap, &row.share);
    return row;
}

/* ---- keys ---- */

#define KEY(unit, ID, group) {&gap_columns[GAP_##ID], unit, group},
#define IGNORED(unit, ID, group)
#define CONVERTED_NUMBER IGNORED
#define CONVERTED_SHARE IGNORED
#define CONVERTED_PART IGNORED
#define CONVERTED_RUNG KEY
#define CONVERTED_GAP KEY
#define RATE_NUMBER IGNORED
#define RATE_SHARE IGNORED
#define RATE_PART IGNORED
#define RATE_RUNG KEY
#define RATE_GAP IGNORED

const struct gap_key gap_keys[] = {
#define COLUMN(kind, ID, key, group, ...) KEY(GAP_CPL, ID, group)
#include "gaps/columns.def"
#undef COLUMN
#define COLUMN(kind, ID, ...) CONVERTED_##kind(GAP_CPF, ID, "cpf")
#include "gaps/columns.def"
#undef COLUMN
#define COLUMN(kind, ID, ...) CONVERTED_##kind(GAP_SECONDS, ID, "seconds")
#include "gaps/columns.def"
#undef COLUMN
#define COLUMN(kind, ID, ...) RATE_##kind(GAP_MFLOPS, ID, "mflops")
#include "gaps/columns.def"
#undef COLUMN
};
const size_t gap_n_keys = COUNT_OF(gap_keys);

const char *gap_key_name(struct arena *a, const struct gap_key *k, const char *separator)
{
    return k->group ? arena_printf(a, "%s%s%s", k->group, separator, k->column->key)
                    : k->column->key;
}

struct quantity gap_key_value(const struct gap_key *k, const struct gap_run *run,
                              const struct gap_loop *l)
{
    return gap_column_value(k->column, run, l, k->unit);
}

/* ---- tables for people ---- */

#undef SHOW
/* The columns of each table in order, table by table. */
static const struct layout_column {
    enum gap_layout layout;
    enum gap_column_id column;
    /* The table has the column if one of its rows is of a measured run, has a known value, a value
     * above 0, or a gap P divided by counters, by samples of the process monitor, or by either. */
    enum when { ALWAYS, MEASURED, KNOWN, ABOVE_0, COUNTERS, SAMPLES, EITHER } when;
} layout_columns[] = {
#define COLUMN(kind, ID, ...)
#define SHOW(layout, ID, when) {GAP_LAYOUT_##layout, GAP_##ID, when},
#include "gaps/columns.def"
#undef COLUMN
#undef SHOW
};

static bool has_counters(const struct gap_loop *l)
{
    return is_known(l->division.waiting) || is_known(l->division.memory);
}

static bool has_samples(const struct gap_loop *l)
{
    return state_samples(&l->division.states.counts) > 0;
}

bool gap_is_divided(const struct gap_loop *l)
{
    return has_counters(l) || has_samples(l);
}

static bool needs_column(const struct gap_run *run, const struct gap_loop *l,
                         const struct layout_column *c)
{
    struct quantity q = gap_columns[c->column].of(run, l);
    switch (c->when) {
    case ALWAYS:
        break;
    case MEASURED:
        return run->run != NULL;
    case KNOWN:
        return is_known(q);
    case ABOVE_0:
        return is_known(q) && q.value > 0;
    case COUNTERS:
        return has_counters(l);
    case SAMPLES:
        return has_samples(l);
    case EITHER:
        return gap_is_divided(l);
    }
    return true;
}

static bool has_unit(const struct gap_column *c, enum gap_unit u)
{
    return u != GAP_MFLOPS || (c->kind != GAP_COLUMN_GAP && c->kind != GAP_COLUMN_PART);
}

void gap_layout_add_row(struct gap_layout_columns *c, enum gap_layout layout,
                        const struct gap_run *run, const struct gap_loop *l, enum gap_unit u)
{
    size_t place = 0;
    c->n = 0;
    for (size_t i = 0; i < COUNT_OF(layout_columns); i++) {
        const struct layout_column *one = &layout_columns[i];
        const struct gap_column *column = &gap_columns[one->column];
        if (one->layout != layout)
            continue;
        bool *shown = &c->shown[place++];
        *shown |= has_unit(column, u) && needs_column(run, l, one);
        if (*shown)
            c->at[c->n++] = column;
    }
}

struct quantity gap_column_shown(const struct gap_column *c, const struct gap_run *run,
                                 const struct gap_loop *l, enum gap_unit u)
{
    struct quantity q = gap_column_value(c, run, l, u);
    return c->kind == GAP_COLUMN_SHARE ? q_mul(q, known(100)) : q;
}
