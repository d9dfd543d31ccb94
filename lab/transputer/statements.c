/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of a script. */
#include "lab/transputer/reader.h"

#include <math.h>
#include <string.h>

enum { MOST_DEEP = 100, MOST_BYTES = 1000000, MOST_TIMES = 1000000000, WORD_BYTES = 4 };

static struct tp_block read_block(struct script_reader *r, const struct script_line *head);

static const struct script_form forms[TP_KINDS] = {
#define TP(NAME, word, operands, meaning) {word, operands},
#include "lab/transputer/statements.def"
#undef TP
};

/* Reports words after the last operand. Returns false if there are any. */
static bool check_end(struct script_reader *r, const struct script_line *l, size_t i,
                      enum tp_kind kind)
{
    if (i == l->n_words)
        return true;
    script_usage(r, l, i, forms[kind].word, forms[kind].operands);
    return false;
}

static bool read_compute(struct script_reader *r, const struct script_line *l,
                         struct tp_statement *s)
{
    size_t i = 1;
    double us;
    if (!script_time(r, l, &i, true, &us))
        return false;
    s->cycles = (uint64_t)fmax(1, round(us * r->p->parameters.megahertz));
    s->safe = !(i < l->n_words && strcmp(l->words[i].text, "unbroken") == 0);
    return check_end(r, l, i + !s->safe, TP_COMPUTE);
}

static bool read_wait(struct script_reader *r, const struct script_line *l, struct tp_statement *s)
{
    size_t i = 1;
    double us;
    if (!script_time(r, l, &i, false, &us))
        return false;
    s->ticks = (uint64_t)fmax(1, round(us));
    return check_end(r, l, i, TP_WAIT);
}

/* Checks that both sides of a channel move the same number of bytes. */
static bool check_bytes(struct script_reader *r, const struct script_line *l,
                        const struct tp_statement *s)
{
    long *bytes = &r->bytes[s->channel];
    if (*bytes && *bytes != s->bytes) {
        script_error(r, l, 1,
                     "messages on '%s' have %ld bytes in line %zu, but %ld here: both sides must "
                     "agree",
                     l->words[1].text, *bytes, r->bytes_line[s->channel], s->bytes);
        return false;
    }
    *bytes = s->bytes;
    r->bytes_line[s->channel] = l->n;
    return true;
}

static bool read_message(struct script_reader *r, const struct script_line *l,
                         struct tp_statement *s)
{
    s->bytes = WORD_BYTES;
    if (l->n_words < 2)
        return check_end(r, l, 1 + l->n_words, s->kind);
    s->channel = script_find(r, l, 1, NAME_CHANNEL);
    if (s->channel < 0)
        return false;
    if (l->n_words > 2 && !script_whole(r, l, 2, 1, MOST_BYTES, &s->bytes))
        return false;
    return check_end(r, l, l->n_words > 2 ? 3 : 2, s->kind) && check_bytes(r, l, s);
}

/* Returns whether the block has statements; reports an error if not. */
static bool check_has_statements(struct script_reader *r, const struct script_line *l,
                                 const struct tp_block *b)
{
    if (b->n == 0)
        script_error(r, l, 0, "'%s' needs statements on the lines below it, with more indentation",
                     l->words[0].text);
    return b->n > 0;
}

static bool read_repeat(struct script_reader *r, const struct script_line *l,
                        struct tp_statement *s)
{
    s->times = -1;
    bool good = l->n_words < 2 || script_whole(r, l, 1, 1, MOST_TIMES, &s->times);
    good = good && check_end(r, l, l->n_words < 2 ? 1 : 2, TP_REPEAT);
    long before = r->d->errors;
    s->body = read_block(r, l);
    return good && (r->d->errors > before || check_has_statements(r, l, &s->body));
}

/* Returns the next line if it is indented more than head; else NULL. */
static const struct script_line *line_below(const struct script_reader *r,
                                            const struct script_line *head)
{
    return r->at < r->n && r->lines[r->at].indent > head->indent ? &r->lines[r->at] : NULL;
}

static void skip_below(struct script_reader *r, const struct script_line *head)
{
    while (line_below(r, head))
        r->at++;
}

/* Reads the branches of a statement. lack: what a statement without branches needs. Returns false
 * after a message. */
static bool read_branches(struct script_reader *r, const struct script_line *l,
                          struct tp_statement *s,
                          bool (*read_branch)(struct script_reader *r, const struct script_line *l,
                                              struct tp_statement *s),
                          const char *lack)
{
    bool good = check_end(r, l, 1, s->kind);
    for (const struct script_line *b; (b = line_below(r, l));) {
        r->at++;
        good = read_branch(r, b, s) && good;
    }
    if (good && s->n_branches == 0)
        script_error(r, l, 0, "'%s' needs %s below it", forms[s->kind].word, lack);
    return good && s->n_branches > 0;
}

static bool read_sub_process(struct script_reader *r, const struct script_line *l,
                             struct tp_statement *s)
{
    if (strcmp(l->words[0].text, "branch") != 0 || l->n_words > 1) {
        script_error(r, l, 0, "expected 'branch' below 'par', once for each sub-process");
        skip_below(r, l);
        return false;
    }
    struct tp_block body = read_block(r, l);
    *ARENA_PUSH(r->a, s->branches, s->n_branches) = body;
    return true;
}

static bool read_par(struct script_reader *r, const struct script_line *l, struct tp_statement *s)
{
    return read_branches(r, l, s, read_sub_process, "a 'branch' for each sub-process");
}

/* Reads a branch of an alternative: its guard and its statements. */
static bool read_guard(struct script_reader *r, const struct script_line *l, struct tp_statement *s)
{
    struct tp_statement guard = {.line = (long)l->n};
    bool channel = strcmp(l->words[0].text, forms[TP_RECEIVE].word) == 0;
    struct tp_block branch = {0};
    guard.kind = channel ? TP_RECEIVE : TP_WAIT;
    bool good = channel ? read_message(r, l, &guard) : read_wait(r, l, &guard);
    if (channel)
        *ARENA_PUSH(r->a, branch.at, branch.n) = guard;
    struct tp_block body = read_block(r, l);
    for (size_t i = 0; i < body.n; i++)
        *ARENA_PUSH(r->a, branch.at, branch.n) = body.at[i];
    size_t n = s->n_branches;
    *ARENA_PUSH(r->a, s->guards, n) =
        (struct tp_guard){.channel = channel ? guard.channel : -1, .ticks = guard.ticks};
    *ARENA_PUSH(r->a, s->branches, s->n_branches) = branch;
    return good;
}

static bool read_alternative(struct script_reader *r, const struct script_line *l,
                             struct tp_statement *s)
{
    const char *word = l->words[0].text;
    if (strcmp(word, forms[TP_RECEIVE].word) == 0 || strcmp(word, forms[TP_WAIT].word) == 0)
        return read_guard(r, l, s);
    script_error(r, l, 0,
                 "expected 'receive CHANNEL' or 'wait TIME' below 'alt', for each message or time "
                 "to wait for");
    skip_below(r, l);
    return false;
}

static bool read_alt(struct script_reader *r, const struct script_line *l, struct tp_statement *s)
{
    return read_branches(r, l, s, read_alternative, "a 'receive' or a 'wait'");
}

static bool read_call(struct script_reader *r, const struct script_line *l, struct tp_statement *s)
{
    if (l->n_words != 2)
        return check_end(r, l, 1 + l->n_words, TP_CALL);
    s->procedure = script_find(r, l, 1, NAME_PROCEDURE);
    return s->procedure >= 0;
}

static bool read_monitor(struct script_reader *r, const struct script_line *l,
                         struct tp_statement *s)
{
    for (size_t i = 1; i < l->n_words; i++) {
        int channel = script_find(r, l, i, NAME_CHANNEL);
        if (channel < 0)
            return false;
        *ARENA_PUSH(r->a, s->channels, s->n_channels) = channel;
    }
    return true;
}

static bool (*const read_operands[TP_KINDS])(struct script_reader *, const struct script_line *,
                                             struct tp_statement *) = {
    [TP_COMPUTE] = read_compute, [TP_SEND] = read_message,  [TP_RECEIVE] = read_message,
    [TP_WAIT] = read_wait,       [TP_REPEAT] = read_repeat, [TP_PAR] = read_par,
    [TP_ALT] = read_alt,         [TP_CALL] = read_call,     [TP_MONITOR] = read_monitor};

/* Reads the statement of the line before r->at, with all statements that belong to it. */
static bool read_statement(struct script_reader *r, const struct script_line *l, bool first,
                           struct tp_statement *s)
{
    size_t kind = script_form_of(forms, TP_KINDS, l->words[0].text);
    *s = (struct tp_statement){.kind = (enum tp_kind)kind, .line = (long)l->n};
    bool good = kind < TP_KINDS;
    if (!good)
        script_unknown_form(r, l, "statement", forms, TP_KINDS);
    else if (s->kind == TP_MONITOR && !(r->process && r->deep == 1 && first)) {
        script_error(r, l, 0, "'monitor' is only allowed as the first statement of a process");
        good = false;
    } else
        good = read_operands[s->kind](r, l, s);
    if (good && line_below(r, l))
        script_error(r, &r->lines[r->at], 0,
                     "this line is indented, but '%s' has no statements: align it with "
                     "'%s'",
                     l->words[0].text, l->words[0].text);
    skip_below(r, l);
    return good;
}

static struct tp_block read_block(struct script_reader *r, const struct script_line *head)
{
    struct tp_block block = {0};
    const struct script_line *l = line_below(r, head);
    long indent = l ? l->indent : 0;
    r->deep++;
    if (l && r->deep > MOST_DEEP) {
        script_error(r, l, 0, "statements may be nested at most %d deep", MOST_DEEP);
        skip_below(r, head);
    }
    for (bool first = true; (l = line_below(r, head)); first = false) {
        struct tp_statement s;
        r->at++;
        if (l->indent != indent)
            script_error(r, l, 0,
                         "the indentation of this line is %ld, but that of the first line of its "
                         "block is %ld; indent them equally",
                         l->indent, indent);
        if (read_statement(r, l, first, &s))
            *ARENA_PUSH(r->a, block.at, block.n) = s;
    }
    r->deep--;
    return block;
}

struct tp_block script_block(struct script_reader *r, const struct script_line *head, bool process)
{
    r->process = process;
    return read_block(r, head);
}
