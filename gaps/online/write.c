/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/online/write.h"

#include "base/outfile.h"
#include "bounds/bounds.h"
#include "bounds/steady.h"
#include "bounds/terms.h"
#include "gaps/read.h"

#include <string.h>

enum key {
#define KEY(NAME, key) KEY_##NAME,
#include "gaps/online/keys.def"
#undef KEY
};
static const char *const keys[] = {
#define KEY(NAME, key) key,
#include "gaps/online/keys.def"
#undef KEY
};

static void put_number(FILE *out, enum key key, struct quantity q)
{
    char text[QUANTITY_TEXT];
    if (is_known(q))
        fprintf(out, "%s %s\n", keys[key], quantity_exact(q, text));
    else
        fprintf(out, "# %s: %s\n%s -\n", keys[key], q.missing, keys[key]);
}

static void put_term(FILE *out, enum key key, const char *term, double cpl)
{
    char text[QUANTITY_TEXT];
    fprintf(out, "%s %s %s\n", keys[key], term, quantity_exact(known(cpl), text));
}

static void put_terms(FILE *out, enum key key, const struct bound_terms *t)
{
    if (t->missing)
        fprintf(out, "# no %s: %s\n", keys[key], t->missing);
    for (size_t i = 0; i < t->n; i++)
        put_term(out, key, t->at[i].name, t->at[i].cpl);
}

/* Writes the terms of a part. times: how often an iteration that skips the block omits the part. */
static void put_part(FILE *out, enum key key, const struct bound_terms *t, double times)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].cpl > 0)
            put_term(out, key, t->at[i].name, times * t->at[i].cpl);
}

/* ---- a loop ---- */

struct loop_terms {
    struct bound_terms ma, mac;
    struct quantity macs;
};

static struct bound_terms no_terms(const char *why)
{
    return (struct bound_terms){.missing = why};
}

/* Returns the terms of MAC of a pass that runs each area with its share; NULL = all areas. */
static struct bound_terms terms_of_areas(struct arena *a, const struct model_loop *l,
                                         const struct instruction_body *b, const double *share)
{
    struct body_frequencies f = frequencies_of_areas(a, b, share, l->compiled->n_areas);
    struct pass_model passes = find_pass_model(a, l->compiled_machine, b, &f);
    return body_terms(a, &passes, l->k);
}

static struct loop_terms terms_of(struct arena *a, const struct model_loop *l,
                                  const struct gap_ladder *cpl)
{
    struct loop_terms t = {no_terms(cpl->ma.missing), no_terms(cpl->mac.missing), cpl->macs};
    if (is_known(cpl->ma)) {
        struct essential e = essential_of(l->source, l->reassociate);
        struct rates r = essential_rates(l->machine, &e, l->ma_k);
        t.ma = bound_terms(a, l->machine, &r, bound_td(&l->recurrence));
    }
    if (is_known(cpl->mac) && l->compiled->has_body) {
        const char *why;
        const struct instruction_body *b = model_body(a, l, &why);
        t.mac = b ? terms_of_areas(a, l, b, NULL) : no_terms(why);
    } else if (is_known(cpl->mac)) {
        struct rates r = compiled_rates(&l->compiled->counts, l->k);
        struct quantity td = q_div(bound_td(&l->compiled_recurrence), l->k, "k is 0");
        t.mac = bound_terms(a, l->compiled_machine, &r, td);
    }
    return t;
}

/* Writes the savings of MAC terms for a loop with a body: its terms minus those of passes that skip
 * the areas with saves[j] > 0. The MACS bound of a body is one number and remains unchanged. */
static void put_body_areas(FILE *out, struct arena *a, const struct model_loop *l,
                           const struct loop_terms *t, const double *saves)
{
    const char *why;
    const struct instruction_body *b = model_body(a, l, &why);
    size_t n = l->compiled->n_areas;
    double *run = ARENA_ARRAY(a, double, n + 1), times = 0;
    for (size_t j = 0; j < n; j++) {
        run[j] = saves[j] == 0;
        times = saves[j] > times ? saves[j] : times;
    }
    if (!b || t->mac.missing)
        return;
    struct bound_terms rest = terms_of_areas(a, l, b, run);
    for (size_t i = 0; i < t->mac.n; i++) {
        double less = 0;
        for (size_t j = 0; j < rest.n; j++)
            if (strcmp(rest.at[j].name, t->mac.at[i].name) == 0)
                less = rest.at[j].cpl;
        if (t->mac.at[i].cpl > less)
            put_term(out, KEY_MAC, t->mac.at[i].name, times * (t->mac.at[i].cpl - less));
    }
}

/* Writes the savings of MAC and MACS: the sum of the areas, each multiplied by saves[j]. */
static void put_areas(FILE *out, struct arena *a, const struct model_loop *l,
                      const struct loop_terms *t, const double *saves)
{
    const struct compiled_loop *c = l->compiled;
    struct counts sum = {0};
    double length = 0;
    if (c->has_body) {
        put_body_areas(out, a, l, t, saves);
        return;
    }
    for (size_t j = 0; j < c->n_areas; j++) {
        sum = counts_less(sum, -saves[j], c->areas[j].counts);
        length += saves[j] * (double)c->areas[j].length;
    }
    struct rates r = compiled_rates(&sum, l->k);
    struct bound_terms part = bound_terms_part(a, l->compiled_machine, &r, &t->mac);
    put_part(out, KEY_MAC, &part, 1);
    if (is_known(t->macs) && length > 0)
        put_term(out, KEY_MACS, "length", length / l->k.value);
}

/* Writes the savings of TNF and M of an iteration that skips block b. */
static void put_flops(FILE *out, struct arena *a, const struct model_loop *l, size_t b)
{
    double *share = ARENA_ARRAY(a, double, l->source->n_blocks + 1);
    share[b] = 1;
    const double *none = ARENA_ARRAY(a, double, l->source->n_blocks + 1);
    struct quantity all = model_tnf(a, l, none), less = model_tnf(a, l, share);
    struct quantity m = model_m(a, l, none), less_m = model_m(a, l, share);
    put_number(out, KEY_TNF, q_sub(all, less));
    put_number(out, KEY_M, q_sub(m, less_m));
}

static void put_block(FILE *out, struct arena *a, const struct model_loop *l,
                      const struct loop_terms *t, size_t b)
{
    const struct block *block = &l->source->blocks[b];
    struct essential e = {block->counts, block->parts, l->reassociate};
    struct rates r = essential_rates(l->machine, &e, l->ma_k);
    struct bound_terms part = bound_terms_part(a, l->machine, &r, &t->ma);
    size_t areas = l->compiled ? l->compiled->n_areas : 0;
    double *saves = ARENA_ARRAY(a, double, areas + 1);
    fprintf(out, "%s %ld\n", keys[KEY_BLOCK], block->line);
    put_flops(out, a, l, b);
    put_part(out, KEY_MA, &part, 1);
    for (size_t j = 0; j < areas; j++)
        saves[j] = l->block_of[j] == (int)b && !model_area_inside(l, j);
    if (areas && is_known(l->k))
        put_areas(out, a, l, t, saves);
}

/* Writes an area that belongs to no known block as a block. Its skips are counted in passes, of k
 * iterations each. */
static void put_unmatched_area(FILE *out, struct arena *a, const struct model_loop *l,
                               const struct loop_terms *t, size_t j)
{
    const char *target = l->compiled->areas[j].target;
    double *saves = ARENA_ARRAY(a, double, l->compiled->n_areas);
    if (l->block_of[j] >= 0 || model_area_named(l->compiled, target) != (int)j || !is_known(l->k))
        return;
    saves[j] = l->k.value;
    fprintf(out, "%s %s\n", keys[KEY_BLOCK], target);
    put_areas(out, a, l, t, saves);
}

static bool same_line_before(const struct source_loop *s, size_t b)
{
    for (size_t i = 0; i < b; i++)
        if (s->blocks[i].line == s->blocks[b].line)
            return true;
    return false;
}

/* Writes the bounds of an iteration that executes all blocks, and what each block that it skips
 * saves. */
static void put_loop(FILE *out, const struct model_loop *l)
{
    struct arena a = {0};
    size_t areas = l->compiled ? l->compiled->n_areas : 0;
    const double *none = ARENA_ARRAY(&a, double, l->source->n_blocks + areas + 1);
    struct gap_ladder cpl = model_ladder(&a, l, none);
    struct loop_terms t = terms_of(&a, l, &cpl);
    fprintf(out, "\n%s %s\n", keys[KEY_LOOP], l->source->id);
    put_number(out, KEY_TNF, model_tnf(&a, l, none));
    put_number(out, KEY_M, cpl.m);
    put_terms(out, KEY_MA, &t.ma);
    put_terms(out, KEY_MAC, &t.mac);
    if (is_known(t.macs))
        put_term(out, KEY_MACS, "length", t.macs.value);
    else
        fprintf(out, "# no %s: %s\n", keys[KEY_MACS], t.macs.missing);
    for (size_t b = 0; b < l->source->n_blocks; b++)
        if (!same_line_before(l->source, b))
            put_block(out, &a, l, &t, b);
    for (size_t j = 0; l->compiled && j < l->compiled->n_areas; j++)
        put_unmatched_area(out, &a, l, &t, j);
    arena_free(&a);
}

/* ---- the file ---- */

/* Returns a run of the table's only build; NULL with a message in d if there are several builds or
 * no loop. */
static const struct gap_run *only_build(const struct gap_table *t, struct diag *d)
{
    for (size_t i = 1; i < t->n; i++)
        if (strcmp(t->at[i].build, t->at[0].build) != 0 ||
            strcmp(t->at[i].machine, t->at[0].machine) != 0) {
            diag_error(d, (struct where){0},
                       "a bounds file is for one build and machine; the table has '%s' for %s and "
                       "'%s' for %s: choose with --run or --where",
                       t->at[0].build, t->at[0].machine, t->at[i].build, t->at[i].machine);
            return NULL;
        }
    if (t->n && t->at[0].n)
        return &t->at[0];
    diag_error(d, (struct where){0}, "no loop to write bounds for; add loops with kma --db");
    return NULL;
}

static void put_file(FILE *out, const struct gaps *g, const struct gap_run *run)
{
    struct arena a = {0};
    const char *isa = NULL;
    for (size_t i = 0; !isa && i < run->n; i++) {
        const struct model_loop *l = gaps_model_loop(g, run, &run->loops[i]);
        isa = l ? machine_isa_name(l->machine->isa) : NULL;
    }
    fprintf(out,
            "%s 3\n# build %s, machine %s; cycles per iteration, as libmacsgap(3) reads them\n",
            keys[KEY_HEAD], run->build, gap_machine_title(&a, run));
    if (isa)
        fprintf(out, "%s %s\n", keys[KEY_ISA], isa);
    for (size_t i = 0; i < run->n; i++) {
        const struct model_loop *l = gaps_model_loop(g, run, &run->loops[i]);
        if (l && l->source->innermost)
            put_loop(out, l);
    }
    fprintf(out, "\n%s\n", keys[KEY_END]);
    arena_free(&a);
}

bool gaps_write_bounds(const struct gaps *g, const char *path, struct diag *d)
{
    const struct gap_run *run = only_build(gaps_table(g), d);
    struct outfile o;
    if (run && strcmp(path, "-") == 0)
        put_file(stdout, g, run);
    if (!run || strcmp(path, "-") == 0)
        return run;
    if (!outfile_open(&o, path, d))
        return false;
    put_file(o.f, g, run);
    return outfile_commit(&o, d);
}
