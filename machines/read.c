/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the entries of a description to a machine. */
#include "machines/features.h"
#include "machines/read.h"
#include "machines/reader.h"
#include "machines/values.h"
#include "base/nearest.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

/* ---- keys that hold one number ---- */

enum target { QUANTITY, NUMBER, WHOLE };
static const struct number_key {
    const char *name;
    enum target target;
    size_t offset;
    struct number_rule rule;
    bool needed;
} number_keys[] = {
#define KEY(name, target, unit, field, low, high, needed, meaning)                                 \
    {name,                                                                                         \
     target,                                                                                       \
     offsetof(struct machine, field),                                                              \
     {UNIT_##unit, low, high, target == WHOLE},                                                    \
     needed},
#include "machines/keys.def"
#undef KEY
};
enum { NUMBER_KEYS = COUNT_OF(number_keys) };

static const struct number_key *number_key_of(const char *key)
{
    for (int i = 0; i < NUMBER_KEYS; i++)
        if (strcmp(number_keys[i].name, key) == 0)
            return &number_keys[i];
    return NULL;
}

static void read_number_key(struct reader *r, const struct number_key *k, const struct key_entry *e)
{
    double value;
    if (!value_number(e, k->rule, r->d, &value))
        return;
    char *field = (char *)r->m + k->offset;
    if (k->target == QUANTITY)
        *(struct quantity *)field = known(value);
    else if (k->target == NUMBER)
        *(double *)field = value;
    else
        *(long *)field = (long)value;
}

/* ---- words ---- */

const char *did_you_mean(struct reader *r, const struct nearest *n)
{
    return n->best ? arena_printf(r->a, "; did you mean '%s'?", n->best) : "";
}

const char *word_text(struct reader *r, struct word w)
{
    return arena_strndup(r->a, w.at, w.n);
}

/* Returns the class of a name; OP_CLASSES after an error at w of e. other: a name that is not a
 * class but is suggested in the message; NULL = none. */
static enum op_class class_or_name(struct reader *r, const struct key_entry *e, struct where w,
                                   const char *name, const char *other)
{
    enum op_class c = op_class_of(name);
    struct nearest n = {.word = name};
    if (c != OP_CLASSES)
        return c;
    for (int i = 0; i < OP_CLASSES; i++)
        nearest_offer(&n, op_class_name((enum op_class)i));
    if (other)
        nearest_offer(&n, other);
    diag_error(r->d, w, "%s: unknown operation class '%s'%s", e->key, name, did_you_mean(r, &n));
    return OP_CLASSES;
}

enum op_class class_of(struct reader *r, const struct key_entry *e, struct where w,
                       const char *name)
{
    return class_or_name(r, e, w, name, NULL);
}

static void read_name(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    const char *p = e->value;
    struct word name = word_next(&p), more = word_next(&p);
    if (name.n == 0 || more.n || strchr(word_text(r, name), '/'))
        diag_error(r->d, word_where(e, more.n ? more : name),
                   "the name must be one word of letters, digits, '.', '-' and '_'");
    else
        r->m->name = e->value;
}

static void read_summary(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    if (*e->value)
        r->m->summary = e->value;
    else
        diag_error(r->d, word_where(e, (struct word){0}), "the summary is empty");
}

static void read_schedule(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    r->m->static_schedule = strcmp(e->value, "static") == 0;
    if (!r->m->static_schedule && strcmp(e->value, "dynamic") != 0)
        diag_error(r->d, word_where(e, (struct word){0}),
                   "the schedule must be 'static' or 'dynamic'");
}

/* Copies the resources of single elements to whole vectors without a line of their own. */
static void finish_vectors(struct machine *m)
{
    for (int c = 0; c < OP_CLASSES; c++)
        if (!m->vectors[c].stated)
            m->vectors[c] = m->classes[c];
}

/* ---- latencies ---- */

const struct number_rule latency_rule = {UNIT_CYCLES, 0, 1e6, false};

static void read_latency(struct reader *r, const struct key_entry *e, const char *rest)
{
    enum op_class c = class_of(r, e, e->where, rest);
    double cycles;
    if (c != OP_CLASSES && value_number(e, latency_rule, r->d, &cycles))
        r->m->latency[c] = known(cycles);
}

static void read_forward(struct reader *r, const struct key_entry *e, const char *rest)
{
    const char *dot = strchr(rest, '.');
    if (!dot) {
        diag_error(r->d, e->where,
                   "expected forward.PRODUCER.CONSUMER: two operation classes, "
                   "or 'addend' as the consumer");
        return;
    }
    enum op_class from = class_of(r, e, e->where, arena_strndup(r->a, rest, (size_t)(dot - rest)));
    bool addend = strcmp(dot + 1, "addend") == 0;
    int to = addend ? FORWARD_ADDEND : (int)class_or_name(r, e, e->where, dot + 1, "addend");
    double cycles;
    if (from != OP_CLASSES && (addend || to != OP_CLASSES) &&
        value_number(e, latency_rule, r->d, &cycles))
        r->m->forward[from][to] = known(cycles);
}

/* ---- keys with one of several words ---- */

int read_choice(struct reader *r, const struct key_entry *e, const char *const *words, int from)
{
    struct nearest n = {.word = e->value};
    const char *list = "";
    for (int i = from; words[i]; i++) {
        if (strcmp(words[i], e->value) == 0)
            return i;
        nearest_offer(&n, words[i]);
        list = arena_printf(r->a, "%s%s'%s'", list,
                            i == from      ? ""
                            : words[i + 1] ? ", "
                                           : " or ",
                            words[i]);
    }
    diag_error(r->d, word_where(e, (struct word){0}), "%s is %s%s", e->key, list,
               did_you_mean(r, &n));
    return -1;
}

static const char *const isa_words[] = {
    [MACHINE_OTHER] = "other", [MACHINE_KSR1] = "ksr1", [MACHINE_X86_64] = "x86-64", NULL};

static void read_isa(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    int i = read_choice(r, e, isa_words, 0);
    if (i >= 0)
        r->m->isa = (enum machine_isa)i;
}

const char *machine_isa_name(enum machine_isa isa)
{
    return isa == MACHINE_OTHER ? NULL : isa_words[isa];
}

const char *machine_class_text(enum machine_isa isa, enum op_class c)
{
    if (isa == MACHINE_X86_64 && c == OP_LEFT)
        return "integer/vector";
    if (isa == MACHINE_X86_64 && c == OP_RIGHT)
        return "control/address";
    return op_class_name(c);
}

static void read_unlaminate(struct reader *r, const struct key_entry *e, const char *rest)
{
    (void)rest;
    static const char *const words[] = {[UNLAMINATE_NONE] = "never",
                                        [UNLAMINATE_SOURCES] = "three-operands",
                                        [UNLAMINATE_ALL] = "indexed",
                                        NULL};
    int i = read_choice(r, e, words, 0);
    if (i >= 0)
        r->m->core.unlaminate = (enum unlamination)i;
}

/* ---- assembly ---- */

static void read_mnemonic(struct reader *r, const struct key_entry *e, const char *rest)
{
    enum op_class c = class_of(r, e, word_where(e, (struct word){0}), e->value);
    if (c != OP_CLASSES)
        r->m->mnemonics[r->m->n_mnemonics++] = (struct machine_mnemonic){rest, c};
}

static void read_without(struct reader *r, const struct key_entry *e, const char *rest);

/* ---- keys with words, and families of keys ---- */

static const struct word_key {
    const char *name; /* ends with '.': a family, the rest of the key is passed to the reader */
    void (*read)(struct reader *r, const struct key_entry *e, const char *rest);
    bool needed;
} word_keys[] = {
    {"ports", read_ports, true},
    {"name", read_name, true},
    {"summary", read_summary, true},
    {"schedule", read_schedule, true},
    {"use.", read_use, false},
    {"latency.", read_latency, false},
    {"forward.", read_forward, false},
    {"cache.", read_cache, false},
    {"rate.source", read_rate_source, false},
    {"rate.", read_rate, false},
    {"overlap.", read_overlap, false},
    {"pages.", read_pages, false},
    {"tlb.", read_tlb, false},
    {"mnemonic.", read_mnemonic, false},
    {"isa", read_isa, false},
    {"vector.", read_vector, false},
    {"instruction.", read_instruction, false},
    {"scheduler.", read_scheduler, false},
    {"unlaminate", read_unlaminate, false},
    {"branch.taken", read_taken, false},
    {"wide-closes", read_wide_closes, false},
    {"without.", read_without, false},
};
enum { WORD_KEYS = COUNT_OF(word_keys) };
static const enum op_class needed_classes[] = {OP_FA, OP_FM, OP_FMA, OP_FMISC, OP_LFL, OP_SFL};
enum { NEEDED_CLASSES = COUNT_OF(needed_classes) };

static const struct word_key *word_key_of(const char *key, const char **rest)
{
    for (int i = 0; i < WORD_KEYS; i++) {
        size_t n = strlen(word_keys[i].name);
        bool family = word_keys[i].name[n - 1] == '.';
        if (strncmp(word_keys[i].name, key, n) != 0 || (key[n] == '\0') == family)
            continue;
        *rest = key + n;
        return &word_keys[i];
    }
    return NULL;
}

static void report_unknown_key(struct reader *r, const struct key_entry *e)
{
    struct nearest n = {.word = e->key};
    for (int i = 0; i < NUMBER_KEYS; i++)
        nearest_offer(&n, number_keys[i].name);
    for (int i = 0; i < WORD_KEYS; i++)
        nearest_offer(&n, word_keys[i].name);
    for (int b = FORM_NONE + 1; b < FORM_BASES; b++)
        nearest_offer(&n, arena_printf(r->a, "instruction.%s", form_base_name((enum form_base)b)));
    for (int c = 0; c < OP_CLASSES; c++) {
        nearest_offer(&n, arena_printf(r->a, "use.%s", op_class_name((enum op_class)c)));
        nearest_offer(&n, arena_printf(r->a, "vector.%s", op_class_name((enum op_class)c)));
        nearest_offer(&n, arena_printf(r->a, "latency.%s", op_class_name((enum op_class)c)));
    }
    diag_error(r->d, e->where, "unknown key of a machine: '%.40s'%s", e->key,
               n.best ? did_you_mean(r, &n) : "; macs-machine(5) lists the keys");
}

/* Stores the line KEY VALUE of e for CPUs without a feature. Its position is kept for messages: the
 * value is read when the line is applied, after the source has been freed. */
static void add_without(struct reader *r, const struct key_entry *e, enum feature f,
                        const char *key)
{
    struct key_entry *line = ARENA_NEW(r->a, struct key_entry);
    *line = *e;
    line->key = key;
    if (e->where.text)
        line->where.text = arena_strndup(r->a, e->where.text, e->where.text_len);
    r->m->without[r->m->n_without++] = (struct machine_line){(int)f, line};
}

/* Reads without.FEATURE.KEY. */
static void read_without(struct reader *r, const struct key_entry *e, const char *rest)
{
    size_t n = strcspn(rest, ".");
    enum feature f = feature_of(rest, n);
    const char *key = rest[n] ? rest + n + 1 : "", *of;
    if (f == FEATURES)
        diag_error(r->d, e->where, "expected without.FEATURE.KEY: unknown feature '%.*s'", (int)n,
                   rest);
    else if (!number_key_of(key) && (!word_key_of(key, &of) || strncmp(key, "without.", 8) == 0))
        diag_error(r->d, e->where, "expected without.FEATURE.KEY: unknown key of a machine '%.40s'",
                   key);
    else
        add_without(r, e, f, key);
}

static void read_entry(struct reader *r, const struct key_entry *e)
{
    const char *rest;
    const struct number_key *number = number_key_of(e->key);
    const struct word_key *word = word_key_of(e->key, &rest);
    if (*e->value == '\0' && (number || word))
        diag_error(r->d, e->where, "%s needs a value", e->key);
    else if (number)
        read_number_key(r, number, e);
    else if (word)
        word->read(r, e, rest);
    else
        report_unknown_key(r, e);
}

/* ---- the whole description ---- */

static int by_key(const void *x, const void *y)
{
    const struct key_entry *a = *(const struct key_entry *const *)x;
    const struct key_entry *b = *(const struct key_entry *const *)y;
    int order = strcmp(a->key, b->key);
    return order ? order : (a > b) - (a < b);
}

static int by_place(const void *x, const void *y)
{
    const struct key_entry *a = *(const struct key_entry *const *)x;
    const struct key_entry *b = *(const struct key_entry *const *)y;
    return (a > b) - (a < b);
}

static int compare_with_key(const void *key, const void *entry)
{
    return strcmp(key, (*(const struct key_entry *const *)entry)->key);
}

static bool has_key(const struct key_entry **sorted, size_t n, const char *key)
{
    return bsearch(key, sorted, n, sizeof *sorted, compare_with_key);
}

static void check_duplicates(struct reader *r, const struct key_entry **sorted, size_t n)
{
    const struct key_entry **again = ARENA_ARRAY(r->a, const struct key_entry *, n + 1);
    size_t n_again = 0;
    for (size_t i = 1; i < n; i++)
        if (strcmp(sorted[i]->key, sorted[i - 1]->key) == 0)
            again[n_again++] = sorted[i];
    qsort(again, n_again, sizeof *again, by_place);
    for (size_t i = 0; i < n_again; i++)
        diag_error(r->d, again[i]->where, "'%.40s' is in this file twice", again[i]->key);
}

/* Required keys that a description lacks. */
struct missing_keys {
    const char *names; /* separated by commas */
    int n;
};

static void add_missing_key(struct arena *a, struct missing_keys *m, const char *key)
{
    m->names = m->n ? arena_printf(a, "%s, %s", m->names, key) : arena_strdup(a, key);
    m->n++;
}

/* Reports an error with all required keys that are missing. */
static void check_needed(struct reader *r, const struct key_entry **sorted, size_t n,
                         const char *path)
{
    struct missing_keys m = {0};
    for (int i = 0; i < WORD_KEYS; i++)
        if (word_keys[i].needed && !has_key(sorted, n, word_keys[i].name))
            add_missing_key(r->a, &m, word_keys[i].name);
    for (int i = 0; i < NEEDED_CLASSES; i++) {
        const char *key = arena_printf(r->a, "use.%s", op_class_name(needed_classes[i]));
        if (!has_key(sorted, n, key))
            add_missing_key(r->a, &m, key);
    }
    for (int i = 0; i < NUMBER_KEYS; i++)
        if (number_keys[i].needed && !has_key(sorted, n, number_keys[i].name))
            add_missing_key(r->a, &m, number_keys[i].name);
    if (m.n)
        diag_error(r->d, (struct where){.file = path},
                   "%d required key%s missing: %s; see macs-machine(5)", m.n,
                   m.n == 1 ? " is" : "s are", m.names);
}

static void check_keys(struct reader *r, const struct keyfile *k, const char *path)
{
    const struct key_entry **sorted = ARENA_ARRAY(r->a, const struct key_entry *, k->n + 1);
    for (size_t i = 0; i < k->n; i++)
        sorted[i] = &k->at[i];
    qsort(sorted, k->n, sizeof *sorted, by_key);
    check_duplicates(r, sorted, k->n);
    check_needed(r, sorted, k->n, path);
}

/* Sets the optional values that the description omits to missing, with the name of the key. */
static void set_defaults(struct arena *a, struct machine *m)
{
    for (int i = 0; i < NUMBER_KEYS; i++)
        if (number_keys[i].target == QUANTITY)
            *(struct quantity *)((char *)m + number_keys[i].offset) =
                missing(arena_printf(a, "the machine file gives no %s", number_keys[i].name));
    for (int c = 0; c < OP_CLASSES; c++) {
        const char *name = op_class_name((enum op_class)c);
        m->latency[c] = missing(arena_printf(a, "the machine file gives no latency.%s", name));
        for (int to = 0; to < FORWARD_INPUTS; to++)
            m->forward[c][to] = m->latency[c];
    }
}

static int by_name(const void *x, const void *y)
{
    const struct machine_mnemonic *a = x, *b = y;
    return strcmp(a->name, b->name);
}

/* Passes over the lines: others name the ports, and lines of levels name the caches. */
enum { PASS_PORTS, PASS_OTHERS, PASS_LEVELS, PASSES };

static int pass_of(const char *key)
{
    if (strcmp(key, "ports") == 0)
        return PASS_PORTS;
    bool level = strncmp(key, "rate.", 5) == 0 || strncmp(key, "overlap.", 8) == 0 ||
                 strncmp(key, "pages.", 6) == 0;
    return level ? PASS_LEVELS : PASS_OTHERS;
}

bool machine_from_entries(struct arena *a, const struct keyfile *k, const char *path,
                          struct diag *d, struct machine *m)
{
    struct reader r = {.a = a, .d = d, .m = m};
    long errors = d->errors;
    set_defaults(a, m);
    m->mnemonics = ARENA_ARRAY(a, struct machine_mnemonic, k->n + 1);
    m->without = ARENA_ARRAY(a, struct machine_line, k->n + 1);
    m->instructions = ARENA_ARRAY(a, struct machine_instruction, k->n + 1);
    begin_levels(&r);
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < k->n; i++)
            if (pass_of(k->at[i].key) == pass && (pass != PASS_PORTS || m->n_ports == 0))
                read_entry(&r, &k->at[i]);
    finish_caches(&r);
    finish_levels(&r);
    finish_vectors(m);
    finish_instructions(&r);
    qsort(m->mnemonics, m->n_mnemonics, sizeof *m->mnemonics, by_name);
    check_keys(&r, k, path);
    return d->errors == errors;
}

const char *key_unit_only(const char *key)
{
    const struct number_key *k = number_key_of(key);
    if (k)
        return unit_only(k->rule.unit);
    bool latency = strncmp(key, "latency.", 8) == 0 || strncmp(key, "forward.", 8) == 0;
    return latency ? unit_only(UNIT_CYCLES) : NULL;
}
