/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/transputer/parameters.h"
#include "base/util.h"

#include "base/nearest.h"
#include "base/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Maximum of every parameter. */
static const double most = 1e9;
/* Minimum of a parameter that is a divisor. */
static const double least = 0.001;
static const double most_megahertz = 1000;

static const struct row {
    const char *name;
    double value;
    const char *status, *unit, *meaning;
    size_t at; /* offset in struct tp_parameters */
} rows[] = {
#define PARAMETER(name, value, status, unit, meaning)                                            \
    {#name, value, #status, unit, meaning, offsetof(struct tp_parameters, name)},
#include "lab/transputer/parameters.def"
#undef PARAMETER
};
enum { ROWS = COUNT_OF(rows), MOST_NAME = 64 };

static double *parameter_value(struct tp_parameters *p, const struct row *r)
{
    return (double *)(void *)((char *)p + r->at);
}

/* Returns the name that users write, with '-' instead of '_'. */
static const char *user_name(const struct row *r, char *buf)
{
    size_t i;
    for (i = 0; r->name[i] && i + 1 < MOST_NAME; i++)
        buf[i] = r->name[i] == '_' ? '-' : r->name[i];
    buf[i] = 0;
    return buf;
}

struct tp_parameters tp_parameters_default(void)
{
    struct tp_parameters p;
    for (size_t i = 0; i < ROWS; i++)
        *parameter_value(&p, &rows[i]) = rows[i].value;
    return p;
}

static const struct row *find_row(const char *name)
{
    char buf[MOST_NAME];
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(user_name(&rows[i], buf), name) == 0)
            return &rows[i];
    return NULL;
}

/* Names of earlier versions. A former sum of two parameters sets the one named here, less the
 * other. */
static const struct old_name {
    const char *old, *name, *less;
} old_names[] = {
    {"start", "startp", NULL},
    {"end", "endp", NULL},
    {"stop", "stopp", NULL},
    {"loop", "lend", NULL},
    {"timer-in", "tin", "ldtimer"},
    {"tell", "report", NULL},
    {"tell-channel", "report-channel", NULL},
    {"tell-words", "report-words", NULL},
};

static const struct old_name *find_old(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(old_names); i++)
        if (strcmp(old_names[i].old, name) == 0)
            return &old_names[i];
    return NULL;
}

static bool report_unknown(const char *name, struct where w, struct diag *d)
{
    char names[ROWS][MOST_NAME];
    struct nearest near = {.word = name};
    for (size_t i = 0; i < ROWS; i++)
        nearest_offer(&near, user_name(&rows[i], names[i]));
    if (near.best)
        diag_error(d, w, "the model has no parameter '%s': did you mean '%s'?", name, near.best);
    else
        diag_error(d, w, "the model has no parameter '%s': see procmon sim --parameters", name);
    return false;
}

struct range {
    double low, high;
};

/* Returns the allowed values of a parameter. */
static struct range range_of(const struct row *r)
{
    bool divides = strcmp(r->unit, "us") == 0 || strcmp(r->unit, "Mbyte/s") == 0;
    if (strcmp(r->unit, "0 or 1") == 0)
        return (struct range){0, 1};
    if (strcmp(r->unit, "MHz") == 0)
        return (struct range){1, most_megahertz};
    return (struct range){divides ? least : 0, most};
}

static bool is_in_range(const struct row *r, double value)
{
    struct range may = range_of(r);
    bool whole = strcmp(r->unit, "0 or 1") != 0 || value == floor(value);
    return value >= may.low && value <= may.high && whole;
}

/* Reports the allowed range. less: the amount that is subtracted from the value. */
static void report_range(const struct row *r, double less, const char *name, const char *value,
                         struct where w, struct diag *d)
{
    struct range may = range_of(r);
    may.low += less;
    if (strcmp(r->unit, "0 or 1") == 0)
        diag_error(d, w, "%s must be 0 or 1, not '%s'", name, value);
    else
        diag_error(d, w, "%s must be a number from %g to %g (%s), not '%s'", name, may.low,
                   may.high, r->unit, value);
}

bool tp_parameters_set(struct tp_parameters *p, const char *name, const char *value, struct where w,
                       struct diag *d)
{
    const struct old_name *old = find_old(name);
    const struct row *r = find_row(old ? old->name : name);
    char *end;
    if (!r)
        return report_unknown(name, w, d);
    double less = old && old->less ? *parameter_value(p, find_row(old->less)) : 0;
    double v = strtod(value, &end) - less;
    if (!isdigit((unsigned char)*value) || *end || !isfinite(v) || !is_in_range(r, v)) {
        report_range(r, less, name, value, w, d);
        return false;
    }
    *parameter_value(p, r) = v;
    return true;
}

bool tp_parameters_option(struct tp_parameters *p, const char *option, struct diag *d)
{
    const char *equals = strchr(option, '=');
    struct where nowhere = {.option = true};
    char name[MOST_NAME];
    if (!equals || equals == option || equals - option >= MOST_NAME) {
        diag_error(d, nowhere, "--set requires NAME=VALUE, not '%s'", option);
        return false;
    }
    memcpy(name, option, (size_t)(equals - option));
    name[equals - option] = 0;
    return tp_parameters_set(p, name, equals + 1, nowhere, d);
}

void tp_parameters_print(const struct tp_parameters *p, FILE *out)
{
    char name[MOST_NAME], value[QUANTITY_TEXT];
    struct tp_parameters copy = *p;
    for (size_t i = 0; i < ROWS; i++)
        fprintf(out, "%-22s %10s  %-6s  %s: %s\n", user_name(&rows[i], name),
                quantity_exact(known(*parameter_value(&copy, &rows[i])), value), rows[i].status,
                rows[i].unit, rows[i].meaning);
}
