/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/protocol.h"

uint64_t arrivals_at(const struct node *n, uint64_t subpage, uint64_t t)
{
    for (size_t i = n->arrivals.n; i-- > 0;)
        if (n->arrivals.at[i].subpage == subpage)
            return n->arrivals.at[i].at > t ? n->arrivals.at[i].at : t;
    return t;
}

void arrivals_expire(struct node *n, uint64_t t)
{
    size_t kept = 0;

    for (size_t i = 0; i < n->arrivals.n; i++)
        if (n->arrivals.at[i].at > t)
            n->arrivals.at[kept++] = n->arrivals.at[i];
    n->arrivals.n = kept;
}

void arrivals_add(struct node *n, uint64_t subpage, uint64_t at, bool prefetched, uint64_t now)
{
    arrivals_expire(n, now);
    *array_push(&n->arrivals) =
        (struct arrival){.subpage = subpage, .at = at, .prefetched = prefetched};
}

void arrivals_remove_prefetched(struct node *n, uint64_t subpage)
{
    for (size_t i = 0; i < n->arrivals.n; i++) {
        struct arrival *at = &n->arrivals.at[i];
        if (at->subpage == subpage && at->prefetched) {
            *at = n->arrivals.at[--n->arrivals.n];
            return;
        }
    }
}

unsigned arrivals_count_prefetches(const struct node *n)
{
    unsigned prefetched = 0;

    for (size_t i = 0; i < n->arrivals.n; i++)
        prefetched += n->arrivals.at[i].prefetched;
    return prefetched;
}
