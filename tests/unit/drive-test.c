/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What drive/ reads: words, command lines of compilers, libraries. */
#include "drive/archive.h"
#include "drive/command.h"
#include "tests/unit/check.h"

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
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct words w = {.n = 0};
        CHECK(words_split(&a, &w, word_quoted(&a, words[i])));
        CHECK(w.n == 1);
        CHECK_TEXT(words[i], w.at[0]);
    }
    CHECK_TEXT("plain-1.f90", word_quoted(&a, words[0]));
    arena_free(&a);
}

/* ---- command lines ---- */

/* Kind, inputs, what is made, flags. */
static const char *read(struct arena *a, const char *text)
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
    CHECK_TEXT("compile f:x.f |-O2 -g", read(&a, "gfortran -O2 -c -g x.f"));
    CHECK_TEXT("compile f:x.f90 >o/x.o J:mod |-I inc -Iinc2 -D N=1",
               read(&a, "gfortran -c x.f90 -o o/x.o -J mod -I inc -Iinc2 -D N=1"));
    CHECK_TEXT("compile f:x.F J:mod |-Imod", read(&a, "f77 -Jmod -Imod -c x.F"));
    CHECK_TEXT("compile s:x.c |-Wall", read(&a, "gcc -MMD -MF x.d -MT x.o -MP -Wall -c x.c"));
    CHECK_TEXT("link f:a.f l:b.o l:libc.a >prog |-L lib -lm -Wl,-s",
               read(&a, "gfortran a.f b.o libc.a -o prog -L lib -lm -Wl,-s"));
    CHECK_TEXT("link l:a.o shared |", read(&a, "gfortran -shared a.o"));
    CHECK_TEXT("other f:x.f |", read(&a, "gfortran -E x.f"));
    CHECK_TEXT("other f:x.f |", read(&a, "gfortran -c -S x.f"));
    CHECK_TEXT("other |--version", read(&a, "gfortran --version"));
    CHECK_TEXT("other |", read(&a, "gfortran -c -"));
    CHECK_TEXT("other |", read(&a, "gfortran"));
    CHECK_TEXT("link s:x.c |-x c -include all.h -Xlinker -s -openmp",
               read(&a, "cc -x c -include all.h x.c -Xlinker -s -openmp"));
    CHECK_TEXT("link l:a.o >-L |", read(&a, "gfortran a.o -o -L"));
    CHECK_TEXT("link l:a.o > |", read(&a, "gfortran a.o -o"));
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

/* Tables are no members; an odd size has a byte behind it; long names as GNU and BSD have them. */
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

int main(void)
{
    TEST(words_as_a_shell_parts_them);
    TEST(words_come_back_quoted);
    TEST(command_lines);
    TEST(objects_of_inputs);
    TEST(members_of_libraries);
    TEST(no_libraries);
    return tests_end();
}
