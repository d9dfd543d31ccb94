/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The insides of the model: tasks (processes and their sub-processes) that a scheduler moves
 * between queues, which are words of memory. Truth is kept in tasks, never read by the monitors.
 * A task runs in steps: a number of cycles, then what the step does (`then`). */
#ifndef MONITOR_TRANSPUTER_MACHINE_H
#define MONITOR_TRANSPUTER_MACHINE_H

#include "monitor/transputer/memory.h"
#include "monitor/transputer/model.h"

#define TP_NEVER UINT64_MAX

enum tp_doing {
    TP_NEW, /* not started */
    TP_QUEUED,
    TP_RUNNING,
    TP_STOPPED_IN, /* interrupted by one of high priority */
    TP_TIMED,      /* waits for a timer */
    TP_TALKING,    /* waits for a communication */
    TP_CHOOSING,   /* waits in an alternative */
    TP_INSIDE,     /* its sub-processes run */
    TP_ENDED
};
enum tp_frame_kind { TP_FRAME_BODY, TP_FRAME_REPEAT, TP_FRAME_CALL, TP_FRAME_CHOICE };

struct tp_machine;
struct tp_task;
typedef void tp_action(struct tp_machine *m, struct tp_task *t);

/* A block that a task is in. */
struct tp_frame {
    enum tp_frame_kind kind;
    const struct tp_block *block;
    size_t next;   /* statement of it */
    long left;     /* repetitions after this one; -1 = for ever */
    uint32_t down; /* bytes that the workspace pointer went down by */
};
/* Sub-processes of a par statement, kept for the next time. */
struct tp_family {
    const struct tp_statement *of;
    struct tp_task *children;
    size_t *below; /* words that each takes below its workspace pointer */
    struct tp_family *next;
};
struct tp_task {
    int process; /* of the program; -1 = a monitor */
    struct tp_task *parent;
    struct tp_family *families;
    struct tp_cpu *cpu;
    bool high;
    enum tp_doing doing;
    uint64_t since; /* when that began */
    struct tp_truth truth;
    uint32_t w; /* workspace pointer */
    struct tp_frame *frames;
    size_t n_frames;
    const struct tp_statement *at; /* what it does */
    uint64_t remaining;            /* cycles of a computation */
    uint64_t left;                 /* cycles of the step; runs until cpu->until */
    tp_action *then;               /* NULL = the next step is to be found */
    uint64_t wake;                 /* cycle at which its timer goes off */
    bool timed;                    /* it is in the list of its timer */
    size_t guard;                  /* alternative: the one that is enabled or disabled */
    int chosen;                    /* the branch that was chosen; -1 = none yet */
    uint64_t clock, time; /* ticks: at its last ldtimer; alternative: of its first timer, or
                             TP_NEVER */
    struct tp_task *next; /* all tasks, in the order of creation */
};
struct tp_watch_state;
struct tp_cpu {
    int number;
    uint32_t *memory;
    size_t words;
    struct tp_task **owner;     /* by word: the task that was last descheduled there */
    int *watched;               /* by word: channel + 1, -(process + 1), or 0 */
    uint32_t front[2], back[2]; /* of the queues: high, low priority */
    struct tp_task *current, *interrupted;
    uint64_t from, until; /* of the step of the current one */
    uint64_t due;         /* end of the time slice */
    size_t others;        /* tasks but the monitor that are ready to run, or run */
    uint64_t since;       /* when idle, monitor_cycles were last brought up to date */
    size_t *residents;    /* processes of the program that are here */
    size_t n_residents;
    struct tp_task *monitor;
    struct tp_watch_state *watch; /* of the monitor */
    struct tp_transputer_result result;
};
/* What a block needs. */
struct tp_size {
    size_t below, frames;
    bool known;
};
/* A channel while the model runs. */
struct tp_wire {
    size_t word[2]; /* at its sender, its receiver; the same when internal */
    bool external;
    struct tp_task *waiting[2]; /* at a link: sender, receiver */
    struct tp_task *enabled;    /* an alternative that waits for a sender at the link */
    uint64_t done;              /* cycle at which the link is through; TP_NEVER = none under way */
    uint64_t first;             /* cycle at which the first byte is over; TP_NEVER = none to come */
    bool arrived;               /* the first byte is at the receiver, who has not asked for it */
};
struct tp_machine {
    const struct tp_program *program;
    const struct tp_watcher *watcher;
    struct arena *arena;
    struct diag *diag;
    uint64_t now, end;
    uint64_t pause; /* what comes then or later waits; the end, or the next reading */
    struct tp_cpu *cpus;
    uint64_t *next; /* by transputer: cycle of its next timer or end of a step; TP_NEVER = none */
    size_t *first;  /* a tree of them: the earliest, and of two at once the lower, of those below
                       each node; node 1 is the root, node leaves + i transputer i */
    size_t leaves;  /* a power of two, at least the number of transputers */
    uint64_t link_next; /* cycle at which the next link is through; TP_NEVER = none */
    struct tp_wire *wires;
    struct tp_task *tasks, **last_task;
    struct tp_task **mains; /* by process */
    size_t *flag, *tell;    /* by process: words of its boolean, of its channel to the monitor */
    struct tp_size *sizes;  /* of procedures, worked out */
    size_t *lowest;         /* by process: first word of its workspace */
    struct tp_process_result *results;
    int *links; /* wires that are external */
    size_t n_links;
};

/* memory.c */
uint32_t tp_peek(const struct tp_cpu *c, uint32_t address);
void tp_poke(struct tp_machine *m, struct tp_cpu *c, uint32_t address, uint32_t value);
uint32_t tp_descriptor(const struct tp_task *t);
/* The task whose descriptor a word of memory holds; NULL = none. */
struct tp_task *tp_task_of(const struct tp_cpu *c, uint32_t descriptor);

/* layout.c: places for all; false after a message. */
bool tp_layout(struct tp_machine *m);
/* Words of workspace below a workspace pointer that the block takes. */
size_t tp_words_below(struct tp_machine *m, const struct tp_block *b);
enum {
    TP_LOCALS = 4,     /* words of a process at and above its workspace pointer */
    TP_CALL_WORDS = 4, /* that a call takes, apart from the procedure's own */
};
/* Words that get.process.data takes below its caller's. */
size_t tp_tell_words(const struct tp_machine *m, const struct tp_statement *s);
/* Plans a step of the task: so many cycles, then what it does. */
static inline void tp_step(struct tp_task *t, double cycles, tp_action *then)
{
    t->left = cycles < 1 ? 1 : (uint64_t)cycles;
    t->then = then;
}
static inline void tp_enter(struct tp_task *t, enum tp_frame_kind kind, const struct tp_block *b)
{
    t->frames[t->n_frames++] = (struct tp_frame){.kind = kind, .block = b};
}
/* A task that does the block, not started; one of high priority where its parent is. */
void tp_task_open(struct tp_machine *m, struct tp_task *t, struct tp_task *parent,
                  const struct tp_block *b);

/* scheduler.c */
void tp_doing(struct tp_machine *m, struct tp_task *t, enum tp_doing to);
void tp_ready(struct tp_machine *m, struct tp_task *t);
/* The current task leaves the processor, in a state of waiting. */
void tp_deschedule(struct tp_machine *m, struct tp_task *t, enum tp_doing to);
/* Puts the current task behind its queue. */
void tp_requeue(struct tp_machine *m, struct tp_task *t);
/* A safe point of the current task: true when its slice ended and others are there to run. */
bool tp_slice_ends(struct tp_machine *m, struct tp_task *t);
/* Gives the processor to whom it belongs; plans steps; says what is next there. */
void tp_dispatch(struct tp_machine *m, struct tp_cpu *c);
/* The current step is over. */
void tp_step_done(struct tp_machine *m, struct tp_cpu *c);
/* Brings idle time up to date, before `others` or the current task change. */
void tp_account(struct tp_machine *m, struct tp_cpu *c);

/* timer.c */
/* What tin does at its end: waits for so many microseconds after the last ldtimer, unless the clock
 * is past that time. */
void tp_wait(struct tp_machine *m, struct tp_task *t, uint64_t microseconds);
/* The first tick that is after so many microseconds from that one. */
uint64_t tp_time_after(const struct tp_machine *m, const struct tp_task *t, uint64_t clock,
                       uint64_t microseconds);
/* Puts a task into the list of its timer, for that tick; takes it out if it is there. */
void tp_timer_insert(struct tp_machine *m, struct tp_task *t, uint64_t tick);
void tp_timer_remove(struct tp_machine *m, struct tp_task *t);
uint64_t tp_timer_next(const struct tp_cpu *c);
void tp_timer_expire(struct tp_machine *m, struct tp_cpu *c);
double tp_tick_cycles(const struct tp_machine *m, bool high);
uint64_t tp_clock(const struct tp_machine *m, bool high); /* ticks from the start */
/* Whether no clock comes round (31 bits of ticks) before the end of the run. */
bool tp_clocks_hold(const struct tp_machine *m);
/* Whole seconds of a run in which none does. */
double tp_clocks_seconds(const struct tp_machine *m);

/* channel.c: what in and out do once they are decoded. */
void tp_talk(struct tp_machine *m, struct tp_task *t);
void tp_link_done(struct tp_machine *m);

/* alternative.c */
void tp_alt_plan(struct tp_machine *m, struct tp_task *t);
/* Whether a guard of the alternative is a timer, or a channel. */
bool tp_alt_has(const struct tp_statement *s, bool timer);
/* Whether a task whose descriptor is in a channel word is there by an alternative. */
bool tp_alt_waits(const struct tp_task *t);
/* A guard of its alternative became ready. */
void tp_alt_wake(struct tp_machine *m, struct tp_task *t);

/* steps.c: sets the next step of a task that runs; ends it. */
void tp_plan(struct tp_machine *m, struct tp_task *t);

/* monitors.c */
/* False after a message. */
bool tp_monitor_open(struct tp_machine *m, struct tp_cpu *c);
void tp_monitor_plan(struct tp_machine *m, struct tp_task *t);
void tp_monitor_result(struct tp_machine *m, struct tp_cpu *c);

/* run.c: the parts of tp_run, for tests that look at the machine in between. */
struct tp_machine *tp_open(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
                           struct diag *d);
/* The next thing that happens; false when nothing does until the end. */
bool tp_next(struct tp_machine *m);
/* Sets the cycle at which something happens next on that transputer. */
void tp_set_next(struct tp_machine *m, size_t cpu, uint64_t cycle);
void tp_finish(struct tp_machine *m, struct tp_result *to);
/* deadlock.c */
const char *tp_deadlock(struct tp_machine *m);
/* fault.c: what is wrong with the machine, in arena a; NULL = nothing. */
const char *tp_fault(const struct tp_machine *m, struct arena *a);

#endif
