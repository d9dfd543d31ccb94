/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/ask.h"

#include <string.h>

bool loop_set_requested_k(const struct loop_ask *ask, struct arena *a, struct compiled_loop *l)
{
    const struct loop_unroll *found = NULL;
    for (size_t i = 0; i < ask->n_unroll; i++) {
        const struct loop_unroll *u = &ask->unroll[i];
        bool named = u->label && strcmp(u->label, l->label) == 0;
        if (named || (!u->label && !(found && found->label) && l->kind == LOOP_INNERMOST))
            found = u;
    }
    if (!found)
        return false;
    l->k = known(found->k);
    l->k_how = found->label ? arena_printf(a, "--unroll=%s=%g", found->label, found->k)
                            : arena_printf(a, "--unroll=%g", found->k);
    l->k_unit_stride = false;
    return true;
}
