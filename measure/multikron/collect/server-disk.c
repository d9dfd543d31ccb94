/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits the use of the disk: a quota for each identity, and a reserve that stays free, so that the
 * journal can be written and no identity can stop the collection of others. */
#include "measure/multikron/collect/server-state.h"

#include <inttypes.h>
#include <string.h>

enum { RESERVE_FRACTION = 20, QUOTA_FRACTION = 4 };
static const uint64_t reserve_max = UINT64_C(1) << 30;

/* Returns the free bytes of the disk without the reserve; UINT64_MAX = unknown. */
static uint64_t read_free_space(const struct server *s)
{
    uint64_t size, left;
    if (!store_disk_space(&s->store, &size, &left))
        return UINT64_MAX;
    return left > s->reserve ? left - s->reserve : 0;
}

static uint64_t count_stored_bytes(const struct store *s)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < s->nodes.n; i++)
        bytes += s->nodes.at[i]->end + s->nodes.at[i]->manifest_end;
    return bytes;
}

void server_set_disk_limits(struct server *s)
{
    uint64_t size = 0, left = 0;
    bool known = store_disk_space(&s->store, &size, &left);
    uint64_t part = size / RESERVE_FRACTION;
    s->reserve = s->o->reserve != SERVER_DEFAULT ? s->o->reserve
                 : part < reserve_max            ? part
                                                 : reserve_max;
    s->quota = s->o->quota;
    if (s->quota == SERVER_DEFAULT)
        s->quota = known ? (left + count_stored_bytes(&s->store)) / QUOTA_FRACTION : UINT64_MAX;
    s->free_bytes = read_free_space(s);
    if (s->free_bytes == 0)
        diag_warning(s->d, (struct where){.file = s->o->directory},
                     "its disk has %" PRIu64 " free bytes, but --reserve is %" PRIu64
                     ": samples are refused until more space is free",
                     left, s->reserve);
}

/* The default quota does not apply to the collector's own user, who can fill the disk anyway. */
static bool is_within_quota(const struct server *s, const struct account *a, size_t n)
{
    bool free = s->o->quota == SERVER_DEFAULT && strcmp(a->name, WHO_OWN) == 0;
    return free || (a->bytes <= s->quota && n <= s->quota - a->bytes);
}

bool server_check_space(struct server *s, const struct account *a, size_t n, struct fault *why)
{
    if (!is_within_quota(s, a, n))
        return fault_set(why, "the identity has reached its quota (--quota)");
    if (s->free_bytes < n)
        s->free_bytes = read_free_space(s);
    return s->free_bytes >= n ||
           fault_set(why, "the collector's disk is full up to its reserve (--reserve)");
}

void server_count_stored(struct server *s, struct account *a, size_t n)
{
    a->bytes += n;
    s->free_bytes -= n < s->free_bytes ? n : s->free_bytes;
}

void server_update_free_space(struct server *s)
{
    s->free_bytes = read_free_space(s);
}
