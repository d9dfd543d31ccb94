/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The printed table, and rows for macs-gap --import. */
#include "gaps/online/internal.h"
#include "base/util.h"

#include <math.h>
#include <string.h>

/* Prints a number with four significant digits, whole numbers with all digits; "-" = unknown. */
static void put_number(FILE *out, double v)
{
    char text[32];
    if (isnan(v))
        snprintf(text, sizeof text, "-");
    else if (fabs(v) < 1e15 && v == (double)(long long)v)
        snprintf(text, sizeof text, "%.0f", v);
    else
        snprintf(text, sizeof text, "%.4g", v);
    fprintf(out, "  %8s", text);
}

static int widest_name(const macs_gap *g)
{
    size_t most = strlen("loop");
    for (size_t i = 0; i < g->n; i++) {
        size_t n = strlen(g->loops[i].name);
        most = n > most ? n : most;
    }
    return (int)most;
}

#ifdef __x86_64__
static const char this_isa[] = "x86-64";
#else
static const char this_isa[] = "";
#endif

/* Tolerance for the variation of the core clock during measurements. */
static const double measuring_error = 0.03;

static bool exceeds(double bound, double measured)
{
    return !isnan(bound) && !isnan(measured) && bound > measured * (1 + measuring_error);
}

/* Prints a note after a row whose numbers are doubtful. */
static void put_doubt(FILE *out, const macs_gap *g, const struct mg_result *r)
{
    if (g->isa && *this_isa && strcmp(g->isa, this_isa) != 0)
        fprintf(out, "  bounds of %s, run on %s", g->isa, this_isa);
    else if (exceeds(r->m, r->measured) || exceeds(r->ma, r->measured) ||
             exceeds(r->mac, r->measured) || exceeds(r->macs, r->measured))
        fputs("  a bound exceeds measured", out);
}

void mg_print(const macs_gap *g, FILE *out)
{
    static const char *const titles[] = {"threads", "M",   "MA",  "MAC", "MACS", "measured",
                                         "MUF",     "M %", "A %", "C %", "S %",  "P %"};
    struct mg_result r;
    int width = g ? widest_name(g) : 0;
    if (!g)
        return;
    fprintf(out, "%-*s", width, "loop");
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        fprintf(out, "  %8s", titles[i]);
    putc('\n', out);
    for (size_t i = 0; i < g->n; i++) {
        if (mg_get(g, (int)i, MG_ALL, &r) != 0 || r.threads == 0)
            continue;
        fprintf(out, "%-*s", width, g->loops[i].name);
        const double row[] = {r.threads,
                              r.m,
                              r.ma,
                              r.mac,
                              r.macs,
                              r.measured,
                              exceeds(r.macs, r.measured) ? NAN : r.muf,
                              100 * r.share_m,
                              100 * r.share_a,
                              100 * r.share_c,
                              100 * r.share_s,
                              100 * r.share_p};
        for (size_t k = 0; k < COUNT_OF(row); k++)
            put_number(out, row[k]);
        put_doubt(out, g, &r);
        putc('\n', out);
    }
}

/* Writes a CSV field on one line, in quotes. Line ends and tabs become question marks. An
 * apostrophe before the text prevents that a spreadsheet reads it as a formula. */
static void put_field(FILE *out, const char *text)
{
    char first = text[strspn(text, "'")];
    putc('"', out);
    if (first && strchr("=+-@", first))
        putc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(strchr("\t\n\v\f\r", *text) ? '?' : *text, out);
    }
    putc('"', out);
}

static void put_samples(const macs_gap *g, FILE *out, const char *run, int processors)
{
    fputs("run,processors,thread,loop,iterations,cycles\n", out);
    for (size_t i = 0; i < g->n; i++)
        for (int t = 0; t < g->threads; t++) {
            const struct mg_thread_counts *d = &g->loops[i].counts[t];
            if (!(d->iterations > 0))
                continue;
            put_field(out, run);
            fprintf(out, ",%d,%d,", processors, t);
            put_field(out, g->loops[i].name);
            fprintf(out, ",%.17g,%.17g\n", d->iterations, d->cycles);
        }
}

static void put_skips(const macs_gap *g, FILE *out, const char *run)
{
    fputs("run,thread,loop,block,skipped\n", out);
    for (size_t i = 0; i < g->n; i++)
        for (int t = 0; t < g->threads; t++) {
            const struct mg_thread_counts *d = &g->loops[i].counts[t];
            for (size_t b = 0; b < g->loops[i].n_blocks && d->iterations > 0; b++) {
                if (!(d->skipped[b] > 0))
                    continue;
                put_field(out, run);
                fprintf(out, ",%d,", t);
                put_field(out, g->loops[i].name);
                putc(',', out);
                put_field(out, g->loops[i].blocks[b].name);
                fprintf(out, ",%.17g\n", d->skipped[b]);
            }
        }
}

int mg_csv(const macs_gap *g, FILE *samples, FILE *skips, const char *run, int processors)
{
    if (!g || !samples || !run || processors < 1)
        return -1;
    put_samples(g, samples, run, processors);
    if (skips)
        put_skips(g, skips, run);
    bool failed = fflush(samples) != 0 || ferror(samples);
    if (skips)
        failed |= fflush(skips) != 0 || ferror(skips);
    return failed ? -1 : 0;
}
