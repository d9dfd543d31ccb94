/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers by unwind information: of functions of this program, of damaged files, and of library
 * functions of sampled programs that are compiled without frame pointers. */
#include "binaries/unwind.h"

#include "base/util.h"
#include "hotspots/unwinder.h"
#include "measure/sampling/sampler.h"
#include "tests/unit/check.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __x86_64__

/* ---- the stack of this program ---- */

enum { STACK_BYTES = 4096 };
static uint8_t stack_copy[STACK_BYTES];
static struct user_stack captured;

/* Functions with different frames: saved registers, and a frame of variable size, whose rule names
 * the frame pointer. */
static __attribute__((noinline)) int unwind_inner(int x)
{
    static const int order[STACK_REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                               REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                               REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    ucontext_t u;
    getcontext(&u);
    for (size_t i = 0; i < STACK_REGISTERS; i++)
        captured.registers[i] = (uint64_t)u.uc_mcontext.gregs[order[i]];
    captured.known = (UINT32_C(1) << STACK_REGISTERS) - 1;
    captured.begin = captured.registers[STACK_POINTER];
    captured.bytes = stack_copy;
    captured.n = STACK_BYTES;
    memcpy(stack_copy, (const void *)(uintptr_t)captured.begin, STACK_BYTES);
    return x + 1;
}

static __attribute__((noinline)) int unwind_middle(int x)
{
    volatile char *frame = __builtin_alloca((size_t)(100 + x));
    frame[0] = (char)x;
    return unwind_inner(x * 3) + frame[0];
}

static __attribute__((noinline)) int unwind_outer(int x)
{
    volatile int a = x, b = x + 1, c = x + 2;
    for (int i = 0; i < 2; i++)
        a += unwind_middle(b + c + i) * a;
    return a;
}

static int find_load_address(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    *(uint64_t *)to = info->dlpi_addr;
    return 1; /* the first one is the program */
}

static const char *const names[] = {"unwind_inner", "unwind_middle", "unwind_outer"};

/* Unwinds s. Returns the number of functions of `names` that were found, in their order; -1 = a
 * wrong one was found. Compilers append to names (".constprop.0"). */
static int count_callers(struct binary *b, struct user_stack s)
{
    uint64_t load = 0;
    dl_iterate_phdr(find_load_address, &load);
    for (int i = 0; i < (int)COUNT_OF(names); i++) {
        uint64_t address = s.registers[STACK_PC] - load;
        const struct binary_function *f = binary_function_at(b, address);
        if (!f || !f->name || strncmp(f->name, names[i], strlen(names[i])) != 0 ||
            !binary_follows_call(b, address))
            return -1;
        if (!binary_unwind(b, address, &s))
            return i + 1;
    }
    return COUNT_OF(names);
}

static struct binary *open_file(const char *path)
{
    struct diag d = {.quiet = true};
    return binary_open(path, &d);
}

static void functions_have_their_callers(void)
{
    struct binary *b = open_file("/proc/self/exe");
    unwind_outer(1);
    CHECK(b && count_callers(b, captured) == 3);
    binary_close(b);
}

/* A stack of which only the first n bytes are known: the callers that are found are right, and the
 * more bytes are known, the more are found. */
static void truncated_stack_has_no_wrong_caller(void)
{
    struct binary *b = open_file("/proc/self/exe");
    int last = 1;
    unwind_outer(1);
    for (size_t n = 0; b && n <= STACK_BYTES; n++) {
        struct user_stack s = captured;
        s.n = n;
        int found = count_callers(b, s);
        CHECK(found >= last);
        last = found;
    }
    CHECK(last == 3);
    binary_close(b);
}

/* Without the frame pointer, the caller of the function whose frame it describes is unknown. */
static void unknown_register_has_no_wrong_caller(void)
{
    struct binary *b = open_file("/proc/self/exe");
    unwind_outer(1);
    for (int i = 0; b && i < STACK_REGISTERS; i++) {
        struct user_stack s = captured;
        s.known &= ~(UINT32_C(1) << i);
        s.registers[i] =
            i == STACK_PC ? s.registers[i] : UINT64_C(0x5555000000000000) + (unsigned)i;
        CHECK(count_callers(b, s) >= 1);
    }
    binary_close(b);
}

/* ---- damaged files ---- */

/* Returns the bytes of this program, to be freed. */
static uint8_t *read_program(size_t *n)
{
    struct stat st;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    uint8_t *bytes = fd >= 0 && fstat(fd, &st) == 0 ? malloc((size_t)st.st_size) : NULL;
    *n = bytes ? (size_t)st.st_size : 0;
    if (bytes && read(fd, bytes, *n) != (ssize_t)*n)
        *n = 0;
    close(fd);
    return bytes;
}

static bool write_file(const char *path, const uint8_t *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, bytes, n) == (ssize_t)n;
    close(fd);
    return good;
}

/* Returns the section .eh_frame of a 64-bit ELF file. */
static const Elf64_Shdr *find_rules(const uint8_t *file)
{
    const Elf64_Ehdr *h = (const void *)file;
    const Elf64_Shdr *sections = (const void *)(file + h->e_shoff);
    const char *texts = (const char *)file + sections[h->e_shstrndx].sh_offset;
    for (int i = 0; i < h->e_shnum; i++)
        if (strcmp(texts + sections[i].sh_name, ".eh_frame") == 0)
            return &sections[i];
    return NULL;
}

/* Random bytes in the unwind information: nothing is read outside, and unwinding ends. */
static void damaged_rules_are_harmless(void)
{
    enum { ROUNDS = 400, MORE_DAMAGES = 5 }; /* in each round */
    size_t n, followed = 0;
    uint8_t *good = read_program(&n), *bad = malloc(n + 1);
    const Elf64_Shdr *rules = n ? find_rules(good) : NULL;
    CHECK(rules);
    unwind_outer(1);
    srand(1);
    for (int round = 0; rules && round < ROUNDS; round++) {
        memcpy(bad, good, n);
        for (int i = 0; i <= round * MORE_DAMAGES; i++)
            bad[rules->sh_offset + (size_t)rand() % rules->sh_size] = (uint8_t)rand();
        CHECK(write_file("damaged", bad, n));
        struct binary *b = open_file("damaged");
        uint64_t load = 0;
        dl_iterate_phdr(find_load_address, &load);
        struct user_stack s = captured;
        for (int i = 0; b && i < 100; i++, followed++)
            if (!binary_unwind(b, s.registers[STACK_PC] - load, &s))
                break;
        binary_close(b);
    }
    printf("# %zu frames of damaged files\n", followed);
    free(good);
    free(bad);
}

/* ---- library functions of sampled programs ---- */

static const char program[] =
    "#include <math.h>\n"
    "#include <string.h>\n"
    "#include <time.h>\n"
    "static char from[1 << 14], to[1 << 14];\n"
    "volatile double x = 0.5, sum;\n"
    "void spin(long n);\n"
    "static double seconds(void) { struct timespec t;\n"
    "  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }\n"
    "#define CALLERS(name, statement) \\\n"
    "  static __attribute__((noinline)) void name##_most(long n) {\\\n"
    "    for (long i = 0; i < n; i++) { statement; } sum = sum + 1; }\\\n"
    "  static __attribute__((noinline)) void name##_few(long n) {\\\n"
    "    for (long i = 0; i < n; i++) { statement; } sum = sum - 1; }\n"
    "CALLERS(exp, sum = sum + exp(x))\n"
    "CALLERS(copy, memcpy(to, from, sizeof to); __asm__ volatile(\"\" : : \"r\"(to), "
    "\"r\"(from) : \"memory\"))\n"
    "CALLERS(deep, spin(2000))\n"
    "int main(void) {\n"
    "  volatile long n = 10000;\n"
    "  while (seconds() < 1.2) { exp_most(3 * n); exp_few(n); copy_most(3 * n / 30);\n"
    "    copy_few(n / 30); deep_most(3 * n / 1000); deep_few(n / 1000); }\n"
    "  return 0; }\n";
/* A function whose frame is greater than the copy of the stack. */
static const char deep[] = "void spin(long n) { volatile char frame[16384]; frame[0] = 0;\n"
                           "  for (long i = 0; i < n; i++) frame[i % 16384]++; }\n";

static bool compile(const char *text, const char *command)
{
    FILE *f = fopen("calls.c", "w");
    fputs(text, f);
    fclose(f);
    return system(command) == 0;
}

/* Samples of library functions in the file `library`, by their callers. */
struct call_sums {
    double most, few, other, unknown;
};

static struct call_sums sum_calls(const struct profile *p, struct binary *b, const char *library,
                                  const char *name)
{
    struct call_sums s = {0};
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *x = &p->samples[i];
        const char *path = p->objects[x->object].path;
        uint64_t address;
        if (!path || !strstr(path, library))
            continue;
        const struct binary_function *f =
            x->caller_object != PROFILE_NONE && binary_address(b, x->caller_at, &address)
                ? binary_function_at(b, address)
                : NULL;
        size_t n = strlen(name);
        bool known = f && f->name && strncmp(f->name, name, n) == 0;
        double *to = x->caller_object == PROFILE_NONE        ? &s.unknown
                     : !known                                ? &s.other
                     : strncmp(f->name + n, "_most", 5) == 0 ? &s.most
                                                             : &s.few;
        *to += (double)x->weight;
    }
    printf("# %s: %.3f s, %.3f s, others %.3f s, unknown %.3f s\n", name, 1e-9 * s.most,
           1e-9 * s.few, 1e-9 * s.other, 1e-9 * s.unknown);
    return s;
}

/* 3 of 4 calls are from one function. With some 1000 samples, the standard deviation is 1.4 points.
 */
static void check_calls(struct call_sums s)
{
    double known = s.most + s.few, all = known + s.other + s.unknown;
    CHECK_NEAR(0.75, s.most / known, 0.1);
    CHECK(known > 0.95 * all);
}

/* Returns false if the kernel does not permit sampling. */
static bool sample_program(struct arena *a, struct profile *p)
{
    static char path[] = "./calls";
    char *words[] = {path, NULL};
    struct diag d = {.quiet = true};
    struct stack_unwinder *u = unwinder_open(a);
    struct sampler_options o = {.command = words,
                                .rate = 4000,
                                .chain = CHAIN_DWARF,
                                .unwinder = u,
                                .seed = 1,
                                .method = SAMPLER_PERF};
    bool good = sampler_run(&o, a, p, &d);
    unwinder_close(u);
    return good;
}

static void library_functions_have_their_callers(void)
{
    struct arena a = {0};
    struct profile p;
    struct binary *b = open_file("calls");
    CHECK(sample_program(&a, &p) && !profile_check(&a, &p) && p.chain == CHAIN_DWARF && b);
    if (b) {
        check_calls(sum_calls(&p, b, "/libm.so", "exp"));
        check_calls(sum_calls(&p, b, "/libc.so", "copy"));
        struct call_sums s = sum_calls(&p, b, "/libblas-deep.so", "deep");
        /* before its frame is allocated, the caller is known */
        CHECK(s.unknown > 9 * (s.most + s.few) && s.other == 0);
    }
    binary_close(b);
    arena_free(&a);
}

/* Returns NULL, or why the program can't be sampled. */
static const char *find_refusal(void)
{
    struct arena a = {0};
    struct profile p;
    if (!compile(deep, "gcc -O1 -shared -fPIC -fomit-frame-pointer -o libblas-deep.so calls.c") ||
        !compile(program, "gcc -O2 -fomit-frame-pointer -fno-builtin -falign-functions=64 "
                          "-o calls calls.c "
                          "./libblas-deep.so -lm"))
        return "gcc is not installed";
    bool sampled = sample_program(&a, &p);
    arena_free(&a);
    return sampled ? NULL : "the kernel does not permit perf_event_open";
}

int main(void)
{
    TEST(functions_have_their_callers);
    TEST(truncated_stack_has_no_wrong_caller);
    TEST(unknown_register_has_no_wrong_caller);
    TEST(damaged_rules_are_harmless);
    const char *why = find_refusal();
    if (why)
        printf("skip library_functions_have_their_callers: %s\n", why);
    else
        TEST(library_functions_have_their_callers);
    return tests_end();
}

#else

int main(void)
{
    puts("skip functions_have_their_callers: the processor is not x86-64");
    return 0;
}

#endif
