/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/sheet.h"
#include "gaps/columns.h"

#include <math.h>

#define HEAD_GAP 10.0 /* below the legend */
#define PANEL_GAP 14.0
enum { NOTES_BELOW = 4 }; /* notes with more lines may go to a new page */

/* ---- texts ---- */

double sheet_lines(struct sheet *s, double x, double y, double width, struct text_style style,
                   const char *text)
{
    struct text_lines l = text_wrap(s->a, text, style.size, width);
    for (size_t i = 0; i < l.n; i++, y += LABEL_LINE)
        scene_text(s->scene, x, y, style, l.at[i]);
    return y;
}

bool label_on(struct scene *s, struct box box, const struct look *look, const char *text)
{
    double width = text_width(text, SIZE_LABEL, false) + 2.4, height = LABEL_HEIGHT + 2.4;
    double x = box.x + box.width / 2, y = box.y + box.height / 2;
    struct text_style style = label_style(ANCHOR_MIDDLE);
    if (width > box.width || height > box.height - 1)
        return false;
    if (look->hatch != HATCH_NONE)
        scene_box(s, (struct box){x - width / 2, y - height / 2, width, height},
                  (struct paint){.filled = true, .fill = COLOUR_PAPER});
    style.colour = look_label(look);
    scene_text(s, x, y + LABEL_HEIGHT / 2, style, text);
    return true;
}

const char *number_text(struct arena *a, double v)
{
    char buf[SHARE_TEXT];
    return arena_printf(a, "%s%s", v < 0 ? TEXT_MINUS : "", value_text(fabs(v), buf));
}

const char *cycles_text(struct arena *a, double v)
{
    static const struct {
        double from, unit;
        const char *name;
    } units[] = {{999.5e6, 1e9, "G"}, {999.5e3, 1e6, "M"}, {99.95e3, 1e3, "k"}, {0, 1, ""}};
    size_t i = 0;
    while (fabs(v) < units[i].from)
        i++;
    return arena_printf(a, "%s %scycles", number_text(a, v / units[i].unit), units[i].name);
}

double axis_width(struct arena *a, const struct ticks *t, double unit, double least)
{
    double widest = 0;
    for (size_t i = 0; i < t->n; i++)
        widest = fmax(widest, text_width(number_text(a, tick_at(t, i) / unit), SIZE_LABEL, false));
    return fmax(least, SIZE_AXIS + 3 + widest + 4);
}

const char *change_text(struct arena *a, double v)
{
    return arena_printf(a, "%s%s", v < 0 ? "" : "+", number_text(a, v));
}

/* ---- pages ---- */

static void begin_page(struct sheet *s)
{
    struct canvas c = scene_canvas(s->scene);
    scene_page(s->scene, s->width + 2 * PAGE_MARGIN);
    draw_page_title(&c, s->title);
    if (s->legend.n)
        legend_draw(&s->legend, &c, (struct point){PAGE_MARGIN, PAGE_MARGIN + PAGE_TITLE_HEIGHT});
    s->y = PAGE_MARGIN + PAGE_TITLE_HEIGHT + s->legend.height + HEAD_GAP;
}

struct sheet sheet_new(struct arena *a, const char *title, const char *subject,
                       struct legend_entry *entries, size_t n, double width)
{
    struct sheet s = {.a = a, .legend = {.entries = entries, .n = n}, .width = width};
    s.title = text_shorten(a, text_clean(a, title), SIZE_TITLE, true, width);
    s.scene = scene_new(a, title, subject);
    if (n)
        legend_lay_out(&s.legend, width);
    begin_page(&s);
    return s;
}

/* Begins a new page if the current one has less space than height. */
static void ensure_space(struct sheet *s, double height)
{
    double top = PAGE_MARGIN + PAGE_TITLE_HEIGHT + s->legend.height + HEAD_GAP;
    if (s->y <= top || s->y + height <= PAGE_HEIGHT_MAX - PAGE_MARGIN)
        return;
    scene_height(s->scene, ceil(s->y - PANEL_GAP + PAGE_MARGIN));
    begin_page(s);
}

double sheet_panel(struct sheet *s, double height)
{
    ensure_space(s, height);
    double top = s->y;
    s->y += height + PANEL_GAP;
    return top;
}

void sheet_title(const struct sheet *s, double top, const char *title)
{
    scene_text(s->scene, PAGE_MARGIN, top + SIZE_PANEL, panel_style(),
               text_shorten(s->a, text_clean(s->a, title), SIZE_PANEL, true, s->width));
}

void sheet_end(struct sheet *s, const char *notes)
{
    struct text_lines l = text_wrap(s->a, text_clean(s->a, notes), SIZE_LABEL, s->width);
    if (l.n > NOTES_BELOW)
        ensure_space(s, (double)l.n * LABEL_LINE);
    s->y -= l.n ? 0 : PANEL_GAP;
    for (size_t i = 0; i < l.n; i++, s->y += LABEL_LINE)
        scene_text(s->scene, PAGE_MARGIN, s->y, quiet_style(ANCHOR_START), l.at[i]);
    scene_height(s->scene, ceil(s->y - (l.n ? LABEL_LINE - 3 : 0) + PAGE_MARGIN));
}

/* ---- the ladder ---- */

/* The columns of gaps/columns.def of each level, and of the step up to it. */
static const enum gap_column_id level_columns[LEVELS] = {
    [LEVEL_M] = GAP_M,
    [LEVEL_MA] = GAP_MA,
    [LEVEL_MAC] = GAP_MAC,
    [LEVEL_MACS] = GAP_MACS,
    [LEVEL_MEASURED] = GAP_MEASURED,
};
static const enum gap_column_id step_columns[LEVELS] = {
    [LEVEL_M] = GAP_M,        [LEVEL_MA] = GAP_GAP_A,       [LEVEL_MAC] = GAP_GAP_C,
    [LEVEL_MACS] = GAP_GAP_S, [LEVEL_MEASURED] = GAP_GAP_P,
};

const char *level_name(int level)
{
    return gap_columns[level_columns[level]].heading;
}

struct bar_key ladder_key(int level)
{
    static const char *const meanings[LEVELS] = {"machine bound", "MA " TEXT_MINUS " M",
                                                 "MAC " TEXT_MINUS " MA", "MACS " TEXT_MINUS " MAC",
                                                 "measured " TEXT_MINUS " MACS"};
    return (struct bar_key){gap_columns[step_columns[level]].heading, meanings[level],
                            ladder_looks[level]};
}

/* ---- with the data bound ---- */

bool loop_has_data(const struct gap_loop *l)
{
    return l->data && is_known(l->data->macsd);
}

bool table_has_data(const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++)
            if (loop_has_data(&t->at[i].loops[k]))
                return true;
    return false;
}

int ladder_levels(bool data)
{
    return data ? DATA_LEVELS : LEVELS;
}

int ladder_level(bool data, int level)
{
    return data && level == LEVEL_MEASURED ? DATA_MEASURED : level;
}

const char *ladder_level_name(bool data, int level)
{
    bool macsd = data && level == DATA_MACSD, measured = data && level == DATA_MEASURED;
    return macsd ? gap_columns[GAP_MACSD].heading : level_name(measured ? LEVEL_MEASURED : level);
}

struct bar_key ladder_step_key(bool data, int level)
{
    if (data && level == DATA_MACSD)
        return (struct bar_key){gap_columns[GAP_GAP_D].heading, "MACSD " TEXT_MINUS " MACS",
                                ladder_looks[LOOK_D]};
    if (data && level == DATA_MEASURED)
        return (struct bar_key){"rest", "measured " TEXT_MINUS " MACSD; P = D + rest",
                                ladder_looks[LEVEL_MEASURED]};
    return ladder_key(level);
}

struct bar ladder_step_bar(bool data, const struct gap_loop *l)
{
    struct bar b = ladder_bar(l);
    if (data) {
        b.level[DATA_MEASURED] = l->cpl.measured;
        b.level[DATA_MACSD] = gap_columns[GAP_MACSD].of(NULL, l);
    }
    return b;
}

struct legend_entry *ladder_step_legend(struct arena *a, bool data, bool undivided, size_t *n)
{
    int levels = ladder_levels(data);
    struct legend_entry *e = ARENA_ARRAY(a, struct legend_entry, (size_t)levels + 1);
    for (int i = 0; i < levels; i++) {
        struct bar_key key = ladder_step_key(data, i);
        e[i] = (struct legend_entry){.text = arena_printf(a, "%s: %s", key.letter, key.meaning),
                                     .look = key.look};
    }
    e[levels] = (struct legend_entry){.text = "not divided", .blank = true};
    *n = (size_t)levels + undivided;
    return e;
}

const char *ladder_segment_name(struct arena *a, bool data, const struct segment *g)
{
    const char *all = ladder_step_key(data, g->key).letter;
    for (int i = g->key + 1; i <= g->last; i++)
        all = arena_printf(a, "%s+%s", all, ladder_step_key(data, i).letter);
    return all;
}

struct bar ladder_bar(const struct gap_loop *l)
{
    return (struct bar){.level = {l->cpl.m, l->cpl.ma, l->cpl.mac, l->cpl.macs, l->cpl.measured}};
}
