/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests kma's output for combinations of facts that do not occur in one real source. */
#include "commands/kma/print.h"
#include "base/util.h"
#include "facts/doubts.h"
#include "tests/unit/check.h"
#include "tests/unit/test-machine.h"

#include <stdlib.h>

static struct arena arena;
static char *text;
static size_t size;

static struct recurrence_step steps[] = {
    {OP_FA, OP_FM, false, 3, LATENCY_CLASS, "Y(I)-X(I-1)", 7, 0, NULL},
    {OP_FM, OP_FMA, true, 2, LATENCY_CLASS, "Z(I)*\"q\"", 8, 2, "x(i-2)"}};
static struct op_part op_parts[] = {
    {.class = OP_FA, .bytes = 4, .stride = 1, .shared = 1, .n = 1},
    {.class = OP_LFL, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 2}};
static struct block blocks[] = {{10, 12, 9, {{1, 0, 0, 0, 2, 1}}, {0}, -1, -1},
                                {11, 11, 11, {{1}}, {0}, 0, -1}};

/* A loop with all facts: t_i is its right half, 2 + 1 + 2/16 = 3.125; t_d (3 + 2)/2 = 2.5; TNF 1 +
 * 1 + 2 = 4, M 2, MA 3.125, CPF 0.78125. */
static struct source_loop full(void)
{
    struct source_loop l = {.id = "a, b.f:S:6", .file = "a, b.f", .routine = "S", .line = 6};
    l.end_line = 13;
    l.label = "10";
    l.index = "I";
    l.depth = 2;
    l.parent = -1;
    l.innermost = true;
    l.counts = (struct counts){{1, 1, 1, 0, 2, 1, [OP_X] = 2, [OP_Y] = 2}};
    l.flops8 = 4;
    l.recurrence = (struct recurrence){steps, 2, 2, 5, 0, NULL};
    l.blocks = blocks;
    l.parts = (struct op_parts){op_parts, 2};
    l.n_blocks = 2;
    note(&arena, &l.notes, "first, and");
    note(&arena, &l.notes, "second");
    return l;
}

static const char *print(enum output_format format, const char *set, struct source_loop *at,
                         size_t n)
{
    struct machine *m = read_test_machine(&arena, "ksr1", &set, set != NULL);
    struct source_loops loops = {at, n};
    struct unsupported strange[] = {{3, "ENCODE"}};
    struct source_file file = {
        .file = "a, b.f", .lines = 20, .errors = 1, .unsupported = strange, .n_unsupported = 1};
    free(text);
    struct kma_report r = {.out = open_memstream(&text, &size), .format = format, .machine = m};
    kma_report_begin(&r);
    kma_report_loops(&r, kma_bounds(&arena, m, &loops, (struct kma_how){known(16), false}), n);
    kma_report_file(&r, &file);
    kma_report_end(&r);
    fclose(r.out);
    return text;
}

static void csv_is_one_row_a_loop(void)
{
    struct source_loop l = full();
    CHECK_TEXT(
        "id,file,routine,line,end_line,label,index,depth,innermost,fa,fm,fma,fmisc,lfl,sfl,x,y,k,"
        "tnf,tf,tm,ti,td,m,ma,m_cpf,ma_cpf,bottleneck,recurrence,blocks,notes,parts,doubts\n"
        "\"a, b.f:S:6\",\"a, b.f\",S,6,13,10,I,2,true,1,1,1,0,2,1,2,2,16,"
        "4,3,3,3.125,2.5,2,3.125,0.5,0.78125,left,fa fm/2,"
        "10-12 fa=1 fm=0 fma=0 fmisc=0 lfl=2 sfl=1; 11-11 fa=1 fm=0 fma=0 fmisc=0 lfl=0 sfl=0,"
        "\"first, and; second\",fa=1 bytes=4 elements=1; lfl=2 bytes=8 elements=1,\n",
        print(OUTPUT_CSV, NULL, &l, 1));
}

/* left 3 + 2/16 and right 3 + 2/16 are equally busy: the first port is named. */
static void json_has_the_keys_in_order(void)
{
    struct source_loop l = full();
    const char *json = print(OUTPUT_JSON, "latency.fma=4", &l, 1);
    static const char *const parts[] = {
        "{\n  \"tool\": \"kma\",\n  \"machine\": \"ksr1\",\n  \"set\": [\n    \"latency.fma 4 "
        "cycles\"\n  ],\n  \"loops\": [\n    {\n      \"id\": \"a, b.f:S:6\",\n",
        "\"label\": \"10\",\n      \"index\": \"I\",\n      \"depth\": 2,\n      \"innermost\": "
        "true,",
        "\"ma_cpf\": 0.78125,\n      \"bottleneck\": \"left\",\n      \"recurrence\": {\n",
        "{\"op\": \"fa\", \"into\": \"fm\", \"latency\": 3, \"line\": 7, \"text\": "
        "\"Y(I)-X(I-1)\", \"distance\": 0, \"as\": null},",
        "{\"op\": \"fm\", \"into\": \"addend\", \"latency\": 2, \"line\": 8, \"text\": "
        "\"Z(I)*\\\"q\\\"\", \"distance\": 2, \"as\": \"x(i-2)\"}",
        "\"distance\": 2\n      },\n      \"blocks\": [\n        {\"line\": 10, \"end_line\": 12, "
        "\"fa\": 1, \"fm\": 0, \"fma\": 0, \"fmisc\": 0, \"lfl\": 2, \"sfl\": 1},",
        "\"files\": [\n    {\n      \"file\": \"a, b.f\",\n      \"lines\": 20,\n      \"errors\": "
        "1,\n"
        "      \"unsupported\": [\n        {\"line\": 3, \"what\": \"ENCODE\"}\n",
        "\"coverage\": {\n    \"loops\": 1,\n    \"outer\": 0,\n    \"analysed\": 1,\n    "
        "\"left_out\": []",
    };
    const char *p = json;
    for (size_t i = 0; i < COUNT_OF(parts) && p; i++) {
        p = strstr(p, parts[i]);
        if (!p)
            printf("# not there, or not in this order: %s\n", parts[i]);
        CHECK(p);
    }
}

/* No bound, no flops, no known t_d: none of them becomes 0. */
static void missing_is_not_zero(void)
{
    struct source_loop l[3] = {full(), full(), full()};
    l[0].excluded = true;
    l[1].counts = (struct counts){{0}};
    l[1].flops8 = 0;
    l[1].recurrence = (struct recurrence){0};
    l[2].recurrence = (struct recurrence){.missing = "no latency.zz"};
    const char *csv = print(OUTPUT_CSV, NULL, l, 3);
    CHECK(strstr(csv, ",10,I,2,true,null,null,null,null,null,null,null,null,16,"
                      "null,null,null,null,null,null,null,null,null,,fa fm/2,"));
    CHECK(strstr(csv, ",10,I,2,true,0,0,0,0,0,0,0,0,16,0,0,0,0,0,0,0,"
                      "null,null,,,"));
    CHECK(strstr(csv, ",2,2,16,4,3,3,3.125,null,2,null,0.5,null,,,"));
    CHECK(strstr(csv, "; MA is not known: no latency.zz\",fa=1 "));
    const char *table = print(OUTPUT_TEXT, NULL, l, 3);
    CHECK(strstr(table,
                 "   6  S        I    -   -    -      -    -    -    -    -      -    -  -   -"
                 "       -     *  -\n"));
    CHECK(strstr(table, "  2   -[a]    -[a]  *  -\n[a] S:6: MA is not known: no latency.zz\n"));
    CHECK(strstr(table, "3 loops: 2 innermost analysed, 0 outer, 1 left out (first, and)\n"));
    CHECK(strstr(table, "1 error, 1 unsupported statement\n"));
}

/* A peak of half a flop per cycle puts M, 4/0.5 = 8, above MA, 3.125. */
static void a_reversed_ladder_is_reported(void)
{
    struct source_loop l = full();
    CHECK(strstr(print(OUTPUT_CSV, "peak.8=0.5", &l, 1), ",8,3.125,2,0.78125,left,"));
    CHECK(strstr(text, "; M is above MA: the machine file's peak is below what its ports let"));
}

static void outer_loops_on_demand(void)
{
    struct source_loop l = full();
    l.innermost = false;
    CHECK(strstr(print(OUTPUT_TEXT, NULL, &l, 1), "no innermost loop\n"));
    CHECK(strstr(text, "1 loop: 0 innermost analysed, 1 outer\n"));
}

/* Notes a to f, of which e doubts only k. The others doubt M; the letters before e are a range, in
 * alphabetical order although f was named first. Two consecutive letters are not a range. */
static void letters_in_a_row(void)
{
    static const char *const texts[] = {"M is not known: 1", "M is not known: 2",
                                        "M is not known: 3", "M is not known: 4",
                                        "k is not known: 5", "M is not known: 6"};
    struct doubts d = {0};
    struct notes all = {0}, turned = {0}, two = {0};
    for (int i = 0; i < 6; i++)
        note(&arena, &all, "%s", texts[i]);
    for (int i = 6; i-- > 0;)
        note(&arena, &turned, "%s", texts[i]);
    for (int i = 1; i < 3; i++)
        note(&arena, &two, "%s", texts[i]);
    CHECK_TEXT("[a-f]", doubts_mark(&d, "l", &all, DOUBT_M | DOUBT_K));
    CHECK_TEXT("[a-d,f]", doubts_mark(&d, "l", &all, DOUBT_M));
    CHECK_TEXT("[a-d,f]", doubts_mark(&d, "l", &turned, DOUBT_M));
    CHECK_TEXT("[b,c]", doubts_mark(&d, "l", &two, DOUBT_M));
    CHECK(!doubts_mark(&d, "l", &two, DOUBT_K));
    doubts_mark(&d, "m", &two, DOUBT_M);
    doubts_mark(&d, "l", &two, DOUBT_M); /* again, in another table */
    doubts_mark(&d, "m", &two, DOUBT_M);
    CHECK_TEXT("[b] l and 1 more: M is not known: 2", doubts_line(&d, 1, 9));
    CHECK_TEXT("[b] all loops: M is not known: 2", doubts_line(&d, 1, 2));
    doubts_free(&d);
}

int main(void)
{
    TEST(csv_is_one_row_a_loop);
    TEST(json_has_the_keys_in_order);
    TEST(missing_is_not_zero);
    TEST(a_reversed_ladder_is_reported);
    TEST(outer_loops_on_demand);
    TEST(letters_in_a_row);
    free(text);
    arena_free(&arena);
    return tests_end();
}
