/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/causes: telling the facts of one gap. */
#ifndef GAPS_CAUSES_TELL_H
#define GAPS_CAUSES_TELL_H

#include "bounds/bounds.h"
#include "gaps/causes/advice.h"
#include "gaps/ladder/model.h"

enum fact_kind {
#define FACT(NAME, code, meaning) FACT_##NAME,
#include "gaps/causes/facts.def"
#undef FACT
    FACT_KINDS
};

/* A gap whose facts are being told. */
struct teller {
    const struct gaps *g;
    struct arena *a;
    const struct gap_run *run;
    const struct gap_loop *loop;
    const struct model_build *build;
    const struct model_loop *l;
    struct advice *to;
};

/* One fact, made in t->a. */
void tell(struct teller *t, enum fact_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A number as in tables, in t->a. */
const char *told(struct teller *t, double value);
/* "1 cycle", "2.25 cycles". */
const char *cycles_told(struct teller *t, double value);
/* list and text with glue between; list NULL = the first. */
const char *joined_text(struct arena *a, const char *list, const char *glue, const char *text);

/* What limits a rung: its name, the operations of rates r on machine m, and t_d. */
void tell_limit(struct teller *t, const char *rung, const struct machine *m, const struct rates *r,
                struct quantity td);
/* Steps of a recurrence that limits a rung; per: what its distance counts. */
void tell_recurrence(struct teller *t, const struct recurrence *r, const char *per, double k);

/* The facts of each gap. */
void tell_gap_a(struct teller *t);
void tell_fusing(struct teller *t);
void tell_bases(struct teller *t, const struct source_loop *s);
void tell_gap_c(struct teller *t);
/* Their own part where the compiled loop has a body. */
void tell_body_c(struct teller *t);
void tell_body_s(struct teller *t);
void tell_gap_s(struct teller *t);
void tell_gap_p(struct teller *t);

#endif
