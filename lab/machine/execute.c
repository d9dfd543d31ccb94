/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a cell. Assumptions: one pair per clock; a pair waits as a whole for its memory access;
 * quashed pairs take their clock; a store is visible to all as soon as its cell has executed it.
 * Floating-point arithmetic is the host's: IEEE double, rounded to nearest, no traps. */
#include "lab/machine/code.h"
#include "lab/machine/execute.h"
#include "lab/machine/hazards.h"
#include "lab/machine/profile.h"
#include "base/bits.h"

#include <math.h>
#include <string.h>

static const uint64_t ADDRESSES = (UINT64_C(1) << 40) - 1, SIGN_BIT = UINT64_C(1) << 63;
enum { CLOCKS_A_TICK = 8, RETURN_BYTES = 32 /* from a call's pair to its return address */ };
enum { LONG_AGO = 1000 /* pairs */ };

/* ---- numbers ---- */

static inline uint64_t word8(const uint8_t *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline uint32_t word4(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static inline void store_word4(uint8_t *at, uint32_t word)
{
    memcpy(at, &word, sizeof word);
}

/* Truncates; values out of range, and NaN, give the smallest number, as on most hosts. */
static inline uint64_t to_integer(double x)
{
    bool fits = x > -9223372036854775809.0 && x < 9223372036854775808.0;
    return fits ? (uint64_t)(int64_t)x : SIGN_BIT;
}

static inline uint64_t divide_integers(uint64_t a, uint64_t b)
{
    return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
}

/* Shifts left for n > 0, else arithmetically right. */
static inline uint64_t shift_word(uint64_t x, int64_t n)
{
    if (n >= 64)
        return 0;
    if (n >= 0)
        return x << n;
    return (uint64_t)((int64_t)x >> (n < -63 ? 63 : -n));
}

/* ---- memory ---- */

/* Returns whether the data subcache holds the subblock, writable if required. */
static inline bool subcache_hits(struct cell *c, uint64_t address, bool writable, bool write)
{
    uint64_t tag = address / SUBCACHE_BLOCK;
    struct subcache_block *b = c->data.at[tag % SUBCACHE_SETS];
    uint32_t bit = UINT32_C(1) << address / SUBCACHE_SUBBLOCK % 32;
    b += b->tag != tag;
    if (b->tag != tag || !(b->present & (writable ? b->writable : bit) & bit))
        return false;
    if (write)
        b->dirty |= bit;
    return true;
}

/* ---- the loop ---- */

#define A r[s->a]
#define B (r[s->b] + (uint64_t)s->imm)
#define D r[s->d]
#define FA double_of(r[s->a])
#define FB double_of(r[s->b])
#define FD double_of(r[s->d])
#define SET_F(x) D = double_bits(x)

#define LEAVE(state)                                                                               \
    do {                                                                                           \
        c->clock = clock;                                                                          \
        c->next = s;                                                                               \
        return state;                                                                              \
    } while (0)
#define STOP_AT_LIMIT                                                                              \
    if (clock >= limit)                                                                            \
    LEAVE(CELL_READY)
#define FAULT_AT(why, address) LEAVE(execute_fault(c, s, FAULT_##why, address))

/* Either the chip handles the access, or `at` points to the bytes. */
#define TOUCH(size, what, writable, write)                                                         \
    uint64_t address = (A + (uint64_t)s->imm) & ADDRESSES;                                         \
    uint8_t *at = memory + address;                                                                \
    STOP_AT_LIMIT;                                                                                 \
    if (address % size || !(perfect ? memory_is_valid(c->memory, address)                          \
                                    : subcache_hits(c, address, writable, write))) {               \
        c->clock = clock;                                                                          \
        c->next = s;                                                                               \
        enum cell_state miss = execute_miss(c, address, size, REQUEST_##what,                      \
                                            granted && s == granted && clock == started);          \
        if (miss != CELL_READY)                                                                    \
            return miss;                                                                           \
        clock = c->clock;                                                                          \
        if (address >= LAB_CHIP)                                                                   \
            break;                                                                                 \
    }                                                                                              \
    if (watched && c->watch)                                                                       \
    execute_trace(c, address, size, write, clock)
#define LOAD(size, what) TOUCH(size, what, REQUEST_##what == REQUEST_READ_EX, false)
#define STORE(size) TOUCH(size, WRITE, true, true)

#define CONTROL(what, sends_request)                                                               \
    uint64_t address = (A + (uint64_t)s->imm) & ADDRESSES;                                         \
    STOP_AT_LIMIT;                                                                                 \
    c->clock = clock;                                                                              \
    c->next = s;                                                                                   \
    enum cell_state state_of_control = execute_control(c, address, what, sends_request);           \
    clock += s->ends;                                                                              \
    s++;                                                                                           \
    if (state_of_control != CELL_READY)                                                            \
    LEAVE(state_of_control)

#define KEEP_TARGET(back)                                                                          \
    uint64_t address = (A + (uint64_t)s->imm) & ADDRESSES;                                         \
    c->after = code_at(c->code, address);                                                          \
    c->after_subblock = (uint32_t)((address - LAB_TEXT) / SUBCACHE_SUBBLOCK);                      \
    if (!c->after)                                                                                 \
        FAULT_AT(JUMP, address);                                                                   \
    if (watched && c->watch)                                                                       \
    c->watch->jump(c->watch->to, c->number, address, back, clock)

#define PASS(pairs)                                                                                \
    clock += pairs;                                                                                \
    if (watched && c->hazards)                                                                     \
    hazards_pass(c, pairs)

#define FETCHED(subblock)                                                                          \
    if (!c->fetched[subblock] && !(s == granted && clock == started))                              \
    LEAVE(execute_fetch(c, subblock, clock))

#define HOST_ROUTINE                                                                               \
    c->clock = clock;                                                                              \
    enum cell_state host = execute_host(c, s->host);                                               \
    clock = c->clock;                                                                              \
    if (host != CELL_READY)                                                                        \
        LEAVE(host);                                                                               \
    if (watched && c->hazards)                                                                     \
        hazards_pass(c, LONG_AGO);                                                                 \
    clock += s->ends;                                                                              \
    s++

/* Returns whether the cell continues with the access whose request was answered. */
static bool retries_access(const struct cell *c)
{
    return c->answered && c->request.kind <= REQUEST_FETCH;
}

static inline __attribute__((always_inline)) enum cell_state
run(struct cell *c, const uint64_t limit, const bool perfect, const bool watched)
{
    uint64_t *const r = c->r;
    uint8_t *const memory = c->memory->bytes;
    const struct step *s = c->next, *const granted = retries_access(c) ? s : NULL;
    uint64_t clock = c->clock;
    const uint64_t started = clock;
    c->answered = false;
    for (;;) {
        if (watched && c->hazards && s->ends && !hazards_pair(c, s))
            LEAVE(CELL_FAULTED);
        if (watched && c->profile)
            profile_step(c, s, clock);
        switch ((enum step_kind)s->kind) {
#define STEP(NAME, ...)                                                                            \
    case STEP_##NAME: {                                                                            \
        __VA_ARGS__;                                                                               \
        break;                                                                                     \
    }
#define FREE_STEP(NAME, ...)                                                                       \
    case STEP_##NAME: {                                                                            \
        __VA_ARGS__;                                                                               \
        continue;                                                                                  \
    }
#include "lab/machine/steps.def"
        default:
            __builtin_unreachable();
        }
        clock += s->ends;
        s++;
    }
}

static enum cell_state run_perfect(struct cell *c, uint64_t limit)
{
    return run(c, limit, true, false);
}

static enum cell_state run_cached(struct cell *c, uint64_t limit)
{
    return run(c, limit, false, false);
}

static enum cell_state run_watched(struct cell *c, uint64_t limit)
{
    return c->perfect ? run(c, limit, true, true) : run(c, limit, false, true);
}

enum cell_state cell_run(struct cell *c, uint64_t limit)
{
    if (c->watch || c->hazards || c->profile)
        return run_watched(c, limit);
    return c->perfect ? run_perfect(c, limit) : run_cached(c, limit);
}
