/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: whether facts that were read can be what was stored. A database of many
 * megabytes is not checked through when it is opened, so what others count on is asked here. */
#ifndef RUNS_SOUND_H
#define RUNS_SOUND_H

#include "facts/facts.h"

/* Indices lie within their lists, lines and lengths are small and not negative, counts finite,
 * names there. at: the loop's place in its list. */
bool sound_source(const struct source_loop *l, size_t at);
bool sound_compiled(const struct compiled_loop *l);
/* What was measured or summed up: 0, or from 1e-30 to 1e30. */
bool sound_number(double n);

#endif
