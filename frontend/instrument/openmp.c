/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directives of loops: those of OpenMP, which distribute iterations, and others, which must
 * directly precede their loop. */
#include "frontend/instrument/plan.h"
#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- directives as text ---- */

static bool is_openmp(const struct stmt *s)
{
    return s->kind == STMT_DIRECTIVE && strcmp(s->name, "$omp") == 0;
}

/* Whether the directive line continues the one before it, whose last byte is before. text: the line
 * after its sentinel. */
static bool goes_on(const struct plan *p, char before, const char *text)
{
    if (p->edits->free_form)
        return before == '&';
    return *text != ' ' && *text != '\t' && *text != '0';
}

/* Appends the line without blanks to the n bytes at to. Sets *last to its last byte. */
static size_t squeeze(char *to, size_t n, const char *from, const char *end, char *last)
{
    char quote = 0;
    *last = 0;
    for (; from < end; from++) {
        if (!quote && *from == '!')
            break;
        if (!isspace((unsigned char)*from))
            *last = *from;
        if (!quote && (isspace((unsigned char)*from) || *from == '&'))
            continue;
        if (*from == '\'' || *from == '"')
            quote = !quote ? *from : quote == *from ? 0 : quote;
        to[n++] = *from;
    }
    return n;
}

/* Reads the directive that begins at statement i. */
static struct directive read_directive(const struct plan *p, size_t i)
{
    struct directive d = {.first = i, .last = i};
    const struct unit *u = p->unit;
    const char *source = p->edits->source->text, *name = u->at[i]->name;
    char before = 0;
    size_t room = 1, n = 0;
    for (size_t k = i; k < u->n && u->at[k]->kind == STMT_DIRECTIVE; k++)
        room += u->at[k]->end - u->at[k]->at;
    char *text = ARENA_ARRAY(p->arena, char, room), *folded;
    for (size_t k = i; k < u->n && u->at[k]->kind == STMT_DIRECTIVE; k++) {
        const struct stmt *s = u->at[k];
        const char *at = source + s->at + strlen(s->name);
        if (strcmp(s->name, name) != 0 || (k > i && !goes_on(p, before, at)))
            break;
        n = squeeze(text, n, at + (!p->edits->free_form && k > i), source + s->end, &before);
        d.last = k;
    }
    folded = arena_strndup(p->arena, text, n);
    for (char *c = folded; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    d.text = text;
    d.folded = folded;
    return d;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Returns the text after the word of the list (NULL-terminated) that begins it; NULL = none does.
 */
static const char *skip_word(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (begins(text, *words))
            return text + strlen(*words);
    return NULL;
}

/* ---- clauses of PARALLEL DO and DO ---- */

enum clause_of { OF_PARALLEL, OF_DO, OF_BOTH, OF_NEITHER };
static const struct clause_kind {
    const char *name;
    enum clause_of of;
} clause_kinds[] = {
#define CLAUSE(name, of) {name, of},
#include "frontend/instrument/clauses.def"
#undef CLAUSE
};

struct clause {
    const struct clause_kind *kind;
    const char *text, *list; /* the clause; the text in its parentheses, NULL = none */
};
struct clauses {
    struct clause *at;
    size_t n;
};

static const char *close_of(const char *open)
{
    int depth = 0;
    for (; *open; open++) {
        depth += (*open == '(') - (*open == ')');
        if (depth == 0)
            return open;
    }
    return NULL;
}

static const struct clause_kind *clause_kind(const char *folded)
{
    for (size_t i = 0; i < COUNT_OF(clause_kinds); i++)
        if (begins(folded, clause_kinds[i].name))
            return &clause_kinds[i];
    return NULL;
}

/* Reads the clauses from offset from of the directive. False if one is unknown. */
static bool read_clauses(const struct plan *p, const struct directive *d, size_t from,
                         struct clauses *to)
{
    for (size_t i = from; d->folded[i];) {
        if (d->folded[i] == ',') {
            i++;
            continue;
        }
        const struct clause_kind *kind = clause_kind(d->folded + i);
        struct clause c = {.kind = kind};
        if (!kind || kind->of == OF_NEITHER)
            return false;
        size_t end = i + strlen(kind->name);
        if (d->folded[end] == '(') {
            const char *close = close_of(d->folded + end);
            if (!close)
                return false;
            c.list =
                arena_strndup(p->arena, d->text + end + 1, (size_t)(close - d->folded) - end - 1);
            end = (size_t)(close - d->folded) + 1;
        }
        c.text = arena_strndup(p->arena, d->text + i, end - i);
        *ARENA_PUSH(p->arena, to->at, to->n) = c;
        i = end;
    }
    return true;
}

/* Whether a clause applies to only one of the combined constructs ("if(simd: ...)"). */
static bool modified(const struct clauses *c)
{
    for (size_t i = 0; i < c->n; i++) {
        bool condition = strcmp(c->at[i].kind->name, "if") == 0;
        if (condition && c->at[i].list && begins(c->at[i].list, "simd:"))
            return true;
        if (strcmp(c->at[i].kind->name, "reduction") == 0 && c->at[i].list &&
            (begins(c->at[i].list, "inscan") || begins(c->at[i].list, "task")))
            return true;
    }
    return false;
}

/* Returns the number in a clause; 0 = no such clause, -1 = not a number. */
static long clause_number(const struct clauses *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->at[i].kind->name, name) == 0 && c->at[i].list) {
            char *end;
            long n = strtol(c->at[i].list, &end, 10);
            return *end || n < 1 ? -1 : n;
        }
    return 0;
}

static const char *join(const struct plan *p, const char *a, const char *b)
{
    return arena_printf(p->arena, "%s %s", a, b);
}

static bool has_clause(const struct clauses *c, const char *name)
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->at[i].kind->name, name) == 0)
            return true;
    return false;
}

/* Splits PARALLEL DO into PARALLEL and DO. Variables that are LASTPRIVATE in the loop are shared.
 */
static void open_parallel_do(struct plan *p, struct planned *l, const struct clauses *c)
{
    const char *parallel = "parallel", *share = l->shared_name;
    bool last = has_clause(c, "lastprivate") || has_clause(c, "linear");
    for (size_t i = 0; i < c->n; i++) {
        const struct clause *at = &c->at[i];
        bool first = last && strcmp(at->kind->name, "firstprivate") == 0;
        bool of_do = at->kind->of == OF_DO || at->kind->of == OF_BOTH || first;
        if (at->kind->of == OF_PARALLEL && !first)
            parallel = join(p, parallel, at->text);
        if (of_do)
            share = join(p, share, at->text);
        if ((at->kind->of == OF_BOTH || first) && at->list)
            parallel = join(p, parallel, arena_printf(p->arena, "shared(%s)", at->list));
    }
    lines_add(p->arena, &l->opening, (struct line){0, true, parallel});
    lines_add(p->arena, &l->opening, (struct line){0, true, share});
}

/* ---- loops ---- */

/* Sets collapsed for the n - 1 inner loops of a COLLAPSE(n). */
static void collapse(struct plan *p, size_t loop, long n)
{
    size_t inner = loop;
    for (long k = 1; k < n && inner + 1 < p->nests.at.n; k++) {
        if (p->nests.at.at[inner + 1].parent != (int)inner)
            break;
        p->loops[inner].why = "COLLAPSE merges it with the loop inside it, "
                              "which is instrumented for both";
        inner++;
    }
    if (inner == loop)
        return;
    p->loops[inner].collapsed = loop;
    p->loops[inner].passes = true;
}

static void shared_loop(struct plan *p, size_t loop, const struct directive *d, const char *rest)
{
    struct planned *l = &p->loops[loop];
    struct clauses c = {0};
    if (!read_clauses(p, d, (size_t)(rest - d->folded), &c) || modified(&c)) {
        l->why = "a clause of its OpenMP directive is unknown";
        return;
    }
    long n = clause_number(&c, "collapse"), ordered = clause_number(&c, "ordered");
    if (n < 0 || ordered != 0) {
        l->why = "COLLAPSE and ORDERED of its OpenMP directive must have constant values";
        return;
    }
    l->shared = *d;
    l->passes = true;
    if (l->sharing == SHARED_PARALLEL_DO)
        open_parallel_do(p, l, &c);
    if (n > 1)
        collapse(p, loop, n);
}

static const char *const parallel_do[] = {"paralleldosimd", "paralleldo", NULL};
static const char *const share_do[] = {"dosimd", "do", NULL};
/* Directives that remain before their loop, with events around both. */
static const char *const plain[] = {"simd", "unroll", NULL};
static const char *const other_loops[] = {
    "distribute",     "taskloop",     "loop",           "target",         "teams",          "tile",
    "mastertaskloop", "parallelloop", "parallelmaster", "maskedtaskloop", "parallelmasked", NULL};

/* Handles a directive before a loop. False if it does not concern the loop. */
static bool apply_directive(struct plan *p, size_t loop, const struct directive *d)
{
    struct planned *l = &p->loops[loop];
    const char *rest, *name = p->unit->at[d->first]->name;
    if (!is_openmp(p->unit->at[d->first])) {
        if (strcmp(name, "$acc") == 0)
            l->why = "an OpenACC directive runs it elsewhere";
        return true;
    }
    if ((rest = skip_word(d->folded, parallel_do))) {
        l->sharing = SHARED_PARALLEL_DO;
        l->shared_name = begins(d->folded, "paralleldosimd") ? "do simd" : "do";
        shared_loop(p, loop, d, rest);
    } else if ((rest = skip_word(d->folded, share_do)) && !begins(d->folded, "doacross")) {
        l->sharing = SHARED_DO;
        l->shared_name = begins(d->folded, "dosimd") ? "do simd" : "do";
        shared_loop(p, loop, d, rest);
    } else if (skip_word(d->folded, other_loops)) {
        l->why = "an OpenMP directive of this kind runs its iterations elsewhere";
    } else {
        return skip_word(d->folded, plain);
    }
    return true;
}

/* Handles the directives before a loop that belong to it. */
static void directives_before(struct plan *p, size_t loop)
{
    size_t head = plan_nest(p, loop)->head, first = head;
    struct planned *l = &p->loops[loop];
    l->from = head;
    while (first > 0 && p->unit->at[first - 1]->kind == STMT_DIRECTIVE)
        first--;
    for (size_t i = first; i < head;) {
        struct directive d = read_directive(p, i);
        if (!apply_directive(p, loop, &d))
            l->from = head;
        else if (l->from == head)
            l->from = i;
        i = d.last + 1;
    }
}

/* Finds the directive after a loop that ends the one before it. */
static void find_end_directive(struct plan *p, size_t loop)
{
    struct planned *l = &p->loops[loop];
    static const char *const ends[] = {"enddo", "endparalleldo", "endsimd", NULL};
    size_t next = plan_nest(p, loop)->end + 1;
    l->to = next - 1;
    if (next >= p->unit->n || !is_openmp(p->unit->at[next]) || l->from == plan_nest(p, loop)->head)
        return;
    struct directive d = read_directive(p, next);
    if (!skip_word(d.folded, ends))
        return;
    l->end = d;
    l->to = d.last;
}

/* Sets why for loops in regions that a device may run, from a directive to its end. */
static void device_regions(struct plan *p)
{
    int depth = 0;
    static const char *const opens[] = {"target", NULL};
    static const char *const closes[] = {"endtarget", NULL};
    static const char *const data[] = {"targetdata",   "targetenterdata", "targetexitdata",
                                       "targetupdate", "endtargetdata",   NULL};
    size_t loop = 0;
    for (size_t i = 0; i < p->unit->n; i++) {
        if (is_openmp(p->unit->at[i])) {
            struct directive d = read_directive(p, i);
            bool loops = strstr(d.folded, "paralleldo") || strstr(d.folded, "distribute") ||
                         strstr(d.folded, "simd") || strstr(d.folded, "loop");
            if (!skip_word(d.folded, data) && !loops)
                depth +=
                    (skip_word(d.folded, opens) != NULL) - (skip_word(d.folded, closes) != NULL);
            i = d.last;
        }
        if (loop < p->nests.at.n && p->nests.at.at[loop].head == i) {
            if (depth > 0)
                p->loops[loop].why = "OpenMP runs it on a device";
            loop++;
        }
    }
}

void plan_directives(struct plan *p)
{
    for (size_t i = 0; i < p->nests.at.n; i++)
        p->loops[i].collapsed = i;
    for (size_t i = 0; i < p->nests.at.n; i++) {
        directives_before(p, i);
        find_end_directive(p, i);
    }
    device_regions(p);
    for (size_t i = 0; i < p->nests.at.n; i++) {
        int parent = p->nests.at.at[i].parent;
        const char *why = parent >= 0 ? p->loops[parent].why : NULL;
        if (why && strstr(why, "elsewhere") && !p->loops[i].why)
            p->loops[i].why = why;
    }
}
