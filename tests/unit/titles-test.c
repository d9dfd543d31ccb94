/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short names of the rows of sampled runs: they are distinct, and each names its function. */
#include "base/util.h"
#include "gaps/hot/titles.h"
#include "tests/unit/check.h"

#include <string.h>

/* Left: as c++filt prints it. */
static void functions_are_named_without_arguments(void)
{
    static const struct {
        const char *name, *title, *with_arguments;
    } rows[] = {
        {"sum", "sum", "sum"},
        {"kernels_MOD_poly", "kernels_MOD_poly", "kernels_MOD_poly"},
        {"D2::f(double)", "D2::f", "D2::f"},
        {"double unrolled<5>(std::vector<double, std::allocator<double> >&) [clone .isra.0]",
         "unrolled", "unrolled<5>"},
        {"llvm::SmallVectorImpl<int>::append(int, bool) const", "llvm::SmallVectorImpl::append",
         "llvm::SmallVectorImpl<int>::append"},
        {"operator delete(void*)", "operator delete", "operator delete"},
        {"std::ostream& operator<< <char>(std::ostream&, char const*)", "operator<<",
         "operator<< <char>"},
        {"a::b::operator()(int) const", "a::b::operator()", "a::b::operator()"},
        {"x::operator->()", "x::operator->", "x::operator->"},
        {"x::operator unsigned long() const", "x::operator unsigned long",
         "x::operator unsigned long"},
        {"(anonymous namespace)::pass::run(llvm::Function&)", "(anonymous namespace)::pass::run",
         "(anonymous namespace)::pass::run"},
        {"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()",
         "main::{lambda(int)#1}::operator()"},
        {"run(int)::{lambda()#2}::operator()() const", "run::{lambda()#2}::operator()",
         "run::{lambda()#2}::operator()"},
        {"decltype (f()) g<int, (a)(1 > 0)>(int)", "g", "g<int, (a)(1 > 0)>"},
        {"decltype(f()) g(int)", "g", "g"},
        {"f<(int (*)(int))->x>(int)", "f", "f<(int (*)(int))->x>"},
        {"<alloc::vec::Vec<T> as core::ops::Index<I>>::index",
         "<alloc::vec::Vec<T> as core::ops::Index<I>>::index",
         "<alloc::vec::Vec<T> as core::ops::Index<I>>::index"},
        {"core::iter::Map<I, F>::fold", "core::iter::Map::fold", "core::iter::Map<I, F>::fold"},
        {"broken<(", "broken", "broken<("},
        {"(", "(", "("},
        {"", "", ""},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_TEXT(rows[i].title, title_of_function(&a, rows[i].name, false));
        CHECK_TEXT(rows[i].with_arguments, title_of_function(&a, rows[i].name, true));
    }
    arena_free(&a);
}

enum { LOOP = HOTSPOT_LOOP, LINE = HOTSPOT_STRAIGHT_LINE };

static struct hotspot row(int kind, const char *name, const char *function, const char *source,
                          long line)
{
    return (struct hotspot){.kind = (enum hotspot_kind)kind,
                            .name = name,
                            .object = "/bin/p",
                            .function = function,
                            .source = source,
                            .line = line};
}

static void rows_have_distinct_titles(void)
{
#define LONG "_a_long_name_of_a_generated_function_of_sixty_and_more_characters"
    const struct {
        struct hotspot row;
        const char *title;
    } rows[] = {
        {row(LOOP, "p:f+0x10", "f", "/s/k.f90", 7), "k.f90:7"},
        /* two instances of a template */
        {row(LOOP, "p:void u<3>(int)+0x28", "u<3>", "/s/t.cpp", 10), "t.cpp:10 u<3>"},
        {row(LOOP, "p:void u<5>(int)+0x28", "u<5>", "/s/t.cpp", 10), "t.cpp:10 u<5>"},
        /* two loops of a line; two methods of one name */
        {row(LOOP, "p:g+0x8", "g", "/s/t.cpp", 20), "t.cpp:20 g+0x8"},
        {row(LOOP, "p:g+0x18", "g", "/s/t.cpp", 20), "t.cpp:20 g+0x18"},
        {row(LINE, "p:D1::h(int)", "h", "/s/t.cpp", 30), "t.cpp:30 D1::h"},
        {row(LINE, "p:D2::h(int)", "h", "/s/t.cpp", 30), "t.cpp:30 D2::h"},
        /* inlined code; code outside loops */
        {row(LOOP, "p:main+0x30", "accumulate<int>, inlined in main", "/usr/n.h", 168),
         "n.h:168 main"},
        {row(LINE, "p:__kernels_MOD_poly", "poly", "/s/kernels.f90", 6), "kernels.f90:6 poly"},
        /* files of one name */
        {row(LOOP, "p:m+0x1", "m", "/s/a b/mod.f90", 6), "a b/mod.f90:6"},
        {row(LOOP, "p:n+0x1", "n", "/s/it's/mod.f90", 6), "it's/mod.f90:6"},
        {row(LOOP, "p:o+0x1", "o", "mod.f90", 7), "mod.f90:7"},
        /* without source */
        {row(LOOP, "libq.so.22.1-x:a::b<int>(char)+0x6d", "a", NULL, 0), "libq.so:a::b+0x6d"},
        {row(LINE, "p:" LONG "1" LONG, LONG, NULL, 0), NULL},
        {row(LINE, "p:" LONG "2" LONG, LONG, NULL, 0), NULL},
        {row(LINE, "p\n:f\033[1m", NULL, NULL, 0), "p?:f?[1m"},
        {row(HOTSPOT_KERNEL, "kernel", NULL, NULL, 0), "kernel"},
        {row(HOTSPOT_UNKNOWN, "generated:f (a.js:1)", "f (a.js:1)", NULL, 0),
         "generated:f (a.js:1)"},
    };
    struct arena a = {0};
    struct gap_hot_row r[COUNT_OF(rows)];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        r[i] = (struct gap_hot_row){.hot = &rows[i].row};
    titles_set(&a, r, COUNT_OF(rows));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].title)
            CHECK_TEXT(rows[i].title, r[i].title);
        CHECK(strlen(r[i].title) <= TITLE_LENGTH + strlen(" #2"));
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(r[k].title, r[i].title) != 0);
    }
    arena_free(&a);
}

int main(void)
{
    TEST(functions_are_named_without_arguments);
    TEST(rows_have_distinct_titles);
    return tests_end();
}
