/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of types as bytes: KIND(1.0D0), SELECTED_REAL_KIND(15), REAL64. */
#ifndef ANALYSIS_KINDS_H
#define ANALYSIS_KINDS_H

#include "frontend/analysis/symbols.h"

/* Sets the bytes of the kind that the function reference e returns. False if it is no such function
 * or its arguments are not constant. */
bool kind_of_inquiry(struct symbols *s, const struct expr *e, int64_t *bytes);

/* Bytes of a name of ISO_FORTRAN_ENV or ISO_C_BINDING; false = no such name. */
bool kind_of_name(const char *name, int64_t *bytes);

/* Whether the kind of a real constant is the default, a number, or the name of a constant. */
bool real_kind_known(struct symbols *s, const struct expr *e);
/* Bytes of a real constant: of its kind's name, if it has one; 4 where that is unknown. */
int real_bytes(struct symbols *s, const struct expr *e);

#endif
