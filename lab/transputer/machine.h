/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The internals of the model. A scheduler moves tasks (processes and their sub-processes)
 * between queues, which are linked lists in the words of memory. Exact times are kept in the
 * tasks; monitors never read them. A task runs in steps: a number of cycles, then the action of
 * the step (`then`). */
#ifndef LAB_TRANSPUTER_MACHINE_H
#define LAB_TRANSPUTER_MACHINE_H

#include "lab/transputer/memory.h"
#include "lab/transputer/model.h"

#define TP_NEVER UINT64_MAX

enum tp_doing {
    TP_NEW, /* not started */
    TP_QUEUED,
    TP_RUNNING,
    TP_PREEMPTED,       /* interrupted by a task of high priority */
    TP_TIMED,           /* waits for a timer */
    TP_COMMUNICATING,   /* waits for a communication */
    TP_IN_ALTERNATIVE,  /* waits in an alternative */
    TP_IN_SUBPROCESSES, /* waits for its sub-processes */
    TP_ENDED
};
enum tp_frame_kind { TP_FRAME_BODY, TP_FRAME_REPEAT, TP_FRAME_CALL, TP_FRAME_ALTERNATIVE };

struct tp_machine;
struct tp_task;
typedef void tp_action(struct tp_machine *m, struct tp_task *t);

/* A block that a task executes. */
struct tp_frame {
    enum tp_frame_kind kind;
    const struct tp_block *block;
    size_t next;   /* index of the next statement */
    long left;     /* remaining repetitions after this one; -1 = endless */
    uint32_t down; /* bytes that a call has lowered the workspace pointer by */
};
/* The sub-processes of a par statement, kept for its next execution. */
struct tp_subprocesses {
    const struct tp_statement *of;
    struct tp_task *children;
    size_t *below; /* words that each uses below its workspace pointer */
    struct tp_subprocesses *next;
};
struct tp_task {
    int process; /* index in the program; -1 = a monitor */
    struct tp_task *parent;
    struct tp_subprocesses *subprocesses;
    struct tp_cpu *cpu;
    bool high;
    enum tp_doing doing;
    uint64_t since; /* cycle at which `doing` was set */
    struct tp_exact_times exact;
    uint32_t w; /* workspace pointer */
    struct tp_frame *frames;
    size_t n_frames;
    const struct tp_statement *at; /* current statement */
    uint64_t remaining;            /* cycles that remain of a computation */
    uint64_t left;                 /* cycles of the step; it runs until cpu->until */
    tp_action *then;               /* NULL = no step is planned */
    uint64_t wake;                 /* cycle at which its timer expires */
    bool timed;                    /* it is in the timer list */
    size_t guard;                  /* alternative: the guard that is being enabled or disabled */
    int chosen;                    /* selected branch; -1 = none yet */
    uint64_t clock, time; /* in ticks; clock: at its last ldtimer; time: of the first timer of an
                             alternative, or TP_NEVER */
    struct tp_task *next; /* list of all tasks, in order of creation */
};
struct tp_watch_state;
struct tp_cpu {
    int number;
    uint32_t *memory;
    size_t words;
    struct tp_task **owner; /* by word: the last task that was descheduled with this workspace */
    int *watched; /* by word: channel + 1, -(process + 1), or 0 = not reported to a watcher */
    uint32_t front[2], back[2]; /* of the queues: high, low priority */
    struct tp_task *current, *interrupted;
    uint64_t from, until; /* of the step of the current one */
    uint64_t due;         /* end of the time slice, in cycles */
    size_t others;        /* number of tasks, apart from the monitor, that are ready or run */
    uint64_t since;       /* cycle of the last update of idle and monitor_cycles */
    size_t *residents;    /* processes of the program on this transputer */
    size_t n_residents;
    struct tp_task *monitor;
    struct tp_watch_state *watch; /* of the monitor */
    struct tp_transputer_result result;
};
/* The workspace that a block needs. */
struct tp_size {
    size_t below, frames;
    bool known;
};
/* The state of a channel. */
struct tp_wire {
    size_t word[2]; /* word at its sender and at its receiver; the same word if the channel is
                       internal */
    bool external;
    struct tp_task *waiting[2]; /* for a link: sender and receiver */
    struct tp_task *enabled;    /* an alternative that waits for a sender at the link */
    uint64_t done; /* cycle at which the link has transferred the message; TP_NEVER = no transfer */
    uint64_t first; /* cycle at which the first byte arrives; TP_NEVER = none under way */
    bool arrived;   /* the first byte has arrived, but the receiver has not asked for it */
};
struct tp_machine {
    const struct tp_program *program;
    const struct tp_watcher *watcher;
    struct arena *arena;
    struct diag *diag;
    uint64_t now, end;
    uint64_t pause; /* cycle of the end of the run or of the next report: later events wait */
    struct tp_cpu *cpus;
    uint64_t *next; /* by transputer: cycle of its next timer or end of a step; TP_NEVER = none */
    size_t *first;  /* a tournament tree of them: each node holds the transputer with the earliest
                       event below it, at equal cycles the lower number; node 1 is the root, node
                       leaves + i is transputer i */
    size_t leaves;  /* a power of two, at least the number of transputers */
    uint64_t link_next; /* cycle at which the next link completes; TP_NEVER = none */
    struct tp_wire *wires;
    struct tp_task *tasks, **last_task;
    struct tp_task **mains; /* by process */
    size_t *flag;           /* by process: word of its boolean */
    size_t *report_word;    /* by process: word of its channel to the monitor */
    struct tp_size *sizes;  /* by procedure */
    size_t *lowest;         /* by process: first word of its workspace */
    struct tp_process_result *results;
    int *links; /* wires that are links between transputers */
    size_t n_links;
};

/* memory.c */
uint32_t tp_peek(const struct tp_cpu *c, uint32_t address);
void tp_poke(struct tp_machine *m, struct tp_cpu *c, uint32_t address, uint32_t value);
uint32_t tp_descriptor(const struct tp_task *t);
/* Returns the task whose descriptor a word of memory holds; NULL = none. */
struct tp_task *tp_task_of(const struct tp_cpu *c, uint32_t descriptor);

/* layout.c: assigns memory to everything. Returns false after a message. */
bool tp_layout(struct tp_machine *m);
/* Returns the words of workspace that the block uses below its workspace pointer. */
size_t tp_words_below(struct tp_machine *m, const struct tp_block *b);
enum {
    TP_LOCALS = 4,     /* words of a process at and above its workspace pointer */
    TP_CALL_WORDS = 4, /* words that a call uses, apart from those of the procedure */
};
/* Returns the words that get.process.data uses below the workspace of its caller. */
size_t tp_report_words(const struct tp_machine *m, const struct tp_statement *s);
/* Plans a step of the task: a number of cycles, then an action. */
static inline void tp_step(struct tp_task *t, double cycles, tp_action *then)
{
    t->left = cycles < 1 ? 1 : (uint64_t)cycles;
    t->then = then;
}
static inline void tp_enter(struct tp_task *t, enum tp_frame_kind kind, const struct tp_block *b)
{
    t->frames[t->n_frames++] = (struct tp_frame){.kind = kind, .block = b};
}
/* Initializes a task that executes the block and is not started. It has high priority if its
 * parent has. */
void tp_task_open(struct tp_machine *m, struct tp_task *t, struct tp_task *parent,
                  const struct tp_block *b);

/* scheduler.c */
void tp_doing(struct tp_machine *m, struct tp_task *t, enum tp_doing to);
void tp_ready(struct tp_machine *m, struct tp_task *t);
/* Deschedules the current task, which waits in the given state. */
void tp_deschedule(struct tp_machine *m, struct tp_task *t, enum tp_doing to);
/* Appends the current task to its queue. */
void tp_requeue(struct tp_machine *m, struct tp_task *t);
/* Returns at a safe point of the current task whether its slice has ended and other tasks are
 * ready. */
bool tp_slice_ends(struct tp_machine *m, struct tp_task *t);
/* Selects the task to run, plans its step, and sets the cycle of the transputer's next event. */
void tp_dispatch(struct tp_machine *m, struct tp_cpu *c);
/* Completes the current step. */
void tp_step_done(struct tp_machine *m, struct tp_cpu *c);
/* Updates the idle time. Must be called before `others` or the current task changes. */
void tp_account(struct tp_machine *m, struct tp_cpu *c);

/* timer.c */
/* The effect of tin: waits until the given number of microseconds after the last ldtimer, unless
 * the clock has passed that time. */
void tp_wait(struct tp_machine *m, struct tp_task *t, uint64_t microseconds);
/* Returns the first tick that is later than the given number of microseconds after the given
 * one. */
uint64_t tp_time_after(const struct tp_machine *m, const struct tp_task *t, uint64_t clock,
                       uint64_t microseconds);
/* Inserts a task in its timer list for that tick. tp_timer_remove removes it if it is in the
 * list. */
void tp_timer_insert(struct tp_machine *m, struct tp_task *t, uint64_t tick);
void tp_timer_remove(struct tp_machine *m, struct tp_task *t);
uint64_t tp_timer_next(const struct tp_cpu *c);
void tp_timer_expire(struct tp_machine *m, struct tp_cpu *c);
double tp_tick_cycles(const struct tp_machine *m, bool high);
uint64_t tp_clock(const struct tp_machine *m, bool high); /* ticks from the start */
/* Returns whether no clock wraps around (31 bits of ticks) before the end of the run. */
bool tp_clocks_do_not_wrap(const struct tp_machine *m);
/* Returns the longest run, in whole seconds, in which no clock wraps around. */
double tp_seconds_without_wrap(const struct tp_machine *m);

/* channel.c: the effects of in and out. */
void tp_communicate(struct tp_machine *m, struct tp_task *t);
void tp_link_done(struct tp_machine *m);

/* alternative.c */
void tp_alt_plan(struct tp_machine *m, struct tp_task *t);
/* Returns whether the alternative has a guard that is a timer (else: a channel). */
bool tp_alt_has(const struct tp_statement *s, bool timer);
/* Returns whether a task whose descriptor is in a channel word waits in an alternative. */
bool tp_alt_waits(const struct tp_task *t);
/* Resumes the task: a guard of its alternative became ready. */
void tp_alt_wake(struct tp_machine *m, struct tp_task *t);

/* steps.c: plans the next step of a running task, and ends a task. */
void tp_plan(struct tp_machine *m, struct tp_task *t);

/* monitors.c: start a monitor, plan its next step, compute its report. tp_monitor_open returns
 * false after a message. */
bool tp_monitor_open(struct tp_machine *m, struct tp_cpu *c);
void tp_monitor_plan(struct tp_machine *m, struct tp_task *t);
void tp_monitor_result(struct tp_machine *m, struct tp_cpu *c);

/* run.c: the parts of tp_run, for tests that inspect the machine between events. */
struct tp_machine *tp_open(const struct tp_program *p, const struct tp_watcher *w, struct arena *a,
                           struct diag *d);
/* Executes the next event. Returns false if there is none before the end of the run. */
bool tp_next(struct tp_machine *m);
/* Sets the cycle of the next event of a transputer. */
void tp_set_next(struct tp_machine *m, size_t cpu, uint64_t cycle);
void tp_finish(struct tp_machine *m, struct tp_result *to);
/* deadlock.c */
const char *tp_deadlock(struct tp_machine *m);
/* invariants.c: returns a description of a violated invariant, allocated in a; NULL = all hold. */
const char *tp_check_invariants(const struct tp_machine *m, struct arena *a);

#endif
