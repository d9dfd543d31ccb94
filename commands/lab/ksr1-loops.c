/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints passes, pairs and clocks of innermost loops as text, JSON or CSV. */
#include "base/shown.h"
#include "base/util.h"
#include "commands/lab/ksr1.h"

#include <inttypes.h>
#include <string.h>

static double per_pass(const struct profile_loop *l, uint64_t n)
{
    return (double)n / (double)l->passes;
}

static void print_text(struct arena *a, const profile_loops *loops, FILE *out)
{
    static const char *const head[] = {"loop",   "line",       "length",
                                       "passes", "pairs/pass", "clocks/pass"};
    struct table t = {.align = "lrrrrr"};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        table_cell(&t, head[i]);
    for (size_t i = 0; i < loops->n; i++) {
        const struct profile_loop *l = &loops->at[i];
        table_cell(&t, l->label);
        table_cell(&t, l->line ? arena_printf(a, "%" PRIu32, l->line) : NULL);
        table_cell(&t, arena_printf(a, "%" PRIu32, l->length));
        table_cell(&t, arena_printf(a, "%" PRIu64, l->passes));
        table_cell(&t, l->passes ? arena_printf(a, "%.6g", per_pass(l, l->pairs)) : NULL);
        table_cell(&t, l->passes ? arena_printf(a, "%.6g", per_pass(l, l->clocks)) : NULL);
    }
    table_print(&t, out);
    table_free(&t);
}

static void print_csv(const profile_loops *loops, FILE *out)
{
    fputs("file,loop,line,length,passes,pairs,clocks\n", out);
    for (size_t i = 0; i < loops->n; i++) {
        const struct profile_loop *l = &loops->at[i];
        csv_put(out, l->file);
        putc(',', out);
        csv_put(out, l->label);
        putc(',', out);
        if (l->line)
            fprintf(out, "%" PRIu32, l->line);
        fprintf(out, ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", l->length, l->passes,
                l->pairs, l->clocks);
    }
}

static void print_json(const profile_loops *loops, FILE *out)
{
    struct json j = {.out = out};
    json_object(&j);
    json_key_array(&j, "loops");
    for (size_t i = 0; i < loops->n; i++) {
        const struct profile_loop *l = &loops->at[i];
        json_object(&j);
        json_key_text(&j, "file", l->file);
        json_key_text(&j, "loop", l->label);
        if (l->line)
            json_key_long(&j, "line", l->line);
        json_key_long(&j, "length", l->length);
        json_key_long(&j, "passes", (long)l->passes);
        json_key_long(&j, "pairs", (long)l->pairs);
        json_key_long(&j, "clocks", (long)l->clocks);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
}

static void print_loops(struct ksr1 *k, const profile_loops *loops, FILE *out)
{
    if (k->form == OUTPUT_JSON)
        print_json(loops, out);
    else if (k->form == OUTPUT_CSV)
        print_csv(loops, out);
    else
        print_text(&k->arena, loops, out);
}

bool ksr1_loops_put(struct ksr1 *k)
{
    profile_loops loops = {0};
    bool ok = true;
    profile_loops_find(k->profile, &loops);
    print_loops(k, &loops, k->loops_file.f ? k->loops_file.f : stdout);
    if (k->loops_file.f)
        ok = outfile_finish(&k->loops_file, &k->d);
    array_free(&loops);
    return ok;
}
