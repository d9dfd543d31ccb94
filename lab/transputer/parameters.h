/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of the modelled transputers, by name. A '-' in a name is a '_' in parameters.def. */
#ifndef LAB_TRANSPUTER_PARAMETERS_H
#define LAB_TRANSPUTER_PARAMETERS_H

#include "lab/transputer/program.h"

#include "base/diag.h"

#include <stdio.h>

struct tp_parameters tp_parameters_default(void);
/* Sets a parameter from its text. Returns false after a message at w. */
bool tp_parameters_set(struct tp_parameters *p, const char *name, const char *value, struct where w,
                       struct diag *d);
/* Sets a parameter from the command line's NAME=VALUE. Returns false after a message. */
bool tp_parameters_option(struct tp_parameters *p, const char *option, struct diag *d);
/* Prints a line for each parameter: name, value, unit, meaning. */
void tp_parameters_print(const struct tp_parameters *p, FILE *out);

#endif
