/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several drawings as one document. Each is told to a canvas that hands on
 * everything but its begin, after all begins were asked for their pages. */
#include "plots/drawing/canvas.h"

#include "base/arena.h"

/* ---- what each drawing begins with ---- */

struct contents {
    struct arena *a;
    const char *title, *subject;
    struct page *pages;
    size_t n;
};

static const char *with(struct arena *a, const char *all, const char *between, const char *one)
{
    return *all ? arena_printf(a, "%s%s%s", all, between, one) : arena_strdup(a, one);
}

static void list_begin(struct canvas *c, const struct document *d)
{
    struct contents *all = c->state;
    all->title = with(all->a, all->title, "; ", d->title);
    all->subject = with(all->a, all->subject, " ", d->subject);
    for (size_t i = 0; i < d->n_pages; i++)
        *ARENA_PUSH(all->a, all->pages, all->n) = d->pages[i];
}

static void no_page(struct canvas *c, const struct page *p)
{
    (void)c, (void)p;
}

static void no_group(struct canvas *c, const char *title)
{
    (void)c, (void)title;
}

static void no_end_group(struct canvas *c)
{
    (void)c;
}

static void no_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    (void)c, (void)b, (void)p;
}

static void no_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                    const struct paint *p)
{
    (void)c, (void)at, (void)n, (void)closed, (void)p;
}

static void no_text(struct canvas *c, struct point at, const struct text_style *s, const char *text)
{
    (void)c, (void)at, (void)s, (void)text;
}

static const struct verbs lists = {list_begin,   no_page, no_group, no_end_group,
                                   no_rectangle, no_path, no_text,  NULL};

/* ---- handing on ---- */

static void no_begin(struct canvas *c, const struct document *d)
{
    (void)c, (void)d;
}

static void on_page(struct canvas *c, const struct page *p)
{
    struct canvas *to = c->state;
    to->verbs->page(to, p);
}

static void on_group(struct canvas *c, const char *title)
{
    struct canvas *to = c->state;
    to->verbs->group(to, title);
}

static void on_end_group(struct canvas *c)
{
    struct canvas *to = c->state;
    to->verbs->end_group(to);
}

static void on_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    struct canvas *to = c->state;
    to->verbs->rectangle(to, b, p);
}

static void on_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                    const struct paint *p)
{
    struct canvas *to = c->state;
    to->verbs->path(to, at, n, closed, p);
}

static void on_text(struct canvas *c, struct point at, const struct text_style *s, const char *text)
{
    struct canvas *to = c->state;
    to->verbs->text(to, at, s, text);
}

static const struct verbs hands_on = {no_begin,     on_page, on_group, on_end_group,
                                      on_rectangle, on_path, on_text,  NULL};

/* ---- the document ---- */

void draw_parts(struct canvas *c, const struct part *parts, size_t n)
{
    struct arena a = {0};
    struct contents all = {.a = &a, .title = "", .subject = ""};
    struct canvas list = {.verbs = &lists, .state = &all};
    struct canvas on = {.verbs = &hands_on, .state = c};
    for (size_t i = 0; i < n; i++)
        parts[i].draw(&list, parts[i].what);
    c->verbs->begin(c, &(struct document){all.title, all.subject, all.pages, all.n});
    for (size_t i = 0; i < n; i++)
        parts[i].draw(&on, parts[i].what);
    arena_free(&a);
}
