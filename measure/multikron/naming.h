/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps the region numbers of many processes to one common numbering. Each process has a numbering
 * of its own, because ranks may register their loops in different orders. A region without a name
 * in the manifest of its process keeps its number, unless other processes use that number for a
 * name; then it gets another number. So it never appears under the name of another region. */
#ifndef MULTIKRON_NAMING_H
#define MULTIKRON_NAMING_H

#include "measure/multikron/manifest.h"

/* The samples that a manifest covers: those of the sources that it lists; if it lists none, those
 * of the file stem.mkn, or, if stem is NULL, all samples that no other manifest covers. */
struct naming_scope {
    const struct manifest *manifest;
    const char *stem;
};
struct naming;

/* Creates the mapping for n scopes, which must outlive it, as must their manifests. Returns NULL
 * after an error in d if there are more regions than numbers. The caller calls naming_free(). */
struct naming *naming_new(const struct naming_scope *scopes, size_t n, struct diag *d);
void naming_free(struct naming *n);
/* Sets the sample file to which the following samples belong. */
void naming_set_file(struct naming *n, const char *path);
/* Returns the common number of a region of a source. */
unsigned naming_map_region(struct naming *n, uint32_t source, unsigned region);
/* Returns the user bits of a sample with the region replaced by its common number. */
uint64_t naming_map_user_bits(struct naming *n, uint32_t source, uint64_t user);
/* Does the same in all complete records at bytes. */
void naming_map_records(struct naming *n, uint8_t *bytes, size_t size);
/* Returns the name of a common number, or NULL. */
const char *naming_name(const struct naming *n, unsigned number);
/* Returns the region in its process for a common number without a name. */
unsigned naming_original_region(const struct naming *n, unsigned number);
/* Returns a text that describes the region, such as "region 3 of node 1", if the common number has
 * no name and differs from the region's number; otherwise NULL. */
const char *naming_unnamed_label(const struct naming *n, unsigned number);

#endif
