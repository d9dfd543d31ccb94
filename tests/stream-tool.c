/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints recorded accesses for scripts:
 *     stream-tool events FOLDER MAP...
 *     stream-tool totals FOLDER MAP...
 *     stream-tool reuse FOLDER MAP...
 * events prints "segment PID SLOT BURST BEFORE WORDS", then "ADDRESS BYTES HOW LINE" for each
 * access of the sample; HOW is l, s or ls; ADDRESS is - if a mask suppressed the access. totals
 * prints "thread PID SLOT executed N bursts N events N accesses N window LINES of EVENTS rate N
 * lost N", then "part NUMBER LINE FUNCTION PASSES" for each part, and "incomplete REASON". reuse
 * prints "LINE ADDRESS ACCESSES BEYOND", then "FROM SHARE" for each bin, for each reference, of all
 * threads together.
 */
#include "counts/streams.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tool {
    struct arena a;
    struct diag d;
    struct count_map *maps;
    size_t n;
    struct stream_run run;
};

static bool read_maps(struct tool *t, char **paths)
{
    while (paths[t->n])
        t->n++;
    t->maps = ARENA_ARRAY(&t->a, struct count_map, t->n + 1);
    for (size_t i = 0; i < t->n; i++) {
        struct source s = {.path = NULL};
        bool good =
            source_read(&s, paths[i], &t->d) && count_map_read(&t->a, &s, &t->d, &t->maps[i]);
        source_free(&s);
        if (!good)
            return false;
    }
    return true;
}

static void print_events(struct tool *t, const struct stream_process *p,
                         const struct stream_thread *thread)
{
    struct stream_cursor c;
    struct stream_event e;
    stream_begin(&t->a, p, thread, &c);
    while (stream_next_segment(&c)) {
        const struct stream_segment *g = &thread->segments[c.segment];
        printf("segment %ld %u %" PRIu64 " %" PRIu64 " %zu\n", p->pid, thread->slot, g->burst,
               g->before, g->n);
        while (stream_next_event(&c, &e)) {
            const struct count_map *m = e.unit->map;
            const struct count_part *part = &m->parts[e.part];
            printf("part %" PRIu32 "\n", e.part);
            for (uint32_t i = 0; i < part->n; i++) {
                const struct count_reference *r = &m->references[part->first + i];
                if (e.addresses[i] == STREAM_NO_ADDRESS)
                    printf("-");
                else
                    printf("%" PRIx64, e.addresses[i]);
                printf(" %" PRIu32 " %s%s %" PRIu32 "\n", r->bytes, r->loads ? "l" : "",
                       r->stores ? "s" : "", r->line);
            }
        }
    }
}

static void print_totals(const struct stream_process *p, const struct stream_thread *t)
{
    printf("thread %ld %u executed %" PRIu64 " bursts %" PRIu64 " events %" PRIu64
           " accesses %" PRIu64 " window %" PRIu64 " of %" PRIu64 " rate %g lost %" PRIu64 "\n",
           p->pid, t->slot, t->executed, t->bursts, t->events, t->accesses, t->longest_lines,
           t->longest_events, t->rate, t->lost);
    for (size_t u = 0; u < p->n_units; u++) {
        const struct count_map *m = p->units[u].map;
        for (uint32_t i = 0; m && i < m->n_parts; i++) {
            uint64_t passes = stream_passes(t, &p->units[u], i);
            const char *function =
                m->parts[i].block == COUNT_NONE ? NULL : m->blocks[m->parts[i].block].function;
            if (passes)
                printf("part %" PRIu32 " %" PRIu32 " %s %" PRIu64 "\n", i, m->parts[i].line,
                       function ? function : "-", passes);
        }
    }
}

static void add_reuse(const struct stream_process *p, const struct count_map *m, uint32_t reference,
                      struct stream_reuse *sum)
{
    for (size_t u = 0; u < p->n_units; u++)
        for (size_t i = 0; i < p->n_threads && p->units[u].map == m; i++)
            stream_reuse_add(&p->threads[i], &p->units[u], reference, sum);
}

static void print_reuse(const struct tool *t, const struct count_map *m, uint32_t reference)
{
    struct stream_reuse sum = {.exact = {.reused = {0}}};
    struct stream_shares s;
    for (size_t i = 0; i < t->run.n_processes; i++)
        add_reuse(&t->run.processes[i], m, reference, &sum);
    stream_distribute(&sum, &s);
    const struct count_reference *r = &m->references[reference];
    printf("%" PRIu32 " %s %.0f %.4f\n", r->line, r->address, s.accesses, s.beyond);
    for (uint32_t b = 0; b < STREAM_BINS; b++)
        if (s.share[b] > 0)
            printf("    %" PRIu64 " %.4f\n", stream_bin_from(b), s.share[b]);
}

static void print_run(struct tool *t, const char *what)
{
    for (size_t i = 0; i < t->run.n_processes; i++)
        for (size_t k = 0; k < t->run.processes[i].n_threads; k++)
            if (strcmp(what, "events") == 0)
                print_events(t, &t->run.processes[i], &t->run.processes[i].threads[k]);
            else if (strcmp(what, "totals") == 0)
                print_totals(&t->run.processes[i], &t->run.processes[i].threads[k]);
    for (size_t i = 0; i < t->n && strcmp(what, "reuse") == 0; i++)
        for (uint32_t r = 0; r < t->maps[i].n_references; r++)
            print_reuse(t, &t->maps[i], r);
    if (t->run.incomplete)
        printf("incomplete %s\n", t->run.incomplete);
}

int main(int argc, char **argv)
{
    struct tool t = {.n = 0};
    diag_init(&t.d, "stream-tool");
    bool done = argc > 2 && read_maps(&t, argv + 3);
    const struct count_map **maps = ARENA_ARRAY(&t.a, const struct count_map *, t.n + 1);
    for (size_t i = 0; i < t.n; i++)
        maps[i] = &t.maps[i];
    done = done && streams_read(&t.a, argv[2], maps, t.n, &t.d, &t.run);
    if (done)
        print_run(&t, argv[1]);
    arena_free(&t.a);
    return done ? diag_exit_status(&t.d) : 1;
}
