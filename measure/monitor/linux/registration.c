/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/table.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool is_chosen(const struct monitor *m, const struct thread *t)
{
    const char *name = t->registered_name ? t->registered_name : t->name;
    if (m->o.registered && (t->slot < 0 || !area_registered(m->o.area, t->slot)))
        return false;
    if (m->o.n_names == 0)
        return true;
    for (size_t i = 0; i < m->o.n_names; i++)
        if (fnmatch(m->o.names[i], name, 0) == 0)
            return true;
    return false;
}

void registration_select(struct monitor *m, struct thread *t)
{
    if (t->chosen || !is_chosen(m, t))
        return;
    t->chosen = true;
    t->number = m->numbers++;
    t->begin = monitor_now(m);
    if (t->has_times)
        times_begin(m, t);
}

static void copy_text(char **copy, const char *text)
{
    if (*copy && strcmp(*copy, text) == 0)
        return;
    free(*copy);
    *copy = *text ? xstrdup(text) : NULL;
}

void registration_read(struct monitor *m, struct thread *t)
{
    if (!m->index || (t->slot_read && t->slot_changes == m->index->changes))
        return;
    t->slot_read = true;
    t->slot_changes = m->index->changes;
    t->slot = area_find(m->index, m->o.area, (uint32_t)t->tid, t->start);
    if (t->slot >= 0) {
        struct area_names reported = area_names(m->o.area, t->slot);
        copy_text(&t->registered_name, reported.name);
        copy_text(&t->registered_group, reported.group);
    }
    registration_select(m, t);
}
