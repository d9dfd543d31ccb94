/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/touch.h"

#include "gaps/hot/coverage.h"

/* Page faults and times of one row, or of the versions of a source loop. */
struct touch_sum {
    struct quantity faults, kernel; /* seconds of the kernel */
    double seconds;                 /* measured time */
};

static void add_row(struct touch_sum *sum, const struct hotspot *h)
{
    sum->faults = q_add(sum->faults, h->faults);
    sum->kernel = q_add(sum->kernel, h->kernel_seconds);
    sum->seconds += h->seconds;
}

/* Returns the page faults of a loop with that measured time. */
static const struct gap_touch *touch_of(const struct joined_run *j, const struct touch_sum *sum,
                                        struct quantity measured)
{
    struct gap_touch *t = ARENA_NEW(j->a, struct gap_touch);
    t->faults = sum->faults;
    t->cycles = q_div(q_mul(measured, sum->kernel), known(sum->seconds), "the loop has no samples");
    if (is_known(sum->faults) && sum->faults.value == 0)
        t->cycles = known(0);
    t->part = hot_profile_includes_kernel(j->coverage->profile)
                  ? t->cycles
                  : missing("the measured time does not include the kernel, which has a row of "
                            "its own");
    return t;
}

static const struct gap_touch *touch_of_versions(const struct joined_run *j,
                                                 const struct gap_loop *loop)
{
    struct touch_sum sum = {.faults = known(0), .kernel = known(0)};
    for (size_t i = 0; i < j->coverage->n; i++)
        if (j->places[i] == loop->place)
            add_row(&sum, j->coverage->rows[i].hot);
    return touch_of(j, &sum, loop->cpl.measured);
}

void set_touches(struct joined_run *j)
{
    for (size_t i = 0; i < j->coverage->n; i++) {
        struct gap_hot_row *row = &j->coverage->rows[i];
        struct touch_sum sum = {.faults = known(0), .kernel = known(0)};
        add_row(&sum, row->hot);
        if (row->hot->kind == HOTSPOT_LOOP)
            row->loop.touch = touch_of(j, &sum, row->measured);
    }
    for (size_t i = 0; i < j->run->n; i++)
        if (j->run->loops[i].version)
            j->run->loops[i].touch = touch_of_versions(j, &j->run->loops[i]);
}
