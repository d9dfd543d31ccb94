/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/causes/: facts about the cause of one gap. */
#ifndef GAPS_CAUSES_FACTS_H
#define GAPS_CAUSES_FACTS_H

#include "bounds/bounds.h"
#include "gaps/causes/advice.h"
#include "gaps/ladder/model.h"

enum fact_kind {
#define FACT(NAME, code, meaning) FACT_##NAME,
#include "gaps/causes/facts.def"
#undef FACT
    FACT_KINDS
};

/* The gap that facts are added to. */
struct fact_writer {
    const struct gaps *g;
    struct arena *a;
    const struct gap_run *run;
    const struct gap_loop *loop;
    const struct model_build *build;
    const struct model_loop *l;
    struct advice *to;
};

/* Adds a fact to t->to: its kind and a sentence, made in t->a. */
void add_fact(struct fact_writer *t, enum fact_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the number with the digits that tables print; made in t->a. */
const char *fact_number(struct fact_writer *t, double value);
/* Returns "1 cycle", "2.25 cycles"; made in t->a. */
const char *fact_cycles(struct fact_writer *t, double value);
/* Returns list and text with glue between; text alone where list is NULL. */
const char *joined_text(struct arena *a, const char *list, const char *glue, const char *text);

/* Adds what limits a rung: its name, the operations of rates r on machine m, and t_d. */
void add_limit_facts(struct fact_writer *t, const char *rung, const struct machine *m,
                     const struct rates *r, struct quantity td);
/* Adds the steps of a recurrence that limits a rung; per: what its distance counts. */
void add_recurrence_facts(struct fact_writer *t, const struct recurrence *r, const char *per,
                          double k);

/* Add the facts of each gap. */
typedef void fact_adder(struct fact_writer *t);
fact_adder add_gap_a_facts, add_gap_c_facts, add_gap_s_facts, add_gap_p_facts;
/* Add parts of the facts of gap A: about loops to fuse, about base registers. */
fact_adder add_fusing_facts;
void add_bases_facts(struct fact_writer *t, const struct source_loop *s);
/* Add the facts of gaps C and S of a compiled loop with a body. */
fact_adder add_body_c_facts, add_body_s_facts;
/* Adds what limits MAC of a compiled loop with a body. */
fact_adder add_code_limit_facts;

#endif
