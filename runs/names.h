/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches names that a user gives with loops. A name is the id file:routine:line, the id with other
 * or no directories, or a tail of the id that begins after '/' or ':'. The best match of any loop
 * counts. */
#ifndef RUNS_NAMES_H
#define RUNS_NAMES_H

#include "base/arena.h"
#include "base/nearest.h"
#include "facts/facts.h"

/* In order from no match to an exact one. */
enum loop_match { NO_MATCH, MATCHES_TAIL, MATCHES_WITHOUT_DIRECTORY, MATCHES_ID };
enum loop_match match_loop_name(const char *id, const char *name);

/* A search for the loops with a name. Set name and a, and the other members to zero; call
 * loop_search_offer for each id; then read found. Results are allocated in a. */
struct loop_search {
    const char *name;
    struct arena *a;
    enum loop_match best;
    struct notes found; /* ids whose match is best, each once, in the order of the calls */
    struct nearest near;
    const char *near_id; /* id with the most similar name; NULL = none */
};
void loop_search_offer(struct loop_search *s, const char *id);
/* Returns the error message if found is not exactly one loop: it names the most similar loop, or
 * the loops that match. */
const char *loop_search_problem(const struct loop_search *s);

/* Returns the value, without blanks, of the last line with this key of a manifest or machine
 * description; NULL = there is none, or text is NULL. */
const char *value_in_text(struct arena *a, const char *text, const char *key);
/* Returns the instruction set in such a text; NULL = none. */
const char *isa_in_text(struct arena *a, const char *text);

#endif
