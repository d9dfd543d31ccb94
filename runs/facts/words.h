/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: the names of enumerators of facts.h in the database, in the same order, and
 * the reasons for missing values. */
#ifndef RUNS_WORDS_H
#define RUNS_WORDS_H

static const char *const use_words[] = {"load", "store", "reused", "register", "index"};
static const char *const dep_words[] = {"flow", "anti", "output"};
static const char *const kind_words[] = {"innermost", "residue"};
static const char *const version_words[] = {"main", "remainder", "peeled", "aliased", "other"};
static const char no_stride[] = "the step of the DO is not a constant";
static const char no_element[] = "no array reference counts";
static const char no_distance[] = "the distance is not known";

#endif
