/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/scanner.h"
#include "base/diag.h"

static void check_loop(const struct scan *s, struct arena *a, const struct compiled_loop *l)
{
    const char *why = compiled_loop_check(a, l);
    if (why)
        bug("%s loop %s: %s", s->scanner->language, l->label ? l->label : "?", why);
}

void scan_loop(const struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    s->scanner->loop(s, a, i, l);
    check_loop(s, a, l);
}

void scan_loop_details(struct scan *s, struct arena *a, size_t i, struct compiled_loop *l)
{
    s->scanner->details(s, a, i, l);
    check_loop(s, a, l);
}

void scan_free(struct scan *s)
{
    if (s)
        s->scanner->free(s);
}
