/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Located errors of lowering. */
#include "lab/code/lower.h"
#include "base/util.h"

static struct where statement_position(const struct stmt *t, const struct expr *at)
{
    struct where w = {0};
    if (t->source)
        w = source_where(t->source, at ? at->at : t->at);
    w.file = t->file;
    if (!at || !t->source)
        w.line = t->line;
    else
        w.line += t->line - source_where(t->source, t->at).line;
    return w;
}

void lower_error(struct lower *l, const struct expr *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(l->arena, fmt, ap);
    va_end(ap);
    struct where w =
        l->stmt ? statement_position(l->stmt, at) : (struct where){.file = l->unit->source};
    diag_error(l->d, w, "%s", text);
}

void lower_require(struct lower *l, const struct expr *at, bool given)
{
    if (!given && l->d->errors == l->errors)
        lower_error(l, at, "this %s is not in kfc's subset: write it with simpler expressions",
                    at ? "expression" : "statement");
}

void lower_unsupported(struct lower *l, const struct expr *e)
{
    static const char *const kinds[] = {
        [EXPR_MEMBER] =
            "components of derived types are not in kfc's subset: use separate variables "
            "or arrays",
        [EXPR_LIST] =
            "an array constructor is not in kfc's subset here: assign its elements one by "
            "one",
        [EXPR_RANGE] = "an array section is not in kfc's subset here: write a DO loop",
        [EXPR_KEYWORD] = "arguments with keywords are not in kfc's subset: give them by position",
        [EXPR_IMPLIED_DO] = "an implied DO is not in kfc's subset here: write a DO loop",
    };
    bool named = (size_t)e->kind < COUNT_OF(kinds) && kinds[e->kind];
    lower_error(l, e, "%s",
                named ? kinds[e->kind]
                      : "this kind of expression is not in kfc's subset: use variables, array "
                        "elements and constants");
}

void lower_check_nesting(struct lower *l, const struct construct *before)
{
    if (l->inner == before)
        return;
    l->stmt = l->inner ? l->inner->stmt : before->stmt;
    lower_error(l, NULL,
                "this block and that of a directive overlap: put the directive and its end "
                "directive both inside or both outside");
}

bool lower_use_constant(struct lower *l, struct constant_use *use, const struct symbol *y)
{
    for (const struct constant_use *k = l->uses; k; k = k->outer)
        if (k->y == y) {
            lower_error(l, NULL, "the value of the constant '%s' names itself", y->name);
            return false;
        }
    *use = (struct constant_use){y, l->uses};
    l->uses = use;
    return true;
}
