/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Essential counts of single loops, each worked out by hand from rules 1-10.
 * The row: fa fm fma fmisc lfl sfl | t_d cycles/iterations | base registers, on
 * the KSR1 (add, multiply, pair, other: 3 cycles; 2 into a pair's addend). */
#include "frontend/analysis/intrinsics.h"
#include "base/util.h"
#include "frontend/frontend.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

static struct arena arena;
static struct names names;

/* Analyses a text without errors. Returns its loops; *file contains its calls. */
static struct source_loops analyse_file(const char *text, const char *set, struct source_file *file)
{
    struct diag d = {0};
    struct option_list list = {&set, set != NULL};
    const struct machine *m = machine_read(&arena, "ksr1", &list, &d);
    struct source *s = ARENA_NEW(&arena, struct source);
    struct front_options o = {
        .form = FORM_FIXED, .line_length = 72, .unrolled = true, .lists = true};
    struct ast ast = {0};
    struct source_loops loops = {0};
    *file = (struct source_file){.file = "t.f"};
    source_from_bytes(s, "t.f", text, strlen(text));
    front_parse(&arena, &names, s, &o, &d, &ast);
    if (m)
        front_analyse(&arena, &ast, file, &o, m, &loops);
    CHECK(d.errors == 0);
    source_free(s);
    return loops;
}

static struct source_loops analyse(const char *text, const char *set)
{
    struct source_file file;
    return analyse_file(text, set, &file);
}

static const struct source_loop *innermost(const struct source_loops *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].innermost)
            return &l->at[i];
    return NULL;
}

static const char *row(const struct source_loop *l)
{
    const double *n = l->counts.n;
    return arena_printf(&arena, "%g %g %g %g %g %g | %g/%ld | %d", n[OP_FA], n[OP_FM], n[OP_FMA],
                        n[OP_FMISC], n[OP_LFL], n[OP_SFL], l->recurrence.latency,
                        l->recurrence.distance, l->bases);
}

/* Declarations, then the loop, then END. X, Y, Z are REAL arrays, D, E double,
 * C, W COMPLEX*16, IX integer; N, M, INC integer and Q, R, S, T real scalars. */
static struct source_loops loop(const char *text)
{
    static const char head[] = "      SUBROUTINE T(X,Y,Z,D,E,C,W,IX,N,M,INC,Q,R,S,T)\n"
                               "      REAL X(*),Y(*),Z(*)\n"
                               "      DOUBLE PRECISION D(*),E(*)\n"
                               "      COMPLEX*16 C(*),W(*),V\n"
                               "      INTEGER IX(*)\n";
    return analyse(arena_printf(&arena, "%s%s      END\n", head, text), NULL);
}

static const char *row_of(const char *text)
{
    struct source_loops l = loop(text);
    const struct source_loop *i = innermost(&l);
    return i ? row(i) : "no loop";
}

static const char *notes_of(const char *text)
{
    struct source_loops l = loop(text);
    const struct source_loop *i = innermost(&l);
    const char *all = "";
    for (size_t k = 0; i && k < i->notes.n; k++)
        all = arena_printf(&arena, "%s%s%s", all, k ? "; " : "", i->notes.at[k]);
    return all;
}

/* Rule 2: sums are evaluated left to right; invariant and already computed values are not computed.
 */
static void association_invariants_and_repetition(void)
{
    /* (Q*R) is invariant, * X(I) one multiply. */
    CHECK_TEXT("0 1 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=Q*R*X(I)\n"));
    /* As written, (X*Q)*R is two multiplies. */
    CHECK_TEXT("0 2 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)*Q*R\n"));
    /* X+Z is computed once; its square is a multiply. */
    CHECK_TEXT("1 1 0 0 2 1 | 0/0 | 3",
               row_of("      DO 1 I=1,N\n    1 Y(I)=(X(I)+Z(I))*(Z(I)+X(I))\n"));
    /* The store to X(I) is in between: the second X(I)+Q is another value; X(I) is loaded once. */
    CHECK_TEXT("2 0 0 0 1 2 | 0/0 | 2",
               row_of("      DO 1 I=1,N\n      X(I)=X(I)+Q\n    1 Y(I)=X(I)+Q\n"));
}

/* An invariant element that the loop never stores to is not loaded in each iteration: X(10) where
 * X(5-I) is stored, X(4) where X(I+4) is. X(3) and X(5) may be one of them. */
static void invariant_elements(void)
{
    CHECK_TEXT("0 0 0 0 0 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(5-I)=X(10)+T\n"));
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(5-I)=X(3)+T\n"));
    CHECK_TEXT("0 0 0 0 0 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(I+4)=X(4)+T\n"));
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(I+4)=X(5)+T\n"));
}

/* Rule 3. */
static void fusing(void)
{
    /* The results of both multiplies are added; only one is fused with the add. */
    CHECK_TEXT("0 1 1 0 2 1 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 Z(I)=Q*X(I)+R*Y(I)\n"));
    /* The product is used twice: no pair. */
    CHECK_TEXT("1 1 0 0 1 2 | 0/0 | 3",
               row_of("      DO 1 I=1,N\n      T=Q*X(I)\n      Y(I)=T\n    1 Z(I)=T+R\n"));
    /* A temporary in between does not matter. */
    CHECK_TEXT("0 0 1 0 1 1 | 0/0 | 2",
               row_of("      DO 1 I=1,N\n      T=Q*X(I)\n    1 Z(I)=T+R\n"));
    /* -(X*Y)+Q: the negation is part of the pair. */
    CHECK_TEXT("0 0 1 0 2 1 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 Z(I)=-X(I)*Y(I)+Q\n"));
    /* (-X)*Y+Q: likewise. */
    CHECK_TEXT("0 0 1 0 2 1 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 Z(I)=(-X(I))*Y(I)+Q\n"));
    /* A stored negation, and one that a multiply alone uses, are operations. */
    CHECK_TEXT("0 0 0 1 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Z(I)=-X(I)\n"));
    CHECK_TEXT("0 1 0 1 2 1 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 Z(I)=(-X(I))*Y(I)\n"));
    /* A divide never fuses. */
    CHECK_TEXT("1 1 0 0 2 1 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 Z(I)=X(I)/Y(I)+Q\n"));
    /* Maximum of three: two operations; of the recurrence, one: 3 cycles. */
    CHECK_TEXT("0 0 0 2 2 0 | 3/1 | 2", row_of("      DO 1 I=1,N\n    1 S=MAX(S,X(I),Y(I))\n"));
}

/* Returns the operations of the innermost loop, each with its class and text. */
static const char *operations_of(const char *text)
{
    struct source_loops l = loop(text);
    const struct source_loop *i = innermost(&l);
    const char *all = "";
    for (size_t k = 0; i && k < i->n_ops; k++)
        all = arena_printf(&arena, "%s%s%s %s", all, k ? "; " : "", op_class_name(i->ops[k].class),
                           i->ops[k].text ? i->ops[k].text : "-");
    return all;
}

static long integer_operations(const char *text)
{
    struct source_loops l = loop(text);
    return (long)innermost(&l)->integer_ops;
}

/* Comparisons of integers and logical values are counted, operations of subscripts are not. */
static void integer_work(void)
{
    CHECK(integer_operations("      DO 1 I=1,N\n    1 Y(I)=X(I)+Q\n") == 0);
    CHECK(integer_operations("      DO 1 I=1,N\n    1 Y(I)=X(2*I+M)\n") == 0);
    CHECK(integer_operations("      DO 1 I=1,N\n    1 IF (IX(I).GT.M) Y(I)=Q\n") == 1);
    CHECK(integer_operations("      DO 1 I=1,N\n    1 IF (X(I).GT.Q.AND.Y(I).LT.R) Z(I)=Q\n") == 1);
    CHECK(integer_operations("      DO 1 I=1,N\n    1 IF (I.EQ.M.OR.IX(I).NE.7) Z(I)=Q\n") == 3);
}

/* Operations are in the order of the text, then of classes; conversions have a name. */
static void operations(void)
{
    CHECK_TEXT("fa x(i) + e(i); fmisc conversion of x(i)",
               operations_of("      DO 1 I=1,N\n    1 D(I)=X(I)+E(I)\n"));
    CHECK_TEXT("fma q*x(i) + r", operations_of("      DO 1 I=1,N\n    1 Y(I)=Q*X(I)+R\n"));
}

/* (L,1) of integers is single complex, for every kind of the integer L: C is not converted. */
static void complex_of_integers(void)
{
    struct source_loops l = analyse("      MODULE Q\n      INTEGER*8, PARAMETER :: L=ICHAR('A')\n"
                                    "      END MODULE\n      SUBROUTINE T(C,N)\n      USE Q\n"
                                    "      COMPLEX C(N)\n      DO 1 I=1,N\n"
                                    "    1 C(I)=C(I)+(L,1)\n      END\n",
                                    NULL);
    CHECK_TEXT("2 0 0 0 2 2 | 0/0 | 1", row(innermost(&l)));
}

/* Rule 4: X**7 by repeated squaring is x2, x3, x6, x7: four multiplies; X**2
 * beside it is x2 again. */
static void powers(void)
{
    CHECK_TEXT("0 1 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**2\n"));
    CHECK_TEXT("0 4 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**7\n"));
    CHECK_TEXT("0 3 1 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**7+X(I)**2\n"));
    CHECK_TEXT("0 2 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**(-2)\n"));
    CHECK_TEXT("0 0 0 1 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**Q\n"));
    CHECK_TEXT("a power with an exponent that is no integer constant counts as one fmisc",
               notes_of("      DO 1 I=1,N\n    1 Y(I)=X(I)**Q\n"));
}

/* Rule 1. */
static void complex_numbers(void)
{
    /* Product 2 fm + 2 fma; elements are two loads, two stores. */
    CHECK_TEXT("0 2 2 0 4 2 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 C(I)=C(I)*W(I)\n"));
    /* REAL * COMPLEX is two multiplies, and each has its add. */
    CHECK_TEXT("0 0 2 0 5 2 | 0/0 | 3", row_of("      DO 1 I=1,N\n    1 C(I)=D(I)*W(I)+C(I)\n"));
    /* The product first, then the add: V is the recurrence of 2 fa, 3 cycles. */
    CHECK_TEXT("2 2 2 0 4 0 | 3/1 | 2", row_of("      DO 1 I=1,N\n    1 V=V+C(I)*W(I)\n"));
    /* V=V*C: multiply (2 cycles into the addend), then the pair (3): 5. */
    CHECK_TEXT("0 2 2 0 2 0 | 5/1 | 1", row_of("      DO 1 I=1,N\n    1 V=V*C(I)\n"));
    CHECK_TEXT("0 0 0 1 4 2 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 C(I)=C(I)/W(I)\n"));
    CHECK_TEXT("a complex divide counts as one fmisc",
               notes_of("      DO 1 I=1,N\n    1 C(I)=C(I)/W(I)\n"));
    /* ABS is a complex intrinsic; DBLE takes a part: nothing. */
    CHECK_TEXT("1 0 0 1 4 1 | 0/0 | 3",
               row_of("      DO 1 I=1,N\n    1 D(I)=ABS(C(I))+DBLE(W(I))\n"));
}

/* fmisc: conversions of variant values, also of the DO variable. */
static void conversions(void)
{
    CHECK_TEXT("0 0 0 1 0 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(I)=I\n"));
    CHECK_TEXT("0 0 0 1 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 D(I)=X(I)\n"));
    CHECK_TEXT("0 1 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=2*X(I)\n"));
    CHECK_TEXT("0 1 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=N*X(I)\n"));
}

/* Rule 5. */
static void loads(void)
{
    /* X(I) was loaded as X(I+1) an iteration before. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)+X(I+1)\n"));
    /* Backwards: X(I+1) was loaded as X(I). */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=N,1,-1\n    1 Y(I)=X(I)+X(I+1)\n"));
    /* Stride 2: odd and even elements never meet. */
    CHECK_TEXT("1 0 0 0 2 1 | 0/0 | 2", row_of("      DO 1 I=1,N,2\n    1 Y(I)=X(I)+X(I+1)\n"));
    /* A symbolic stride: X(I-INC) is X(I) of the iteration before. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N,INC\n    1 Y(I)=X(I)+X(I-INC)\n"));
    /* 64 registers keep a value for 64 iterations, not for 65. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)+X(I+64)\n"));
    CHECK_TEXT("1 0 0 0 2 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)+X(I+65)\n"));
    /* The shorter window (40 iterations) fits in the registers, the other (41) does not. */
    CHECK_TEXT("3 0 0 0 3 1 | 0/0 | 3",
               row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)+X(I+41)+Z(I)+Z(I+40)\n"));
    /* An invariant element is loaded before the loop. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2", row_of("      DO 1 I=1,N\n    1 Y(I)=X(I)+Z(M)\n"));
    /* Indirect: equal subscripts are one element, others are not shown equal. */
    CHECK_TEXT("1 0 0 0 2 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 X(IX(I))=X(IX(I))+Y(I)\n"));
    CHECK_TEXT("1 0 0 0 2 1 | 0/0 | 1",
               row_of("      DO 1 I=1,N\n    1 Y(I)=X(IX(I))+X(IX(I)+1)\n"));
    /* The store through IX may have changed X(I): it is loaded again. */
    CHECK_TEXT(
        "1 0 0 0 3 3 | 0/0 | 3",
        row_of("      DO 1 I=1,N\n      X(I)=X(I)+Q\n      X(IX(I))=Y(I)\n    1 Z(I)=X(I)\n"));
    /* Wrap-around: JM is the J of the iteration before, so Y(JM) is reused; in the first iteration
     * alone it is another element. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2",
               row_of("      JM=N\n      DO 1 J=1,N\n      X(J)=Y(JM)+Y(J)\n    1 JM=J\n"));
}

/* Rule 6. */
static void stores(void)
{
    CHECK_TEXT("1 0 0 0 2 1 | 0/0 | 3",
               row_of("      DO 1 I=1,N\n      X(I)=Y(I)\n    1 X(I)=X(I)+Z(I)\n"));
    /* A sum in an invariant element is in a register: 3 cycles each iteration. */
    CHECK_TEXT("1 0 0 0 1 0 | 3/1 | 1", row_of("      DO 1 I=1,N\n    1 X(M)=X(M)+Y(I)\n"));
    /* X(I) may be X(M): the sum is in a register, but the load of X(I) needs it in
     * memory, too. */
    CHECK_TEXT("1 0 0 0 1 1 | 3/1 | 1", row_of("      DO 1 I=1,N\n    1 X(M)=X(M)+X(I)\n"));
    /* Both arms store one element. */
    CHECK_TEXT("1 0 0 1 1 1 | 0/0 | 2",
               row_of("      DO 1 I=1,N\n      IF (X(I).GT.Q) THEN\n      Y(I)=X(I)+Q\n      ELSE\n"
                      "      Y(I)=Q\n      END IF\n    1 CONTINUE\n"));
}

/* t_d: X(I-2) is carried over two iterations, through the multiplicand: 3/2. */
static void recurrences(void)
{
    /* Through a part of a complex number: one multiply, of each of its parts. */
    CHECK_TEXT("0 2 0 0 1 0 | 3/1 | 1",
               row_of("      COMPLEX U\n      DO 1 I=1,N\n    1 U=CMPLX(REAL(U),X(I))*2.0\n"));
    CHECK_TEXT("0 0 1 0 1 1 | 3/2 | 2", row_of("      DO 1 I=3,N\n    1 X(I)=X(I-2)*Q+Y(I)\n"));
    /* Through the addend: 2. */
    CHECK_TEXT("0 0 1 0 1 0 | 2/1 | 1", row_of("      DO 1 I=1,N\n    1 S=S+Q*X(I)\n"));
    /* Two sums on one path: fa 3 + fa 3. */
    CHECK_TEXT("2 0 0 0 2 0 | 6/1 | 2", row_of("      DO 1 I=1,N\n    1 S=S+X(I)+Y(I)\n"));
    /* S is T of the iteration before, and T does not depend on S: no recurrence. */
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 2",
               row_of("      DO 1 I=1,N\n      T=X(I)\n      Y(I)=T+S\n    1 S=T\n"));
    /* S -> T -> S in two iterations: one add of 3 each way, as T holds S's value
     * of the iteration before. */
    CHECK_TEXT("1 0 0 0 1 0 | 3/2 | 1",
               row_of("      DO 1 I=1,N\n      R=T+X(I)\n      T=S\n    1 S=R\n"));
    /* A running maximum by IF: the comparison is not part of the recurrence. */
    CHECK_TEXT("0 0 0 1 1 0 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 IF (X(I).GT.S) S=X(I)\n"));
    /* By a directive no store affects a later load; M is unknown, so X has two bases. */
    CHECK_TEXT("0 0 1 0 2 1 | 0/0 | 3",
               row_of("CDIR$ IVDEP\n      DO 1 I=1,N\n    1 X(I)=X(I+M)*Q+Y(I)\n"));
}

/* Counts of blocks of conditional code, including nested blocks. */
static void blocks(void)
{
    struct source_loops l = loop("      DO 1 I=1,N\n"
                                 "      IF (X(I).GT.Q) THEN\n"
                                 "      Y(I)=X(I)*R\n"
                                 "      IF (Y(I).LT.T) Z(I)=Z(I)+Q\n"
                                 "      END IF\n"
                                 "    1 CONTINUE\n");
    const struct source_loop *i = innermost(&l);
    /* X>Q and Y<T compare; loads X, Z; stores Y, Z. */
    CHECK_TEXT("1 1 0 2 2 2 | 0/0 | 3", row(i));
    CHECK(i->n_blocks == 2);
    /* Lines 8-9: multiply, compare, add, load of Z, both stores. */
    CHECK(i->blocks[0].line == 8 && i->blocks[0].end_line == 9 && i->blocks[0].within == -1);
    const double *n = i->blocks[0].counts.n;
    CHECK(n[OP_FA] == 1 && n[OP_FM] == 1 && n[OP_FMISC] == 1 && n[OP_LFL] == 1 && n[OP_SFL] == 2);
    CHECK(i->blocks[1].line == 9 && i->blocks[1].within == 0);
    n = i->blocks[1].counts.n;
    CHECK(n[OP_FA] == 1 && n[OP_FM] == 0 && n[OP_LFL] == 1 && n[OP_SFL] == 1);
}

/* A jump skips the statements before its label. */
static void jumps(void)
{
    struct source_loops l = loop("      DO 1 I=1,N\n"
                                 "      IF (X(I).LT.0.0) GO TO 2\n"
                                 "      Y(I)=Y(I)+X(I)\n"
                                 "      GO TO 1\n"
                                 "    2 Z(I)=Z(I)*X(I)\n"
                                 "    1 CONTINUE\n");
    const struct source_loop *i = innermost(&l);
    CHECK_TEXT("1 1 0 1 3 2 | 0/0 | 3", row(i));
    CHECK(i->n_blocks == 2);
    CHECK(i->blocks[0].line == 8 && i->blocks[0].end_line == 9);
    CHECK(i->blocks[0].counts.n[OP_FA] == 1 && i->blocks[0].counts.n[OP_FM] == 0);
    CHECK(i->blocks[1].line == 10 && i->blocks[1].end_line == 10);
    CHECK(i->blocks[1].counts.n[OP_FM] == 1 && i->blocks[1].counts.n[OP_LFL] == 1);
}

/* A jump before the loop to its last label does not belong to the loop: one block, line 5. */
static void jumps_before_the_loop(void)
{
    struct source_loops l = analyse("      SUBROUTINE T(X,Y,N)\n      REAL X(N),Y(N)\n"
                                    "      IF (N.LT.0) GO TO 1\n      DO 1 I=1,N\n"
                                    "      IF (X(I).GT.0.0) Y(I)=X(I)\n    1 CONTINUE\n      END\n",
                                    NULL);
    const struct source_loop *i = innermost(&l);
    CHECK(i->n_blocks == 1 && i->blocks[0].line == 5 && i->blocks[0].end_line == 5);
}

/* Rule 8: declarations determine the addresses of names in COMMON. */
static void overlays(void)
{
    /* A(I) and B(I) are 10 elements apart and do not overlap. */
    struct source_loops l = analyse("      SUBROUTINE T\n      COMMON /K/ A(10),B(10)\n"
                                    "      DO 1 I=2,10\n    1 A(I)=A(I-1)+B(I)\n      END\n",
                                    NULL);
    CHECK_TEXT("1 0 0 0 1 1 | 3/1 | 1", row(innermost(&l)));
    /* B is A from its second element on: B(I) is A(I+1), so A(I) was B(I-1). */
    l = analyse("      SUBROUTINE T\n      REAL A(10),B(9)\n      EQUIVALENCE (A(2),B(1))\n"
                "      DO 1 I=1,8\n    1 B(I)=A(I)*2.0\n      END\n",
                NULL);
    CHECK_TEXT("0 1 0 0 0 1 | 3/1 | 1", row(innermost(&l)));
}

/* Two spellings of one type: the value stored to A is B's. */
static void two_spellings_of_a_type(void)
{
    static const char *const types[][2] = {{"COMPLEX*16", "DOUBLE COMPLEX"},
                                           {"REAL*8", "DOUBLE PRECISION"}};
    static const char *const rows[] = {"0 0 0 0 2 4 | 0/0 | 3", "0 0 0 0 1 2 | 0/0 | 3"};
    for (size_t i = 0; i < 2; i++) {
        struct source_loops l = analyse(arena_printf(&arena,
                                                     "      SUBROUTINE T(C,W,N)\n"
                                                     "      %s C(N),W(N),A(10)\n      %s B(10)\n"
                                                     "      EQUIVALENCE (A(1),B(1))\n"
                                                     "      DO 1 I=1,N\n      A(I)=C(I)\n"
                                                     "    1 W(I)=B(I)\n      END\n",
                                                     types[i][0], types[i][1]),
                                        NULL);
        CHECK_TEXT(rows[i], row(innermost(&l)));
    }
}

/* Constants before the loop distinguish planes of an array. */
static void planes(void)
{
    static const char text[] = "      SUBROUTINE T(N)\n      COMMON U(100,2)\n      L1=1\n"
                               "      L2=2\n      DO 1 I=2,N\n"
                               "    1 U(I,L2)=U(I,L1)+U(I-1,L%d)\n      END\n";
    struct source_loops l = analyse(arena_printf(&arena, text, 1), NULL);
    CHECK_TEXT("1 0 0 0 1 1 | 0/0 | 1", row(innermost(&l)));
    l = analyse(arena_printf(&arena, text, 2), NULL);
    CHECK_TEXT("1 0 0 0 1 1 | 3/1 | 1", row(innermost(&l)));
}

/* If another path leads to the loop, a value set before is unknown: by END= of a READ, by an
 * alternate return, by an ENTRY. The value is also unknown if a CALL or an implied DO may have
 * changed it. */
static void other_paths_to_the_loop(void)
{
    static const char text[] = "      SUBROUTINE T(N)\n      COMMON U(100,2)\n      L=1\n"
                               "%s"
                               "    3 M=L\n      DO 1 I=2,N\n    1 U(I,2)=U(I-1,L)\n      END\n";
    struct source_loops l = analyse(arena_printf(&arena, text, ""), NULL);
    CHECK_TEXT("0 0 0 0 1 1 | 0/0 | 1", row(innermost(&l)));
    CHECK(innermost(&l)->notes.n == 0);
    static const char *const ways[] = {"      READ(5,*,END=3) X\n      L=1\n",
                                       "      CALL F(*3)\n      L=1\n",
                                       "      ENTRY E(N)\n",
                                       "      CALL F(L)\n",
                                       "      PRINT *,(U(L,1),L=1,3)\n",
                                       "      PRINT *,((U(L,J),L=1,3),J=1,2)\n",
                                       "      CALL F(ARG=L)\n"};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        l = analyse(arena_printf(&arena, text, ways[i]), NULL);
        CHECK(innermost(&l)->notes.n == 1);
    }
}

/* The value of a module's constant is known: x*a and x*(2*3) are one multiply (rule 2). */
static void constants_of_modules(void)
{
    static const char text[] = "      MODULE C\n      REAL, PARAMETER :: A=%s\n      END MODULE\n"
                               "      SUBROUTINE T(X,Y,Z,N)\n      USE C\n"
                               "      REAL X(N),Y(N),Z(N)\n      DO 1 I=1,N\n      Y(I)=X(I)*A\n"
                               "    1 Z(I)=X(I)*(%s)\n      END\n";
    static const char *const same[] = {"2.0",       "2.0*3.0", "-2.0",
                                       "(2.0+1.0)", "2",       "-(1.0-3.0)/7.0"};
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct source_loops l = analyse(arena_printf(&arena, text, same[i], same[i]), NULL);
        CHECK_TEXT("0 1 0 0 1 2 | 0/0 | 3", row(innermost(&l)));
    }
    /* Kinds of literals are those of the module, even if their names have another meaning where it
     * is used. */
    struct source_loops l =
        analyse("      MODULE C\n      INTEGER, PARAMETER :: W=8\n"
                "      REAL(W), PARAMETER :: B=2.0_W\n      REAL(W), PARAMETER :: A=B*3.0_W\n"
                "      END MODULE\n      SUBROUTINE T(X,Y,Z,N)\n      USE C, ONLY: A\n"
                "      INTEGER, PARAMETER :: W=4\n      REAL*8 X(N),Y(N),Z(N)\n      DO 1 I=1,N\n"
                "      Y(I)=X(I)*A\n    1 Z(I)=X(I)*(2.0D0*3.0D0)\n      END\n",
                NULL);
    CHECK_TEXT("0 1 0 0 1 2 | 0/0 | 3", row(innermost(&l)));
    l = analyse(arena_printf(&arena, text, "2.0*3.0", "2.0*4.0"), NULL);
    CHECK_TEXT("0 2 0 0 1 2 | 0/0 | 3", row(innermost(&l)));
}

/* Rule 9. */
static void calls_and_statement_functions(void)
{
    CHECK_TEXT("the bound excludes the work of the called routine 'foo'",
               notes_of("      DO 1 I=1,N\n      CALL FOO(X(I))\n    1 Y(I)=X(I)\n"));
    CHECK_TEXT("the bound excludes the work of the called function 'g'",
               notes_of("      DO 1 I=1,N\n    1 Y(I)=G(X(I))\n"));
    /* Arguments of a function may be a whole array, and a scalar that it changes. */
    CHECK_TEXT("the bound excludes the work of the called function 'g'",
               notes_of("      DO 1 I=1,N\n    1 Y(I)=G(X)\n"));
    CHECK_TEXT("1 0 0 0 0 1 | 0/0 | 1", row_of("      DO 1 I=1,N\n    1 Y(I)=G(X,S)+R\n"));
    CHECK_TEXT("0 0 1 0 1 1 | 0/0 | 2",
               row_of("      F(A,B)=A*B+R\n      DO 1 I=1,N\n    1 Y(I)=F(X(I),2.0)\n"));
}

/* Returns "CALLER>CALLEE NUMBER=ARRAY+OFFSET" of each call, only with the arguments in COMMON. */
static const char *calls_of(const char *text)
{
    struct source_file file;
    const char *all = "";
    analyse_file(text, NULL, &file);
    for (size_t i = 0; i < file.n_calls; i++) {
        const struct call *c = &file.calls[i];
        all = arena_printf(&arena, "%s%s%s>%s", all, i ? "; " : "", c->caller, c->callee);
        for (size_t k = 0; k < c->n_actuals; k++)
            all = arena_printf(&arena, "%s %d=%s+%g", all, c->actuals[k].position,
                               c->actuals[k].array, c->actuals[k].offset.value);
    }
    return all;
}

/* A routine that calls itself, by either of its names, with its own arguments is not a new call:
 * the positions of its arrays do not change. With another array it is a new call. */
static void recursive_calls(void)
{
    static const char text[] =
        "      SUBROUTINE S(X,N)\n      DIMENSION X(N)\n"
        "      COMMON /B/ Y(100),Z(100)\n      CALL %s(%s,N-1)\n      RETURN\n"
        "      ENTRY E(X,N)\n      END\n";
    CHECK_TEXT("", calls_of(arena_printf(&arena, text, "S", "X")));
    CHECK_TEXT("", calls_of(arena_printf(&arena, text, "E", "X")));
    CHECK_TEXT("s>f", calls_of(arena_printf(&arena, text, "F", "X")));
    CHECK_TEXT("s>s 1=z+400", calls_of(arena_printf(&arena, text, "S", "Z")));
    CHECK_TEXT("s>e 1=z+404", calls_of(arena_printf(&arena, text, "E", "Z(2)")));
}

/* Rule 10: X and Y are one COMMON block and advance equally; D advances by 8. */
static void base_registers(void)
{
    struct source_loops l = analyse("      SUBROUTINE T(N)\n      COMMON /K/ X(100),Y(100)\n"
                                    "      DOUBLE PRECISION D\n      COMMON /K/ D(100)\n"
                                    "      DO 1 I=1,N\n    1 D(I)=X(I)+Y(I)\n      END\n",
                                    NULL);
    CHECK_TEXT("1 0 0 1 2 1 | 0/0 | 2", row(innermost(&l)));
    /* A base reaches 65,535 bytes from its lowest reference: 0 and 40,000, not 80,000, in any
     * order. */
    static const char *const orders[] = {"X(I+10000)+X(I)+X(I+20000)", "X(I+20000)+X(I+10000)+X(I)",
                                         "X(I)+X(I+10000)+X(I+20000)"};
    for (size_t i = 0; i < 3; i++)
        CHECK_TEXT("2 0 0 0 3 1 | 0/0 | 3",
                   row_of(arena_printf(&arena, "      DO 1 I=1,N\n    1 Y(I)=%s\n", orders[i])));
    /* 80,000 bytes apart: more than a displacement of 32 KB both ways reaches. */
    l = analyse("      SUBROUTINE T(N)\n      COMMON /K/ X(20000),Y(20000)\n"
                "      DO 1 I=1,N\n    1 Y(I)=X(I)\n      END\n",
                NULL);
    CHECK_TEXT("0 0 0 0 1 1 | 0/0 | 2", row(innermost(&l)));
}

/* A displacement reaches 32 KB both ways: elements less than 64 KB apart share a base. This tests
 * the bytes of an element of each type: 65536 bytes are n elements. */
static void bytes_of_types(void)
{
    static const struct {
        const char *type;
        int bytes;
    } types[] = {{"REAL", 4},   {"DOUBLE PRECISION", 8}, {"COMPLEX", 8}, {"DOUBLE COMPLEX", 16},
                 {"REAL*8", 8}, {"COMPLEX*16", 16}};
    for (size_t i = 0; i < COUNT_OF(types); i++)
        for (int more = 0; more < 2; more++) {
            int apart = 65535 / types[i].bytes + more;
            struct source_loops l =
                analyse(arena_printf(&arena,
                                     "      SUBROUTINE T(N)\n      %s A(99999)\n"
                                     "      COMMON A\n      DO 1 I=1,N\n"
                                     "    1 A(I)=A(I+%d)\n      END\n",
                                     types[i].type, apart),
                        NULL);
            if (innermost(&l)->bases != 1 + more)
                printf("# %s, %d apart\n", types[i].type, apart);
            CHECK(innermost(&l)->bases == 1 + more);
        }
}

/* Notes on a bound. */
static void notes(void)
{
    CHECK_TEXT(
        "lines 7 to 9, inside the loop, are repeated by a GO TO; they are counted once",
        notes_of("      DO 1 I=1,N\n    3 X(I)=X(I)*R\n      K=K+1\n      IF (K.LT.3) GO TO 3\n"
                 "    1 CONTINUE\n"));
    CHECK_TEXT("t_d goes through a divide: its latency is 3 cycles in the machine file",
               notes_of("      DO 1 I=1,N\n    1 S=X(I)/S\n"));
    CHECK_TEXT("t_d leaves out dependences with unknown distance (x(ix(i)) in line 7)",
               notes_of("      DO 1 I=1,N\n    1 X(IX(I))=X(IX(I))+R\n"));
    /* A product of two variables that advance is not affine. */
    CHECK_TEXT("t_d leaves out dependences with unknown distance (x(i) in line 7)",
               notes_of("      DO 1 I=1,N\n    1 X(I)=X(I*I)+R\n"));
    CHECK_TEXT("t_d leaves out dependences with unknown distance (x(i) in line 8)",
               notes_of("      DO 1 I=1,N\n      K=I+1\n    1 X(I)=X((I+2)*K)+R\n"));
    CHECK_TEXT("the bound excludes input and output",
               notes_of("      DO 1 I=1,N\n    1 WRITE(6,*) X(I)\n"));
}

/* A real DO variable is incremented: T+Q, 3 cycles an iteration, independent of S+T. */
static void real_do_variable(void)
{
    CHECK_TEXT("2 0 0 0 0 0 | 3/1 | 0", row_of("      DO 1 T=0.0,R,Q\n    1 S=S+T\n"));
}

/* A missing bound has a reason. */
static void missing_bounds(void)
{
    struct source_loops l = loop("      DO 1 I=1,N\n      ASSIGN 3 TO K\n      GO TO K\n    3 S=1\n"
                                 "    1 CONTINUE\n");
    CHECK(innermost(&l)->excluded);
    CHECK_TEXT("an assigned GO TO in the loop may lead anywhere", innermost(&l)->notes.at[0]);
}

/* Elements per iteration: a row of a matrix with 25 of them in a column; twice the DO step; two
 * different strides give none. */
static void strides(void)
{
    struct source_loops l = analyse("      SUBROUTINE T(N)\n      COMMON P(25,100)\n"
                                    "      DO 1 I=1,N\n    1 P(1,I)=P(3,I)\n      END\n",
                                    NULL);
    CHECK(innermost(&l)->stride == 25);
    l = loop("      DO 1 I=1,N,2\n    1 X(2*I)=Y(2*I+1)\n");
    CHECK(innermost(&l)->stride == 4);
    l = loop("      DO 1 I=N,1,-1\n    1 X(I)=Y(I)\n");
    CHECK(innermost(&l)->stride == -1);
    l = loop("      DO 1 I=1,N\n    1 X(I)=Y(2*I)\n");
    CHECK(innermost(&l)->stride == 0);
    /* Addresses that do not advance, or not evenly, are ignored. */
    l = loop("      DO 1 I=1,N\n    1 X(2*I)=Y(IX(I))+Z(M)\n");
    CHECK(innermost(&l)->stride == 2);
    l = loop("      DO 1 I=1,N,INC\n    1 X(I)=Y(I)\n");
    CHECK(innermost(&l)->stride == 0);
}

/* Returns fa fm fma fmisc lfl sfl of an iteration of the loop at a line with its inner loops
 * unrolled. */
static const char *unrolled_row(const struct source_loops *l, long line)
{
    const struct source_loop *s = NULL;
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].line == line)
            s = l->at[i].unrolled;
    if (!s)
        return "none";
    CHECK(s->innermost && s->line == line);
    const double *n = s->counts.n;
    return arena_printf(&arena, "%g %g %g %g %g %g", n[OP_FA], n[OP_FM], n[OP_FMA], n[OP_FMISC],
                        n[OP_LFL], n[OP_SFL]);
}

/* Inner loops of constant trip count, unrolled completely: each element counts once in an iteration
 * of the outer loop. Positions of the head of loop(): the text begins at line 6. */
static void unrolled_inner_loops(void)
{
    /* Five components. a(m,i) 5 loads, c(m,1,i) and c(m,2,i) 10, b(1,i) and b(2,i) 2 and not 10; 5
     * stores. Of 5 * (2 multiplies, add, subtract): 5 pairs, 5 multiplies and 5 subtractions. */
    static const char five[] = "      SUBROUTINE T(A,B,C,N)\n"
                               "      DOUBLE PRECISION A(5,N),B(5,N),C(5,5,N)\n"
                               "      DO 10 I=2,N\n"
                               "      DO 10 M=1,5\n"
                               "   10 A(M,I)=A(M,I)-(C(M,1,I)*B(1,I)+C(M,2,I)*B(2,I))\n"
                               "      END\n";
    struct source_loops l = analyse(five, NULL);
    CHECK_TEXT("5 5 5 0 17 5", unrolled_row(&l, 3));
    CHECK_TEXT("none", unrolled_row(&l, 4));
    CHECK(!l.at[0].innermost && l.at[0].excluded && l.at[1].trip == 5);
    /* t(m) has the same address in each iteration: it is a register. a(m,i-1) was loaded one
     * iteration before. 5 loads a(m,i), 5 stores b(m,i), 10 additions. */
    static const char kept[] = "      SUBROUTINE S(A,B,Q,N)\n"
                               "      DOUBLE PRECISION A(5,N),B(5,N),T(5),Q\n"
                               "      DO I=2,N\n"
                               "        DO M=1,5\n"
                               "          T(M)=A(M,I)+Q\n"
                               "        END DO\n"
                               "        DO M=5,1,-1\n"
                               "          B(M,I)=T(M)-A(M,I-1)\n"
                               "        END DO\n"
                               "      END DO\n"
                               "      END\n";
    l = analyse(kept, NULL);
    CHECK_TEXT("10 0 0 0 5 5", unrolled_row(&l, 3));
    /* 2 * 3 products, invariant in I: 6 additions to x(i), which is loaded and stored once. In an
     * iteration of J: 3 products and additions to x(i), a register, and a load of y(j). */
    l = loop("      DO 20 I=1,N\n"
             "      DO 20 J=1,2\n"
             "      DO 20 K=1,5,2\n"
             "   20 X(I)=X(I)+Y(J)*Z(K)\n");
    CHECK_TEXT("6 0 0 0 1 1", unrolled_row(&l, 6));
    CHECK_TEXT("0 0 3 0 1 0", unrolled_row(&l, 7));
    /* A loop around them ends at the same label. */
    l = loop("      DO 20 L=1,M\n"
             "      DO 20 I=1,N\n"
             "      DO 20 J=1,3\n"
             "   20 X(I)=X(I)+Y(3*I+J)\n");
    CHECK_TEXT("none", unrolled_row(&l, 6));
    CHECK_TEXT("3 0 0 0 4 1", unrolled_row(&l, 7));
    /* An inner loop that is not executed; the own statement of the outer loop remains. */
    l = loop("      DO I=1,N\n        DO J=1,0\n          X(J)=Y(I)\n        END DO\n"
             "        Z(I)=Y(I)+Q\n      END DO\n");
    CHECK_TEXT("1 0 0 0 1 1", unrolled_row(&l, 6));
    /* Trip counts that are no constants, or large; a jump. */
    l = loop("      DO 1 I=1,N\n      DO 1 J=1,M\n    1 X(I)=Y(J)\n");
    CHECK_TEXT("none", unrolled_row(&l, 6));
    l = loop("      DO 1 I=1,N\n      DO 1 J=1,65\n    1 X(I)=X(I)+Y(J+I)\n");
    CHECK_TEXT("none", unrolled_row(&l, 6));
    l = loop("      DO 1 I=1,N\n      DO 1 J=1,5\n      IF (Y(J).GT.Q) GOTO 1\n"
             "      X(I)=X(I)+Y(J+I)\n    1 CONTINUE\n");
    CHECK_TEXT("none", unrolled_row(&l, 6));
}

/* The table is sorted by name, and each intrinsic is found in it. */
static void intrinsics(void)
{
    static const char *const all[] = {
#define INTRINSIC(name, what, type) #name,
#include "frontend/analysis/intrinsics.def"
#undef INTRINSIC
    };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        const struct intrinsic *found = intrinsic_find(all[i]);
        CHECK(found && strcmp(found->name, all[i]) == 0);
    }
    CHECK(!intrinsic_find("a") && !intrinsic_find("zzz") && !intrinsic_find(""));
}

int main(void)
{
    TEST(intrinsics);
    TEST(association_invariants_and_repetition);
    TEST(invariant_elements);
    TEST(fusing);
    TEST(powers);
    TEST(complex_numbers);
    TEST(conversions);
    TEST(complex_of_integers);
    TEST(operations);
    TEST(integer_work);
    TEST(jumps_before_the_loop);
    TEST(constants_of_modules);
    TEST(bytes_of_types);
    TEST(loads);
    TEST(stores);
    TEST(recurrences);
    TEST(blocks);
    TEST(jumps);
    TEST(overlays);
    TEST(two_spellings_of_a_type);
    TEST(planes);
    TEST(other_paths_to_the_loop);
    TEST(calls_and_statement_functions);
    TEST(recursive_calls);
    TEST(base_registers);
    TEST(strides);
    TEST(notes);
    TEST(real_do_variable);
    TEST(missing_bounds);
    TEST(unrolled_inner_loops);
    arena_free(&arena);
    names_free(&names);
    return tests_end();
}
