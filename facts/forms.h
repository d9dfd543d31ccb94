/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forms of instructions: the resource classes of out-of-order processors. A form is the operation,
 * with the size of elements and the width of registers if they make a difference. */
#ifndef FACTS_FORMS_H
#define FACTS_FORMS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum form_base {
    FORM_NONE, /* no such part */
#define FORM(NAME, name, meaning) FORM_##NAME,
#include "facts/forms.def"
#undef FORM
    FORM_BASES
};
enum form_width {
    WIDTH_NONE,
    WIDTH_8, /* general registers, in bits */
    WIDTH_16,
    WIDTH_32,
    WIDTH_64,
    WIDTH_SCALAR, /* the lowest element of a vector register */
    WIDTH_XMM,
    WIDTH_YMM,
    WIDTH_ZMM,
    FORM_WIDTHS
};
struct instruction_form {
    uint8_t base;    /* enum form_base */
    uint8_t element; /* bytes of an element: 1, 2, 4, 8; 0 = any */
    uint8_t width;   /* enum form_width */
};

/* Returns the name of a form: "fdiv.8.ymm", "alu.32", "zero"; allocated in a. */
const char *form_name(struct arena *a, struct instruction_form f);
/* Reads the name of a form; element and width are optional. Returns false if it is invalid. */
bool form_of(const char *name, size_t n, struct instruction_form *f);
const char *form_base_name(enum form_base base);

#endif
