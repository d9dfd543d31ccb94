/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the memory system of the simulated KSR1: latencies derived by hand, and random requests
 * compared with a naive model of the states. */
#include "lab/machine/protocol.h"
#include "base/util.h"
#include "lab/machine/parameters.h"

#include "base/arena.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

/* Checks a number of clocks or events, which must be exact. */
#define SAME(got, want) CHECK_NEAR((double)(want), (double)(got), 0)

enum { TEXT = 65536, PAGE = LAB_PAGE, MAX_CELLS = 40 };

/* Cells whose requests the test issues, without a program. */
struct bench {
    struct parameters p;
    struct cell *cells;
    struct allcache *a;
    unsigned n;
    bool back[MAX_CELLS], answered[MAX_CELLS]; /* cells that no longer wait */
};

/* Returns parameters with round times: a hop 2.5 clocks, a tour 85, a header 3.5, a packet 8.5: 10
 * slots of 8.5 clocks on each subring. Slot k passes station i at 8.5 k + 2.5 i. */
static struct parameters round_parameters(void)
{
    struct parameters p = parameters_default();

    p.at[PARAMETER_HOP] = p.at[PARAMETER_RING_HOP] = 2500;
    p.at[PARAMETER_HEADER_BYTES] = 28000;
    p.at[PARAMETER_DIRECTORY] = 3000;
    p.at[PARAMETER_SERVICE] = 28000;
    return p;
}

static void bench_open(struct bench *b, struct parameters p, unsigned n)
{
    b->p = p;
    b->n = n;
    memset(b->back, 0, sizeof b->back);
    b->cells = calloc(n, sizeof *b->cells);
    for (unsigned i = 0; i < n; i++) {
        b->cells[i].number = i;
        b->cells[i].fetched = calloc(TEXT / SUBCACHE_SUBBLOCK, 1);
    }
    b->a = allcache_new(&b->p, b->cells, n, TEXT);
}

static void bench_close(struct bench *b)
{
    allcache_free(b->a);
    for (unsigned i = 0; i < b->n; i++)
        free(b->cells[i].fetched);
    free(b->cells);
}

static void collect_released(struct bench *b)
{
    bool answered;

    for (int cell; (cell = allcache_released(b->a, &answered)) >= 0;) {
        b->back[cell] = true;
        b->answered[cell] = answered;
    }
}

/* Processes all events before that clock. */
static void run_until(struct bench *b, uint64_t clock)
{
    while (allcache_next_event(b->a) < clock) {
        allcache_step(b->a);
        collect_released(b);
    }
}

/* Repeats the cell's request until it is complete. Returns ANSWER_GIVEN, or ANSWER_WAITS if the
 * cell waits for a lock. */
static enum answer repeat_request(struct bench *b, unsigned cell)
{
    enum answer answer = allcache_answer(b->a, cell);

    b->back[cell] = false;
    while (answer == ANSWER_WAITS && allcache_next_event(b->a) != UINT64_MAX) {
        allcache_step(b->a);
        collect_released(b);
        if (b->back[cell])
            answer = b->answered[cell] ? ANSWER_GIVEN : allcache_answer(b->a, cell);
        b->back[cell] = false;
    }
    collect_released(b);
    return answer;
}

static enum answer request_at(struct bench *b, unsigned cell, enum request_kind kind,
                              uint64_t address, uint64_t clock)
{
    struct cell *c = &b->cells[cell];

    run_until(b, clock);
    c->clock = clock;
    c->request = (struct request){.kind = kind, .address = address, .clock = clock};
    return repeat_request(b, cell);
}

/* Returns whether the cell's request has completed since it began to wait. */
static bool take_released(struct bench *b, unsigned cell)
{
    bool back = b->back[cell];

    b->back[cell] = false;
    return back;
}

/* Returns the cell's time in thousandths of clocks. */
static long long now(const struct bench *b, unsigned cell)
{
    return (long long)(b->cells[cell].clock * THOUSANDTHS + b->a->nodes[cell].fraction);
}

/* Issues a request at a whole clock. Returns the time at which the cell continues. */
static long long request_completion(struct bench *b, unsigned cell, enum request_kind kind,
                                    uint64_t address, uint64_t clock)
{
    b->a->nodes[cell].fraction = 0;
    CHECK(request_at(b, cell, kind, address, clock) == ANSWER_GIVEN);
    return now(b, cell);
}

#define DATA LAB_DATA

/* Times within a cell: a new page takes 1000 clocks, a block with its first subblock 49.2, a
 * subblock 23.4, each less the 2 clocks of a hit. */
static void within_a_cell(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 1);
    SAME(request_completion(&b, 0, REQUEST_READ, DATA, 0), 1047200);
    SAME(request_completion(&b, 0, REQUEST_READ, DATA + 64, 2000), 2021400);
    SAME(request_completion(&b, 0, REQUEST_READ, DATA + 2048, 3000), 3047200);
    /* the cell owns the page: a store takes as long as a load, and the cell may then write the
     * other half of the subpage */
    SAME(request_completion(&b, 0, REQUEST_WRITE, DATA + 4096, 4000), 4047200);
    CHECK(subcache_block(&b.cells[0].data, DATA)->writable == 3);
    SAME(b.cells[0].counts[CELL_SUBCACHE_MISSES], 4);
    SAME(b.cells[0].counts[CELL_BLOCK_MISSES], 3);
    SAME(b.cells[0].counts[CELL_LOCAL_MISSES], 1);
    SAME(b.cells[0].counts[CELL_RING_REQUESTS], 0);
    bench_close(&b);
}

/* Ten accesses of 21.4 clocks take 214 clocks; every fifth one takes 22. */
static void fractions_are_exact(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 1);
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    b.cells[0].clock = 2000;
    b.a->nodes[0].fraction = 0;
    for (uint64_t i = 1; i <= 10; i++)
        CHECK(request_at(&b, 0, REQUEST_READ, DATA + i * 64, b.cells[0].clock) == ANSWER_GIVEN);
    SAME(now(&b, 0), 2214000);
    bench_close(&b);
}

/* Cell 1 reads what cell 0 owns, from 2000 on. 200 to allocate a frame and 3 to detect the miss:
 * 2203. A slot passes station 1 at 2.5 + 8.5 * 259 = 2204; 33 hops: 2286.5; service 28: 2314.5; a
 * slot passes station 0 at 8.5 * 273 = 2320.5; a hop and the packet's 8.5: 2331.5; the local
 * cache's 49.2 less 2: 2378.7. */
static void remote_read(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 2);
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    SAME(request_completion(&b, 1, REQUEST_READ, DATA, 2000), 2378700);
    CHECK(allcache_state(b.a, 0, DATA) == STATE_NONEXCLUSIVE);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_COPY);
    CHECK(subcache_block(&b.cells[0].data, DATA)->writable == 0);
    /* The frame and the block are present, the subpage is absent: 3003; 2.5 + 8.5 * 353 = 3003;
     * 3085.5; 3113.5; 8.5 * 367 = 3119.5; 3122; 3130.5; with 21.4: 3151.9. Subpage 1 uses the other
     * subring, which has the same times. */
    SAME(request_completion(&b, 1, REQUEST_READ, DATA + 128, 3000), 3151900);
    SAME(b.cells[1].counts[CELL_RING_REQUESTS], 2);
    SAME(b.cells[1].counts[CELL_LOCAL_MISSES], 2);
    /* waits for slots: 1 + 6, 0 + 6 */
    SAME(b.cells[1].counts[CELL_RING_WAITS], 13);
    bench_close(&b);
}

/* Both have a copy; cell 0 writes at 5000: it has the subblock, so only the invalidation takes
 * time: 5003; 8.5 * 589 = 5006.5; a tour of 85 and the header's 3.5: 5095. The copy of cell 1 is
 * invalid. Then cell 1 writes, at 6000: 6003; 2.5 + 8.5 * 706 = 6003.5; 6086; 6114; 8.5 * 720 =
 * 6120; 6122.5; 6131; its subblock 21.4: 6152.4. */
static void remote_write(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 2);
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    (void)request_completion(&b, 1, REQUEST_READ, DATA, 2000);
    SAME(request_completion(&b, 0, REQUEST_WRITE, DATA, 5000), 5095000);
    CHECK(allcache_state(b.a, 0, DATA) == STATE_EXCLUSIVE);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_INVALID);
    CHECK(subcache_block(&b.cells[1].data, DATA)->present == 0);
    CHECK(subcache_block(&b.cells[0].data, DATA)->writable == 1);
    SAME(b.cells[1].counts[CELL_INVALIDATED], 1);
    SAME(request_completion(&b, 1, REQUEST_WRITE, DATA, 6000), 6152400);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_EXCLUSIVE);
    CHECK(allcache_state(b.a, 0, DATA) == STATE_INVALID);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

/* Cell 32 is the first of the second ring. It reads what cell 0 owns, at 10200 after the frame's
 * 200; 10203; station 0 passed at 8.5 * 1201 = 10208.5; 32 hops to the directory: 10288.5; the
 * packet's 8.5 and 36 to cross: 10333. Ring 1 is station 1 of the second-level ring: 2.5 + 8.5 *
 * 1216 = 10338.5; to station 0 33 hops: 10421; 44.5: 10465.5. Directory, station 32, passed at 80 +
 * 8.5 * 1222 = 10467; 2 hops: 10472; service: 10500. Station 0: 8.5 * 1236 = 10506; 32 hops: 10586;
 * 44.5: 10630.5. Second level, station 0: 8.5 * 1251 = 10633.5; a hop: 10636; 44.5: 10680.5.
 * Station 32: 80 + 8.5 * 1248 = 10688; 2 hops: 10693;
 * the packet: 10701.5; 47.2: 10748.7. */
static void across_rings(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 33);
    SAME(allcache_cells(b.a), 64);
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    SAME(request_completion(&b, 32, REQUEST_READ, DATA, 10000), 10748700);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

/* Cells 1, 2 and 3 hold the page, a write of cell 1 invalidated the subpage in 2 and 3. Cell 3
 * reads: the response passes cell 2 and updates it; cell 2 may use the subpage after that. */
static void automatic_update(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 4);
    for (unsigned c = 1; c < 4; c++)
        (void)request_completion(&b, c, REQUEST_READ, DATA, c * 3000);
    (void)request_completion(&b, 1, REQUEST_WRITE, DATA, 12000);
    CHECK(allcache_state(b.a, 2, DATA) == STATE_INVALID);
    /* 13003; 7.5 + 8.5 * 1529 = 13004; 32 hops to station 1: 13084; 13112; 2.5 + 8.5 * 1543 =
     * 13118; by station 2 at 13120.5, at station 3 at 13123; the packet: 13131.5; 21.4: 13152.9 */
    SAME(request_completion(&b, 3, REQUEST_READ, DATA, 13000), 13152900);
    CHECK(allcache_state(b.a, 2, DATA) == STATE_COPY);
    SAME(b.cells[2].counts[CELL_UPDATED], 1);
    SAME(b.cells[0].counts[CELL_UPDATED], 0);
    /* cell 2 requests it earlier: the lock is granted at 13120.5 + 8.5 = 13129, and 21.4 later in
     * the subcache */
    SAME(request_completion(&b, 2, REQUEST_READ, DATA, 13010), 13150400);
    SAME(b.cells[2].counts[CELL_RING_REQUESTS], 1);
    bench_close(&b);
}

/* A prefetch does not stall the cell; the load after it finds the subpage in the local cache, or
 * waits for the rest. At most four are in progress. */
static void prefetching(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 2);
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    (void)request_completion(&b, 1, REQUEST_READ, DATA, 2000);
    /* as the second read of remote_read, which ends at 3130.5 in the local cache */
    SAME(request_completion(&b, 1, REQUEST_PREFETCH, DATA + 128, 3000), 3000000);
    SAME(request_completion(&b, 1, REQUEST_READ, DATA + 128, 3100), 3151900);
    SAME(request_completion(&b, 1, REQUEST_PREFETCH, DATA + 256, 4000), 4000000);
    SAME(request_completion(&b, 1, REQUEST_READ, DATA + 256, 4500), 4521400);
    for (uint64_t i = 3; i < 8; i++)
        SAME(request_completion(&b, 1, REQUEST_PREFETCH, DATA + i * 128, 5000), 5000000);
    CHECK(allcache_state(b.a, 1, DATA + 6 * 128) == STATE_COPY);
    CHECK(allcache_state(b.a, 1, DATA + 7 * 128) == STATE_INVALID);
    /* with bl it waits for the first one to arrive, number 3: 5003; 2.5 + 8.5 * 589 = 5009; 5091.5;
     * 5119.5; 8.5 * 603 = 5125.5; 5128; 5136.5 */
    SAME(request_completion(&b, 1, REQUEST_PREFETCH_BLOCKING_EX, DATA + 7 * 128, 5000), 5136500);
    CHECK(allcache_state(b.a, 1, DATA + 7 * 128) == STATE_EXCLUSIVE);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

static void poststoring(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 4);
    for (unsigned c = 0; c < 3; c++)
        (void)request_completion(&b, c, REQUEST_READ, DATA, c * 3000);
    (void)request_completion(&b, 0, REQUEST_WRITE, DATA, 12000);
    SAME(request_completion(&b, 0, REQUEST_POSTSTORE, DATA, 13000), 13024000);
    CHECK(allcache_state(b.a, 0, DATA) == STATE_NONEXCLUSIVE);
    /* 13003; 8.5 * 1530 = 13005: the packet is sent */
    run_until(&b, 13005);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_INVALID);
    run_until(&b, 13006);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_COPY);
    CHECK(allcache_state(b.a, 2, DATA) == STATE_COPY);
    CHECK(allcache_state(b.a, 3, DATA) == STATE_INVALID); /* it has no frame */
    /* a cell that does not own the subpage sends nothing */
    SAME(request_completion(&b, 1, REQUEST_POSTSTORE, DATA, 14000), 14024000);
    SAME(b.cells[1].counts[CELL_RING_REQUESTS], 1);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

/* Two cells that wait for a lock get it in the order of their requests; a load waits, too. */
static void locking(void)
{
    struct bench b;

    bench_open(&b, round_parameters(), 4);
    SAME(request_completion(&b, 0, REQUEST_LOCK, DATA, 0), 1021400);
    SAME(allcache_locked_by(b.a, DATA), 0);
    CHECK(request_at(&b, 2, REQUEST_LOCK, DATA, 2000) == ANSWER_WAITS);
    CHECK(request_at(&b, 1, REQUEST_LOCK, DATA, 2001) == ANSWER_WAITS);
    CHECK(request_at(&b, 3, REQUEST_READ, DATA, 2002) == ANSWER_WAITS);
    CHECK(!take_released(&b, 1) && !take_released(&b, 2) && !take_released(&b, 3));
    b.cells[0].r[CELL_CONDITION] = 1;
    SAME(request_completion(&b, 0, REQUEST_TRY_LOCK, DATA, 2500),
         2500000); /* the lock is granted */
    SAME(b.cells[0].r[CELL_CONDITION], 0);
    SAME(request_completion(&b, 0, REQUEST_UNLOCK, DATA, 3000), 3003000);
    CHECK(take_released(&b, 2) && !take_released(&b, 1) && !take_released(&b, 3));
    SAME(b.cells[2].clock, 3003);
    SAME(b.cells[2].counts[CELL_LOCK_WAITS], 1003);
    CHECK(repeat_request(&b, 2) == ANSWER_GIVEN);
    SAME(allcache_locked_by(b.a, DATA), 2);
    CHECK(request_at(&b, 0, REQUEST_UNLOCK, DATA, 3500) == ANSWER_NOT_LOCKED);
    CHECK(request_at(&b, 2, REQUEST_LOCK, DATA, 3600) == ANSWER_LOCKED_ITSELF);
    CHECK(request_completion(&b, 0, REQUEST_TRY_LOCK, DATA, 4000) >
          4085000); /* rejected by the ring */
    SAME(b.cells[0].r[CELL_CONDITION], 0);
    (void)request_completion(&b, 2, REQUEST_UNLOCK, DATA, 5000);
    CHECK(take_released(&b, 1) && !take_released(&b, 3));
    CHECK(repeat_request(&b, 1) == ANSWER_GIVEN);
    (void)request_completion(&b, 1, REQUEST_UNLOCK, DATA, 6000);
    CHECK(take_released(&b, 3));
    CHECK(repeat_request(&b, 3) == ANSWER_GIVEN);
    SAME(allcache_locked_by(b.a, DATA), -1);
    /* it owns the subpage, cell 3 has a copy: 8003; 2.5 + 8.5 * 942 = 8009.5; a tour: 8094.5; the
     * header: 8098; 21.4: 8119.4 */
    SAME(request_completion(&b, 1, REQUEST_TRY_LOCK, DATA, 8000), 8119400);
    SAME(b.cells[1].r[CELL_CONDITION], 1);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

/* One way is available to users. The page 128 pages later is in the same set: the first page moves
 * to cell 1, and returns over the ring; if every frame of that set is in use, a page is written to
 * disk. */
static void eviction(void)
{
    struct parameters p = round_parameters();
    struct bench b;

    p.at[PARAMETER_USER_WAYS] = 1000;
    bench_open(&b, p, 2);
    for (uint64_t i = 0; i < 32; i++)
        (void)request_completion(&b, 0, REQUEST_WRITE, DATA + i * 128 * PAGE, (i + 1) * 10000);
    SAME(b.cells[0].counts[CELL_EVICTED], 31);
    SAME(b.cells[0].counts[CELL_DISK], 0);
    CHECK(allcache_state(b.a, 1, DATA) == STATE_EXCLUSIVE);
    CHECK(allcache_state(b.a, 31, DATA + 30 * 128 * PAGE) == STATE_EXCLUSIVE);
    CHECK(!subcache_block(&b.cells[0].data, DATA + 30 * 128 * PAGE) ||
          subcache_block(&b.cells[0].data, DATA + 30 * 128 * PAGE)->present == 0);
    CHECK(!allcache_check_invariants(b.a));
    (void)request_completion(&b, 0, REQUEST_READ, DATA + UINT64_C(32) * 128 * PAGE, 500000);
    CHECK(allcache_state(b.a, 0, DATA + UINT64_C(31) * 128 * PAGE) == STATE_INVALID);
    CHECK(request_completion(&b, 0, REQUEST_READ, DATA + UINT64_C(31) * 128 * PAGE, 600000) >=
          400600000ll);
    SAME(b.cells[0].counts[CELL_DISK], 1);
    CHECK(!allcache_check_invariants(b.a));
    bench_close(&b);
}

static uint64_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* The naive model: a state for each cell and subpage, without pages and time. If a passing packet
 * may have updated a copy, the model uses the machine's state, provided that a copy is possible
 * there. */
enum { MODEL_CELLS = 5, MODEL_SUBPAGES = 6 };
struct model {
    enum subpage_state at[MODEL_CELLS][MODEL_SUBPAGES];
    int locked[MODEL_SUBPAGES];
};

static void model_read(struct model *m, unsigned cell, unsigned s)
{
    if (m->at[cell][s] != STATE_INVALID)
        return;
    bool any = false;
    for (unsigned c = 0; c < MODEL_CELLS; c++)
        if (m->at[c][s] >= STATE_NONEXCLUSIVE) {
            m->at[c][s] = STATE_NONEXCLUSIVE;
            any = true;
        }
    m->at[cell][s] = any ? STATE_COPY : STATE_EXCLUSIVE;
}

static void model_write(struct model *m, unsigned cell, unsigned s)
{
    for (unsigned c = 0; c < MODEL_CELLS; c++)
        m->at[c][s] = c == cell ? STATE_EXCLUSIVE : STATE_INVALID;
}

static void model_compare(struct model *m, const struct bench *b)
{
    for (unsigned c = 0; c < MODEL_CELLS; c++)
        for (unsigned s = 0; s < MODEL_SUBPAGES; s++) {
            enum subpage_state is = allcache_state(b->a, c, DATA + s * LAB_SUBPAGE);
            if (is == STATE_COPY && m->at[c][s] == STATE_INVALID)
                m->at[c][s] = STATE_COPY;
            CHECK(is == m->at[c][s]);
        }
}

/* Applies one request to the model; false = the request is not allowed. */
static bool model_step(struct model *m, unsigned cell, unsigned s, enum request_kind kind)
{
    bool others = m->locked[s] >= 0 && m->locked[s] != (int)cell;

    if (others || (kind == REQUEST_LOCK && m->locked[s] == (int)cell) ||
        (kind == REQUEST_UNLOCK && m->locked[s] != (int)cell))
        return false;
    switch (kind) {
    case REQUEST_READ:
    case REQUEST_PREFETCH_BLOCKING:
        model_read(m, cell, s);
        break;
    case REQUEST_LOCK:
        m->locked[s] = (int)cell;
        model_write(m, cell, s);
        break;
    case REQUEST_UNLOCK:
        m->locked[s] = -1;
        break;
    case REQUEST_POSTSTORE:
        if (m->at[cell][s] >= STATE_NONEXCLUSIVE)
            m->at[cell][s] = STATE_NONEXCLUSIVE;
        break;
    default:
        model_write(m, cell, s);
    }
    return true;
}

static void random_against_model(uint64_t seed, int requests)
{
    static const enum request_kind kinds[] = {
        REQUEST_READ,  REQUEST_READ,      REQUEST_WRITE, REQUEST_READ_EX, REQUEST_PREFETCH_BLOCKING,
        REQUEST_WRITE, REQUEST_POSTSTORE, REQUEST_LOCK,  REQUEST_UNLOCK,  REQUEST_UNLOCK};
    struct model m = {0};
    struct bench b;
    uint64_t clock = 0;

    bench_open(&b, parameters_default(), MODEL_CELLS);
    /* cell 0 first owns every subpage of the page */
    (void)request_completion(&b, 0, REQUEST_READ, DATA, 0);
    for (unsigned s = 0; s < MODEL_SUBPAGES; s++) {
        m.at[0][s] = STATE_EXCLUSIVE;
        m.locked[s] = -1;
    }
    for (int i = 0; i < requests; i++) {
        unsigned cell = (unsigned)next(&seed) % MODEL_CELLS;
        unsigned s = (unsigned)next(&seed) % MODEL_SUBPAGES;
        enum request_kind kind = kinds[next(&seed) % (COUNT_OF(kinds))];
        clock += next(&seed) % 300;
        uint64_t at = b.cells[cell].clock > clock ? b.cells[cell].clock : clock;
        if (!model_step(&m, cell, s, kind))
            continue;
        CHECK(request_at(&b, cell, kind, DATA + s * LAB_SUBPAGE + next(&seed) % 2 * 64, at) ==
              ANSWER_GIVEN);
        CHECK(b.cells[cell].clock >= at);
        model_compare(&m, &b);
        CHECK(!allcache_check_invariants(b.a));
    }
    bench_close(&b);
}

/* Many pages of few sets with one way, two rings, every kind of access: the invariants are true,
 * and no page disappears. */
static void random_with_eviction(uint64_t seed, unsigned cells, int requests)
{
    struct parameters p = parameters_default();
    struct bench b;
    uint64_t clock = 0;

    p.at[PARAMETER_USER_WAYS] = 1000;
    bench_open(&b, p, cells);
    for (int i = 0; i < requests; i++) {
        unsigned cell = (unsigned)next(&seed) % cells;
        uint64_t page = next(&seed) % 40 * 128 + next(&seed) % 2, at = next(&seed) % PAGE;
        enum request_kind kind = next(&seed) % 8;
        uint64_t address = kind == REQUEST_FETCH ? LAB_TEXT + at : DATA + page * PAGE + at;
        clock = (b.cells[cell].clock > clock ? b.cells[cell].clock : clock) + next(&seed) % 100;
        CHECK(request_at(&b, cell, kind, address, clock) == ANSWER_GIVEN);
        const char *fault = i % 64 == 0 ? allcache_check_invariants(b.a) : NULL;
        if (fault)
            printf("request %d: %s\n", i, fault);
        CHECK(!fault);
    }
    bench_close(&b);
}

/* Returns the cell of the next request: the one with the least clock that does not wait; n = all
 * wait. */
static unsigned next_requester(const struct bench *b, const bool *waits)
{
    unsigned next = b->n;

    for (unsigned i = 0; i < b->n; i++)
        if (!waits[i] && (next == b->n || b->cells[i].clock < b->cells[next].clock))
            next = i;
    return next;
}

/* Returns a cell's next request. The cell releases its lock before it requests another one. */
static struct request random_request(uint64_t *seed, int64_t *lock)
{
    static const enum request_kind kinds[] = {
        REQUEST_READ,     REQUEST_READ,        REQUEST_WRITE,
        REQUEST_READ_EX,  REQUEST_PREFETCH,    REQUEST_PREFETCH_EX,
        REQUEST_TRY_LOCK, REQUEST_POSTSTORE,   REQUEST_PREFETCH_BLOCKING,
        REQUEST_LOCK,     REQUEST_PREFETCH_EX, REQUEST_PREFETCH_BLOCKING_EX};
    struct request r = {.kind = kinds[next(seed) % (COUNT_OF(kinds))]};

    r.address = DATA + next(seed) % 3 * 128 * PAGE + next(seed) % 4 * LAB_SUBPAGE;
    if (*lock >= 0 && (r.kind == REQUEST_LOCK || r.kind == REQUEST_TRY_LOCK)) {
        r.kind = REQUEST_UNLOCK;
        r.address = (uint64_t)*lock;
    }
    return r;
}

/* Updates the cell's lock after a completed request. */
static void update_lock(const struct cell *c, int64_t *lock)
{
    if (c->request.kind == REQUEST_LOCK ||
        (c->request.kind == REQUEST_TRY_LOCK && c->r[CELL_CONDITION] != 0))
        *lock = (int64_t)c->request.address;
    else if (c->request.kind == REQUEST_UNLOCK)
        *lock = -1;
}

/* All cells request few subpages at once, and a cell has at most one locked: cells that wait for
 * locks wait for running cells, or are released at the end; all cells continue, and the invariants
 * are true. */
static void simultaneous_requests(uint64_t seed, unsigned cells, int requests)
{
    struct parameters p = parameters_default();
    bool waits[MAX_CELLS] = {false}, again[MAX_CELLS] = {false};
    int64_t lock[MAX_CELLS];
    struct bench b;

    p.at[PARAMETER_USER_WAYS] = 2000;
    bench_open(&b, p, cells);
    for (unsigned i = 0; i < cells; i++)
        lock[i] = -1;
    for (int i = 0; i < requests;) {
        unsigned c = next_requester(&b, waits);
        uint64_t event = allcache_next_event(b.a);
        if (c == cells && event == UINT64_MAX)
            break;
        if (c == cells || event <= b.cells[c].clock) {
            allcache_step(b.a);
        } else {
            if (!again[c]) {
                b.cells[c].clock += next(&seed) % 50;
                b.cells[c].request = random_request(&seed, &lock[c]);
                again[c] = true;
                i++;
                continue;
            }
            enum answer answer = allcache_answer(b.a, c);
            CHECK(answer == ANSWER_GIVEN || answer == ANSWER_WAITS);
            waits[c] = answer == ANSWER_WAITS;
            again[c] = waits[c];
            if (!waits[c])
                update_lock(&b.cells[c], &lock[c]);
        }
        collect_released(&b);
        for (unsigned k = 0; k < cells; k++)
            if (take_released(&b, k)) {
                CHECK(waits[k]);
                waits[k] = false;
                again[k] = !b.answered[k];
                if (b.answered[k])
                    update_lock(&b.cells[k], &lock[k]);
            }
        if (i % 32 == 0)
            CHECK(!allcache_check_invariants(b.a));
    }
    /* cells that still wait, wait for a lock of another cell */
    for (unsigned i = 0; i < cells; i++)
        CHECK(!waits[i] || allcache_locked_by(b.a, b.cells[i].request.address) >= 0 ||
              allcache_next_event(b.a) != UINT64_MAX);
    bench_close(&b);
}

/* Returns the clocks of fixed random requests: they depend only on the seed. */
static uint64_t clocks_of_random(uint64_t machine_seed)
{
    struct parameters p = parameters_default();
    struct bench b;
    uint64_t seed = 1, sum = 0;

    p.at[PARAMETER_SEED] = (int64_t)machine_seed * THOUSANDTHS;
    bench_open(&b, p, 1);
    for (int i = 0; i < 2000; i++) {
        uint64_t address = DATA + next(&seed) % 256 * SUBCACHE_BLOCK;
        struct subcache_block *block = subcache_block(&b.cells[0].data, address);
        if (!block || (block->present & 1) == 0)
            (void)request_at(&b, 0, REQUEST_READ, address, b.cells[0].clock);
    }
    sum = b.cells[0].clock;
    bench_close(&b);
    return sum;
}

static void parameters(void)
{
    struct parameters p = parameters_default();
    struct diag d = {.quiet = true};

    CHECK(parameters_set(&p, "local-allocated=17.125", &d) && p.at[PARAMETER_LOCAL] == 17125);
    CHECK(parameters_set(&p, "hop=3", &d) && p.at[PARAMETER_HOP] == 3000);
    CHECK(!parameters_set(&p, "hop=3.1234", &d) && !parameters_set(&p, "hop=", &d));
    CHECK(!parameters_set(&p, "hop=-1", &d) && !parameters_set(&p, "hop=.5", &d));
    CHECK(!parameters_set(&p, "hop=0", &d) && !parameters_set(&p, "hop=99999999999999999999", &d));
    CHECK(!parameters_set(&p, "hops=3", &d) && !parameters_set(&p, "hop", &d));
    CHECK(p.at[PARAMETER_HOP] == 3000 && d.errors == 8);
    CHECK(!parameters_check(&p));
    p.at[PARAMETER_LOCAL] = 1000;
    CHECK(parameters_check(&p));
}

static void random_requests(void)
{
    for (uint64_t seed = 1; seed <= 20; seed++)
        random_against_model(seed, 500);
}

static void random_evictions(void)
{
    random_with_eviction(1, 3, 3000);
    random_with_eviction(2, MAX_CELLS, 2000);
}

static void requests_at_once(void)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        simultaneous_requests(seed, 3, 400);
        simultaneous_requests(seed, MAX_CELLS, 400);
    }
}

static void seeds(void)
{
    CHECK(clocks_of_random(1) == clocks_of_random(1));
    CHECK(clocks_of_random(1) != clocks_of_random(2));
}

int main(void)
{
    TEST(within_a_cell);
    TEST(fractions_are_exact);
    TEST(remote_read);
    TEST(remote_write);
    TEST(across_rings);
    TEST(automatic_update);
    TEST(prefetching);
    TEST(poststoring);
    TEST(locking);
    TEST(eviction);
    TEST(random_requests);
    TEST(random_evictions);
    TEST(requests_at_once);
    TEST(seeds);
    TEST(parameters);
    return tests_end();
}
