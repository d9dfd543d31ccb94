/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report: one self-contained HTML file, complete without scripts and network. */
#include "base/outfile.h"
#include "gaps/scaling/scaling.h"
#include "plots/drawing/canvas.h"
#include "plots/plots.h"
#include "plots/report/bar.h"
#include "plots/report/report.h"
#include "plots/report/script.inc"
#include "plots/report/style.inc"

static void put_head(FILE *out)
{
    html(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    html(out, "style-src 'sha256-%s'; ", style_hash);
    html(out, "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\"/>\n", script_hash);
    html(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
              "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
              "<meta name=\"generator\" content=\"macs-gap\"/>\n"
              "<title>MACS report</title>\n<style>");
    fputs(style, out);
    html(out, "</style>\n</head>\n");
}

static void put_page_header(const struct report *r, const struct gap_series *s)
{
    size_t runs = 0, loops = r->n_loops + report_sampled_loops(r);
    html(r->out, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the tables</a>\n<header>\n"
                 "<h1>Where the cycles go</h1>\n<p>");
    if (*r->common)
        html(r->out, "%zu loop%s of %s", r->n_loops, r->n_loops == 1 ? "" : "s", r->common);
    else
        html(r->out, "%zu loop%s", loops, loops == 1 ? "" : "s");
    for (size_t t = 0; t < r->t->n; t++)
        runs += r->t->at[t].run != NULL;
    html(r->out,
         ", %zu run%s</p>\n<div class=\"top\"><nav aria-label=\"Sections\"><ul>"
         "<li><a href=\"#reading\">How to read the report</a></li>"
         "<li><a href=\"#runs\">Runs</a></li>",
         runs, runs == 1 ? "" : "s");
    if (report_has_series(s))
        html(r->out, "<li><a href=\"#scaling\">Scaling and repeated runs</a></li>");
    if (report_is_watched(r))
        html(r->out, "<li><a href=\"#threads\">Thread states</a></li>");
    html(r->out,
         "<li><a href=\"#loops\">Loops</a></li></ul></nav>\n<div id=\"theme\"></div></div>\n"
         "</header>\n<main id=\"main\">\n");
}

/* Writes the parts of gap P that the data bound divides. */
static void put_data_legend(FILE *out)
{
    html(out, "<div><dt><span class=\"key d\"></span> D</dt><dd>MACSD " TEXT_MINUS
              " MACS: the part of P that the movement of data needs at least</dd></div>\n"
              "<div><dt><span class=\"key p\"></span> rest</dt><dd>measured " TEXT_MINUS
              " MACSD: P = D + rest</dd></div>\n");
}

static void put_legend(FILE *out, bool data)
{
    static const char classes[] = "macsp";
    html(out, "<section id=\"reading\">\n<h2>How to read the report</h2>\n<p>The time of a loop, "
              "in clock cycles per iteration (CPL), is the sum of the machine bound M and four "
              "gaps:</p>\n<dl class=\"legend\">\n");
    for (int i = 0; i < RUNGS; i++)
        html(out, "<div><dt><span class=\"key %s\"></span> %s</dt><dd>%s</dd></div>\n",
             (char[]){classes[i], 0}, ladder_key(i).letter, gap_meanings[i]);
    if (data)
        put_data_legend(out);
    html(out, "<div><dt><span class=\"key blank\"></span> ?</dt><dd>a part of the bar that "
              "cannot be divided, because a bound is missing</dd></div>\n</dl>\n"
              "<p>An unknown number is printed as -. The reason is under Notes of the loop. MUF, "
              "the machine utilization factor, is MACS / measured.</p>\n</section>\n");
}

static bool put_page(struct report *r)
{
    struct arena a = {0};
    struct gap_series s = gap_series(&a, r->t, r->efficiency);
    put_head(r->out);
    put_page_header(r, &s);
    put_legend(r->out, table_has_data(r->t));
    bool ok = report_overview(r);
    report_series(r, &s);
    report_timeline(r);
    ok = ok && report_details(r);
    html(r->out, "</main>\n<script>");
    fputs(script, r->out);
    html(r->out, "</script>\n</body>\n</html>\n");
    arena_free(&a);
    return ok;
}

bool plot_report(const struct gaps *g, double efficiency, const char *path, struct diag *d)
{
    struct arena a = {0};
    struct outfile file;
    struct report r = {.g = g, .t = gaps_table(g), .efficiency = efficiency};
    if (canvas_is_picture(path)) {
        diag_error(d, (struct where){.file = path},
                   "the report is an HTML file: end its name in .html; for pictures use --plot");
        return false;
    }
    if (!outfile_open(&file, path, d))
        return false;
    r.out = file.f;
    report_collect_loops(&r, &a);
    bool ok = put_page(&r);
    if (ok)
        ok = outfile_commit(&file, d);
    else
        outfile_abandon(&file);
    arena_free(&a);
    return ok;
}
