/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intrinsic functions and their operations. */
#ifndef ANALYSIS_INTRINSICS_H
#define ANALYSIS_INTRINSICS_H

#include "frontend/ast.h"

enum intrinsic_cost {
    COST_CONVERT,
    COST_MAXMIN,
    COST_PART,
    COST_PRODUCT,
    COST_SQRT,
    COST_TYPE,
    COST_INQUIRY,
    COST_WHOLE,
    COST_OTHER
};

/* Types of results that depend on the argument. */
enum { RESULT_ARG = -1, RESULT_PARTS = -2, RESULT_SECOND = -3 };

struct intrinsic {
    const char *name;
    enum intrinsic_cost cost;
    int result; /* enum base_type, or one of RESULT_ */
};

/* Returns the function of that name; NULL = no intrinsic. */
const struct intrinsic *intrinsic_find(const char *name);
/* Whether the function is elemental. */
bool intrinsic_is_elemental(const struct intrinsic *f);

#endif
