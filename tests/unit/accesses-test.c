/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/accesses.h"
#include "tests/unit/check.h"

static struct instruction load_of(int stream, long offset, int bytes, long line)
{
    return (struct instruction){.load_bytes = bytes,
                                .load_class = OP_LI,
                                .store_class = OP_CLASSES,
                                .stream = stream,
                                .offset = offset,
                                .line = line};
}

/* 16 bytes at 0, then 32 at 0: the first ones are read by both. */
static void omits_contained_load(void)
{
    const struct instruction at[] = {load_of(0, 0, 16, 7), load_of(0, 0, 32, 7)};
    const struct code_block all = {.n = 2};
    CHECK(is_repeated_load(at, &all, 0) && !is_repeated_load(at, &all, 1));
}

static void keeps_first_of_equal_loads(void)
{
    const struct instruction at[] = {load_of(0, 8, 8, 7), load_of(0, 8, 8, 7)};
    const struct code_block all = {.n = 2}, second = {.first = 1, .n = 1};
    CHECK(!is_repeated_load(at, &all, 0) && is_repeated_load(at, &all, 1));
    CHECK(!is_repeated_load(at, &second, 1)); /* the other one is in another block */
}

/* The loads of a[i] and a[i + 1] overlap in vector code, but not in scalar code. Other lines, other
 * streams and unknown addresses show nothing. */
static void keeps_other_loads(void)
{
    const struct instruction at[] = {load_of(0, 0, 32, 7),  load_of(0, 8, 32, 7),
                                     load_of(0, 0, 32, 8),  load_of(1, 0, 32, 7),
                                     load_of(-1, 0, 32, 7), load_of(-1, 0, 32, 7)};
    const struct code_block all = {.n = 6};
    for (int i = 0; i < all.n; i++)
        CHECK(!is_repeated_load(at, &all, i));
}

int main(void)
{
    TEST(omits_contained_load);
    TEST(keeps_first_of_equal_loads);
    TEST(keeps_other_loads);
    return tests_end();
}
