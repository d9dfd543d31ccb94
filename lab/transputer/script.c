/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations of a script. */
#include "lab/transputer/script.h"

#include "lab/transputer/parameters.h"
#include "lab/transputer/reader.h"

#include <string.h>

enum { MOST_LETTERS = 64, MOST_CHANNELS = 20000, MOST_WORDS = 65536, USUAL_WORDS = 16 };
/* Maximum of each kind: 256 procedures, because the uses of channels are stored for each. */
static const size_t most_names[NAME_KINDS] = {[NAME_TRANSPUTER] = 1024,
                                              [NAME_CHANNEL] = MOST_CHANNELS,
                                              [NAME_PROCEDURE] = 256,
                                              [NAME_PROCESS] = 20000};
static const double most_seconds = 3600;

enum declaration {
#define DECLARATION(name, operands, meaning) DECLARATION_##name,
#include "lab/transputer/declarations.def"
#undef DECLARATION
    DECLARATIONS
};
static const struct script_form forms[DECLARATIONS] = {
#define DECLARATION(name, operands, meaning) {#name, operands},
#include "lab/transputer/declarations.def"
#undef DECLARATION
};

static const char *const monitors[TP_MONITORS] = {
#define MONITOR(NAME, word, meaning) word,
#include "lab/transputer/monitors.def"
#undef MONITOR
};

enum tp_monitor tp_monitor_of(const char *word)
{
    enum tp_monitor m = 0;
    while (m < TP_MONITORS && strcmp(monitors[m], word) != 0)
        m++;
    return m;
}

static bool report_form(struct script_reader *r, const struct script_line *l, size_t i,
                        enum declaration what)
{
    script_usage(r, l, i, forms[what].word, forms[what].operands);
    return false;
}

/* Returns whether word i exists and equals the text. */
static bool word_is(const struct script_line *l, size_t i, const char *word)
{
    return i < l->n_words && strcmp(l->words[i].text, word) == 0;
}

/* Returns whether a name is safe to print: it contains no control characters. */
static bool name_is_plain(struct script_reader *r, const struct script_line *l)
{
    const char *name = l->words[1].text;
    size_t n = 0;
    while (name[n] > ' ' && name[n] <= '~')
        n++;
    if (name[n])
        script_error(r, l, 1, "a name consists of letters, digits and signs of ASCII");
    else if (n > MOST_LETTERS)
        script_error(r, l, 1, "a name has at most %d characters, not %zu", MOST_LETTERS, n);
    return !name[n] && n <= MOST_LETTERS;
}

/* Declares the name in word 1 as number n of its kind. Returns NULL after a message. */
static const char *declare_name(struct script_reader *r, const struct script_line *l,
                                enum script_name kind, size_t n, enum declaration what)
{
    if (l->n_words < 2)
        return report_form(r, l, 1, what), NULL;
    if (!name_is_plain(r, l))
        return NULL;
    const char *name = name_of(&r->names, l->words[1].text, strlen(l->words[1].text));
    uint32_t *at = name_index_at(&r->index, name, kind);
    if (*at != NAME_INDEX_NONE)
        script_error(r, l, 1, "a %s '%s' is already declared", forms[what].word, name);
    else if (n >= most_names[kind])
        script_error(r, l, 1, "at most %zu declarations of the kind '%s' are possible",
                     most_names[kind], forms[what].word);
    else {
        *at = (uint32_t)n;
        return arena_strdup(r->a, name);
    }
    return NULL;
}

/* Returns the only transputer, for declarations that name none; -1 after a message. */
static int only_transputer(struct script_reader *r, const struct script_line *l)
{
    if (r->p->n_transputers == 1)
        return 0;
    if (r->p->n_transputers == 0)
        script_error(r, l, 0, "no transputer is declared: write 'transputer NAME' above this line");
    else
        script_error(r, l, l->n_words, "name the transputer with 'on': %zu are declared",
                     r->p->n_transputers);
    return -1;
}

static bool read_run(struct script_reader *r, const struct script_line *l)
{
    size_t i = 1;
    double us;
    if (!script_time(r, l, &i, true, &us))
        return false;
    r->p->seconds = us / 1e6;
    if (r->p->seconds > most_seconds) {
        script_error(r, l, 1, "a run lasts at most %.0f s", most_seconds);
        return false;
    }
    return i == l->n_words || report_form(r, l, i, DECLARATION_run);
}

static bool read_transputer(struct script_reader *r, const struct script_line *l)
{
    struct tp_transputer t = {
        .name = declare_name(r, l, NAME_TRANSPUTER, r->p->n_transputers, DECLARATION_transputer)};
    if (!t.name)
        return false;
    *ARENA_PUSH(r->a, r->p->transputers, r->p->n_transputers) = t;
    if (l->n_words == 2)
        return true;
    if (!word_is(l, 2, "monitor") || l->n_words != 4)
        return report_form(r, l, 2, DECLARATION_transputer);
    t.monitor = tp_monitor_of(l->words[3].text);
    if (t.monitor == TP_MONITORS) {
        script_error(r, l, 3, "expected a monitor (none, process, cpu or tm), not '%s'",
                     l->words[3].text);
        return false;
    }
    r->p->transputers[r->p->n_transputers - 1] = t;
    return true;
}

static bool channel_ends(struct script_reader *r, const struct script_line *l, struct tp_channel *c)
{
    if (l->n_words == 2)
        c->from = c->to = only_transputer(r, l);
    else if (word_is(l, 2, "on") && l->n_words == 4)
        c->from = c->to = script_find(r, l, 3, NAME_TRANSPUTER);
    else if (word_is(l, 2, "from") && word_is(l, 4, "to") && l->n_words == 6) {
        c->from = script_find(r, l, 3, NAME_TRANSPUTER);
        c->to = script_find(r, l, 5, NAME_TRANSPUTER);
    } else
        return report_form(r, l, 2, DECLARATION_channel);
    return c->from >= 0 && c->to >= 0;
}

static bool read_channel(struct script_reader *r, const struct script_line *l)
{
    struct tp_channel c = {.line = (long)l->n};
    c.name = declare_name(r, l, NAME_CHANNEL, r->p->n_channels, DECLARATION_channel);
    if (!c.name)
        return false;
    bool good = channel_ends(r, l, &c);
    *ARENA_PUSH(r->a, r->p->channels, r->p->n_channels) = c;
    return good;
}

/* The name is declared after its statements, so that no procedure can call itself. */
static bool read_procedure(struct script_reader *r, const struct script_line *l)
{
    struct tp_procedure p = {.words = USUAL_WORDS};
    bool good = l->n_words == 2 || (l->n_words == 4 && word_is(l, 2, "words"))
                    ? true
                    : report_form(r, l, 2, DECLARATION_procedure);
    if (good && l->n_words == 4)
        good = script_whole(r, l, 3, 1, MOST_WORDS, &p.words);
    p.body = script_block(r, l, false);
    p.name = declare_name(r, l, NAME_PROCEDURE, r->p->n_procedures, DECLARATION_procedure);
    if (p.name)
        *ARENA_PUSH(r->a, r->p->procedures, r->p->n_procedures) = p;
    return good && p.name;
}

static bool process_place(struct script_reader *r, const struct script_line *l,
                          struct tp_process *p)
{
    size_t i = 2;
    if (word_is(l, i, "on")) {
        if (l->n_words < 4)
            return report_form(r, l, l->n_words, DECLARATION_process);
        p->transputer = script_find(r, l, 3, NAME_TRANSPUTER);
        i = 4;
    }
    p->high = word_is(l, i, "high");
    if (i + p->high != l->n_words)
        return report_form(r, l, i + p->high, DECLARATION_process);
    if (i == 2)
        p->transputer = only_transputer(r, l);
    return p->transputer >= 0;
}

static bool reports_to_monitor(const struct tp_process *p)
{
    return p->body.n > 0 && p->body.at[0].kind == TP_MONITOR;
}

static bool read_process(struct script_reader *r, const struct script_line *l)
{
    struct tp_process p = {.line = (long)l->n};
    p.name = declare_name(r, l, NAME_PROCESS, r->p->n_processes, DECLARATION_process);
    bool good = p.name && process_place(r, l, &p);
    const struct script_line *first = r->at < r->n ? &r->lines[r->at] : NULL;
    p.body = script_block(r, l, true);
    if (good && reports_to_monitor(&p) &&
        r->p->transputers[p.transputer].monitor != TP_MONITOR_PROCESS) {
        script_error(r, first, 0,
                     "'%s' has no process monitor to report to: declare 'transputer %s monitor "
                     "process'",
                     r->p->transputers[p.transputer].name, r->p->transputers[p.transputer].name);
        good = false;
    }
    if (p.name)
        *ARENA_PUSH(r->a, r->p->processes, r->p->n_processes) = p;
    return good;
}

/* Applies the settings of the script, then those of the command line. */
static void read_settings(struct script_reader *r, const char *const *set, size_t n_set)
{
    r->p->parameters = tp_parameters_default();
    for (size_t i = 0; i < r->n; i++) {
        const struct script_line *l = &r->lines[i];
        if (l->indent > 0 || !word_is(l, 0, forms[DECLARATION_set].word))
            continue;
        if (l->n_words != 3)
            report_form(r, l, l->n_words < 3 ? l->n_words : 3, DECLARATION_set);
        else
            tp_parameters_set(&r->p->parameters, l->words[1].text, l->words[2].text,
                              source_line_where(r->s, l->n, l->words[1].col), r->d);
    }
    for (size_t i = 0; i < n_set; i++)
        tp_parameters_option(&r->p->parameters, set[i], r->d);
}

static void unknown_declaration(struct script_reader *r, const struct script_line *l)
{
    if (l->indent > 0)
        script_error(r, l, 0, "this line is indented, but no line above it has statements");
    else
        script_unknown_form(r, l, "declaration", forms, DECLARATIONS);
}

/* read_settings() has read it. */
static bool read_set(struct script_reader *r, const struct script_line *l)
{
    (void)r;
    (void)l;
    return true;
}

static void read_declaration(struct script_reader *r, const struct script_line *l)
{
    static bool (*const read[DECLARATIONS])(struct script_reader *, const struct script_line *) = {
#define DECLARATION(name, operands, meaning) read_##name,
#include "lab/transputer/declarations.def"
#undef DECLARATION
    };
    size_t what =
        l->indent > 0 ? DECLARATIONS : script_form_of(forms, DECLARATIONS, l->words[0].text);
    if (what < DECLARATIONS)
        read[what](r, l);
    else
        unknown_declaration(r, l);
    if (what == DECLARATION_procedure || what == DECLARATION_process)
        return;
    if (r->at < r->n && r->lines[r->at].indent > 0 && what != DECLARATIONS)
        script_error(r, &r->lines[r->at], 0, "'%s' has no statements", l->words[0].text);
    while (r->at < r->n && r->lines[r->at].indent > 0)
        r->at++;
}

bool tp_script_read(struct arena *a, struct source *s, const char *const *set, size_t n_set,
                    struct diag *d, struct tp_program *to)
{
    struct script_reader r = {.a = a, .s = s, .d = d, .p = to};
    long before = d->errors;
    *to = (struct tp_program){.file = s->path, .seconds = 1};
    r.lines = script_lines(a, s, d, &r.n);
    r.bytes = ARENA_ARRAY(a, long, MOST_CHANNELS);
    r.bytes_line = ARENA_ARRAY(a, size_t, MOST_CHANNELS);
    read_settings(&r, set, n_set);
    while (r.at < r.n) {
        r.at++;
        read_declaration(&r, &r.lines[r.at - 1]);
    }
    if (d->errors == before && to->n_processes == 0)
        diag_error(d, (struct where){.file = s->path},
                   "the script declares no process: write 'process NAME' with statements below");
    if (d->errors == before)
        script_check(&r);
    name_index_free(&r.index);
    names_free(&r.names);
    return d->errors == before;
}
