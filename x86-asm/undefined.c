/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps to local labels (.L4) that the file does not define: it is truncated. Most jumps lead to a
 * label of their own routine. Only for the others is the whole text searched for definitions. */
#include "x86-asm/file.h"
#include "x86-asm/state.h"

static bool is_local_label(struct x86_text name)
{
    return name.n > 2 && name.at[0] == '.' && name.at[1] == 'L' && !memchr(name.at, '\\', name.n);
}

void x86_collect_outward_jumps(struct x86_file *f)
{
    for (size_t i = 0; i < f->unit.steps.n; i++) {
        const struct x86_step *s = &f->unit.steps.at[i];
        enum x86_control c = x86_control(&s->is);
        struct x86_text to = s->is.n ? s->is.at[0].symbol : (struct x86_text){0};
        if ((c != X86_BRANCHES && c != X86_JUMPS) || !is_local_label(to) ||
            x86_unit_label(&f->unit, to) || name_find(&f->outward, to.at, to.n))
            continue;
        *array_push(&f->outward_jumps) =
            (struct x86_outward_jump){name_of(&f->outward, to.at, to.n), s->line};
    }
}

/* Adds the labels of outward jumps that the text defines to `defined`. */
static void find_definitions(const struct x86_file *f, struct names *defined)
{
    const char *p = f->source.text, *end = p + f->source.size;
    while ((p = memchr(p, '.', (size_t)(end - p)))) {
        const char *from = p++;
        while (p < end && x86_is_name(*p))
            p++;
        size_t n = (size_t)(p - from);
        while (p < end && x86_is_blank(*p))
            p++;
        if (p < end && (*p == ':' || *p == '=') && name_find(&f->outward, from, n))
            name_of(defined, from, n);
    }
}

void x86_report_undefined(struct x86_file *f)
{
    struct names defined = {0};
    if (f->outward_jumps.n)
        find_definitions(f, &defined);
    for (size_t i = 0; i < f->outward_jumps.n; i++) {
        const struct x86_outward_jump *j = &f->outward_jumps.at[i];
        if (!name_find(&defined, j->label, strlen(j->label)))
            diag_error(f->d, source_line_where(&f->source, j->line, 0),
                       "undefined label '%s'; the file may be truncated", j->label);
    }
    names_free(&defined);
}
