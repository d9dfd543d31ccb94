/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the process monitor saw, as text, for tests that are to know it to the digit. A line each:
 *     watch SECONDS SAMPLES ASKED COST COLUMN_SECONDS COMMAND...
 *     thread PID TID NAME GROUP BEGIN SECONDS ended|lives RUNNING QUEUED PR CO TI DI ST UN
 *     region NAME PR CO TI DI ST UN
 *     wait STATE CALL WHAT PEER SAMPLES
 *     bin COLUMN PR CO TI DI ST UN
 *     bins FIRST LAST PR CO TI DI ST UN
 *     cpu CPU IDLE CALIBRATED
 *     note TEXT...
 * region, wait and bin belong to the thread before them; "-" = not known; a name has no blanks. */
#ifndef TESTS_WATCH_TEXT_H
#define TESTS_WATCH_TEXT_H

#include "facts/states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline const char *watch_word(struct arena *a, char **at)
{
    char *from = *at + strspn(*at, " ");
    size_t n = strcspn(from, " ");
    *at = from + n;
    return n == 1 && *from == '-' ? NULL : arena_strndup(a, from, n);
}

static inline double watch_number(struct arena *a, char **at)
{
    const char *word = watch_word(a, at);
    return word ? atof(word) : 0;
}

static inline struct quantity watch_quantity(struct arena *a, char **at)
{
    const char *word = watch_word(a, at);
    return word ? known(atof(word)) : missing("not measured");
}

static inline struct state_counts watch_counts(struct arena *a, char **at)
{
    struct state_counts c;
    for (int s = 0; s < THREAD_STATES; s++)
        c.n[s] = (uint64_t)watch_number(a, at);
    return c;
}

static inline const char *watch_rest(struct arena *a, char **at)
{
    return arena_strdup(a, *at + strspn(*at, " "));
}

static inline void watch_bins(struct arena *a, struct watched_thread *t, long first, long last,
                              const struct state_counts *c)
{
    for (long i = first; i <= last; i++) {
        struct state_bin *b = ARENA_PUSH(a, t->bins, t->n_bins);
        b->column = (uint32_t)i;
        for (int s = 0; s < THREAD_STATES; s++)
            b->n[s] = (uint32_t)c->n[s];
    }
}

static inline struct watched_thread watch_thread(struct arena *a, char **at, long number)
{
    struct watched_thread t = {.number = number, .pid = (long)watch_number(a, at)};
    t.tid = (long)watch_number(a, at);
    t.name = watch_word(a, at);
    t.group = watch_word(a, at);
    t.begin = watch_number(a, at);
    t.seconds = watch_number(a, at);
    t.ended = strcmp(watch_word(a, at), "ended") == 0;
    t.running = watch_quantity(a, at);
    t.queued = watch_quantity(a, at);
    t.counts = watch_counts(a, at);
    return t;
}

static inline struct wait_site watch_wait(struct arena *a, char **at)
{
    struct wait_site w = {.state = STATE_UNKNOWN};
    const char *state = watch_word(a, at);
    for (int s = 0; s < THREAD_STATES; s++)
        if (strcmp(state, thread_state_names[s]) == 0)
            w.state = (enum thread_state)s;
    w.call = watch_word(a, at);
    w.what = watch_word(a, at);
    w.peer = watch_word(a, at);
    w.samples = (uint64_t)watch_number(a, at);
    return w;
}

/* Returns false if the line is none of those above. */
static inline bool watch_line(struct arena *a, struct watch *w, char *at)
{
    const char *kind = watch_word(a, &at);
    struct watched_thread *last = w->n_threads ? &w->threads[w->n_threads - 1] : NULL;
    if (strcmp(kind, "watch") == 0) {
        w->seconds = watch_number(a, &at);
        w->samples = (uint64_t)watch_number(a, &at);
        w->asked = watch_number(a, &at);
        w->cost = watch_number(a, &at);
        w->column_seconds = watch_number(a, &at);
        w->rate = (double)w->samples / w->seconds;
        w->command = watch_rest(a, &at);
    } else if (strcmp(kind, "thread") == 0) {
        struct watched_thread t = watch_thread(a, &at, (long)w->n_threads);
        *ARENA_PUSH(a, w->threads, w->n_threads) = t;
    } else if (strcmp(kind, "cpu") == 0) {
        struct watched_cpu *c = ARENA_PUSH(a, w->cpus, w->n_cpus);
        c->cpu = (int)watch_number(a, &at);
        c->idle = watch_quantity(a, &at);
        c->calibrated = watch_quantity(a, &at);
    } else if (strcmp(kind, "note") == 0)
        note_text(a, &w->notes, watch_rest(a, &at));
    else if (!last)
        return false;
    else if (strcmp(kind, "region") == 0) {
        const char *name = watch_word(a, &at);
        *ARENA_PUSH(a, last->regions, last->n_regions) =
            (struct state_region){name, watch_counts(a, &at)};
    } else if (strcmp(kind, "wait") == 0)
        *ARENA_PUSH(a, last->sites, last->n_sites) = watch_wait(a, &at);
    else if (strncmp(kind, "bin", 3) == 0) {
        long first = (long)watch_number(a, &at);
        long end = kind[3] ? (long)watch_number(a, &at) : first;
        struct state_counts c = watch_counts(a, &at);
        watch_bins(a, last, first, end, &c);
    } else
        return false;
    return true;
}

/* Ends the program at a line that is wrong. */
static inline struct watch watch_read(struct arena *a, FILE *in)
{
    struct watch w = {0};
    char line[1024];
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#' && !watch_line(a, &w, line)) {
            fprintf(stderr, "no line of a watch: %s\n", line);
            exit(2);
        }
    }
    return w;
}

#endif
