/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions, lines and inlined calls of programs that gcc compiles here. */
#include "binaries/binary.h"
#include "binaries/extract.h"

#include "base/util.h"
#include "tests/unit/check.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char program[] =
    "#include <stdlib.h>\n"                                    /* 1 */
    "extern void rare(int) __attribute__((cold, noinline));\n" /* 2 */
    "volatile int sink;\n"                                     /* 3 */
    "static inline __attribute__((always_inline)) int inner(int x)\n"
    "{ sink = x; return x * 3 + sink; }\n" /* 5 */
    "static inline __attribute__((always_inline)) int middle(int x)\n"
    "{ return inner(x) ^ sink; }\n" /* 7 */
    "static __attribute__((noinline)) int outer(int x)\n"
    "{ int s = 0;\n"
    "  for (int i = 0; i < x; i++)\n"
    "    s += middle(i);\n" /* 11 */
    "  if (__builtin_expect(s == 77, 0)) { rare(s); sink += s; rare(x); }\n"
    "  return s; }\n"
    "void rare(int x) { sink = x; if (x == 5) abort(); }\n"
    "int main(int n, char **v) { (void)v; return outer(n); }\n"
    "int __named(int x) { return x; }\n"
    "int named(int x) __attribute__((alias(\"__named\")));\n";

static bool run_command(const char *command)
{
    int status = system(command);
    if (status != 0)
        printf("# %s: status %d\n", command, status);
    return status == 0;
}

static bool compile(const char *options, const char *to)
{
    char command[300];
    FILE *f = fopen("program.c", "w");
    fputs(program, f);
    fclose(f);
    snprintf(command, sizeof command, "gcc -O2 %s -o %s program.c", options, to);
    return run_command(command);
}

static struct binary *open_binary(const char *path)
{
    struct diag d = {0};
    struct binary *b = binary_open(path, &d);
    CHECK(b);
    return b;
}

/* Returns the function of that name, found by an address after another. */
static const struct binary_function *find_function(struct binary *b, const char *name)
{
    uint64_t from = 0, address;
    for (uint64_t at = 0; at < 0x8000; at++) {
        const struct binary_function *f;
        if (binary_address(b, at, &address) && address >= from &&
            (f = binary_function_at(b, address))) {
            if (f->name && strcmp(f->name, name) == 0)
                return f;
            from = f->end;
        }
    }
    return NULL;
}

/* abort is called through the procedure linkage table, also in a file without symbols. */
static void entries_of_the_linkage_table(void)
{
    static const char *const options[] = {"-fcf-protection=full", "-fcf-protection=none",
                                          "-s -fcf-protection=full"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        char command[100];
        snprintf(command, sizeof command, "-Wl,-z,lazy %s", options[i]);
        CHECK(compile(command, "with-plt"));
        struct binary *b = open_binary("with-plt");
        const struct binary_function *f = find_function(b, "abort@plt");
        CHECK(f && f->end - f->begin == 16);
        binary_close(b);
    }
}

/* A function whose address is used, too, is called through .plt.got where the linker finds the word
 * for its address (-z lazy). Its entries have 8 bytes, or 16 with endbr64. */
static void entries_without_lazy_binding(void)
{
    static const char *const options[] = {"-Wl,-z,ibtplt -fcf-protection=full",
                                          "-fcf-protection=none"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        char command[200];
        FILE *f = fopen("got.c", "w");
        fputs("#include <stdlib.h>\nvoid (*volatile used)(void) = 0;\n"
              "int main(int n, char **v) { (void)v; used = abort; if (n > 5) abort();\n"
              "  return (int)strtol(\"0\", 0, 10); }\n",
              f);
        fclose(f);
        snprintf(command, sizeof command,
                 "gcc -O1 -fno-builtin -fPIE -pie -Wl,-z,lazy %s -o with-got got.c", options[i]);
        CHECK(run_command(command));
        struct binary *b = open_binary("with-got");
        const struct binary_function *got = find_function(b, "abort@plt"),
                                     *plt = find_function(b, "strtol@plt");
        CHECK(got && got->end - got->begin == (i == 0 ? 16 : 8));
        CHECK(plt && plt->end - plt->begin == 16);
        CHECK(!got || binary_function_at(b, got->end - 1) == got);
        binary_close(b);
    }
}

/* Opening a pipe would wait for a writer. */
static void a_pipe_is_refused(void)
{
    char said[1000] = "";
    unlink("pipe");
    CHECK(mkfifo("pipe", 0600) == 0);
    struct diag d = {.out = fmemopen(said, sizeof said, "w")};
    CHECK(!binary_open("pipe", &d));
    fclose(d.out);
    CHECK_TEXT("pipe: error: is not a regular file\n", said);
}

/* The name of the debug file is one of the program's data, and can be that of a pipe. */
static void a_pipe_is_no_debug_file(void)
{
    CHECK(compile("-s -Wl,--build-id=none", "linked") &&
          run_command("echo text >linked.debug && "
                      "objcopy --add-gnu-debuglink=linked.debug linked && rm linked.debug"));
    CHECK(mkfifo("linked.debug", 0600) == 0);
    struct binary *b = open_binary("linked");
    const struct binary_function *f = find_function(b, "main");
    CHECK(!f && !binary_line_at(b, 0x1000).file);
    binary_close(b);
    unlink("linked.debug");
}

/* Copies a file without its symbols and without the table of sections. */
static void remove_sections(const char *from, const char *to)
{
    char command[200];
    Elf64_Ehdr h;
    snprintf(command, sizeof command, "cp %s %s", from, to);
    CHECK(run_command(command));
    FILE *f = fopen(to, "r+");
    CHECK(fread(&h, sizeof h, 1, f) == 1);
    h.e_shoff = h.e_shnum = h.e_shstrndx = 0;
    rewind(f);
    CHECK(fwrite(&h, sizeof h, 1, f) == 1);
    fclose(f);
}

/* Without sections, functions are found by the index of the unwind information. */
static void functions_of_a_file_without_sections(void)
{
    CHECK(compile("-s", "stripped"));
    remove_sections("stripped", "without-sections");
    struct binary *all = open_binary("stripped"), *none = open_binary("without-sections");
    uint64_t address;
    size_t functions = 0;
    for (uint64_t at = 0; at < 0x8000; at++) {
        const struct binary_function *f =
            binary_address(all, at, &address) ? binary_function_at(all, address) : NULL;
        const struct binary_function *g = f ? binary_function_at(none, f->begin) : NULL;
        if (!f || f->begin != address || f->name)
            continue;
        CHECK(g && g->begin == f->begin && g->end == f->end);
        functions++;
    }
    CHECK(functions >= 3); /* _start, main, outer */
    binary_close(all);
    binary_close(none);
}

static void functions_by_symbols(void)
{
    CHECK(compile("-g", "with-symbols"));
    struct binary *b = open_binary("with-symbols");
    const struct binary_function *f = find_function(b, "outer");
    CHECK(f && f->end > f->begin && binary_function_at(b, f->end - 1) == f);
    CHECK_TEXT("with-symbols", binary_path(b));
#ifdef __x86_64__
    CHECK(binary_is_x86_64(b));
#endif
    const struct binary_function *cold = f ? binary_other_part(b, f) : NULL;
    CHECK(cold && strcmp(cold->name, "outer.cold") == 0 && binary_other_part(b, cold) == f);
    const struct binary_function *start = find_function(b, "main");
    CHECK(start && !binary_other_part(b, start));
    CHECK(f && binary_code(b, f->begin, f->end - f->begin) && !binary_code(b, f->begin, 1 << 30));
    CHECK(find_function(b, "named") && !find_function(b, "__named"));
    binary_close(b);
}

static void lines_and_inlined_calls(void)
{
    struct arena a = {0};
    struct binary *b = open_binary("with-symbols");
    const struct binary_function *f = find_function(b, "outer");
    int with_three = 0;
    for (uint64_t at = f->begin; at < f->end; at++) {
        struct binary_line l = binary_line_at(b, at);
        CHECK(l.file && strstr(l.file, "program.c") && l.line >= 4 && l.line <= 13);
        struct binary_frame *frame;
        size_t n = binary_frames_at(b, at, &a, &frame);
        CHECK(n >= 1 && n <= 3 && strcmp(frame[n - 1].function, "outer") == 0);
        if (n < 3)
            continue;
        with_three++;
        CHECK_TEXT("inner", frame[0].function);
        CHECK_TEXT("middle", frame[1].function);
        CHECK(frame[0].call.line == 7 && frame[1].call.line == 11 && frame[2].call.line == 0);
        CHECK(frame[0].call.file && strstr(frame[0].call.file, "program.c"));
    }
    CHECK(with_three > 0);
    binary_close(b);
    arena_free(&a);
}

/* Unwind information has the ranges of functions whose symbols were removed. */
static void stripped_functions_by_unwind_information(void)
{
    struct binary *b = open_binary("with-symbols");
    struct binary_function outer = *find_function(b, "outer"), start = *find_function(b, "main");
    binary_close(b);
    CHECK(run_command("strip -o stripped with-symbols"));
    b = open_binary("stripped");
    const struct binary_function *f = binary_function_at(b, outer.begin + 1);
    CHECK(f && f->begin == outer.begin && f->end == outer.end && !f->name);
    f = binary_function_at(b, start.begin);
    CHECK(f && f->begin == start.begin && f->end == start.end && !binary_other_part(b, f));
    struct arena a = {0};
    struct binary_frame *frames;
    CHECK(!binary_line_at(b, outer.begin).file &&
          binary_frames_at(b, outer.begin, &a, &frames) == 0);
    binary_close(b);
}

static void separate_debug_file(void)
{
    CHECK(run_command("objcopy --only-keep-debug with-symbols separate.debug") &&
          run_command("strip -o separate with-symbols") &&
          run_command("objcopy --add-gnu-debuglink=separate.debug separate"));
    struct arena a = {0};
    struct binary *b = open_binary("separate");
    const struct binary_function *f = find_function(b, "outer");
    struct binary_frame *frames;
    CHECK(f && binary_other_part(b, f));
    CHECK(f && binary_line_at(b, f->begin).line >= 4);
    CHECK(f && binary_frames_at(b, f->begin, &a, &frames) >= 1);
    binary_close(b);
    arena_free(&a);
}

static void debug_information_of_many_kinds(void)
{
    static const char *const options[] = {"-g -gdwarf-4", "-g -gdwarf-5 -static",
                                          "-g -gsplit-dwarf", "-g1 -no-pie", "-g -gz"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct arena a = {0};
        CHECK(compile(options[i], "of-kind"));
        struct binary *b = open_binary("of-kind");
        const struct binary_function *f = NULL;
        uint64_t address;
        for (uint64_t at = 0; at < 0x200000 && !f; at += 4)
            if (binary_address(b, at, &address) && (f = binary_function_at(b, address)) &&
                !(f->name && strcmp(f->name, "outer") == 0))
                f = NULL;
        CHECK(f);
        bool inner = false;
        int without_line = 0;
        for (uint64_t at = f ? f->begin : 0; f && at < f->end; at++) {
            struct binary_frame *frames;
            size_t n = binary_frames_at(b, at, &a, &frames);
            inner |= n == 3 && frames[0].call.line == 7 && frames[1].call.line == 11;
            without_line += binary_line_at(b, at).line < 4;
        }
        if (!inner || without_line)
            printf("# gcc %s\n", options[i]);
        CHECK(inner && !without_line);
        binary_close(b);
        arena_free(&a);
    }
}

/* The debug file of the C library is found by its build id, where it is installed. */
static void debug_file_by_build_id(void)
{
    Dl_info library;
    char path[300] = "/usr/lib/debug/.build-id/";
    struct arena a = {0};
    struct binary_frame *frames;
    size_t n;
    if (!dladdr((void *)(uintptr_t)qsort, &library))
        return;
    struct binary *b = open_binary(library.dli_fname);
    const uint8_t *id = binary_build_id(b, &n);
    for (size_t i = 0; i < n; i++)
        sprintf(path + strlen(path), i ? "%02x" : "%02x/", id[i]);
    strcat(path, ".debug");
    uint64_t address = (uintptr_t)qsort - (uintptr_t)library.dli_fbase;
    if (n == 0 || access(path, R_OK) != 0)
        puts("# left out: the debug file of the C library is not installed");
    else
        CHECK(binary_line_at(b, address).line > 0 && binary_frames_at(b, address, &a, &frames) > 0);
    binary_close(b);
    arena_free(&a);
}

/* Procedures that a Fortran program contains are entries in it. */
static void contained_procedures(void)
{
    static const char fortran[] =
        "program main\n  real :: t\n  t = 0\n  call work(t)\n  print *, t\n"
        "contains\n  subroutine work(s)\n    real :: s\n"
        "    s = s + 1\n  end subroutine\nend program\n";
    if (system("gfortran --version >/dev/null 2>&1") != 0) {
        puts("# left out: gfortran is not installed");
        return;
    }
    FILE *f = fopen("contains.f90", "w");
    fputs(fortran, f);
    fclose(f);
    CHECK(run_command("gfortran -g -O0 -o contains contains.f90"));
    struct arena a = {0};
    struct binary *b = open_binary("contains");
    const struct binary_function *work = find_function(b, "work.0");
    struct binary_frame *frames;
    CHECK(work && binary_frames_at(b, work->begin, &a, &frames) == 1 &&
          strcmp(frames[0].function, "work") == 0);
    binary_close(b);
    arena_free(&a);
}

/* A disassembler reads the same instructions from the copy. */
static void copied_functions_are_the_same(void)
{
    struct diag d = {0};
    struct binary *b = open_binary("with-symbols");
    const struct binary_function *functions[] = {find_function(b, "outer"),
                                                 find_function(b, "main")};
    if (functions[0]->begin > functions[1]->begin)
        functions[0] = find_function(b, "main"), functions[1] = find_function(b, "outer");
    int fd = open("copy", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK(fd >= 0 && binary_extract(b, functions, 2, fd, &d) && d.errors == 0);
    close(fd);
    struct binary *copy = open_binary("copy");
    binary_close(copy);
    char command[400];
    snprintf(command, sizeof command,
             "for f in with-symbols copy; do objdump -d --no-show-raw-insn --start-address=%llu "
             "--stop-address=%llu $f | grep '^ ' | sed 's/<.*//' >$f.text; done;"
             " test -s copy.text && cmp with-symbols.text copy.text",
             (unsigned long long)functions[0]->begin, (unsigned long long)functions[0]->end);
    CHECK(run_command(command));
    CHECK(run_command("objdump -d copy | grep -q '<outer>:'"));
    binary_close(b);
}

static void other_files_are_refused(void)
{
    static const struct {
        const char *make, *said;
    } rows[] = {
        {"rm -f other", "other: error: No such file or directory\n"},
        {"echo text >other", "other: error: is not an ELF file\n"},
        {": >other", "other: error: is not an ELF file\n"},
        {"gcc -c -o other program.c",
         "other: error: is neither an executable nor a shared library\n"},
        /* the class of the file is its fifth byte: 1 = 32 bits */
        {"gcc -o other program.c && printf '\\001' | dd of=other bs=1 seek=4 conv=notrunc "
         "2>/dev/null",
         "other: error: is a 32-bit program or library\n"},
        {"rm other && mkdir other", "other: error: is not a regular file\n"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char said[300] = "";
        struct diag d = {.out = fmemopen(said, sizeof said, "w")};
        CHECK(run_command(rows[i].make));
        CHECK(!binary_open("other", &d));
        fclose(d.out);
        CHECK_TEXT(rows[i].said, said);
    }
    rmdir("other");
}

int main(void)
{
    if (system("gcc --version >/dev/null 2>&1") != 0) {
        puts("skip binaries: gcc is not installed");
        return 0;
    }
    TEST(functions_by_symbols);
    TEST(functions_of_a_file_without_sections);
    TEST(entries_of_the_linkage_table);
    TEST(a_pipe_is_refused);
    TEST(a_pipe_is_no_debug_file);
    TEST(entries_without_lazy_binding);
    TEST(lines_and_inlined_calls);
    TEST(stripped_functions_by_unwind_information);
    TEST(separate_debug_file);
    TEST(debug_information_of_many_kinds);
    TEST(debug_file_by_build_id);
    TEST(contained_procedures);
    TEST(copied_functions_are_the_same);
    TEST(other_files_are_refused);
    return tests_end();
}
