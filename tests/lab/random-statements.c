/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assignments, loops, branches and parallel loops. */
#include "tests/lab/random-fortran.h"

#include <string.h>

enum { MOST_PASSES = 1500, LAST_COLUMN = 72 };

static void statement(struct generator *m, int depth);

/* ---- lines ---- */

static size_t cut(const char *s, size_t room)
{
    size_t at = room;
    while (at > room / 2 && s[at - 1] != ' ' && s[at - 1] != ',')
        at--;
    return at > room / 2 ? at : room;
}

/* Prints a line: head in columns 1 to 6, the text from column 7 on. */
static void put(struct generator *m, const char *head, const char *continued, const char *s)
{
    size_t room = LAST_COLUMN - 6;
    while (strlen(s) > room) {
        size_t n = cut(s, room);
        fprintf(m->out, "%s%.*s\n", head, (int)n, s);
        s += n;
        head = continued;
    }
    fprintf(m->out, "%s%s\n", head, s);
}

void line(struct generator *m, int label, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    const char *s = arena_vprintf(m->a, format, ap);
    va_end(ap);
    if (strncmp(s, "!$OMP", 5) == 0) {
        put(m, "C$OMP ", "C$OMP+", s + 6);
        return;
    }
    const char *head = label ? arena_printf(m->a, "%5d ", label) : "      ";
    put(m, head, "     1", arena_printf(m->a, "%*s%s", 2 * m->indent, "", s));
}

static int new_label(struct generator *m)
{
    return m->label += 10;
}

/* ---- assignments ---- */

static int depth_of_value(struct generator *m)
{
    return (int)draw_between(m, 1, 3);
}

/* A parallel loop writes only variables of its own iteration. */
static const char *target(struct generator *m, enum kind *kind)
{
    if (m->parallel && m->target->kind == *kind && chance(m, 60))
        return m->place;
    if (m->parallel || chance(m, 25))
        return scalar(m, *kind);
    return element(m, *kind);
}

static void assign(struct generator *m)
{
    enum kind kind = some_kind(m);
    const char *to = target(m, &kind);
    line(m, 0, "%s = %s", to, stored(m, kind, depth_of_value(m)));
}

/* A sum or an extreme over all iterations. SA, XA and JA are read at the end only. */
static void reduce(struct generator *m)
{
    enum kind kind = some_kind(m);
    if (m->parallel || (m->has[HAS_SIMPLE] && chance(m, 25))) {
        const char *s = scalar(m, kind);
        line(m, 0, "%s = %s", s, held(m, kind, expression(m, kind, 2), REAL_MOST).text);
        return;
    }
    const char *sums[] = {"SA", "XA", "JA"};
    struct value v = held(m, kind, expression(m, kind, 2), kind == INTEGER ? 90 : REAL_MOST);
    bool minus = chance(m, 20);
    line(m, 0, "%s = %s %c %s", sums[kind], sums[kind], minus ? '-' : '+',
         v.level == LEVEL_SUM ? arena_printf(m->a, "(%s)", v.text) : v.text);
}

/* A(I) from A(I-1), and similar recurrences. */
static void recur(struct generator *m)
{
    static const char *const vectors[][3] = {{"A", "B", "C"}, {"E", "F", "E"}, {"K", "L", "K"}};
    enum kind kind = m->has[HAS_SINGLE] && chance(m, 20) ? REAL4 : REAL8;
    if (m->parallel || m->n_in == 0) {
        assign(m);
        return;
    }
    const struct variable *v = &m->in[m->n_in - 1];
    long back = draw_between(m, 1, 3) * (chance(m, 80) ? 1 : -1);
    const char *x = vectors[kind][draw(m, 3)];
    if (v->low - back < 1 || v->high - back > VECTOR || v->low < 1 || v->high > VECTOR) {
        assign(m);
        return;
    }
    const char *add = held(m, kind, expression(m, kind, 2), REAL_MOST / 2.0).text;
    line(m, 0, kind == REAL8 ? "%s(%s) = 0.4D0*%s(%s%+ld) + %s" : "%s(%s) = 0.4*%s(%s%+ld) + %s", x,
         v->name, x, v->name, -back, arena_printf(m->a, "(%s)", add));
}

static void set_logical(struct generator *m)
{
    line(m, 0, "%s = %s", chance(m, 50) ? "L1" : "L2", condition(m, 1));
}

static void call(struct generator *m)
{
    line(m, 0, "CALL SB%ld(%s, S%ld, X1, J%ld)", m->number, element(m, REAL8),
         draw_between(m, 1, 3), draw_between(m, 1, 2));
}

/* ---- branches ---- */

static void one_line_if(struct generator *m)
{
    enum kind kind = some_kind(m);
    const char *test = condition(m, 1), *to = target(m, &kind);
    line(m, 0, "IF (%s) %s = %s", test, to, stored(m, kind, 2));
}

static void nested(struct generator *m, int n, int depth)
{
    m->indent++;
    for (int i = 0; i < n; i++)
        statement(m, depth);
    m->indent--;
}

static void block_if(struct generator *m, int depth)
{
    line(m, 0, "IF (%s) THEN", condition(m, 1));
    nested(m, (int)draw_between(m, 1, 2), depth);
    if (chance(m, 25)) {
        line(m, 0, "ELSE IF (%s) THEN", condition(m, 1));
        nested(m, 1, depth);
    }
    if (chance(m, 50)) {
        line(m, 0, "ELSE");
        nested(m, (int)draw_between(m, 1, 2), depth);
    }
    line(m, 0, "END IF");
}

static void jump(struct generator *m)
{
    if (m->may_leave && chance(m, 50))
        line(m, 0, "IF (%s) %s", condition(m, 1), m->parallel || chance(m, 60) ? "CYCLE" : "EXIT");
    else if (m->skip)
        line(m, 0, "IF (%s) GO TO %s", condition(m, 1), m->skip);
    else
        one_line_if(m);
}

/* ---- loops ---- */

static const char *number_text(struct generator *m, long n)
{
    if (chance(m, 60))
        return arena_printf(m->a, "%ld", n);
    long i = draw(m, 3), by = n - m->size[i];
    return by == 0 ? arena_printf(m->a, "N%ld", i + 1) : arena_printf(m->a, "N%ld%+ld", i + 1, by);
}

struct range {
    const char *from, *to, *step; /* step: NULL = omitted */
    struct variable v;
    long passes;
};

/* Trip counts up to most, 0 and 1 among them. */
static long trips(struct generator *m, long most)
{
    if (chance(m, 6))
        return 0;
    return chance(m, 12) ? 1 : draw_between(m, 1, most);
}

static struct range constant_range(struct generator *m, long most)
{
    static const long steps[] = {1, 1, 1, 1, 1, 1, 2, 3, -1, -2};
    long step = steps[draw(m, 10)], n = trips(m, most), first = draw_between(m, 1, 4);
    long size = step > 0 ? step : -step;
    while (n > 1 && first + (n - 1) * size > VECTOR)
        n--;
    long low = first, high = first + (n > 0 ? n - 1 : 0) * size;
    /* The last iteration need not be at the bound. */
    long from = step > 0 ? low : high, to = from + (n - 1) * step;
    if (n > 0 && size > 1)
        to += draw(m, 2) * (step > 0 ? 1 : -1);
    struct range r = {.v = {.low = low, .high = high}, .passes = n};
    r.from = number_text(m, from);
    r.to = number_text(m, to);
    r.step = step == 1 && chance(m, 90) ? NULL : arena_printf(m->a, "%ld", step);
    return r;
}

/* A bound that is the DO variable of an enclosing loop. */
static struct range triangle(struct generator *m, long most)
{
    const struct variable *o = &m->in[m->n_in - 1];
    struct range r = {.v = *o, .passes = o->high - o->low + 1};
    long by = draw_between(m, 0, 3);
    if (chance(m, 50)) {
        r.from = number_text(m, o->low);
        r.to = by ? arena_printf(m->a, "%s-%ld", o->name, by) : o->name;
    } else {
        r.from = by ? arena_printf(m->a, "%s+%ld", o->name, by) : o->name;
        r.to = number_text(m, o->high);
    }
    return r.passes > most ? constant_range(m, most) : r;
}

static void loop_head(struct generator *m, const struct range *r, int label)
{
    const char *step = r->step ? arena_printf(m->a, ", %s", r->step) : "";
    const char *to = label ? arena_printf(m->a, "%d ", label) : "";
    line(m, 0, "DO %s%s = %s, %s%s", to, r->v.name, r->from, r->to, step);
}

static void loop_body(struct generator *m, int depth, int label)
{
    const char *skip = m->skip;
    bool may_leave = m->may_leave, jumps = m->has[HAS_JUMPS];
    int end = jumps && chance(m, 20) ? new_label(m) : 0;
    m->skip = end ? arena_printf(m->a, "%d", end) : NULL;
    m->may_leave = jumps && !m->parallel;
    m->indent++;
    if (depth > 1 && m->n_in < 3 && chance(m, 65)) {
        if (chance(m, 30))
            statement(m, 0);
        statement(m, depth - 1);
    }
    int n = m->statements > 0 ? (int)draw_between(m, 1, 3) : 1;
    for (int i = 0; i < n; i++)
        statement(m, m->n_in < 2 ? depth - 1 : 0);
    if (end)
        line(m, end, "CONTINUE");
    m->indent--;
    m->skip = skip;
    m->may_leave = may_leave;
    if (label)
        line(m, label, "CONTINUE");
    else
        line(m, 0, "END DO");
}

static void enter(struct generator *m, struct range *r)
{
    static const char *const names[] = {"I", "J", "KK", "LL"};
    r->v.name = names[m->n_in];
    m->in[m->n_in++] = r->v;
}

static void loop(struct generator *m, int depth)
{
    static const long most[] = {VECTOR - 3, 9, 6};
    long room = MOST_PASSES / (m->passes > 0 ? m->passes : 1);
    if (m->n_in >= 3 || room < 2) {
        assign(m);
        return;
    }
    long limit = most[m->n_in] < room ? most[m->n_in] : room;
    if (m->n_in == 0 && depth > 1)
        limit = chance(m, 50) ? 11 : limit;
    struct range r = m->n_in > 0 && !m->parallel && chance(m, 15) ? triangle(m, limit)
                                                                  : constant_range(m, limit);
    int label = chance(m, 50) ? new_label(m) : 0;
    long passes = m->passes;
    enter(m, &r);
    loop_head(m, &r, label);
    m->passes = (passes ? passes : 1) * (r.passes > 0 ? r.passes : 1);
    loop_body(m, depth, label);
    m->passes = passes;
    m->n_in--;
    if (!m->parallel && m->n_in == 0 && m->has[HAS_INTEGERS] && chance(m, 15))
        line(m, 0, "K(%ld) = %s", draw_between(m, 1, VECTOR), r.v.name);
}

/* ---- choice of a statement ---- */

static void statement(struct generator *m, int depth)
{
    long which = draw(m, 100);
    m->statements--;
    if (depth > 0 && m->statements > 0 && which < 45)
        loop(m, depth);
    else if (which < 55 && m->has[HAS_BRANCHES])
        one_line_if(m);
    else if (which < 63 && m->has[HAS_BRANCHES] && m->statements > 0)
        block_if(m, depth - 1);
    else if (which < 68 && m->has[HAS_JUMPS] && m->n_in > 0)
        jump(m);
    else if (which < 76)
        reduce(m);
    else if (which < 82)
        recur(m);
    else if (which < 84 && m->has[HAS_LOGICAL] && !m->parallel)
        set_logical(m);
    else if (which < 87 && m->function_is_there && !m->parallel)
        call(m);
    else
        assign(m);
}

void statements(struct generator *m, int n, int depth)
{
    for (int i = 0; i < n; i++)
        if (chance(m, 80))
            loop(m, depth);
        else
            statement(m, 0);
}

/* ---- OpenMP ---- */

static const char *schedule(struct generator *m)
{
    long which = draw(m, 4);
    if (which == 0)
        return "";
    if (which == 1)
        return " SCHEDULE(STATIC)";
    return arena_printf(m->a, " SCHEDULE(STATIC,%ld)", draw_between(m, 1, 5));
}

/* A sum of reals over iterations in any order: no term is negative, so only rounding differs. */
static void parallel_sums(struct generator *m, const char *clause)
{
    if (strstr(clause, "SA"))
        line(m, 0, "SA = SA + ABS(%s)", stored(m, REAL8, 2));
    if (strstr(clause, "JA"))
        line(m, 0, "JA = JA + MOD(%s, 90)", stored(m, INTEGER, 2));
    if (strstr(clause, "SM"))
        line(m, 0, "SM = MAX(SM, %s)", stored(m, REAL8, 2));
    if (strstr(clause, "LEAST"))
        line(m, 0, "LEAST = MIN(LEAST, %s)", stored(m, REAL8, 2));
}

static const char *reduction(struct generator *m)
{
    switch (draw(m, 6)) {
    case 0:
        return " REDUCTION(+:SA)";
    case 1:
        return " REDUCTION(+:JA)";
    case 2:
        return " REDUCTION(MAX:SM) REDUCTION(+:SA)";
    case 3:
        return " REDUCTION(MIN:LEAST)";
    default:
        return "";
    }
}

/* Selects what the loop writes: a vector, or one row of a matrix in each iteration. */
static void aim(struct generator *m, const struct variable *v)
{
    static const int choices[] = {0, 1, 2}; /* A, B, C */
    m->target = &m->arrays[choices[draw(m, 3)]];
    m->place = arena_printf(m->a, "%s(%s)", m->target->name, v->name);
}

static void private_scalars(struct generator *m)
{
    for (enum kind kind = REAL8; kind <= INTEGER; kind++) {
        static const char *const names[] = {"S1 S2 S3", "X1 X2", "J1 J2"};
        for (const char *s = names[kind]; kind_is_there(m, kind) && *s; s += s[2] ? 3 : 2)
            line(m, 0,
                 kind == REAL8   ? "%.2s = %ld.25D0"
                 : kind == REAL4 ? "%.2s = %ld.75"
                                 : "%.2s = %ld",
                 s, draw(m, 4));
    }
}

static const char *private_names(const struct generator *m)
{
    (void)m;
    return "S1,S2,S3,X1,X2,J1,J2,J,KK";
}

/* One DO of a region; whole: PARALLEL DO. */
static void parallel_loop(struct generator *m, bool whole)
{
    struct range r = constant_range(m, VECTOR - 3);
    const char *sums = reduction(m);
    m->parallel = true;
    enter(m, &r);
    aim(m, &m->in[m->n_in - 1]);
    if (whole)
        line(m, 0, "!$OMP PARALLEL DO PRIVATE(%s)%s%s", private_names(m), sums, schedule(m));
    else
        line(m, 0, "!$OMP DO%s%s", sums, schedule(m));
    loop_head(m, &r, 0);
    m->passes = r.passes > 0 ? r.passes : 1;
    m->indent++;
    private_scalars(m);
    for (int n = (int)draw_between(m, 1, 3); n > 0; n--)
        statement(m, chance(m, 30) ? 1 : 0);
    line(m, 0, "%s = %s", m->place, stored(m, REAL8, 3));
    parallel_sums(m, sums);
    m->indent--;
    line(m, 0, "END DO");
    if (whole && chance(m, 50))
        line(m, 0, "!$OMP END PARALLEL DO");
    m->n_in--;
    m->parallel = false;
    m->passes = 0;
}

static void several_loops(struct generator *m)
{
    line(m, 0, "!$OMP PARALLEL PRIVATE(%s)", private_names(m));
    parallel_loop(m, false);
    if (chance(m, 30)) {
        line(m, 0, "!$OMP CRITICAL");
        line(m, 0, "JP = JP + 1");
        line(m, 0, "!$OMP END CRITICAL");
        line(m, 0, "!$OMP BARRIER");
    }
    if (chance(m, 30)) {
        line(m, 0, "!$OMP SINGLE");
        line(m, 0, "JA = JA + %ld", draw_between(m, 1, 9));
        line(m, 0, "!$OMP END SINGLE");
    }
    parallel_loop(m, false);
    line(m, 0, "!$OMP END PARALLEL");
}

static void sections(struct generator *m)
{
    static const char *const vectors[] = {"A", "B", "C"};
    line(m, 0, "!$OMP PARALLEL SECTIONS PRIVATE(I)");
    for (int i = 0, n = (int)draw_between(m, 1, 3); i < n; i++) {
        line(m, 0, "!$OMP SECTION");
        line(m, 0, "DO I = %ld, %ld", draw_between(m, 2, 5), draw_between(m, 5, VECTOR));
        line(m, 0, "  %s(I) = 0.5D0*%s(I-1) + 0.25D0*U(I)", vectors[i], vectors[i]);
        line(m, 0, "END DO");
    }
    line(m, 0, "!$OMP END PARALLEL SECTIONS");
}

void parallel_region(struct generator *m)
{
    long which = draw(m, 10);
    if (which < 6)
        parallel_loop(m, true);
    else if (which < 9)
        several_loops(m);
    else
        sections(m);
    private_scalars(m); /* the same with and without OpenMP */
}
