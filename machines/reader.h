/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the readers of single keys. */
#ifndef MACHINES_READER_H
#define MACHINES_READER_H

#include "base/keyfile.h"
#include "base/nearest.h"
#include "machines/machine.h"
#include "machines/values.h"

/* The keys of a cache that the file contained. */
struct cache_keys {
    const struct key_entry *first;
    bool size, line, block, ways, user_ways;
};
struct reader {
    struct arena *a;
    struct diag *d;
    struct machine *m;
    bool ports_known; /* the line of ports was read without error */
    struct cache_keys caches[MACHINE_CACHES];
};

extern const struct number_rule latency_rule;

/* Returns "; did you mean 'X'?", or an empty text. */
const char *did_you_mean(struct reader *r, const struct nearest *n);

const char *word_text(struct reader *r, struct word w);
/* Returns the class of a name; OP_CLASSES after an error at w. */
enum op_class class_of(struct reader *r, const struct key_entry *e, struct where w,
                       const char *name);

/* Returns the index of the value among the words, of which NULL is the end, from index `from`; -1
 * after an error. */
int read_choice(struct reader *r, const struct key_entry *e, const char *const *words, int from);

/* Reads PORT|PORT... at *p into set, and the word after it. Returns false after an error; it is
 * reported unless the line of ports itself was wrong. */
bool read_port_set(struct reader *r, const struct key_entry *e, const char **p, port_set *set,
                   struct word *next);

/* Each function reads a line with the key in the comment; rest: the rest of the key. */
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
/* Checks the caches after all lines have been read, and sets defaults. */
void finish_caches(struct reader *r);
/* rate.source */
void read_rate_source(struct reader *r, const struct key_entry *e, const char *rest);
/* rate., after all caches have been read */
void read_rate(struct reader *r, const struct key_entry *e, const char *rest);
/* overlap. and pages., likewise */
void read_pages(struct reader *r, const struct key_entry *e, const char *rest);
void read_overlap(struct reader *r, const struct key_entry *e, const char *rest);
/* tlb. */
void read_tlb(struct reader *r, const struct key_entry *e, const char *rest);
/* Sets the rates of levels to none, with the name of the missing key; before and after the lines
 * are read. */
void begin_levels(struct reader *r);
void finish_levels(struct reader *r);
/* Sorts the instructions, for machine_instruction(). */
void finish_instructions(struct reader *r);

#endif
