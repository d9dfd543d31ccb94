/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing back end that records the boxes of a page's texts, and counts texts that overlap and
 * boxes outside the page. */
#ifndef TESTS_UNIT_WATCH_H
#define TESTS_UNIT_WATCH_H

#include "plots/drawing/text.h"
#include "base/util.h"
#include "plots/drawing/verbs.h"
#include "plots/plots.h"
#include "tests/unit/check.h"

struct written {
    struct box box;
    const char *text;
};
struct watcher {
    struct written at[4096];
    size_t n, pages;
    long touching, outside;
    double width, height;
    int groups;
};

static inline struct box text_box(struct point at, const struct text_style *s, const char *text)
{
    double width = text_width(text, s->size, s->bold), up = 0.73 * s->size, down = 0.21 * s->size;
    double before = s->anchor == ANCHOR_START ? 0 : s->anchor == ANCHOR_END ? width : width / 2;
    if (s->turn == 0)
        return (struct box){at.x - before, at.y - up, width, up + down};
    CHECK(s->turn == 90);
    return (struct box){at.x - up, at.y + before - width, up + down, width};
}

static inline bool touch(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static inline void watch_begin(struct canvas *c, const struct document *d)
{
    (void)c, (void)d;
}

static inline void watch_page(struct canvas *c, const struct page *p)
{
    struct watcher *w = c->state;
    w->n = 0;
    w->pages++;
    w->width = p->width;
    w->height = p->height;
}

static inline void watch_group(struct canvas *c, const char *title)
{
    (void)title;
    ((struct watcher *)c->state)->groups++;
}

static inline void watch_end_group(struct canvas *c)
{
    ((struct watcher *)c->state)->groups--;
}

static inline void watch_outside(struct watcher *w, struct box b)
{
    w->outside += b.x < 0 || b.y < 0 || b.x + b.width > w->width || b.y + b.height > w->height;
}

static inline void watch_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    (void)p;
    CHECK(b.width >= 0 && b.height >= 0);
    watch_outside(c->state, b);
}

static inline void watch_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                              const struct paint *p)
{
    (void)closed, (void)p;
    for (size_t i = 0; i < n; i++)
        watch_outside(c->state, (struct box){at[i].x, at[i].y, 0, 0});
}

static inline void watch_text(struct canvas *c, struct point at, const struct text_style *s,
                              const char *text)
{
    struct watcher *w = c->state;
    struct box b = text_box(at, s, text);
    CHECK(s->size >= 7);
    watch_outside(w, b);
    for (size_t i = 0; i < w->n; i++)
        if (touch(b, w->at[i].box)) {
            if (w->touching++ == 0)
                printf("# \"%s\" touches \"%s\"\n", text, w->at[i].text);
        }
    if (w->n < COUNT_OF(w->at))
        w->at[w->n++] = (struct written){b, text};
}

static inline const char *watch_end(struct canvas *c)
{
    (void)c;
    return NULL;
}

static const struct verbs watching = {
    watch_begin,     watch_page, watch_group, watch_end_group,
    watch_rectangle, watch_path, watch_text,  watch_end,
};

/* Draws the chart. Returns NULL, or, in arena a, the reason why it was not drawn. */
static inline const char *watch_chart_in(struct arena *a, const struct plot_facts *f,
                                         const char *chart, struct watcher *w)
{
    struct canvas c = {.verbs = &watching, .state = w};
    w->n = w->pages = 0;
    w->touching = w->outside = 0;
    w->groups = 0;
    const char *why = plot_onto(&c, a, f, chart);
    CHECK(w->groups == 0);
    return why;
}

static inline const char *watch_chart(const struct plot_facts *f, const char *chart,
                                      struct watcher *w)
{
    struct arena a = {0};
    bool drawn = !watch_chart_in(&a, f, chart, w);
    arena_free(&a);
    return drawn ? NULL : "not drawn";
}

#endif
