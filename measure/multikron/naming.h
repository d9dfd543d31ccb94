/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One numbering of regions for samples of many processes, each of which has its own: ranks may
 * register their loops in another order. A region that no manifest of its process names keeps its
 * number, or gets another one where other processes use that for a name; it is never shown by the
 * name of another region. */
#ifndef MULTIKRON_NAMING_H
#define MULTIKRON_NAMING_H

#include "measure/multikron/manifest.h"

/* Which samples a manifest is about: those of the sources that it lists; if it lists none, those of
 * the file stem.mkn, or (stem NULL) all that no other manifest is about. */
struct naming_scope {
    const struct manifest *manifest;
    const char *stem;
};
struct naming;

/* The n scopes and their manifests must outlive it. NULL after a message in d: there are more
 * regions than numbers. */
struct naming *naming_new(const struct naming_scope *scopes, size_t n, struct diag *d);
void naming_free(struct naming *n);
/* The samples that follow are of this file. */
void naming_file(struct naming *n, const char *path);
/* The number that stands for a region of a source. */
unsigned naming_region(struct naming *n, uint32_t source, unsigned region);
/* The user bits of a sample with that number in place of the region. */
uint64_t naming_user(struct naming *n, uint32_t source, uint64_t user);
/* The same for all of the whole records at bytes. */
void naming_records(struct naming *n, uint8_t *bytes, size_t size);
/* The name of a number; NULL = it has none. */
const char *naming_name(const struct naming *n, unsigned number);
/* The region that a number without a name stands for, in its process. */
unsigned naming_own(const struct naming *n, unsigned number);
/* Of such a number that is not the region's own: text that says which it is; else NULL. */
const char *naming_label(const struct naming *n, unsigned number);

#endif
