/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions folded into an identical one, in a program that gcc compiles here. Line directives give
 * its functions the lines of folded ones. */
#include "hotspots/folded.h"

#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

#define LOOP "for (int i = 0; i < n; i++)"
#define WORK "a[i] = a[i] * 0.5 + 1;"
#define PARAMETERS "(double *a, int n)"

static const char program[] =
    "#line 10 \"same.c\"\n"
    "void g" PARAMETERS " {\n"
    "    " LOOP "\n"     /* 11 */
    "        " WORK "\n" /* 12 */
    "}\n"                /* 13 */
    "#line 20\n"         /* a jump to g */
    "void jump" PARAMETERS " { g(a, n); }\n"
    "#line 30\n" /* a copy with the lines of g */
    "void copy" PARAMETERS " {\n"
    "#line 11\n"
    "    " LOOP "\n"
    "        " WORK "\n"
    "}\n"
    "#line 40\n" /* a call of g, which is a statement */
    "void call" PARAMETERS " {\n"
    "    g(a, n); }\n"
    "#line 50\n" /* a copy without lines */
    "void bare" PARAMETERS " { " LOOP " " WORK " }\n"
    "#line 60\n" /* other code without lines */
    "void other" PARAMETERS " { " LOOP " a[i] = a[i] / (a[i] + n) - n * 3.5; }\n"
    "#line 70\n" /* a jump to g; its loop is in another one */
    "void nest" PARAMETERS " { g(a, n); }\n"
    "#line 80\n"
    "void alias" PARAMETERS " __attribute__((alias(\"g\")));\n"
    "#line 90\n"
    "int main(void) { return 0; }\n";

static bool compile(void)
{
    FILE *f = fopen("same-lines.c", "w");
    fputs(program, f);
    fclose(f);
    return system("gcc -O2 -g1 -fno-inline -fno-ipa-icf -o folded same-lines.c") == 0;
}

/* The loops of the reference build. */
static struct hot_source_loop loops[] = {
    {.function = "alias", .line = 82, .end_line = 83, .parent = -1},
    {.function = "bare", .line = 52, .end_line = 53, .parent = -1},
    {.function = "call", .line = 42, .end_line = 43, .parent = -1},
    {.function = "copy", .line = 32, .end_line = 33, .parent = -1},
    {.function = "g", .line = 11, .end_line = 12, .parent = -1},
    {.function = "jump", .line = 22, .end_line = 23, .parent = -1},
    {.function = "nest", .line = 72, .end_line = 75, .parent = -1},
    {.function = "nest", .line = 73, .end_line = 74, .parent = 6},
    {.function = "other", .line = 62, .end_line = 63, .parent = -1},
    {.function = "without_symbol", .line = 102, .end_line = 103, .parent = -1},
};
enum { LOOP_OF_G = 4 };

static void folded_functions_are_found(void)
{
    struct diag d = {0};
    struct binary *b = compile() ? binary_open("folded", &d) : NULL;
    struct hot_profile p = {.source_loops = loops, .n_source_loops = COUNT_OF(loops)};
    CHECK(b);
    for (size_t i = 0; i < COUNT_OF(loops); i++) {
        loops[i].source = "same.c";
        loops[i].folded_into = -1;
    }
    if (b)
        find_folded_functions(b, &p);
    for (size_t i = 0; i < COUNT_OF(loops); i++) {
        static const char *const folded[] = {"alias", "bare", "copy", "jump"};
        int expected = -1;
        for (size_t k = 0; k < COUNT_OF(folded); k++)
            expected = strcmp(loops[i].function, folded[k]) == 0 ? LOOP_OF_G : expected;
        if (loops[i].folded_into != expected)
            printf("# %s: %d\n", loops[i].function, loops[i].folded_into);
        CHECK(loops[i].folded_into == expected);
    }
    binary_close(b);
}

int main(void)
{
    if (system("gcc --version >/dev/null 2>&1 && test \"$(uname -m)\" = x86_64") != 0) {
        puts("skip folded functions: gcc is not installed, or the machine is not x86-64");
        return 0;
    }
    TEST(folded_functions_are_found);
    return tests_end();
}
