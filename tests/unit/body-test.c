/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies encoded as bytes for the database: decoding returns the encoded body, and invalid bytes
 * are rejected. */
#include "runs/facts/body.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;

/* vfmadd213pd (%rdi,%rax), %ymm0, %ymm1; vmovupd %ymm1, (%rdi,%rax); addq $32, %rax; jne */
static struct instruction at[] = {
    {.text = "vfmadd213pd\t(%rdi,%rax), %ymm0, %ymm1",
     .asm_line = 12,
     .line = 5,
     .load = {FORM_LOAD, 0, WIDTH_YMM},
     .work = {FORM_FMA, 8, WIDTH_YMM},
     .class = OP_FMA,
     .load_class = OP_LFL,
     .store_class = OP_CLASSES,
     .elements = 4,
     .load_bytes = 32,
     .indexed = true,
     .stream = 0,
     .step = 32,
     .area = -1},
    {.text = "vmovupd\t%ymm1, (%rdi,%rax)",
     .asm_line = 13,
     .line = 5,
     .store = {FORM_STORE, 0, WIDTH_YMM},
     .class = OP_SFL,
     .load_class = OP_CLASSES,
     .store_class = OP_SFL,
     .elements = 4,
     .store_bytes = 32,
     .stream = 0,
     .offset = -8,
     .step = -32,
     .area = 0},
    {.text = "addq\t$32, %rax",
     .work = {FORM_ALU, 0, WIDTH_64},
     .class = OP_LEFT,
     .load_class = OP_CLASSES,
     .store_class = OP_CLASSES,
     .elements = 1,
     .stream = -1,
     .destructive = true,
     .fused = true,
     .area = -1},
    {.text = "frobnicate %rax",
     .class = OP_LEFT,
     .load_class = OP_CLASSES,
     .store_class = OP_CLASSES,
     .stream = -1,
     .taken = true,
     .area = -1,
     .unmodelled = true},
};
static struct value_flow flows[] = {{0, 1, 0, FLOW_DATA, false, 17},
                                    {2, 0, 1, FLOW_ADDRESS, false, 1},
                                    {1, 0, 300, FLOW_MEMORY, true, 90}};
/* The store is skipped in some passes. */
static struct code_block blocks[] = {{0, 1, 0, 2}, {1, 1, 2, 1}, {2, 2, 3, 2}};
static struct code_edge edges[] = {
    {2, true}, {1, false}, {2, false}, {PASS_END, true}, {LOOP_EXIT, false}};
static const struct instruction_body body = {.at = at,
                                             .n = 4,
                                             .flows = flows,
                                             .n_flows = 3,
                                             .unmodelled = 1,
                                             .blocks = blocks,
                                             .n_blocks = 3,
                                             .edges = edges,
                                             .n_edges = 5};

static bool same_form(struct instruction_form a, struct instruction_form b)
{
    return a.base == b.base && a.element == b.element && a.width == b.width;
}

static void check_instruction(const struct instruction *a, const struct instruction *b)
{
    CHECK_TEXT(a->text, b->text);
    CHECK(a->asm_line == b->asm_line && a->line == b->line);
    CHECK(same_form(a->load, b->load) && same_form(a->work, b->work));
    CHECK(same_form(a->store, b->store) && a->class == b->class);
    CHECK(a->load_class == b->load_class && a->store_class == b->store_class);
    CHECK(a->elements == b->elements && a->load_bytes == b->load_bytes);
    CHECK(a->store_bytes == b->store_bytes && a->indexed == b->indexed);
    CHECK(a->stream == b->stream && a->offset == b->offset && a->step == b->step);
    CHECK(a->destructive == b->destructive && a->fused == b->fused && a->taken == b->taken);
    CHECK(a->area == b->area && a->unmodelled == b->unmodelled);
}

static void written_data_is_read_back(void)
{
    const struct instruction_body *b = body_read(&arena, body_write(&arena, &body), 1);
    CHECK(b && b->n == 4 && b->n_flows == 3 && b->unmodelled == 1);
    for (size_t i = 0; b && i < b->n; i++)
        check_instruction(&at[i], &b->at[i]);
    for (size_t i = 0; b && i < b->n_flows; i++)
        CHECK(memcmp(&b->flows[i].from, &flows[i].from, sizeof(int)) == 0 &&
              b->flows[i].to == flows[i].to && b->flows[i].distance == flows[i].distance &&
              b->flows[i].input == flows[i].input && b->flows[i].exact == flows[i].exact &&
              b->flows[i].location == flows[i].location);
    CHECK(b && b->n_blocks == 3 && b->n_edges == 5);
    for (size_t i = 0; b && i < b->n_blocks; i++)
        CHECK(memcmp(&b->blocks[i], &blocks[i], sizeof *blocks) == 0);
    for (size_t i = 0; b && i < b->n_edges; i++)
        CHECK(b->edges[i].to == edges[i].to && b->edges[i].taken == edges[i].taken);
}

static struct instruction_body *read_again(const struct instruction_body *b, size_t areas)
{
    return body_read(&arena, body_write(&arena, b), areas);
}

static void invalid_bodies_are_rejected(void)
{
    struct value_flow back[] = {{1, 0, 0, FLOW_DATA, false, 0}},
                      far[] = {{0, 9, 1, FLOW_DATA, false, 0}};
    struct instruction many = at[0];
    many.stream = 1;
    CHECK(!read_again(&body, 0)); /* an area that the loop does not have */
    CHECK(
        !read_again(&(struct instruction_body){.at = at, .n = 4, .flows = back, .n_flows = 1}, 1));
    CHECK(!read_again(&(struct instruction_body){.at = at, .n = 4, .flows = far, .n_flows = 1}, 1));
    CHECK(!read_again(&(struct instruction_body){.at = at}, 1));
    CHECK(!read_again(&(struct instruction_body){.at = &many, .n = 1}, 1));
    CHECK(read_again(&(struct instruction_body){.at = at, .n = 1}, 1));
}

/* Version 1 has no blocks, and its flows no location: without flows it is the same without the last
 * number. Instruction 1 is in an area, which can be skipped. */
static void an_earlier_version(void)
{
    struct body_bytes now = body_write(&arena, &(struct instruction_body){.at = at, .n = 4});
    unsigned char *before = malloc(now.n);
    memcpy(before, now.at, now.n);
    before[0] = 1;
    const struct instruction_body *b = body_read(&arena, (struct body_bytes){before, now.n - 1}, 1);
    static const int first[] = {0, 1, 2}, to[] = {1, 2, 2, PASS_END}, n_edges[] = {2, 1, 1};
    CHECK(b && b->n_blocks == 3 && b->n_edges == 4);
    for (size_t i = 0; b && i < b->n_blocks; i++)
        CHECK(b->blocks[i].first == first[i] && b->blocks[i].n_edges == n_edges[i]);
    for (size_t i = 0; b && i < b->n_edges; i++)
        CHECK(b->edges[i].to == to[i]);
    CHECK(!body_read(&arena, (struct body_bytes){before, now.n}, 1));
    free(before);
}

/* n instructions in areas 0 and 1 in turn, as version 1: each block can be followed by all later
 * ones. */
static bool alternating_areas_are_read(size_t n)
{
    struct instruction *of = ARENA_ARRAY(&arena, struct instruction, n);
    for (size_t i = 0; i < n; i++) {
        of[i] = at[0];
        of[i].area = (int)(i & 1);
    }
    struct body_bytes now = body_write(&arena, &(struct instruction_body){.at = of, .n = n});
    unsigned char *before = malloc(now.n);
    memcpy(before, now.at, now.n);
    before[0] = 1;
    bool good = body_read(&arena, (struct body_bytes){before, now.n - 1}, 2);
    free(before);
    return good;
}

/* One block of n instructions with as many edges. */
static bool a_block_with_edges_is_read(size_t n)
{
    struct instruction *of = ARENA_ARRAY(&arena, struct instruction, n);
    struct code_edge *to = ARENA_ARRAY(&arena, struct code_edge, n);
    struct code_block block = {0, (int)n, 0, (int)n};
    for (size_t i = 0; i < n; i++) {
        of[i] = at[0];
        to[i] = (struct code_edge){PASS_END, true};
    }
    return read_again(
        &(struct instruction_body){
            .at = of, .n = n, .blocks = &block, .n_blocks = 1, .edges = to, .n_edges = n},
        1);
}

/* Analyses copy each edge together with its block: the sum of the copies is limited to 4194304. */
static void edges_are_limited(void)
{
    CHECK(alternating_areas_are_read(1000));  /* 500500 edges of 1 instruction */
    CHECK(!alternating_areas_are_read(4096)); /* 8390656 */
    CHECK(a_block_with_edges_is_read(1000));
    CHECK(!a_block_with_edges_is_read(4096));
}

/* Truncated anywhere, with one more byte, or with any byte changed: rejected, or a valid body. */
static void damage(void)
{
    struct body_bytes whole = body_write(&arena, &body);
    unsigned char *copy = malloc(whole.n + 1);
    for (size_t n = 0; n < whole.n; n++) {
        memcpy(copy, whole.at, n);
        CHECK(!body_read(&arena, (struct body_bytes){copy, n}, 1));
    }
    memcpy(copy, whole.at, whole.n);
    copy[whole.n] = 0;
    CHECK(!body_read(&arena, (struct body_bytes){copy, whole.n + 1}, 1));
    for (size_t i = 0; i < whole.n; i++)
        for (int bit = 0; bit < 8; bit++) {
            copy[i] ^= (unsigned char)(1 << bit);
            const struct instruction_body *b =
                body_read(&arena, (struct body_bytes){copy, whole.n}, 1);
            for (size_t f = 0; b && f < b->n_flows; f++)
                CHECK((size_t)b->flows[f].from < b->n && (size_t)b->flows[f].to < b->n);
            copy[i] ^= (unsigned char)(1 << bit);
        }
    free(copy);
}

int main(void)
{
    TEST(written_data_is_read_back);
    TEST(invalid_bodies_are_rejected);
    TEST(an_earlier_version);
    TEST(edges_are_limited);
    TEST(damage);
    arena_free(&arena);
    return tests_end();
}
