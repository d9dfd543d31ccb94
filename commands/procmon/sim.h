/* SPDX-License-Identifier: GPL-3.0-or-later */
/* procmon sim: the transputers' model. */
#ifndef COMMANDS_PROCMON_SIM_H
#define COMMANDS_PROCMON_SIM_H

#include "commands/procmon/procmon.h"
#include "lab/transputer/shares.h"

/* The table to print. */
enum sim_show { SIM_PROCESSES, SIM_TRANSPUTERS, SIM_SHOWS };
extern const char *const sim_show_names[SIM_SHOWS];

/* The interval of a run that a result covers. */
struct sim_span {
    const struct tp_program *p;
    double from, until; /* seconds from the start of the run */
};
/* Prints a result as text; remarks may be NULL. */
void sim_text(struct arena *a, const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out);
void sim_json(const struct sim_span *of, const struct tp_result *r,
              const struct tp_remarks *remarks, FILE *out);
/* Prints a result as CSV; with the heading if the interval starts with the run. */
void sim_csv(const struct sim_span *of, const struct tp_result *r, enum sim_show show, FILE *out);
/* Prints a line for each change of a word of memory; context is a struct sim_words. */
struct sim_words {
    const struct tp_program *p;
    FILE *out;
    bool csv;
    bool begun; /* the heading has been printed */
};
void sim_word_changed(void *context, const struct tp_change *c);

#endif
