/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as text, and their invariants. */
#include "measure/sampling/profile.h"

#include "base/util.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static const char *words[] = {"./a program", "100%", ""};
static struct profile_object objects[] = {
    {.kind = OBJECT_KERNEL},
    {.kind = OBJECT_FILE, .path = "/bin/a b\n%", .build_id = {0xab, 0x01}, .n_build_id = 2},
    {.kind = OBJECT_FILE,
     .path = "/lib/c",
     .device = 254,
     .inode = 77,
     .bytes = 12,
     .changed_at = -5},
    {.kind = OBJECT_ANONYMOUS, .pid = 41},
};
static struct profile_thread threads[] = {{40, 40, "main", 8}, {40, 41, "", 4}};
static struct profile_sample samples[] = {
    {0, 0, 1, 0xffffffff81000010, 0x44, 1, 1000000},
    {1, 0, PROFILE_NONE, 0x1140, 0, 4, 4000000},
    {1, 1, PROFILE_NONE, 0x1140, 0, 1, 1093000},
    {3, 1, 1, 0x7f0000000000, 0x1141, 1, 907000},
    {3, PROFILE_NONE, PROFILE_NONE, 0x7f0000000008, 0, 5, 4999000},
};
static struct profile_excluded excluded[] = {{"a program", "it is setuid"}};
static struct profile_repeat repeats[] = {{0.125, {0.007, NULL}, 5},
                                          {0.0625, {0, "not counted"}, 7}};
static struct profile_fault faults[] = {{40, 0x7f0000000000, 134}};

static struct profile_executed executed[] = {{1, 0x1140, 12000000, 0, 0}, {2, 0x77, 3, 134, 5000}};

static struct profile example(void)
{
    return (struct profile){.command = words,
                            .n_command = COUNT_OF(words),
                            .status = 256,
                            .wall_seconds = 0.1,
                            .sampler = "perf",
                            .cpu = "AuthenticAMD 26 2 1",
                            .chain = CHAIN_DWARF,
                            .unit = PROFILE_NS,
                            .period = 1e6,
                            .rate = known(1000.25),
                            .sample_cost = known(1.5e-6),
                            .kernel = true,
                            .cpu_seconds = known(0.0070000001),
                            .unsampled_seconds = known(0),
                            .switch_seconds = known(0.001),
                            .excluded_seconds = known(0.002),
                            .excluded_least = known(0.001),
                            .excluded_most = known(0.003),
                            .stop_signal = 15,
                            .lost = 3,
                            .minor_faults = known(150),
                            .major_faults = missing("the kernel does not count it"),
                            .instructions = known(2e10),
                            .left = 1,
                            .clock = {known(2.5e9), known(2.6e9), missing("too short")},
                            .objects = objects,
                            .n_objects = COUNT_OF(objects),
                            .threads = threads,
                            .n_threads = COUNT_OF(threads),
                            .samples = samples,
                            .n_samples = COUNT_OF(samples),
                            .faults = faults,
                            .n_faults = COUNT_OF(faults),
                            .executed = executed,
                            .n_executed = COUNT_OF(executed),
                            .excluded = excluded,
                            .n_excluded = COUNT_OF(excluded),
                            .repeats = repeats,
                            .n_repeats = COUNT_OF(repeats)};
}

/* Returns the text of a profile, to be freed. */
static char *text_of(const struct profile *p)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    profile_print(f, p);
    fclose(f);
    return text;
}

/* Reads a text; said gets the messages. */
static bool read_text(struct arena *a, const char *text, struct profile *p, char *said, size_t room)
{
    struct source s;
    struct diag d = {.out = fmemopen(said, room, "w")};
    source_from_bytes(&s, "p", text, strlen(text));
    bool good = profile_read(a, &s, p, &d);
    fclose(d.out);
    source_free(&s);
    return good;
}

static void text_is_read_back(void)
{
    struct arena a = {0};
    struct profile p = example(), q;
    char said[1000] = "";
    char *text = text_of(&p);
    CHECK(read_text(&a, text, &q, said, sizeof said));
    CHECK_TEXT("", said);
    char *again = text_of(&q);
    CHECK_TEXT(text, again);
    CHECK(q.n_command == 3 && q.n_objects == 4 && q.n_threads == 2 && q.n_samples == 5);
    CHECK_TEXT("./a program", q.command[0]);
    CHECK_TEXT("100%", q.command[1]);
    CHECK_TEXT("", q.command[2]);
    CHECK_TEXT("/bin/a b\n%", q.objects[1].path);
    CHECK(q.objects[1].n_build_id == 2 && q.objects[1].build_id[0] == 0xab && !q.objects[1].inode);
    CHECK(q.objects[2].bytes == 12 && q.objects[2].changed_at == -5);
    CHECK(q.objects[2].device == 254 && q.objects[2].inode == 77 && !q.objects[2].n_build_id);
    CHECK(q.samples[3].caller_object == 1 && q.samples[3].caller_at == 0x1141);
    CHECK(q.samples[1].caller_object == PROFILE_NONE && q.samples[4].thread == PROFILE_NONE);
    CHECK(q.cpu_seconds.value == 0.0070000001 && q.chain == CHAIN_DWARF);
    CHECK(q.instructions.value == 2e10 && q.n_executed == 2);
    CHECK(q.executed[1].faults == 134 && q.executed[1].kernel == 5000);
    CHECK(q.executed[0].object == 1 && q.executed[0].at == 0x1140 &&
          q.executed[0].instructions == 12000000);
    CHECK_TEXT("too short", q.clock[2].missing);
    CHECK(q.switch_seconds.value == 0.001 && q.excluded_seconds.value == 0.002);
    CHECK(q.excluded_least.value == 0.001 && q.excluded_most.value == 0.003);
    CHECK(q.stop_signal == 15 && q.n_excluded == 1);
    CHECK_TEXT("it is setuid", q.excluded[0].why);
    CHECK_TEXT("AuthenticAMD 26 2 1", q.cpu);
    free(again);
    free(text);
    arena_free(&a);
}

static void invariants_are_checked(void)
{
    struct arena a = {0};
    struct profile p = example();
    CHECK(!profile_check(&a, &p));
    p.n_objects = 2;
    p.n_threads = 1;
    p.threads = (struct profile_thread[]){{40, 40, "main", 6}};
    p.samples = (struct profile_sample[]){{1, 0, PROFILE_NONE, 1, 0, 6, 6}};
    p.n_samples = 1;
    CHECK_TEXT("instructions 1 have an object that does not exist", profile_check(&a, &p));
    p = example();
    p.n_objects = 3;
    CHECK_TEXT("sample 3 has an object or thread that does not exist", profile_check(&a, &p));
    p = example();
    p.n_samples = 3;
    CHECK_TEXT("thread 0 has 5 samples, not 8", profile_check(&a, &p));
    p = example();
    p.threads = (struct profile_thread[]){{40, 40, "main", 8}, {40, 41, "", 3}};
    CHECK_TEXT("1 samples of several threads are of none", profile_check(&a, &p));
    struct profile_sample turned[] = {samples[1], samples[0]};
    p = example();
    p.samples = turned;
    p.n_samples = 2;
    CHECK_TEXT("samples 0 and 1 are out of order", profile_check(&a, &p));
    p = example();
    p.n_repeats = 1;
    CHECK_TEXT("the samples of the repeated runs are not those of the profile",
               profile_check(&a, &p));
    p.repeats = (struct profile_repeat[]){{-1, {0, "not counted"}, 12}};
    CHECK_TEXT("a time of a repeated run is out of range", profile_check(&a, &p));
    arena_free(&a);
}

/* Each line is wrong for the reason given. */
static void wrong_lines_are_located(void)
{
    static const struct {
        const char *line, *said;
    } rows[] = {
        {"repeat 1 2", "expected a number"},
        {"status x", "expected a whole number in its range"},
        {"status 1 2", "the line has too many words"},
        {"period nan", "expected a number"},
        {"unit hours", "this line contains an unknown word"},
        {"rank 1", "unknown kind of line"},
        {"call-chain lbr", "unknown kind of call chain"},
        {"executed 0 zz 1", "expected a whole number in its range"},
        {"executed 0 1 1 1", "expected a whole number in its range"},
        {"object file /x", "expected a build id or DEVICE:INODE:BYTES:TIME"},
        {"object file /x zz", "expected a build id or DEVICE:INODE:BYTES:TIME"},
        {"thread 1 2 3", "the line has too few words"},
        {"sample 0 0 -1 1 1", "expected a whole number in its range"},
        {"sample 0 0 1 99999999999999999999 1", "expected a whole number in its range"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena a = {0};
        struct profile p;
        char said[1000] = "", text[200], want[200];
        snprintf(text, sizeof text, "macs-profile 1\n%s\n", rows[i].line);
        snprintf(want, sizeof want, "p:2: error: %s\n", rows[i].said);
        CHECK(!read_text(&a, text, &p, said, sizeof said));
        said[strcspn(said, "\n") + 1] = '\0';
        CHECK_TEXT(want, said);
        arena_free(&a);
    }
}

/* Numbers that no sampler writes are refused, not evaluated. */
static void numbers_have_ranges(void)
{
    static const struct {
        const char *lines, *said;
    } rows[] = {
        {"cpu-seconds -5", "cpu-seconds is -5, but must be from 0 to 1e+09"},
        {"cpu-seconds 1e308", "cpu-seconds is 1e+308, but must be from 0 to 1e+09"},
        {"wall-seconds -1", "wall-seconds is -1, but must be from 0 to 1e+09"},
        {"excluded-seconds 1e308\nswitch-seconds 1e308",
         "switch-seconds is 1e+308, but must be from 0 to 1e+09"},
        {"unit cycles\nclock-50 0", "clock-50 is 0, but must be from 1 to 1e+12"},
        {"clock-50 1e-320", "clock-50 is 9.99989e-321, but must be from 1 to 1e+12"},
        {"clock-50 -1e9", "clock-50 is -1e+09, but must be from 1 to 1e+12"},
        {"clock-5 3e9\nclock-50 2e9\nclock-95 4e9",
         "the percentiles of the clock are out of order"},
        {"clock-5 1e9\nclock-50 2e9\nclock-95 1.5e9",
         "the percentiles of the clock are out of order"},
        {"excluded-seconds 1\nexcluded-least 2\nexcluded-most 3",
         "excluded-seconds is outside its limits"},
        {"minor-faults -1", "minor-faults is -1, but must be from 0 to 9.0072e+15"},
        {"object kernel\nsample 0 * 10 18446744073709551615 1", "there are more than 2^53 samples"},
        {"object kernel\nsample 0 * 10 1 18446744073709551615",
         "the time of the samples is more than 1e18"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena a = {0};
        struct profile p;
        char said[1000] = "", text[200], want[200];
        snprintf(text, sizeof text, "macs-profile 1\nclock-5 1\nclock-50 1\nclock-95 1e12\n%s\n",
                 rows[i].lines);
        snprintf(want, sizeof want, "p: error: %s\n", rows[i].said);
        CHECK(!read_text(&a, text, &p, said, sizeof said));
        CHECK_TEXT(want, said);
        arena_free(&a);
    }
}

/* Every shortened text is read or refused with a message. */
static void shortened_texts_are_read_or_refused(void)
{
    struct profile p = example(), q;
    char *text = text_of(&p);
    for (size_t n = strlen(text); n-- > 0;) {
        struct arena a = {0};
        char said[4000] = "";
        text[n] = '\0';
        CHECK(read_text(&a, text, &q, said, sizeof said) == (said[0] == '\0'));
        arena_free(&a);
    }
    free(text);
}

int main(void)
{
    TEST(text_is_read_back);
    TEST(invariants_are_checked);
    TEST(wrong_lines_are_located);
    TEST(numbers_have_ranges);
    TEST(shortened_texts_are_read_or_refused);
    return tests_end();
}
