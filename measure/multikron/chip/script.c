/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/chip/script.h"
#include "base/array.h"
#include "base/util.h"

#include <string.h>

/* A word of a line, or its end (len 0). */
struct word {
    const char *at;
    size_t len;
    long col;
};
struct reader {
    struct source *source;
    struct diag *diag;
    struct chip_script script;
    struct arena *arena;
    size_t line_number;
    const char *line, *next, *end;
    const char *how;   /* how the line under way is written */
    unsigned cpu;      /* of the accesses that follow */
    bool failed;       /* the line under way is wrong */
    const char *fault; /* of the parameters so far; NULL = none */
    struct where set;  /* the parameter that brought it */
};

/* ---- words ---- */

static bool blank(char ch)
{
    return ch == ' ' || ch == '\t' || ch == '\r';
}

static bool in_word(char ch)
{
    return !blank(ch) && ch != '#' && ch != '=';
}

/* '=' is a word of its own. */
static struct word peek(struct reader *r)
{
    while (r->next < r->end && blank(*r->next))
        r->next++;
    const char *p = r->next;
    if (p < r->end && *p == '=')
        p++;
    else
        while (p < r->end && in_word(*p))
            p++;
    return (struct word){r->next, (size_t)(p - r->next), (long)(r->next - r->line) + 1};
}

static struct word take(struct reader *r)
{
    struct word w = peek(r);
    r->next += w.len;
    return w;
}

static bool is(struct word w, const char *text)
{
    return w.len == strlen(text) && memcmp(w.at, text, w.len) == 0;
}

static struct where where(const struct reader *r, struct word w)
{
    return source_line_where(r->source, r->line_number, w.col);
}

/* Bytes of a word that a message shows. */
static int shown(struct word w)
{
    return w.len < 40 ? (int)w.len : 40;
}

/* A line has one error at most. */
static void wrong(struct reader *r, struct word w, const char *what)
{
    if (r->failed)
        return;
    r->failed = true;
    const char *write = r->how ? "; write '" : "", *how = r->how ? r->how : "";
    if (w.len)
        diag_error(r->diag, where(r, w), "'%.*s' is no %s%s%s%s", shown(w), w.at, what, write, how,
                   r->how ? "'" : "");
    else
        diag_error(r->diag, where(r, w), "a %s is missing%s%s%s", what, write, how,
                   r->how ? "'" : "");
}

/* ---- numbers ---- */

static int digit_of(char ch)
{
    if (ch >= '0' && ch <= '9')
        return ch - '0';
    if ((ch | 32) >= 'a' && (ch | 32) <= 'f')
        return (ch | 32) - 'a' + 10;
    return 99;
}

/* Digits, 0x... or 0b..., '_' between digits; *used gets its bytes. False: none, or too great. */
static bool number_at(struct word w, uint64_t *value, size_t *used)
{
    uint64_t base = 10, v = 0;
    size_t i = 0;
    if (w.len > 2 && w.at[0] == '0' && ((w.at[1] | 32) == 'x' || (w.at[1] | 32) == 'b')) {
        base = (w.at[1] | 32) == 'x' ? 16 : 2;
        i = 2;
    }
    size_t first = i;
    for (; i < w.len; i++) {
        uint64_t digit = (uint64_t)digit_of(w.at[i]);
        if (w.at[i] == '_' && i > first)
            continue;
        if (digit >= base)
            break;
        if (v > (UINT64_MAX - digit) / base)
            return false;
        v = v * base + digit;
    }
    *value = v;
    *used = i;
    return i > first;
}

/* The next word is a number from least to most. */
static uint64_t number(struct reader *r, uint64_t least, uint64_t most, const char *what)
{
    struct word w = take(r);
    uint64_t value = 0;
    size_t used = 0;
    if (number_at(w, &value, &used) && used == w.len && value >= least && value <= most)
        return value;
    wrong(r, w, what);
    return least;
}

static bool more(struct reader *r)
{
    return peek(r).len > 0;
}

static const struct unit {
    const char *name;
    uint64_t seconds, parts; /* seconds / parts of a second */
} units[] = {
    {"ns", 1, 1000000000}, {"us", 1, 1000000}, {"ms", 1, 1000}, {"s", 1, 1},
    {"min", 60, 1},        {"h", 3600, 1},     {"", 0, 0},
};

/* A number of node clocks, or of a unit of time, of which whole node clocks are taken. */
static uint64_t duration(struct reader *r)
{
    static const char what[] =
        "time (a number of node clocks, or one with ns, us, ms, s, min or h)";
    struct word w = take(r), unit = w;
    uint64_t value = 0;
    size_t used = 0;
    bool is_number = number_at(w, &value, &used);
    unit.at += used, unit.len -= used;
    for (const struct unit *u = units; is_number; u++) {
        uint64_t clocks = u->seconds * r->script.params.node_hz;
        if (u->seconds == 0 && (!is(unit, "") || value > CHIP_LAST_CLOCK))
            break;
        if (!is(unit, u->name))
            continue;
        if (u->seconds == 0)
            return value;
        if (value > CHIP_LAST_CLOCK / clocks)
            break;
        return value * clocks / u->parts;
    }
    wrong(r, w, what);
    return 0;
}

/* ---- what follows the word of a line ---- */

/* NAME, NAME[INDEX] or an address. */
static unsigned address(struct reader *r)
{
    static const char what[] = "register (a name of table A-1, as csr or counter[3], or an address "
                               "from 0 to 127)";
    struct word w = take(r);
    if (w.len && w.at[0] >= '0' && w.at[0] <= '9') {
        r->next -= w.len;
        return (unsigned)number(r, 0, CHIP_ADDRESSES - 1, what);
    }
    const char *open = w.len ? memchr(w.at, '[', w.len) : NULL;
    size_t name = open ? (size_t)(open - w.at) : w.len, used = 0;
    uint64_t index = 0;
    unsigned first = 0, count = 0;
    bool right = chip_register_named(w.at, name, &first, &count);
    if (right && open) {
        struct word inner = {open + 1, w.len - name - 1, w.col};
        right = number_at(inner, &index, &used) && used + 1 == inner.len && inner.at[used] == ']' &&
                index < count;
    }
    if (!right)
        wrong(r, w, what);
    return first + (unsigned)index;
}

static void read_param(struct reader *r, struct word name)
{
    struct chip_params *p = &r->script.params;
#define PARAM(field, text, least, most)                                                            \
    if (is(name, text)) {                                                                          \
        p->field = number(r, least, most, "number from " #least " to " #most);                     \
        return;                                                                                    \
    }
#include "measure/multikron/chip/params.def"
#undef PARAM
    wrong(r, name,
          "parameter (they are"
#define PARAM(field, text, least, most) " " text
#include "measure/multikron/chip/params.def"
#undef PARAM
          ")");
}

/* A fault of several parameters may be mended by the next one; it is told at the end, at the place
 * where it came. */
static void read_set(struct reader *r, struct chip_step *s)
{
    struct word name = take(r);
    (void)s;
    if (r->script.n) {
        r->failed = true;
        diag_error(r->diag, where(r, name), "parameters come before all steps; move this line up");
        r->next = r->end;
        return;
    }
    read_param(r, name);
    const char *fault = chip_params_fault(&r->script.params);
    if (fault != r->fault)
        r->set = where(r, name);
    r->fault = fault;
}

static void read_cpu(struct reader *r, struct chip_step *s)
{
    (void)s;
    r->cpu = (unsigned)number(r, 0, CHIP_CPUS - 1, "CPU ID line (0-7)");
}

static void read_read(struct reader *r, struct chip_step *s)
{
    s->address = address(r);
    s->expects = is(peek(r), "=");
    if (!s->expects)
        return;
    take(r);
    s->value = number(r, 0, UINT64_MAX, "value");
}

static void read_write(struct reader *r, struct chip_step *s)
{
    s->address = address(r);
    s->value = more(r) ? number(r, 0, UINT64_MAX, "value") : 0;
}

static void read_clocks(struct reader *r, struct chip_step *s)
{
    s->clocks = duration(r);
}

static void read_edges(struct reader *r, struct chip_step *s)
{
    s->counter = (unsigned)number(r, 0, SAMPLE_COUNTERS - 1, "counter (0-15)");
    s->value = more(r) ? number(r, 0, UINT64_MAX, "number") : 1;
}

static void read_fifo_free(struct reader *r, struct chip_step *s)
{
    s->levels = (unsigned)number(r, 0, 1, "level (0 or 1)");
    if (!is(peek(r), "in"))
        return;
    take(r);
    s->clocks = duration(r);
}

static void read_test_pin(struct reader *r, struct chip_step *s)
{
    s->levels = (unsigned)number(r, 0, 1, "level (0 or 1)");
}

static void read_hardware_reset(struct reader *r, struct chip_step *s)
{
    struct word w = peek(r);
    s->clocks = w.len ? duration(r) : CHIP_RESET_CLOCKS;
    if (s->clocks < CHIP_RESET_CLOCKS)
        wrong(r, w, "reset of at least 5 node clocks");
    s->levels =
        more(r) ? (unsigned)number(r, 0, CHIP_WAIT_STATES - 1, "number of wait states (0-3)") : 0;
}

static void read_counts(struct reader *r, struct chip_step *s)
{
    (void)r, (void)s;
}

/* ---- lines ---- */

static const struct line_kind {
    const char *word;
    void (*read)(struct reader *r, struct chip_step *s);
    const char *how;
} kinds[] = {
#define WORD(KIND, word, reader, how) {word, read_##reader, how},
#include "measure/multikron/chip/words.def"
#undef WORD
};
enum { KINDS = COUNT_OF(kinds) };

/* Index into kinds; KINDS = an error is given. */
static int kind_of(struct reader *r, struct word w)
{
    for (int i = 0; i < KINDS; i++)
        if (is(w, kinds[i].word))
            return i;
    wrong(r, w,
          "step (they are repeat"
#define WORD(KIND, word, reader, how) " " word
#include "measure/multikron/chip/words.def"
#undef WORD
          ")");
    return KINDS;
}

static void read_line(struct reader *r)
{
    struct chip_step s = {.times = 1, .cpu = r->cpu};
    struct word w = peek(r);
    if (!w.len)
        return;
    take(r);
    s.where = where(r, w);
    if (is(w, "repeat")) {
        r->how = "repeat NUMBER STEP";
        s.times = number(r, 1, UINT64_MAX, "number of times (1 or more)");
        w = take(r);
    }
    r->how = NULL;
    int kind = r->failed ? KINDS : kind_of(r, w);
    if (kind == KINDS)
        return;
    s.kind = (enum chip_step_kind)kind;
    r->how = kinds[kind].how;
    kinds[kind].read(r, &s);
    if (more(r))
        wrong(r, peek(r), "part of this step");
    if (!r->failed && s.kind != STEP_SET && s.kind != STEP_CPU)
        *ARENA_PUSH(r->arena, r->script.at, r->script.n) = s;
}

struct chip_script chip_script_read(struct arena *a, struct source *s, struct diag *d)
{
    struct reader r = {.source = s, .diag = d, .arena = a, .script = {.params = chip_defaults()}};
    size_t lines = source_line_count(s), len;
    for (r.line_number = 1; r.line_number <= lines; r.line_number++) {
        r.line = r.next = source_line(s, r.line_number, &len);
        r.end = r.line + len;
        r.failed = false;
        read_line(&r);
    }
    if (r.fault) {
        diag_error(d, r.set, "%s", r.fault);
        r.script.params = chip_defaults();
    }
    return r.script;
}

/* ---- doing them ---- */

struct chip_access chip_step_do(struct chip *c, const struct chip_step *s)
{
    struct chip_access done = {.done = s->clocks <= CHIP_LAST_CLOCK &&
                                       c->clock <= CHIP_LAST_CLOCK - s->clocks};
    if (!done.done)
        return done;
    switch (s->kind) {
    case STEP_READ:
        return chip_read(c, s->address, s->cpu);
    case STEP_WRITE:
        return chip_write(c, s->address, s->value, s->cpu);
    case STEP_CLOCKS:
        chip_advance(c, s->clocks);
        break;
    case STEP_EDGES:
        chip_edges(c, s->counter, s->value);
        break;
    case STEP_FIFO_FREE:
        chip_fifo_free(c, s->levels, s->clocks);
        break;
    case STEP_TEST_PIN:
        chip_test_pin(c, s->levels);
        break;
    case STEP_HARDWARE_RESET:
        chip_hardware_reset(c, s->clocks, s->levels);
        break;
    case STEP_SET:
    case STEP_CPU:
    case STEP_COUNTS:
        break;
    }
    return done;
}
