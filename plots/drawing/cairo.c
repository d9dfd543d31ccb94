/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The PDF and PNG back ends. No other file uses cairo. */
#include "plots/drawing/text.h"
#include "plots/drawing/verbs.h"

#include "base/arena.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <math.h>
#include <stdlib.h>

enum { PNG_DPI = 200, PNG_LEAST_DPI = 72, PNG_MAX_SIDE = 20000 };

struct pen {
    cairo_t *cr; /* NULL before begin */
    cairo_surface_t *surface;
    double below;      /* height of the previous page */
    size_t pages;      /* number of pages begun */
    const char *error; /* NULL = see cairo's status */
};

static cairo_status_t put_bytes(void *closure, const unsigned char *bytes, unsigned n)
{
    FILE *out = closure;
    return fwrite(bytes, 1, n, out) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void set_colour(cairo_t *cr, colour c)
{
    cairo_set_source_rgb(cr, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0);
}

static void create_context(struct pen *p)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    p->cr = cairo_create(p->surface);
    cairo_set_font_options(p->cr, options);
    cairo_font_options_destroy(options);
}

/* The date is empty, so that the same drawing always gives the same bytes. */
static void pdf_begin(struct canvas *c, const struct document *d)
{
    struct pen *p = c->state;
    p->surface = cairo_pdf_surface_create_for_stream(put_bytes, c->out, d->pages[0].width,
                                                     d->pages[0].height);
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_TITLE, d->title);
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_SUBJECT, d->subject);
    cairo_pdf_surface_set_metadata(p->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    create_context(p);
}

static void pdf_page(struct canvas *c, const struct page *page)
{
    struct pen *p = c->state;
    if (p->pages++ > 0)
        cairo_show_page(p->cr);
    cairo_pdf_surface_set_size(p->surface, page->width, page->height);
}

static void png_begin(struct canvas *c, const struct document *d)
{
    struct pen *p = c->state;
    double width = 0, height = 0;
    for (size_t i = 0; i < d->n_pages; i++) {
        width = fmax(width, d->pages[i].width);
        height += d->pages[i].height;
    }
    double scale = fmin(PNG_DPI / 72.0, PNG_MAX_SIDE / fmax(width, height));
    if (scale < PNG_LEAST_DPI / 72.0) {
        p->error = "too large for one PNG; use .pdf or .svg, or fewer runs";
        scale = 1 / fmax(width, height);
    }
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * scale),
                                            (int)ceil(height * scale));
    create_context(p);
    cairo_scale(p->cr, scale, scale);
    set_colour(p->cr, 0xFFFFFF);
    cairo_paint(p->cr);
}

static void png_page(struct canvas *c, const struct page *page)
{
    struct pen *p = c->state;
    if (p->pages++ > 0)
        cairo_translate(p->cr, 0, p->below);
    p->below = page->height;
}

/* PDF and PNG have no groups. */
static void no_group(struct canvas *c, const char *title)
{
    (void)c, (void)title;
}

static void no_end_group(struct canvas *c)
{
    (void)c;
}

/* Adds parallel lines over b to the path. Their phase is that of the page, so that the lines of
 * adjacent areas with the same hatch match. */
static void hatch_lines(cairo_t *cr, struct box b, double spacing, double rise)
{
    double angle = rise * acos(-1) / 180, nx = sin(angle), ny = cos(angle);
    double middle = (b.x + b.width / 2) * nx + (b.y + b.height / 2) * ny;
    double half = hypot(b.width, b.height) / 2;
    double along = (b.x + b.width / 2) * ny - (b.y + b.height / 2) * nx;
    for (double k = floor((middle - half) / spacing); k * spacing <= middle + half; k++) {
        double o = (k + 0.5) * spacing;
        cairo_move_to(cr, o * nx + (along - half) * ny, o * ny - (along - half) * nx);
        cairo_line_to(cr, o * nx + (along + half) * ny, o * ny - (along + half) * nx);
    }
}

/* Draws the hatch of p inside the current path, and keeps the path. */
static void hatch_path(cairo_t *cr, const struct paint *p)
{
    const struct hatching *h = hatching(p->hatch);
    double x, y, right, bottom;
    cairo_path_t *path = cairo_copy_path(cr);
    cairo_path_extents(cr, &x, &y, &right, &bottom);
    struct box b = {x, y, right - x, bottom - y};
    cairo_save(cr);
    cairo_clip(cr);
    hatch_lines(cr, b, h->spacing, h->rise);
    if (p->hatch == HATCH_CROSS)
        hatch_lines(cr, b, h->spacing, -h->rise);
    cairo_set_line_width(cr, HATCH_LINE);
    set_colour(cr, p->ink);
    cairo_stroke(cr);
    cairo_restore(cr);
    cairo_append_path(cr, path);
    cairo_path_destroy(path);
}

static void stroke_path(cairo_t *cr, const struct paint *p)
{
    static const double dashes[] = {2, 1.5}, dots[] = {0, 2.6};
    bool dotted = p->dash == DASH_DOTTED;
    if (p->stroke > 0) {
        set_colour(cr, p->line);
        cairo_set_line_width(cr, p->stroke);
        cairo_set_dash(cr, dotted ? dots : dashes, p->dash == DASH_SOLID ? 0 : 2, 0);
        cairo_set_line_cap(cr, dotted ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
        cairo_stroke_preserve(cr);
        cairo_set_dash(cr, dashes, 0, 0); /* hatches are solid */
        cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    }
    cairo_new_path(cr);
}

/* Draws the fill, the hatch and the outline of the current path, and clears the path. */
static void paint_path(cairo_t *cr, const struct paint *p)
{
    if (p->filled) {
        set_colour(cr, p->fill);
        cairo_fill_preserve(cr);
    }
    if (p->hatch != HATCH_NONE)
        hatch_path(cr, p);
    stroke_path(cr, p);
}

static void pen_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    cairo_t *cr = ((struct pen *)c->state)->cr;
    cairo_rectangle(cr, b.x, b.y, b.width, b.height);
    paint_path(cr, p);
}

static void pen_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                     const struct paint *p)
{
    cairo_t *cr = ((struct pen *)c->state)->cr;
    for (size_t i = 0; i < n; i++)
        cairo_line_to(cr, at[i].x, at[i].y);
    if (closed)
        cairo_close_path(cr);
    paint_path(cr, p);
}

/* Draws a text. If the font is wider than that of the layout, the text is squeezed to the width of
 * the layout. */
static void pen_text(struct canvas *c, struct point at, const struct text_style *s,
                     const char *text)
{
    static const double before[] = {[ANCHOR_START] = 0, [ANCHOR_MIDDLE] = 0.5, [ANCHOR_END] = 1};
    cairo_t *cr = ((struct pen *)c->state)->cr;
    cairo_text_extents_t e;
    cairo_save(cr);
    cairo_select_font_face(cr, TEXT_FAMILY, CAIRO_FONT_SLANT_NORMAL,
                           s->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, s->size);
    cairo_text_extents(cr, text, &e);
    double width = text_width(text, s->size, s->bold);
    double squeeze = e.x_advance > width * 1.01 ? width / e.x_advance : 1;
    cairo_translate(cr, at.x, at.y);
    cairo_rotate(cr, -s->turn * acos(-1) / 180);
    cairo_scale(cr, squeeze, 1);
    cairo_move_to(cr, -before[s->anchor] * e.x_advance, 0);
    set_colour(cr, s->colour);
    cairo_show_text(cr, text);
    cairo_restore(cr);
    cairo_new_path(cr);
}

static const char *pen_end(struct canvas *c, bool png)
{
    struct pen *p = c->state;
    const char *why = p->error;
    cairo_status_t status = cairo_status(p->cr);
    if (!why && !status && png)
        status = cairo_surface_write_to_png_stream(p->surface, put_bytes, c->out);
    cairo_surface_finish(p->surface);
    if (!why && !status)
        status = cairo_surface_status(p->surface);
    if (!why && status)
        why = cairo_status_to_string(status);
    cairo_destroy(p->cr);
    cairo_surface_destroy(p->surface);
    free(p);
    c->state = NULL;
    return why;
}

static const char *pdf_end(struct canvas *c)
{
    return pen_end(c, false);
}

static const char *png_end(struct canvas *c)
{
    return pen_end(c, true);
}

static struct canvas pen_canvas(FILE *out, const struct verbs *verbs)
{
    struct pen *p = xmalloc(sizeof *p);
    *p = (struct pen){0};
    return (struct canvas){.verbs = verbs, .out = out, .state = p};
}

#define PEN_VERBS                                                                                  \
    .group = no_group, .end_group = no_end_group, .rectangle = pen_rectangle, .path = pen_path,    \
    .text = pen_text

struct canvas pdf_canvas(FILE *out)
{
    static const struct verbs verbs = {
        .begin = pdf_begin, .page = pdf_page, .end = pdf_end, PEN_VERBS};
    return pen_canvas(out, &verbs);
}

struct canvas png_canvas(FILE *out)
{
    static const struct verbs verbs = {
        .begin = png_begin, .page = png_page, .end = png_end, PEN_VERBS};
    return pen_canvas(out, &verbs);
}
