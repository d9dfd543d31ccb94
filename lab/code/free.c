/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frees the arrays of IR units and flows. All other memory is in arenas. */
#include "lab/code/code.h"

static void free_procedure(struct ir_procedure *p)
{
    for (size_t b = 0; b < p->blocks.n; b++)
        array_free(&p->blocks.at[b]->code);
    array_release_all(p->blocks.at, p->loops.at, p->objects.at, p->constants.at);
}

void ir_free(struct ir_unit *u)
{
    for (size_t i = 0; i < u->procedures.n; i++)
        free_procedure(u->procedures.at[i]);
    for (size_t i = 0; i < u->blocks.n; i++)
        array_free(&u->blocks.at[i].data);
    array_free(&u->procedures);
    array_free(&u->blocks);
    array_free(&u->variables);
}

void kfc_flows_free(struct lab_flow *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t b = 0; b < f[i].blocks.n; b++) {
            array_free(&f[i].blocks.at[b].labels);
            array_free(&f[i].blocks.at[b].code);
        }
        array_free(&f[i].blocks);
        array_free(&f[i].live_out);
    }
}
