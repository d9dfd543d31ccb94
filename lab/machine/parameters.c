/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/parameters.h"

#include "base/nearest.h"

#include <string.h>

static const struct parameter_row {
    const char *name, *unit, *mark, *what;
    int64_t value, low, high; /* thousandths */
} rows[PARAMETERS] = {
#define PARAMETER(NAME, name, value, low, high, unit, mark, what)                                  \
    {name, unit, mark, what, INT64_C(value), INT64_C(low), INT64_C(high)},
#include "lab/machine/parameters.def"
#undef PARAMETER
};

enum { NUMBER_TEXT = 32, DECIMALS = 3, DIGITS = 16 };

struct parameters parameters_default(void)
{
    struct parameters p;

    for (int i = 0; i < PARAMETERS; i++)
        p.at[i] = rows[i].value;
    return p;
}

/* Formats thousandths: "23.4" for 23400. */
static const char *thousandths_text(int64_t n, char *to)
{
    int at = snprintf(to, NUMBER_TEXT, "%lld.%03d", (long long)(n / THOUSANDTHS),
                      (int)(n % THOUSANDTHS));

    while (to[at - 1] == '0')
        to[--at] = '\0';
    if (to[at - 1] == '.')
        to[at - 1] = '\0';
    return to;
}

/* Reads a number with at most three decimals. Returns false for any other text. */
static bool thousandths_read(const char *text, int64_t *n)
{
    int digits = 0, decimals = -1;

    for (*n = 0; *text != '\0'; text++) {
        if (*text == '.' && decimals < 0 && digits > 0) {
            decimals = 0;
            continue;
        }
        if (*text < '0' || *text > '9' || decimals == DECIMALS || digits == DIGITS)
            return false;
        *n = *n * 10 + (*text - '0');
        digits++;
        decimals += decimals >= 0;
    }
    if (digits == 0 || decimals == 0)
        return false;
    for (int i = decimals < 0 ? 0 : decimals; i < DECIMALS; i++)
        *n *= 10;
    return true;
}

static int row_named(const char *name, size_t n)
{
    for (int i = 0; i < PARAMETERS; i++)
        if (strlen(rows[i].name) == n && memcmp(rows[i].name, name, n) == 0)
            return i;
    return -1;
}

static void report_unknown(struct diag *d, const char *name, size_t n)
{
    char word[NUMBER_TEXT];
    struct nearest near = {.word = word};

    snprintf(word, sizeof word, "%.*s", (int)n, name);
    for (int i = 0; i < PARAMETERS; i++)
        nearest_offer(&near, rows[i].name);
    if (near.best)
        diag_error(d, (struct where){.option = true},
                   "unknown parameter '%.*s': did you mean '%s'?", (int)n, name, near.best);
    else
        diag_error(d, (struct where){.option = true},
                   "unknown parameter '%.*s': --parameters prints them all", (int)n, name);
}

bool parameters_set(struct parameters *p, const char *text, struct diag *d)
{
    const char *equals = strchr(text, '=');
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    int64_t value;

    if (!equals) {
        diag_error(d, (struct where){.option = true}, "'%s': expected NAME=VALUE", text);
        return false;
    }
    int i = row_named(text, (size_t)(equals - text));
    if (i < 0) {
        report_unknown(d, text, (size_t)(equals - text));
        return false;
    }
    bool valid =
        thousandths_read(equals + 1, &value) && value >= rows[i].low && value <= rows[i].high;
    if (!valid && rows[i].low == rows[i].high) {
        diag_error(d, (struct where){.option = true}, "'%s': %s can only be %s", text, rows[i].name,
                   thousandths_text(rows[i].low, low));
        return false;
    }
    if (!valid) {
        diag_error(d, (struct where){.option = true},
                   "'%s': %s must be a number from %s to %s with at most three decimals", text,
                   rows[i].name, thousandths_text(rows[i].low, low),
                   thousandths_text(rows[i].high, high));
        return false;
    }
    p->at[i] = value;
    return true;
}

void parameters_print(const struct parameters *p, FILE *out)
{
    char value[NUMBER_TEXT], low[NUMBER_TEXT], high[NUMBER_TEXT], range[2 * NUMBER_TEXT + 4];

    for (int i = 0; i < PARAMETERS; i++) {
        const struct parameter_row *r = &rows[i];
        snprintf(range, sizeof range, "%s to %s", thousandths_text(r->low, low),
                 thousandths_text(r->high, high));
        fprintf(out, "%-17s %10s %-13s [%s]  (%s) %s\n", r->name, thousandths_text(p->at[i], value),
                r->unit, range, r->mark, r->what);
    }
}

const char *parameters_check(const struct parameters *p)
{
    if (p->at[PARAMETER_LOCAL] < p->at[PARAMETER_HIT])
        return "local-allocated is less than subcache-hit";
    if (p->at[PARAMETER_LOCAL_BLOCK] < p->at[PARAMETER_LOCAL])
        return "local-unallocated is less than local-allocated";
    return NULL;
}
