/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From instructions in order to pairs: list scheduling, delay slots, software pipelining, and the
 * checker that proves that no consumer stands nearer to its producer than the machine allows. */
#ifndef LAB_SCHEDULE_SCHEDULE_H
#define LAB_SCHEDULE_SCHEDULE_H

#include "lab/isa/isa.h"

/* Instructions of real registers that run from the first to the last. */
struct lab_flow_block {
    ARRAY(const char *) labels; /* that stand before it */
    ARRAY(struct lab_inst)
    code;        /* movin8 stands directly behind its movout8: one pair. The last may be a
                    branch, a jump or a call; what they do is done behind them all */
    bool falls;  /* goes on into the next block: all but jumps */
    bool called; /* ends in jsr: pair_after stands behind the delay pairs, and never runs */
    struct lab_pair pair_after;
    /* a nop in code is a whole pair of nops that stays where it is: the two that a procedure starts
     * with */
    int loop; /* kfc: number of the innermost loop; -1 = none, or not known */
    uint32_t line;
};
struct lab_flow {
    const char *name;                    /* of the procedure, for messages */
    ARRAY(struct lab_flow_block) blocks; /* in the order of the text */
    /* registers that hold nothing when it returns and that nobody saves: free for renaming; bits */
    uint64_t free_fpu;
    uint32_t free_ipu, free_ceu;
    ARRAY(lab_reg)
    live_out; /* registers that are read behind the end of it; empty and unknown = all */
    bool live_out_known;
};

enum lab_effort {
    LAB_IN_ORDER, /* -O0, -O1: one instruction after another, nops where distances want them */
    LAB_LIST,     /* -O2: both halves, delay slots */
    LAB_PIPELINE, /* -O3: innermost loops of one block polycyclic, the rest as LIST */
};
/* Appends its pairs and labels to out. The result passes lab_check, or bug() names the pair. */
void lab_schedule(struct arena *a, const struct lab_flow *f, const struct machine *m,
                  enum lab_effort effort, struct lab_text *out);

/* kfc --reschedule: the flow of a text's procedures, and it scheduled anew. Data and order of
 * procedures stay. False with messages where the text can't be understood: code whose
 * targets are not known stays as it is. */
bool lab_reschedule(struct arena *a, const struct lab_text *in, const struct machine *m,
                    enum lab_effort effort, struct diag *d, struct lab_text *out);

/* A consumer too near to its producer on some path; over back edges and delay slots, too. */
struct lab_hazard {
    uint32_t producer, consumer; /* pairs */
    int source;                  /* of the consumer: lab_distance() */
    bool left_producer, left_consumer;
    int distance, least;
    bool port; /* not a register: triad and store at FPU{C} */
};
typedef ARRAY(struct lab_hazard) lab_hazards;
/* All hazards of a text. Where a jump may go anywhere (a register) it is taken as an end; what
 * a procedure is entered with was computed long ago. */
void lab_check(const struct lab_text *t, const struct machine *m, lab_hazards *found);
/* "%f8 is read 1 pair behind the load that writes it; 3 are needed": in a. */
const char *lab_hazard_text(struct arena *a, const struct lab_text *t, const struct lab_hazard *h);

#endif
