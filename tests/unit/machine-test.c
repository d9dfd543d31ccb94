/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machines/machine.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* A machine with two alternative ports and only the required keys. */
static const char small[] = "name small\nsummary \"two pipes\"\nports p0 p1 mem\n"
                            "use.fa p0|p1\nuse.fm p0\nuse.fma p0 | p1\nuse.fmisc p1\n"
                            "use.lfl mem\nuse.sfl mem + p1|p0\npeak.8 2 flops/cycle\n"
                            "fp-registers 16\ndisplacement 2 KB\nunroll 4\nwidest-load 8 bytes\n"
                            "overhead.x 1 instruction\noverhead.branch 0 instructions\n"
                            "overhead.increment 0.5 instructions\nschedule dynamic\n";

static struct machine *read_text(struct arena *a, const char *text, const char **set, int n,
                                 char *said, size_t room)
{
    struct option_list list = {set, n};
    struct diag d = {.out = fmemopen(said, room, "w")};
    struct machine *m = machine_from_text(a, "m", text, &list, &d);
    CHECK((!m) == (d.errors > 0));
    fclose(d.out);
    return m;
}

static void small_machine_as_written(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(&a, small, NULL, 0, said, sizeof said);
    CHECK_TEXT("", said);
    CHECK_TEXT("small", m->name);
    CHECK_TEXT("two pipes", m->summary);
    CHECK(m->n_ports == 3 && m->classes[OP_FA].n_needs == 1 && m->classes[OP_FA].needs[0] == 3);
    CHECK(m->classes[OP_SFL].n_needs == 2 && m->classes[OP_SFL].needs[0] == 4 &&
          m->classes[OP_SFL].needs[1] == 3);
    CHECK(!m->classes[OP_LI].stated);
    CHECK(m->peak8.value == 2 && !is_known(m->peak4) && !is_known(m->clock_hz));
    CHECK(m->displacement == 2048 && m->unroll == 4 && m->overhead_increment == 0.5);
    CHECK(!m->static_schedule && m->vector_bytes == 0 && m->n_caches == 0);
    CHECK_TEXT("the machine file gives no latency.fm",
               machine_latency(m, OP_FM, OP_FA, false).missing);
    arena_free(&a);
}

/* latency.fma 4 for all, 2 into an addend, 3 into an add. */
static void forwarding_before_latency(void)
{
    struct arena a = {0};
    char said[2000] = "";
    const char *set[] = {"latency.fma=4", "forward.fma.addend=2", "forward.fma.fa=3"};
    struct machine *m = read_text(&a, small, set, 3, said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(machine_latency(m, OP_FMA, OP_FMA, true).value == 2);
    CHECK(machine_latency(m, OP_FMA, OP_FMA, false).value == 4);
    CHECK(machine_latency(m, OP_FMA, OP_FA, false).value == 3);
    CHECK(machine_latency(m, OP_FMA, OP_SFL, false).value == 4);
    arena_free(&a);
}

/* A machine's text, including overrides, reads back as the same machine. */
static void text_reads_back(void)
{
    struct arena a = {0};
    char said[2000] = "";
    const char *set[] = {"unroll=8",
                         "latency.fa=7",
                         "displacement=4",
                         "unroll=2",
                         "summary=\"with # in it\"",
                         "clock = 1 GHz # said"};
    struct machine *m = read_text(&a, small, set, 6, said, sizeof said);
    CHECK_TEXT("", said);
    struct machine *again = read_text(&a, m->text, NULL, 0, said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(again->unroll == 2 && again->latency[OP_FA].value == 7 && again->displacement == 4096);
    CHECK(again->clock_hz.value == 1e9);
    CHECK_TEXT("with # in it", again->summary);
    CHECK_TEXT(m->text, again->text);
    CHECK(m->set.n == 5 && again->set.n == 0);
    CHECK_TEXT("unroll 2", m->set.at[0]);
    CHECK_TEXT("displacement 4 KB", m->set.at[2]);
    arena_free(&a);
}

/* Wrong overrides, and the start of the message about each, with its caret. */
static const struct {
    const char *set, *said;
} wrong_values[] = {
    {"latency.fma", "--set:1: error: expected KEY=VALUE, for example latency.fma=4\n"},
    {"=4", "--set:1: error: expected KEY=VALUE, for example latency.fma=4\n"},
    {"a=1\nb=2", "--set:1: error: expected one line KEY=VALUE\n"},
    {"latensy.fma=4", "--set:1:1: error: unknown key of a machine: 'latensy.fma'; did you mean "
                      "'latency.fma'?\n  latensy.fma=4\n  ^\n"},
    {"latency.fmz=4 cycles", "--set:1:1: error: latency.fmz: unknown operation class 'fmz'; "
                             "did you mean 'fm'?\n"},
    {"latency.fma=4 MHz", "--set:1:15: error: the unit of latency.fma is cycles\n"
                          "  latency.fma=4 MHz\n                ^\n"},
    {"clock=4", "--set:1:8: error: clock needs a unit: Hz, kHz, MHz or GHz\n"},
    {"unroll=4 cycles", "--set:1:10: error: unroll has no unit: omit it\n"},
    {"unroll=1.5", "--set:1:8: error: unroll must be a whole number\n"},
    {"unroll=0", "--set:1:8: error: unroll must be from 1 to 65536\n"},
    {"unroll=", "--set:1:1: error: unroll needs a value\n"},
    {"unroll=nan", "--set:1:8: error: expected a number for unroll\n"},
    {"unroll=0x10", "--set:1:9: error: unroll has no unit: omit it\n"},
    {"unroll=1e999", "--set:1:8: error: unroll must be from 1 to 65536\n"},
    {"displacement=-1 KB", "--set:1:14: error: displacement must be from 0 to "
                           "9.76562e+08 KB\n"},
    {"latency.fa=1 cycle more",
     "--set:1:20: error: unexpected text after the value of latency.fa\n"},
    {"use.fa=p0|p3", "--set:1:11: error: use.fa: unknown port 'p3'; did you mean 'p0'?\n"},
    {"use.fa=p0|", "--set:1:11: error: use.fa: missing port\n"},
    {"use.fa=p0 p1", "--set:1:11: error: use.fa: expected '|' or '+' between ports\n"},
    {"use.fa=p0+p0+p0+p0+p0", "--set:1:19: error: use.fa: a class has at most 4 needs\n"},
    {"ports=a a", "--set:1:9: error: port 'a' is named twice\n"},
    {"schedule=fixed", "--set:1:10: error: the schedule must be 'static' or 'dynamic'\n"},
    {"name=a/b", "--set:1:6: error: the name must be one word of letters"},
    {"forward.fma=2", "--set:1:1: error: expected forward.PRODUCER.CONSUMER"},
    {"forward.fma.fmu=2", "--set:1:1: error: forward.fma.fmu: unknown operation class"},
    {"mnemonic.fadd=flops", "--set:1:15: error: mnemonic.fadd: unknown operation class"},
    {"cache.l1.size=1 KB",
     "--set:1:1: error: the machine has no cache 'l1' (a new cache needs size, "
     "line and ways)\n"},
    {"--what-if=l1=1KB\tcache.l1.size=1 KB",
     "--what-if=l1=1KB:1:1: error: the machine has no cache "
     "'l1' (a new"},
    {"cache.l1.seize=1 KB", "--set:1:1: error: a cache has no key 'seize'; did you mean 'size'?\n"},
    {"cache.l1.fill=victim", "--set:1:15: error: cache.l1.fill is 'inclusive', 'non-inclusive' "
                             "or 'exclusive-victim'"},
    {"cache.l1.write-allocate=never", "--set:1:25: error: cache.l1.write-allocate is 'always' "
                                      "or 'except-full-lines'\n"},
    {"cache.l1.shared=0", "--set:1:17: error: cache.l1.shared must be from 1 to 65536\n"},
    {"rate.l9.load=4 GB/s", "--set:1:1: error: rate.l9.load: no cache is called 'l9'"},
    {"rate.memory=4 GB/s", "--set:1:1: error: expected rate.LEVEL.MIX, .median, .spread or "},
    {"rate.memory.loads=4 GB/s", "--set:1:1: error: expected rate.LEVEL.MIX, "},
    {"rate.memory.load.cores-1=4 GB/s", "--set:1:1: error: expected rate.LEVEL.MIX, "},
    {"rate.memory.load.cores-0x4=4 GB/s", "--set:1:1: error: expected rate.LEVEL.MIX, "},
    {"rate.memory.load.mean=4 GB/s", "--set:1:1: error: expected rate.LEVEL.MIX, "},
    {"rate.memory.load=4", "--set:1:19: error: rate.memory.load needs a unit: bytes/cycle, "
                           "MB/s or GB/s\n"},
    {"rate.memory.load=4 GB", "--set:1:20: error: the unit of rate.memory.load is bytes/cycle, "
                              "MB/s or GB/s\n"},
    {"rate.memory.load=0 GB/s", "--set:1:18: error: rate.memory.load must be from 1e-09 to "
                                "1e+09 GB/s\n"},
    {"rate.memory.load.spread=-1", "--set:1:25: error: rate.memory.load.spread must be from 0"},
    {"rate.source=guessed", "--set:1:13: error: rate.source is 'published' or 'measured'\n"},
    {"overlap.memory=1.1", "--set:1:16: error: overlap.memory must be from 0 to 1\n"},
    {"overlap.memory.most=1", "--set:1:1: error: overlap.memory.most: expected overlap.LEVEL, or "
                              ".median or .loads after it\n"},
    {"pages.memory.add=1", "--set:1:1: error: pages.memory.add: expected pages.LEVEL or "
                           "pages.LEVEL.MIX; MIX is load, store, copy, update or triad\n"},
    {"pages.memory=1.1", "--set:1:14: error: pages.memory must be from 0 to 1\n"},
    {"overlap.l1=1", "--set:1:1: error: overlap.l1: no cache is called 'l1'"},
    {"tlb.l1=64", "--set:1:1: error: expected tlb.NAME.KEY, for example tlb.l1.entries\n"},
    {"tlb.l1.entrys=64", "--set:1:1: error: a TLB has no key 'entrys'; did you mean 'entries'?\n"},
    {"tlb.l1.entries=0.5", "--set:1:16: error: tlb.l1.entries must be from 1 to 1e+09\n"},
    {"page.size=4 pages", "--set:1:13: error: the unit of page.size is bytes, KB, MB or GB\n"},
};

static void wrong_values_are_located(void)
{
    for (size_t i = 0; i < COUNT_OF(wrong_values); i++) {
        struct arena a = {0};
        char said[4000] = "";
        const char *set[] = {wrong_values[i].set};
        CHECK(!read_text(&a, small, set, 1, said, sizeof said));
        said[strlen(wrong_values[i].said)] = '\0';
        CHECK_TEXT(wrong_values[i].said, said);
        arena_free(&a);
    }
}

/* A machine of two caches: the second is shared by four cores and filled with evicted lines. 8
 * GB/s are 4 bytes per cycle at 2 GHz. Lines of levels can precede those of the caches. */
static const char levels[] =
    "rate.l2.load.cores-4 20 bytes/cycle\nrate.l2.load 10.5 bytes/cycle\n"
    "rate.l2.load.median 10 bytes/cycle\nrate.l2.load.spread 0.05\n"
    "rate.l2.load.cores-2 19 bytes/cycle\nrate.l2.load.cores-2.median 18 bytes/cycle\n"
    "rate.memory.triad 8 GB/s\nrate.source measured\noverlap.l2 0.75\noverlap.l2.median "
    "0.5\noverlap.l2.loads 0.25\npages.memory 0.875\npages.memory.triad 0.5\n"
    "cache.l1.size 32 KB\ncache.l1.line 64 bytes\ncache.l1.ways 8\n"
    "cache.l1.fill non-inclusive\n"
    "cache.l2.size 1 MB\ncache.l2.line 64 bytes\ncache.l2.ways 16\ncache.l2.shared 4\n"
    "cache.l2.fill exclusive-victim\ncache.l2.write-allocate except-full-lines\n"
    "cache.l2.effective 900 KB\n"
    "page.size 4 KB\npage.huge 2 MB\ntlb.l1.entries 64\ntlb.l1.huge-entries 32\n"
    "tlb.l1.latency 7 cycles\ntlb.l2.entries 2048\n";

static void levels_of_the_memory(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m =
        read_text(&a, arena_printf(&a, "%s%s", small, levels), NULL, 0, said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(m->n_caches == 2 && m->caches[1].shared == 4 && m->caches[0].shared == 1);
    CHECK(m->caches[1].fill == FILL_VICTIM && m->caches[0].fill == FILL_NON_INCLUSIVE);
    CHECK(m->caches[1].allocate == ALLOCATE_EXCEPT_FULL &&
          m->caches[0].allocate == ALLOCATE_UNKNOWN);
    CHECK_NEAR(921600, m->caches[1].effective.value, 0);
    CHECK_TEXT("the machine file gives no effective size of this cache",
               m->caches[0].effective.missing);
    CHECK(m->rate_source == RATES_MEASURED);
    CHECK_NEAR(0.75, m->levels[1].overlap.value, 0);
    CHECK_NEAR(0.5, m->levels[1].overlap_median.value, 0);
    CHECK_NEAR(0.25, m->levels[1].overlap_loads.value, 0);
    CHECK_NEAR(0.875, m->levels[2].small_pages.value, 0);
    CHECK_NEAR(0.5, machine_small_pages(m, 2, RATE_TRIAD).value, 0);
    CHECK_NEAR(0.875, machine_small_pages(m, 2, RATE_COPY).value, 0);
    CHECK_TEXT("the machine file gives no rate on normal pages of this level",
               m->levels[0].small_pages.missing);
    CHECK_TEXT("the machine file gives no overlap of this level", m->levels[2].overlap.missing);
    CHECK_NEAR(4096, m->page_bytes.value, 0);
    CHECK_NEAR(2097152, m->huge_page_bytes.value, 0);
    CHECK(m->n_tlbs == 2 && m->tlbs[0].entries.value == 64 && m->tlbs[0].huge_entries.value == 32);
    CHECK_NEAR(7, m->tlbs[0].latency.value, 0);
    CHECK_TEXT("the machine file gives no latency of a miss of this TLB",
               m->tlbs[1].latency.missing);
    arena_free(&a);
}

static void rates_of_levels(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m =
        read_text(&a, arena_printf(&a, "%s%s", small, levels), NULL, 0, said, sizeof said);
    CHECK(m->levels[1].n_rates[RATE_LOAD] == 3 && m->levels[1].n_rates[RATE_COPY] == 0);
    const struct machine_rate *one = machine_rate(m, 1, RATE_LOAD, 1);
    const struct machine_rate *two = machine_rate(m, 1, RATE_LOAD, 2);
    CHECK(one == m->levels[1].rates[RATE_LOAD] && two == one + 1);
    CHECK(machine_rate(m, 1, RATE_LOAD, 4) == one + 2 && !machine_rate(m, 1, RATE_LOAD, 3));
    CHECK_NEAR(10.5, one->greatest.bytes.value, 0);
    CHECK_NEAR(0.05, one->spread.value, 0);
    CHECK_NEAR(18, two->median.bytes.value, 0);
    CHECK_TEXT("the machine file gives no rate.l2.load.cores-2.spread", two->spread.missing);
    struct machine_flow triad = machine_rate(m, 2, RATE_TRIAD, 1)->greatest;
    CHECK(triad.per_second && !one->greatest.per_second);
    CHECK_NEAR(4, machine_flow_per_cycle(triad, known(2e9)).value, 1e-12);
    CHECK_NEAR(10.5, machine_flow_per_cycle(one->greatest, missing("no clock")).value, 0);
    CHECK_TEXT("no clock", machine_flow_per_cycle(triad, missing("no clock")).missing);
    CHECK_TEXT("l2", machine_level_name(m, 1));
    CHECK_TEXT("memory", machine_level_name(m, 2));
    arena_free(&a);
}

static void missing_and_double_lines(void)
{
    struct arena a = {0};
    char said[4000] = "";
    CHECK(!read_text(&a, "cache.l1.size 1 KB\n", NULL, 0, said, sizeof said));
    CHECK(strstr(said, "m:1:1: error: cache 'l1' needs its size, line and ways\n"));
    CHECK(!read_text(&a, "unroll 4\nunroll 5\n", NULL, 0, said, sizeof said));
    CHECK(strstr(said, "m:2:1: error: 'unroll' is in this file twice\n"));
    CHECK(strstr(said, "required keys are missing: ports, "));
    CHECK(strstr(said, ", use.sfl, peak.8, "));
    CHECK(strstr(said, "; see macs-machine(5)\n"));
    CHECK(!strstr(said, "peak.4"));
    arena_free(&a);
}

/* Every number of the KSR1 file that bounds or schedules use. */
static void ksr1_as_described(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct machine *m = machine_read(&a, "ksr1", NULL, &d);
    CHECK(m && d.errors == 0);
    if (!m)
        return;
    CHECK_TEXT("ksr1", m->name);
    CHECK(m->n_ports == 3);
    CHECK(machine_latency(m, OP_LFL, OP_FMA, false).value == 3);
    CHECK(machine_latency(m, OP_LFL, OP_FMA, true).value == 2);
    CHECK(machine_latency(m, OP_FMA, OP_FMA, true).value == 2);
    CHECK(machine_latency(m, OP_FMA, OP_FMA, false).value == 3);
    CHECK(machine_latency(m, OP_FMA, OP_SFL, false).value == 3);
    CHECK(machine_latency(m, OP_LEFT, OP_LEFT, false).value == 1);
    CHECK(m->peak8.value == 2 && m->clock_hz.value == 20e6 && m->static_schedule);
    CHECK(m->fp_registers == 64 && m->displacement == 32768 && m->unroll == 16);
    CHECK(m->n_caches == 2 && m->caches[1].user_ways == 12);
    /* sets: 256 KB / (2 * 2 KB) = 64; 32 MB / (16 * 16 KB) = 128 */
    CHECK(m->caches[0].bytes / ((double)m->caches[0].ways * m->caches[0].block_bytes) == 64);
    CHECK(m->caches[1].bytes / ((double)m->caches[1].ways * m->caches[1].block_bytes) == 128);
    arena_free(&a);
}

static void an_unknown_machine_lists_known_ones(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct diag d = {.out = fmemopen(said, sizeof said, "w")};
    CHECK(!machine_read(&a, "ksr2", NULL, &d) && d.errors == 1);
    fclose(d.out);
    CHECK(strstr(said, "unknown machine 'ksr2'; did you mean 'ksr1'? (machines: "));
    CHECK(strstr(said, "ksr1") && strstr(said, "rs6000"));
    arena_free(&a);
}

/* The reader handles each truncation of the text and each inverted byte. */
static void damaged_texts_end_well(void)
{
    char text[sizeof small], *shown = NULL;
    size_t size;
    for (size_t i = 0; i < sizeof small - 1; i++) {
        struct arena a = {0};
        struct diag d = {.out = open_memstream(&shown, &size)};
        memcpy(text, small, sizeof small);
        text[i] = '\0';
        CHECK(i + 2 >= sizeof small || !machine_from_text(&a, "m", text, NULL, &d));
        text[i] = (char)(small[i] ^ 0x55);
        machine_from_text(&a, "m", text, NULL, &d);
        fclose(d.out);
        free(shown);
        arena_free(&a);
    }
}

int main(void)
{
    TEST(small_machine_as_written);
    TEST(forwarding_before_latency);
    TEST(text_reads_back);
    TEST(wrong_values_are_located);
    TEST(levels_of_the_memory);
    TEST(rates_of_levels);
    TEST(missing_and_double_lines);
    TEST(ksr1_as_described);
    TEST(an_unknown_machine_lists_known_ones);
    TEST(damaged_texts_end_well);
    return tests_end();
}
