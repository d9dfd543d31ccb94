/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of routines, and those that query the program and its environment. Assumption: 20 MHz.
 */
#include "lab/machine/transfer.h"
#include "base/util.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdlib.h>

enum { CLOCKS_A_SECOND = 20000000, TEXT_MOST = 1 << 24 };

const struct host_routine host_routines[] = {
#define ROUTINE(symbol, clocks) {#symbol, clocks, library_##symbol},
#define LIBRARY_DOUBLE ROUTINE
#define LIBRARY_DOUBLE2 ROUTINE
#define LIBRARY_SINGLE ROUTINE
#define LIBRARY_SINGLE2 ROUTINE
#define LIBRARY_HOST ROUTINE
#define LIBRARY_TEXT(file)
#include "lab/machine/library.def"
#undef LIBRARY_HOST
#undef LIBRARY_TEXT
};
const size_t n_host_routines = COUNT_OF(host_routines);

const char *const library_texts[] = {
#undef LIBRARY_DOUBLE
#undef LIBRARY_DOUBLE2
#undef LIBRARY_SINGLE
#undef LIBRARY_SINGLE2
#define LIBRARY_DOUBLE(symbol, clocks)
#define LIBRARY_DOUBLE2(symbol, clocks)
#define LIBRARY_SINGLE(symbol, clocks)
#define LIBRARY_SINGLE2(symbol, clocks)
#define LIBRARY_HOST(symbol, clocks)
#define LIBRARY_TEXT(file) #file,
#include "lab/machine/library.def"
    NULL,
};

const struct host_routine *host_routine_named(const char *symbol, size_t n)
{
    for (size_t i = 0; i < n_host_routines; i++)
        if (strlen(host_routines[i].symbol) == n && memcmp(host_routines[i].symbol, symbol, n) == 0)
            return &host_routines[i];
    return NULL;
}

void host_routine_run(const struct host_routine *r, struct host_call *call)
{
    call->clocks = r->clocks;
    call->outcome = HOST_RETURNS;
    call->status = 0;
    r->run(call);
}

void host_fault(struct host_call *c, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(c->message, sizeof c->message, fmt, ap);
    va_end(ap);
    c->outcome = HOST_FAULTS;
}

bool host_load(struct host_call *c, uint64_t address, void *to, size_t bytes)
{
    if (c->load(c->memory, address, to, bytes))
        return true;
    host_fault(c, "a library routine reads %zu bytes at the invalid address 0x%llx", bytes,
               (unsigned long long)address);
    return false;
}

bool host_store(struct host_call *c, uint64_t address, const void *from, size_t bytes)
{
    if (c->store(c->memory, address, from, bytes))
        return true;
    host_fault(c, "a library routine writes %zu bytes at the invalid address 0x%llx", bytes,
               (unsigned long long)address);
    return false;
}

struct library *library_new(unsigned cells, int argc, char *const *argv, FILE *in, FILE *out)
{
    struct library *l = xmalloc(sizeof *l);
    *l = (struct library){.in = in, .out = out, .argc = argc, .argv = argv, .cells = cells};
    l->transfers = xmalloc(cells * sizeof *l->transfers);
    l->counts = xmalloc(cells * sizeof *l->counts);
    for (unsigned i = 0; i < cells; i++) {
        l->transfers[i] = (struct transfer){0};
        l->counts[i] = (struct loop_counts){0};
    }
    return l;
}

void library_free(struct library *l)
{
    for (unsigned i = 0; i < l->cells; i++) {
        transfer_clear(&l->transfers[i]);
        loop_counts_free(&l->counts[i]);
    }
    free(l->transfers);
    free(l->counts);
    free(l);
}

void library_f_stop(struct host_call *c)
{
    fflush(c->library->out);
    c->outcome = HOST_STOPS;
    c->status = (int)(host_argument(c, 0) & 0xff);
    if (c->status != 0)
        fprintf(stderr, "STOP %d\n", (int)host_argument(c, 0));
}

void library_f_exit(struct host_call *c)
{
    c->outcome = HOST_STOPS;
    c->status = (int)(host_argument(c, 0) & 0xff);
}

void library_f_stop_text(struct host_call *c)
{
    fflush(c->library->out);
    char words[200];
    size_t n = host_argument(c, 1) < sizeof words ? host_argument(c, 1) : sizeof words;
    if (!host_load(c, host_argument(c, 0), words, n))
        return;
    fprintf(stderr, "STOP %.*s\n", (int)n, words);
    c->outcome = HOST_STOPS;
}

/* Returns a copy of text in the program's memory, in a; NULL after a fault. */
static char *fetch_text(struct host_call *c, struct arena *a, uint64_t address, uint64_t bytes)
{
    if (bytes > TEXT_MOST) {
        host_fault(c, "a CHARACTER value of %llu bytes is too long", (unsigned long long)bytes);
        return NULL;
    }
    char *text = arena_alloc(a, bytes + 1);
    return bytes == 0 || host_load(c, address, text, bytes) ? text : NULL;
}

void library_f_move_characters(struct host_call *c)
{
    struct arena a = {0};
    uint64_t room = host_argument(c, 1), n = host_argument(c, 3);
    char *text = fetch_text(c, &a, host_argument(c, 2), n), *to;
    if (text && room > 0 && (to = fetch_text(c, &a, host_argument(c, 0), room)) != NULL) {
        for (uint64_t i = 0; i < room; i++)
            to[i] = i < n ? text[i] : ' ';
        host_store(c, host_argument(c, 0), to, room);
    }
    arena_free(&a);
}

void library_f_compare_characters(struct host_call *c)
{
    struct arena arena = {0};
    uint64_t n = host_argument(c, 1), m = host_argument(c, 3);
    const char *a = fetch_text(c, &arena, host_argument(c, 0), n);
    const char *b = a ? fetch_text(c, &arena, host_argument(c, 2), m) : NULL;
    int order = 0;
    for (uint64_t i = 0; b && order == 0 && (i < n || i < m); i++)
        order = (unsigned char)(i < n ? a[i] : ' ') - (unsigned char)(i < m ? b[i] : ' ');
    c->ipu[0] = (uint64_t)(int64_t)order;
    arena_free(&arena);
}

void library_f_argument_count(struct host_call *c)
{
    c->ipu[0] = (uint64_t)c->library->argc;
}

void library_f_argument(struct host_call *c)
{
    int64_t number = (int64_t)host_argument(c, 0);
    const char *s = number >= 1 && number <= c->library->argc ? c->library->argv[number - 1] : "";
    size_t n = strlen(s);
    for (uint64_t i = 0; i < host_argument(c, 2); i++)
        if (!host_store(c, host_argument(c, 1) + i, i < n ? &s[i] : " ", 1))
            return;
}

void library_f_seconds(struct host_call *c)
{
    c->ipu[0] = double_bits((double)c->clock / CLOCKS_A_SECOND);
}

void library_f_clock(struct host_call *c)
{
    c->ipu[0] = c->clock;
}

void library_cell_number(struct host_call *c)
{
    c->ipu[0] = c->cell;
}

void library_cell_count(struct host_call *c)
{
    c->ipu[0] = c->cells;
}

void library_cell_pause(struct host_call *c)
{
    c->waits = true;
    uint64_t most = 65536, n = host_argument(c, 0);
    c->clocks = n < most ? n : most;
}
