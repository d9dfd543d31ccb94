/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reuse distances: a stack of lines, last accessed first. The upper lines of the stack are in a
 * list; the others are in a tree by the time of their last access. */
#include "counts/runtime/records.h"

enum { TIMES_LEAST = 1024, KEY_BITS = 42 };

/* ---- hashes ---- */

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= UINT64_C(0x7fb5d329728ea185);
    x ^= x >> 27;
    x *= UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

static bool is_followed(const struct reuse *r, uint64_t hash)
{
    return r->shift == 0 || hash >> (64 - r->shift) == 0;
}

static uint64_t line_of(uint64_t key)
{
    return key & ((UINT64_C(1) << KEY_BITS) - 1);
}

/* Returns the slot of the line: its key is not that of the line if there is none. */
static uint32_t find_slot(const struct reuse *r, uint64_t line, uint64_t hash)
{
    uint32_t i = (uint32_t)hash & (REUSE_SLOTS - 1);
    uint64_t key = r->burst | line;
    while (r->slots[i].key != key && (r->slots[i].key & ~line_of(UINT64_MAX)) == r->burst)
        i = (i + 1) & (REUSE_SLOTS - 1);
    return i;
}

/* ---- the tree ---- */

static void add_to_tree(struct reuse *r, uint32_t time, uint32_t value)
{
    for (; time <= r->times; time += time & -time)
        r->tree[time] += value;
}

/* Returns the number of lines up to that time. */
static uint32_t sum_of_tree(const struct reuse *r, uint32_t time)
{
    uint32_t sum = 0;
    for (; time; time &= time - 1)
        sum += r->tree[time];
    return sum;
}

static void clear_tree(struct reuse *r, uint32_t times)
{
    r->times = times;
    r->now = r->n_old = 0;
    for (uint32_t i = 0; i <= times; i++) {
        r->tree[i] = 0;
        r->slot_at[i] = REUSE_SLOTS;
    }
}

/* Adds the line of a slot at the next time. Requires a free time. */
static void add_old(struct reuse *r, uint32_t slot)
{
    uint32_t time = ++r->now;
    r->slots[slot].time = time;
    r->slot_at[time] = slot;
    r->n_old++;
    add_to_tree(r, time, 1);
}

static void remove_old(struct reuse *r, uint32_t time)
{
    r->slot_at[time] = REUSE_SLOTS;
    r->n_old--;
    add_to_tree(r, time, (uint32_t)-1);
}

/* Renumbers the times of the old lines from 1, and has at least as many free times. */
static void renumber(struct reuse *r)
{
    uint32_t last = r->now, n = 0, times = TIMES_LEAST;
    for (uint32_t t = 1; t <= last; t++)
        if (r->slot_at[t] != REUSE_SLOTS) {
            uint32_t slot = r->slot_at[t];
            r->slots[slot].time = ++n;
            r->slot_at[n] = slot;
        }
    while (times < 4 * n && times < REUSE_TIMES)
        times *= 2;
    r->times = times;
    r->now = r->n_old = n;
    for (uint32_t t = 0; t <= times; t++) {
        r->tree[t] = t && t <= n;
        if (t > n)
            r->slot_at[t] = REUSE_SLOTS;
    }
    for (uint32_t t = 1; t <= times; t++) {
        uint32_t next = t + (t & -t);
        if (next <= times)
            r->tree[next] += r->tree[t];
    }
}

/* ---- recent lines ---- */

static void put_first(struct reuse *r, uint32_t from, uint64_t line, uint32_t slot)
{
    for (uint32_t i = from; i > 0; i--) {
        r->recent[i] = r->recent[i - 1];
        r->recent_slot[i] = r->recent_slot[i - 1];
    }
    r->recent[0] = line;
    r->recent_slot[0] = slot;
}

/* Adds a line that is not among the recent ones; the last of these becomes old. */
static void add_recent(struct reuse *r, uint64_t line, uint32_t slot)
{
    r->slots[slot].time = 0;
    if (r->n_recent < REUSE_RECENT) {
        r->n_recent++;
    } else {
        if (r->now == r->times)
            renumber(r);
        add_old(r, r->recent_slot[REUSE_RECENT - 1]);
    }
    put_first(r, r->n_recent - 1, line, slot);
}

/* ---- the rate ---- */

/* Adds a line to the table. Returns its slot. */
static uint32_t move_slot(struct reuse *r, uint64_t line, uint16_t since)
{
    uint32_t slot = find_slot(r, line, mix(line));
    r->slots[slot].key = r->burst | line;
    r->slots[slot].time = 0;
    r->slots[slot].since = since;
    r->n++;
    return slot;
}

/* Halves the rate, and forgets the lines that are not followed any more. */
static void halve_rate(struct reuse *r)
{
    uint32_t n = 0, n_recent = 0;
    uint16_t recent_since[REUSE_RECENT];
    r->shift++;
    renumber(r);
    for (uint32_t i = 0; i < r->n_recent; i++)
        recent_since[i] = r->slots[r->recent_slot[i]].since;
    for (uint32_t t = 1; t <= r->n_old; t++) {
        const struct reuse_slot *old = &r->slots[r->slot_at[t]];
        uint64_t line = line_of(old->key);
        r->kept[n] = line;
        r->kept_since[n] = old->since;
        n += is_followed(r, mix(line));
    }
    for (uint32_t i = 0; i < REUSE_SLOTS; i++)
        r->slots[i].key = 0;
    r->n = 0;
    for (uint32_t i = 0; i < n; i++)
        r->slot_at[i + 1] = move_slot(r, r->kept[i], r->kept_since[i]);
    for (uint32_t t = n + 1; t <= r->n_old; t++)
        r->slot_at[t] = REUSE_SLOTS;
    r->now = n;
    for (uint32_t i = 0; i < r->n_recent; i++)
        if (is_followed(r, mix(r->recent[i]))) {
            r->recent[n_recent] = r->recent[i];
            r->recent_slot[n_recent++] = move_slot(r, r->recent[i], recent_since[i]);
        }
    r->n_recent = n_recent;
    renumber(r);
}

/* ---- accesses ---- */

void reuse_begin(struct reuse *r, uint64_t burst)
{
    const uint64_t most = UINT64_C(1) << (64 - KEY_BITS);
    uint64_t number = burst % (most - 1) + 1;
    r->burst = number << KEY_BITS;
    if (number == 1)
        for (uint32_t i = 0; i < REUSE_SLOTS; i++)
            r->slots[i].key = 0;
    r->shift = r->n = r->n_recent = 0;
    clear_tree(r, TIMES_LEAST);
}

uint64_t reuse_lines(const struct reuse *r)
{
    return (uint64_t)r->n << r->shift;
}

static struct reuse_result add_line(struct reuse *r, uint64_t line, uint64_t hash)
{
    struct reuse_result result = {.searched = true, .followed = true, .distance = reuse_lines(r)};
    while (r->n >= REUSE_LINES)
        halve_rate(r);
    if (!is_followed(r, hash))
        return (struct reuse_result){.searched = true};
    uint32_t slot = find_slot(r, line, hash);
    r->slots[slot].key = r->burst | line;
    r->n++;
    add_recent(r, line, slot);
    result.slot = slot;
    return result;
}

static struct reuse_result access_recent(struct reuse *r, uint32_t i)
{
    put_first(r, i, r->recent[i], r->recent_slot[i]);
    return (struct reuse_result){.followed = true,
                                 .known = true,
                                 .distance = (uint64_t)i << r->shift,
                                 .slot = r->recent_slot[0]};
}

struct reuse_result reuse_access(struct reuse *r, uint64_t line)
{
    uint64_t hash = mix(line);
    if (!is_followed(r, hash))
        return (struct reuse_result){.followed = false};
    for (uint32_t i = 0; i < r->n_recent; i++)
        if (r->recent[i] == line)
            return access_recent(r, i);
    uint32_t slot = find_slot(r, line, hash);
    if (r->slots[slot].key != (r->burst | line))
        return add_line(r, line, hash);
    uint32_t time = r->slots[slot].time;
    uint64_t later = r->n_old - sum_of_tree(r, time) + r->n_recent;
    remove_old(r, time);
    add_recent(r, line, slot);
    return (struct reuse_result){.followed = true,
                                 .known = true,
                                 .searched = true,
                                 .distance = later << r->shift,
                                 .slot = slot};
}

/* ---- stores ---- */

uint32_t reuse_bin(uint64_t lines)
{
    if (lines < 16)
        return (uint32_t)lines;
    uint32_t log = 63 - (uint32_t)__builtin_clzll(lines);
    uint32_t bin = 16 + (log - 4) * 8 + (uint32_t)(lines >> (log - 3) & 7);
    return bin < 240 ? bin : 239;
}

struct reuse_since reuse_since_store(struct reuse *r, const struct reuse_result *x, bool stores)
{
    uint16_t *since = &r->slots[x->slot].since;
    uint32_t before = x->known ? *since : REUSE_UNKNOWN;
    uint32_t bin = reuse_bin(x->distance), unknown = before & REUSE_UNKNOWN;
    if (bin < before - unknown)
        bin = before - unknown;
    *since = (uint16_t)(stores ? 0 : bin | unknown);
    return (struct reuse_since){.known = !unknown, .bin = bin};
}
