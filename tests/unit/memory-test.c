/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the parts of the memory probe that measure nothing: statistics, sizes, knees, loops,
 * topology, lines of machine files, and the kept values. Then measures small sets on this machine,
 * and checks only what holds on every machine. */
#include "base/util.h"
#include "machines/features.h"
#include "measure/memory/inside.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sorted 1 2 3 4 10: median 3, quartiles 2 and 4, range 2 of 3. */
static void statistics_of_repeats(void)
{
    double at[] = {10, 2, 4, 1, 3};
    struct memory_statistics s = memory_statistics(at, COUNT_OF(at), "none");
    CHECK_NEAR(10, s.greatest.value, 0);
    CHECK_NEAR(1, s.least.value, 0);
    CHECK_NEAR(3, s.median.value, 0);
    CHECK_NEAR(2, s.quarter.value, 0);
    CHECK_NEAR(2.0 / 3, s.spread.value, 1e-15);
    CHECK(s.n == 5);
    s = memory_statistics(at, 0, "nothing was measured");
    CHECK_TEXT("nothing was measured", s.greatest.missing);
    CHECK_TEXT("nothing was measured", s.spread.missing);
    double two[] = {4, 2}; /* median 3, quartiles 2.5 and 3.5 */
    s = memory_statistics(two, 2, "none");
    CHECK_NEAR(3, s.median.value, 0);
    CHECK_NEAR(1.0 / 3, s.spread.value, 1e-15);
}

/* Two sizes for each power of two: 4, 4 sqrt 2 = 5.66, 8, 11.3, 16 in units of 1 and of 4. */
static void sizes_of_a_curve(void)
{
    double at[MEMORY_POINTS];
    CHECK(memory_curve_sizes(4, 16, 2, 1, at) == 5);
    CHECK(at[0] == 4 && at[1] == 6 && at[2] == 8 && at[3] == 11 && at[4] == 16);
    CHECK(memory_curve_sizes(4, 16, 2, 4, at) == 4);
    CHECK(at[0] == 4 && at[1] == 8 && at[2] == 12 && at[3] == 16);
    CHECK(memory_curve_sizes(1, 1e300, 1, 1, at) == MEMORY_POINTS);
}

/* Near 32, own 1024: from 256 to 512, in the middle sqrt(256 * 512) = 362.04. Own 128: 256 to 64 is
 * empty; sqrt(32 * 128) = 64. Nothing nearer: half of the own. Memory: 8 times the nearer. */
static void sets_of_levels(void)
{
    struct arena a = {0};
    struct memory_set s = memory_choose_set(&a, 32, 1024, 1e9);
    CHECK_NEAR(362.0386719675, s.bytes, 1e-9);
    CHECK(!s.note);
    s = memory_choose_set(&a, 32, 128, 1e9);
    CHECK_NEAR(64, s.bytes, 0);
    CHECK_TEXT("geometric middle of both caches: the cache has only 4 times the size of the nearer "
               "one",
               s.note);
    s = memory_choose_set(&a, 0, 48, 1e9);
    CHECK(s.bytes == 24 && !s.note);
    s = memory_choose_set(&a, 100, 0, 1e9);
    CHECK(s.bytes == 800 && !s.note);
    s = memory_choose_set(&a, 100, 0, 500);
    CHECK(s.bytes == 500);
    CHECK_TEXT("only 5 times the effective size of the last cache", s.note);
    arena_free(&a);
}

/* Three constant parts: the breaks are where they begin. One value that deviates does not become a
 * part of its own. */
static void breaks_of_a_curve(void)
{
    double y[] = {1, 1, 1.1, 1, 2, 2, 2, 5, 5, 5.2, 5, 5};
    size_t breaks[2];
    CHECK(memory_find_breaks(y, COUNT_OF(y), 2, breaks));
    CHECK(breaks[0] == 4 && breaks[1] == 7);
    CHECK(memory_find_breaks(y, COUNT_OF(y), 1, breaks));
    CHECK(breaks[0] == 7); /* 1 | 2 are nearer than 2 | 5 */
    CHECK(!memory_find_breaks(y, 2, 2, breaks));
    CHECK(!memory_find_breaks(y, COUNT_OF(y), 0, breaks));
    double noisy[] = {3, 1, 2, 5, 4};
    memory_make_monotone(noisy, COUNT_OF(noisy));
    CHECK(noisy[0] == 1 && noisy[1] == 1 && noisy[2] == 2 && noisy[3] == 4 && noisy[4] == 4);
}

/* Costs 1 and 5: the knee is at cost 2, a quarter of the rise. Between 16 (cost 1) and 32 (cost 5)
 * this is a quarter of the way, in logarithms: 16 * 2^0.25 = 19.03. */
static void knees(void)
{
    double size[] = {4, 8, 16, 32, 64}, cost[] = {1, 1, 1, 5, 5};
    CHECK_NEAR(16 * exp2(0.25), memory_knee(size, cost, 0, 3, 5, 1.15).value, 1e-12);
    double same[] = {1, 1, 1, 1.1, 1.1};
    CHECK_TEXT("the cost of an access hardly changes at the end of this level",
               memory_knee(size, same, 0, 3, 5, 1.15).missing);
    CHECK_TEXT("the curve has no constant part on one side",
               memory_knee(size, cost, 0, 0, 5, 1.15).missing);
}

/* A cycle visits each element once before the first again. */
static void cycles_of_pointers(void)
{
    enum { N = 1000 };
    static char base[N * MEMORY_LINE] __attribute__((aligned(64)));
    void *first = memory_link_cycle(base, N, MEMORY_LINE, false, 7), *at = first;
    size_t n = 0;
    do {
        CHECK((char *)at >= base && (char *)at < base + sizeof base);
        at = *(void **)at;
        n++;
    } while (at != first && n <= N);
    CHECK(n == N);
}

static long occurrences(const char *text, const char *word)
{
    long n = 0;
    for (const char *p = text; (p = strstr(p, word)); p += strlen(word))
        n++;
    return n;
}

/* For each width: every loop has its 16 vectors; a copy loads and stores each, a triad loads two.
 */
static void loops_as_text(void)
{
    static const struct {
        int bytes;
        const char *load, *multiply;
    } widths[] = {{64, "vmovups 0(%rdi,%rax), %zmm0", "vmulpd %zmm15, %zmm0, %zmm0"},
                  {32, "vmovups 0(%rdi,%rax), %ymm0", "vmulpd %ymm15, %ymm0, %ymm0"},
                  {16, "movups 0(%rdi,%rax), %xmm0", "mulpd %xmm15, %xmm0"}};
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        char *text = NULL;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        memory_write_loops(f, &widths[i].bytes);
        fclose(f);
        CHECK(strstr(text, widths[i].load) && strstr(text, widths[i].multiply));
        char *copy = strstr(text, "macs_memory_copy:");
        *strstr(copy, "\tret") = '\0';
        CHECK(occurrences(copy, "(%rsi,%rax), %") == 16);
        CHECK(occurrences(copy, "(%rdi,%rax)\n") == 16);
        char *triad = strstr(copy + strlen(copy) + 1, "macs_memory_triad:");
        *strstr(triad, "\tret") = '\0';
        CHECK(occurrences(triad, "(%rdx,%rax), %") == 16);
        CHECK(occurrences(triad, "(%rdi,%rax)\n") == 16 && occurrences(triad, "mulpd ") == 16);
        free(text);
    }
}

/* ---- topology ---- */

static void put_file(const char *root, const char *name, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/devices/system/cpu/%s", root, name);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void put_cache(const char *root, int index, const char *type, const char *size,
                      const char *sharers)
{
    char name[80];
    snprintf(name, sizeof name, "cpu0/cache/index%d/type", index);
    put_file(root, name, type);
    snprintf(name, sizeof name, "cpu0/cache/index%d/size", index);
    put_file(root, name, size);
    snprintf(name, sizeof name, "cpu0/cache/index%d/coherency_line_size", index);
    put_file(root, name, "64\n");
    snprintf(name, sizeof name, "cpu0/cache/index%d/ways_of_associativity", index);
    put_file(root, name, "8\n");
    snprintf(name, sizeof name, "cpu0/cache/index%d/shared_cpu_list", index);
    put_file(root, name, sharers);
}

/* Processors 0 and 2 are threads of one core, 1 and 3 of another; all are allowed but 3. */
static void topology_of_files(void)
{
    char root[] = "/tmp/memory-test-XXXXXX";
    CHECK(mkdtemp(root));
    put_cache(root, 0, "Data\n", "32K\n", "0,2\n");
    put_cache(root, 1, "Instruction\n", "64K\n", "0,2\n");
    put_cache(root, 2, "Unified\n", "2M\n", "0-3\n");
    put_file(root, "cpu0/topology/thread_siblings_list", "0,2\n");
    put_file(root, "cpu1/topology/thread_siblings_list", "1,3\n");
    put_file(root, "cpu2/topology/thread_siblings_list", "0,2\n");
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    CPU_SET(0, &allowed);
    CPU_SET(1, &allowed);
    CPU_SET(2, &allowed);
    struct topology t;
    CHECK(topology_read_files(root, &allowed, &t));
    CHECK(t.n_caches == 2 && t.caches[0].bytes == 32768 && t.caches[1].bytes == 2097152);
    CHECK(t.caches[1].line == 64 && t.caches[1].ways == 8 && !t.caches[1].inclusive);
    CHECK(t.n_processors == 2 && t.processors[0] == 0 && t.processors[1] == 1);
    CHECK(topology_sharers(&t, 0) == 1 && topology_sharers(&t, 1) == 2);
    CPU_ZERO(&allowed);
    CHECK(!topology_read_files(root, &allowed, &t));
    CHECK(!topology_read_files("/nonexistent", &allowed, &t));
    char command[80];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    CHECK(system(command) == 0);
}

/* ---- lines of machine files ---- */

static const char description[] =
    "name small\nsummary \"two pipes\"\nports p0 p1 mem\n"
    "use.fa p0|p1\nuse.fm p0\nuse.fma p0 | p1\nuse.fmisc p1\n"
    "use.lfl mem\nuse.sfl mem + p1|p0\npeak.8 2 flops/cycle\n"
    "fp-registers 16\ndisplacement 2 KB\nunroll 4\nwidest-load 8 bytes\n"
    "overhead.x 1 instruction\noverhead.branch 0 instructions\n"
    "overhead.increment 0.5 instructions\nschedule dynamic\n"
    "rate.source published\ncache.l1.size 16 KB\ncache.l1.line 64 bytes\ncache.l1.ways 4\n"
    "rate.l1.load 99 bytes/cycle # of another\n  rate.memory.load.cores-8 99 GB/s\n"
    "overlap.memory 0.1\n";

static struct memory_statistics three(double low, double median, double high)
{
    double at[] = {low, median, high};
    return memory_statistics(at, 3, "none");
}

/* Two levels; the rates of the first are per cycle, those of the memory per second. */
static struct memory_probe small_probe(struct arena *a)
{
    struct quantity none = missing("not measured");
    struct memory_statistics nothing = memory_statistics(NULL, 0, "not measured");
    struct memory_probe p = {
        .n_levels = 2, .page = known(4096), .huge_page = known(2097152), .clock_hz = known(2.5e9)};
    p.levels[0] = (struct memory_level){.name = "l1",
                                        .claimed = 49152,
                                        .line = 64,
                                        .ways = 12,
                                        .shared = 1,
                                        .effective = known(48000.5),
                                        .latency = {three(4, 5, 6), nothing},
                                        .overlap = nothing};
    p.levels[1] = (struct memory_level){.name = "memory",
                                        .effective = none,
                                        .latency = {three(300, 320.04, 400), nothing},
                                        .overlap = three(0.5, 0.625, 0.75)};
    *ARENA_PUSH(a, p.levels[0].rates[RATE_LOAD], p.levels[0].n_rates[RATE_LOAD]) =
        (struct memory_rate){1, false, three(60, 62, 64)};
    *ARENA_PUSH(a, p.levels[1].rates[RATE_COPY], p.levels[1].n_rates[RATE_COPY]) =
        (struct memory_rate){1, true, three(9e9, 10e9, 12e9)};
    *ARENA_PUSH(a, p.levels[1].rates[RATE_COPY], p.levels[1].n_rates[RATE_COPY]) =
        (struct memory_rate){2, true, three(17e9, 18e9, 19e9)};
    *ARENA_PUSH(a, p.levels[1].rates[RATE_LOAD], p.levels[1].n_rates[RATE_LOAD]) =
        (struct memory_rate){1, true, nothing};
    for (int mix = 0; mix < RATE_MIXES; mix++)
        p.levels[0].normal[mix] = p.levels[1].normal[mix] = (struct memory_rate){1, false, nothing};
    p.levels[0].normal[RATE_LOAD].of = three(30, 31, 32);
    p.levels[1].normal[RATE_COPY].of = three(3e9, 4e9, 5e9);
    p.tlbs[0] = (struct memory_tlb){known(64.4), known(7.123)};
    p.tlbs[1] = (struct memory_tlb){none, none};
    p.crossing[0] = known(0.8764);
    p.crossing[1] = none;
    return p;
}

/* The values come back from the machine file; published rates, values that were not measured, and
 * the clock are not in it. Effective size: whole lines, 48000.5 / 64 = 750.01, so 750 lines.
 * Latency: lower quartile, (4 + 5) / 2 and (300 + 320.04) / 2 = 310.02, with three digits. Spread
 * of the load: (63 - 61) / 62. */
static void lines_read_back(void)
{
    struct arena a = {0};
    struct memory_probe p = small_probe(&a);
    struct option_list lines = memory_lines(&a, &p);
    struct diag d = {.quiet = true};
    struct machine *m =
        machine_from_text(&a, "m", memory_text_without_rates(&a, description), &lines, &d);
    CHECK(m && d.errors == 0);
    if (!m)
        return;
    CHECK(m->n_caches == 1 && m->caches[0].bytes == 49152 && m->caches[0].ways == 12);
    CHECK_NEAR(48000, m->caches[0].effective.value, 0);
    CHECK_NEAR(4.5, m->caches[0].latency.value, 0);
    CHECK_NEAR(310, m->memory_latency.value, 0);
    CHECK(m->rate_source == RATES_MEASURED);
    const struct machine_rate *load = machine_rate(m, 0, RATE_LOAD, 1);
    CHECK_NEAR(64, load->greatest.bytes.value, 0);
    CHECK_NEAR(62, load->median.bytes.value, 0);
    CHECK_NEAR(2.0 / 62, load->spread.value, 1e-4);
    const struct machine_rate *copy = machine_rate(m, 1, RATE_COPY, 2);
    CHECK(copy->greatest.per_second);
    CHECK_NEAR(19e9, copy->greatest.bytes.value, 1);
    CHECK(!machine_rate(m, 1, RATE_LOAD, 1) && !machine_rate(m, 1, RATE_LOAD, 8));
    CHECK_NEAR(0.75, m->levels[1].overlap.value, 0);
    CHECK(!is_known(m->levels[0].overlap));
    CHECK_NEAR(0.5, m->levels[0].small_pages.value, 0);
    CHECK(m->crossing[0].value == 0.876 && !is_known(m->crossing[1]));
    CHECK_NEAR(0.4, machine_small_pages(m, 1, RATE_COPY).value, 0);
    CHECK(!is_known(machine_small_pages(m, 1, RATE_LOAD)));
    CHECK(m->n_tlbs == 1 && m->tlbs[0].entries.value == 64 && m->tlbs[0].latency.value == 7.12);
    CHECK(!is_known(m->clock_hz));
    CHECK_NEAR(2097152, m->huge_page_bytes.value, 0);
    arena_free(&a);
}

/* A size that is no multiple of ways and line cannot be in a machine file: the level is left out.
 */
static void inconsistent_caches_are_left_out(void)
{
    struct arena a = {0};
    struct memory_probe p = small_probe(&a);
    p.levels[0].ways = 7;
    struct option_list lines = memory_lines(&a, &p);
    for (int i = 0; i < lines.n; i++)
        CHECK(!strstr(lines.at[i], ".l1.") || strncmp(lines.at[i], "tlb.", 4) == 0);
    arena_free(&a);
}

/* ---- kept values ---- */

static bool read_kept(const char *path, const struct host_cpu *cpu, long cores, char *said,
                      size_t room)
{
    struct arena a = {0};
    struct option_list lines;
    struct diag d = {.out = fmemopen(said, room, "w")};
    bool good = memory_store_read(&a, path, cpu, cores, &lines, &d);
    if (good) {
        CHECK(lines.n == 2);
        CHECK_TEXT("rate.l1.load=64 bytes/cycle", lines.at[0]);
        CHECK_TEXT("rate.source=measured", lines.at[1]);
    }
    CHECK(d.errors == 0 && d.warnings == !good);
    fclose(d.out);
    arena_free(&a);
    return good;
}

static void replace_in_file(const char *path, const char *word, const char *by)
{
    char text[4096] = "";
    FILE *f = fopen(path, "r");
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    char *at = strstr(text, word);
    CHECK(at && n < sizeof text - 1);
    f = fopen(path, "w");
    fprintf(f, "%.*s%s%s", (int)(at - text), text, by, at + strlen(word));
    fclose(f);
}

/* A file is read for the CPU, cores and version that wrote it; any other one, and a damaged one, is
 * ignored with a warning. */
static void kept_values(void)
{
    struct arena a = {0};
    char folder[] = "/tmp/memory-test-XXXXXX", said[2000] = "";
    CHECK(mkdtemp(folder));
    struct host_cpu cpu, other;
    CHECK(host_simulate("AuthenticAMD 26 2 1", &cpu) &&
          host_simulate("AuthenticAMD 26 2 0", &other));
    setenv("XDG_CACHE_HOME", folder, 1);
    const char *path = memory_store_path(&a, &cpu, 2);
    CHECK_TEXT(arena_printf(&a, "%s/macs/memory-AuthenticAMD-26-2-1-2-cores-v1", folder), path);
    const char *at[] = {"rate.l1.load=64 bytes/cycle", "rate.source=measured"};
    struct option_list lines = {at, 2}, none;
    struct diag d = {.quiet = true};
    CHECK(!memory_store_read(&a, path, &cpu, 2, &none, &d) && d.warnings == 0);
    CHECK(memory_store_write(path, &cpu, 2, &lines, &d));
    CHECK(read_kept(path, &cpu, 2, said, sizeof said));
    CHECK(!read_kept(path, &cpu, 4, said, sizeof said) && strstr(said, "describes another CPU"));
    CHECK(!read_kept(path, &other, 2, said, sizeof said) && strstr(said, "describes another CPU"));
    replace_in_file(path, "store.version 1", "store.version 0");
    CHECK(!read_kept(path, &cpu, 2, said, sizeof said) && strstr(said, "by another version"));
    replace_in_file(path, "store.version 0", "store.version 1");
    CHECK(read_kept(path, &cpu, 2, said, sizeof said));
    replace_in_file(path, "rate.source measured\n", "");
    CHECK(!read_kept(path, &cpu, 2, said, sizeof said) && strstr(said, "it is damaged"));
    CHECK(unlink(path) == 0 && rmdir(arena_printf(&a, "%s/macs", folder)) == 0);
    CHECK(rmdir(folder) == 0);
    unsetenv("XDG_CACHE_HOME");
    arena_free(&a);
}

/* ---- on this machine ---- */

/* A loop over arrays of 8 KB: a copy makes them equal, an update with factor 1 changes nothing, a
 * triad of ones gives 2. The chase follows the pointers. */
static const char *farthest; /* after the last byte that run_nothing was allowed to access */

static void count_nothing(long passes)
{
    (void)passes;
}

/* Waits for that many ticks of the time-stamp counter. */
static void wait_ticks(double n)
{
    uint64_t from = probe_ticks();
    while ((double)(probe_ticks() - from) < n)
        ;
}

/* A core with 40 ticks a cycle, on which a taken branch takes 1 or 2 cycles. */
static void adds_of_slow_core(long passes)
{
    wait_ticks(40.0 * (double)passes * PROBE_CALIBRATION);
}

static void branches_alone(long passes)
{
    wait_ticks(40.0 * (double)passes);
}

static void branches_in_turn(long passes)
{
    wait_ticks(80.0 * (double)passes);
}

static void work_nothing(void *of)
{
    (void)of;
}

/* Returns whether one of several calls was on a core of its own: others can be interrupted. */
static bool is_ever_alone(probe_function branches)
{
    struct memory_clock c = {.calibrate = adds_of_slow_core, .branches = branches, .tick_hz = 1};
    bool alone = false;
    for (int i = 0; i < 50 && !alone; i++)
        alone = !memory_time_call(&c, work_nothing, NULL).shared;
    return alone;
}

/* Repeats on a shared core do not count. If more than 9 of 10 are shared, all count, but not before
 * 400 of them were seen. */
static void repeats_on_a_shared_core(void)
{
    struct memory_clock c = {.calls = 399, .shared = 399};
    struct memory_time alone = {.seconds = 1}, shared = {.shared = true},
                       disturbed = {.disturbed = true, .shared = true};
    if (probe_ticks() > 0)
        CHECK(is_ever_alone(branches_alone) && !is_ever_alone(branches_in_turn));
    CHECK(memory_time_counts(&c, &alone) && !memory_time_counts(&c, &shared));
    c = (struct memory_clock){.calls = 1000, .shared = 900};
    CHECK(!memory_time_counts(&c, &shared) && !memory_core_is_shared(&c));
    memory_count_call(&c, &shared);
    c.shared++;
    CHECK(c.calls == 1001 && c.shared == 902 && c.n_ticks == 0);
    CHECK(memory_time_counts(&c, &shared) && !memory_time_counts(&c, &disturbed));
}

static void record_reach(const void *at, size_t bytes)
{
    const char *end = (const char *)at + bytes;
    if (end > farthest)
        farthest = end;
}

/* A loop of the probe: it accesses a[0..n), and at least one element at b and at c. */
static void run_nothing(void *a, const void *b, const void *c, size_t n, size_t total)
{
    (void)total;
    record_reach(a, n);
    record_reach(b, sizeof(double));
    record_reach(c, sizeof(double));
}

/* Sets that use most of their memory, in chunks: the loops that load lines and other data use a
 * second address also with one array. */
static void sweeps_stay_in_memory(void)
{
    struct memory_run r = {
        .clock = {.calibrate = count_nothing, .branches = count_nothing, .tick_hz = 1}};
    struct memory_buffer b;
    CHECK(memory_buffer_open(&b, 4 << 20, false, HUGE_VAL));
    for (int arrays = 1; arrays <= 3; arrays += 2) {
        struct memory_sweep s;
        farthest = b.at;
        memory_sweep_init(&s, &r, run_nothing, arrays, &b, 4 << 20);
        s.chunk = s.bytes / 4 / MEMORY_STEP * MEMORY_STEP;
        for (int i = 0; i < 8; i++) {
            struct memory_time t;
            memory_sweep_chunk(&s, &r.clock, &t);
        }
        CHECK(farthest > b.at + (arrays - 1) * (b.bytes / 3) && farthest <= b.at + b.bytes);
    }
    memory_buffer_close(&b);
}

static void loops_on_this_machine(void)
{
    struct arena a = {0};
    struct host_cpu cpu;
    struct memory_loops l;
    struct diag d = {.quiet = true};
    bool x86 = host_read(&cpu);
    double bytes = cpu.features >> FEATURE_AVX512 & 1 ? 64
                   : cpu.features >> FEATURE_AVX & 1  ? 32
                                                      : 16;
    if (!x86 || !memory_load_loops(&a, "gcc", bytes, &l, &d)) {
        printf("# left out: no x86-64 CPU, or no gcc\n");
        arena_free(&a);
        return;
    }
    enum { N = 1024 };
    static double x[N] __attribute__((aligned(64))), y[N] __attribute__((aligned(64))),
        z[N] __attribute__((aligned(64)));
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = z[i] = 1;
    }
    l.mixes[RATE_LOAD](x, x, x, sizeof x, 3 * sizeof x);
    l.mixes[RATE_UPDATE](x, x, x, sizeof x, 3 * sizeof x);
    CHECK(x[0] == 0 && x[N - 1] == N - 1);
    l.mixes[RATE_COPY](y, x, x, sizeof x, sizeof x);
    CHECK(y[1] == 1 && y[N - 1] == N - 1);
    l.mixes[RATE_STORE](x, x, x, sizeof x, sizeof x);
    CHECK(x[0] == 1 && x[N - 1] == 1);
    l.mixes[RATE_TRIAD](x, y, z, sizeof x, sizeof x);
    CHECK(x[0] == 1 && x[N - 1] == N);
    for (int i = 0; i < MEMORY_ADDS; i++)
        l.overlap[i](x, x, x, sizeof x, sizeof x);
    void *ring[2] = {&ring[1], &ring[0]};
    CHECK(l.chase(&ring[0], 32) == &ring[0]);
    probe_object_close(&l.object);
    arena_free(&a);
}

/* The topology of this machine has at least one allowed core, and caches in order of size. */
static void topology_of_this_machine(void)
{
    struct topology t;
    if (!topology_read(&t)) {
        printf("# left out: the system reports no caches\n");
        return;
    }
    CHECK(t.n_processors >= 1 && t.n_caches >= 1 && t.source);
    for (int i = 0; i < t.n_caches; i++)
        CHECK(t.caches[i].bytes > 0 && (i == 0 || t.caches[i].bytes >= t.caches[i - 1].bytes));
    CHECK(memory_allowed_cores() == t.n_processors);
    CHECK(memory_available() > 0);
}

int main(void)
{
    TEST(statistics_of_repeats);
    TEST(sizes_of_a_curve);
    TEST(sets_of_levels);
    TEST(breaks_of_a_curve);
    TEST(knees);
    TEST(cycles_of_pointers);
    TEST(loops_as_text);
    TEST(topology_of_files);
    TEST(lines_read_back);
    TEST(inconsistent_caches_are_left_out);
    TEST(kept_values);
    TEST(repeats_on_a_shared_core);
    TEST(sweeps_stay_in_memory);
    TEST(loops_on_this_machine);
    TEST(topology_of_this_machine);
    return tests_end();
}
