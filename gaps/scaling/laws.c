/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Amdahl 1967, Gustafson 1988, and Gunther's Universal Scalability Law (1993),
 * fitted by the trust-region solver of gsl. */
#include "gaps/scaling/laws.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>

enum { STEPS = 500 };
static const double TOLERANCE = 1e-13; /* of scaled parameters and of the gradient */
/* Scaled parameters and residuals below this are rounding errors and set to 0. */
static const double ROUNDING = 1e-9;

const struct gap_law_facts gap_laws[GAP_LAWS] = {
    {"amdahl", "Amdahl", "S = 1/(s + (1-s)/p)", 1, {"s"}, {"serial fraction"}, {1}},
    {"gustafson", "Gustafson", "S = p - s(p-1)", 1, {"s"}, {"serial fraction"}, {1}},
    {"usl",
     "Universal Scalability Law",
     "S = p/(1 + a(p-1) + bp(p-1))",
     2,
     {"a", "b"},
     {"contention", "coherency"},
     {1, INFINITY}},
};

/* Returns p / S of a law (Amdahl, USL). */
static double slowdown(enum gap_law law, const double *v, double p)
{
    return law == LAW_AMDAHL ? 1 + v[0] * (p - 1) : 1 + v[0] * (p - 1) + v[1] * p * (p - 1);
}

double gap_law_speedup(enum gap_law law, const double *value, double p)
{
    return law == LAW_GUSTAFSON ? p - value[0] * (p - 1) : p / slowdown(law, value, p);
}

struct quantity gap_fit_speedup(const struct gap_fit *f, double p)
{
    double v[LAW_PARAMETERS] = {f->value[0].value, f->value[1].value};
    return f->refused ? missing(f->refused) : known(gap_law_speedup(f->law, v, p));
}

/* Returns dS / d(parameter i). */
static double derivative(enum gap_law law, const double *v, double p, size_t i)
{
    if (law == LAW_GUSTAFSON)
        return -(p - 1);
    double q = slowdown(law, v, p);
    return -p * (p - 1) * (i ? p : 1) / (q * q);
}

/* ---- the problem that gsl solves ---- */

/* Parameters and speed-ups are scaled to be near 1 at the greatest p. */
struct problem {
    enum gap_law law;
    const struct gap_law_facts *facts;
    double *p, *s; /* the n points */
    size_t n;
    double unit[LAW_PARAMETERS]; /* parameter = unit * scaled one */
    double most;                 /* greatest speed-up */
};

static struct problem problem_of(struct arena *a, enum gap_law law, const struct gap_point *points,
                                 size_t n)
{
    struct problem of = {.law = law, .facts = &gap_laws[law]};
    double greatest = 1;
    of.p = ARENA_ARRAY(a, double, n + 1);
    of.s = ARENA_ARRAY(a, double, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (points[i].processors <= 1 || !is_known(points[i].speedup))
            continue;
        of.p[of.n] = (double)points[i].processors;
        of.s[of.n] = points[i].speedup.value;
        greatest = fmax(greatest, of.p[of.n]);
        of.most = fmax(of.most, of.s[of.n]);
        of.n++;
    }
    of.unit[0] = 1 / greatest;
    of.unit[1] = 1 / (greatest * greatest);
    return of;
}

static void unscale(const struct problem *of, const gsl_vector *x, double *v)
{
    for (size_t i = 0; i < of->facts->n; i++)
        v[i] = gsl_vector_get(x, i) * of->unit[i];
}

static int differences(const gsl_vector *x, void *params, gsl_vector *f)
{
    const struct problem *of = params;
    double v[LAW_PARAMETERS];
    unscale(of, x, v);
    for (size_t i = 0; i < of->n; i++) {
        double y = (gap_law_speedup(of->law, v, of->p[i]) - of->s[i]) / of->most;
        if (!isfinite(y))
            return GSL_EDOM;
        gsl_vector_set(f, i, y);
    }
    return GSL_SUCCESS;
}

static int derivatives(const gsl_vector *x, void *params, gsl_matrix *jacobian)
{
    const struct problem *of = params;
    double v[LAW_PARAMETERS];
    unscale(of, x, v);
    for (size_t i = 0; i < of->n; i++)
        for (size_t k = 0; k < of->facts->n; k++) {
            double y = derivative(of->law, v, of->p[i], k) * of->unit[k] / of->most;
            if (!isfinite(y))
                return GSL_EDOM;
            gsl_matrix_set(jacobian, i, k, y);
        }
    return GSL_SUCCESS;
}

/* ---- initial values ---- */

/* Sets the initial parameters v: the linear least squares solution of p/S - 1 = a(p-1) + bp(p-1),
 * which is USL (without b: Amdahl's law), or of Gustafson's law. It is exact for points on the
 * curve. */
static void set_initial_values(const struct problem *of, double *v)
{
    double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0;
    v[0] = v[1] = 0;
    for (size_t i = 0; i < of->n; i++) {
        double x = of->p[i] - 1, y = of->law == LAW_USL ? of->p[i] * x : 0;
        double z = of->law == LAW_GUSTAFSON ? of->p[i] - of->s[i] : of->p[i] / of->s[i] - 1;
        xx += x * x;
        xy += x * y;
        yy += y * y;
        xz += x * z;
        yz += y * z;
    }
    double determinant = of->law == LAW_USL ? xx * yy - xy * xy : 1;
    v[0] = of->law == LAW_USL ? (xz * yy - yz * xy) / determinant : xz / xx;
    v[1] = of->law == LAW_USL ? (yz * xx - xz * xy) / determinant : 0;
    for (size_t i = 0; of->law != LAW_GUSTAFSON && i < of->n; i++)
        if (!(slowdown(of->law, v, of->p[i]) > 0))
            v[0] = v[1] = 0;
}

/* ---- results ---- */

static double round_to_zero(double x)
{
    return fabs(x) < ROUNDING ? 0 : x;
}

static void set_results(struct gap_fit *f, const struct problem *of,
                        gsl_multifit_nlinear_workspace *w)
{
    size_t n = of->facts->n;
    double freedom = (double)(of->n - n), sum;
    gsl_matrix *covariance = gsl_matrix_alloc(n, n);
    gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(w), 0, covariance);
    gsl_blas_ddot(gsl_multifit_nlinear_residual(w), gsl_multifit_nlinear_residual(w), &sum);
    sum = round_to_zero(sqrt(sum)) * sqrt(sum);
    double t = gsl_cdf_tdist_Pinv(0.975, freedom);
    for (size_t i = 0; i < n; i++) {
        double value =
            round_to_zero(gsl_vector_get(gsl_multifit_nlinear_position(w), i)) * of->unit[i];
        double half = t * sqrt(gsl_matrix_get(covariance, i, i) * sum / freedom) * of->unit[i];
        f->value[i] = known(value);
        f->low[i] = known(value - half);
        f->high[i] = known(value + half);
    }
    f->rms = known(sqrt(sum / (double)of->n) * of->most);
    f->error = known(sqrt(sum / freedom) * of->most);
    gsl_matrix_free(covariance);
}

/* Returns whether the solver converged, or stopped with a last step at the limit of double
 * precision. */
static bool has_converged(int status, const gsl_multifit_nlinear_workspace *w)
{
    enum { DIGITS_LOST = 1000000 };
    if (status == GSL_SUCCESS)
        return true;
    if (status != GSL_ENOPROG && status != GSL_EMAXITER)
        return false;
    const gsl_vector *x = gsl_multifit_nlinear_position(w), *dx = w->dx;
    for (size_t i = 0; i < x->size; i++)
        if (!(fabs(gsl_vector_get(dx, i)) <=
              DIGITS_LOST * TOLERANCE * (1 + fabs(gsl_vector_get(x, i)))))
            return false;
    return true;
}

/* Fits the parameters and sets the results of f. Returns false if the solver does not converge. */
static bool solve(struct gap_fit *f, struct problem *of)
{
    gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    gsl_multifit_nlinear_fdf fdf = {differences, derivatives, NULL, of->n, of->facts->n,
                                    of,          0,           0,    0};
    double v[LAW_PARAMETERS];
    set_initial_values(of, v);
    for (size_t i = 0; i < of->facts->n; i++)
        v[i] /= of->unit[i];
    gsl_vector_view start = gsl_vector_view_array(v, of->facts->n);
    gsl_multifit_nlinear_workspace *w =
        gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, of->n, of->facts->n);
    if (!w)
        die_out_of_memory();
    int info = 0, status = gsl_multifit_nlinear_init(&start.vector, &fdf, w);
    if (status == GSL_SUCCESS)
        status = gsl_multifit_nlinear_driver(STEPS, TOLERANCE, TOLERANCE, 0, NULL, NULL, &info, w);
    bool ok = has_converged(status, w);
    if (ok)
        set_results(f, of, w);
    gsl_multifit_nlinear_free(w);
    return ok;
}

/* ---- refused fits ---- */

static void set_missing(struct gap_fit *f, const char *why)
{
    f->refused = why;
    for (size_t i = 0; i < LAW_PARAMETERS; i++)
        f->value[i] = f->low[i] = f->high[i] = missing(why);
    f->rms = f->error = f->best_p = missing(why);
}

static const char *too_few(struct arena *a, const struct problem *of,
                           const struct gap_point *points, size_t n)
{
    size_t need = of->facts->n + 1;
    const char *why = NULL;
    for (size_t i = 0; i < n; i++)
        if (points[i].processors > 1 && !is_known(points[i].speedup) && !why)
            why = points[i].speedup.missing;
    if (of->n == 0 && n == 1)
        return "all runs are on one number of processors";
    if (of->n == 0 && why)
        return arena_printf(a, "no speed-up is known: %s", why);
    return arena_printf(a, "at least %zu processor counts above 1 are needed, %zu %s known", need,
                        of->n, of->n == 1 ? "is" : "are");
}

static const char *out_of_range(struct arena *a, const struct problem *of, const struct gap_fit *f)
{
    for (size_t i = 0; i < of->facts->n; i++) {
        double v = f->value[i].value;
        char text[QUANTITY_TEXT];
        quantity_text(f->value[i], text);
        if (v < 0)
            return arena_printf(a, "%s = %s is below 0: %s", of->facts->names[i], text,
                                of->facts->n == 1
                                    ? "speed-up is above the number of processors (superlinear)"
                                    : "this law does not describe these speed-ups");
        if (v > of->facts->most[i] + ROUNDING)
            return arena_printf(a, "%s = %s is above %g: more processors only increase the time",
                                of->facts->names[i], text, of->facts->most[i]);
    }
    return NULL;
}

/* ---- predictions of a good fit ---- */

/* Returns the p of the highest speed-up. */
static struct quantity best_processors(const struct gap_fit *f)
{
    double a = f->value[0].value, b = f->value[1].value;
    if (f->law != LAW_USL || !(b > 0))
        return missing("by this law the speed-up increases with every processor");
    return known(fmax(1, sqrt(fmax(0, 1 - a) / b)));
}

struct quantity law_trade_off(const struct gap_fit *f, double efficiency)
{
    double s = f->value[0].value, b = f->value[1].value, over = 1 / efficiency - 1;
    if (f->refused)
        return missing(f->refused);
    /* 1/E - 1 = s(p-1) */
    if (f->law == LAW_AMDAHL && s > 0)
        return known(1 + over / s);
    /* 1 - E = s(p-1)/p */
    if (f->law == LAW_GUSTAFSON && s > 1 - efficiency)
        return known(s / (s - (1 - efficiency)));
    /* 1/E - 1 = (p-1)(a + bp): the root of bp² + (a-b)p - (a + over), in the form with little
     * rounding error */
    double linear = s - b, least = s + over, root = sqrt(linear * linear + 4 * b * least);
    if (f->law == LAW_USL && b > 0)
        return known(linear > 0 ? 2 * least / (linear + root) : (root - linear) / (2 * b));
    if (f->law == LAW_USL && s > 0)
        return known(1 + over / s);
    return missing("by this law every number of processors has that efficiency");
}

static void set_residuals(struct arena *a, struct gap_fit *f, const struct gap_point *points,
                          size_t n)
{
    double v[LAW_PARAMETERS] = {f->value[0].value, f->value[1].value};
    f->residual = ARENA_ARRAY(a, struct quantity, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct quantity s = points[i].speedup;
        double law = gap_law_speedup(f->law, v, (double)points[i].processors);
        f->residual[i] = is_known(f->value[0]) ? s : f->value[0];
        if (is_known(f->residual[i]))
            f->residual[i].value = round_to_zero((s.value - law) / s.value) * s.value;
    }
}

struct gap_fit fit_law(struct arena *a, enum gap_law law, const struct gap_point *points, size_t n)
{
    struct arena scratch = {0};
    struct problem of = problem_of(&scratch, law, points, n);
    struct gap_fit f = {.law = law, .n = of.n};
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    if (of.n <= of.facts->n)
        set_missing(&f, too_few(a, &of, points, n));
    else if (!solve(&f, &of))
        set_missing(&f, "the fit does not converge");
    else
        f.refused = out_of_range(a, &of, &f);
    gsl_set_error_handler(handler);
    f.best_p = f.refused ? missing(f.refused) : best_processors(&f);
    set_residuals(a, &f, points, n);
    arena_free(&scratch);
    return f;
}
