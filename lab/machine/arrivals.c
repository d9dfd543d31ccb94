/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/protocol.h"

uint64_t arrivals_at(const struct node *n, uint64_t subpage, uint64_t t)
{
    for (size_t i = n->arrivals.n; i-- > 0;)
        if (n->arrivals.at[i].subpage == subpage)
            return n->arrivals.at[i].at > t ? n->arrivals.at[i].at : t;
    return t;
}

void arrivals_add(struct node *n, uint64_t subpage, uint64_t at, bool prefetched)
{
    *array_push(&n->arrivals) =
        (struct arrival){.subpage = subpage, .at = at, .prefetched = prefetched};
}

void arrivals_forget(struct node *n, uint64_t t)
{
    size_t kept = 0;

    for (size_t i = 0; i < n->arrivals.n; i++)
        if (n->arrivals.at[i].at > t)
            n->arrivals.at[kept++] = n->arrivals.at[i];
    n->arrivals.n = kept;
}

unsigned arrivals_prefetched(const struct node *n, uint64_t *first)
{
    unsigned prefetched = 0;

    *first = UINT64_MAX;
    for (size_t i = 0; i < n->arrivals.n; i++) {
        if (!n->arrivals.at[i].prefetched)
            continue;
        prefetched++;
        if (n->arrivals.at[i].at < *first)
            *first = n->arrivals.at[i].at;
    }
    return prefetched;
}
