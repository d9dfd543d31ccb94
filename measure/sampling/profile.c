/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of a profile, and its check. */
#include "measure/sampling/profile.h"

#include "base/util.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "macs-profile 1";
static const char *const object_names[] = {
#define OBJECT(NAME, name, meaning) name,
#include "measure/sampling/objects.def"
#undef OBJECT
};
static const char *const unit_names[] = {"ns", "cycles"};

/* Numbers of a profile, one a line. */
enum field_kind { FIELD_INT, FIELD_WHOLE, FIELD_NUMBER, FIELD_QUANTITY, FIELD_BOOL };
static const struct field {
    const char *key;
    enum field_kind kind;
    size_t offset;
} fields[] = {
#define MEMBER(name) offsetof(struct profile, name)
    {"status", FIELD_INT, MEMBER(status)},
    {"stop-signal", FIELD_INT, MEMBER(stop_signal)},
    {"wall-seconds", FIELD_NUMBER, MEMBER(wall_seconds)},
    {"period", FIELD_NUMBER, MEMBER(period)},
    {"sample-cost", FIELD_QUANTITY, MEMBER(sample_cost)},
    {"rate", FIELD_QUANTITY, MEMBER(rate)},
    {"kernel", FIELD_BOOL, MEMBER(kernel)},
    {"cpu-seconds", FIELD_QUANTITY, MEMBER(cpu_seconds)},
    {"unsampled-seconds", FIELD_QUANTITY, MEMBER(unsampled_seconds)},
    {"switch-seconds", FIELD_QUANTITY, MEMBER(switch_seconds)},
    {"excluded-seconds", FIELD_QUANTITY, MEMBER(excluded_seconds)},
    {"excluded-least", FIELD_QUANTITY, MEMBER(excluded_least)},
    {"excluded-most", FIELD_QUANTITY, MEMBER(excluded_most)},
    {"lost", FIELD_WHOLE, MEMBER(lost)},
    {"minor-faults", FIELD_QUANTITY, MEMBER(minor_faults)},
    {"major-faults", FIELD_QUANTITY, MEMBER(major_faults)},
    {"instructions", FIELD_QUANTITY, MEMBER(instructions)},
    {"left", FIELD_INT, MEMBER(left)},
    {"clock-5", FIELD_QUANTITY, MEMBER(clock[0])},
    {"clock-50", FIELD_QUANTITY, MEMBER(clock[1])},
    {"clock-95", FIELD_QUANTITY, MEMBER(clock[2])},
#undef MEMBER
};

/* ---- writing ---- */

static void put_word(FILE *out, const char *text)
{
    putc(' ', out);
    if (!*text)
        fputs("%", out);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p <= ' ' || *p == '%' || *p == 0x7f)
            fprintf(out, "%%%02X", *p);
        else
            putc(*p, out);
}

static void put_quantity(FILE *out, struct quantity q)
{
    if (is_known(q)) {
        fprintf(out, " %.17g", q.value);
    } else {
        fputs(" -", out);
        put_word(out, q.missing);
    }
}

static void put_field(FILE *out, const struct field *f, const struct profile *p)
{
    const void *at = (const char *)p + f->offset;
    fputs(f->key, out);
    switch (f->kind) {
    case FIELD_INT:
        fprintf(out, " %d", *(const int *)at);
        break;
    case FIELD_WHOLE:
        fprintf(out, " %" PRIu64, *(const uint64_t *)at);
        break;
    case FIELD_NUMBER:
        fprintf(out, " %.17g", *(const double *)at);
        break;
    case FIELD_QUANTITY:
        put_quantity(out, *(const struct quantity *)at);
        break;
    case FIELD_BOOL:
        fprintf(out, " %d", *(const bool *)at);
        break;
    }
    putc('\n', out);
}

static void put_object(FILE *out, const struct profile_object *o)
{
    fprintf(out, "object %s", object_names[o->kind]);
    if (o->kind == OBJECT_FILE) {
        put_word(out, o->path);
        putc(' ', out);
        for (int i = 0; i < o->n_build_id; i++)
            fprintf(out, "%02x", o->build_id[i]);
        if (!o->n_build_id)
            fprintf(out, "%" PRIu64 ":%" PRIu64, o->device, o->inode);
        if (!o->n_build_id && (o->bytes || o->changed_at))
            fprintf(out, ":%" PRIu64 ":%" PRId64, o->bytes, o->changed_at);
    } else if (o->kind == OBJECT_ANONYMOUS) {
        fprintf(out, " %d", o->pid);
    }
    putc('\n', out);
}

static void put_sample(FILE *out, const struct profile_sample *s)
{
    fprintf(out, "sample %" PRIu32, s->object);
    if (s->thread == PROFILE_NONE)
        fputs(" *", out);
    else
        fprintf(out, " %" PRIu32, s->thread);
    fprintf(out, " %" PRIx64 " %" PRIu64 " %" PRIu64, s->at, s->n, s->weight);
    if (s->caller_object != PROFILE_NONE)
        fprintf(out, " %" PRIu32 " %" PRIx64, s->caller_object, s->caller_at);
    putc('\n', out);
}

static void put_executed(FILE *out, const struct profile_executed *e)
{
    fprintf(out, "executed %" PRIu32 " %" PRIx64 " %" PRIu64, e->object, e->at, e->instructions);
    if (e->faults || e->kernel)
        fprintf(out, " %" PRIu64 " %" PRIu64, e->faults, e->kernel);
    putc('\n', out);
}

void profile_print(FILE *out, const struct profile *p)
{
    fprintf(out, "%s\ncommand", first_line);
    for (size_t i = 0; i < p->n_command; i++)
        put_word(out, p->command[i]);
    fprintf(out, "\nsampler %s\ncall-chain %s\nunit %s\n", p->sampler, call_chain_name(p->chain),
            unit_names[p->unit]);
    if (p->cpu) {
        fputs("cpu", out);
        put_word(out, p->cpu);
        putc('\n', out);
    }
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        put_field(out, &fields[i], p);
    for (size_t i = 0; i < p->n_objects; i++)
        put_object(out, &p->objects[i]);
    for (size_t i = 0; i < p->n_threads; i++) {
        const struct profile_thread *t = &p->threads[i];
        fprintf(out, "thread %d %d %" PRIu64, t->pid, t->tid, t->samples);
        put_word(out, t->name);
        putc('\n', out);
    }
    for (size_t i = 0; i < p->n_samples; i++)
        put_sample(out, &p->samples[i]);
    for (size_t i = 0; i < p->n_faults; i++)
        fprintf(out, "fault %d %" PRIx64 " %" PRIu64 "\n", p->faults[i].pid, p->faults[i].address,
                p->faults[i].n);
    for (size_t i = 0; i < p->n_executed; i++)
        put_executed(out, &p->executed[i]);
    for (size_t i = 0; i < p->n_excluded; i++) {
        fputs("excluded", out);
        put_word(out, p->excluded[i].name);
        put_word(out, p->excluded[i].why);
        putc('\n', out);
    }
    for (size_t i = 0; i < p->n_repeats; i++) {
        const struct profile_repeat *r = &p->repeats[i];
        fprintf(out, "repeat %.17g %" PRIu64, r->wall_seconds, r->samples);
        put_quantity(out, r->cpu_seconds);
        putc('\n', out);
    }
}

/* ---- reading ---- */

/* A line that is being read, word by word. */
struct reading {
    struct arena *a;
    struct profile *p;
    char *at;          /* rest of the line */
    const char *error; /* NULL = no error in this line */
};

static int hex_digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

/* Replaces each %XX of a word by its character; "%" alone is the empty text. */
static char *decode_word(char *word)
{
    char *to = word;
    for (const char *p = word; *p; p++)
        if (*p == '%' && hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
            *to++ = (char)(16 * hex_digit(p[1]) + hex_digit(p[2]));
            p += 2;
        } else if (*p != '%') {
            *to++ = *p;
        }
    *to = '\0';
    return word;
}

/* Returns the next word, or NULL after the last. */
static char *next_word(struct reading *r)
{
    r->at += strspn(r->at, " ");
    if (!*r->at)
        return NULL;
    char *word = r->at;
    r->at += strcspn(r->at, " ");
    if (*r->at)
        *r->at++ = '\0';
    return word;
}

static const char *next_text(struct reading *r)
{
    char *word = next_word(r);
    if (!word)
        r->error = "the line has too few words";
    return word ? arena_strdup(r->a, decode_word(word)) : "";
}

static uint64_t next_number(struct reading *r, int base, uint64_t most)
{
    char *word = next_word(r), *end;
    errno = 0;
    uint64_t n = word ? strtoull(word, &end, base) : 0;
    if (!word || !isxdigit((unsigned char)*word) || *end || errno || n > most) {
        r->error = "expected a whole number in its range";
        return 0;
    }
    return n;
}

static double next_double(struct reading *r)
{
    char *word = next_word(r), *end;
    double x = word ? strtod(word, &end) : 0;
    if (!word || end == word || *end || !isfinite(x)) {
        r->error = "expected a number";
        return 0;
    }
    return x;
}

static struct quantity next_quantity(struct reading *r)
{
    r->at += strspn(r->at, " ");
    if (*r->at != '-' || r->at[1] != ' ')
        return known(next_double(r));
    next_word(r);
    return missing(next_text(r));
}

static bool read_field(struct reading *r, const char *key)
{
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        if (strcmp(fields[i].key, key) != 0)
            continue;
        void *at = (char *)r->p + fields[i].offset;
        switch (fields[i].kind) {
        case FIELD_INT:
            *(int *)at = (int)next_number(r, 10, INT32_MAX);
            break;
        case FIELD_WHOLE:
            *(uint64_t *)at = next_number(r, 10, UINT64_MAX);
            break;
        case FIELD_NUMBER:
            *(double *)at = next_double(r);
            break;
        case FIELD_QUANTITY:
            *(struct quantity *)at = next_quantity(r);
            break;
        case FIELD_BOOL:
            *(bool *)at = next_number(r, 10, 1);
            break;
        }
        return true;
    }
    return false;
}

static int find_word(struct reading *r, const char *const *names, size_t n)
{
    const char *word = next_word(r);
    for (size_t i = 0; word && i < n; i++)
        if (strcmp(names[i], word) == 0)
            return (int)i;
    r->error = "this line contains an unknown word";
    return 0;
}

static void read_identity(struct reading *r, struct profile_object *o)
{
    static const char hex[] = "0123456789abcdef";
    char *word = next_word(r);
    int end = 0, all = 0;
    if (word &&
        sscanf(word, "%" SCNu64 ":%" SCNu64 "%n:%" SCNu64 ":%" SCNd64 "%n", &o->device, &o->inode,
               &end, &o->bytes, &o->changed_at, &all) >= 2 &&
        (!word[end] || (all && !word[all])))
        return;
    size_t n = word ? strlen(word) : 0;
    if (n == 0 || n % 2 || n / 2 > BUILD_ID_BYTES || strspn(word, hex) < n) {
        r->error = "expected a build id or DEVICE:INODE:BYTES:TIME";
        return;
    }
    o->device = o->inode = o->bytes = 0;
    o->changed_at = 0;
    for (size_t i = 0; i < n; i += 2)
        o->build_id[o->n_build_id++] = (uint8_t)(16 * hex_digit(word[i]) + hex_digit(word[i + 1]));
}

static void read_object(struct reading *r)
{
    struct profile_object o = {0};
    o.kind = (enum object_kind)find_word(r, object_names, OBJECT_KINDS);
    if (o.kind == OBJECT_FILE) {
        o.path = next_text(r);
        read_identity(r, &o);
    } else if (o.kind == OBJECT_ANONYMOUS) {
        o.pid = (int)next_number(r, 10, INT32_MAX);
    }
    *ARENA_PUSH(r->a, r->p->objects, r->p->n_objects) = o;
}

static void read_thread(struct reading *r)
{
    struct profile_thread t = {0};
    t.pid = (int)next_number(r, 10, INT32_MAX);
    t.tid = (int)next_number(r, 10, INT32_MAX);
    t.samples = next_number(r, 10, UINT64_MAX);
    t.name = next_text(r);
    *ARENA_PUSH(r->a, r->p->threads, r->p->n_threads) = t;
}

/* Reads the number of a thread; "*" = several threads. */
static uint32_t next_thread(struct reading *r)
{
    r->at += strspn(r->at, " ");
    if (strncmp(r->at, "* ", 2) != 0)
        return (uint32_t)next_number(r, 10, UINT32_MAX - 1);
    next_word(r);
    return PROFILE_NONE;
}

static void read_sample(struct reading *r)
{
    struct profile_sample s = {.caller_object = PROFILE_NONE};
    s.object = (uint32_t)next_number(r, 10, UINT32_MAX - 1);
    s.thread = next_thread(r);
    s.at = next_number(r, 16, UINT64_MAX);
    s.n = next_number(r, 10, UINT64_MAX);
    s.weight = next_number(r, 10, UINT64_MAX);
    if (r->at[strspn(r->at, " ")]) {
        s.caller_object = (uint32_t)next_number(r, 10, UINT32_MAX - 1);
        s.caller_at = next_number(r, 16, UINT64_MAX);
    }
    *ARENA_PUSH(r->a, r->p->samples, r->p->n_samples) = s;
}

static void read_fault(struct reading *r)
{
    struct profile_fault f = {0};
    f.pid = (int)next_number(r, 10, INT32_MAX);
    f.address = next_number(r, 16, UINT64_MAX);
    f.n = next_number(r, 10, UINT64_MAX);
    *ARENA_PUSH(r->a, r->p->faults, r->p->n_faults) = f;
}

static void read_executed(struct reading *r)
{
    struct profile_executed e = {0};
    e.object = (uint32_t)next_number(r, 10, UINT32_MAX - 1);
    e.at = next_number(r, 16, UINT64_MAX);
    e.instructions = next_number(r, 10, UINT64_MAX);
    if (r->at[strspn(r->at, " ")]) {
        e.faults = next_number(r, 10, UINT64_MAX);
        e.kernel = next_number(r, 10, UINT64_MAX);
    }
    *ARENA_PUSH(r->a, r->p->executed, r->p->n_executed) = e;
}

static void read_command(struct reading *r)
{
    for (char *word; (word = next_word(r));)
        *ARENA_PUSH(r->a, r->p->command, r->p->n_command) = arena_strdup(r->a, decode_word(word));
}

static void read_sampler(struct reading *r)
{
    r->p->sampler = next_text(r);
}

static void read_cpu(struct reading *r)
{
    r->p->cpu = next_text(r);
}

static void read_chain(struct reading *r)
{
    const char *word = next_word(r);
    r->p->chain = word ? call_chain_of(word) : CALL_CHAINS;
    if (r->p->chain == CALL_CHAINS)
        r->error = "unknown kind of call chain";
}

static void read_excluded(struct reading *r)
{
    const char *name = next_text(r);
    *ARENA_PUSH(r->a, r->p->excluded, r->p->n_excluded) =
        (struct profile_excluded){name, next_text(r)};
}

static void read_repeat(struct reading *r)
{
    struct profile_repeat p = {.wall_seconds = next_double(r)};
    p.samples = next_number(r, 10, UINT64_MAX);
    p.cpu_seconds = next_quantity(r);
    *ARENA_PUSH(r->a, r->p->repeats, r->p->n_repeats) = p;
}

static void read_unit(struct reading *r)
{
    r->p->unit = (enum profile_unit)find_word(r, unit_names, COUNT_OF(unit_names));
}

static const struct {
    const char *key;
    void (*read)(struct reading *);
} lines[] = {
    {"command", read_command},   {"sampler", read_sampler}, {"call-chain", read_chain},
    {"unit", read_unit},         {"object", read_object},   {"thread", read_thread},
    {"sample", read_sample},     {"fault", read_fault},     {"executed", read_executed},
    {"excluded", read_excluded}, {"cpu", read_cpu},         {"repeat", read_repeat},
};

static void read_line(struct reading *r)
{
    const char *key = next_word(r);
    bool found = !key || read_field(r, key);
    for (size_t i = 0; !found && i < COUNT_OF(lines); i++)
        if (strcmp(lines[i].key, key) == 0) {
            lines[i].read(r);
            found = true;
        }
    if (!found)
        r->error = "unknown kind of line";
    else if (!r->error && key && r->at[strspn(r->at, " ")])
        r->error = "the line has too many words";
}

bool profile_read(struct arena *a, struct source *s, struct profile *p, struct diag *d)
{
    static const char no_limits[] = "the profile contains no limits",
                      no_clock[] = "the profile contains no core clock";
    size_t n = source_line_count(s), length;
    const char *first = n ? source_line(s, 1, &length) : "";
    *p = (struct profile){.sampler = "",
                          .chain = CHAIN_FRAME,
                          .switch_seconds = known(0),
                          .excluded_seconds = known(0),
                          .excluded_least = missing(no_limits),
                          .excluded_most = missing(no_limits),
                          .clock = {missing(no_clock), missing(no_clock), missing(no_clock)},
                          .instructions = missing("the profile contains no instructions")};
    long errors = d->errors;
    if (n == 0 || length != strlen(first_line) || memcmp(first, first_line, length) != 0) {
        diag_error(d, (struct where){.file = s->path},
                   "not a profile of this version of macs: the first line is not '%s'", first_line);
        return false;
    }
    for (size_t i = 2; i <= n; i++) {
        const char *line = source_line(s, i, &length);
        struct reading r = {.a = a, .p = p, .at = arena_strndup(a, line, length)};
        read_line(&r);
        if (r.error)
            diag_error(d, source_line_where(s, i, 0), "%s", r.error);
    }
    const char *violation = d->errors == errors ? profile_check(a, p) : NULL;
    if (violation)
        diag_error(d, (struct where){.file = s->path}, "%s", violation);
    return d->errors == errors;
}

/* ---- check ---- */

int profile_sample_order(const struct profile_sample *a, const struct profile_sample *b)
{
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->caller_object != b->caller_object)
        return a->caller_object < b->caller_object ? -1 : 1;
    return (a->caller_at > b->caller_at) - (a->caller_at < b->caller_at);
}

double profile_runs(const struct profile *p)
{
    return p->n_repeats ? (double)p->n_repeats : 1;
}

/* Ranges of numbers. A year has 3e7 seconds. */
static const double MOST_SECONDS = 1e9, MOST_CLOCK = 1e12, MOST_COUNT = 9007199254740992;

/* Finite numbers in a range. */
static const struct range {
    size_t offset;
    enum field_kind kind;
    double least, most;
} ranges[] = {
#define RANGE(name, KIND, least, most)                                                             \
    {                                                                                              \
        offsetof(struct profile, name), FIELD_##KIND, least, most                                  \
    }
    RANGE(wall_seconds, NUMBER, 0, MOST_SECONDS),
    RANGE(period, NUMBER, 0, MOST_COUNT),
    RANGE(sample_cost, QUANTITY, 0, MOST_SECONDS),
    RANGE(rate, QUANTITY, 0, MOST_COUNT),
    RANGE(cpu_seconds, QUANTITY, 0, MOST_SECONDS),
    RANGE(unsampled_seconds, QUANTITY, 0, MOST_SECONDS),
    RANGE(switch_seconds, QUANTITY, 0, MOST_SECONDS),
    RANGE(excluded_seconds, QUANTITY, 0, MOST_SECONDS),
    RANGE(excluded_least, QUANTITY, 0, MOST_SECONDS),
    RANGE(excluded_most, QUANTITY, 0, MOST_SECONDS),
    RANGE(minor_faults, QUANTITY, 0, MOST_COUNT),
    RANGE(major_faults, QUANTITY, 0, MOST_COUNT),
    RANGE(instructions, QUANTITY, 0, 1e30),
    RANGE(clock[0], QUANTITY, 1, MOST_CLOCK),
    RANGE(clock[1], QUANTITY, 1, MOST_CLOCK),
    RANGE(clock[2], QUANTITY, 1, MOST_CLOCK),
#undef RANGE
};

static const char *key_of_field(size_t offset)
{
    size_t i = 0;
    while (fields[i].offset != offset)
        i++;
    return fields[i].key;
}

static bool is_at_most(struct quantity a, struct quantity b)
{
    return !is_known(a) || !is_known(b) || a.value <= b.value;
}

static const char *check_ranges(struct arena *a, const struct profile *p)
{
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        const struct range *r = &ranges[i];
        const void *at = (const char *)p + r->offset;
        struct quantity q =
            r->kind == FIELD_NUMBER ? known(*(const double *)at) : *(const struct quantity *)at;
        if (is_known(q) && !(q.value >= r->least && q.value <= r->most))
            return arena_printf(a, "%s is %g, but must be from %g to %g", key_of_field(r->offset),
                                q.value, r->least, r->most);
    }
    if (!is_at_most(p->clock[0], p->clock[1]) || !is_at_most(p->clock[1], p->clock[2]))
        return "the percentiles of the clock are out of order";
    if (!is_at_most(p->excluded_least, p->excluded_seconds) ||
        !is_at_most(p->excluded_seconds, p->excluded_most))
        return "excluded-seconds is outside its limits";
    return NULL;
}

/* Checks that sums of samples and of their times can be computed exactly. */
static const char *check_sums(const struct profile *p)
{
    double samples = 0, weight = 0;
    for (size_t i = 0; i < p->n_samples; i++) {
        samples += (double)p->samples[i].n;
        weight += (double)p->samples[i].weight;
    }
    return samples > MOST_COUNT          ? "there are more than 2^53 samples"
           : weight > 1e9 * MOST_SECONDS ? "the time of the samples is more than 1e18"
                                         : NULL;
}

/* Checks the repeated runs, whose samples are those of the profile. */
static const char *check_repeats(const struct profile *p)
{
    double samples = 0, of_runs = 0;
    for (size_t i = 0; i < p->n_samples; i++)
        samples += (double)p->samples[i].n;
    for (size_t i = 0; i < p->n_repeats; i++) {
        const struct profile_repeat *r = &p->repeats[i];
        of_runs += (double)r->samples;
        if (!(r->wall_seconds >= 0 && r->wall_seconds <= MOST_SECONDS) ||
            (is_known(r->cpu_seconds) &&
             !(r->cpu_seconds.value >= 0 && r->cpu_seconds.value <= MOST_SECONDS)))
            return "a time of a repeated run is out of range";
    }
    return p->n_repeats && of_runs != samples
               ? "the samples of the repeated runs are not those of the profile"
               : NULL;
}

const char *profile_check(struct arena *a, const struct profile *p)
{
    const char *wrong = check_ranges(a, p);
    wrong = wrong ? wrong : check_sums(p);
    if (wrong)
        return wrong;
    uint64_t merged = 0; /* samples of several threads */
    uint64_t *of_thread = ARENA_ARRAY(a, uint64_t, p->n_threads + 1);
    for (size_t i = 0; i < p->n_samples; i++) {
        const struct profile_sample *s = &p->samples[i];
        bool several = s->thread == PROFILE_NONE;
        if (s->object >= p->n_objects || (!several && s->thread >= p->n_threads))
            return arena_printf(a, "sample %zu has an object or thread that does not exist", i);
        if (s->caller_object != PROFILE_NONE && s->caller_object >= p->n_objects)
            return arena_printf(a, "sample %zu has a caller in an object that does not exist", i);
        if (i && profile_sample_order(s - 1, s) >= 0)
            return arena_printf(a, "samples %zu and %zu are out of order", i - 1, i);
        if (several)
            merged += s->n;
        else
            of_thread[s->thread] += s->n;
    }
    for (size_t i = 0; i < p->n_executed; i++)
        if (p->executed[i].object >= p->n_objects)
            return arena_printf(a, "instructions %zu have an object that does not exist", i);
    for (size_t i = 0; i < p->n_threads; i++)
        if (of_thread[i] > p->threads[i].samples || p->threads[i].samples - of_thread[i] > merged)
            return arena_printf(a, "thread %zu has %" PRIu64 " samples, not %" PRIu64, i,
                                of_thread[i], p->threads[i].samples);
        else
            merged -= p->threads[i].samples - of_thread[i];
    if (merged)
        return arena_printf(a, "%" PRIu64 " samples of several threads are of none", merged);
    return check_repeats(p);
}
