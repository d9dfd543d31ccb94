/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares Fortran text with its AST, derived by hand from the Fortran 77 standard (ANSI X3.9-1978;
 * 3.x below are its sections). */
#include "check.h"
#include "base/util.h"
#include "frontend/frontend.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct reading {
    char *dump, *messages;
    long errors;
};

static struct reading read_text(const char *path, const char *text, size_t n, long line_length,
                                const char *include)
{
    struct reading r = {0};
    size_t size;
    struct arena a = {0};
    struct names names = {0};
    struct source s;
    struct ast ast;
    FILE *messages = open_memstream(&r.messages, &size);
    struct diag d = {.out = messages};
    struct front_options o = {.line_length = line_length, .include = {&include, include != NULL}};
    source_from_bytes(&s, path, text, n);
    front_parse(&a, &names, &s, &o, &d, &ast);
    fclose(messages);
    FILE *dump = open_memstream(&r.dump, &size);
    ast_print(&ast, dump);
    fclose(dump);
    r.errors = ast.errors;
    source_free(&s);
    names_free(&names);
    arena_free(&a);
    return r;
}

static void reading_free(struct reading *r)
{
    free(r->dump);
    free(r->messages);
}

/* Checks that text is read without a message and has the AST dump. */
static void means(const char *path, const char *text, const char *dump)
{
    struct reading r = read_text(path, text, strlen(text), 72, NULL);
    CHECK_TEXT("", r.messages);
    CHECK_TEXT(dump, r.dump);
    reading_free(&r);
}

/* Checks one statement of fixed form; meaning is the dump's line without its number. */
static void statement(const char *text, const char *meaning)
{
    char source[1000], dump[1000];
    snprintf(source, sizeof source, "      %s\n      END\n", text);
    const char *unit = strncmp(text, "PROGRAM", 7) == 0          ? "p"
                       : strncmp(text, "REAL FUNCTION", 13) == 0 ? "f"
                                                                 : "main";
    snprintf(dump, sizeof dump, "unit %s\n1 %s\n2 END\n", unit, meaning);
    means("t.f", source, dump);
}

/* Checks the first message, the number of errors and the AST of a text. */
static void complains(const char *text, const char *message, long errors, const char *dump)
{
    struct reading r = read_text("t.f", text, strlen(text), 72, NULL);
    char *line_end = strchr(r.messages, '\n');
    if (line_end)
        *line_end = 0;
    CHECK_TEXT(message, r.messages);
    CHECK(r.errors == errors);
    CHECK_TEXT(dump, r.dump);
    reading_free(&r);
}

/* ---- lines ---- */

/* 3.2.1: a comment has C or * in column 1, or is blank; D, ! and remarks are
 * usual extensions. 3.2.3: column 6 neither blank nor 0 continues. */
static void cards(void)
{
    means("t.f",
          "C     a comment\n"
          "* another\n"
          "D     X = 0\n"
          "! and one\n"
          "      X = 1 +\n"
          "C     between\n"
          "\n"
          "     1    2\n"
          "     0Y = 3 ! a remark\n"
          "   10 Z = 4\n"
          " 2 0  Z = 5\r\n"
          "      A = 6; B = 7\n"
          "      END\n",
          "unit main\n"
          "5 assignment x = 1 + 2\n"
          "9 assignment y = 3\n"
          "10 [10] assignment z = 4\n"
          "11 [20] assignment z = 5\n"
          "12 assignment a = 6\n"
          "12 assignment b = 7\n"
          "13 END\n");
}

/* A tab ends the label field; a digit after it marks a continuation line. */
static void tabs(void)
{
    means("t.f",
          "\tX = 1 +\n"
          "\t12\n"
          "10\tY =\t3\n"
          "\tEND\n",
          "unit main\n"
          "1 assignment x = 1 + 2\n"
          "3 [10] assignment y = 3\n"
          "4 END\n");
}

/* Columns 73 and later are not part of the statement; a continued constant is filled with blanks up
 * to column 72: 'ab' begins in column 11, so a and b are in 12 and 13 and 59 blanks follow. */
static void column_72(void)
{
    char text[200];
    snprintf(text, sizeof text, "      X = 1%61sIGNORED\n      S = 'ab\n     1c'\n      END\n", "");
    char dump[200];
    snprintf(dump, sizeof dump,
             "unit main\n1 assignment x = 1\n2 assignment s = 'ab%59sc'\n4 END\n", "");
    means("t.f", text, dump);
    struct reading r = read_text("t.f", text, strlen(text), 0, NULL);
    CHECK(strncmp(r.messages, "t.f:1:73: error: ", 17) == 0 && r.errors == 1);
    reading_free(&r);
}

static void directives(void)
{
    means("t.f",
          "CDIR$ IVDEP\n"
          "      SUBROUTINE S\n"
          "!GCC$ ivdep\n"
          "C$OMP PARALLEL DO PRIVATE(I)\n"
          "C*KSR* TILE (I)\n"
          "C     costs 5$ a call\n"
          "      END\n",
          "unit s\n"
          "2 SUBROUTINE s\n"
          "1 directive dir$ \"ivdep\"\n"
          "3 directive gcc$ \"ivdep\"\n"
          "4 directive $omp \"parallel do private(i)\"\n"
          "5 directive *ksr* \"tile (i)\"\n"
          "7 END\n");
}

/* "# 20" sets the next line to line 20 of that file. */
static void preprocessor_marks(void)
{
    means("t.f",
          "# 20 \"a.F\"\n"
          "      X = 1\n"
          "#line 7\n"
          "      END\n",
          "unit main\n20 assignment x = 1\n7 END\n");
    struct reading r = read_text("t.f", "# 20 \"a.F\"\n      X =\n      END\n", 31, 72, NULL);
    CHECK(strncmp(r.messages, "a.F:20:", 7) == 0);
    reading_free(&r);
}

/* ---- classification ---- */

static void blanks_mean_nothing(void)
{
    statement("C A L L S U B ( A B , C )", "CALL sub(ab, c)");
    statement("GO TO 1 0 0", "GO TO to 100");
    statement("X = 1 . 5 E 3 . LT. Y", "assignment x = 1.5e+03 < y");
}

/* 3.1.6 and the rule of the '=' followed by a ','. */
static void do_or_assignment(void)
{
    means("t.f",
          "      D O 1 0 I = 1 , 1 0\n"
          "      DO10I=1.10\n"
          "      DO10I=F(1,10)\n"
          "      DO 10, J = N, 1, -1\n"
          "      DO 10 E5 = 1, 2\n"
          "   10 CONTINUE\n"
          "      END\n",
          "unit main\n"
          "1 DO i = 1, 10 to 10\n"
          "2 assignment do10i = 1.1\n"
          "3 assignment do10i = f(1, 10)\n"
          "4 DO j = n, 1, -1 to 10\n"
          "5 DO e5 = 1, 2 to 10\n"
          "6 [10] CONTINUE\n"
          "7 END\n");
}

static void keywords_are_not_reserved(void)
{
    statement("IF(I+1)=3", "assignment if(i + 1) = 3");
    statement("END = 3", "assignment end = 3");
    statement("CALL = IF + DO", "assignment call = if + do");
    statement("REAL X = 1", "assignment realx = 1");
    statement("READ(5) = X", "assignment read(5) = x");
    statement("IF (A) THEN = 1", "logical IF (a) -> assignment then = 1");
    statement("FORMAT(1) = 2", "assignment format(1) = 2");
    statement("GOTO = 1", "assignment goto = 1");
}

/* 15.5.2: before the executable statements, not for an array, with names as arguments. */
static void statement_functions(void)
{
    means("t.f",
          "      DIMENSION A(10)\n"
          "      F(X,Y) = X + Y\n"
          "      A(I) = 1\n"
          "      F(X,Y) = X\n"
          "      END\n",
          "unit main\n"
          "1 DIMENSION a(10)\n"
          "2 statement function f(x, y) = x + y\n"
          "3 assignment a(i) = 1\n"
          "4 assignment f(x, y) = x\n"
          "5 END\n");
}

static void units(void)
{
    means("t.f",
          "      PROGRAM P\n"
          "      END\n"
          "      REAL*8 FUNCTION F(X, *)\n"
          "      REAL FUNCTION1\n"
          "      ENTRY G(Y)\n"
          "      END\n"
          "      CHARACTER*(*) FUNCTION C()\n"
          "      END\n"
          "      DOUBLE PRECISION FUNCTION D(A)\n"
          "      END\n"
          "      BLOCK DATA\n"
          "      END\n"
          "      X = 1\n"
          "      END\n",
          "unit p\n1 PROGRAM p\n2 END\n"
          "unit f\n3 FUNCTION f(x, *) real*8\n4 type declaration real function1\n5 ENTRY g(y)\n6 "
          "END\n"
          "unit c\n7 FUNCTION c character**\n8 END\n"
          "unit d\n9 FUNCTION d(a) double precision\n10 END\n"
          "unit block data\n11 BLOCK DATA\n12 END\n"
          "unit main\n13 assignment x = 1\n14 END\n");
}

/* ---- declarations ---- */

static void types(void)
{
    statement("REAL*8E1,E2(5)", "type declaration real*8 e1, e2(5)");
    statement("DOUBLE PRECISION A(0:10,-5:*)", "type declaration double precision a(0:10, -5:*)");
    statement("CHARACTER*(*) A, B*4, C(3)*5", "type declaration character** a, b*4, c(3)*5");
    statement("CHARACTER*8, A", "type declaration character*8 a");
    statement("COMPLEX*16 Z", "type declaration complex*16 z");
    statement("COMPLEX(8) Z", "type declaration complex*16 z");
    statement("INTEGER I/5/, J(2)/1,2/", "type declaration integer i = (/5/), j(2) = (/1, 2/)");
    statement("REAL*8 HELLO", "type declaration real*8 hello");
    statement("IMPLICIT REAL*8 (A-C,X), LOGICAL(L)", "IMPLICIT real*8 (abcx), logical (l)");
    statement("IMPLICIT NONE", "IMPLICIT none (abcdefghijklmnopqrstuvwxyz)");
}

static void storage(void)
{
    statement("COMMON A, B(2) /X/ C // D /X/ E",
              "COMMON a in //, b(2) in //, c in /x/, d in //, e in /x/");
    statement("EQUIVALENCE (A(1),B), (C,D,E(2,3))",
              "EQUIVALENCE 0: a(1), 0: b, 1: c, 1: d, 1: e(2, 3)");
    statement("SAVE A, /X/", "SAVE a, x in /x/");
    statement("PARAMETER (N = 5, M = 2*N)", "PARAMETER n = 5, m = 2*n");
    statement("EXTERNAL F, G", "EXTERNAL f, g");
    statement("NAMELIST /N1/ A, B /N2/ C", "NAMELIST a in /n1/, b in /n1/, c in /n2/");
    statement("POINTER (P, A(10))", "POINTER a(10) in /p/");
}

/* 9.1, 9.3: sets of names with their values, repeats, implied DO. */
static void data(void)
{
    statement("DATA A/3*1.5,-2/, I,J/1,2/ Z/(1.0,-2.0)/",
              "DATA 0: a, 1: i, 1: j, 2: z (/3*1.5, -2/), (/1, 2/), (/(1.0, -2.0)/)");
    statement("DATA ((A(I,J),I=1,5),J=1,N,2)/50*0./",
              "DATA 0: ((a(i, j), i = 1, 5), j = 1, n, 2) (/50*0.0/)");
    statement("DATA X/4HABCD/, Y/2*3HA'B/, L/.TRUE./",
              "DATA 0: x, 1: y, 2: l (/'ABCD'/), (/2*'A''B'/), (/.true./)");
}

/* ---- executable statements ---- */

static void branches(void)
{
    means("t.f",
          "      IF (A.EQ.1.OR.B.LT.2.E0) THEN\n"
          "      ELSE IF (.NOT.L) THEN\n"
          "      ELSE\n"
          "      END IF\n"
          "      IF (X) 10, 20, 30\n"
          "      IF (I .GT. 1) GO TO 222\n"
          "      GO TO (10,20), I\n"
          "      GO TO (10,20) E1\n"
          "      ASSIGN 10 TO L\n"
          "      GO TO L\n"
          "      GO TO L, (10,20)\n"
          "      END\n",
          "unit main\n"
          "1 IF THEN (a == 1 .or. b < 2.0)\n"
          "2 ELSE IF (.not. l)\n"
          "3 ELSE\n"
          "4 END IF\n"
          "5 arithmetic IF (x) to 10, 20, 30\n"
          "6 logical IF (i > 1) -> GO TO to 222\n"
          "7 computed GO TO (i) to 10, 20\n"
          "8 computed GO TO (e1) to 10, 20\n"
          "9 ASSIGN l to 10\n"
          "10 assigned GO TO (l)\n"
          "11 assigned GO TO (l) to 10, 20\n"
          "12 END\n");
}

static void loops(void)
{
    means("t.f",
          "      DO 6 I = 2, N\n"
          "      DO 6 K = 1, I-1\n"
          "      DO WHILE (X .GT. 0)\n"
          "      END DO\n"
          "    6 X = X + 1\n"
          "      DO 7 WHILE (X.LT.9)\n"
          "      DO I = 1, 3\n"
          "      ENDDO\n"
          "    7 CONTINUE\n"
          "      END\n",
          "unit main\n"
          "1 DO i = 2, n to 6\n"
          "2 DO k = 1, i - 1 to 6\n"
          "3 DO WHILE (x > 0)\n"
          "4 END DO\n"
          "5 [6] assignment x = x + 1\n"
          "6 DO WHILE (x < 9) to 7\n"
          "7 DO i = 1, 3\n"
          "8 END DO\n"
          "9 [7] CONTINUE\n"
          "10 END\n");
}

/* 6.1-6.5: ** binds right to left and tighter than a sign, .NOT. looser than a
 * comparison; parentheses stay. */
static void expressions(void)
{
    statement("X = A+B-C*D/E**F**G", "assignment x = a + b - c*d/e**f**g");
    statement("X = -A**2", "assignment x = -a**2");
    statement("X = (A+B)+(C)", "assignment x = (a + b) + (c)");
    statement("L = .NOT.A.EQ.B.AND.C.OR.D.EQV.E",
              "assignment l = .not. a == b .and. c .or. d .eqv. e");
    statement("X = 1.D0+.5+1.-1.5E-3", "assignment x = 1.0d0 + 0.5 + 1.0 - 0.0015");
    statement("X = 3.EQ.I", "assignment x = 3 == i");
    statement("Z = (1.0,-2.0)*(A)", "assignment z = (1.0, -2.0)*(a)");
    statement("C(1:2) = D(:)//E(3:)", "assignment c(1:2) = d(:) // e(3:)");
    statement("S = 'it''s' // \"a\"", "assignment s = 'it''s' // 'a'");
}

static void shape_of_operators(void)
{
    struct arena a = {0};
    struct names names = {0};
    struct source s;
    struct ast ast;
    struct diag d = {.quiet = true};
    struct front_options o = {.line_length = 72};
    const char *text = "      X = A-B-C\n      Y = -P**2\n      END\n";
    source_from_bytes(&s, "t.f", text, strlen(text));
    front_parse(&a, &names, &s, &o, &d, &ast);
    const struct expr *e = ast.units[0]->at[0]->rhs;
    CHECK_TEXT("a - b", expr_text(&a, e->left));
    CHECK(e->at == 10 && e->end == 15 && e->right->at == 14);
    e = ast.units[0]->at[1]->rhs;
    CHECK(e->kind == EXPR_UNARY && e->op == OPERATOR_MINUS && e->left->op == OPERATOR_POWER);
    source_free(&s);
    names_free(&names);
    arena_free(&a);
}

static void calls_and_io(void)
{
    statement("CALL S", "CALL s");
    statement("CALL S(A,*10,5HHELLO,F(X))", "CALL s(a, *10, 'HELLO', f(x))");
    statement("READ(5,*,END=10) A,(B(I),I=1,N)", "READ 5, *, end=10 | a, (b(i), i = 1, n)");
    statement("READ 100, X", "READ 100 | x");
    statement("WRITE(6,'(1X)') X", "WRITE 6, '(1X)' | x");
    statement("PRINT *, 'X=', X", "PRINT * | 'X=', x");
    statement("OPEN(UNIT=10,FILE='a')", "input/output statement unit=10, file='a' | ");
    statement("REWIND 10", "input/output statement 10 | ");
    means("t.f", "   10 FORMAT(1X,13H DON'T STOP  ,I5)\n      END\n",
          "unit main\n1 [10] FORMAT \"(1x,' DON''T STOP  ',i5)\"\n2 END\n");
    statement("STOP 'x'", "STOP ('x')");
    statement("RETURN 1", "RETURN (1)");
}

/* Extensions that vendors' compilers accept and programs use. */
static void vendor_forms(void)
{
    statement("PROGRAM P(INPUT,OUTPUT,TAPE5=INPUT)", "PROGRAM p");
    statement("IMPLICIT UNDEFINED (A-C)", "IMPLICIT none (abc)");
    statement("PARAMETER N=2, M=3", "PARAMETER n = 2, m = 3");
    statement("TYPE *, X", "PRINT * | x");
    statement("CALL S(%VAL(X),&10)", "CALL s(val(x), *10)");
    statement("REAL FUNCTION F*8 (X)", "FUNCTION f(x) real*8");
}

/* Statements in the style of LAPACK, LSODE and SPICE. */
static void in_the_wild(void)
{
    statement("DOUBLE PRECISION   A( LDA, * ), B( LDB, * )",
              "type declaration double precision a(lda, *), b(ldb, *)");
    statement("PARAMETER          ( ONE = 1.0D+0, ZERO = 0.0D+0 )",
              "PARAMETER one = 1.0d0, zero = 0.0d0");
    statement("CHARACTER          SUBNAM*( * )", "type declaration character subnam**");
    statement("CABS1( ZDUM ) = ABS( DBLE( ZDUM ) ) + ABS( DIMAG( ZDUM ) )",
              "statement function cabs1(zdum) = abs(dble(zdum)) + abs(dimag(zdum))");
    statement("IF( ( .NOT.NOTA ).AND.( .NOT.CONJA ) )INFO = 1",
              "logical IF ((.not. nota) .and. (.not. conja)) -> assignment info = 1");
    statement("GO TO ( 20, 40, 70 )ISAVE( 1 )", "computed GO TO (isave(1)) to 20, 40, 70");
    statement("WRITE( *, FMT = 9999 )SRNAME( 1:LEN( S ) ), INFO",
              "WRITE *, fmt=9999 | srname(1:len(s)), info");
    statement("DATA MORD(1),MORD(2)/12,5/, MXSTP0/500/",
              "DATA 0: mord(1), 0: mord(2), 1: mxstp0 (/12, 5/), (/500/)");
    statement("DATA ABLNK, SLASH /1H , 1H// , QUOTE/1H'/",
              "DATA 0: ablnk, 0: slash, 1: quote (/' ', '/'/), (/''''/)");
    statement("CALL Q8QST4 (4HNCAR, 10HVERSION  1)", "CALL q8qst4('NCAR', 'VERSION  1')");
    statement("WRITE(6,100) 3HABC", "WRITE 6, 100 | 'ABC'");
    statement("IF (A.EQ.4HABCD) GOTO10", "logical IF (a == 'ABCD') -> GO TO to 10");
    statement("X = 1./3.+2.**3/.5", "assignment x = 1.0/3.0 + 2.0**3/0.5");
    statement("BUFFER IN (1, 0) (X, Y)",
              "statement that could not be read \"this kind of statement is not read\"");
}

/* ---- free form ---- */

static void free_form(void)
{
    means("t.f90",
          "module m\n"
          "contains\n"
          "pure real(8) function f(x, & ! first\n"
          "    & y) result(r)\n"
          "  real(8), intent(in), dimension(:) :: x, y(2)\n"
          "  character(len=3) :: s = 'a&\n"
          "    &b' ! c\n"
          "  dog = 1; do i = 1, 2; end do\n"
          "  out: do\n"
          "    if (x > y) exit out\n"
          "  end do out\n"
          "100 v = [1, 2]\n"
          "!$omp simd\n"
          "end function\n"
          "end module m\n",
          "unit m\n1 MODULE m\n2 CONTAINS\n15 END m\n"
          "unit f in m\n"
          "3 FUNCTION f(x, y) result(r) real*8\n"
          "5 type declaration real*8 dimension other x(:), y(2)\n"
          "6 type declaration character*3 s = 'ab'\n"
          "8 assignment dog = 1\n"
          "8 DO i = 1, 2\n"
          "8 END DO\n"
          "9 out: DO without control\n"
          "10 logical IF (x > y) -> EXIT out\n"
          "11 END DO out\n"
          "12 [100] assignment v = (/1, 2/)\n"
          "13 directive $omp \"simd\"\n"
          "14 END\n");
}

/* ---- INCLUDE ---- */

static void put_file(const char *dir, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    CHECK(f);
    if (f) {
        fputs(text, f);
        fclose(f);
    }
}

/* The directory of the file is searched first, then those of -I; the text after the INCLUDE follows
 * the included text. */
static void includes(void)
{
    char dir[] = "parse-test-XXXXXX", path[300], sub[300];
    CHECK(mkdtemp(dir));
    snprintf(sub, sizeof sub, "%s/inc", dir);
    CHECK(mkdir(sub, 0700) == 0);
    put_file(dir, "a.inc", "      COMMON /A/ X\n      INCLUDE 'b.inc'\n");
    put_file(sub, "b.inc", "      COMMON /B/ Y\n");
    put_file(dir, "self.inc", "      INCLUDE 'self.inc'\n");
    snprintf(path, sizeof path, "%s/t.f", dir);
    const char *text = "      INCLUDE 'a.inc'\n      X = 1\n      END\n";
    struct reading r = read_text(path, text, strlen(text), 72, sub);
    CHECK_TEXT("", r.messages);
    CHECK_TEXT("unit main\n1 INCLUDE \"a.inc\"\n1 COMMON x in /a/\n2 INCLUDE \"b.inc\"\n"
               "1 COMMON y in /b/\n2 assignment x = 1\n3 END\n",
               r.dump);
    reading_free(&r);
    text = "      INCLUDE 'self.inc'\n      X = 1\n      END\n";
    r = read_text(path, text, strlen(text), 72, NULL);
    CHECK(r.errors == 1 && strstr(r.messages, "self.inc:1:15: error: the file includes itself"));
    reading_free(&r);
    static const char *const files[] = {"inc/b.inc", "a.inc", "self.inc", "inc", ""};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        CHECK(remove(path) == 0);
    }
}

/* ---- wrong input ---- */

static void missing_ends(void)
{
    complains("      DO I = 1, 3\n      X = 1\n      END\n",
              "t.f:1:7: error: DO without END DO; add it where the block ends", 1,
              "unit main\n1 statement with an error i = 1, 3 \"DO without END DO; add it where the "
              "block ends\"\n2 assignment x = 1\n3 END\n");
    complains("      DO 10 I = 1, 3\n      END\n",
              "t.f:1:7: error: no statement after this DO has the label 10; add '10 CONTINUE' "
              "where the loop ends",
              1,
              "unit main\n1 statement with an error i = 1, 3 to 10 \"no statement after this DO "
              "has the label 10; add '10 CONTINUE' where the loop ends\"\n2 END\n");
    complains("      X = 1\n      END IF\n      END\n",
              "t.f:2:7: error: END IF without IF THEN before it; remove it, or add the IF "
              "THEN",
              1,
              "unit main\n1 assignment x = 1\n2 statement with an error \"END IF without IF THEN "
              "before it; remove it, or add the IF THEN\"\n3 END\n");
    complains("      SUBROUTINE S\n      X = 1\n      SUBROUTINE T\n      END\n",
              "t.f:1:7: error: 's' has no END; add it after its last statement", 1,
              "unit s\n1 SUBROUTINE s\n2 assignment x = 1\nunit t\n3 SUBROUTINE t\n4 END\n");
    complains("      SUBROUTINE S\n      END\n      X = 1\n",
              "t.f:3:7: error: this statement begins a main program that has no END; add END after "
              "its last statement, or remove what follows the END of the previous unit",
              1, "unit s\n1 SUBROUTINE s\n2 END\nunit main\n3 assignment x = 1\n");
    complains("      X = 1\n",
              "t.f:1:7: error: this statement begins a main program that has no END; add END after "
              "its last statement",
              1, "unit main\n1 assignment x = 1\n");
}

static void located_faults(void)
{
    complains("      X = (1 + 2\n      Y = 1\n      END\n",
              "t.f:1:11: error: this parenthesis is not closed", 1,
              "unit main\n1 statement with an error \"this parenthesis is not closed\"\n"
              "2 assignment y = 1\n3 END\n");
    complains(" 1A   X = 1\n      END\n",
              "t.f:1:3: error: columns 1 to 5 can contain only a label: begin the statement in "
              "column 7; for free form use the suffix .f90 or --form=free (gfortran: -ffree-form)",
              1,
              "unit main\n1 [1] statement with an error \"columns 1 to 5 can contain only a label: "
              "begin the statement in column 7; for free form use the suffix .f90 or --form=free "
              "(gfortran: -ffree-form)\"\n2 END\n");
    complains("     1 X = 1\n      END\n",
              "t.f:1:6: error: a continuation line without a statement before it: column 6 "
              "must be blank or 0 in the first line of a statement",
              1,
              "unit main\n1 statement with an error \"a continuation line without a statement "
              "before it: column 6 must be blank or 0 in the first line of a statement\"\n2 END\n");
    complains("      X = 1 +\n     1    * 2\n      END\n",
              "t.f:2:11: error: '*' is not expected here", 1,
              "unit main\n1 statement with an error \"'*' is not expected here\"\n3 END\n");
    complains("      X = 'abc\n      END\n",
              "t.f:1:14: error: a character constant is not closed: add its quote", 1,
              "unit main\n1 statement with an error \"a character constant is not closed: add its "
              "quote\"\n2 END\n");
    complains("      FROB X\n      END\n", "t.f:1:7: error: this is not a Fortran statement", 1,
              "unit main\n1 statement with an error \"this is not a Fortran statement\"\n2 END\n");
}

/* A head with an error still begins its unit. */
static void wrong_heads(void)
{
    complains("      SUBROUTINE S(A,\n      X = 1\n      END\n",
              "t.f:1:19: error: this parenthesis is not closed", 1,
              "unit s\n1 statement with an error s \"this parenthesis is not closed\"\n"
              "2 assignment x = 1\n3 END\n");
}

/* An assignment to an array that a missing INCLUDE file may declare is not a statement function. */
static void missing_include(void)
{
    complains("      INCLUDE 'none.inc'\n      A(I) = 1\n      END\n",
              "t.f:1:15: error: no such file in this file's directory or those of -I; add -I "
              "DIR",
              1,
              "unit main\n1 statement with an error \"no such file in this file's directory "
              "or those of -I; add -I DIR\"\n2 assignment a(i) = 1\n3 END\n");
}

static void odd_files(void)
{
    struct reading r = read_text("t.f", "", 0, 72, NULL);
    CHECK(r.errors == 0);
    CHECK_TEXT("", r.dump);
    reading_free(&r);
    r = read_text("t.f", "      X = \0\1\377\n      Y = 1\n      END", 35, 72, NULL);
    CHECK(r.errors == 1 && strstr(r.dump, "2 assignment y = 1\n3 END\n"));
    reading_free(&r);
    means("t.f", "      X = 1\n      END", "unit main\n1 assignment x = 1\n2 END\n");
}

/* Expressions that nest deeper than EXPR_DEEPEST are omitted; an expression of exactly that depth
 * is read, and so is the following statement. */
static void deep_expressions(void)
{
    static const int depths[] = {EXPR_DEEPEST, EXPR_DEEPEST + 1, 500000};
    for (int i = 0; i < 3; i++) {
        size_t n = (size_t)depths[i];
        char *text = malloc(2 * n + 100);
        int used = sprintf(text, "      X = ");
        memset(text + used, '(', n);
        text[used + (int)n] = 'Y';
        memset(text + used + (int)n + 1, ')', n);
        strcpy(text + used + 2 * (int)n + 1, "\n      Z = 1\n      END\n");
        struct reading r = read_text("t.f", text, strlen(text), 0, NULL);
        CHECK(r.errors == 0 && strstr(r.dump, "2 assignment z = 1\n"));
        CHECK(!strstr(r.dump, "its expressions are nested too deep") == (i == 0));
        reading_free(&r);
        free(text);
    }
}

/* A long chain of nested actions does not overflow the stack. */
static void long_chains(void)
{
    size_t n = 100000;
    char *text = malloc(8 * n + 100);
    int used = sprintf(text, "      ");
    for (size_t i = 0; i < n; i++)
        used += sprintf(text + used, "WHERE(A)");
    strcpy(text + used, "B=1\n      Z = 1\n      END\n");
    struct reading r = read_text("t.f", text, strlen(text), 0, NULL);
    CHECK(r.errors == 1 && strstr(r.dump, "2 assignment z = 1\n"));
    reading_free(&r);
    free(text);
}

/* The kernels of the samples: every statement is understood, and each of the
 * twelve routines has its loops. */
static void livermore(void)
{
    const char *samples = getenv("SAMPLES");
    char path[1000];
    snprintf(path, sizeof path, "%s/lfk.f", samples ? samples : "../samples");
    struct arena a = {0};
    struct names names = {0};
    struct source s;
    struct diag d = {0};
    struct ast ast;
    struct front_options o = {.line_length = 72};
    CHECK(source_read(&s, path, &d));
    front_parse(&a, &names, &s, &o, &d, &ast);
    CHECK(ast.errors == 0 && ast.n_unsupported == 0 && ast.n_units == 12);
    size_t loops_found = 0;
    for (size_t i = 0; i < ast.n_units; i++)
        for (size_t k = 0; k < ast.units[i]->n; k++)
            loops_found += ast.units[i]->at[k]->kind == STMT_DO;
    CHECK(loops_found == 15); /* one per kernel, two in kernels 4, 6 and 8 */
    source_free(&s);
    names_free(&names);
    arena_free(&a);
}

int main(void)
{
    TEST(cards);
    TEST(tabs);
    TEST(column_72);
    TEST(directives);
    TEST(preprocessor_marks);
    TEST(blanks_mean_nothing);
    TEST(do_or_assignment);
    TEST(keywords_are_not_reserved);
    TEST(statement_functions);
    TEST(units);
    TEST(types);
    TEST(storage);
    TEST(data);
    TEST(branches);
    TEST(loops);
    TEST(expressions);
    TEST(shape_of_operators);
    TEST(calls_and_io);
    TEST(vendor_forms);
    TEST(in_the_wild);
    TEST(free_form);
    TEST(includes);
    TEST(missing_ends);
    TEST(located_faults);
    TEST(wrong_heads);
    TEST(missing_include);
    TEST(odd_files);
    TEST(deep_expressions);
    TEST(long_chains);
    TEST(livermore);
    return tests_end();
}
