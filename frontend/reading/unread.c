/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/unread.h"
#include "frontend/reading/bytes.h"

#include <string.h>

/* The statement's bytes outside constants. */
struct scan {
    const struct logical *l;
    size_t i;
    long depth;   /* of parentheses */
    bool uneven;  /* a parenthesis is unmatched */
    size_t after; /* the first byte after a '::' outside of them; 0 = none */
};

static bool continues_name(const struct logical *l, size_t i)
{
    return byte_is(l->text[i], BYTE_NAME) && l->at[i] == l->at[i - 1] + 1;
}

/* Returns the offset after the name at i, which a gap of blanks ends. */
static size_t name_end(const struct logical *l, size_t i)
{
    do
        i++;
    while (i < l->n && continues_name(l, i));
    return i;
}

/* Skips one byte, or a constant. */
static void skip_byte(struct scan *s)
{
    const char *text = s->l->text + s->i, *close = NULL;
    if (*text == '(')
        s->depth++;
    else if (*text == ')' && --s->depth < 0)
        s->uneven = true;
    else if (*text == ':' && text[1] == ':' && s->depth == 0 && !s->after)
        s->after = s->i + 2;
    else if (*text == '\'' || *text == '"')
        close = memchr(text + 1, *text, s->l->n - s->i - 1);
    s->i += close ? (size_t)(close - text) + 1 : 1;
}

static struct scan shape_of(const struct logical *l)
{
    struct scan s = {.l = l};
    while (s.i < l->n)
        skip_byte(&s);
    s.uneven |= s.depth != 0;
    return s;
}

static bool is_arrow(const struct logical *l, size_t i)
{
    return i + 1 < l->n && l->text[i] == '=' && l->text[i + 1] == '>';
}

/* Adds the names before each =>. */
static void add_associated(struct parser *p, const struct logical *l)
{
    struct scan s = {.l = l};
    while (s.i < l->n) {
        bool begins = byte_is(l->text[s.i], BYTE_LETTER);
        size_t end = begins ? name_end(l, s.i) : s.i;
        if (begins && is_arrow(l, end))
            *array_push(&p->words) = name_of(p->names, l->text + s.i, end - s.i);
        if (begins)
            s.i = end;
        else
            skip_byte(&s);
    }
}

/* Adds the names outside parentheses, if these match. first_only: only the first name, for an
 * assignment that may define a statement function. */
static void add_names(struct parser *p, const struct logical *l, bool first_only)
{
    struct scan shape = shape_of(l), s = {.l = l, .i = shape.after};
    bool listed = shape.after && !shape.uneven;
    while (s.i < l->n && !(first_only && p->words.n)) {
        bool begins = byte_is(l->text[s.i], BYTE_LETTER);
        size_t end = begins ? name_end(l, s.i) : s.i;
        if (begins && (!listed || s.depth == 0))
            *array_push(&p->words) = name_of(p->names, l->text + s.i, end - s.i);
        if (begins)
            s.i = end;
        else
            skip_byte(&s);
    }
}

static bool may_declare(enum stmt_kind meant)
{
    switch (meant) {
    case STMT_ASSIGN:
    case STMT_ASSOCIATE:
    case STMT_SELECT_CASE:
    case STMT_TYPE_DECL:
    case STMT_DIMENSION:
    case STMT_COMMON:
    case STMT_EQUIVALENCE:
    case STMT_PARAMETER:
    case STMT_EXTERNAL:
    case STMT_INTRINSIC:
    case STMT_ATTRIBUTE:
    case STMT_CRAY_POINTER:
    case STMT_RECORD:
    case STMT_WRONG:
        return true;
    default:
        return false;
    }
}

void unread_keep(struct parser *p, const struct logical *l, struct stmt *s, enum stmt_kind meant)
{
    s->meant = meant;
    s->n_args = 0;
    p->words.n = 0;
    if (!may_declare(meant) || l->n == 0)
        return;
    if (meant == STMT_ASSOCIATE || meant == STMT_SELECT_CASE)
        add_associated(p, l);
    else
        add_names(p, l, meant == STMT_ASSIGN);
    s->n_args = (uint32_t)p->words.n;
    s->args = ARENA_ARRAY(p->arena, const char *, p->words.n + 1);
    if (p->words.n)
        memcpy(s->args, p->words.at, p->words.n * sizeof *s->args);
}
