/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules instructions into pairs: list scheduling, delay slots, software pipelining. A checker
 * proves that no consumer is nearer to its producer than the machine allows. */
#ifndef LAB_SCHEDULE_SCHEDULE_H
#define LAB_SCHEDULE_SCHEDULE_H

#include "lab/isa/isa.h"

/* A basic block of instructions with real registers. */
struct lab_flow_block {
    ARRAY(const char *) labels; /* of its begin */
    ARRAY(struct lab_inst)
    code;        /* movin8 follows its movout8: they form one pair. The last instruction may be a
                    branch, a jump or a call, which takes effect after all others */
    bool falls;  /* execution may continue in the next block: all but jumps */
    bool called; /* ends in jsr: pair_after follows the delay pairs and is never executed */
    struct lab_pair pair_after;
    /* A nop in code is a whole pair of nops with a fixed place: the two at the begin of a
     * procedure. */
    int loop; /* kfc: number of the innermost loop; -1 = none or unknown */
    uint32_t line;
};
struct lab_flow {
    const char *name;                    /* of the procedure, for messages */
    ARRAY(struct lab_flow_block) blocks; /* in the order of the text */
    /* Registers that hold no value at the return and that need not be saved: free for renaming.
     * As bit masks. */
    uint64_t free_fpu;
    uint32_t free_ipu, free_ceu;
    ARRAY(lab_reg)
    live_out; /* registers that are read after its end; all if unknown */
    bool live_out_known;
};

enum lab_effort {
    LAB_IN_ORDER, /* -O0, -O1: one instruction a pair, nops where distances require them */
    LAB_LIST,     /* -O2: both halves, delay slots */
    LAB_PIPELINE, /* -O3: innermost loops of one block software-pipelined, the rest as LIST */
};
/* Appends the flow's pairs and labels to out. The result passes lab_check(); otherwise bug() names
 * the pair. */
void lab_schedule(struct arena *a, const struct lab_flow *f, const struct machine *m,
                  enum lab_effort effort, struct lab_text *out);

/* kfc --reschedule: schedules the procedures of a text again. The data and the order of procedures
 * stay. Code with unknown jump targets stays unchanged. Returns false after error messages if the
 * text cannot be analysed. */
bool lab_reschedule(struct arena *a, const struct lab_text *in, const struct machine *m,
                    enum lab_effort effort, struct diag *d, struct lab_text *out);

/* A consumer that is too near to its producer on some path, including back edges and delay slots.
 */
struct lab_hazard {
    uint32_t producer, consumer; /* pairs */
    int source;                  /* of the consumer: lab_distance() */
    bool left_producer, left_consumer;
    int distance, least;
    bool port; /* the FPU{C} port of a triad and a store, not a register */
};
typedef ARRAY(struct lab_hazard) lab_hazards;
/* Finds all hazards of a text. A jump by a register ends the path. Values that a procedure receives
 * count as complete. */
void lab_check(const struct lab_text *t, const struct machine *m, lab_hazards *found);
/* Returns "%f8 is read 1 pair after the load that writes it; 3 are needed". The text belongs to
 * a. */
const char *lab_hazard_text(struct arena *a, const struct lab_text *t, const struct lab_hazard *h);

#endif
