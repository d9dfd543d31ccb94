/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "facts/forms.h"

#include <string.h>

static const char *const base_names[] = {
    "none",
#define FORM(NAME, name, meaning) #name,
#include "facts/forms.def"
#undef FORM
};
static const char *const widths[] = {"", "8", "16", "32", "64", "scalar", "xmm", "ymm", "zmm"};

const char *form_base_name(enum form_base base)
{
    return base_names[base];
}

/* Returns the suffix of a width. Widths of general registers have the prefix r, to distinguish them
 * from element sizes. */
static const char *width_text(struct arena *a, int width)
{
    if (width >= WIDTH_8 && width <= WIDTH_64)
        return arena_printf(a, ".r%s", widths[width]);
    return width ? arena_printf(a, ".%s", widths[width]) : "";
}

const char *form_name(struct arena *a, struct instruction_form f)
{
    const char *element = f.element ? arena_printf(a, ".%d", f.element) : "";
    return arena_printf(a, "%s%s%s", base_names[f.base], element, width_text(a, f.width));
}

static int number_of(const char *text, size_t n, const char *const *names, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (strlen(names[i]) == n && memcmp(names[i], text, n) == 0)
            return i;
    return 0;
}

/* Reads a part of the name after a dot: "8", "ymm" or "r64". Returns false if it is invalid. */
static bool read_part(struct instruction_form *f, const char *text, size_t n)
{
    static const char *const elements[] = {"", "1", "2", "", "4", "", "", "", "8"};
    int element = n == 1 ? number_of(text, n, elements, 1, 8) : 0;
    int width = n > 1 && *text == 'r' ? number_of(text + 1, n - 1, widths, WIDTH_8, WIDTH_64)
                                      : number_of(text, n, widths, WIDTH_SCALAR, WIDTH_ZMM);
    if (element && !f->element && !f->width)
        f->element = (uint8_t)element;
    else if (!element && width && !f->width)
        f->width = (uint8_t)width;
    else
        return false;
    return true;
}

bool form_of(const char *name, size_t n, struct instruction_form *f)
{
    const char *dot = memchr(name, '.', n), *end = name + n;
    size_t head = dot ? (size_t)(dot - name) : n;
    *f = (struct instruction_form){0};
    for (int b = FORM_NONE + 1; b < FORM_BASES && !f->base; b++)
        if (strlen(base_names[b]) == head && memcmp(base_names[b], name, head) == 0)
            f->base = (uint8_t)b;
    while (f->base && dot) {
        const char *next = memchr(dot + 1, '.', (size_t)(end - dot - 1));
        if (!read_part(f, dot + 1, (size_t)((next ? next : end) - dot - 1)))
            return false;
        dot = next;
    }
    return f->base != FORM_NONE;
}
