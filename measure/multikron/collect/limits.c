/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/limits.h"

#include <string.h>
#include <sys/resource.h>

bool budget_use(struct budget *b, int64_t now, int most, int64_t each)
{
    int64_t from = b->used_until > now ? b->used_until : now;
    if (from - now > (most - 1) * each) {
        b->suppressed++;
        return false;
    }
    b->used_until = from + each;
    return true;
}

static size_t count_peer(const struct pending *p, size_t n, const char *peer)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += strcmp(p[i].peer, peer) == 0;
    return count;
}

size_t pending_victim(const struct pending *p, size_t n)
{
    size_t victim = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t count = count_peer(p, n, p[i].peer);
        if (count > most || (count == most && p[i].since < p[victim].since)) {
            most = count;
            victim = i;
        }
    }
    return victim;
}

size_t raise_file_limit(void)
{
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return 256;
    r.rlim_cur = r.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &r) != 0 && getrlimit(RLIMIT_NOFILE, &r) != 0)
        return 256;
    return r.rlim_cur > 1 << 20 ? 1 << 20 : (size_t)r.rlim_cur;
}
