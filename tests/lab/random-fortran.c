/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a Fortran program of COUNT small programs, from number FIRST on, of a random sequence with
 * SEED. Each is a subroutine and a line that prints its results. Program N of a seed does not
 * depend on the other programs printed. */
#include "base/options.h"
#include "base/util.h"
#include "tests/lab/random-fortran.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 10, COLUMNS = 8 };

/* In the order of the blocks: A, B and C first (parallel loops write one of them). */
static const struct array_of common_arrays[] = {
    {"A", REAL8, 1, {1}, {VECTOR}},   {"B", REAL8, 1, {1}, {VECTOR}},
    {"C", REAL8, 1, {1}, {VECTOR}},   {"P", REAL8, 2, {1, 1}, {9, 7}},
    {"Q", REAL8, 2, {1, 0}, {7, 8}},  {"R", REAL8, 3, {1, 1, 1}, {4, 5, 3}},
    {"E", REAL4, 1, {1}, {VECTOR}},   {"F", REAL4, 1, {1}, {VECTOR}},
    {"G", REAL4, 2, {1, 1}, {6, 7}},  {"K", INTEGER, 1, {1}, {VECTOR}},
    {"L", INTEGER, 1, {1}, {VECTOR}}, {"M", INTEGER, 2, {1, 1}, {5, 6}},
};
static const struct array_of dummy_arrays[] = {
    {"U", REAL8, 1, {1}, {VECTOR}},
    {"V", REAL8, 1, {1}, {VECTOR}},
    {"W", REAL8, 2, {1, 1}, {ROWS, COLUMNS}},
    {"H", REAL4, 1, {1}, {VECTOR}},
};
static const struct array_of local_arrays[] = {
    {"D", REAL8, 1, {-3}, {12}},
    {"T", INTEGER, 1, {1}, {8}},
};
static const struct array_of overlaid_arrays[] = {
    {"Y", REAL8, 1, {1}, {16}},
    {"Z", REAL8, 2, {1, 1}, {4, 3}},
};

static void add_arrays(struct generator *m, const struct array_of *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        m->arrays[m->n_arrays++] = x[i];
}
#define ADD_ARRAYS(m, x) add_arrays((m), (x), COUNT_OF(x))

void common_blocks(struct generator *m)
{
    line(m, 0, "DOUBLE PRECISION A(%d), B(%d), C(%d)", VECTOR, VECTOR, VECTOR);
    line(m, 0, "DOUBLE PRECISION P(9,7), Q(7,0:8), R(4,5,3)");
    line(m, 0, "REAL E(%d), F(%d), G(6,7)", VECTOR, VECTOR);
    line(m, 0, "INTEGER K(%d), L(%d), M(5,6), IX(%d)", VECTOR, VECTOR, VECTOR);
    line(m, 0, "COMMON /RA/ A, B, C, P, Q, R");
    line(m, 0, "COMMON /RE/ E, F, G");
    line(m, 0, "COMMON /IK/ K, L, M, IX");
}

static void actual_arrays(struct generator *m)
{
    line(m, 0, "DOUBLE PRECISION XU(48), XV(48), XW(%d,12)", ROWS);
    line(m, 0, "REAL XH(48)");
    line(m, 0, "COMMON /DU/ XU, XV, XW, XH");
}

/* ---- declarations of a program ---- */

static void function(struct generator *m)
{
    line(m, 0, "DOUBLE PRECISION FUNCTION FN%ld(X, Y)", m->number);
    line(m, 0, "DOUBLE PRECISION X, Y, T");
    line(m, 0, "T = %ld.5D0*X + 0.5D0*Y", draw(m, 3));
    if (m->has[HAS_BRANCHES] && chance(m, 50))
        line(m, 0, "IF (X .GT. Y) T = T - %ld.0D0", draw(m, 3));
    line(m, 0, "FN%ld = T/(1.0D0 + T*T)", m->number);
    line(m, 0, "END");
}

static void subroutine(struct generator *m)
{
    line(m, 0, "SUBROUTINE SB%ld(X, Y, E, K)", m->number);
    line(m, 0, "DOUBLE PRECISION X, Y");
    line(m, 0, "REAL E");
    line(m, 0, "INTEGER K");
    line(m, 0, "X = 0.5D0*Y + 0.%ldD0*X", draw_between(m, 1, 4));
    line(m, 0, "Y = 0.25D0*X - %ld.0D0", draw(m, 3));
    if (m->has[HAS_SINGLE])
        line(m, 0, "E = 0.5*E + 1.0");
    if (m->has[HAS_INTEGERS])
        line(m, 0, "K = MOD(K + %ld, 90)", draw_between(m, 1, 50));
    line(m, 0, "END");
}

static void declare_scalars(struct generator *m)
{
    line(m, 0, "DOUBLE PRECISION S1, S2, S3, SA, SM, LEAST");
    line(m, 0, "REAL X1, X2, XA");
    line(m, 0, "INTEGER I, J, KK, J1, J2, JA, JP");
    if (m->has[HAS_LOGICAL])
        line(m, 0, "LOGICAL L1, L2");
    if (m->function_is_there)
        line(m, 0, "DOUBLE PRECISION FN%ld", m->number);
}

static void declare_locals(struct generator *m, bool locals, bool overlaid)
{
    if (locals)
        line(m, 0, "DOUBLE PRECISION D(-3:12)");
    if (locals)
        line(m, 0, "INTEGER T(8)");
    if (overlaid)
        line(m, 0, "DOUBLE PRECISION Y(16), Z(4,3)");
    if (overlaid)
        line(m, 0, "EQUIVALENCE (Y(%ld), Z(1,1))", draw_between(m, 1, 5));
    long middle = draw_between(m, 1, 60);
    if (locals && m->has[HAS_DATA])
        line(m, 0, "DATA T /1, 2, 4*-%ld, 7, 8/", middle);
}

static void declare_dummies(struct generator *m, bool dummies)
{
    line(m, 0, "INTEGER N1, N2, N3%s", dummies ? ", LD" : "");
    if (!dummies)
        return;
    line(m, 0, "DOUBLE PRECISION U(*), V(%s), W(LD,*)", chance(m, 50) ? "*" : "36");
    line(m, 0, "REAL H(*)");
}

static void statement_function(struct generator *m)
{
    line(m, 0, "SF(S1, S2) = 0.%ldD0*S1 - 0.25D0*S2", draw_between(m, 1, 7));
}

static void set_scalars(struct generator *m)
{
    for (int i = 1; i <= 3; i++)
        line(m, 0, "S%d = 0.%d5D0", i, i);
    for (int i = 1; i <= 2; i++) {
        line(m, 0, "X%d = %d.25", i, i);
        line(m, 0, "J%d = %ld", i, draw_between(m, -9, 9));
        if (m->has[HAS_LOGICAL])
            line(m, 0, "L%d = %s", i, chance(m, 50) ? ".TRUE." : ".FALSE.");
    }
    line(m, 0, "SA = 0D0");
    line(m, 0, "SM = -1D1");
    line(m, 0, "LEAST = 1D1");
    line(m, 0, "XA = 0.0");
    line(m, 0, "JA = 0");
    line(m, 0, "JP = 0");
}

static void set_locals(struct generator *m, bool locals, bool overlaid)
{
    if (locals) {
        line(m, 0, "DO I = -3, 12");
        line(m, 0, "  D(I) = 0.1D0*I");
        if (!m->has[HAS_DATA])
            line(m, 0, "  T(MOD(I+3,8)+1) = I");
        line(m, 0, "END DO");
    }
    if (overlaid) {
        line(m, 0, "DO I = 1, 12");
        line(m, 0, "  Z(MOD(I-1,4)+1,(I-1)/4+1) = 0.2D0*I - 1D0");
        line(m, 0, "END DO");
        line(m, 0, "DO I = 1, 16");
        line(m, 0, "  Y(I) = 1D0/I");
        line(m, 0, "END DO");
    }
}

/* Stores the scalars in arrays, and also the arrays that do not exist after the program. */
static void keep(struct generator *m, bool locals, bool overlaid)
{
    line(m, 0, "A(1) = S1 + 0.5D0*S2 - S3");
    line(m, 0, "A(2) = SA");
    if (m->openmp)
        line(m, 0, "A(3) = SM + 0.5D0*LEAST");
    line(m, 0, "E(1) = X1 - 0.5*X2");
    line(m, 0, "E(2) = XA");
    line(m, 0, "K(1) = J1 + 100*J2");
    line(m, 0, "K(2) = JA");
    if (locals) {
        line(m, 0, "DO I = 1, 8");
        line(m, 0, "  B(I) = B(I) + 3D0*D(2*I-4)");
        line(m, 0, "  L(I) = L(I) + 3*T(I)");
        line(m, 0, "END DO");
    }
    if (overlaid) {
        line(m, 0, "DO I = 1, 16");
        line(m, 0, "  C(I) = C(I) + Y(I)");
        line(m, 0, "END DO");
    }
    if (m->has[HAS_LOGICAL])
        line(m, 0, "IF (L1 .AND. .NOT. L2) K(3) = -K(3)");
}

/* ---- one program ---- */

static void seed(struct generator *m, uint64_t s, long number)
{
    m->number = number;
    m->state = s * 0x2545f4914f6cdd1du + (uint64_t)number * 0xd1342543de82ef95u;
    draw(m, 2);
    m->label = 0;
    m->indent = 0;
    m->n_in = 0;
    m->n_arrays = 0;
    m->passes = 0;
    m->statements = 14;
    for (int i = 0; i < 3; i++)
        m->size[i] = draw_between(m, 0, 12);
}

static void small_program(struct generator *m)
{
    bool dummies = m->has[HAS_DUMMIES] && (m->openmp || chance(m, 60));
    bool locals = m->has[HAS_LOCALS] && chance(m, 25);
    bool overlaid = m->has[HAS_OVERLAID] && chance(m, 15);
    m->function_is_there = m->has[HAS_CALLS] && chance(m, 30);
    m->statement_function_is_there = m->has[HAS_STATEMENT] && chance(m, 15);
    ADD_ARRAYS(m, common_arrays);
    if (m->function_is_there) {
        function(m);
        subroutine(m);
    }
    line(m, 0, "SUBROUTINE T%ld(N1, N2, N3%s)", m->number, dummies ? ", U, V, W, LD, H" : "");
    common_blocks(m);
    declare_dummies(m, dummies);
    declare_scalars(m);
    declare_locals(m, locals, overlaid);
    if (m->statement_function_is_there)
        line(m, 0, "DOUBLE PRECISION SF");
    if (m->statement_function_is_there)
        statement_function(m);
    set_scalars(m);
    set_locals(m, locals, overlaid);
    if (dummies)
        ADD_ARRAYS(m, dummy_arrays);
    if (locals)
        ADD_ARRAYS(m, local_arrays);
    if (overlaid)
        ADD_ARRAYS(m, overlaid_arrays);
    statements(m, (int)draw_between(m, 1, 2), 3);
    if (m->openmp) {
        parallel_region(m);
        if (chance(m, 50))
            parallel_region(m);
    }
    keep(m, locals, overlaid);
    line(m, 0, "END");
    /* The call, for the main program. */
    m->indent = dummies;
}

static void call_it(struct generator *m, bool dummies)
{
    line(m, 0, "CALL BEGIN");
    const char *sizes = arena_printf(m->a, "%ld, %ld, %ld", m->size[0], m->size[1], m->size[2]);
    if (dummies)
        line(m, 0, "CALL T%ld(%s, XU(%ld), XV(%ld), XW(1,%ld), %d, XH(%ld))", m->number, sizes,
             draw_between(m, 1, 12), draw_between(m, 1, 12), draw_between(m, 1, 4), ROWS,
             draw_between(m, 1, 12));
    else
        line(m, 0, "CALL T%ld(%s)", m->number, sizes);
    line(m, 0, "CALL SHOW(%ld, %ld, %ld)", m->number, draw_between(m, 1, VECTOR),
         draw_between(m, 1, 7));
}

/* ---- the main program ---- */

static void begin(struct generator *m)
{
    line(m, 0, "SUBROUTINE BEGIN");
    common_blocks(m);
    actual_arrays(m);
    fputs("      INTEGER I, J, N\n"
          "      DO I = 1, 36\n"
          "        A(I) = 0.1D0*I - 1.7D0\n"
          "        B(I) = 3D0/I\n"
          "        C(I) = 0.05D0*(I - 18)\n"
          "        E(I) = 0.25*I - 4.0\n"
          "        F(I) = 1.0/I\n"
          "        K(I) = 2*I - 31\n"
          "        L(I) = 40 - I\n"
          "        IX(I) = MOD(I*7 - 3, 36) + 1\n"
          "      END DO\n"
          "      DO J = 1, 7\n"
          "        DO I = 1, 9\n"
          "          P(I,J) = 0.2D0*I - 0.3D0*J\n"
          "        END DO\n"
          "        DO I = 0, 8\n"
          "          Q(J,I) = 0.1D0*I + 0.15D0*J\n"
          "        END DO\n"
          "        DO I = 1, 6\n"
          "          G(I,J) = 0.5*I - 0.25*J\n"
          "        END DO\n"
          "      END DO\n"
          "      N = 0\n"
          "      DO 20 J = 1, 3\n"
          "      DO 20 I = 1, 20\n"
          "        N = N + 1\n"
          "        R(MOD(I-1,4)+1,(I-1)/4+1,J) = 0.06D0*N - 1.8D0\n"
          "   20 CONTINUE\n"
          "      DO J = 1, 6\n"
          "        DO I = 1, 5\n"
          "          M(I,J) = I*J - 12\n"
          "        END DO\n"
          "      END DO\n"
          "      DO I = 1, 48\n"
          "        XU(I) = 0.07D0*I - 2D0\n"
          "        XV(I) = 2D0/(I + 1)\n"
          "        XH(I) = 0.125*I - 3.0\n"
          "      END DO\n"
          "      DO J = 1, 12\n"
          "        DO I = 1, 10\n"
          "          XW(I,J) = 0.03D0*I*J - 1.6D0\n"
          "        END DO\n"
          "      END DO\n"
          "      END\n",
          m->out);
}

static void show(struct generator *m)
{
    line(m, 0, "SUBROUTINE SHOW(NUMBER, AT, TO)");
    common_blocks(m);
    actual_arrays(m);
    fputs("      INTEGER NUMBER, AT, TO, I, J, N\n"
          "      DOUBLE PRECISION S, T\n"
          "      REAL X\n"
          "      S = 0D0\n"
          "      T = 0D0\n"
          "      X = 0.0\n"
          "      N = 0\n"
          "      DO I = 1, 36\n"
          "        S = S + A(I) + I*B(I) + I*C(I)\n"
          "        X = X + E(I) + I*F(I)\n"
          "        N = N + I*K(I) + L(I)\n"
          "      END DO\n"
          "      DO J = 1, 7\n"
          "        DO I = 1, 9\n"
          "          T = T + (I + 2*J)*P(I,J) + (3*I + J)*Q(J,I-1)\n"
          "        END DO\n"
          "        DO I = 1, 6\n"
          "          X = X + (I + J)*G(I,J)\n"
          "        END DO\n"
          "      END DO\n"
          "      DO J = 1, 3\n"
          "        DO I = 1, 20\n"
          "          T = T + (I + J)*R(MOD(I-1,4)+1,(I-1)/4+1,J)\n"
          "        END DO\n"
          "      END DO\n"
          "      DO J = 1, 6\n"
          "        DO I = 1, 5\n"
          "          N = N + (I + J)*M(I,J)\n"
          "        END DO\n"
          "      END DO\n"
          "      DO I = 1, 48\n"
          "        S = S + I*XU(I) + I*XV(I)\n"
          "        X = X + I*XH(I)\n"
          "      END DO\n"
          "      DO J = 1, 12\n"
          "        DO I = 1, 10\n"
          "          S = S + (I + J)*XW(I,J)\n"
          "        END DO\n"
          "      END DO\n"
          "      PRINT *, NUMBER, S, T, X, N, A(AT), P(TO,TO), XU(AT), E(AT), K(AT)\n"
          "      END\n",
          m->out);
}

void program(struct generator *m, long first, long count)
{
    uint64_t s = m->state;
    char *calls = NULL;
    size_t length = 0;
    FILE *body = m->out, *main = open_memstream(&calls, &length);
    if (!main)
        exit(1);
    for (long i = first; i < first + count; i++) {
        seed(m, s, i);
        small_program(m);
        bool dummies = m->indent;
        m->indent = 0;
        m->out = main;
        call_it(m, dummies);
        m->out = body;
    }
    fclose(main);
    begin(m);
    show(m);
    line(m, 0, "PROGRAM RANDOM");
    actual_arrays(m);
    fputs(calls, m->out);
    line(m, 0, "END");
    free(calls);
}

/* ---- the command ---- */

static const char *const feature_names[] = {
#define FEATURE(NAME, name) name,
    FEATURES
#undef FEATURE
};

static bool record_left_out(struct generator *m, const char *list)
{
    for (const char *s = list; s && *s;) {
        size_t n = strcspn(s, ","), i = 0;
        while (i < N_FEATURES && (strlen(feature_names[i]) != n || memcmp(feature_names[i], s, n)))
            i++;
        if (i == N_FEATURES) {
            fprintf(stderr, "random-fortran: no feature '%.*s'\n", (int)n, s);
            return false;
        }
        m->has[i] = false;
        s += n + (s[n] != 0);
    }
    return true;
}

int main(int argc, char **argv)
{
    struct arena a = {0};
    struct generator m = {.a = &a, .out = stdout};
    const char *without = NULL, **operands = ARENA_ARRAY(&a, const char *, (size_t)argc);
    const struct option_row rows[] = {
        {"openmp", 0, OPTION_FLAG, &m.openmp, NULL, "with parallel loops"},
        {"without", 0, OPTION_TEXT, &without, "NAME,...", "features to leave out"},
        {0},
    };
    const struct command_line c = {"random-fortran", "[OPTION]... SEED FIRST COUNT",
                                   "Print small Fortran programs drawn from a seed.",
                                   "random-fortran 1 1 100 >r.f"};
    if (options_read(&c, rows, argc, argv, operands) != 3)
        return 2;
    memset(m.has, 1, sizeof m.has);
    if (!record_left_out(&m, without))
        return 2;
    m.state = strtoull(operands[0], NULL, 10);
    program(&m, atol(operands[1]), atol(operands[2]));
    arena_free(&a);
    return 0;
}
