/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CHARACTER: values are places and lengths. */
#include "lab/code/lower.h"

#include <string.h>

struct value lower_characters(struct lower *l, struct place place, struct value length)
{
    struct value v = {.type = {TYPE_CHARACTER, 1}, .kind = VALUE_CHARACTERS};
    v.place = ARENA_NEW(l->arena, struct place);
    *v.place = place;
    v.length = ARENA_NEW(l->arena, struct value);
    *v.length = length;
    return v;
}

struct value lower_text(struct lower *l, const struct expr *e)
{
    size_t n = strlen(e->text);
    struct place place = {.object = lower_literal(l, e->text, n), .bytes = 1};
    struct value v = lower_characters(l, place, lower_constant((int64_t)n));
    v.text = e->text;
    return v;
}

struct value lower_character_element(struct lower *l, const struct expr *e)
{
    lower_error(l, e, "substrings and elements of CHARACTER arrays are not in kfc's subset");
    return (struct value){.type = {TYPE_CHARACTER, 1}};
}

struct value lower_compare_characters(struct lower *l, struct value a, struct value b)
{
    struct value args[] = {a, *a.length, b, *b.length};
    return lower_library(l, "f_compare", lower_integer, 4, args);
}

void lower_assign_characters(struct lower *l, const struct expr *to, struct value v)
{
    (void)v;
    lower_error(l, to, "assignments to CHARACTER variables are not in kfc's subset");
}
