/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests MAC and MACS of bodies written by hand. A body is a text with one instruction per line:
 * PART [+ PART]... [< FLOW...] [! FLAG...] PART: a form; the base says whether it is load, work or
 * store. FLOW: [a|r|m|b|o]I[@D]: from instruction I (from 0), D iterations ago, as data, addend,
 * address, memory, memory but blocked, old destination of a gather. FLAG: fused taken indexed
 * destructive, area=N, stream=N, at=OFFSET, step=BYTES, of=BYTES, elements=N. */
#include "bounds/steady.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* The core of the tests: its widths and latencies are similar to those of real cores. */
static const char machine_text[] =
    "name test\n"
    "summary \"a core for tests\"\n"
    "ports p0 p1 p5 p6 p10 p2 p3 p11 p4 p9 p7 p8 divider\n"
    "schedule dynamic\n"
    "use.fa p1|p5\nuse.fm p0|p1\nuse.fma p0|p1\nuse.fmisc p1\nuse.lfl p2\nuse.sfl p4\n"
    "peak.8 16 flops/cycle\nfp-registers 16\nwidest-load 32 bytes\ndisplacement 2 GB\nunroll 1\n"
    "overhead.x 0 instructions\noverhead.branch 0 instructions\noverhead.increment 0 instructions\n"
    "issue.width 6 operations/cycle\nretire.width 8 operations/cycle\nreorder-buffer 512\n"
    "load-buffer 192\nstore-buffer 112\ncommit.width 1 operations/cycle\ncommit.line-width 2 "
    "operations/cycle\n"
    "scheduler.work 97 p0|p1|p5|p6|p10\nscheduler.load 70 p2|p3|p11\nscheduler.store 38 "
    "p4|p9|p7|p8\n"
    "store.forward 5 cycles\nstore.forward-blocked 14 cycles\n"
    "instruction.load p2|p3|p11, latency 5 cycles\n"
    "instruction.store p7|p8 + p4|p9, issue 1\n"
    "instruction.alu p0|p1|p5|p6|p10, latency 1 cycle\n"
    "instruction.branch p0|p6, latency 1 cycle\n"
    "instruction.fadd p1|p5, latency 3 cycles, to fadd 2 cycles\n"
    "instruction.fmul p0|p1, latency 4 cycles\n"
    "instruction.fma p0|p1, latency 4 cycles\n"
    "instruction.fdiv p0 with divider for 4 cycles, latency 14 cycles\n"
    "instruction.shuffle p5, latency 1 cycle\n"
    "instruction.fhadd 2 p5 + p1|p5, latency 6 cycles\n"
    "instruction.vmove eliminated\n"
    "instruction.nop none\n";

static struct machine *machine_with(struct arena *a, const char *more)
{
    struct diag d;
    diag_init(&d, "steady-test");
    struct machine *m =
        machine_from_text(a, "test.machine", arena_printf(a, "%s%s", machine_text, more), NULL, &d);
    if (!m)
        exit(2);
    return m;
}

/* ---- bodies from text ---- */

static bool is_load(int base)
{
    return base <= FORM_GATHER;
}

static bool is_store(int base)
{
    return base >= FORM_STORE && base <= FORM_SCATTER;
}

static void read_flag(struct instruction *in, const char *w)
{
    const char *value = strchr(w, '=');
    long n = value ? atol(value + 1) : 0;
    in->fused |= strcmp(w, "fused") == 0;
    in->taken |= strcmp(w, "taken") == 0;
    in->indexed |= strcmp(w, "indexed") == 0;
    in->destructive |= strcmp(w, "destructive") == 0;
    if (strncmp(w, "area=", 5) == 0)
        in->area = (int)n;
    if (strncmp(w, "stream=", 7) == 0)
        in->stream = (int)n;
    if (strncmp(w, "at=", 3) == 0)
        in->offset = n;
    if (strncmp(w, "step=", 5) == 0)
        in->step = n;
    if (strncmp(w, "elements=", 9) == 0)
        in->elements = (int)n;
    if (strncmp(w, "of=", 3) == 0)
        *(in->store.base ? &in->store_bytes : &in->load_bytes) = (int)n;
}

static void read_flow(struct arena *a, struct instruction_body *b, int to, const char *w)
{
    static const char kinds[] = "-armbo";
    const char *kind = strchr(kinds, *w);
    struct value_flow f = {.to = to, .exact = true};
    if (kind) {
        f.input = (enum flow_input[]){FLOW_DATA,   FLOW_ADDEND, FLOW_ADDRESS,
                                      FLOW_MEMORY, FLOW_MEMORY, FLOW_MERGED}[kind - kinds];
        f.exact = *w++ != 'b';
    }
    char *end;
    f.from = (int)strtol(w, &end, 10);
    f.distance = *end == '@' ? atol(end + 1) : 0;
    *ARENA_PUSH(a, b->flows, b->n_flows) = f;
}

static void read_instruction(struct arena *a, struct instruction_body *b, char *line)
{
    struct instruction in = {.text = arena_strdup(a, line), .area = -1, .stream = -1};
    in.load_class = in.store_class = OP_CLASSES;
    char mode = '+', *rest = line;
    for (char *w; (w = strtok_r(rest, " ", &rest)) != NULL;) {
        struct instruction_form f;
        if (strchr("+<!", *w)) {
            mode = *w;
        } else if (mode == '<') {
            read_flow(a, b, (int)b->n, w);
        } else if (mode == '!') {
            read_flag(&in, w);
        } else if (form_of(w, strlen(w), &f)) {
            *(is_load(f.base) ? &in.load : is_store(f.base) ? &in.store : &in.work) = f;
        } else {
            printf("# no form %s\n", w);
            exit(2);
        }
    }
    *ARENA_PUSH(a, b->at, b->n) = in;
}

static struct instruction_body body_of(struct arena *a, const char *text)
{
    struct instruction_body b = {0};
    char *rest = arena_strdup(a, text);
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
        read_instruction(a, &b, line);
    return b;
}

/* ---- checks of a body ---- */

/* MAC and MACS, and their limits ("" = not checked), on the core with more lines. */
static void check_with(const char *more, const char *text, double mac, const char *mac_limit,
                       double macs, const char *macs_limit)
{
    struct arena a = {0};
    struct machine *m = machine_with(&a, more);
    struct instruction_body b = body_of(&a, text);
    struct pass_model passes = find_pass_model(&a, m, &b, NULL);
    struct bound bound = bound_mac_body(&a, &passes, known(1));
    struct steady s = steady_state(&a, &passes);
    CHECK(is_known(bound.cpl) && is_known(s.cycles));
    CHECK_NEAR(mac, bound.cpl.value, 1e-9);
    CHECK_NEAR(macs, s.cycles.value, 1e-9);
    if (*mac_limit)
        CHECK_TEXT(mac_limit, bound.limit);
    if (*macs_limit)
        CHECK_TEXT(macs_limit, s.limit);
    CHECK(s.period > 0 && s.stalled >= 0 && s.stalled <= 1);
    arena_free(&a);
}

/* MACS is between two numbers. */
static void check_between(const char *more, const char *text, double low, double high)
{
    struct arena a = {0};
    struct machine *m = machine_with(&a, more);
    struct instruction_body b = body_of(&a, text);
    struct pass_model passes = find_pass_model(&a, m, &b, NULL);
    struct steady s = steady_state(&a, &passes);
    CHECK(is_known(s.cycles) && s.cycles.value >= low && s.cycles.value <= high);
    CHECK(s.stalled >= 0 && s.stalled <= 1);
    arena_free(&a);
}

static void check_body(const char *text, double mac, const char *mac_limit, double macs,
                       const char *macs_limit)
{
    check_with("", text, mac, mac_limit, macs, macs_limit);
}

/* An add that depends on its own result of the previous iteration: 2 cycles, the latency from add
 * to add. */
static void chain_of_adds(void)
{
    check_body("fadd < 0@1\nalu ! fused\nbranch ! taken", 2, "recurrence", 2, "recurrence");
    check_body("fadd < 1@1\nfadd < 0", 4, "recurrence", 4, "recurrence");
    /* a distance of two iterations halves it */
    check_body("fadd < 0@2", 1, "recurrence", 1, "recurrence");
}

/* Add to multiply to add: 3 + 4; an eliminated move takes no time. */
static void chain_of_unlike(void)
{
    check_body("fadd < 1@1\nfmul < 0", 7, "recurrence", 7, "recurrence");
    check_body("vmove < 2@1\nfadd < 0\nfmul < 1", 7, "recurrence", 7, "recurrence");
}

/* Six on five ports: 6/5; a fused branch on p0|p6 makes seven: 7/5; the front end: 7/6. */
static void integer_work(void)
{
    check_body("alu\nalu\nalu\nalu\nalu\nalu", 1.2, "p0|p1|p5|p6|p10", 1.2, "p0|p1|p5|p6|p10");
    check_body("alu\nalu\nalu\nalu\nalu\nalu\nalu ! fused\nbranch ! taken", 1.4, "p0|p1|p5|p6|p10",
               1.4, "p0|p1|p5|p6|p10");
}

static void loads(void)
{
    check_body("load\nload\nload\nload", 4.0 / 3, "p2|p3|p11", 4.0 / 3, "p2|p3|p11");
    /* a load that computes the address of the next one: its latency */
    check_body("load < r0@1", 5, "recurrence", 5, "recurrence");
}

/* Eight front-end slots each, more than their operations: 16 slots at 6 per cycle. */
static void more_places_than_operations(void)
{
    check_with("instruction.gather p2|p3|p11, latency 20 cycles, issue 8\n", "gather\ngather",
               16.0 / 6, "issue", 16.0 / 6, "issue");
}

/* A gather of 20 cycles whose last operation merges in 1. By hand:
 *   from its old destination, one pass before: 1; three ports are free for four loads: 4/3
 *   add (3), gather merged into the sum, add...: 3 + 1; without the clause 3 + 20
 *   from its mask, or its index through its result: 20, of which 19 to the merge
 *   to its users: an add that uses the result, and gives the next index: 20 + 3 */
static void gathers_merge_last(void)
{
    const char *merged = "instruction.gather 4 p2|p3|p11 + p0|p1|p5, latency 20 cycles, merged 1 "
                         "cycle\n",
               *whole = "instruction.gather 4 p2|p3|p11 + p0|p1|p5, latency 20 cycles\n",
               *one = "instruction.gather p2|p3|p11, latency 20 cycles, merged 1 cycle\n";
    check_with(merged, "gather < o0@1", 4.0 / 3, "p2|p3|p11", 4.0 / 3, "p2|p3|p11");
    check_with(whole, "gather < o0@1", 20, "recurrence", 20, "recurrence");
    check_with(one, "gather < o0@1", 20, "recurrence", 20, "recurrence");
    check_with(merged, "gather < o1@1\nfadd < 0", 4, "recurrence", 4, "recurrence");
    check_with(whole, "gather < o1@1\nfadd < 0", 23, "recurrence", 23, "recurrence");
    check_with(merged, "gather < 0@1", 20, "recurrence", 20, "recurrence");
    check_with(merged, "gather < r1@1\nfadd < 0", 23, "recurrence", 23, "recurrence");
}

static const char *times(struct arena *a, int n, const char *text)
{
    const char *all = "";
    for (int i = 0; i < n; i++)
        all = arena_printf(a, "%s%s", all, text);
    return all;
}

/* 60 loads, then 30 multiplies, each of which depends on the previous one: 120 cycles. The last of
 * these loads is the 240th after the first one three passes before, but at most 192 may not have
 * retired: it enters when the multiplies of four iterations before are complete. So 4 passes take
 * 120 cycles or a little more; the reorder buffer alone, with 512 entries and 90 a pass, would
 * allow 6 passes at a time. */
static void a_full_load_buffer(void)
{
    struct arena a = {0};
    const char *chain = "";
    for (int i = 60; i < 90; i++)
        chain = arena_printf(&a, "%sfmul < %d\n", chain, i - 1);
    check_between("", arena_printf(&a, "%s%s", times(&a, 60, "load\n"), chain), 30, 36);
    arena_free(&a);
}

/* Four cycles of the divider, although p0 is free for other operations. */
static void divides(void)
{
    check_body("fdiv\nfmul\nfmul\nfmul", 4, "divider", 4, "divider");
    check_body("fdiv < 0@1", 14, "recurrence", 14, "recurrence");
}

/* x(i) = z(i) * (y(i) - x(i-1)) through memory: subtract 3, multiply 4, store to load 5. */
static void memory_recurrence(void)
{
    check_body("load\n"
               "load + fadd < 0 m3@1\n"
               "load + fmul < 1\n"
               "store < 2\n"
               "alu ! fused\nbranch ! taken",
               12, "recurrence", 12, "recurrence");
    /* bytes of two stores: waits until they are in the cache */
    check_body("load < b1@1\nstore < 0", 14, "recurrence", 14, "recurrence");
}

/* load, load+multiply, load+add, store, add, compare and branch: 6 slots, unless the load is a
 * separate operation. */
static void fused_operations(void)
{
    const char *daxpy = "load\nload + fmul < 0\nload + fadd < 1 ! indexed\nstore < 2 ! indexed\n"
                        "alu < 4@1\nalu ! fused\nbranch ! taken";
    check_body(daxpy, 1, "", 1, "");
    check_with("unlaminate three-operands\n", daxpy, 7.0 / 6, "issue", 7.0 / 6, "issue");
    check_with("unlaminate indexed\n", daxpy, 8.0 / 6, "issue", 8.0 / 6, "issue");
}

static void nops(void)
{
    check_body("nop\nnop\nnop\nnop\nnop\nnop\nnop", 7.0 / 6, "issue", 7.0 / 6, "issue");
}

/* Nine slots, of which eight are fetched per cycle, and a taken branch ends the fetch: 2 cycles. */
static void fetches(void)
{
    check_with("fetch.width 8 operations/cycle\n",
               "nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nbranch ! taken", 1.5, "issue", 2, "fetch");
}

/* Arrays begin with a line of 64 bytes. Loads of 32 bytes, from offset 8, with stride 32: every
 * second one crosses the end of a line and uses its port twice: 1.5 uses of 3 ports; aligned loads
 * do not. Stores of 64 bytes that always cross a line use their port twice; two consecutive stores
 * of 8 bytes to one line use it once, to different lines twice. */
static void lines(void)
{
    const char *apart = "load ! stream=0 at=8 step=32 of=32 elements=4\n"
                        "load ! stream=1 at=8 step=32 of=32 elements=4\n"
                        "load ! stream=2 at=8 step=32 of=32 elements=4\n";
    check_between("", apart, 1.5, 1.51);
    check_body("load ! stream=0 at=0 step=32 of=32 elements=4\n"
               "load ! stream=1 at=32 step=32 of=32 elements=4\n"
               "load ! stream=2 at=-32 step=32 of=32 elements=4",
               1, "p2|p3|p11", 1, "p2|p3|p11");
    check_body("store ! stream=0 at=24 step=64 of=64 elements=8", 0.5, "", 2,
               "stores into the cache");
    check_body("store ! stream=0 at=0 step=16 of=8\nstore ! stream=0 at=8 step=16 of=8", 1, "", 1,
               "");
    check_body("store ! stream=0 at=0 step=8 of=8\nstore ! stream=1 at=0 step=8 of=8", 1, "", 2,
               "stores into the cache");
}

/* Three loads, two operations, address and data of a store, and a branch: eight operations start
 * per iteration, 8/6 cycles if six may start per cycle; a store and a branch that count 1.3 and 1.7
 * are three in total. There is no limit without vector operations. */
static void dispatches(void)
{
    const char *six = "dispatch.vector-width 6 operations/cycle\n";
    const char *triad = "load\nload + fmul.8.scalar < 0\nload + fadd.8.scalar < 1\nstore < 2\n"
                        "alu ! fused\nbranch ! taken";
    check_with("", triad, 1, "", 1, "");
    check_with(six, triad, 1, "", 8.0 / 6, "dispatch");
    check_with(
        "dispatch.vector-width 6 operations/cycle\ndispatch.store 1.3\ndispatch.branch 1.7\n",
        triad, 1, "", 8.0 / 6, "dispatch");
    check_with(six, "load\nload + alu < 0\nload + alu < 1\nstore < 2\nalu ! fused\nbranch ! taken",
               1, "", 1, "");
}

/* Seven slots: 6, 1 + 5, 2 + 4, and 3 of an iteration that no other one joins, because only 3
 * remain: three iterations in four cycles. Eight: 6, 2 + 4, and 4. Nine: 6 and 3. Three that are
 * split need one more slot between iterations: as eight. */
static void joins(void)
{
    const char *four = "unlaminate three-operands\nunlaminate.join 4\n";
    check_with(four, "load + fmul ! indexed\nnop\nnop\nnop\nnop\nbranch ! taken", 7.0 / 6, "issue",
               4.0 / 3, "fetch");
    check_with(four, "load + fmul ! indexed\nnop\nnop\nnop\nnop\nnop\nbranch ! taken", 8.0 / 6,
               "issue", 1.5, "fetch");
    check_with(four, "load + fmul ! indexed\nnop\nnop\nnop\nnop\nnop\nnop\nbranch ! taken", 1.5,
               "issue", 2, "fetch");
    check_with(four,
               "load + shuffle ! indexed\nload + fadd ! indexed\nload + fmul ! indexed\n"
               "branch ! taken",
               7.0 / 6, "issue", 1.5, "fetch");
}

/* A body with 64-byte vectors cannot use p1 for other operations. Half of the adds use p0 and half
 * p5: with strict alternation 4 cycles from p0 and 3 to p0; in random order (4 + 4 + 3 + 2) / 4.
 * Three multiplies and an add: all to p0 and p5; of narrower vectors three to p0 and p1. */
static void wide_vectors(void)
{
    const char *wide = "wide-closes p1\n"
                       "instruction.fmul.zmm p0|p5, latency 4 cycles\n"
                       "instruction.fadd.zmm p0|p5, latency 3 cycles, to fadd 2 cycles, "
                       "on p0 4 cycles\n";
    check_between(wide, "fadd.8.zmm < 0@1", 3, 3.5);
    check_with(wide, "fmul.8.zmm\nfmul.8.scalar\nfmul.8.zmm\nfadd.8.scalar", 2, "p0|p5", 2,
               "p0|p5");
    check_with(wide, "fmul.8.ymm\nfmul.8.scalar\nfmul.8.ymm\nfadd.8.scalar", 1.5, "p0|p1", 1.5,
               "p0|p1");
}

/* ---- random bodies ---- */

static unsigned long seed = 11;

static int below(int n)
{
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (int)(seed >> 12) % n;
}

static const struct instruction_form random_forms[] = {
    {FORM_ALU, 0, 0},  {FORM_FADD, 8, 0},    {FORM_FMUL, 8, 0},  {FORM_FMA, 8, 0},
    {FORM_FDIV, 8, 0}, {FORM_SHUFFLE, 0, 0}, {FORM_FHADD, 0, 0}, {FORM_VMOVE, 0, 0},
    {FORM_NOP, 0, 0},  {FORM_BRANCH, 0, 0},
};
enum { RANDOM_FORMS = COUNT_OF(random_forms), RANDOM_BODIES = 300 };

static struct instruction random_instruction(void)
{
    struct instruction in = {.text = "?", .area = -1};
    int kind = below(8);
    in.load_class = in.store_class = OP_CLASSES;
    in.stream = below(3) - 1;
    in.step = 8 << below(4);
    in.offset = 8 * below(16);
    in.elements = 1 << below(3);
    if (kind < 3)
        in.load = (struct instruction_form){FORM_LOAD, 0, 0};
    if (kind > 0 && kind != 7)
        in.work = random_forms[below(RANDOM_FORMS)];
    if (kind == 7 || below(16) == 0)
        in.store = (struct instruction_form){FORM_STORE, 0, 0};
    in.load_bytes = in.load.base ? 8 * in.elements : 0;
    in.store_bytes = in.store.base ? 8 * in.elements : 0;
    in.indexed = below(2);
    in.taken = in.work.base == FORM_BRANCH && below(4) == 0;
    return in;
}

/* Cuts the body into blocks. Each but the last can be followed by the next one, and some by a later
 * one, by the next pass or by an exit. */
static void add_random_blocks(struct arena *a, struct instruction_body *b)
{
    b->blocks = ARENA_ARRAY(a, struct code_block, b->n);
    for (size_t i = 0; i < b->n; i++) {
        if (i && below(4))
            b->blocks[b->n_blocks - 1].n++;
        else
            b->blocks[b->n_blocks++] = (struct code_block){.first = (int)i, .n = 1};
    }
    for (size_t i = 0; i < b->n_blocks; i++) {
        struct code_block *block = &b->blocks[i];
        int later = (int)b->n_blocks - (int)i - 2, kind = below(6);
        int next = i + 1 < b->n_blocks ? (int)i + 1 : PASS_END;
        block->edges = (int)b->n_edges;
        *ARENA_PUSH(a, b->edges, b->n_edges) = (struct code_edge){next, next == PASS_END};
        if (kind < 3 && later > 0)
            *ARENA_PUSH(a, b->edges, b->n_edges) =
                (struct code_edge){(int)i + 2 + below(later), true};
        else if (kind == 3)
            *ARENA_PUSH(a, b->edges, b->n_edges) = (struct code_edge){LOOP_EXIT, true};
        else if (kind == 4 && next != PASS_END)
            *ARENA_PUSH(a, b->edges, b->n_edges) = (struct code_edge){PASS_END, true};
        block->n_edges = (int)b->n_edges - block->edges;
    }
}

static struct instruction_body random_body(struct arena *a)
{
    struct instruction_body b = {.n = (size_t)(1 + below(below(8) ? 12 : 80))};
    b.at = ARENA_ARRAY(a, struct instruction, b.n);
    for (size_t i = 0; i < b.n; i++) {
        b.at[i] = random_instruction();
        for (int n = below(3); n > 0; n--) {
            struct value_flow f = {.from = below((int)b.n), .to = (int)i, .exact = below(2)};
            f.distance = f.from < f.to ? below(4) / 3 : 1 + below(below(5) ? 2 : 40);
            f.input = (enum flow_input)below(FLOW_MERGED); /* no gathers: none merges */
            if (f.input == FLOW_MEMORY && (!b.at[f.from].store.base || !b.at[i].load.base))
                f.input = FLOW_DATA;
            f.location = f.input == FLOW_MEMORY ? 100 : below(3);
            *ARENA_PUSH(a, b.flows, b.n_flows) = f;
        }
    }
    add_random_blocks(a, &b);
    return b;
}

/* The simulation is never faster than the bound by counts. */
static void check_order(const char *what, int i, struct bound mac, struct steady s)
{
    CHECK(is_known(mac.cpl) && is_known(s.cycles));
    double least = mac.cpl.value * (s.period ? 1 - 1e-9 : 0.995);
    if (s.cycles.value < least)
        printf("# body %d, %s: MAC %g by %s, MACS %g by %s, period %ld\n", i, what, mac.cpl.value,
               mac.limit, s.cycles.value, s.limit, s.period);
    CHECK(s.cycles.value >= least);
}

/* Frequencies of blocks as passes along random paths run them. */
static struct body_frequencies random_frequencies(struct arena *a, const struct instruction_body *b,
                                                  int passes)
{
    double *block = ARENA_ARRAY(a, double, b->n_blocks);
    for (int pass = 0; pass < passes; pass++)
        for (int at = 0; at >= 0;) {
            const struct code_block *c = &b->blocks[at];
            block[at] += 1.0 / passes;
            at = b->edges[c->edges + below(c->n_edges)].to;
        }
    return find_frequencies(a, b, block, 0);
}

static bool has_exits(const struct instruction_body *b)
{
    for (size_t e = 0; e < b->n_edges; e++)
        if (b->edges[e].to == LOOP_EXIT)
            return true;
    return false;
}

/* MACS without frequencies is at most that of the path with the least MAC, which can be slower than
 * another one, and at most that of the longest. */
static void check_paths(struct arena *a, int i, const struct pass_model *least,
                        const struct pass_model *most)
{
    struct pass_model shortest = *least;
    shortest.paths.n_simulated = 0;
    double macs = steady_state(a, least).cycles.value;
    double of_shortest = steady_state(a, &shortest).cycles.value;
    if (macs > of_shortest * (1 + 1e-9) || macs > steady_state(a, most).cycles.value)
        printf("# body %d: MACS %g, of the shortest path %g\n", i, macs, of_shortest);
    CHECK(macs <= of_shortest * (1 + 1e-9));
    CHECK(macs <= steady_state(a, most).cycles.value);
}

/* MAC <= MACS for the shortest path, the longest path, and passes along all paths. Each term is
 * linear in the counts, so that the greatest term of a mean over paths is at most that of the
 * longest path. It is at least that of the shortest path if the front end limits both; otherwise
 * passes with needs of different ports can be faster together than each path alone. */
static void macs_at_least_mac(void)
{
    for (int i = 0; i < RANDOM_BODIES; i++) {
        struct arena a = {0};
        struct machine *m = machine_with(&a, i & 1 ? "unlaminate three-operands\n" : "");
        struct instruction_body b = random_body(&a);
        struct pass_model least = find_pass_model(&a, m, &b, NULL);
        struct pass_model most = longest_pass_model(&a, &least);
        struct bound low = bound_mac_body(&a, &least, known(1));
        struct bound high = bound_mac_body(&a, &most, known(1));
        check_order("shortest path", i, low, steady_state(&a, &least));
        check_order("longest path", i, high, steady_state(&a, &most));
        check_paths(&a, i, &least, &most);
        CHECK(low.cpl.value <= high.cpl.value * (1 + 1e-9) || !least.paths.compared);
        struct body_frequencies f = random_frequencies(&a, &b, 1 + below(9));
        struct pass_model all = find_pass_model(&a, m, &b, &f);
        struct bound mac = bound_mac_body(&a, &all, known(1));
        check_order("frequencies", i, mac, steady_state(&a, &all));
        bool front_end = strcmp(low.limit, "issue") == 0 && strcmp(mac.limit, "issue") == 0;
        if (!has_exits(&b) && least.paths.compared) {
            CHECK(mac.ti.value <= high.cpl.value * (1 + 1e-6));
            CHECK(!front_end || mac.cpl.value >= low.cpl.value * (1 - 1e-6));
        }
        arena_free(&a);
    }
}

int main(void)
{
    TEST(chain_of_adds);
    TEST(chain_of_unlike);
    TEST(integer_work);
    TEST(loads);
    TEST(a_full_load_buffer);
    TEST(more_places_than_operations);
    TEST(gathers_merge_last);
    TEST(divides);
    TEST(memory_recurrence);
    TEST(fused_operations);
    TEST(nops);
    TEST(fetches);
    TEST(lines);
    TEST(dispatches);
    TEST(joins);
    TEST(wide_vectors);
    TEST(macs_at_least_mac);
    return tests_end();
}
