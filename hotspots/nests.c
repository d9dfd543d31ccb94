/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/nests-inside.h"
#include "base/util.h"
#include "counts/streams.h"

#include <stdlib.h>
#include <string.h>

enum { SEGMENT_SAMPLES = 8, SAMPLES_MOST = 4096, NEAR = 4096 };

struct nest_record *nest_begin(struct arena *a, const struct nest_code *c)
{
    struct nest_record *r = ARENA_NEW(a, struct nest_record);
    *r = (struct nest_record){.arena = a, .code = c, .level = -1};
    r->refs = ARENA_ARRAY(a, struct nest_ref_state, c->n_refs + 1);
    for (size_t i = 0; i < c->n_refs; i++)
        r->refs[i].conditional = c->refs[i].masked;
    return r;
}

double nest_passes(const struct nest_record *r)
{
    return (double)r->passes;
}

static int innermost(const struct nest_record *r)
{
    return r->code->n_levels - 1;
}

void nest_process(struct nest_record *r)
{
    for (size_t i = 0; i < r->code->n_refs; i++) {
        size_t n = r->n_processes;
        *ARENA_PUSH(r->arena, r->refs[i].ranges, n) = (struct nest_range){UINT64_MAX, 0};
    }
    r->n_processes++;
}

static void clear_pass(struct nest_record *r)
{
    for (size_t i = 0; i < r->code->n_refs; i++)
        r->refs[i].times = 0;
}

void nest_segment(struct nest_record *r)
{
    r->level = -1;
    r->fresh = true;
    r->begun = false;
    r->segment_samples = 0;
    for (int k = 0; k < r->code->n_levels; k++) {
        r->levels[k].known = false;
        for (size_t i = 0; i < r->code->n_refs; i++)
            r->refs[i].last[k].known = false;
    }
    clear_pass(r);
}

/* ---- differences ---- */

static bool is_executed(const struct nest_record *r, size_t i)
{
    return r->refs[i].times > 0;
}

/* Computes the difference per pass of the loop since the last access. Returns false if there was
 * none in this execution, or no pass since. */
static bool find_difference(const struct nest_record *r, size_t i, int k, int64_t *bytes,
                            bool *whole)
{
    const struct nest_place *last = &r->refs[i].last[k];
    const struct nest_level_state *now = &r->levels[k];
    if (!is_executed(r, i) || !last->known || last->execution != now->execution ||
        now->pass <= last->pass)
        return false;
    int64_t passes = (int64_t)(now->pass - last->pass);
    int64_t difference = (int64_t)(r->refs[i].address - last->address);
    *bytes = difference / passes;
    *whole = *bytes * passes == difference;
    return true;
}

/* Returns whether all references that advanced so far, of which there is one, have another
 * difference: control left the outermost loop and entered it again. */
static bool is_reentered(const struct nest_record *r)
{
    size_t advancing = 0;
    for (size_t i = 0; !r->continues && i < r->code->n_refs; i++) {
        const struct nest_stride *s = &r->refs[i].strides[0];
        int64_t bytes;
        bool whole;
        if (s->varies || s->n == 0 || s->bytes == 0 || !find_difference(r, i, 0, &bytes, &whole))
            continue;
        if (whole && bytes == s->bytes)
            return false;
        advancing++;
    }
    return advancing > 0;
}

static void add_difference(struct nest_stride *s, int64_t bytes, bool whole)
{
    if (s->n == 0)
        s->bytes = bytes;
    if (whole && bytes == s->bytes)
        s->n++;
    else
        s->varies = true;
}

static void keep_places(struct nest_record *r, int k)
{
    const struct nest_level_state *now = &r->levels[k], none = {.known = false};
    const struct nest_level_state *outer = k > 0 ? now - 1 : &none;
    for (size_t i = 0; i < r->code->n_refs; i++)
        if (is_executed(r, i))
            r->refs[i].last[k] = (struct nest_place){true,      r->refs[i].address, now->execution,
                                                     now->pass, outer->execution,   outer->pass};
}

/* Ends a completely recorded execution of a loop. */
static void end_execution(struct nest_level_state *l, uint64_t passes)
{
    if (l->known && passes > 0) {
        l->least = l->complete == 0 || passes < l->least ? passes : l->least;
        l->most = passes > l->most ? passes : l->most;
        l->complete++;
    }
}

static void enter_level(struct nest_level_state *l, bool known)
{
    l->execution++;
    l->pass = 0;
    l->known = known;
    l->worked = false;
}

/* Compares the accesses of this pass with those of an earlier pass of the loop. */
static void compare_level(struct nest_record *r, int k)
{
    struct nest_level_state *now = &r->levels[k];
    if (k == 0 && is_reentered(r)) {
        r->reentered++;
        end_execution(now, now->pass);
        enter_level(now, true);
    }
    bool compared = false;
    for (size_t i = 0; i < r->code->n_refs; i++) {
        int64_t bytes;
        bool whole;
        if (!find_difference(r, i, k, &bytes, &whole))
            continue;
        add_difference(&r->refs[i].strides[k], bytes, whole);
        compared = true;
    }
    r->evenly += compared && k == 0;
    keep_places(r, k);
}

/* ---- passes ---- */

/* Returns the outermost level from which inward all loops began with the present pass. */
static int based_level(const struct nest_record *r)
{
    int k = r->code->n_levels;
    while (k > 0 && r->levels[k - 1].pass == 0 && r->levels[k - 1].known)
        k--;
    return k;
}

/* Classifies the begin of an execution of the analysed loop; wrap: the difference from the end of
 * the one before. */
static void add_continuation(struct nest_ref_state *s, int64_t wrap, int64_t stride)
{
    int64_t beyond = wrap - stride;
    if (beyond == 0)
        s->continued++;
    else if ((beyond > 0) == (stride > 0))
        s->farther++;
    else
        s->nearer++;
}

/* Computes the difference from the last access in an execution of a loop to the first one in the
 * next execution, in the next pass of the loop around it. Returns false if there is none. */
static bool find_wrap(const struct nest_record *r, size_t i, int k, int64_t *wrap)
{
    const struct nest_place *last = &r->refs[i].last[k];
    const struct nest_level_state *outer = &r->levels[k - 1];
    *wrap = (int64_t)(r->refs[i].address - last->address);
    return is_executed(r, i) && last->known && last->outer_execution == outer->execution &&
           last->outer_pass + 1 == outer->pass;
}

/* Returns whether a reference of the analysed loop continues near the end of the execution before.
 */
static bool is_continuing(const struct nest_record *r)
{
    int k = innermost(r);
    for (size_t i = 0; k > 0 && i < r->code->n_refs; i++) {
        int64_t wrap, stride = r->refs[i].strides[k].bytes;
        if (stride != 0 && find_wrap(r, i, k, &wrap) && (wrap > 0) == (stride > 0) &&
            llabs(wrap) >= llabs(stride) && llabs(wrap) - llabs(stride) < NEAR)
            return true;
    }
    return false;
}

/* Compares the begin of an execution of a loop with the end of the one before. */
static void compare_ends(struct nest_record *r, int k)
{
    if (k == 0 || r->levels[k - 1].pass == 0 || (based_level(r) <= 1 && is_reentered(r)))
        return;
    for (size_t i = 0; i < r->code->n_refs; i++) {
        struct nest_ref_state *s = &r->refs[i];
        int64_t wrap;
        if (!find_wrap(r, i, k, &wrap))
            continue;
        add_difference(&s->wraps[k], wrap, true);
        if (k == innermost(r) && s->strides[k].n > 0)
            add_continuation(s, wrap, s->strides[k].bytes);
    }
}

static void keep_sample(struct nest_record *r)
{
    if (r->segment_samples >= SEGMENT_SAMPLES || r->n_samples >= SAMPLES_MOST)
        return;
    r->segment_samples++;
    struct nest_sample s = {r->n_processes - 1, based_level(r), NULL};
    s.addresses = ARENA_ARRAY(r->arena, uint64_t, r->code->n_refs + 1);
    for (size_t i = 0; i < r->code->n_refs; i++)
        s.addresses[i] = is_executed(r, i) ? r->refs[i].address : 0;
    *ARENA_PUSH(r->arena, r->samples, r->n_samples) = s;
}

/* Ends a pass of the analysed loop; whole: by the begin of the next one. */
static void end_pass(struct nest_record *r, bool whole)
{
    int last = innermost(r), outermost = based_level(r) - 1;
    bool first = r->levels[last].pass == 0;
    for (size_t i = 0; r->begun && whole && i < r->code->n_refs; i++) {
        r->refs[i].conditional |= r->refs[i].times == 0;
        r->refs[i].repeated |= r->refs[i].times > 1;
    }
    r->passes += r->begun && r->levels[last].worked;
    r->continues = first && is_continuing(r);
    for (int k = last; k >= 0 && k >= outermost; k--) {
        if (r->levels[k].pass == 0)
            compare_ends(r, k);
        compare_level(r, k);
    }
    if (first || r->levels[last].pass == 0)
        keep_sample(r);
    clear_pass(r);
}

/* ---- events ---- */

/* Control left the loops of levels above `level`. */
static void leave_loops(struct nest_record *r, int level)
{
    for (int k = r->level; k > level; k--) {
        struct nest_level_state *l = &r->levels[k];
        if (k == innermost(r))
            end_pass(r, false);
        end_execution(l, l->pass + l->worked);
        l->known = false;
    }
}

static void begin_pass(struct nest_record *r, int k)
{
    struct nest_level_state *l = &r->levels[k];
    if (k == innermost(r)) {
        end_pass(r, true);
        r->begun = true;
    }
    l->pass++;
    l->worked = false;
}

/* Returns the innermost loop, of those that contain the last event, whose pass begins; -1 = none.
 */
static int find_next_pass(const struct nest_record *r, const struct nest_part *p)
{
    int k = r->level < p->level ? r->level : p->level;
    while (k >= 0 && !(p->begins >> k & 1))
        k--;
    return k;
}

static void add_accesses(struct nest_record *r, const struct nest_part *p,
                         const uint64_t *addresses)
{
    for (uint32_t i = 0; i < p->n; i++) {
        struct nest_ref_state *s = &r->refs[p->first + i];
        struct nest_range *range = &s->ranges[r->n_processes - 1];
        if (addresses[i] == STREAM_NO_ADDRESS)
            continue;
        if (s->times++ == 0)
            s->address = addresses[i];
        range->low = addresses[i] < range->low ? addresses[i] : range->low;
        range->high = addresses[i] > range->high ? addresses[i] : range->high;
    }
    if (p->n)
        r->levels[innermost(r)].worked = true;
}

void nest_event(struct nest_record *r, uint32_t part, const uint64_t *addresses)
{
    const struct nest_part *p = &r->code->parts[part];
    int next = find_next_pass(r, p);
    leave_loops(r, p->level);
    if (next >= 0)
        begin_pass(r, next);
    for (int k = r->level + 1; k <= p->level; k++) {
        bool begins = p->begins >> k & 1;
        enter_level(&r->levels[k], begins && !r->fresh);
        if (k > 0)
            r->levels[k - 1].worked = true;
        if (k == innermost(r))
            r->begun = begins;
    }
    r->level = p->level;
    r->fresh = false;
    add_accesses(r, p, addresses);
}
