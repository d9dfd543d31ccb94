/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of measured.csv: valid and invalid rows. */
#include "runs/measured/measured.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>

#define HEADER "run,processors,thread,loop,iterations,cycles\n"

struct outcome {
    long rows, errors, warnings;
    struct measured_row last; /* its texts are copied */
    char loop[64], run[64], build[64], block[64];
};

static void keep(char *to, const char *text)
{
    snprintf(to, 64, "%s", text ? text : "(none)");
}

static struct outcome outcome_of(const char *text, size_t n)
{
    struct outcome o = {0};
    struct source s;
    struct names names = {0};
    struct diag d = {.quiet = true};
    struct measured m;
    source_from_bytes(&s, "f", text, n);
    if (measured_open(&m, &s, &names, &d))
        for (; measured_next(&m, &o.last); o.rows++) {
            bool skips = m.kind == MEASURED_SKIPS;
            if (m.kind == MEASURED_COUNTERS)
                continue;
            keep(o.loop, skips ? o.last.skip.loop : o.last.timing.loop);
            keep(o.run, skips ? o.last.skip.run : o.last.timing.run);
            keep(o.build, o.last.timing.build);
            keep(o.block, o.last.skip.block);
        }
    o.errors = d.errors;
    o.warnings = d.warnings;
    measured_free(&m);
    names_free(&names);
    source_free(&s);
    return o;
}

static struct outcome outcome(const char *text)
{
    return outcome_of(text, strlen(text));
}

static void columns_in_any_order(void)
{
    struct outcome o = outcome("cycles,Loop, RUN ,thread,processors,iterations,build\n"
                               "25.5,a.f:sub:4, r 1 ,3,4,1e2,\n");
    CHECK(o.rows == 1 && o.errors == 0 && o.warnings == 0);
    CHECK(o.last.timing.cycles == 25.5 && o.last.timing.iterations == 100);
    CHECK(o.last.timing.thread == 3 && o.last.timing.processors == 4);
    CHECK_TEXT("a.f:sub:4", o.loop);
    CHECK_TEXT("r 1", o.run);
    CHECK_TEXT("(none)", o.build);
}

static void quotes_line_ends_and_byte_order_mark(void)
{
    struct outcome o = outcome("\xef\xbb\xbfrun,\"processors\",thread,loop,iterations,cycles\r\n"
                               "\"r,1\",1,0,\" a \"\"b\"\" \" ,\"7\",8\r\n"
                               "\r\n"
                               "r2,1,0,l,7,8");
    CHECK(o.rows == 2 && o.errors == 0);
    CHECK_TEXT("r2", o.run);
    o = outcome(HEADER "\"r,1\",1,0,\" a \"\"b\"\" \" ,\"7\",8\r\n");
    CHECK_TEXT("r,1", o.run);
    CHECK_TEXT(" a \"b\" ", o.loop);
}

static void skips_are_the_other_kind(void)
{
    struct outcome o = outcome("run,thread,loop,block,skipped\nr,0,l,.L17,3\n");
    CHECK(o.rows == 1 && o.errors == 0 && o.last.skip.skipped == 3);
    CHECK_TEXT(".L17", o.block);
}

static void counters_are_the_third_kind(void)
{
    struct outcome o = outcome("value,thread,counter,run,loop\n2.5,3,subcache-misses,r,l\n");
    CHECK(o.rows == 1 && o.errors == 0 && o.warnings == 0);
    CHECK(o.last.reading.value == 2.5 && o.last.reading.thread == 3);
    o = outcome("run,thread,loop,counter\nr,3,l,waiting\n");
    CHECK(o.rows == 0 && o.errors == 1);
    o = outcome("run,thread,loop,counter,value\nr,0,l,,1\nr,0,l,w,-1\nr,0,l,w,1e19\nr,0,l,w,1\n");
    CHECK(o.rows == 1 && o.errors == 3);
}

/* Each has one error, and the correct row after it is still read. */
static void wrong_rows(void)
{
    static const char *const rows[] = {
        "r,1,0,l,7",
        "r,1,0,l,7,8,9",
        ",1,0,l,7,8",
        "r,0,0,l,7,8",
        "r,1.5,0,l,7,8",
        "r,1,-1,l,7,8",
        "r,1,0,,7,8",
        "r,1,0,l,-7,8",
        "r,1,0,l,7,-8",
        "r,1,0,l,nan,8",
        "r,1,0,l,7,inf",
        "r,1,0,l,7,0x10",
        "r,1,0,l,7,",
        "r,1,0,l,7,8 9",
        "r,1,0,l,7,1e",
        "r,1,0,l,7,1.2.3",
        "r,1,0,l,7,.",
        "r,1,0,l,7,1e400",
        "r,1,99999999999,l,7,8",
        "r,1,0,\"l\"x,7,8",
        "r,1,0,l\001,7,8",
        "r,1,0,l,seven,8",
        "r,1,0,l,7,1e5000000000",
        "r,1,0,l,1e19,8",
        "r,1,0,l,1e-300,8",
    };
    char text[256];
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        snprintf(text, sizeof text, HEADER "%s\ngood,1,0,l,7,8\n", rows[i]);
        struct outcome o = outcome(text);
        if (o.rows != 1 || o.errors != 1 || strcmp(o.run, "good") != 0)
            printf("# %s: %ld rows, %ld errors\n", rows[i], o.rows, o.errors);
        CHECK(o.rows == 1 && o.errors == 1);
    }
}

static void wrong_headers(void)
{
    CHECK(outcome("").errors == 1);
    CHECK(outcome("\xef\xbb\xbf\r\n \n").errors == 1);
    CHECK(outcome("run,processors,thread,loop,iterations\nr,1,0,l,7\n").errors == 1);
    CHECK(outcome("run;processors;thread;loop;iterations;cycles\n").errors == 1);
    CHECK(outcome("run,run,processors,thread,loop,iterations,cycles\n").errors == 1);
    CHECK(outcome("run,thread,loop,block\n").errors == 1);
    CHECK(outcome("\"run").errors == 1);
    struct outcome o = outcome("run,processors,thread,loop,iterations,cycles,note\n"
                               "r,1,0,l,7,8,today\n");
    CHECK(o.rows == 1 && o.errors == 0 && o.warnings == 1);
}

/* An unterminated quote extends to the end of the file. */
static void cut_short(void)
{
    static const char whole[] = HEADER "r,1,0,\"l\",7,8\nr,1,1,\"l\"\"\",7,8\n";
    struct outcome o = outcome(whole);
    CHECK(o.rows == 2 && o.errors == 0);
    for (size_t n = 0; n < sizeof whole - 1; n++) {
        o = outcome_of(whole, n);
        CHECK(o.rows <= 2);
    }
    CHECK(outcome(HEADER "r,1,0,\"l,7,8\nr,1,1,l,7,8\n").errors == 1);
}

static void bytes_of_any_kind(void)
{
    char bytes[4096];
    unsigned x = 1;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)((x = x * 1103515245u + 12345u) >> 16);
    CHECK(outcome_of(bytes, sizeof bytes).errors > 0);
    CHECK(outcome_of("\0\0\0", 3).errors > 0);
}

int main(void)
{
    TEST(columns_in_any_order);
    TEST(quotes_line_ends_and_byte_order_mark);
    TEST(skips_are_the_other_kind);
    TEST(counters_are_the_third_kind);
    TEST(wrong_rows);
    TEST(wrong_headers);
    TEST(cut_short);
    TEST(bytes_of_any_kind);
    return tests_end();
}
