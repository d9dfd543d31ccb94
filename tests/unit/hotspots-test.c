/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a profile whose samples are at known instructions of this program: two nested loops with
 * a block out of line, code outside loops, a library, the kernel, generated code. */
#include "base/util.h"
#include "base/file.h"
#include "hotspots/generated.h"
#include "hotspots/hotspots.h"
#include "hotspots/libraries.h"
#include "tests/unit/check.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#ifdef __x86_64__

/* outer: 3 passes of a loop around an inner one of 5 passes; the inner loop jumps to cold_at and
 * back. */
__asm__(".text\n.globl hot_nest\n.type hot_nest,@function\n"
        "hot_nest: mov $3,%ecx\n"
        ".Lhot_outer: .globl hot_outer_at\nhot_outer_at: mov $5,%eax\n"
        ".Lhot_inner: .globl hot_inner_at\nhot_inner_at: cmp $2,%eax\n"
        "je .Lhot_cold\n"
        ".Lhot_back: dec %eax\njnz .Lhot_inner\n"
        "dec %ecx\njnz .Lhot_outer\nret\n"
        ".Lhot_cold: .globl hot_cold_at\nhot_cold_at: nop\njmp .Lhot_back\n"
        ".size hot_nest, . - hot_nest\n"
        ".globl hot_line\n.type hot_line,@function\nhot_line: mov $1,%eax\nret\n"
        ".size hot_line, . - hot_line\n"
        ".globl hot_shared\n.type hot_shared,@function\n"
        "hot_shared: mov $5,%eax\n"
        ".Lhot_both: .globl hot_both_at\nhot_both_at: dec %eax\njnz .Lhot_both\n"
        ".globl hot_again_at\nhot_again_at: mov $5,%eax\ndec %ecx\njnz .Lhot_both\nret\n"
        ".size hot_shared, . - hot_shared\n"
        /* a loop of 4 instructions */
        ".globl hot_four\n.type hot_four,@function\n"
        ".globl hot_twin\n.type hot_twin,@function\nhot_twin:\nhot_four: mov $9,%eax\n"
        ".Lhot_four: .globl hot_four_at\nhot_four_at: add $1,%edx\nadd $2,%esi\n"
        "dec %eax\njnz .Lhot_four\nret\n"
        ".size hot_four, . - hot_four\n.size hot_twin, . - hot_twin\n"
        /* a computed goto; hot_first_at precedes the header hot_next_at */
        ".globl hot_goto\n.type hot_goto,@function\nhot_goto: lea .Lhot_labels(%rip),%r8\n"
        "mov (%r8,%rcx,8),%rsi\njmp *%rsi\n"
        ".Lhot_first: .globl hot_first_at\nhot_first_at: add $1,%eax\ndec %edx\njz .Lhot_last\n"
        ".Lhot_next: .globl hot_next_at\nhot_next_at: mov (%r8,%rcx,8),%rsi\njmp *%rsi\n"
        ".Lhot_second: .globl hot_second_at\nhot_second_at: sub $1,%eax\ndec %edx\n"
        "jnz .Lhot_next\n"
        ".Lhot_last: ret\n.size hot_goto, . - hot_goto\n"
        /* two loops with a switch, whose tables are in registers; each table leads out of its loop,
           and into code that a case falls through to */
        ".globl hot_switches\n.type hot_switches,@function\n"
        "hot_switches: lea .Lhot_table_a(%rip),%r8\nlea .Lhot_table_b(%rip),%r9\n"
        ".Lhot_a: .globl hot_a_at\nhot_a_at: movslq (%r8,%rcx,4),%rax\nadd %r8,%rax\njmp *%rax\n"
        ".Lhot_a1: .globl hot_a1_at\nhot_a1_at: add $1,%edx\n"
        ".Lhot_a2: add $2,%edx\njmp .Lhot_a\n"
        ".Lhot_b: .globl hot_b_at\nhot_b_at: movslq (%r9,%rcx,4),%rax\nadd %r9,%rax\njmp *%rax\n"
        ".Lhot_b1: .globl hot_b1_at\nhot_b1_at: add $1,%edx\njmp .Lhot_b\n"
        ".Lhot_end: ret\n.size hot_switches, . - hot_switches\n"
        ".section .rodata\n.balign 4\n"
        ".Lhot_table_a: .long .Lhot_a1-.Lhot_table_a, .Lhot_a2-.Lhot_table_a, "
        ".Lhot_b-.Lhot_table_a\n"
        ".Lhot_table_b: .long .Lhot_b1-.Lhot_table_b, .Lhot_end-.Lhot_table_b\n"
        ".section .data.rel.ro,\"aw\"\n.balign 8\n.Lhot_labels: .quad .Lhot_first, .Lhot_second\n"
        ".section .text.bare,\"ax\"\n.Lhot_bare: nop\nret\n"
        ".data\n.globl hot_bare_at\nhot_bare_at: .quad .Lhot_bare\n.text\n");
extern const char hot_four_at[];
extern const char hot_nest[], hot_outer_at[], hot_inner_at[], hot_cold_at[], hot_line[];
extern const char hot_both_at[], hot_again_at[];
extern const char hot_first_at[], hot_next_at[], hot_second_at[];
extern const char hot_a_at[], hot_a1_at[], hot_b_at[], hot_b1_at[];
extern const char *const hot_bare_at; /* code that is in no function */

/* The file offset of an address of this program, by its program headers. */
struct offset_search {
    uint64_t address, offset;
};

static int find_offset(struct dl_phdr_info *info, size_t size, void *context)
{
    struct offset_search *s = context;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t begin = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && s->address - begin < h->p_filesz)
            s->offset = s->address - begin + h->p_offset;
    }
    return 1; /* the first one is the program */
}

static uint64_t offset_of(const char *at)
{
    struct offset_search s = {.address = (uint64_t)(uintptr_t)at};
    dl_iterate_phdr(find_offset, &s);
    return s.offset;
}

/* ---- a profile ---- */

enum { OWN, KERNEL, UNMAPPED, MISSING, LIBC, OBJECTS };
enum { PERIOD = 1000000 }; /* ns */

static struct profile_sample samples_at(uint32_t object, uint64_t at, uint64_t n)
{
    return (struct profile_sample){
        .object = object, .caller_object = PROFILE_NONE, .at = at, .n = n, .weight = n * PERIOD};
}

static int compare_samples(const void *one, const void *other)
{
    const struct profile_sample *a = one, *b = other;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* Returns the profile that is read from the text of p. */
static struct profile read_back(struct arena *a, const struct profile *p)
{
    char *text = NULL;
    size_t n;
    struct source s;
    struct profile q;
    struct diag d = {.quiet = true};
    FILE *f = open_memstream(&text, &n);
    profile_print(f, p);
    fclose(f);
    source_from_bytes(&s, "p", text, n);
    CHECK(profile_read(a, &s, &q, &d));
    source_free(&s);
    free(text);
    return q;
}

static struct profile profile_of(struct arena *a, struct profile_sample *samples, size_t n)
{
    static const char *command[] = {"program", "input"};
    static struct profile_thread thread = {.pid = 1, .tid = 1, .name = "program"};
    struct profile_object *o = ARENA_ARRAY(a, struct profile_object, OBJECTS);
    char *own = realpath("/proc/self/exe", NULL);
    o[OWN] = (struct profile_object){.kind = OBJECT_FILE, .path = arena_strdup(a, own)};
    struct stat self;
    CHECK(stat(own, &self) == 0);
    o[OWN].device = (uint64_t)major(self.st_dev) << 32 | minor(self.st_dev);
    o[OWN].inode = self.st_ino;
    o[KERNEL] = (struct profile_object){.kind = OBJECT_KERNEL};
    o[UNMAPPED] = (struct profile_object){.kind = OBJECT_UNMAPPED};
    o[MISSING] = (struct profile_object){.kind = OBJECT_FILE, .path = "/nowhere/at-all"};
    o[LIBC] = (struct profile_object){.kind = OBJECT_FILE, .path = "/nowhere/libm.so.6"};
    free(own);
    if (n > 0)
        qsort(samples, n, sizeof *samples, compare_samples);
    struct profile p = {.command = command,
                        .n_command = 2,
                        .wall_seconds = 1,
                        .sampler = "perf",
                        .unit = PROFILE_NS,
                        .period = PERIOD,
                        .kernel = true,
                        .objects = o,
                        .n_objects = OBJECTS,
                        .threads = &thread,
                        .n_threads = 1,
                        .samples = samples,
                        .n_samples = n};
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += samples[i].n;
    p.cpu_seconds = known(1e-3 * (double)all);
    p.rate = known(1000);
    p.minor_faults = p.major_faults = missing("not counted");
    for (int i = 0; i < 3; i++)
        p.clock[i] = missing("not measured");
    return p;
}

static const struct hotspot *row_of(const struct hot_profile *p, const char *name)
{
    for (size_t i = 0; i < p->n; i++)
        if (strcmp(p->at[i].name, name) == 0)
            return &p->at[i];
    printf("# no row %s\n", name);
    for (size_t i = 0; i < p->n; i++)
        printf("#   %s\n", p->at[i].name);
    return NULL;
}

struct found {
    struct arena a;
    struct diag d;
    struct hot_profile rows;
    struct hot_codes codes;
};

static void find_rows(struct found *f, const struct profile *p)
{
    diag_init(&f->d, "hotspots-test");
    const struct machine *m = machine_read(&f->a, "zen4", NULL, &f->d);
    if (!m)
        exit(1); /* after a message */
    f->d.quiet = true;
    hotspots_find(&f->a, p, m, NULL, NULL, &f->rows, &f->codes, &f->d);
}

static void free_rows(struct found *f)
{
    hot_codes_close(&f->codes);
    diag_close(&f->d);
    arena_free(&f->a);
}

/* ---- tests ---- */

/* Of 100 samples, 40 are in the inner loop and 5 in its block out of line, 20 in the outer loop, 10
 * before the loops and 25 in a function without loops. */
static void samples_belong_to_the_innermost_loop(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {
        samples_at(OWN, offset_of(hot_inner_at), 40), samples_at(OWN, offset_of(hot_cold_at), 5),
        samples_at(OWN, offset_of(hot_outer_at), 20), samples_at(OWN, offset_of(hot_nest), 10),
        samples_at(OWN, offset_of(hot_line), 25)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    const struct hotspot *inner = row_of(&f.rows, "hotspots-test:hot_nest+0xa"),
                         *outer = row_of(&f.rows, "hotspots-test:hot_nest+0x5"),
                         *nest = row_of(&f.rows, "hotspots-test:hot_nest"),
                         *line = row_of(&f.rows, "hotspots-test:hot_line");
    CHECK(inner && outer && nest && line && f.rows.n == 4);
    if (inner && outer && nest && line) {
        CHECK_NEAR(0.045, inner->seconds, 1e-12);
        CHECK_NEAR(0.020, outer->seconds, 1e-12);
        CHECK_NEAR(0.065, outer->inclusive, 1e-12);
        CHECK_NEAR(0.010, nest->seconds, 1e-12);
        CHECK_NEAR(0.025, line->seconds, 1e-12);
        CHECK(inner->kind == HOTSPOT_LOOP && line->kind == HOTSPOT_STRAIGHT_LINE);
        CHECK(inner->parent == outer - f.rows.at && outer->parent == -1);
        CHECK(!inner->why && !outer->why && !nest->why && !line->why);
    }
    CHECK(f.codes.n == 1 && f.codes.at[0].loops.n == 4 && f.codes.at[0].loops.n_inner_of == 1);
    free_rows(&f);
}

/* 10000 instructions were counted, 5000 are in samples: each sampled one stands for 2. 4000 of them
 * are in the loop of 4 instructions, half of them at its last one (0xc bytes after the first one):
 * 4000 * 2 / 4 = 2000 passes. */
static void passes_are_instructions_of_the_loop(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_four_at), 30),
                                 samples_at(OWN, offset_of(hot_inner_at), 10),
                                 samples_at(OWN, offset_of(hot_line), 60)};
    struct profile_executed executed[] = {{OWN, offset_of(hot_four_at), 2000, 0, 0},
                                          {OWN, offset_of(hot_four_at) + 3, 2000, 0, 0},
                                          {OWN, offset_of(hot_inner_at), 400, 0, 0},
                                          {OWN, offset_of(hot_line), 600, 0, 0}};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    p.instructions = known(10000);
    p.executed = executed;
    p.n_executed = COUNT_OF(executed);
    p.threads = &(struct profile_thread){.pid = 1, .tid = 1, .name = "program", .samples = 100};
    p = read_back(&f.a, &p);
    find_rows(&f, &p);
    const struct hotspot *four = row_of(&f.rows, "hotspots-test:hot_four+0x5"),
                         *inner = row_of(&f.rows, "hotspots-test:hot_nest+0xa"),
                         *outer = row_of(&f.rows, "hotspots-test:hot_nest+0x5");
    CHECK(f.rows.instructions.value == 10000);
    CHECK(four && inner && outer);
    if (four && inner && outer) {
        CHECK(is_known(four->passes));
        CHECK_NEAR(2000, four->passes.value, 1e-9);
        CHECK_TEXT("the loop has conditional blocks: the instructions of a pass vary",
                   inner->passes.missing);
        CHECK_TEXT("an outer loop: its passes contain inner loops", outer->passes.missing);
    }
    free_rows(&f);
}

/* 134 page faults in the loop of 4 instructions in two runs; 4 of 10 samples of the kernel were on
 * its behalf. A run has 67 faults and 2 ms. Other code has faults, too: the inner loop has none. */
static void page_faults_are_those_of_the_loop(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_four_at), 30),
                                 samples_at(OWN, offset_of(hot_inner_at), 60),
                                 samples_at(KERNEL, 0x10, 4), samples_at(KERNEL, 0x20, 6)};
    struct profile_executed executed[] = {{OWN, offset_of(hot_four_at), 0, 134, 0},
                                          {OWN, offset_of(hot_line), 0, 67, 0}};
    struct profile_repeat repeats[] = {{0.1, {0.05, NULL}, 50}, {0.1, {0.05, NULL}, 50}};
    s[2].caller_object = OWN;
    s[2].caller_at = offset_of(hot_four_at);
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    p.executed = executed;
    p.n_executed = COUNT_OF(executed);
    p.repeats = repeats;
    p.n_repeats = COUNT_OF(repeats);
    p.kernel = true;
    p.cpu_seconds = known(0.05);
    p.threads = &(struct profile_thread){.pid = 1, .tid = 1, .name = "program", .samples = 100};
    find_rows(&f, &p);
    const struct hotspot *four = row_of(&f.rows, "hotspots-test:hot_four+0x5"),
                         *inner = row_of(&f.rows, "hotspots-test:hot_nest+0xa");
    CHECK(four && inner);
    if (four && inner) {
        CHECK_NEAR(67, four->faults.value, 1e-9);
        CHECK_NEAR(0.002, four->kernel_seconds.value, 1e-9);
        CHECK_NEAR(0.015, four->seconds, 1e-9);
        CHECK(is_known(inner->faults) && inner->faults.value == 0);
    }
    free_rows(&f);
}

/* With timers, the samples of the loop include the kernel; without samples of page faults, or of
 * the kernel, numbers are unknown. */
static void time_of_page_faults_can_be_unknown(void)
{
    for (int sampled = 0; sampled < 2; sampled++) {
        struct found f = {.a = {0}};
        struct profile_sample s[] = {samples_at(OWN, offset_of(hot_four_at), 30)};
        struct profile_executed executed[] = {{OWN, offset_of(hot_four_at), 0, 67, 10 * PERIOD}};
        struct profile p = profile_of(&f.a, s, COUNT_OF(s));
        p.executed = executed;
        p.n_executed = sampled;
        p.kernel = false;
        find_rows(&f, &p);
        const struct hotspot *four = row_of(&f.rows, "hotspots-test:hot_four+0x5");
        CHECK(four && is_known(four->faults) == sampled && !is_known(four->kernel_seconds));
        free_rows(&f);
    }
    CHECK(hot_profile_includes_kernel(&(struct hot_profile){.sampler = "timers"}));
    CHECK(!hot_profile_includes_kernel(&(struct hot_profile){.sampler = "perf"}));
}

/* Without a counter, each loop has its reason; without samples in the loop, there is nothing to
 * divide. */
static void passes_can_be_unknown(void)
{
    for (int counted = 0; counted < 2; counted++) {
        struct found f = {.a = {0}};
        struct profile_sample s[] = {samples_at(OWN, offset_of(hot_four_at), 30)};
        struct profile p = profile_of(&f.a, s, COUNT_OF(s));
        p.instructions =
            counted ? known(1e6) : missing("this processor offers no instruction counter");
        find_rows(&f, &p);
        const struct hotspot *four = row_of(&f.rows, "hotspots-test:hot_four+0x5");
        CHECK_TEXT(counted ? "no sample of an instruction is in the loop"
                           : "this processor offers no instruction counter",
                   four ? four->passes.missing : NULL);
        CHECK(!hot_profile_check(&f.rows));
        free_rows(&f);
    }
}

/* 95 % interval of 45 of 100 samples by Clopper and Pearson: 0.3503 to 0.5527 (tables of the
 * binomial distribution). */
/* Returns the code of a row; with another length, or MAC above MACS, NULL after a message. */
static const struct compiled_loop *code_of(const struct found *f, const char *name, long length)
{
    const struct hotspot *h = row_of(&f->rows, name);
    const struct compiled_loops *l = &f->codes.at[0].loops;
    for (size_t i = 0; h && h->label && i < l->n; i++)
        if (strcmp(l->at[i].label, h->label) == 0) {
            CHECK(l->at[i].length == length);
            CHECK(l->at[i].mac.cycles.value <= l->at[i].macs.cycles.value);
            return l->at[i].length == length ? &l->at[i] : NULL;
        }
    printf("# no code of %s\n", name);
    return NULL;
}

/* On zen4: the outer loop's own code is MOV, DEC, JNZ; DEC follows that of the previous pass by 1
 * cycle. The code of hot_nest outside loops is MOV, RET; that of hot_line, too. RET is a taken
 * branch, of which there is one a cycle. */
static void outer_loops_and_code_have_bounds(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_outer_at), 20),
                                 samples_at(OWN, offset_of(hot_nest), 10),
                                 samples_at(OWN, offset_of(hot_line), 25)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    const struct compiled_loop *outer = code_of(&f, "hotspots-test:hot_nest+0x5", 3);
    const struct compiled_loop *nest = code_of(&f, "hotspots-test:hot_nest", 2);
    const struct compiled_loop *line = code_of(&f, "hotspots-test:hot_line", 2);
    CHECK(outer && nest && line);
    if (outer && nest && line) {
        CHECK_NEAR(1, outer->mac.cycles.value, 1e-12);
        CHECK_TEXT("recurrence", outer->mac.limit);
        CHECK_NEAR(1, outer->macs.cycles.value, 1e-12);
        CHECK_NEAR(1, nest->macs.cycles.value, 1e-12);
        CHECK_NEAR(1, line->macs.cycles.value, 1e-12);
    }
    free_rows(&f);
}

/* Two loops that begin with the same instruction: the outer one has 3 instructions of its own. */
static void loops_of_one_label_have_rows_of_their_own(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_both_at), 20),
                                 samples_at(OWN, offset_of(hot_again_at), 10)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    CHECK(code_of(&f, "hotspots-test:hot_shared+0x5", 2));
    CHECK(code_of(&f, "hotspots-test:hot_shared+0x5, outer loop", 3));
    free_rows(&f);
}

static void shares_have_intervals(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_inner_at), 45),
                                 samples_at(KERNEL, 0xffffffff81000000, 55)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    CHECK(f.rows.n == 3); /* and the outer loop, without samples of its own */
    CHECK_TEXT("kernel", f.rows.at[0].name);
    CHECK_NEAR(0.3503, f.rows.at[1].low, 1e-4);
    CHECK_NEAR(0.5527, f.rows.at[1].high, 1e-4);
    CHECK_NEAR(0.055, hotspots_seconds(&f.rows, HOTSPOT_KERNEL), 1e-12);
    free_rows(&f);
}

/* Files that can't be read: an unknown row for a program, a library row for a library. */
static void files_that_are_missing_have_rows(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(MISSING, 0x1000, 3), samples_at(LIBC, 0x2000, 4),
                                 samples_at(UNMAPPED, 0x7f0000001000, 5)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    const struct hotspot *missing_file = row_of(&f.rows, "at-all"), *m = row_of(&f.rows, "libm"),
                         *unmapped = row_of(&f.rows, "unmapped addresses");
    CHECK(missing_file && missing_file->kind == HOTSPOT_UNKNOWN);
    CHECK_TEXT("/nowhere/at-all can't be read: No such file or directory", missing_file->why);
    CHECK(m && m->kind == HOTSPOT_LIBRARY);
    CHECK(unmapped && unmapped->kind == HOTSPOT_UNKNOWN);
    CHECK(f.d.warnings == 2);
    free_rows(&f);
}

/* Blocks that only a table names belong to the loop, wherever they are in the text. */
static void targets_of_tables_belong_to_loops(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {
        samples_at(OWN, offset_of(hot_first_at), 10), samples_at(OWN, offset_of(hot_next_at), 20),
        samples_at(OWN, offset_of(hot_second_at), 5), samples_at(OWN, offset_of(hot_a_at), 10),
        samples_at(OWN, offset_of(hot_a1_at), 12),    samples_at(OWN, offset_of(hot_b_at), 20),
        samples_at(OWN, offset_of(hot_b1_at), 23)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    CHECK(f.rows.n == 3);
    CHECK(f.rows.at[0].kind == HOTSPOT_LOOP && f.rows.at[0].samples == 43); /* hot_b */
    CHECK(f.rows.at[1].kind == HOTSPOT_LOOP && f.rows.at[1].samples == 35); /* hot_goto */
    CHECK(f.rows.at[2].kind == HOTSPOT_LOOP && f.rows.at[2].samples == 22); /* hot_a */
    for (size_t i = 0; i < f.rows.n; i++)
        CHECK(f.rows.at[i].parent < 0);
    free_rows(&f);
}

/* A linker that folds identical functions leaves both names. */
static void functions_with_the_same_code_are_named(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_four_at), 40)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    CHECK(f.codes.n == 1 && f.codes.at[0].loops.n == 1);
    const struct notes *n = &f.codes.at[0].loops.at[0].notes;
    bool found = false;
    for (size_t i = 0; i < n->n; i++)
        found |= strcmp(n->at[i], "the function hot_twin has the same code: its samples are in "
                                  "this row") == 0;
    CHECK(found);
    free_rows(&f);
}

/* Code without a symbol and without unwind information is not covered. */
static void code_outside_functions_is_unknown(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_bare_at), 40)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    find_rows(&f, &p);
    CHECK(f.rows.n == 1 && f.rows.at[0].kind == HOTSPOT_UNKNOWN && f.rows.at[0].why);
    free_rows(&f);
}

/* Without objdump, it is unknown whether the code of a function is in loops. */
static void functions_that_are_not_disassembled_are_unknown(void)
{
    struct found f = {.a = {0}};
    char *path = xstrdup(getenv("PATH"));
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_line), 40)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    setenv("PATH", "/nowhere", 1);
    find_rows(&f, &p);
    setenv("PATH", path, 1);
    const struct hotspot *h = row_of(&f.rows, "hotspots-test:hot_line");
    CHECK(h && h->kind == HOTSPOT_UNKNOWN && h->why);
    free(path);
    free_rows(&f);
}

/* 30 ms of 100 ms are not sampled: kernel code, at paranoid 2. */
static void the_rest_is_kernel_time(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_line), 70)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    p.kernel = false;
    p.cpu_seconds = known(0.1);
    find_rows(&f, &p);
    const struct hotspot *kernel = row_of(&f.rows, "kernel");
    CHECK(kernel && fabs(kernel->seconds - 0.03) < 1e-12 && fabs(kernel->samples - 30) < 1e-9);
    CHECK_NEAR(0.1, f.rows.cpu_seconds, 0);
    CHECK(!hot_profile_check(&f.rows));
    free_rows(&f);
}

/* Page faults of adjacent pieces of 2 MB are joined: of process 1 at 2 and 4 MB, but not at 8 MB.
 */
static void page_faults_are_those_of_contiguous_memory(void)
{
    enum { MB = 1 << 20 };
    struct found f = {.a = {0}};
    struct profile_fault faults[] = {
        {1, 2 * MB, 67}, {1, 4 * MB, 134}, {1, 8 * MB, 67}, {2, 10 * MB, 670}, {3, 12 * MB, 67}};
    struct profile p = profile_of(&f.a, NULL, 0);
    p.faults = faults;
    p.n_faults = COUNT_OF(faults);
    find_rows(&f, &p);
    const struct hot_fault *at = f.rows.faults;
    CHECK(f.rows.n_faults == HOT_FAULTS);
    CHECK(at[0].process == 2 && at[0].bytes == 2 * MB && at[0].n == 670);
    CHECK(at[1].process == 1 && at[1].first == 2 * MB && at[1].bytes == 4 * MB && at[1].n == 201);
    CHECK(at[2].process == 1 && at[2].first == 8 * MB && at[2].n == 67);
    free_rows(&f);
}

/* A run without samples divides by nothing. */
static void a_profile_can_be_empty(void)
{
    struct found f = {.a = {0}};
    struct profile p = profile_of(&f.a, NULL, 0);
    find_rows(&f, &p);
    CHECK(f.rows.n == 0 && f.rows.cpu_seconds == 0 && !hot_profile_check(&f.rows));
    free_rows(&f);
}

/* 40 ms of short threads are represented by 4 samples, 60 ms of others by 60: 40 % of the time. 4
 * samples are 40 % of 10, and the interval of 4 of 10 is 0.1216 to 0.7376 (tables of the binomial
 * distribution). */
static void samples_of_short_threads_have_wide_intervals(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(OWN, offset_of(hot_line), 4),
                                 samples_at(KERNEL, 0xffffffff81000000, 60)};
    s[0].weight = 40 * (uint64_t)PERIOD;
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    p.cpu_seconds = known(0.1);
    find_rows(&f, &p);
    const struct hotspot *line = row_of(&f.rows, "hotspots-test:hot_line");
    CHECK(line);
    if (line) {
        CHECK_NEAR(0.1216, line->low, 1e-4);
        CHECK_NEAR(0.7376, line->high, 1e-4);
    }
    free_rows(&f);
}

/* A run that ended before its first sample: one row, whose time the kernel counted. */
static void a_run_can_be_too_short(void)
{
    struct found f = {.a = {0}};
    struct profile p = profile_of(&f.a, NULL, 0);
    p.cpu_seconds = p.unsampled_seconds = known(0.0004);
    find_rows(&f, &p);
    CHECK(f.rows.n == 1 && f.rows.cpu_seconds == 0.0004 && !hot_profile_check(&f.rows));
    if (f.rows.n == 1)
        CHECK(f.rows.at[0].low == 1 && f.rows.at[0].high == 1);
    free_rows(&f);
}

/* 10 ms of CPU time: 4 samples, which are scaled to the 3 ms that the kernel did not count
 * otherwise: 4 ms of two threads without samples, 2 ms of a program, 1 ms of starts and ends. 2 ms
 * a thread need 1000 samples a second for two samples each. */
static void counted_time_has_rows(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(KERNEL, 0xffffffff81000000, 4)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    struct profile_thread threads[] = {{.samples = 4}, {.samples = 0}, {.samples = 0}};
    struct profile_excluded excluded[] = {{"a", "it is setuid"}, {"b", "it is static"}};
    p.sampler = "perf";
    p.threads = threads;
    p.n_threads = COUNT_OF(threads);
    p.excluded = excluded;
    p.n_excluded = COUNT_OF(excluded);
    p.cpu_seconds = known(0.010);
    p.unsampled_seconds = known(0.004);
    p.excluded_seconds = known(0.002);
    p.switch_seconds = known(0.001);
    find_rows(&f, &p);
    const struct hotspot *kernel = row_of(&f.rows, "kernel"),
                         *ends = row_of(&f.rows, "start, end and switch of threads"),
                         *threads_row = row_of(&f.rows, "short threads"),
                         *programs = row_of(&f.rows, "programs without samples");
    CHECK(kernel && ends && threads_row && programs && !hot_profile_check(&f.rows));
    if (kernel && ends && threads_row && programs) {
        CHECK_NEAR(0.003, kernel->seconds, 1e-12);
        CHECK_NEAR(0.001, ends->seconds, 1e-12);
        CHECK(ends->kind == HOTSPOT_KERNEL && programs->kind == HOTSPOT_UNKNOWN);
        CHECK_NEAR(0.004, threads_row->seconds, 1e-12);
        CHECK(strstr(threads_row->why, "2 threads") && strstr(threads_row->why, "--rate=1000 "));
        CHECK_NEAR(0.002, programs->seconds, 1e-12);
        CHECK_TEXT("a: it is setuid; b: it is static", programs->why);
    }
    free_rows(&f);
}

/* As above, but of the 3 ms of programs and starts together, 0.5 to 2.5 ms are of programs: 5 to 25
 * % of the time, and the rest 5 to 25 %. */
static void estimated_time_has_an_interval(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(KERNEL, 0xffffffff81000000, 4)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    p.sampler = "timers";
    p.cpu_seconds = known(0.010);
    p.excluded_seconds = known(0.002);
    p.excluded_least = known(0.0005);
    p.excluded_most = known(0.0025);
    p.switch_seconds = known(0.001);
    find_rows(&f, &p);
    const struct hotspot *ends = row_of(&f.rows, "start, end and switch of threads"),
                         *programs = row_of(&f.rows, "programs without samples");
    CHECK(ends && programs && !hot_profile_check(&f.rows));
    if (ends && programs) {
        CHECK_NEAR(0.05, programs->low, 1e-9);
        CHECK_NEAR(0.25, programs->high, 1e-9);
        CHECK_NEAR(0.05, ends->low, 1e-9);
        CHECK_NEAR(0.25, ends->high, 1e-9);
        CHECK_TEXT("starts and ends of programs, where the preloaded library is not active: "
                   "estimated, at most 2 ms for each start",
                   ends->why);
    }
    free_rows(&f);
}

/* Two samples in the 4 ms of the only thread without samples need 500 a second. */
static void one_thread_can_be_too_short(void)
{
    struct found f = {.a = {0}};
    struct profile_sample s[] = {samples_at(KERNEL, 0xffffffff81000000, 4)};
    struct profile p = profile_of(&f.a, s, COUNT_OF(s));
    struct profile_thread threads[] = {{.samples = 4}, {.samples = 0}};
    p.sampler = "perf";
    p.threads = threads;
    p.n_threads = COUNT_OF(threads);
    p.cpu_seconds = known(0.010);
    p.unsampled_seconds = known(0.004);
    find_rows(&f, &p);
    const struct hotspot *row = row_of(&f.rows, "short threads");
    CHECK(row);
    if (row)
        CHECK_TEXT("a thread that ended before its first sample, after 4 ms: --rate=500 samples it",
                   row->why);
    free_rows(&f);
}

#endif

static void generated_code_has_names(void)
{
    struct arena a = {0};
    char directory[] = "/tmp/hotspots-test-XXXXXX";
    CHECK(mkdtemp(directory));
    const char *path = arena_printf(&a, "%s/perf-7.map", directory);
    FILE *f = fopen(path, "w");
    fputs("7f00 10 first\n7f20 8 second\nnonsense\n7f00 4 again at its address\nffffffffffffffff 9 "
          "end\n",
          f);
    file_drop(f);
    struct generated_codes g = generated_read(&a, directory, 7);
    CHECK(g.n == 2);
    CHECK(generated_find(&g, 0x7eff) == SIZE_MAX && generated_find(&g, 0x7f04) == SIZE_MAX);
    CHECK_TEXT("again at its address", g.at[generated_find(&g, 0x7f03)].name);
    CHECK_TEXT("second", g.at[generated_find(&g, 0x7f27)].name);
    CHECK(generated_read(&a, directory, 8).n == 0);
    unlink(path);
    rmdir(directory);
    arena_free(&a);
}

static void library_functions_have_their_usual_names(void)
{
    struct arena a = {0};
    CHECK_TEXT("memcpy", library_function(&a, "__memcpy_avx_unaligned_erms"));
    CHECK_TEXT("memset", library_function(&a, "__memset_evex512_unaligned_erms"));
    CHECK_TEXT("exp", library_function(&a, "__exp_fma"));
    CHECK_TEXT("pow", library_function(&a, "pow@@GLIBC_2.29"));
    CHECK_TEXT("pow", library_function(&a, "__ieee754_pow_fma"));
    CHECK_TEXT("pow", library_function(&a, "_ZGVdN4vv_pow_avx2"));
    CHECK_TEXT("memcmp", library_function(&a, "__memcmp_evex_movbe"));
    CHECK_TEXT("memset", library_function(&a, "__memset_avx512_no_vzeroupper"));
    CHECK_TEXT("int_malloc", library_function(&a, "_int_malloc"));
    CHECK_TEXT("_ZSt13get_terminatev", library_function(&a, "_ZSt13get_terminatev"));
    CHECK_TEXT("___", library_function(&a, "___"));
    CHECK(library_of("/usr/lib/x86_64-linux-gnu/libm.so.6") && !library_of("/opt/libmine.so"));
    CHECK(library_of("/x/libgomp.so.1.0.0")->waits && !library_of("libc.so.6")->waits);
    arena_free(&a);
}

int main(void)
{
#ifdef __x86_64__
    if (system("command -v objdump >/dev/null") == 0) {
        TEST(samples_belong_to_the_innermost_loop);
        TEST(outer_loops_and_code_have_bounds);
        TEST(loops_of_one_label_have_rows_of_their_own);
        TEST(targets_of_tables_belong_to_loops);
        TEST(functions_with_the_same_code_are_named);
        TEST(shares_have_intervals);
        TEST(passes_are_instructions_of_the_loop);
        TEST(passes_can_be_unknown);
    } else {
        printf("skip samples_belong_to_the_innermost_loop: objdump is not installed\n");
    }
    TEST(files_that_are_missing_have_rows);
    TEST(code_outside_functions_is_unknown);
    TEST(functions_that_are_not_disassembled_are_unknown);
    TEST(the_rest_is_kernel_time);
    TEST(page_faults_are_those_of_contiguous_memory);
    TEST(page_faults_are_those_of_the_loop);
    TEST(time_of_page_faults_can_be_unknown);
    TEST(a_profile_can_be_empty);
    TEST(a_run_can_be_too_short);
    TEST(counted_time_has_rows);
    TEST(estimated_time_has_an_interval);
    TEST(one_thread_can_be_too_short);
    TEST(samples_of_short_threads_have_wide_intervals);
#else
    printf("skip samples_belong_to_the_innermost_loop: the program is not x86-64 code\n");
#endif
    TEST(generated_code_has_names);
    TEST(library_functions_have_their_usual_names);
    return tests_end();
}
