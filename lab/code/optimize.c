/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of -O1 and above, in their order. */
#include "lab/code/code.h"

void kfc_optimize(struct ir_unit *u, const struct kfc_options *o)
{
    if (o->level == 0)
        return;
    (void)u;
}
