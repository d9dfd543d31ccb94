/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores facts of compiled code, loop by loop, without keeping loops in memory. */
#include "runs/facts/body.h"
#include "runs/facts/lines.h"
#include "runs/facts/put.h"
#include "runs/facts/rows.h"
#include "runs/facts/words.h"

#include <stdlib.h>

/* ---- a loop ---- */

static bool put_compiled_row(struct runs *r, long file, long seq, const struct compiled_loop *l,
                             long *id)
{
    static const char row[] =
        "compiled_loop (compiled_file, seq, function, label, region, kind, $counts, length, "
        "asm_line, asm_end_line, source, line, end_line, k, k_missing, k_how, k_unit_stride, "
        "recurrence_distance, recurrence_latency, recurrence_missing)";
    return db_insert(r, id, row, "iittitcipptppqtbr", file, seq, l->function, l->label,
                     (long)l->region, kind_words[l->kind], &l->counts, l->length, l->asm_line,
                     l->asm_end_line, l->source, l->line, l->end_line, l->k, l->k_how,
                     (int)l->k_unit_stride, &l->recurrence);
}

/* Stores the instructions; a nop is NULL. */
static bool put_pairs(struct runs *r, long loop, const struct compiled_loop *l)
{
    static const char row[] = "compiled_pair (compiled_loop, seq, \"left\", left_class, "
                              "\"right\", right_class, asm_line, line, delay, conditional)";
    bool ok = true;
    for (size_t i = 0; ok && i < l->n_pairs; i++) {
        const struct compiled_pair *p = &l->pairs[i];
        const char *class[2];
        for (int h = 0; h < 2; h++)
            class[h] = p->half[h].text ? op_class_name(p->half[h].class) : NULL;
        ok = db_insert(r, NULL, row, "iittttppbb", loop, (long)i, p->half[0].text, class[0],
                       p -> half[1].text, class[1], p -> asm_line, p -> line, (int)p -> delay,
                       (int)p -> conditional);
    }
    return ok;
}

static bool put_body(struct runs *r, long loop, const struct compiled_loop *l)
{
    static const char row[] = "compiled_body (compiled_loop, version, version_how, k_bytes, "
                              "$counts, mac, mac_missing, mac_limit, "
                              "macs, macs_missing, macs_limit, paths, passes, trip, mismatch, "
                              "instructions)";
    if (!l->body)
        return true;
    struct arena a = {0};
    struct body_bytes bytes = body_write(&a, l->body);
    const struct body_frequencies *f = l->frequencies;
    struct quantity none = missing("it was not computed");
    bool ok =
        db_insert(r, NULL, row, "itticqtqtddddz", loop, version_words[l->version], l->version_how,
                  l->k_bytes, &l->elements, l->mac.limit ? l->mac.cycles : none, l->mac.limit,
                  l->macs.limit ? l->macs.cycles : none, l->macs.limit, l->paths.n, l->passes,
                  f ? f->trip : 0, f ? f->mismatch : 0, bytes.at, bytes.n);
    if (ok && f)
        ok = rows_put(r, &compiled_block_rows, loop, f->block, f->n_blocks) &&
             rows_put(r, &compiled_edge_rows, loop, f->edge, f->n_edges);
    arena_free(&a);
    return ok;
}

/* ---- a file ---- */

struct runs_compiled {
    struct runs *r;
    const char *path;
    struct infile *text; /* NULL = the file at path */
    long id, n;          /* id of its row; number of stored loops */
    ARRAY(struct line_range) lines;
};

static bool renew_compiled_file(struct runs *r, const struct target *t, const char *path, long *id)
{
    return db_do(r,
                 "insert into compiled_file (build, machine, path) values (?, ?, ?) "
                 "on conflict (build, path) do update set machine = excluded.machine",
                 "iit", t->build, t->machine, path) &&
           db_id(r, id, "select id from compiled_file where build = ? and path = ?", "it", t->build,
                 path) &&
           db_do(r, "delete from compiled_loop where compiled_file = ?", "i", *id) &&
           db_do(r, "delete from compiled_line where compiled_file = ?", "i", *id) &&
           db_do(r, "delete from loop_map where compiled_file = ?", "i", *id);
}

static void compiled_close(struct runs_compiled *c)
{
    array_free(&c->lines);
    free(c);
}

struct runs_compiled *runs_compiled_begin(struct runs *r, const struct runs_target *t,
                                          const char *path)
{
    struct runs_compiled *c = xmalloc(sizeof *c);
    struct target target;
    *c = (struct runs_compiled){.r = r, .path = path};
    if (find_target(r, t, &target) && renew_compiled_file(r, &target, path, &c->id))
        return c;
    compiled_close(c);
    return NULL;
}

void runs_compiled_text(struct runs_compiled *c, struct infile *text)
{
    if (c)
        c->text = text;
}

/* The stored lines include the two delay pairs after the backward branch. */
bool runs_compiled_loop(struct runs_compiled *c, const struct compiled_loop *l)
{
    long loop;
    if (!c)
        return false;
    *array_push(&c->lines) = (struct line_range){l->asm_line, l->asm_end_line + 2};
    return put_compiled_row(c->r, c->id, c->n++, l, &loop) &&
           rows_put(c->r, &compiled_note_rows, loop, l->notes.at, l->notes.n) &&
           rows_put(c->r, &compiled_step_rows, loop, l->recurrence.at, l->recurrence.n) &&
           rows_put(c->r, &compiled_area_rows, loop, l->areas, l->n_areas) &&
           put_pairs(c->r, loop, l) && put_body(c->r, loop, l);
}

static bool put_maps(struct runs *r, long file, const struct loop_map *maps, size_t n)
{
    static const char row[] =
        "insert into loop_map (compiled_file, seq, label, loop) select ?1, ?2, ?3, ?4 "
        "where exists (select 1 from compiled_loop where compiled_file = ?1 and label = ?3)";
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = db_do(r, row, "iitt", file, (long)i, maps[i].label, maps[i].loop);
    return ok;
}

static bool put_compiled_line(void *to, long line, const char *text)
{
    struct runs_compiled *c = to;
    return db_insert(c->r, NULL, "compiled_line (compiled_file, line, text)", "iit", c->id, line,
                     text);
}

static bool put_compiled_lines(struct runs_compiled *c)
{
    struct diag *d = c->r->d;
    struct line_range *at = c->lines.at;
    size_t n = c->lines.n;
    bool ok = n == 0 || (c->text ? infile_again(c->text, d) &&
                                       lines_of(c->text, at, n, put_compiled_line, c, d)
                                 : lines_of_named(c->path, false, at, n, put_compiled_line, c, d));
    c->r->failed |= !ok;
    return !c->r->failed;
}

bool runs_compiled_end(struct runs_compiled *c, const struct nesting *inner_of, size_t n,
                       const struct loop_map *maps, size_t n_maps)
{
    if (!c)
        return false;
    bool ok = !c->r->failed && rows_put(c->r, &compiled_nesting_rows, c->id, inner_of, n) &&
              put_maps(c->r, c->id, maps, n_maps) && put_compiled_lines(c);
    compiled_close(c);
    return ok;
}
