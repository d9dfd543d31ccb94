/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/export/survey.h"
#include "base/arena.h"
#include "base/names.h"
#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t *find_slot(const struct export_survey *v, uint32_t source)
{
    size_t i = (size_t)hash_word(0, source) & (v->n_slots - 1);
    while (v->slots[i] && v->threads.at[v->slots[i] - 1].source != source)
        i = (i + 1) & (v->n_slots - 1);
    return &v->slots[i];
}

static void rehash_threads(struct export_survey *v)
{
    v->n_slots = v->n_slots ? v->n_slots : 64;
    while (v->n_slots < 2 * v->threads.n + 2)
        v->n_slots *= 2;
    v->slots = xrealloc(v->slots, v->n_slots * sizeof *v->slots);
    memset(v->slots, 0, v->n_slots * sizeof *v->slots);
    for (size_t i = 0; i < v->threads.n; i++)
        *find_slot(v, v->threads.at[i].source) = (uint32_t)i + 1;
}

struct export_thread *export_find_thread(const struct export_survey *v, uint32_t source)
{
    uint32_t slot = *find_slot(v, source);
    return slot ? &v->threads.at[slot - 1] : NULL;
}

static struct export_thread *find_or_add_thread(struct export_survey *v, uint32_t source,
                                                uint64_t time)
{
    if (v->n_slots < 2 * v->threads.n + 2)
        rehash_threads(v);
    uint32_t *slot = find_slot(v, source);
    if (!*slot) {
        *array_push(&v->threads) =
            (struct export_thread){.source = source, .first = time, .last = time};
        *slot = (uint32_t)v->threads.n;
    }
    return &v->threads.at[*slot - 1];
}

static void count_steps(struct export_survey *v, const struct steps *steps)
{
    for (size_t i = 0; i < steps->list.n; i++) {
        const struct step *s = &steps->list.at[i];
        uint8_t *set = s->parallel ? v->parallels : v->regions;
        if (s->kind != STEP_LOST && s->kind != STEP_READ_ERROR && s->kind != STEP_MARK)
            set[s->region >> 3] |= (uint8_t)(1 << (s->region & 7));
        v->no_exit += s->kind == STEP_NO_EXIT;
        v->no_enter += s->kind == STEP_NO_ENTER;
        v->too_deep += s->kind == STEP_TOO_DEEP;
    }
}

static void add_sample(struct export_survey *v, const struct sample *s, uint64_t time,
                       struct steps *steps)
{
    struct export_thread *t = find_or_add_thread(v, s->source, time);
    t->samples++;
    t->goes_back |= time < t->last;
    t->first = time < t->first ? time : t->first;
    t->last = time > t->last ? time : t->last;
    *(s->kind == SAMPLE_TRACE ? &v->traces : &v->resources) += 1;
    v->fifo_overruns += s->fifo_overrun;
    v->shadow_overruns += s->shadow_overrun;
    v->read_errors += s->read_error;
    v->first = time < v->first ? time : v->first;
    v->last = time > v->last ? time : v->last;
    nest_add(&t->nest, s, steps);
    count_steps(v, steps);
}

static int compare_sources(const void *a, const void *b)
{
    uint32_t p = ((const struct export_thread *)a)->source;
    uint32_t q = ((const struct export_thread *)b)->source;
    return p < q ? -1 : p > q;
}

void export_survey(struct export_survey *v, const struct export_input *in, size_t n,
                   const struct export_choice *choice)
{
    struct steps steps = {0};
    *v = (struct export_survey){.first = UINT64_MAX};
    for (size_t i = 0; i < n; i++) {
        struct export_cursor c = {.in = &in[i], .choice = choice};
        struct sample s;
        for (size_t k = 0; k < EXPORT_LOSSES; k++)
            v->lost[k] += stream_loss(&in[i].losses, k);
        while (export_next(&c, &s))
            add_sample(v, &s, c.time, &steps);
    }
    for (size_t i = 0; i < v->threads.n; i++) {
        nest_end(&v->threads.at[i].nest, &steps);
        count_steps(v, &steps);
    }
    steps_free(&steps);
    array_sort(&v->threads, compare_sources);
    rehash_threads(v);
    export_reset_nests(v);
}

void export_each_loss(const struct export_survey *v,
                      void (*put)(void *to, const char *name, uint64_t count), void *to)
{
    size_t n;
    const struct stream_loss_name *names = stream_loss_names(&n);
    char name[64];
    const struct {
        const char *name;
        uint64_t count;
    } losses[] = {{"fifo_overruns", v->fifo_overruns},  {"shadow_overruns", v->shadow_overruns},
                  {"read_errors", v->read_errors},      {"enters_without_exit", v->no_exit},
                  {"exits_without_enter", v->no_enter}, {"nested_too_deep", v->too_deep}};
    for (size_t i = 0; i < COUNT_OF(losses); i++)
        put(to, losses[i].name, losses[i].count);
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "stream_%s", names[i].key);
        if (v->lost[i])
            put(to, name, v->lost[i]);
    }
}

void export_reset_nests(struct export_survey *v)
{
    for (size_t i = 0; i < v->threads.n; i++)
        v->threads.at[i].nest.open.n = 0;
}

void export_survey_free(struct export_survey *v)
{
    for (size_t i = 0; i < v->threads.n; i++)
        nest_free(&v->threads.at[i].nest);
    array_free(&v->threads);
    free(v->slots);
    *v = (struct export_survey){0};
}
