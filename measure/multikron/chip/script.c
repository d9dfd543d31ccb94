/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/chip/script.h"
#include "base/array.h"
#include "base/util.h"

#include <string.h>

/* A word of a line; len 0 = the end of the line. */
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
    const char *syntax;        /* of the current line */
    unsigned cpu;              /* of the following accesses */
    bool failed;               /* the current line is invalid */
    bool params_failed;        /* the value of a parameter is invalid */
    const char *params_error;  /* message about the parameters that were set; NULL = valid */
    struct where params_where; /* of the parameter that caused it */
};

/* ---- words ---- */

static bool is_blank(char ch)
{
    return ch == ' ' || ch == '\t' || ch == '\r';
}

static bool is_word_char(char ch)
{
    return !is_blank(ch) && ch != '#' && ch != '=';
}

/* Returns the next word without reading it. '=' is a separate word. */
static struct word peek_word(struct reader *r)
{
    while (r->next < r->end && is_blank(*r->next))
        r->next++;
    const char *p = r->next;
    if (p < r->end && *p == '=')
        p++;
    else
        while (p < r->end && is_word_char(*p))
            p++;
    return (struct word){r->next, (size_t)(p - r->next), (long)(r->next - r->line) + 1};
}

static struct word next_word(struct reader *r)
{
    struct word w = peek_word(r);
    r->next += w.len;
    return w;
}

static bool word_equals(struct word w, const char *text)
{
    return w.len == strlen(text) && memcmp(w.at, text, w.len) == 0;
}

static struct where word_where(const struct reader *r, struct word w)
{
    return source_line_where(r->source, r->line_number, w.col);
}

/* Returns the number of bytes of a word that a message shows. */
static int shown_bytes(struct word w)
{
    return w.len < 40 ? (int)w.len : 40;
}

/* Reports that a word is not what, or is missing; only the first error of a line is reported. */
static void report_word(struct reader *r, struct word w, const char *what)
{
    if (r->failed)
        return;
    r->failed = true;
    const char *write = r->syntax ? "; syntax: '" : "", *syntax = r->syntax ? r->syntax : "";
    if (w.len)
        diag_error(r->diag, word_where(r, w), "'%.*s' is not a %s%s%s%s", shown_bytes(w), w.at,
                   what, write, syntax, r->syntax ? "'" : "");
    else
        diag_error(r->diag, word_where(r, w), "a %s is missing%s%s%s", what, write, syntax,
                   r->syntax ? "'" : "");
}

/* ---- numbers ---- */

static int digit_value(char ch)
{
    if (ch >= '0' && ch <= '9')
        return ch - '0';
    if ((ch | 32) >= 'a' && (ch | 32) <= 'f')
        return (ch | 32) - 'a' + 10;
    return 99;
}

/* Reads a number at the beginning of a word: digits, 0x... or 0b..., with '_' between digits. *used
 * is its length. Returns false if there is none or it exceeds 64 bits. */
static bool parse_number(struct word w, uint64_t *value, size_t *used)
{
    uint64_t base = 10, v = 0;
    size_t i = 0;
    if (w.len > 2 && w.at[0] == '0' && ((w.at[1] | 32) == 'x' || (w.at[1] | 32) == 'b')) {
        base = (w.at[1] | 32) == 'x' ? 16 : 2;
        i = 2;
    }
    size_t first = i;
    for (; i < w.len; i++) {
        uint64_t digit = (uint64_t)digit_value(w.at[i]);
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

/* Reads the next word, a number from least to most; what describes it in messages. Returns least
 * after an error. */
static uint64_t read_number(struct reader *r, uint64_t least, uint64_t most, const char *what)
{
    struct word w = next_word(r);
    uint64_t value = 0;
    size_t used = 0;
    if (parse_number(w, &value, &used) && used == w.len && value >= least && value <= most)
        return value;
    report_word(r, w, what);
    return least;
}

static bool has_operand(struct reader *r)
{
    return peek_word(r).len > 0;
}

static const struct unit {
    const char *name;
    uint64_t seconds, parts; /* seconds / parts of a second */
} units[] = {
    {"ns", 1, 1000000000}, {"us", 1, 1000000}, {"ms", 1, 1000}, {"s", 1, 1},
    {"min", 60, 1},        {"h", 3600, 1},     {"", 0, 0},
};

/* Reads a time: a number of node clocks, or a number with a unit, rounded down to node clocks. */
static uint64_t read_duration(struct reader *r)
{
    static const char what[] =
        "time (a whole number of node clocks, or a whole number with unit ns, us, ms, s, min or h)";
    struct word w = next_word(r), unit = w;
    uint64_t value = 0;
    size_t used = 0;
    bool is_number = parse_number(w, &value, &used);
    unit.at += used, unit.len -= used;
    for (const struct unit *u = units; is_number; u++) {
        uint64_t clocks = u->seconds * r->script.params.node_hz;
        if (u->seconds == 0 && (!word_equals(unit, "") || value > CHIP_LAST_CLOCK))
            break;
        if (!word_equals(unit, u->name))
            continue;
        if (u->seconds == 0)
            return value;
        if (value > CHIP_LAST_CLOCK / clocks)
            break;
        return value * clocks / u->parts;
    }
    report_word(r, w, what);
    return 0;
}

/* ---- the operands of each step ---- */

/* Reads a register: NAME, NAME[INDEX] or an address. */
static unsigned read_address(struct reader *r)
{
    static const char what[] = "register (a name of table A-1, such as csr or counter[3], or an "
                               "address from 0 to 127)";
    struct word w = next_word(r);
    if (w.len && w.at[0] >= '0' && w.at[0] <= '9') {
        r->next -= w.len;
        return (unsigned)read_number(r, 0, CHIP_ADDRESSES - 1, what);
    }
    const char *open = w.len ? memchr(w.at, '[', w.len) : NULL;
    size_t name = open ? (size_t)(open - w.at) : w.len, used = 0;
    uint64_t index = 0;
    unsigned first = 0, count = 0;
    bool ok = chip_find_register(w.at, name, &first, &count);
    if (ok && open) {
        struct word inner = {open + 1, w.len - name - 1, w.col};
        ok = parse_number(inner, &index, &used) && used + 1 == inner.len && inner.at[used] == ']' &&
             index < count;
    }
    if (!ok)
        report_word(r, w, what);
    return first + (unsigned)index;
}

/* Reads the width of the bus in bits, 32 or 64. Returns 32 after an error. */
static uint64_t read_bus_width(struct reader *r)
{
    static const char what[] = "bus width (32 or 64)";
    struct word w = peek_word(r);
    uint64_t bits = read_number(r, 32, 64, what);
    if (bits == 32 || bits == 64)
        return bits;
    report_word(r, w, what);
    return 32;
}

static void read_param(struct reader *r, struct word name)
{
    struct chip_params *p = &r->script.params;
#define PARAM(field, text, least, most)                                                            \
    if (word_equals(name, text)) {                                                                 \
        p->field = strcmp(text, "bus") == 0                                                        \
                       ? read_bus_width(r)                                                         \
                       : read_number(r, least, most, "number from " #least " to " #most);          \
        return;                                                                                    \
    }
#include "measure/multikron/chip/params.def"
#undef PARAM
    report_word(r, name,
                "parameter (parameters:"
#define PARAM(field, text, least, most) " " text
#include "measure/multikron/chip/params.def"
#undef PARAM
                ")");
}

/* A later parameter may resolve a conflict between parameters. So the conflict is reported after
 * the last line, with the location of the parameter that caused it. */
static void read_set(struct reader *r, struct chip_step *s)
{
    struct word name = next_word(r);
    (void)s;
    if (r->script.n) {
        r->failed = true;
        diag_error(r->diag, word_where(r, name),
                   "parameters are set before the first step; move this line up");
        r->next = r->end;
        return;
    }
    read_param(r, name);
    r->params_failed |= r->failed;
    const char *error = r->params_failed ? NULL : chip_params_error(&r->script.params);
    if (error != r->params_error)
        r->params_where = word_where(r, name);
    r->params_error = error;
}

static void read_cpu(struct reader *r, struct chip_step *s)
{
    (void)s;
    r->cpu = (unsigned)read_number(r, 0, CHIP_CPUS - 1, "CPU ID line (0-7)");
}

static void read_read(struct reader *r, struct chip_step *s)
{
    s->address = read_address(r);
    s->expects = word_equals(peek_word(r), "=");
    if (!s->expects)
        return;
    next_word(r);
    s->value = read_number(r, 0, UINT64_MAX, "value");
}

static void read_write(struct reader *r, struct chip_step *s)
{
    s->address = read_address(r);
    s->value = has_operand(r) ? read_number(r, 0, UINT64_MAX, "value") : 0;
}

static void read_clocks(struct reader *r, struct chip_step *s)
{
    s->clocks = read_duration(r);
}

static void read_edges(struct reader *r, struct chip_step *s)
{
    s->counter = (unsigned)read_number(r, 0, SAMPLE_COUNTERS - 1, "counter (0-15)");
    s->value = has_operand(r) ? read_number(r, 0, UINT64_MAX, "number") : 1;
}

static void read_fifo_free(struct reader *r, struct chip_step *s)
{
    s->levels = (unsigned)read_number(r, 0, 1, "level (0 or 1)");
    if (!word_equals(peek_word(r), "in"))
        return;
    next_word(r);
    s->clocks = read_duration(r);
}

static void read_test_pin(struct reader *r, struct chip_step *s)
{
    s->levels = (unsigned)read_number(r, 0, 1, "level (0 or 1)");
}

static void read_hardware_reset(struct reader *r, struct chip_step *s)
{
    struct word w = peek_word(r);
    s->clocks = w.len ? read_duration(r) : CHIP_RESET_CLOCKS;
    if (s->clocks < CHIP_RESET_CLOCKS)
        report_word(r, w, "time of at least 5 node clocks");
    s->levels = has_operand(r) ? (unsigned)read_number(r, 0, CHIP_WAIT_STATES - 1,
                                                       "number of wait states (0-3)")
                               : 0;
}

static void read_counts(struct reader *r, struct chip_step *s)
{
    (void)r, (void)s;
}

/* ---- lines ---- */

static const struct line_kind {
    const char *word;
    void (*read)(struct reader *r, struct chip_step *s);
    const char *syntax;
} kinds[] = {
#define WORD(KIND, word, reader, syntax) {word, read_##reader, syntax},
#include "measure/multikron/chip/words.def"
#undef WORD
};
enum { KINDS = COUNT_OF(kinds) };

/* Returns the index of a step in kinds, or KINDS after an error. */
static int find_kind(struct reader *r, struct word w)
{
    for (int i = 0; i < KINDS; i++)
        if (word_equals(w, kinds[i].word))
            return i;
    static const char steps[] = "repeat"
#define WORD(KIND, word, reader, syntax) " " word
#include "measure/multikron/chip/words.def"
#undef WORD
        ;
    if (r->failed)
        return KINDS;
    r->failed = true;
    if (w.len)
        diag_error(r->diag, word_where(r, w), "'%.*s' is not a step (steps: %s)", shown_bytes(w),
                   w.at, steps);
    else
        diag_error(r->diag, word_where(r, w),
                   "repeat must be followed by a number and a step on the same line (steps: %s)",
                   steps);
    return KINDS;
}

static void read_line(struct reader *r)
{
    struct chip_step s = {.times = 1, .cpu = r->cpu};
    struct word w = peek_word(r);
    if (!w.len)
        return;
    next_word(r);
    s.where = word_where(r, w);
    if (word_equals(w, "repeat")) {
        r->syntax = "repeat NUMBER STEP";
        s.times = read_number(r, 1, UINT64_MAX, "number of times (1 or more)");
        w = next_word(r);
    }
    r->syntax = NULL;
    int kind = r->failed ? KINDS : find_kind(r, w);
    if (kind == KINDS)
        return;
    s.kind = (enum chip_step_kind)kind;
    r->syntax = kinds[kind].syntax;
    kinds[kind].read(r, &s);
    if (has_operand(r))
        report_word(r, peek_word(r), "valid operand of this step");
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
    if (r.params_error)
        diag_error(d, r.params_where, "%s", r.params_error);
    if (chip_params_error(&r.script.params))
        r.script.params = chip_defaults();
    return r.script;
}

/* ---- execution ---- */

struct chip_access chip_do_step(struct chip *c, const struct chip_step *s)
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
        chip_set_fifo_free(c, s->levels, s->clocks);
        break;
    case STEP_TEST_PIN:
        chip_set_test_pin(c, s->levels);
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
