/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/preload/library.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Reserves units of the ring. Returns false if there are not enough free ones. */
static bool reserve_units(struct area *a, uint32_t parts, uint64_t *first)
{
    uint64_t head = atomic_load_explicit(&a->head, memory_order_relaxed);
    do {
        uint64_t tail = atomic_load_explicit(&a->tail, memory_order_acquire);
        if (head + parts - tail > AREA_UNITS)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&a->head, &head, head + parts,
                                                    memory_order_relaxed, memory_order_relaxed));
    *first = head;
    return true;
}

/* Copies bytes [from, from + n) of the message and its text. */
static void copy_part(const struct message *m, const char *text, size_t from, size_t n, uint8_t *to)
{
    size_t head = from < sizeof *m ? sizeof *m - from : 0;
    if (head > n)
        head = n;
    memcpy(to, (const char *)m + from, head);
    if (n > head)
        memcpy(to + head, text + (from + head - sizeof *m), n - head);
}

void area_send(struct area *a, struct message *m, const char *text, size_t n)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    m->time = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
    m->pid = (uint32_t)getpid();
    m->tid = (uint32_t)syscall(SYS_gettid);
    m->text_bytes = n = n < MESSAGE_TEXT ? n : MESSAGE_TEXT;
    size_t bytes = sizeof *m + n;
    uint32_t parts = (uint32_t)((bytes + UNIT_BYTES - 1) / UNIT_BYTES);
    uint64_t first;
    if (!reserve_units(a, parts, &first)) {
        atomic_fetch_add_explicit(&a->lost, 1, memory_order_relaxed);
        return;
    }
    /* The first unit becomes ready last: then the whole message is. */
    for (uint32_t part = parts; part > 0; part--) {
        struct area_unit *u = &a->units[(first + part - 1) % AREA_UNITS];
        size_t from = (size_t)(part - 1) * UNIT_BYTES;
        size_t rest = bytes - from;
        copy_part(m, text, from, rest < UNIT_BYTES ? rest : UNIT_BYTES, u->bytes);
        atomic_store_explicit(&u->state, UNIT_STATE(part, parts), memory_order_release);
    }
}
