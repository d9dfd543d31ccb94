/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/explain.h"
#include "bounds/bounds.h"
#include "bounds/explain-page.h"
#include "bounds/resources.h"
#include "bounds/source-path.h"

#include "base/arena.h"

#include <string.h>

/* A set of classes: bit c = class c. */
typedef unsigned class_set;
#define CLASS(c) (1u << OP_##c)
enum {
    FP_CLASSES = CLASS(FA) | CLASS(FM) | CLASS(FMA) | CLASS(FMISC),
    MEMORY_CLASSES = CLASS(LFL) | CLASS(SFL),
    OVERHEAD_CLASSES = CLASS(X) | CLASS(Y),
    ESSENTIAL_CLASSES = FP_CLASSES | MEMORY_CLASSES | OVERHEAD_CLASSES,
};

/* ---- the load of a port set: names and numbers of its operations ---- */

static const char *class_symbol(enum op_class c)
{
    return c == OP_LEFT ? "other left" : c == OP_RIGHT ? "other right" : op_class_name(c);
}

/* Returns how many ports of s an operation must use. */
static int times_in(const struct machine_class *class, port_set s)
{
    int times = 0;
    for (int i = 0; i < class->n_needs; i++)
        times += (class->needs[i] & ~s) == 0;
    return times;
}

/* A sum as symbols and as numbers. */
struct sum {
    const char *symbols, *values;
    int terms;
};

/* Adds `times` operations of class c, with the divisor `over` in both forms. */
static void add_term(struct page *g, struct sum *sum, int times, enum op_class c, double n,
                     const char *over_symbol, const char *over)
{
    if (!times)
        return;
    const char *often = times > 1 ? arena_printf(&g->arena, "%d ", times) : "";
    const char *value = explain_plain(g, times * n);
    sum->symbols =
        explain_join(g, sum->symbols, " + ",
                     arena_printf(&g->arena, "%s%s%s", often, class_symbol(c), over_symbol));
    sum->values = explain_join(g, sum->values, " + ",
                               *over ? arena_printf(&g->arena, "%s/%s", value, over) : value);
    sum->terms++;
}

static bool vectorized(const struct page *g, int c)
{
    return g->essential && g->m->vector_bytes > 0 && c <= OP_SFL &&
           parts_count(&g->essential->parts, (enum op_class)c) > 0;
}

/* Adds the operations of a class, grouped by the iterations that each performs. */
static void add_vector_terms(struct page *g, struct sum *sum, enum op_class c, port_set s)
{
    const struct essential *e = g->essential;
    for (long n = 1, most = (long)g->m->vector_bytes; n <= most; n++) {
        double count = 0;
        for (size_t i = 0; i < e->parts.n; i++)
            if (e->parts.at[i].class == c &&
                part_elements(g->m, &e->parts.at[i], e->reassociate) == n)
                count += e->parts.at[i].n;
        const struct machine_class *class = n > 1 ? &g->m->vectors[c] : &g->m->classes[c];
        const char *over = n > 1 ? arena_printf(&g->arena, "%ld", n) : "";
        if (count > 0)
            add_term(g, sum, times_in(class, s), c, count,
                     n > 1 ? arena_printf(&g->arena, "/%ld", n) : "", over);
    }
}

/* Returns a sum with " / divisors": k, if it is divided separately, and the number of ports. */
static const char *divided(struct page *g, const char *sum, bool terms, int ports, const char *k)
{
    if (!k && ports == 1)
        return sum;
    const char *open = terms ? "(" : "", *close = terms ? ")" : "";
    if (ports == 1)
        return arena_printf(&g->arena, "%s%s%s/%s", open, sum, close, k);
    if (!k)
        return arena_printf(&g->arena, "%s%s%s/%d", open, sum, close, ports);
    return arena_printf(&g->arena, "%s%s%s/(%d * %s)", open, sum, close, ports, k);
}

static const char *load_text(struct page *g, port_set s, class_set classes, double load)
{
    struct sum sum = {0};
    const char *k = explain_number(g, g->k);
    for (int c = 0; c < OP_CLASSES; c++) {
        bool over_k = g->essential && (CLASS(X) | CLASS(Y)) >> c & 1;
        if (!(classes >> c & 1))
            continue;
        if (vectorized(g, c))
            add_vector_terms(g, &sum, (enum op_class)c, s);
        else
            add_term(g, &sum, times_in(&g->m->classes[c], s), (enum op_class)c, g->counts->n[c],
                     over_k ? "/k" : "", over_k ? k : "");
    }
    int ports = __builtin_popcount(s);
    const char *symbols = divided(g, sum.symbols, sum.terms > 1, ports, g->essential ? NULL : "k");
    const char *values = divided(g, sum.values, sum.terms > 1, ports, g->essential ? NULL : k);
    const char *value = explain_plain(g, load);
    if (strcmp(values, value) == 0)
        return arena_printf(&g->arena, "%s = %s", symbols, value);
    return arena_printf(&g->arena, "%s = %s = %s", symbols, values, value);
}

/* ---- a bound by resources ---- */

struct port_sets {
    port_set at[RESOURCE_ROWS + 1];
    size_t n;
};

/* Inserts a set in the order of the first ports. */
static void add_set(struct port_sets *sets, port_set s)
{
    size_t i = sets->n;
    for (size_t j = 0; j < sets->n; j++)
        if (sets->at[j] == s)
            return;
    if (!s)
        return;
    for (; i > 0 && sets->at[i - 1] > s; i--)
        sets->at[i] = sets->at[i - 1];
    sets->at[i] = s;
    sets->n++;
}

static struct rates rates_of(const struct page *g, class_set classes)
{
    struct rates r =
        g->essential ? essential_rates(g->m, g->essential, g->k) : compiled_rates(g->counts, g->k);
    for (int c = 0; c < OP_CLASSES; c++)
        if (!(classes >> c & 1))
            r.of[c] = r.vectors[c] = known(0);
    return r;
}

static double load_in(const struct resource_rows *rows, port_set s)
{
    double sum = 0;
    for (size_t i = 0; i < rows->n; i++)
        if ((rows->at[i].ports & ~s) == 0)
            sum += rows->at[i].count;
    return sum / __builtin_popcount(s);
}

/* Prints one line for each port set with work: the sets of the needs, and the busiest set. */
static void put_sets(struct page *g, const char *symbol, class_set classes,
                     const struct resource_rows *rows, double value, port_set busiest,
                     const char *equation)
{
    struct port_sets sets = {.n = 0};
    int width = 0;
    for (size_t i = 0; i < rows->n; i++)
        add_set(&sets, rows->at[i].ports);
    add_set(&sets, busiest);
    for (size_t i = 0; i < sets.n; i++) {
        int n = (int)strlen(ports_text(&g->arena, g->m, sets.at[i]));
        width = n > width ? n : width;
    }
    if (sets.n == 0)
        fprintf(g->out, "  %-4s = 0: no such operation in the loop", symbol);
    for (size_t i = 0; i < sets.n; i++) {
        const char *name = ports_text(&g->arena, g->m, sets.at[i]);
        fprintf(g->out, i ? ",\n              " : "  %-4s = max( ", symbol);
        fprintf(g->out, "%s:%*s %s", name, width - (int)strlen(name), "",
                load_text(g, sets.at[i], classes, load_in(rows, sets.at[i])));
    }
    if (sets.n)
        fprintf(g->out, " ) = %s", explain_plain(g, value));
    fprintf(g->out, "    (eq. %s)\n", equation);
}

static struct quantity put_resources(struct page *g, const char *symbol, class_set classes,
                                     const char *equation)
{
    struct rates rates = rates_of(g, classes);
    struct resource_rows rows = resource_rows(&g->arena, g->m, &rates, all_classes);
    if (rows.why) {
        fprintf(g->out, "  %-4s = -: %s    (eq. %s)\n", symbol, rows.why, equation);
        return missing(rows.why);
    }
    port_set busiest;
    double value = resource_load(rows.at, rows.n, &busiest);
    put_sets(g, symbol, classes, &rows, value, busiest, equation);
    return known(value);
}

/* ---- source loops ---- */

static void put_tnf(struct page *g)
{
    const double *n = g->counts->n;
    fprintf(g->out, "  TNF  = fa + fm + 2 fma + fmisc = %s + %s + 2 * %s + %s = %s    (eq. 4.1)\n",
            explain_plain(g, n[OP_FA]), explain_plain(g, n[OP_FM]), explain_plain(g, n[OP_FMA]),
            explain_plain(g, n[OP_FMISC]), explain_plain(g, counts_tnf(g->counts)));
}

static void put_m(struct page *g, const struct source_loop *l)
{
    struct quantity m = bound_m(g->m, l->flops8, l->flops4, &l->parts);
    if (!is_known(m)) {
        fprintf(g->out, "  M    = -: %s\n", m.missing);
        return;
    }
    fputs("  M    = TNF / flops per cycle at peak = ", g->out);
    if (l->flops8 > 0 || l->flops4 == 0)
        fprintf(g->out, "%s/%s", explain_plain(g, l->flops8), explain_number(g, g->m->peak8));
    if (l->flops8 > 0 && l->flops4 > 0)
        fputs(" + ", g->out);
    if (l->flops4 > 0)
        fprintf(g->out, "%s/%s", explain_plain(g, l->flops4), explain_number(g, g->m->peak4));
    fprintf(g->out, " = %s CPL", explain_number(g, m));
    struct quantity cpf = bound_cpf(m, counts_tnf(g->counts));
    if (is_known(cpf))
        fprintf(g->out, " = %s CPF", explain_number(g, cpf));
    fprintf(g->out, "    (eq. 4.2, 4.3)\n");
}

/* Prints the operations that perform fewer iterations than a vector has elements. */
static void put_apart(struct page *g, const struct op_part *p, long n)
{
    const char *how = n > 1 ? arena_printf(&g->arena, "for %ld iterations", n) : "one by one";
    const char *why = "it is part of a recurrence";
    if (p->stride == 0)
        why = "the distance between consecutive elements is unknown";
    else if (p->stride > 1)
        why = arena_printf(&g->arena, "%ld of %ld consecutive elements are used", p->shared,
                           p->stride);
    fprintf(g->out, "         %s: %s %s: %s\n", how, class_symbol(p->class), explain_plain(g, p->n),
            why);
}

static void put_vectors(struct page *g)
{
    const struct essential *e = g->essential;
    if (!(g->m->vector_bytes > 0) || !e->parts.n)
        return;
    fprintf(g->out, "  W    = %s bytes of a vector / bytes of an element:",
            explain_plain(g, g->m->vector_bytes));
    for (int bytes = 1, any = 0; bytes <= 32; bytes *= 2)
        for (size_t i = 0; i < e->parts.n; i++)
            if (e->parts.at[i].bytes == bytes) {
                fprintf(
                    g->out, "%s %s for %d", any++ ? "," : "",
                    explain_plain(
                        g, (double)part_elements(
                               g->m, &(struct op_part){.bytes = bytes, .stride = 1, .shared = 1},
                               false)),
                    bytes);
                break;
            }
    fputs(parts_sizes_known(&e->parts) ? " bytes\n" : " unknown\n", g->out);
    for (size_t i = 0; i < e->parts.n; i++) {
        struct op_part whole = {.bytes = e->parts.at[i].bytes, .stride = 1, .shared = 1};
        long n = part_elements(g->m, &e->parts.at[i], e->reassociate);
        if (n < part_elements(g->m, &whole, false))
            put_apart(g, &e->parts.at[i], n);
    }
}

void explain_vectors(FILE *out, const struct machine *m, const struct source_loop *l,
                     bool reassociate)
{
    struct essential e = essential_of(l, reassociate);
    struct page g = {.out = out, .m = m, .counts = &l->counts, .essential = &e};
    put_vectors(&g);
    arena_free(&g.arena);
}

/* Returns how k was chosen: as given, or by the number of elements of a vector if that is greater.
 */
static const char *which_k(struct page *g, struct quantity given, const char *how)
{
    if (!is_known(given) || g->k.value == given.value)
        return how;
    return arena_printf(&g->arena, "elements of a vector; %s%s is less",
                        how && strncmp(how, "--", 2) == 0 ? arena_printf(&g->arena, "%s=", how)
                        : how                             ? arena_printf(&g->arena, "%s ", how)
                                                          : "",
                        explain_plain(g, given.value));
}

/* Explains the bounds of l, an iteration along a path. of: the line that describes the path; NULL =
 * none. */
static void explain_iteration(FILE *out, const struct machine *m, const struct source_loop *l,
                              bool reassociate, struct quantity k, const char *k_how,
                              const char *of)
{
    struct page g = {.out = out, .m = m};
    struct essential e = essential_of(l, reassociate);
    const struct recurrence *r = reassociate ? &l->reassociated : &l->recurrence;
    g.counts = &l->counts;
    g.essential = &e;
    struct bound b = bound_ma(&g.arena, m, &e, r, k);
    g.k = essential_k(m, &e, k);
    fprintf(out, "%s on %s: from the source%s\n", l->id, machine_title(&g.arena, m),
            reassociate ? ", reductions in any order" : "");
    if (of)
        fprintf(out, "  %s\n", of);
    put_tnf(&g);
    put_m(&g, l);
    put_vectors(&g);
    explain_k(&g, which_k(&g, k, k_how));
    put_resources(&g, "t_f", FP_CLASSES, "4.4");
    put_resources(&g, "t_m", MEMORY_CLASSES, "4.5");
    put_resources(&g, "t_i", ESSENTIAL_CLASSES, "4.6");
    explain_td(&g, r, b.td);
    explain_bound(&g, "MA", &b, known(counts_tnf(&l->counts)), "4.8, 4.9");
    arena_free(&g.arena);
}

void explain_source(FILE *out, const struct machine *m, const struct source_loop *s,
                    bool reassociate, struct quantity k, const char *k_how)
{
    struct arena a = {0};
    const struct source_loop *l = source_on_shortest_path(&a, m, s, reassociate, k);
    explain_iteration(
        out, m, l, reassociate, k, k_how,
        l != s ? "of an iteration along the shortest path through the conditional blocks" : NULL);
    arena_free(&a);
}

void explain_weighted(FILE *out, const struct machine *m, const struct source_loop *path,
                      bool reassociate, struct quantity k, const char *k_how)
{
    explain_iteration(
        out, m, path, reassociate, k, k_how,
        path->n_blocks ? "of a mean iteration: conditional blocks are weighted by counts" : NULL);
}

/* ---- compiled loops ---- */

static void put_macs(struct page *g, const struct compiled_loop *l, struct quantity tnf)
{
    struct quantity macs = bound_macs(g->m, (double)l->length, g->k);
    if (macs.missing) {
        fprintf(g->out, "  MACS = -: %s\n", macs.missing);
        return;
    }
    fprintf(g->out, "  MACS = length / k = %ld/%s = %s CPL", l->length, explain_number(g, g->k),
            explain_number(g, macs));
    struct quantity cpf = is_known(tnf) ? bound_cpf(macs, tnf.value) : missing(tnf.missing);
    if (is_known(cpf))
        fprintf(g->out, " = %s CPF", explain_number(g, cpf));
    fprintf(g->out, "    (eq. 4.13, 4.14)\n");
}

void explain_compiled(FILE *out, const struct machine *m, const struct compiled_loop *l,
                      struct quantity tnf)
{
    struct page g = {.out = out, .m = m, .counts = &l->counts, .k = l->k};
    struct bound b = bound_mac(&g.arena, m, &l->counts, &l->recurrence, l->k);
    class_set all = (1u << OP_CLASSES) - 1;
    if (l->counts.n[OP_X] == 0 && l->counts.n[OP_Y] == 0)
        all &= ~(class_set)OVERHEAD_CLASSES;
    fprintf(out, "%s of %s on %s: from the compiled code\n", l->label, l->file,
            machine_title(&g.arena, m));
    explain_k(&g, l->k_how);
    put_resources(&g, "t_f", FP_CLASSES, "4.4");
    put_resources(&g, "t_m", MEMORY_CLASSES, "4.5");
    put_resources(&g, "t_i", all, "4.10");
    explain_td(&g, &l->recurrence, b.td);
    explain_bound(&g, "MAC", &b, tnf, "4.11, 4.12");
    put_macs(&g, l, tnf);
    arena_free(&g.arena);
}
