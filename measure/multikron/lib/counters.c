/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MULTIKRON_COUNTERS=SLOT=EVENT[/N],...: replaces software counters by events. */
#include "measure/multikron/lib/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct mk_event *find_event(const char *name, size_t length)
{
    for (const struct mk_event *e = mk_events; e->name; e++)
        if (strlen(e->name) == length && memcmp(e->name, name, length) == 0)
            return e;
    return NULL;
}

/* Adds the counter to the manifest, or the reason why it is not measured; once per process. */
static void describe_counter(int slot, const char *text, size_t length, const char *error_text)
{
    if (mk.described_counters >> slot & 1)
        return;
    mk.described_counters |= 1u << slot;
    if (error_text)
        mk_add_line("# counter.%d %.*s is not measured: %s", slot, (int)length, text, error_text);
    else
        mk_add_line("counter.%d %.*s", slot, (int)length, text);
}

/* Opens the counter of an item SLOT=EVENT[/N]. Returns false if the item is invalid or the event is
 * not available. */
static bool open_counter(const char *item, size_t length, struct mk_hardware *h)
{
    char *end;
    long slot = strtol(item, &end, 10);
    if (end == item || *end != '=' || slot < 0 || slot >= MK_COUNTERS || end >= item + length)
        return false;
    const char *name = end + 1, *slash = memchr(name, '/', (size_t)(item + length - name));
    size_t all = (size_t)(item + length - name), name_length = slash ? (size_t)(slash - name) : all;
    const struct mk_event *e = find_event(name, name_length);
    h->slot = (int)slot;
    h->per = slash ? strtoull(slash + 1, NULL, 10) : 1;
    if (!h->per)
        h->per = 1;
    h->fd = e ? mk_open_event(e) : -1;
    describe_counter(h->slot, name, all,
                     h->fd >= 0 ? NULL : (e ? mk_event_error_text(errno) : "unknown event"));
    return h->fd >= 0;
}

int mk_open_counters(const char *setting, struct mk_hardware at[MK_COUNTERS])
{
    int n = 0;
    while (*setting && n < MK_COUNTERS) {
        size_t length = strcspn(setting, ",");
        n += open_counter(setting, length, &at[n]);
        setting += length + (setting[length] == ',');
    }
    return n;
}

void mk_read_counters(const struct mk_hardware *at, int n, uint32_t counters[MK_COUNTERS])
{
    for (int i = 0; i < n; i++) {
        uint64_t count;
        if (read(at[i].fd, &count, sizeof count) != sizeof count)
            continue;
        count /= at[i].per;
        counters[at[i].slot] = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    }
}

void mk_close_counters(const struct mk_hardware *at, int n)
{
    for (int i = 0; i < n; i++)
        close(at[i].fd);
}
