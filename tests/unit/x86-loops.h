/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of x86-64 assembly as texts. */
#ifndef TESTS_UNIT_X86_LOOPS_H
#define TESTS_UNIT_X86_LOOPS_H

#include "tests/unit/check.h"
#include "x86-asm/x86-asm.h"

static struct arena arena;

struct scanned {
    struct scan *file;
    struct diag d;
    struct loop_ask ask;
};

static void scan(struct scanned *s, const char *text)
{
    *s = (struct scanned){.d = {.quiet = true}, .ask = {.details = true}};
    s->file = x86_scanner.scan_bytes(&s->ask, "x.s", text, strlen(text), &s->d);
}

/* "label kind instructions k" of each loop, in order of completion. */
static const char *loops_of(const char *text)
{
    struct scanned s;
    const char *all = "";
    scan(&s, text);
    for (size_t i = 0; i < loops_n(scan_loops(s.file)); i++) {
        struct compiled_loop l;
        scan_loop_details(s.file, &arena, i, &l);
        all = arena_printf(&arena, "%s%s%s %c %ld", all, i ? "; " : "", l.label,
                           l.kind == LOOP_INNERMOST ? 'i' : 'r', l.length);
        if (is_known(l.k))
            all = arena_printf(&arena, "%s k%g", all, l.k.value);
    }
    scan_free(s.file);
    return all;
}

/* Texts of the first loop's body, with the number of the area that each is in. */
static const char *body_of(const char *text)
{
    struct scanned s;
    struct compiled_loop l;
    const char *all = "";
    scan(&s, text);
    scan_loop_details(s.file, &arena, 0, &l);
    for (size_t i = 0; i < l.body->n; i++)
        all = arena_printf(&arena, "%s%s%.*s%s%s", all, i ? " " : "",
                           (int)strcspn(l.body->at[i].text, " \t"), l.body->at[i].text,
                           l.body->at[i].fused ? "&" : "", l.body->at[i].taken ? "!" : "");
    for (size_t i = 0; i < l.body->n; i++)
        if (l.body->at[i].area >= 0)
            all = arena_printf(&arena, "%s %zu:%d", all, i, l.body->at[i].area);
    scan_free(s.file);
    return all;
}

#endif
