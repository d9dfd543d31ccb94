/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses questions and writes answers. */
#include "measure/monitor/questions.h"

#include "base/json.h"
#include "measure/monitor/states-json.h"

#include <string.h>

static const struct {
    const char *word;
    bool takes_name;
} kinds[] = {
#define QUESTION(NAME, word, takes_name, meaning) {word, takes_name},
#include "measure/monitor/questions.def"
#undef QUESTION
};

static bool is_text(const char *line, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            return false;
    return true;
}

const char *question_read(struct question *q, const char *line, size_t n)
{
    *q = (struct question){0};
    if (n > 0 && line[n - 1] == '\r')
        n--;
    if (n >= QUESTION_MAX)
        return "a question must be a line of at most 255 bytes";
    if (!is_text(line, n))
        return "a question must be a line of text";
    for (int k = 0; k < QUESTION_KINDS; k++) {
        size_t w = strlen(kinds[k].word);
        if (n < w || memcmp(line, kinds[k].word, w) != 0 || (n > w && line[w] != ' '))
            continue;
        q->kind = (enum question_kind)k;
        if (n > w + 1)
            memcpy(q->name, line + w + 1, n - w - 1);
        return *q->name && !kinds[k].takes_name ? "this question has no argument" : NULL;
    }
    return "expected 'start', 'read', 'read NAME', 'processing NAME' or 'calibrate'";
}

/* ---- between two watches ---- */

/* Finds the thread in the earlier watch, at its index or before it, because threads that are
 * watched only later are inserted. Returns NULL if it was not there. */
static const struct watched_thread *find_earlier_thread(const struct watch *from,
                                                        const struct watched_thread *t)
{
    if (t->number < 0)
        return NULL;
    size_t i = (size_t)t->number + 1 < from->n_threads ? (size_t)t->number + 1 : from->n_threads;
    for (; i > 0; i--)
        if (from->threads[i - 1].tid == t->tid && from->threads[i - 1].begin == t->begin)
            return &from->threads[i - 1];
    return NULL;
}

static struct state_counts counts_since(const struct watch *from, const struct watched_thread *t)
{
    struct state_counts c = t->counts;
    const struct watched_thread *then = find_earlier_thread(from, t);
    for (int s = 0; then && s < THREAD_STATES; s++)
        c.n[s] -= then->counts.n[s] < c.n[s] ? then->counts.n[s] : c.n[s];
    return c;
}

static bool has_name(const struct watched_thread *t, const char *name)
{
    return !name || (t->name && strcmp(t->name, name) == 0);
}

static void answer_thread(struct json *j, const struct watched_thread *t,
                          const struct state_counts *c)
{
    json_inline_object(j);
    json_members(j, "iittb", "tid", t->tid, "pid", t->pid, "name", t->name, "group", t->group,
                 "ended", t->ended);
    json_key_states(j, c, false);
    json_end_object(j);
}

/* Returns the idle share of the interval, computed from the shares since the start of the watch. */
static struct quantity idle_since(const struct watch *from, const struct watch *to,
                                  const struct watched_cpu *cpu)
{
    double seconds = to->seconds - from->seconds;
    if (!is_known(cpu->idle) || seconds <= 0)
        return is_known(cpu->idle) ? missing("the interval is empty") : cpu->idle;
    for (size_t i = 0; i < from->n_cpus; i++)
        if (from->cpus[i].cpu == cpu->cpu && is_known(from->cpus[i].idle)) {
            double idle = cpu->idle.value * to->seconds - from->cpus[i].idle.value * from->seconds;
            return known(idle < 0 ? 0 : idle > seconds ? 1 : idle / seconds);
        }
    return cpu->idle;
}

static void answer_cpus(struct json *j, const struct watch *from, const struct watch *to)
{
    json_key_inline_array(j, "cpus");
    for (size_t i = 0; i < to->n_cpus; i++) {
        json_inline_object(j);
        json_key_long(j, "cpu", to->cpus[i].cpu);
        json_key_quantity(j, "idle", idle_since(from, to, &to->cpus[i]));
        json_end_object(j);
    }
    json_end_array(j);
}

void question_answer_read(FILE *out, const struct watch *from, const struct watch *to,
                          const char *name)
{
    struct json j = {.out = out};
    json_inline_object(&j);
    json_key_quantity(&j, "seconds", known(to->seconds - from->seconds));
    json_key_long(&j, "samples", (long)(to->samples - from->samples));
    json_key_inline_array(&j, "threads");
    for (size_t i = 0; i < to->n_threads; i++) {
        const struct watched_thread *t = &to->threads[i];
        struct state_counts c = counts_since(from, t);
        if (has_name(t, name) && (!t->ended || state_samples(&c) > 0))
            answer_thread(&j, t, &c);
    }
    json_end_array(&j);
    answer_cpus(&j, from, to);
    json_end_object(&j);
    json_close(&j);
}

void question_answer_processing(FILE *out, const struct watch *from, const struct watch *to,
                                const char *name)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < to->n_threads; i++) {
        struct state_counts c = counts_since(from, &to->threads[i]);
        struct quantity share = state_share(&c, STATE_PROCESSING);
        if (!has_name(&to->threads[i], name) || !is_known(share))
            continue;
        sum += share.value;
        n++;
    }
    if (n > 0)
        fprintf(out, "%.6f\n", sum / (double)n);
    else
        fprintf(out, "null\n");
}
