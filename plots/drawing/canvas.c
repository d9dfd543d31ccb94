/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/canvas.h"
#include "base/outfile.h"
#include "base/util.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *extension;
    struct canvas (*open)(FILE *out);
} back_ends[] = {
    {".pdf", pdf_canvas},
    {".svg", svg_canvas},
    {".png", png_canvas},
    {".verbs", record_canvas},
};
enum { BACK_ENDS = COUNT_OF(back_ends) };

/* Returns the extension of path with its dot; NULL = none. */
static const char *extension_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? dot : NULL;
}

/* Returns the index of the back end for the extension of path; -1 = none. */
static int back_end_of(const char *path)
{
    const char *dot = extension_of(path);
    for (int i = 0; dot && i < BACK_ENDS; i++)
        if (strcasecmp(dot, back_ends[i].extension) == 0)
            return i;
    return -1;
}

bool canvas_is_picture(const char *path)
{
    return back_end_of(path) >= 0;
}

bool canvas_check_extension(const char *path, struct diag *d)
{
    if (back_end_of(path) >= 0)
        return true;
    const char *extension = extension_of(path);
    const struct where where = {.file = path, .option = true};
    if (extension)
        diag_error(d, where, "unknown picture format '%s'; use .pdf, .svg or .png", extension);
    else
        diag_error(d, where, "the file name has no extension; use .pdf, .svg or .png");
    return false;
}

bool canvas_file(const char *path, const struct part *parts, size_t n, struct diag *d)
{
    struct outfile file;
    if (!canvas_check_extension(path, d) || !outfile_open(&file, path, d))
        return false;
    struct canvas c = back_ends[back_end_of(path)].open(file.f);
    draw_parts(&c, parts, n);
    const char *why = c.verbs->end(&c);
    if (!why)
        return outfile_commit(&file, d);
    outfile_abandon(&file);
    diag_error(d, (struct where){.file = path}, "cannot write this picture: %s", why);
    return false;
}

void draw_line(struct canvas *c, struct point a, struct point b, double width, colour line)
{
    struct paint p = {.stroke = width, .line = line};
    c->verbs->path(c, (struct point[]){a, b}, 2, false, &p);
}

const struct hatching *hatching(enum hatch h)
{
    static const struct hatching all[] = {
#define HATCH(NAME, name, spacing, rise) {name, spacing, rise},
#include "plots/drawing/hatches.def"
#undef HATCH
    };
    return &all[h];
}

const char *coordinate_text(double v, char *buf)
{
    double hundredths = round(v * 100);
    int n = snprintf(buf, COORDINATE_TEXT, "%.2f", hundredths == 0 ? 0.0 : hundredths / 100);
    while (buf[n - 1] == '0')
        buf[--n] = 0;
    if (buf[n - 1] == '.')
        buf[--n] = 0;
    return buf;
}
