/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts facts written by hand into a run database, for tests of what reads it:
 *     put-facts DB <facts
 * Blanks part the words of a line; KEY=VALUE sets a field or, by the name of a
 * class, a count. What follows a file or a loop belongs to it.
 *     target BUILD MACHINE [compiler= flags=]
 *     source PATH
 *       loop ID LINE END_LINE [stride= bytes= depth= parent= outer= residue= excluded= trip=]...
 *         block LINE END_LINE [within=]...
 *     compiled PATH
 *       inner LABEL OUTER, of pairs that came before
 *       pairs LABEL LENGTH [k= unit= line= end= source= residue=]...
 *         area TARGET BEGIN END LENGTH [line= end=]...
 *       map LABEL LOOP
 *     cycle DISTANCE; step CLASS NEXT LATENCY [addend=1] [key=NAME]; note TEXT: of the last loop */
#include "machines/machine.h"
#include "runs/runs.h"
#include "tests/put-files.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 40, MANY = 4096 };

struct state {
    struct arena a;
    struct diag d;
    struct runs *r;
    struct runs_target target;
    const char *source, *compiled;
    struct source_loop *loops;
    struct compiled_loop *pairs;
    struct loop_map *maps;
    struct nesting *nest;
    size_t n_loops, n_pairs, n_maps, n_nest;
    const char *word[WORDS];
    int n;
};

static const char *value(const struct state *s, const char *key)
{
    size_t len = strlen(key);
    for (int i = 0; i < s->n; i++)
        if (strncmp(s->word[i], key, len) == 0 && s->word[i][len] == '=')
            return s->word[i] + len + 1;
    return NULL;
}

static double number(const struct state *s, const char *key, double otherwise)
{
    const char *text = value(s, key);
    return text ? strtod(text, NULL) : otherwise;
}

static long whole(const struct state *s, int i)
{
    if (i >= s->n)
        bug("put-facts: '%s' lacks a word", s->word[0]);
    return strtol(s->word[i], NULL, 10);
}

static struct counts counts(const struct state *s)
{
    struct counts c = {{0}};
    for (int i = 0; i < OP_CLASSES; i++)
        c.n[i] = number(s, op_class_name((enum op_class)i), 0);
    return c;
}

static void flush(struct state *s)
{
    struct source_file f = {.file = s->source};
    struct source_loops loops = {s->loops, s->n_loops};
    struct compiled_loops pairs = {s->pairs, s->n_pairs, s->nest, s->n_nest};
    if (s->source)
        put_source_file(s->r, &s->target, &f, &loops);
    if (s->compiled)
        put_compiled_file(s->r, &s->target, s->compiled, &pairs, s->maps, s->n_maps);
    s->source = s->compiled = NULL;
    s->n_loops = s->n_pairs = s->n_maps = s->n_nest = 0;
}

static void target(struct state *s)
{
    struct machine *m = machine_read(&s->a, s->word[2], NULL, &s->d);
    if (!m)
        exit(1);
    s->target = (struct runs_target){.build = s->word[1],
                                     .machine = m->name,
                                     .machine_text = m->text,
                                     .compiler = value(s, "compiler"),
                                     .flags = value(s, "flags")};
}

static void loop(struct state *s)
{
    struct source_loop *l = &s->loops[s->n_loops++];
    const char *colon = strchr(s->word[1], ':');
    *l = (struct source_loop){.id = s->word[1], .line = whole(s, 2), .end_line = whole(s, 3)};
    l->file = arena_strndup(&s->a, l->id, (size_t)(colon - l->id));
    l->routine = arena_strndup(&s->a, colon + 1, strcspn(colon + 1, ":"));
    l->depth = (int)number(s, "depth", 1);
    l->parent = (int)number(s, "parent", -1);
    l->innermost = number(s, "outer", 0) == 0;
    l->residue = number(s, "residue", 0) != 0;
    l->excluded = number(s, "excluded", 0) != 0;
    l->counts = counts(s);
    l->flops8 = counts_tnf(&l->counts);
    l->stride = (long)number(s, "stride", 1);
    l->trip = (long)number(s, "trip", 0);
    l->element_bytes = (long)number(s, "bytes", 8);
}

static void block(struct state *s)
{
    struct source_loop *l = &s->loops[s->n_loops - 1];
    if (!l->blocks)
        l->blocks = ARENA_ARRAY(&s->a, struct block, 64);
    l->blocks[l->n_blocks++] = (struct block){.line = whole(s, 1),
                                              .end_line = whole(s, 2),
                                              .counts = counts(s),
                                              .within = (int)number(s, "within", -1),
                                              .alternative = (int)number(s, "alternative", -1)};
}

static void pairs(struct state *s)
{
    struct compiled_loop *l = &s->pairs[s->n_pairs];
    *l = (struct compiled_loop){.file = s->compiled, .label = s->word[1], .length = whole(s, 2)};
    l->region = (int)s->n_pairs++;
    l->kind = number(s, "residue", 0) != 0 ? LOOP_RESIDUE : LOOP_INNERMOST;
    l->counts = counts(s);
    l->k = value(s, "k") ? known(number(s, "k", 0)) : missing("k was not given");
    l->k_how = value(s, "k") ? "by hand" : NULL;
    l->k_unit_stride = number(s, "unit", 0) != 0;
    l->line = (long)number(s, "line", 0);
    l->end_line = (long)number(s, "end", (double)l->line);
    l->source = value(s, "source");
}

static int pairs_called(const struct state *s, int word)
{
    size_t i = 0;
    while (i < s->n_pairs && word < s->n && strcmp(s->pairs[i].label, s->word[word]) != 0)
        i++;
    if (i == s->n_pairs || word >= s->n)
        bug("put-facts: no pairs of that label");
    return (int)i;
}

static void inner(struct state *s)
{
    s->nest[s->n_nest++] = (struct nesting){pairs_called(s, 1), pairs_called(s, 2)};
}

static void area(struct state *s)
{
    struct compiled_loop *l = &s->pairs[s->n_pairs - 1];
    if (!l->areas)
        l->areas = ARENA_ARRAY(&s->a, struct area, 64);
    struct area *to = &l->areas[l->n_areas++];
    *to = (struct area){.target = s->word[1], .begin = whole(s, 2), .end = whole(s, 3)};
    to->length = whole(s, 4);
    to->source_line = (long)number(s, "line", 0);
    to->source_end_line = (long)number(s, "end", (double)to->source_line);
    to->counts = counts(s);
}

/* The recurrence and notes of the loop that came last. */
static struct recurrence *recurrence(struct state *s)
{
    return s->compiled ? &s->pairs[s->n_pairs - 1].recurrence
                       : &s->loops[s->n_loops - 1].recurrence;
}

static void step(struct state *s)
{
    struct recurrence *r = recurrence(s);
    if (!r->at)
        r->at = ARENA_ARRAY(&s->a, struct recurrence_step, 64);
    r->at[r->n++] = (struct recurrence_step){.class = op_class_of(s->word[1]),
                                             .next = op_class_of(s->word[2]),
                                             .addend = number(s, "addend", 0) != 0,
                                             .latency = (double)whole(s, 3),
                                             .key = latency_key_of(value(s, "key")),
                                             .text = "step"};
    r->latency += (double)whole(s, 3);
}

static void line(struct state *s)
{
    const char *kind = s->word[0];
    if (strcmp(kind, "target") == 0) {
        flush(s);
        target(s);
    } else if (strcmp(kind, "source") == 0) {
        flush(s);
        s->source = s->word[1];
    } else if (strcmp(kind, "compiled") == 0) {
        flush(s);
        s->compiled = s->word[1];
    } else if (strcmp(kind, "loop") == 0)
        loop(s);
    else if (strcmp(kind, "block") == 0)
        block(s);
    else if (strcmp(kind, "pairs") == 0)
        pairs(s);
    else if (strcmp(kind, "area") == 0)
        area(s);
    else if (strcmp(kind, "inner") == 0)
        inner(s);
    else if (strcmp(kind, "map") == 0)
        s->maps[s->n_maps++] = (struct loop_map){s->word[1], s->word[2]};
    else if (strcmp(kind, "cycle") == 0)
        recurrence(s)->distance = whole(s, 1);
    else if (strcmp(kind, "step") == 0)
        step(s);
    else if (strcmp(kind, "note") == 0)
        note(&s->a, s->compiled ? &s->pairs[s->n_pairs - 1].notes : &s->loops[s->n_loops - 1].notes,
             "%s", s->word[1]);
    else
        bug("put-facts: no such line '%s'", kind);
}

int main(int argc, char **argv)
{
    struct state s = {0};
    char *text = NULL;
    size_t room = 0;
    if (argc != 2 || !(s.r = runs_open(argv[1], RUNS_ADD, &s.d)))
        return 2;
    s.loops = ARENA_ARRAY(&s.a, struct source_loop, MANY);
    s.pairs = ARENA_ARRAY(&s.a, struct compiled_loop, MANY);
    s.nest = ARENA_ARRAY(&s.a, struct nesting, MANY);
    s.maps = ARENA_ARRAY(&s.a, struct loop_map, MANY);
    while (getline(&text, &room, stdin) > 0) {
        char *copy = arena_strdup(&s.a, text), *word = strtok(copy, " \t\n");
        for (s.n = 0; word && *word != '#' && s.n < WORDS; word = strtok(NULL, " \t\n"))
            s.word[s.n++] = word;
        if (s.n)
            line(&s);
    }
    flush(&s);
    bool ok = runs_commit(s.r);
    runs_close(s.r);
    free(text);
    arena_free(&s.a);
    return !ok;
}
