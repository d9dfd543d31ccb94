/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generates a program of many loops and measurements of it on many threads, for bench/macs-gap.sh:
 *     make-loops source LOOPS             Fortran source, loops.f
 *     make-loops code LOOPS               the same program as KSR1 assembly, loops.s
 *     make-loops samples LOOPS RUN...     iterations and cycles of each run, loop and thread
 *     make-loops skips LOOPS RUN...       skipped blocks of every tenth loop
 * RUN is NAME:PROCESSORS; it has one thread per processor. The output is always the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_LINES = 6, BLOCK_LINES = 9, DO_LINE = 3, EVERY = 10 };

/* Every tenth loop has a conditional block. */
static int has_block(long loop)
{
    return loop % EVERY == 0;
}

static long first_line(long loop)
{
    long blocks = (loop + EVERY - 1) / EVERY;
    return blocks * BLOCK_LINES + (loop - blocks) * PLAIN_LINES;
}

/* ---- source and code ---- */

static void source(long loops)
{
    for (long i = 0; i < loops; i++) {
        printf("      SUBROUTINE S%05ld(N, A, X, Y)\n      DOUBLE PRECISION A, X(N), Y(N)\n"
               "      DO 10 I = 1, N\n",
               i);
        if (has_block(i))
            printf("      Y(I) = Y(I)*A\n      IF (X(I) .GT. 0.0D0) THEN\n"
                   "      Y(I) = Y(I) + X(I)\n      ENDIF\n   10 CONTINUE\n");
        else
            printf("   10 Y(I) = Y(I) + A*X(I)*%ld.0D0\n      CONTINUE\n", i % 7 + 2);
        printf("      END\n");
    }
}

/* Line numbers of .ln are relative to the line of the SUBROUTINE statement. */
static void code_of_block(long loop)
{
    printf("\t.ln\t%d\n\tadd8.ntr -1, %%i9, %%i9 ; ld8 0(%%c6), %%f1\n"
           "\tfinop ; ld8 0(%%c7), %%f2\n\tfinop ; cxnop\n\tfmul8.tr %%f10, %%f1, %%f3 ; cxnop\n",
           DO_LINE + 1);
    printf("\t.ln\t%d\n\tfinop ; ld8 0(%%c7), %%i8\n\tfinop ; cxnop\n\titstle8 %%i8, 0 ; cxnop\n"
           "\tfinop ; bcs.qn @citst, .B%ld\n\tfinop ; cxnop\n\tfinop ; cxnop\n",
           DO_LINE + 2, loop);
    printf("\t.ln\t%d\n\tfadd8.tr %%f3, %%f2, %%f3 ; cxnop\n\tfinop ; cxnop\n.B%ld:\n"
           "\t.ln\t%d\n\tfinop ; sadd8.ntr 0, %%c6, 8, %%c6\n\tfinop ; sadd8.ntr 0, %%c7, 8, %%c7\n"
           "\titstge8 %%i9, 1 ; st8 %%f3, -8(%%c6)\n",
           DO_LINE + 3, loop, DO_LINE + 5);
}

static void code_of_plain(long loop)
{
    printf("\t.ln\t%d\n\tadd8.ntr -1, %%i9, %%i9 ; ld8 0(%%c6), %%f1\n"
           "\tfmul8.tr %%f10, %%f11, %%f4 ; ld8 0(%%c7), %%f2\n\tfinop ; cxnop\n",
           DO_LINE + 1);
    for (long i = 0; i < loop % 5; i++)
        printf("\tfinop ; cxnop\n");
    printf("\tfmad8.tr %%f4, %%f2, %%f1 ; sadd8.ntr 0, %%c6, 8, %%c6\n"
           "\tfinop ; sadd8.ntr 0, %%c7, 8, %%c7\n\titstge8 %%i9, 1 ; st8 %%f1, -8(%%c6)\n");
}

static void code(long loops)
{
    printf("\t.file\t\"loops.f\"\n\t.text\n");
    for (long i = 0; i < loops; i++) {
        printf("s%05ld_$TXT:\n\t.def\t.bf; .val .; .scl 101; .line %ld; .endef\n\t.ln\t%d\n"
               "\tfinop ; cxnop\n.L%ld:\n",
               i, first_line(i) + 1, DO_LINE, i);
        (has_block(i) ? code_of_block : code_of_plain)(i);
        printf("\tfinop ; bcs.qn @citst, .L%ld\n\tfinop ; cxnop\n\tfinop ; cxnop\n", i);
    }
}

/* ---- measurement ---- */

static uint64_t next(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static long iterations_of(uint64_t random)
{
    return 1000 + (long)(random & 63);
}

static void samples_of(const char *run, size_t name, long threads, long loops, uint64_t *random)
{
    for (long i = 0; i < loops; i++)
        for (long t = 0; t < threads; t++) {
            long iterations = iterations_of(next(random));
            printf("%.*s,%ld,%ld,loops.f:s%05ld:%ld,%ld,%ld\n", (int)name, run, threads, t, i,
                   first_line(i) + DO_LINE, iterations,
                   iterations * (20 + i % 13) + (long)(*random >> 20 & 4095));
        }
}

static void skips_of(const char *run, size_t name, long threads, long loops, uint64_t *random)
{
    for (long i = 0; i < loops; i += EVERY)
        for (long t = 0; t < threads; t++)
            printf("%.*s,%ld,loops.f:s%05ld:%ld,%ld,%ld\n", (int)name, run, t, i,
                   first_line(i) + DO_LINE, first_line(i) + DO_LINE + 3,
                   (long)(next(random) % 1000));
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    long loops = argc > 2 ? atol(argv[2]) : 0;
    uint64_t random = 88172645463325252u;
    int samples = strcmp(what, "samples") == 0, skips = strcmp(what, "skips") == 0;
    if (strcmp(what, "source") == 0)
        source(loops);
    else if (strcmp(what, "code") == 0)
        code(loops);
    else if (!samples && !skips)
        return 2;
    if (samples || skips)
        puts(samples ? "run,processors,thread,loop,iterations,cycles"
                     : "run,thread,loop,block,skipped");
    for (int i = 3; i < argc; i++) {
        const char *colon = strchr(argv[i], ':');
        if (!colon)
            return 2;
        (samples ? samples_of : skips_of)(argv[i], (size_t)(colon - argv[i]), atol(colon + 1),
                                          loops, &random);
    }
    return fflush(stdout) != 0;
}
