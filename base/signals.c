/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/signals.h"

#include <stddef.h>

bool signal_is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void signals_save(struct saved_signals *s)
{
    sigprocmask(SIG_BLOCK, NULL, &s->mask);
    s->ignores_children = signal_is_ignored(SIGCHLD);
    if (s->ignores_children)
        signal(SIGCHLD, SIG_DFL);
}

void signals_restore(const struct saved_signals *s)
{
    if (s->ignores_children)
        signal(SIGCHLD, SIG_IGN);
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
}
