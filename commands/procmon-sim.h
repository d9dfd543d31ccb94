/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon sim: the transputers' model. */
#ifndef COMMANDS_PROCMON_SIM_H
#define COMMANDS_PROCMON_SIM_H

#include "commands/procmon.h"
#include "monitor/transputer/shares.h"

/* Which table is printed. */
enum sim_show { SIM_PROCESSES, SIM_TRANSPUTERS, SIM_SHOWS };
extern const char *const sim_show_names[SIM_SHOWS];

/* What a result is of. */
struct sim_span {
    const struct tp_program *p;
    double from, until; /* seconds of the run */
};
/* With remarks NULL, without them. */
void sim_text(struct arena *a, const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out);
void sim_json(const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out);
/* The head of the table where the span begins with the run. */
void sim_csv(const struct sim_span *of, const struct tp_result *r, enum sim_show show, FILE *out);
/* A line for each word of memory that changed, as it does: context is a struct sim_words. */
struct sim_words {
    const struct tp_program *p;
    FILE *out;
    bool csv;
    bool begun; /* the head of the table was written */
};
void sim_word_changed(void *context, const struct tp_change *c);

#endif
