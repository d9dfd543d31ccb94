/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/paths.h"
#include "gaps/ladder/replaced.h"

#include "bounds/source-path.h"
#include "bounds/steady.h"

#include <stdlib.h>
#include <string.h>

void note_once(struct arena *a, struct notes *notes, const char *text)
{
    for (size_t i = 0; i < notes->n; i++)
        if (strcmp(notes->at[i], text) == 0)
            return;
    note(a, notes, "%s", text);
}

/* ---- machines ---- */

/* A stored machine file, without the overrides and with them. Stored latencies refer to the
 * original one. */
struct read_machine {
    const struct stored_machine *stored;
    const struct machine *original, *current;
};
struct model_builder {
    struct arena *a;
    struct runs *runs;
    long build; /* the current one */
    const struct option_list *set;
    struct diag *d;
    ARRAY(struct read_machine) machines;
    bool failed;
};

static const struct read_machine *find_machine(struct model_builder *k,
                                               const struct stored_machine *s)
{
    for (size_t i = 0; i < k->machines.n; i++)
        if (k->machines.at[i].stored == s)
            return &k->machines.at[i];
    struct read_machine m = {.stored = s};
    m.original = m.current = machine_from_text(k->a, s->name, s->text, NULL, k->d);
    if (m.original && k->set && k->set->n)
        m.current = machine_from_text(k->a, s->name, s->text, k->set, k->d);
    k->failed |= !m.original || !m.current;
    *array_push(&k->machines) = m;
    return &k->machines.at[k->machines.n - 1];
}

static const char key_not_stored[] =
    "this database is of an older version, which did not store the machine latency of each step of "
    "a recurrence: store the loops again with kma --db and kmacstat --db";

/* Returns the latency of a step on the machine with its overrides. If the key of the step is not
 * stored and all keys with the stored latency have the same value now, returns this value. */
static struct quantity step_latency(const struct read_machine *m, const struct recurrence_step *s)
{
    struct quantity now = missing("");
    if (s->key != LATENCY_UNKNOWN)
        return machine_latency_by(m->current, s->key, s->class, s->next, s->addend);
    for (int i = LATENCY_UNKNOWN + 1; i < LATENCY_KEYS; i++) {
        enum latency_key k = (enum latency_key)i;
        struct quantity original = machine_latency_by(m->original, k, s->class, s->next, s->addend);
        struct quantity current = machine_latency_by(m->current, k, s->class, s->next, s->addend);
        if (!latency_key_of_class(k, s->class) || !is_known(original) ||
            original.value != s->latency)
            continue;
        if (!is_known(current) || (is_known(now) && now.value != current.value))
            return missing(key_not_stored);
        now = current;
    }
    return is_known(now) ? now : missing(key_not_stored);
}

/* Returns the recurrence with the latencies of the current machine. */
static struct recurrence recompute_recurrence(struct arena *a, const struct read_machine *m,
                                              const struct recurrence *r)
{
    struct recurrence now = *r;
    if (m->original == m->current || r->n == 0)
        return now;
    now.at = ARENA_ARRAY(a, struct recurrence_step, r->n);
    now.latency = 0;
    for (size_t i = 0; i < r->n; i++) {
        struct quantity latency = step_latency(m, &r->at[i]);
        if (!is_known(latency))
            return (struct recurrence){.missing = latency.missing};
        now.at[i] = r->at[i];
        now.at[i].latency = latency.value;
        now.latency += latency.value;
    }
    return now;
}

/* ---- loops ---- */

struct candidate {
    const struct stored_compiled *file;
    const struct compiled_loop *loop;
    struct loop_join join;
};

/* Returns whether the code of an iteration has the essential flops and stores. Debug lines of a
 * loop can also occur in the code of the preceding loop. */
static bool has_essential_operations(const struct candidate *c)
{
    const struct counts *have = compiled_elements(c->loop), *need = &c->join.source->counts;
    double k = is_known(c->join.k) ? c->join.k.value : 0;
    return !c->join.contradicts && counts_tnf(have) >= k * counts_tnf(need) * (1 - 1e-9) &&
           have->n[OP_SFL] >= k * need->n[OP_SFL] * (1 - 1e-9);
}

/* Returns whether a is a better main loop than b. Criteria in order: named by --map; has the
 * essential operations and is the main loop for the scanner; more unrolled. With equal unrolling,
 * the shorter loop for static schedules, because the other one executes the remaining iterations of
 * pipelined code; otherwise the longer one. */
static bool is_better_main_candidate(const struct candidate *a, const struct candidate *b)
{
    double x = is_known(a->join.k) ? a->join.k.value : 0;
    double y = is_known(b->join.k) ? b->join.k.value : 0;
    if (a->join.mapped != b->join.mapped)
        return a->join.mapped;
    bool body = a->loop->has_body && b->loop->has_body;
    if (body && has_essential_operations(a) != has_essential_operations(b))
        return has_essential_operations(a);
    if ((a->loop->version == VERSION_MAIN) != (b->loop->version == VERSION_MAIN))
        return a->loop->version == VERSION_MAIN;
    bool shorter = x > 0 && !a->loop->has_body && !b->loop->has_body;
    if (x != y || a->loop->length == b->loop->length)
        return x > y;
    return (a->loop->length < b->loop->length) == shorter;
}

static struct recurrence code_recurrence(struct arena *a, const struct machine *m,
                                         const struct instruction_body *b)
{
    struct pass_model passes = find_pass_model(a, m, b, NULL);
    return body_recurrence(a, &passes);
}

/* Returns the recurrence of a compiled loop with a stored body. It is searched for again if the
 * machine has overrides, because another recurrence can then limit the loop. */
static struct recurrence recompute_body_recurrence(struct model_builder *k,
                                                   const struct model_loop *l)
{
    const char *why;
    const struct instruction_body *b = l->stored_holds ? NULL : model_body(k->a, l, &why);
    if (l->stored_holds)
        return l->compiled->recurrence;
    return b ? code_recurrence(k->a, l->compiled_machine, b) : (struct recurrence){.missing = why};
}

static void set_compiled(struct model_builder *k, struct model_loop *l,
                         const struct candidate *main)
{
    const struct read_machine *m = find_machine(k, main->file->machine);
    l->compiled = main->loop;
    l->no_compiled = NULL;
    l->compiled_machine = m->current;
    l->stored_machine = m->original;
    l->k = main->join.k;
    l->k_how = main->join.k_how;
    if (!m->current)
        return;
    l->runs = k->runs;
    l->build = k->build;
    l->stored_holds = m->current == m->original;
    l->compiled_recurrence = main->loop->has_body
                                 ? recompute_body_recurrence(k, l)
                                 : recompute_recurrence(k->a, m, &main->loop->recurrence);
    l->compiled_name = arena_printf(k->a, "%s:%s", main->loop->file, main->loop->label);
    l->joined = "by --map";
    if (!main->join.mapped)
        l->joined = arena_printf(k->a, "by source lines %ld to %ld", main->loop->line,
                                 main->loop->end_line);
    for (size_t i = 0; i < main->loop->notes.n; i++)
        note(k->a, &l->notes, "%s: %s", main->loop->label, main->loop->notes.at[i]);
    if (l->machine && strcmp(l->machine->text, m->current->text) != 0)
        note(k->a, &l->notes,
             "source and compiled code were analysed with different machine files, "
             "both named %s",
             l->machine->name);
}

static void set_ma_k(struct model_loop *l)
{
    if (!l->source->innermost) {
        l->ma_k = known(1);
        l->ma_k_how = "its own statements are executed once per iteration";
    } else if (l->compiled && is_known(l->k)) {
        l->ma_k = l->k;
        l->ma_k_how = "from the compiled loop";
    } else if (l->machine) {
        l->ma_k = known((double)l->machine->unroll);
        l->ma_k_how = "from the machine file";
    }
}

/* Sets the compiled loops of the source loop except the main one. */
static void set_others(struct model_builder *k, struct model_loop *l, const struct candidate *list,
                       size_t n, const struct candidate *main)
{
    size_t others = 0;
    for (size_t i = 0; i < n; i++)
        others += list[i].join.source == l->source && &list[i] != main;
    l->others = ARENA_ARRAY(k->a, struct gap_other, others + 1);
    for (size_t i = 0; i < n; i++)
        if (list[i].join.source == l->source && &list[i] != main)
            l->others[l->n_others++] = (struct gap_other){
                list[i].loop->file, list[i].loop->label, list[i].join.k,
                list[i].loop->has_body ? compiled_version_name(list[i].loop->version) : NULL};
}

static const struct source_loop *path_of(struct arena *a, const struct model_loop *l)
{
    struct source_loop *s = ARENA_NEW(a, struct source_loop);
    *s = *l->source;
    s->recurrence = s->reassociated = l->recurrence;
    if (!l->machine)
        return s;
    return source_on_shortest_path(a, l->machine, s, l->reassociate, l->ma_k);
}

struct model_loop *model_with_code(struct arena *a, const struct model_loop *source,
                                   const struct model_loop *code, const struct loop_join *join)
{
    struct model_loop *l = ARENA_NEW(a, struct model_loop);
    *l = *source;
    l->compiled = code->compiled;
    l->no_compiled = NULL;
    l->compiled_machine = code->compiled_machine;
    l->stored_machine = code->stored_machine;
    l->compiled_recurrence = code->compiled->recurrence;
    l->runs = code->runs;
    l->build = code->build;
    l->stored_holds = code->stored_holds;
    l->k = join->k;
    l->k_how = join->k_how;
    l->compiled_name = arena_printf(a, "%s:%s", code->compiled->file, code->compiled->label);
    l->joined =
        arena_printf(a, "by source lines %ld to %ld", join->source->line, join->source->end_line);
    l->block_of = NULL;
    l->paths = NULL;
    l->others = NULL;
    l->n_others = 0;
    l->notes = (struct notes){0};
    set_ma_k(l);
    l->path = path_of(a, l);
    return l;
}

static void build_loop(struct model_builder *k, struct model_loop *l,
                       const struct stored_source *input, const struct source_loop *source,
                       bool reassociate, const struct candidate *list, size_t n)
{
    const struct read_machine *m = find_machine(k, input->machine);
    const struct machine *original = m->original;
    const struct candidate *main = NULL;
    *l = (struct model_loop){.source = source, .machine = m->current, .reassociate = reassociate};
    l->no_compiled = "no compiled loop matches this source loop";
    if (m->current)
        l->recurrence = recompute_recurrence(
            k->a, m, l->reassociate ? &source->reassociated : &source->recurrence);
    /* The first note of a residue is that kma computes no bound for outer loops. */
    for (size_t i = source->residue && source->excluded; i < source->notes.n; i++)
        note(k->a, &l->notes, "%s", source->notes.at[i]);
    for (size_t i = 0; i < n; i++)
        if (list[i].join.source == source && (!main || is_better_main_candidate(&list[i], main)))
            main = &list[i];
    if (main)
        set_compiled(k, l, main);
    else
        l->k = missing(l->no_compiled);
    set_others(k, l, list, n, main);
    if (main && source->innermost) {
        l->paths = paths_make(k->a, l);
        model_match_areas(k->a, l);
    }
    set_ma_k(l);
    l->path = path_of(k->a, l);
    if (original && l->machine)
        note_not_replaced(k->a, l, original);
}

/* If the source lines of two residues are those of one inner loop, matches the outer residue with
 * the loop that encloses the inner one. Requires the candidates in completion order: inner loops
 * first. */
static void separate_residues(struct candidate *list, size_t n, const struct stored_build *b)
{
    for (size_t i = 0; i < n; i++)
        for (size_t o = 0; list[i].loop->kind == LOOP_RESIDUE && o < n; o++) {
            const struct compiled_loops *c = &list[i].file->loops;
            struct candidate *outer = &list[o];
            const struct source_loop *s = list[i].join.source;
            if (o == i || outer->file != list[i].file || outer->join.source != s ||
                outer->join.mapped || s->parent < 0)
                continue;
            for (size_t k = 0; k < c->n_inner_of; k++)
                if (&c->at[c->inner_of[k].inner] == list[i].loop &&
                    &c->at[c->inner_of[k].outer] == outer->loop)
                    outer->join.source = source_around(b, s);
        }
}

/* Returns the compiled loops with their source loops, without those of profiles. Adds a note for
 * each innermost one without a source loop. */
static struct candidate *list_candidates(struct model_builder *k, const struct stored_build *b,
                                         size_t *n, struct notes *notes)
{
    ARRAY(struct candidate) list = {0};
    for (size_t f = 0; f < b->n_compiled; f++) {
        const struct stored_compiled *file = &b->compiled[f];
        for (size_t i = 0; !file->sampled && i < file->loops.n; i++) {
            struct candidate c = {.file = file, .loop = &file->loops.at[i]};
            c.join = join_loop(k->a, b, c.loop, file->maps, file->n_maps);
            if (c.join.why && c.loop->kind == LOOP_RESIDUE)
                continue;
            if (c.join.why)
                note(k->a, notes, "compiled loop %s of %s matches no source loop: %s",
                     c.loop->label, file->path, c.join.why);
            else
                *array_push(&list) = c;
        }
    }
    separate_residues(list.at, list.n, b);
    *n = list.n;
    return list.at;
}

/* ---- compiled loops of profiles ---- */

static int compare_sampled(const void *one, const void *other)
{
    const struct compiled_loop *a = ((const struct model_loop *)one)->compiled;
    const struct compiled_loop *b = ((const struct model_loop *)other)->compiled;
    int by_file = strcmp(a->file, b->file), by_label = strcmp(a->label, b->label);
    return by_file ? by_file : by_label ? by_label : a->region - b->region;
}

/* Lists the compiled loops of sampled files. A pass is their iteration. */
static void list_sampled(struct model_builder *k, struct model_build *to,
                         const struct stored_build *b)
{
    size_t room = 0;
    for (size_t f = 0; f < b->n_compiled; f++)
        room += b->compiled[f].sampled ? b->compiled[f].loops.n : 0;
    to->sampled = ARENA_ARRAY(k->a, struct model_loop, room + 1);
    for (size_t f = 0; f < b->n_compiled; f++) {
        const struct stored_compiled *file = &b->compiled[f];
        const struct read_machine *m = file->sampled ? find_machine(k, file->machine) : NULL;
        for (size_t i = 0; m && m->current && i < file->loops.n; i++)
            to->sampled[to->n_sampled++] =
                (struct model_loop){.compiled = &file->loops.at[i],
                                    .compiled_machine = m->current,
                                    .stored_machine = m->original,
                                    .runs = k->runs,
                                    .build = b->id,
                                    .stored_holds = m->current == m->original,
                                    .k = known(1),
                                    .k_how = "bounds per pass of the machine code"};
    }
    qsort(to->sampled, to->n_sampled, sizeof *to->sampled, compare_sampled);
}

static bool word_equals(const char *word, size_t n, const char *text)
{
    return strlen(text) == n && strncmp(word, text, n) == 0;
}

/* Returns whether a compiler with these flags may reorder reductions. The last flag counts. */
static bool flags_reassociate(const char *flags)
{
    bool may = false;
    for (const char *at = flags ? flags : ""; *at;) {
        size_t blanks = strspn(at, " \t\n"), n = strcspn(at + blanks, " \t\n");
        const char *word = at + blanks;
        if (word_equals(word, n, "-Ofast") || word_equals(word, n, "-ffast-math") ||
            word_equals(word, n, "-fassociative-math"))
            may = true;
        if (word_equals(word, n, "-fno-fast-math") || word_equals(word, n, "-fno-associative-math"))
            may = false;
        at = word + n;
    }
    return may;
}

struct listed_call {
    const struct call *call;
    size_t at;
};

static int compare_callees(const void *one, const void *other)
{
    const struct listed_call *a = one, *b = other;
    int order = strcmp(a->call->callee, b->call->callee);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static void list_calls(struct arena *a, struct model_build *to, const struct stored_build *b)
{
    ARRAY(struct listed_call) list = {0};
    for (size_t f = 0; f < b->n_sources; f++)
        for (size_t i = 0; i < b->sources[f].file.n_calls; i++) {
            size_t at = list.n;
            *array_push(&list) = (struct listed_call){&b->sources[f].file.calls[i], at};
        }
    array_sort(&list, compare_callees);
    to->calls = ARENA_ARRAY(a, const struct call *, list.n + 1);
    for (; to->n_calls < list.n; to->n_calls++)
        to->calls[to->n_calls] = list.at[to->n_calls].call;
    array_free(&list);
}

static void build_unrolled(struct model_builder *k, struct model_loop *l,
                           const struct stored_source *input)
{
    if (!l->source->unrolled)
        return;
    l->unrolled = ARENA_NEW(k->a, struct model_loop);
    build_loop(k, l->unrolled, input, l->source->unrolled, l->reassociate, NULL, 0);
}

static void replace_overheads(struct model_builder *k, struct stored_build *b)
{
    for (size_t f = 0; f < b->n_sources; f++) {
        const struct read_machine *m = find_machine(k, b->sources[f].machine);
        if (m->original && m->current)
            replace_overhead(&b->sources[f].loops, m->original, m->current);
    }
}

static void build_model(struct model_builder *k, struct model_build *to, struct stored_build *b)
{
    replace_overheads(k, b);
    size_t n, room = 0;
    struct candidate *list = list_candidates(k, b, &n, &to->notes);
    to->stored = b;
    k->build = b->id;
    list_calls(k->a, to, b);
    list_sampled(k, to, b);
    to->machine = b->machine;
    for (size_t f = 0; f < b->n_sources; f++)
        room += b->sources[f].loops.n;
    to->loops = ARENA_ARRAY(k->a, struct model_loop, room + 1);
    for (size_t f = 0; f < b->n_sources; f++) {
        bool reassociate = b->sources[f].file.reassociated || flags_reassociate(b->flags);
        for (size_t i = 0; i < b->sources[f].loops.n; i++) {
            struct model_loop *l = &to->loops[to->n++];
            build_loop(k, l, &b->sources[f], &b->sources[f].loops.at[i], reassociate, list, n);
            build_unrolled(k, l, &b->sources[f]);
        }
    }
    array_release(list);
    const struct stored_machine *machine = b->n_sources    ? b->sources[0].machine
                                           : b->n_compiled ? b->compiled[0].machine
                                                           : NULL;
    const struct read_machine *m = machine ? find_machine(k, machine) : NULL;
    if (m && m->current)
        to->set = m->current->set;
}

bool model_make(struct model *m, struct arena *a, struct runs *r, struct stored_builds *builds,
                const struct option_list *set, struct diag *d)
{
    struct model_builder k = {.a = a, .runs = r, .set = set, .d = d};
    m->n = builds->n;
    m->at = ARENA_ARRAY(a, struct model_build, builds->n + 1);
    for (size_t i = 0; i < builds->n; i++)
        build_model(&k, &m->at[i], &builds->at[i]);
    array_free(&k.machines);
    return !k.failed;
}
