/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes the words of a thread's buffer, and decides when bursts begin and end. Recorded code
 * calls it at any place: it uses no vector registers, and blocks signals.
 *
 * Bursts are limited by their cost, an estimate in nanoseconds that depends on the accesses only,
 * so that the same run has the same bursts. The intervals between them are irregular. Every fourth
 * burst is longer by a factor of 4, every fourth of these by another one, and so on; each of these
 * sizes takes the same part of the cost. A long burst begins whenever the number of executed parts
 * has doubled, and grows with it. */
#include "counts/runtime/records.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    COST_EVENT = 15,
    COST_ACCESS = 6,
    COST_FOLLOWED = 8, /* more, of an access to a line that is followed */
    COST_SEARCHED = 80,
    SHORT_ALLOWANCE = 20000,
    SHORT_GAP = 5,       /* executions between bursts for one unit of cost */
    LONG_SHARE = 3,      /* executions before a long burst for one unit of its allowance, */
    LARGE_FACTOR = 4,    /* which grows if the burst accesses more than REUSE_LINES lines: then */
                         /* each execution needs more time without recording, too */
    LONG_FIRST = 100000, /* executions before the first long burst */
    LONG_LEVELS = 10,
    LINE_LOG = 6
};

/* ---- histograms ---- */

/* Adds to an element of the file's table. */
static void add_count(struct recorder *r, uint64_t number, enum record_kind kind, uint64_t bin,
                      uint64_t n)
{
    uint64_t key = RECORD_KEY + number * RECORD_KEY_NUMBER + kind * RECORD_KEY_KIND + bin;
    uint32_t i = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % RECORD_COUNTS;
    struct record_count *c = r->file->counts;
    for (uint32_t tries = 0; c[i].key != key; i = (i + 1) % RECORD_COUNTS) {
        if (++tries == RECORD_COUNTS / 2) {
            r->file->header.lost += n;
            return;
        }
        if (!c[i].key) {
            c[i].key = key;
            break;
        }
    }
    c[i].n += n;
}

static void add_line(struct recorder *r, uint32_t reference, uint64_t line)
{
    struct reuse_result x = reuse_access(&r->reuse, line);
    bool stores = r->tables->bytes[reference] & RECORD_STORES;
    uint64_t n = UINT64_C(1) << r->reuse.shift;
    r->file->header.accesses++;
    r->cost += COST_ACCESS + (x.followed ? COST_FOLLOWED : 0) + (x.searched ? COST_SEARCHED : 0);
    if (!x.followed)
        return;
    enum record_kind sampled = r->reuse.shift ? RECORD_REUSED_SAMPLED : RECORD_REUSED;
    struct reuse_since since = reuse_since_store(&r->reuse, &x, stores);
    add_count(r, reference, sampled + !x.known, reuse_bin(x.distance), n);
    if (stores)
        add_count(r, reference, RECORD_WRITTEN + sampled + !since.known, since.bin, n);
}

/* ---- words ---- */

/* Adds an access to the lines that it needs. */
static void add_access(struct recorder *r, uint32_t reference, uint64_t address)
{
    uint64_t bytes = r->tables->bytes[reference] & RECORD_BYTES_MOST;
    uint64_t last = (address + (bytes ? bytes - 1 : 0)) >> LINE_LOG;
    for (uint64_t line = address >> LINE_LOG; line <= last; line++)
        add_line(r, reference, line);
}

static void close_event(struct recorder *r)
{
    const struct record_event *e = &r->open[r->n_open - 1];
    if (e->known < e->n)
        return;
    r->events++;
    r->file->header.events++;
    r->cost += COST_EVENT;
    add_count(r, e->part, RECORD_PASSES, 0, 1);
    sampler_add(&r->sampler, e);
    r->n_open--;
}

static void begin_event(struct recorder *r, uint32_t part)
{
    if (part >= r->tables->n_parts)
        return;
    if (r->n_open == OPEN_MOST)
        r->n_open = 0;
    struct record_event *e = &r->open[r->n_open++];
    e->part = part;
    e->n = r->tables->first[part + 1] - r->tables->first[part];
    e->known = 0;
    close_event(r);
}

/* The address belongs to the last event that expects this access; those after it are incomplete. */
static void continue_event(struct recorder *r, uint32_t number, uint64_t address)
{
    while (r->n_open && r->open[r->n_open - 1].known != number)
        r->n_open--;
    if (!r->n_open)
        return;
    struct record_event *e = &r->open[r->n_open - 1];
    e->addresses[e->known++] = address;
    if (address != RECORD_NO_ADDRESS)
        add_access(r, r->tables->first[e->part] + number, address);
    close_event(r);
}

/* Processed words are set to 0: an interrupted part can continue where the buffer was full. */
static void process_words(struct recorder *r, uint64_t *end)
{
    for (uint64_t *w = r->buffer; w < end; w++) {
        uint64_t word = *w, value = word & ((UINT64_C(1) << 48) - 1);
        *w = 0;
        if (word >> 48 == RECORD_WORD_PART)
            begin_event(r, (uint32_t)value);
        else if (word)
            continue_event(r, (uint32_t)(word >> 48), value);
    }
}

/* ---- bursts ---- */

static uint64_t next_random(struct recorder *r)
{
    r->random ^= r->random << 13;
    r->random ^= r->random >> 7;
    r->random ^= r->random << 17;
    return r->random;
}

/* Returns a number between half of the mean and one and a half of it. */
static uint64_t vary(struct recorder *r, uint64_t mean)
{
    return mean / 2 + next_random(r) % (mean + 1);
}

static void begin_burst(struct recorder *r)
{
    r->begun = true;
    r->executed += r->gap;
    r->cost = r->events = 0;
    r->n_open = 0;
    r->is_long = false;
    reuse_begin(&r->reuse, r->burst);
    sampler_begin(&r->sampler, r->burst, r->executed);
    if (r->executed >= r->next_long) {
        r->allowance = r->executed / LONG_SHARE;
        r->is_long = true;
        r->next_long = r->executed + vary(r, r->executed);
    } else {
        uint64_t k = ++r->n_short;
        r->allowance = SHORT_ALLOWANCE;
        for (int level = 0; k % 4 == 0 && level < LONG_LEVELS; k /= 4, level++)
            r->allowance *= 4;
    }
}

static void update_header(struct recorder *r, uint64_t executed)
{
    struct record_header *h = &r->file->header;
    uint64_t lines = reuse_lines(&r->reuse);
    h->executed = r->executed + executed;
    h->bursts = r->burst + 1;
    if (r->reuse.shift > h->shift)
        h->shift = r->reuse.shift;
    if (lines > h->longest_lines) {
        h->longest_lines = lines;
        h->longest_events = r->events;
    }
}

static void end_burst(struct recorder *r, struct record_state *s)
{
    sampler_end(&r->sampler);
    r->executed += (uint64_t)-s->countdown;
    r->gap = vary(r, (r->is_long ? SHORT_ALLOWANCE : r->cost) * SHORT_GAP);
    if (r->gap > r->next_long - r->executed && r->executed < r->next_long)
        r->gap = r->next_long - r->executed;
    r->burst++;
    r->begun = false;
    s->countdown = (int64_t)r->gap;
}

/* The buffer is filled in steps of an eighth of what was recorded, so that little is lost when the
 * process ends. */
static void set_limit(struct recorder *r, struct record_state *s)
{
    uint64_t words = r->file->header.accesses / 8;
    words = words < 512 ? 512 : words > BUFFER_WORDS ? BUFFER_WORDS : words;
    s->position = r->buffer;
    s->limit = r->buffer + words;
}

static void process_buffer(struct recorder *r, struct record_state *s)
{
    uint64_t *end = s->position, *last = r->buffer + BUFFER_WORDS + BUFFER_SLACK;
    if (!r->begun)
        begin_burst(r);
    process_words(r, end < last ? end : last);
    sampler_show(&r->sampler);
    update_header(r, (uint64_t)-s->countdown);
    uint64_t factor = r->is_long && r->reuse.shift ? LARGE_FACTOR : 1;
    if (r->cost >= r->allowance * factor)
        end_burst(r, s);
    set_limit(r, s);
}

static long change_mask(int how, const uint64_t *mask, uint64_t *old)
{
    return syscall(SYS_rt_sigprocmask, how, mask, old, sizeof *mask);
}

/* Called by macs_record_full(). */
__attribute__((used)) void records_process(void);
void records_process(void)
{
    const uint64_t all = ~UINT64_C(0);
    uint64_t before;
    int error = errno;
    struct record_state *s = &macs_record;
    bool blocked = change_mask(SIG_BLOCK, &all, &before) == 0;
    if (s->recorder && s->countdown < 0 && s->position != s->recorder->buffer)
        process_buffer(s->recorder, s);
    if (blocked)
        change_mask(SIG_SETMASK, &before, NULL);
    errno = error;
}

/* The words of the last thread at the end of the process. A process that _exit() or a signal ends
 * loses them. */
__attribute__((destructor)) static void process_last(void)
{
    records_process();
}

RECORD_ENTRY("macs_record_full", "records_process");

/* Begins a burst at the next part. */
static void restart(struct recorder *r, struct record_state *s)
{
    for (int i = 0; i < BUFFER_WORDS + BUFFER_SLACK; i++)
        r->buffer[i] = 0;
    r->gap = 0;
    r->begun = false;
    set_limit(r, s);
    s->recorder = r;
    s->countdown = 0;
}

void recorder_begin(struct recorder *r, struct record_state *s)
{
    r->random = UINT64_C(0x853c49e6748fea9b);
    sampler_init(&r->sampler, r->file);
    r->next_long = LONG_FIRST;
    r->burst = r->executed = r->n_short = 0;
    restart(r, s);
}

void recorder_continue(struct recorder *r, struct record_state *s)
{
    sampler_end(&r->sampler);
    r->burst++;
    r->executed = r->file->header.executed;
    restart(r, s);
}
