/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of single keys share. */
#ifndef MACHINES_READER_H
#define MACHINES_READER_H

#include "base/keyfile.h"
#include "base/nearest.h"
#include "machines/machine.h"
#include "machines/values.h"

/* A cache while it is read: which of its keys stood in the file. */
struct cache_keys {
    const struct key_entry *first;
    bool size, line, block, ways, user_ways;
};
struct reader {
    struct arena *a;
    struct diag *d;
    struct machine *m;
    bool ports_known; /* the line of ports was read well */
    struct cache_keys caches[MACHINE_CACHES];
};

extern const struct number_rule latency_rule;

/* "; did you mean 'X'?" or nothing. */
const char *did_you_mean(struct reader *r, const struct nearest *n);

const char *word_text(struct reader *r, struct word w);
/* Class of a name, OP_CLASSES after an error at w. */
enum op_class class_of(struct reader *r, const struct key_entry *e, struct where w,
                       const char *name);

/* PORT|PORT... at *p, into set; the word behind it. False after an error, which is said unless the
 * ports themselves were already found wrong. */
bool read_port_set(struct reader *r, const struct key_entry *e, const char **p, port_set *set,
                   struct word *behind);

/* Each reads a line whose key is what stands here, and rest. */
void read_ports(struct reader *r, const struct key_entry *e, const char *rest);
/* use. */
void read_use(struct reader *r, const struct key_entry *e, const char *rest);
/* vector. */
void read_vector(struct reader *r, const struct key_entry *e, const char *rest);
/* instruction. */
void read_instruction(struct reader *r, const struct key_entry *e, const char *rest);
/* scheduler. */
void read_scheduler(struct reader *r, const struct key_entry *e, const char *rest);
/* branch.taken */
void read_taken(struct reader *r, const struct key_entry *e, const char *rest);
/* wide-closes */
void read_wide_closes(struct reader *r, const struct key_entry *e, const char *rest);
/* cache. */
void read_cache(struct reader *r, const struct key_entry *e, const char *rest);
/* What must hold when all lines are read; what was left out gets its default. */
void finish_caches(struct reader *r);
/* Sorts the instructions, for machine_instruction(). */
void finish_instructions(struct reader *r);

#endif
