/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests assembly text: the printed text of a program reads back as the same program, which prints
 * the same text. */
#include "lab/isa/isa.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static char *printed(const struct lab_text *t, size_t *n)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, n);

    if (!f)
        exit(1);
    lab_text_print(t, f);
    fclose(f);
    return text;
}

static void check_inst(const struct lab_inst *a, const struct lab_inst *b)
{
    CHECK(a->op == b->op && a->d == b->d && a->base == b->base && a->offset == b->offset);
    CHECK(a->imm == b->imm && a->scale == b->scale);
    CHECK(memcmp(a->s, b->s, sizeof a->s) == 0);
    CHECK(memcmp(a->immediate, b->immediate, sizeof a->immediate) == 0);
    CHECK((!a->target) == (!b->target) && (!a->target || strcmp(a->target, b->target) == 0));
    CHECK((!a->symbol) == (!b->symbol) && (!a->symbol || strcmp(a->symbol, b->symbol) == 0));
}

static void check_code(const struct lab_text *a, const struct lab_text *b)
{
    CHECK(a->pairs.n == b->pairs.n && a->labels.n == b->labels.n);
    for (size_t i = 0; i < a->pairs.n && test_faults == 0; i++) {
        check_inst(&a->pairs.at[i].left, &b->pairs.at[i].left);
        check_inst(&a->pairs.at[i].right, &b->pairs.at[i].right);
        CHECK(a->pairs.at[i].line == b->pairs.at[i].line);
    }
    for (size_t i = 0; i < a->labels.n && test_faults == 0; i++) {
        CHECK_TEXT(a->labels.at[i].name, b->labels.at[i].name);
        CHECK(a->labels.at[i].pair == b->labels.at[i].pair);
        CHECK(a->labels.at[i].global == b->labels.at[i].global);
    }
}

/* Returns a datum by its index over all blocks: a block without a name continues the previous block
 * and may be merged with it. */
static const struct lab_datum *datum_of(const struct lab_text *t, size_t index)
{
    for (size_t i = 0; i < t->blocks.n; i++) {
        if (index < t->blocks.at[i].data.n)
            return &t->blocks.at[i].data.at[index];
        index -= t->blocks.at[i].data.n;
    }
    return NULL;
}

static void check_data(const struct lab_text *a, const struct lab_text *b)
{
    const struct lab_datum *x, *y;

    for (size_t i = 0; (x = datum_of(a, i)) != NULL && test_faults == 0; i++) {
        y = datum_of(b, i);
        CHECK(y && x->bytes == y->bytes && x->repeat == y->repeat && x->bits == y->bits);
    }
    CHECK(a->variables.n == b->variables.n);
    for (size_t i = 0; i < a->variables.n && test_faults == 0; i++) {
        const struct lab_variable *v = &a->variables.at[i], *w = &b->variables.at[i];
        CHECK_TEXT(v->name, w->name);
        CHECK_TEXT(v->symbol, w->symbol);
        CHECK(v->at == w->at && v->bytes == w->bytes && v->n_extents == w->n_extents);
        CHECK(memcmp(v->extents, w->extents, sizeof v->extents) == 0);
    }
}

static void check_file(const char *name)
{
    const char *top = getenv("SRCDIR");
    struct arena arena = {0};
    struct diag d = {.out = stdout};
    struct lab_text a = {0}, b = {0};
    size_t n, again;
    const char *path = arena_printf(&arena, "%s/%s", top ? top : "..", name);

    CHECK(lab_text_read(&arena, path, &d, &a));
    char *text = printed(&a, &n);
    CHECK(lab_text_read_bytes(&arena, "printed", text, n, &d, &b));
    char *twice = printed(&b, &again);
    CHECK_TEXT(text, twice);
    check_code(&a, &b);
    check_data(&a, &b);
    if (test_faults > 0)
        printf("# %s\n", name);
    free(text);
    free(twice);
    lab_text_free(&a);
    lab_text_free(&b);
    arena_free(&arena);
}

static void samples_read_back_as_printed(void)
{
    check_file("samples/daxpy.s");
    check_file("samples/lfk.s");
}

static void the_library_reads_back_as_printed(void)
{
    check_file("lab/library/parallel.s");
    check_file("lab/library/openmp.s");
    check_file("lab/library/multikron.s");
}

/* All kinds of data. */
static void data_read_back_as_printed(void)
{
    static const char text[] =
        "\t.file\t\"x.f\"\n\t.vstamp\t7\n\t.data\n\t.align\t16\n\t.half\t0x1\n\t.half\t0x2\n"
        "\t.globl\tf_\nf_:\n\t.word\tf_$TXT\n\t.word\tb_+24\n\t.word\t0xffffffffffffffff\n"
        "\t.align\t128\n\t.comm\tb_\nb_:\n\t.space\t400\n\t.fill\t3, 4, 0x7\n\t.byte\t0x41\n"
        "\t.def\tb_.x; .val b_+8; .size 32; .dim 2,2; .endef\n";
    struct arena arena = {0};
    struct diag d = {.out = stdout};
    struct lab_text t = {0};
    size_t n;

    CHECK(lab_text_read_bytes(&arena, "x.s", text, sizeof text - 1, &d, &t));
    char *again = printed(&t, &n);
    CHECK_TEXT(text, again);
    CHECK(t.variables.n == 1 && t.variables.at[0].n_extents == 2);
    free(again);
    lab_text_free(&t);
    arena_free(&arena);
}

int main(void)
{
    TEST(samples_read_back_as_printed);
    TEST(the_library_reads_back_as_printed);
    TEST(data_read_back_as_printed);
    return tests_end();
}
