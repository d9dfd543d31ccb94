/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/sampled.h"
#include "base/source.h"
#include "commands/common.h"
#include "commands/macs/repeats.h"
#include "hotspots/hotspots.h"
#include "hotspots/unwinder.h"
#include "machines/host.h"
#include "runs/runs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/* ---- the command ---- */

bool sampled_options(struct sampled_command *s, struct macs *m, const char *tool,
                     const struct sampling_options *o, const struct words *command)
{
    const char *chain = o->chain;
    enum call_chain c = !chain || strcmp(chain, "fp") == 0 ? CHAIN_FRAME : call_chain_of(chain);
    char **words = ARENA_ARRAY(&m->arena, char *, command->n + 1);
    for (size_t i = 0; i < command->n; i++)
        words[i] = arena_strdup(&m->arena, command->at[i]);
    words[command->n] = NULL;
    *s = (struct sampled_command){.sampler = {.command = words,
                                              .rate = (double)o->rate,
                                              .chain = c,
                                              .signals = &m->signals,
                                              .seed = (uint64_t)time(NULL)},
                                  .repeat_seconds = (double)o->repeat_seconds};
    if (o->rate > SAMPLED_MOST_RATE)
        wrong_usage(tool, "--rate must be a whole number from 1 to %d, not '%ld'",
                    SAMPLED_MOST_RATE, o->rate);
    else if (c == CALL_CHAINS)
        wrong_usage(tool, "--call-chain must be frame, dwarf or none, not '%s'", chain);
    else if (repeats_read(tool, o->repeat, &s->repeat))
        return true;
    m->d.wrong_usage = true;
    return false;
}

/* Returns the text of host_text() of this CPU, or of that in MACS_CPU; NULL = unknown. */
static const char *cpu_identification(struct arena *a)
{
    struct host_cpu cpu;
    const char *text = getenv("MACS_CPU");
    bool good = text ? host_simulate(text, &cpu) : host_read(&cpu);
    return good ? host_text(a, &cpu) : NULL;
}

bool sampled_run(struct macs *m, struct sampled_command *s, struct profile *p)
{
    struct stack_unwinder *u = s->sampler.chain == CHAIN_DWARF ? unwinder_open(&m->arena) : NULL;
    s->sampler.unwinder = u;
    bool good = repeats_run(&s->sampler, s->repeat, s->repeat_seconds, &m->arena, p, &m->d);
    if (good)
        p->cpu = cpu_identification(&m->arena);
    if (u)
        unwinder_close(u);
    return good;
}

int sampled_end_signal(const struct macs *m, const struct profile *p)
{
    int ended_by = WIFSIGNALED(p->status) ? WTERMSIG(p->status) : 0;
    if (p->stop_signal && (ended_by == p->stop_signal || p->left))
        return p->stop_signal;
    return m->d.errors ? 0 : ended_by;
}

void sampled_report_end(struct macs *m, const struct profile *p)
{
    int status = p->status;
    if (p->left)
        diag_warning(&m->d, (struct where){0},
                     "%d process%s of the command still ran when sampling ended%s%s%s: the profile "
                     "does not contain what %s later",
                     p->left, p->left == 1 ? "" : "es", p->stop_signal ? " (" : "",
                     p->stop_signal ? strsignal(p->stop_signal) : "", p->stop_signal ? ")" : "",
                     p->left == 1 ? "it does" : "they do");
    if (WIFSIGNALED(status))
        diag_warning(&m->d, (struct where){0}, "the command was ended by signal %d (%s)",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        diag_warning(&m->d, (struct where){0}, "the command exited with status %d",
                     WEXITSTATUS(status));
}

/* ---- the database ---- */

/* Stores the loops of a file, with the text of their instructions. Returns false after a message.
 */
static bool store_code(struct runs *r, const struct runs_target *t, const struct hot_code *code,
                       struct macs *m)
{
    struct infile text;
    const char *path = arena_printf(&m->arena, "/dev/fd/%d", fileno(code->listing));
    struct runs_compiled *to = runs_compiled_begin(r, t, code->path);
    bool good = to && infile_open(&text, path, true, &m->d);
    if (good)
        runs_compiled_text(to, &text);
    for (size_t i = 0; good && i < code->loops.n; i++)
        good = runs_compiled_loop(to, &code->loops.at[i]);
    good &= runs_compiled_end(to, code->loops.inner_of, code->loops.n_inner_of, NULL, 0);
    if (good)
        infile_close(&text);
    return good;
}

static bool store(struct runs *r, struct macs *m, const struct runs_target *t, const char *run,
                  long processors, const struct hot_profile *p, const struct hot_codes *codes)
{
    bool good = true;
    for (size_t i = 0; good && i < codes->n; i++)
        good = store_code(r, t, &codes->at[i], m);
    return good && runs_put_profile(r, t, run, processors, p) && runs_commit(r);
}

/* Stores the messages of the compiler in a file. Returns false after a message. */
static bool store_notes(struct runs *r, struct macs *m, const struct runs_target *t,
                        const char *path)
{
    struct source s = {.path = NULL};
    struct compile_note *at;
    size_t n;
    if (!source_read(&s, path, &m->d))
        return false;
    compile_notes_read(&m->arena, s.text, s.size, &at, &n);
    bool good = runs_put_compile_notes(r, t, at, n);
    source_free(&s);
    return good;
}

bool sampled_store(struct macs *m, const struct profile *p, const struct sampled_target *t)
{
    struct hot_profile rows;
    struct hot_codes codes;
    const struct machine *of = machine_read(&m->arena, t->machine, NULL, &m->d);
    struct runs *r = of ? runs_open(t->database, RUNS_ADD, &m->d) : NULL;
    if (!r)
        return false;
    struct hot_counts *counts = t->counts ? hot_counts_open(&m->arena, t->counts, &m->d) : NULL;
    struct hot_counts *reference =
        t->reference ? hot_counts_open(&m->arena, t->reference, &m->d) : NULL;
    hotspots_find(&m->arena, p, of, counts, reference, &rows, &codes, &m->d);
    const char *why = hot_profile_check(&rows);
    if (why) {
        diag_error(&m->d, (struct where){0}, "the profile cannot be evaluated: %s", why);
        hot_codes_close(&codes);
        runs_close(r);
        return false;
    }
    struct runs_target target = {.build = t->build,
                                 .machine = of->name,
                                 .machine_text = of->text,
                                 .compiler = t->compiler,
                                 .flags = t->flags};
    bool good = true;
    for (int i = 0; good && t->notes && i < t->notes->n; i++)
        good = store_notes(r, m, &target, t->notes->at[i]);
    good = good && store(r, m, &target, t->run, t->processors, &rows, &codes);
    hot_codes_close(&codes);
    runs_close(r);
    return good;
}
