/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/limits.h"

#include <string.h>
#include <sys/resource.h>

bool budget_take(struct budget *b, int64_t now, int most, int64_t each)
{
    int64_t from = b->used_until > now ? b->used_until : now;
    if (from - now > (most - 1) * each) {
        b->missed++;
        return false;
    }
    b->used_until = from + each;
    return true;
}

static size_t count_from(const struct waiting *w, size_t n, const char *from)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += strcmp(w[i].from, from) == 0;
    return count;
}

size_t waiting_victim(const struct waiting *w, size_t n)
{
    size_t victim = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t count = count_from(w, n, w[i].from);
        if (count > most || (count == most && w[i].since < w[victim].since)) {
            most = count;
            victim = i;
        }
    }
    return victim;
}

size_t limit_of_files(void)
{
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return 256;
    r.rlim_cur = r.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &r) != 0 && getrlimit(RLIMIT_NOFILE, &r) != 0)
        return 256;
    return r.rlim_cur > 1 << 20 ? 1 << 20 : (size_t)r.rlim_cur;
}
