/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for loop fusion (section 5.1): adjacent loops of a routine with the same limits, where
 * the second loads elements that the first has in registers. */
#include "bounds/bounds.h"
#include "gaps/causes/facts.h"
#include "gaps/read.h"

#include <ctype.h>
#include <string.h>

/* Returns "i=1,n" of the line of a DO statement; NULL = not stored, or another statement. */
static const char *bounds_text(struct fact_writer *t, const struct source_loop *s)
{
    const char *line = runs_source_line(t->g->r, t->a, s->file, s->line);
    char *text = line ? arena_strdup(t->a, line) : NULL;
    size_t n = 0;
    for (; line && *line && *line != '!'; line++)
        if (!isspace((unsigned char)*line))
            text[n++] = (char)tolower((unsigned char)*line);
    if (!text)
        return NULL;
    text[n] = 0;
    text += strspn(text, "0123456789");
    if (strncmp(text, "do", 2) != 0)
        return NULL;
    text += 2;
    text += strspn(text, "0123456789");
    text += *text == ',';
    return strchr(text, '=') ? text : NULL;
}

static bool are_siblings(const struct source_loop *x, const struct source_loop *y)
{
    return x->parent == y->parent && x->depth == y->depth && strcmp(x->file, y->file) == 0 &&
           strcmp(x->routine, y->routine) == 0;
}

/* Returns the preceding sibling of the loop. NULL = none, or it is not innermost. Requires the
 * loops of a routine to be adjacent in the build. */
static const struct source_loop *loop_before(const struct fact_writer *t)
{
    const struct source_loop *s = t->l->source, *found = NULL;
    for (const struct model_loop *l = &t->build->loops[t->loop->place]; l > t->build->loops; l--) {
        const struct source_loop *o = l[-1].source;
        if (strcmp(o->routine, s->routine) != 0)
            break;
        if (are_siblings(o, s) && o->end_line < s->line && (!found || o->line > found->line))
            found = o;
    }
    return found && found->innermost && !found->excluded ? found : NULL;
}

static bool same_text(const struct reference *x, const struct reference *y)
{
    return x->text && y->text && strcmp(x->text, y->text) == 0;
}

/* Returns whether loop o has the element of r in a register at some time of an iteration. */
static bool has_element(const struct source_loop *o, const struct reference *r)
{
    for (size_t i = 0; i < o->n_refs; i++)
        if (o->refs[i].use != REF_INDEX && same_text(&o->refs[i], r))
            return true;
    return false;
}

static bool named_before(const struct source_loop *s, size_t i)
{
    for (size_t o = 0; o < i; o++)
        if (strcmp(s->refs[o].array, s->refs[i].array) == 0)
            return true;
    return false;
}

/* Returns whether one of the loops stores the array and their subscripts of it differ. */
static bool subscripts_differ(const struct source_loop *x, const struct source_loop *y,
                              const char *array)
{
    for (size_t i = 0; i < x->n_refs; i++)
        for (size_t j = 0; j < y->n_refs; j++) {
            const struct reference *r = &x->refs[i], *q = &y->refs[j];
            if (strcmp(r->array, array) == 0 && strcmp(q->array, array) == 0 &&
                (r->write || q->write) && !same_text(r, q))
                return true;
        }
    return false;
}

/* Returns the arrays whose dependences decide whether the loops can be fused. */
static const char *differing_arrays(struct fact_writer *t, const struct source_loop *o,
                                    const struct source_loop *s)
{
    const char *list = NULL;
    for (size_t i = 0; i < s->n_refs; i++)
        if (!named_before(s, i) && subscripts_differ(o, s, s->refs[i].array))
            list = joined_text(t->a, list, ", ", s->refs[i].array);
    return list;
}

static const char *conditions(struct fact_writer *t, const char *arrays)
{
    if (!arrays)
        return "each array that either loop stores has the same subscripts in both loops";
    return arena_printf(
        t->a,
        "check the dependences of %s: one loop stores it, and the other uses other subscripts",
        arrays);
}

/* Returns the operations without n loads, removed in proportion to each kind. */
static struct essential without_loads(struct fact_writer *t, double n)
{
    struct essential e = model_essential(t->l);
    struct counts loads = {.n = {[OP_LFL] = e.counts.n[OP_LFL]}};
    struct op_parts parts = {0};
    for (size_t i = 0; i < e.parts.n; i++)
        if (e.parts.at[i].class == OP_LFL)
            parts_add(t->a, &parts, &e.parts.at[i], e.parts.at[i].n);
    return essential_less(t->a, &e, n / e.counts.n[OP_LFL], &loads, &parts);
}

void add_fusing_facts(struct fact_writer *t)
{
    const struct source_loop *s = t->l->source, *o = loop_before(t);
    const char *mine = o ? bounds_text(t, s) : NULL, *its = mine ? bounds_text(t, o) : NULL;
    const char *list = NULL;
    size_t n = 0;
    if (!its || strcmp(mine, its) != 0)
        return;
    for (size_t i = 0; i < s->n_refs; i++)
        if (s->refs[i].use == REF_LOAD && has_element(o, &s->refs[i])) {
            list = joined_text(t->a, list, ", ", s->refs[i].text);
            n++;
        }
    if (!n || (double)n > s->counts.n[OP_LFL])
        return;
    struct essential less = without_loads(t, (double)n);
    struct quantity ma =
        bound_ma(t->a, t->l->machine, &less, &t->l->path->recurrence, t->l->ma_k).cpl;
    const char *loads = fact_number(t, s->counts.n[OP_LFL]);
    if (is_known(ma))
        add_fact(
            t, FACT_FUSING,
            "candidate for fusion with the loop of line %ld, which has the same limits (%s) and "
            "ends in line %ld: %zu of the %s load%s of this loop, %s, read%s elements that the "
            "loop "
            "of line %ld has in registers; without %s MA is %s; %s; statements between the loops "
            "are "
            "not checked",
            o->line, mine, o->end_line, n, loads, plural_s(loads), list, n == 1 ? "s" : "", o->line,
            n == 1 ? "it" : "them", fact_number(t, ma.value),
            conditions(t, differing_arrays(t, o, s)));
}
