/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user calls a loop: its id file:routine:line, the id without the
 * folders of its file or with others, or any tail of it that begins behind '/'
 * or ':'. The closest kind of call that some loop answers to holds. */
#ifndef RUNS_NAMES_H
#define RUNS_NAMES_H

#include "base/arena.h"
#include "base/nearest.h"
#include "facts/facts.h"

/* From the loosest to the closest. */
enum loop_call { NOT_CALLED, CALLED_BY_TAIL, CALLED_WITHOUT_FOLDERS, CALLED_WHOLE };
enum loop_call loop_called(const char *id, const char *name);

/* A search for the loops that name means. Set name and a, the rest zero; offer
 * every id; then read found. Everything lives in a. */
struct loop_search {
    const char *name;
    struct arena *a;
    enum loop_call best;
    struct notes found; /* ids of that call, each once, in the order they were offered */
    struct nearest near;
    const char *near_id; /* the loop whose name comes closest; NULL = none does */
};
void loop_search_offer(struct loop_search *s, const char *id);
/* What to say where found is not one loop: none, with the nearest name, or
 * several, with these. */
const char *loop_search_problem(const struct loop_search *s);

/* The instruction set that a manifest's or a machine description's text names by its last line of
 * isa; NULL = by none, or there is no text. */
const char *isa_in_text(struct arena *a, const char *text);

#endif
