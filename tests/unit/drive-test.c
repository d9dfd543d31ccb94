/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the readers of commands/macs/: words, command lines of compilers, libraries. */
#include "commands/macs/compilers/archive.h"
#include "base/util.h"
#include "commands/macs/compilers/command.h"
#include "commands/macs/compilers/place.h"
#include "commands/macs/compilers/records.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- words ---- */

static const char *split(struct arena *a, const char *text)
{
    struct words w = {.n = 0};
    const char *all = words_split(a, &w, text) ? "" : "open: ";
    for (size_t i = 0; i < w.n; i++)
        all = arena_printf(a, "%s[%s]", all, w.at[i]);
    return all;
}

static void words_as_a_shell_parts_them(void)
{
    struct arena a = {0};
    CHECK_TEXT("", split(&a, " \t\n"));
    CHECK_TEXT("[-O3][-march=native]", split(&a, "  -O3 -march=native "));
    CHECK_TEXT("[-DX=a b][c]", split(&a, "-DX='a b' c"));
    CHECK_TEXT("[-DX=\"a\"][]", split(&a, "-DX='\"a\"' ''"));
    CHECK_TEXT("[a\"b\\n][$x]", split(&a, "\"a\\\"b\\n\" \"\\$x\""));
    CHECK_TEXT("[a b]", split(&a, "a\\ b"));
    CHECK_TEXT("[a\\ b]", split(&a, "'a\\ b'"));
    CHECK_TEXT("open: [a b]", split(&a, "'a b"));
    CHECK_TEXT("[\\]", split(&a, "\\"));
    arena_free(&a);
}

static void words_come_back_quoted(void)
{
    static const char *const words[] = {"plain-1.f90", "", "a b", "it's", "$x", "a\nb", "*", "\\"};
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        struct words w = {.n = 0};
        CHECK(words_split(&a, &w, word_quoted(&a, words[i])));
        CHECK(w.n == 1);
        CHECK_TEXT(words[i], w.at[0]);
    }
    CHECK_TEXT("plain-1.f90", word_quoted(&a, words[0]));
    arena_free(&a);
}

/* ---- command lines ---- */

/* Returns the kind, inputs, output and flags of a command. */
static const char *read_command(struct arena *a, const char *text)
{
    static const char *const kinds[] = {"other", "compile", "link"};
    static const char letters[] = {'f', 's', 'l', '?'};
    struct words w = {.n = 0};
    words_split(a, &w, text);
    struct command c = command_read(a, (int)w.n, (char **)w.at);
    const char *all = kinds[c.kind];
    for (size_t i = 0; i < c.n_inputs; i++)
        all = arena_printf(a, "%s %c:%s", all, letters[c.inputs[i].kind],
                           c.words.at[c.inputs[i].word]);
    if (c.output)
        all = arena_printf(a, "%s >%s", all, c.output);
    if (c.modules)
        all = arena_printf(a, "%s J:%s", all, c.modules);
    return arena_printf(a, "%s%s |%s", all, c.shared ? " shared" : "", words_quoted(a, &c.flags));
}

static void command_lines(void)
{
    struct arena a = {0};
    CHECK_TEXT("compile f:x.f |-O2 -g", read_command(&a, "gfortran -O2 -c -g x.f"));
    CHECK_TEXT("compile f:x.f90 >o/x.o J:mod |-I inc -Iinc2 -D N=1",
               read_command(&a, "gfortran -c x.f90 -o o/x.o -J mod -I inc -Iinc2 -D N=1"));
    CHECK_TEXT("compile f:x.F J:mod |-Imod", read_command(&a, "f77 -Jmod -Imod -c x.F"));
    CHECK_TEXT("compile s:x.c |-Wall",
               read_command(&a, "gcc -MMD -MF x.d -MT x.o -MP -Wall -c x.c"));
    CHECK_TEXT("link f:a.f l:b.o l:libc.a >prog |-L lib -lm -Wl,-s",
               read_command(&a, "gfortran a.f b.o libc.a -o prog -L lib -lm -Wl,-s"));
    CHECK_TEXT("link l:a.o shared |", read_command(&a, "gfortran -shared a.o"));
    CHECK_TEXT("other f:x.f |", read_command(&a, "gfortran -E x.f"));
    CHECK_TEXT("other f:x.f |", read_command(&a, "gfortran -c -S x.f"));
    CHECK_TEXT("other |--version", read_command(&a, "gfortran --version"));
    CHECK_TEXT("compile s:- |", read_command(&a, "gcc -x c -c -"));
    CHECK_TEXT("link f:- >x |-ffree-form -cpp",
               read_command(&a, "gfortran -xf95-cpp-input - -o x"));
    CHECK_TEXT("link f:x.inc l:y.o |-ffixed-form",
               read_command(&a, "gfortran -x f77 x.inc -x none y.o"));
    CHECK_TEXT("compile f:x.f |-O2",
               read_command(&a, "gfortran -save-temps=obj -gsplit-dwarf -O2 -Wp,-MD,x.d -c x.f"));
    CHECK_TEXT("other |", read_command(&a, "gfortran @no-such-file"));
    CHECK_TEXT("other |", read_command(&a, "gfortran"));
    CHECK_TEXT("link s:x.c |-include all.h -Xlinker -s -openmp",
               read_command(&a, "cc -x c -include all.h x.c -Xlinker -s -openmp"));
    CHECK_TEXT("link l:a.o >-L |", read_command(&a, "gfortran a.o -o -L"));
    CHECK_TEXT("link l:a.o > |", read_command(&a, "gfortran a.o -o"));
    arena_free(&a);
}

/* Words of a response file, which may name another one. */
static void response_files(void)
{
    struct arena a = {0};
    FILE *f = fopen("outer", "w"), *g = fopen("inner", "w");
    fputs("-O2 '-DX=a b'\n@inner \"x y.f\"", f);
    fputs("-c -flto\n", g);
    fclose(f);
    fclose(g);
    CHECK_TEXT("compile f:x y.f |-O2 '-DX=a b' -flto", read_command(&a, "gfortran @outer"));
    arena_free(&a);
}

static void probes(void)
{
    struct arena a = {0};
    const char *plain[] = {"cc", "-o", "prog", "x.c", NULL},
               *conftest[] = {"cc", "-o", "conftest", "conftest.c", NULL},
               *null[] = {"cc", "-xc", "/dev/null", NULL};
    struct command c = command_read(&a, 4, (char **)plain);
    CHECK(!command_is_probe(&c, "/home/x/build"));
    CHECK(command_is_probe(&c, "/home/x/build/CMakeFiles/CMakeScratch/TryCompile-1"));
    c = command_read(&a, 4, (char **)conftest);
    CHECK(command_is_probe(&c, "/home"));
    c = command_read(&a, 3, (char **)null);
    CHECK(command_is_probe(&c, "/home"));
    arena_free(&a);
}

static void objects_of_inputs(void)
{
    struct arena a = {0};
    const char *plain[] = {"f77", "-c", "src/x.y.f"}, *named[] = {"f77", "-c", "x.f", "-o", "y.o"};
    struct command c = command_read(&a, 3, (char **)plain);
    CHECK_TEXT("x.y.o", command_object(&a, &c, "src/x.y.f"));
    CHECK_TEXT("a.out", command_program(&c));
    c = command_read(&a, 5, (char **)named);
    CHECK_TEXT("y.o", command_object(&a, &c, "x.f"));
    arena_free(&a);
}

/* ---- libraries ---- */

#define HEADER(name16, size10) name16 "0           0     0     100644  " size10 "`\n"

static const char *members(struct arena *a, const char *text, size_t n)
{
    struct archive to;
    const char *all = archive_read(&to, a, text, n) ? "" : "bad: ";
    for (size_t i = 0; i < to.n; i++)
        all = arena_printf(a, "%s[%s=%.*s]", all, to.at[i].name, (int)to.at[i].n, to.at[i].bytes);
    return all;
}
#define MEMBERS(text) members(&a, text, sizeof(text) - 1)

/* Tables are not members; an odd size is followed by a padding byte; long names in the formats of
 * GNU and BSD. */
static void members_of_libraries(void)
{
    struct arena a = {0};
    CHECK_TEXT("", MEMBERS("!<arch>\n"));
    CHECK_TEXT("[a.o=abc][b.o=de]",
               MEMBERS("!<arch>\n" HEADER("/               ", "4         ") "symb" HEADER(
                   "a.o/            ", "3         ") "abc\n" HEADER("b.o/            ",
                                                                    "2         ") "de"));
    CHECK_TEXT("[a-very-long-name.o=x]",
               MEMBERS("!<arch>\n" HEADER(
                   "//              ",
                   "30        ") "other.o/\na-very-long-name.o/\n\n" HEADER("/9              ",
                                                                            "1         ") "x"));
    CHECK_TEXT("[bsd.o=x]",
               MEMBERS("!<arch>\n" HEADER("#1/8            ", "9         ") "bsd.o\0\0\0x"));
    arena_free(&a);
}

static void no_libraries(void)
{
    struct arena a = {0};
    CHECK_TEXT("bad: ", MEMBERS(""));
    CHECK_TEXT("bad: ", MEMBERS("!<thin>\n" HEADER("a.o/            ", "3         ")));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\n" HEADER("a.o/            ", "4         ") "abc"));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\nshort"));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\n" HEADER("a.o/            ", "x         ")));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\n" HEADER("/7              ", "0         ")));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\n" HEADER("#1/9            ", "3         ") "abc"));
    CHECK_TEXT("bad: ", MEMBERS("!<arch>\n" HEADER("a.o/            ", "9999999999")));
    arena_free(&a);
}

/* ---- records ---- */

/* A new folder, without symbolic links in its path. */
static const char *new_folder(struct arena *a)
{
    char name[] = "/tmp/drive-test.XXXXXX";
    char *real = realpath(mkdtemp(name) ? name : ".", NULL);
    const char *folder = arena_strdup(a, real);
    free(real);
    return folder;
}

static const char *lines(struct arena *a, const struct record *r)
{
    const char *all = "";
    for (size_t i = 0; i < r->keys.n; i++)
        all = arena_printf(a, "%s[%s=%s]", all, r->keys.at[i], r->texts.at[i]);
    return all;
}

static void records_keep_any_text(void)
{
    static const char *const texts[] = {"", "a\nb", "a\tb\t", "\\", "\\n", "\\\n\\t", "a\\"};
    struct arena a = {0};
    const char *folder = new_folder(&a), *path = arena_printf(&a, "%s/record", folder);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct record r = {.keys = {0}}, again;
        record_add(&a, &r, texts[i], "x");
        record_add(&a, &r, "source", texts[i]);
        CHECK(record_write(&r, path) && record_read(&again, &a, path));
        CHECK_TEXT(lines(&a, &r), lines(&a, &again));
    }
    unlink(path);
    rmdir(folder);
    arena_free(&a);
}

/* An entry is removed or replaced only by one about the same file, also if one name is a prefix of
 * another entry's line. */
static void left_out_files_are_distinguished(void)
{
    struct arena a = {0};
    struct record r;
    const char *build = new_folder(&a), *path = arena_printf(&a, "%s/left-out", build);
    CHECK(record_left_out(&a, build, "a.f", NULL));
    CHECK(access(path, F_OK) != 0);
    CHECK(record_left_out(&a, build, "a.f: b.f", "one") &&
          record_left_out(&a, build, "s1/a.f", "two") &&
          record_left_out(&a, build, "x\ny.f", "three") &&
          record_left_out(&a, build, "a.f", "four"));
    CHECK(record_left_out(&a, build, "a.f", NULL) && record_left_out(&a, build, "x", NULL) &&
          record_left_out(&a, build, "s1/a.f", "five"));
    CHECK(record_read(&r, &a, path));
    CHECK_TEXT("[a.f: b.f=one][x\ny.f=three][s1/a.f=five]", lines(&a, &r));
    unlink(path);
    rmdir(build);
    arena_free(&a);
}

/* ---- names ---- */

static const char *for_kma(struct arena *a, const char *root, const char *text)
{
    struct words w = {.n = 0};
    words_split(a, &w, text);
    w = flags_for_kma(a, &w, root);
    return words_quoted(a, &w);
}

/* The directory is ROOT/s1; ROOT/link leads to s1, and the name ROOT-other begins with ROOT. */
static void names_from_the_root(void)
{
    struct arena a = {0};
    char here[4096];
    const char *root = new_folder(&a), *s1 = arena_printf(&a, "%s/s1", root);
    const char *other = arena_printf(&a, "%s-other", root);
    const char *link = arena_printf(&a, "%s/link", root);
    CHECK(getcwd(here, sizeof here) && mkdir(s1, 0777) == 0 && mkdir(other, 0777) == 0 &&
          symlink("s1", link) == 0 && chdir(s1) == 0);
    CHECK_TEXT("s1/a.f", path_from_root(&a, root, "a.f"));
    CHECK_TEXT("a.f", path_from_root(&a, root, "../a.f"));
    CHECK_TEXT("s1/a.f", path_from_root(&a, root, ".././link//a.f"));
    CHECK_TEXT("a.f", path_from_root(&a, s1, arena_printf(&a, "%s/a.f", link)));
    CHECK_TEXT(arena_printf(&a, "%s/a.f", other),
               path_from_root(&a, root, arena_printf(&a, "../../%s/a.f", strrchr(other, '/') + 1)));
    CHECK_TEXT("/a.f", path_from_root(&a, root, "/a.f"));
    CHECK_TEXT("a.f", path_from_root(&a, "/", "/a.f"));
    CHECK_TEXT("s1/none/a.f", path_from_root(&a, root, "none/a.f"));
    CHECK_TEXT(".", folder_from_root(&a, root, ".."));
    CHECK_TEXT("s1", folder_from_root(&a, root, "../link/"));
    CHECK_TEXT("/", folder_from_root(&a, root, "/"));
    CHECK_TEXT("--include=. --cpp-option=-DI=.. --include=s1 --include=s1/none",
               for_kma(&a, root, "-I .. -DI=.. -I. -O2 -Inone"));
    CHECK_TEXT("--include=.. --include=.", for_kma(&a, NULL, "-I.. -I ."));
    CHECK(chdir(here) == 0 && unlink(link) == 0);
    rmdir(s1);
    rmdir(other);
    rmdir(root);
    arena_free(&a);
}

static void flags_that_make_errors(void)
{
    CHECK(flag_makes_errors("-Werror") && flag_makes_errors("-Werror=unused") &&
          flag_makes_errors("-pedantic-errors"));
    CHECK(!flag_makes_errors("-Wall") && !flag_makes_errors("-Wno-error") &&
          !flag_makes_errors("-Werrors"));
}

int main(void)
{
    TEST(words_as_a_shell_parts_them);
    TEST(words_come_back_quoted);
    TEST(command_lines);
    TEST(response_files);
    TEST(probes);
    TEST(objects_of_inputs);
    TEST(members_of_libraries);
    TEST(no_libraries);
    TEST(records_keep_any_text);
    TEST(left_out_files_are_distinguished);
    TEST(names_from_the_root);
    TEST(flags_that_make_errors);
    return tests_end();
}
