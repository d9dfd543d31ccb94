/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several drawings as one document. Each drawing is drawn twice: first onto a canvas that collects
 * title, subject and pages of its begin, then onto one that forwards everything except begin. */
#include "plots/drawing/canvas.h"

#include "base/arena.h"

/* ---- collecting titles and pages ---- */

struct contents {
    struct arena *a;
    const char *title, *subject;
    struct page *pages;
    size_t n;
};

static const char *join_texts(struct arena *a, const char *all, const char *between,
                              const char *one)
{
    return *all ? arena_printf(a, "%s%s%s", all, between, one) : arena_strdup(a, one);
}

static void collect_begin(struct canvas *c, const struct document *d)
{
    struct contents *all = c->state;
    all->title = join_texts(all->a, all->title, "; ", d->title);
    all->subject = join_texts(all->a, all->subject, " ", d->subject);
    for (size_t i = 0; i < d->n_pages; i++)
        *ARENA_PUSH(all->a, all->pages, all->n) = d->pages[i];
}

static void ignore_page(struct canvas *c, const struct page *p)
{
    (void)c, (void)p;
}

static void ignore_group(struct canvas *c, const char *title)
{
    (void)c, (void)title;
}

static void ignore_end_group(struct canvas *c)
{
    (void)c;
}

static void ignore_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    (void)c, (void)b, (void)p;
}

static void ignore_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                        const struct paint *p)
{
    (void)c, (void)at, (void)n, (void)closed, (void)p;
}

static void ignore_text(struct canvas *c, struct point at, const struct text_style *s,
                        const char *text)
{
    (void)c, (void)at, (void)s, (void)text;
}

static const struct verbs collecting_verbs = {
    collect_begin,    ignore_page, ignore_group, ignore_end_group,
    ignore_rectangle, ignore_path, ignore_text,  NULL};

/* ---- forwarding ---- */

static void ignore_begin(struct canvas *c, const struct document *d)
{
    (void)c, (void)d;
}

static void forward_page(struct canvas *c, const struct page *p)
{
    struct canvas *to = c->state;
    to->verbs->page(to, p);
}

static void forward_group(struct canvas *c, const char *title)
{
    struct canvas *to = c->state;
    to->verbs->group(to, title);
}

static void forward_end_group(struct canvas *c)
{
    struct canvas *to = c->state;
    to->verbs->end_group(to);
}

static void forward_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    struct canvas *to = c->state;
    to->verbs->rectangle(to, b, p);
}

static void forward_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                         const struct paint *p)
{
    struct canvas *to = c->state;
    to->verbs->path(to, at, n, closed, p);
}

static void forward_text(struct canvas *c, struct point at, const struct text_style *s,
                         const char *text)
{
    struct canvas *to = c->state;
    to->verbs->text(to, at, s, text);
}

static const struct verbs forwarding_verbs = {
    ignore_begin,      forward_page, forward_group, forward_end_group,
    forward_rectangle, forward_path, forward_text,  NULL};

/* ---- the document ---- */

void draw_parts(struct canvas *c, const struct part *parts, size_t n)
{
    struct arena a = {0};
    struct contents all = {.a = &a, .title = "", .subject = ""};
    struct canvas collector = {.verbs = &collecting_verbs, .state = &all};
    struct canvas forwarder = {.verbs = &forwarding_verbs, .state = c};
    for (size_t i = 0; i < n; i++)
        parts[i].draw(&collector, parts[i].what);
    c->verbs->begin(c, &(struct document){all.title, all.subject, all.pages, all.n});
    for (size_t i = 0; i < n; i++)
        parts[i].draw(&forwarder, parts[i].what);
    arena_free(&a);
}
