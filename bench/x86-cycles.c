/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86-cycles ARGUMENTS ITERATIONS [DISTANCE]: measures the cycles per iteration of the loop of a
 * Fortran routine whose data are in the L1 cache. It is linked with the routine's object file;
 * `kernel` is the address of the routine:
 *     cc x86-cycles.o daxpy.o -Wl,--defsym=kernel=daxpyk_ -o daxpy
 * ARGUMENTS has a letter for each argument of the routine, as in x86/kernels.list. Arrays are
 * aligned to 64 bytes, at different offsets modulo 4096. Prints the median over several such
 * layouts (of the median of each layout), the least and the greatest. With DISTANCE, arrays are
 * that many bytes apart in all layouts.
 *
 * A cycle counter may be unavailable, and the ratio of the core's clock to the time-stamp counter
 * varies. A chain of additions, which take one cycle each, therefore calibrates each sample. (They
 * add a register, because a core may fold additions of constants.) A sample is the time of
 * ITERATIONS minus the time of half as many, so the time to call the routine and to start and leave
 * its loop cancels. The time to leave a loop depends on whether the core has predicted its length,
 * and is not negligible for a short loop. Therefore loops are long and each call has another
 * length. To keep the data in the L1 cache, an array consists of two pages of memory that are
 * mapped repeatedly. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void routine(void *, void *, void *, void *, void *, void *, void *, void *, void *,
                     void *);
extern routine kernel;

enum {
    ARGUMENTS = 10,
    LAYOUTS = 7,
    SAMPLES = 51,          /* of each layout */
    CHAIN = 12800,         /* additions that calibrate a sample, three times */
    SAMPLE_CYCLES = 24000, /* approximate length of a sample */
    LENGTHS = 16,          /* number of different loop lengths, which are repeated */
    PAGE = 4096,
    PAGES = 64,   /* of an array */
    IN_CACHE = 2, /* of them with separate memory */
    ARRAY = PAGES * PAGE,
    INDICES = 480,
};

static uint64_t ticks(void)
{
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high)::"memory");
    return (uint64_t)high << 32 | low;
}

static double ticks_of_chain(int length)
{
    uint64_t zero = 0, sum = 1, before = ticks();
    for (int i = 0; i < length / 64; i++)
        __asm__ volatile(".rept 64\n\taddq %1, %0\n\t.endr" : "+r"(sum) : "r"(zero));
    return (double)(ticks() - before);
}

/* Returns the ticks of CHAIN cycles. */
static double chain_ticks(void)
{
    return ticks_of_chain(CHAIN + 640) - ticks_of_chain(640);
}

static double run_ticks(void **argument, int *n, int iterations, const int *shorter, int times)
{
    uint64_t before = ticks();
    for (int i = 0; i < times; i++) {
        *n = iterations - shorter[i % LENGTHS];
        kernel(argument[0], argument[1], argument[2], argument[3], argument[4], argument[5],
               argument[6], argument[7], argument[8], argument[9]);
    }
    return (double)(ticks() - before);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Fills an array with numbers from 1 to 2: neighbours differ, and no sum or quotient is a special
 * value. */
static void fill(char *to, char kind)
{
    for (size_t i = 0; i < IN_CACHE * PAGE / sizeof(double); i++) {
        double x = 1 + (double)((i * 7919 + 13) % 8191) / 8192;
        if (kind == 'f' || kind == 'i') {
            for (size_t j = 2 * i; j < 2 * i + 2; j++)
                if (kind == 'f')
                    ((float *)(void *)to)[j] = (float)x;
                else
                    ((int *)(void *)to)[j] = (int)(7 * j % INDICES) + 1;
        } else {
            ((double *)(void *)to)[i] = x;
        }
    }
}

/* Returns arrays of PAGES pages, in each of which IN_CACHE pages of memory are mapped repeatedly;
 * NULL after an error. */
static char *repeated_pages(int arrays)
{
    int file = memfd_create("x86-cycles", 0);
    char *room = mmap(NULL, (size_t)arrays * ARRAY, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (file < 0 || room == MAP_FAILED || ftruncate(file, (off_t)arrays * IN_CACHE * PAGE))
        return NULL;
    for (int i = 0; i < arrays * PAGES; i++) {
        off_t at = (off_t)(i / PAGES * IN_CACHE + i % IN_CACHE) * PAGE;
        if (mmap(room + (size_t)i * PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                 file, at) == MAP_FAILED)
            return NULL;
    }
    return room;
}

static double scalars[ARGUMENTS][32];

/* Sets the arguments. Arrays are aligned to 64 bytes and `apart` bytes modulo 4096 apart. */
static void set_arguments(void **argument, const char *kinds, size_t apart, char *room)
{
    static const double plain[] = {0.6, 0.8, 0.5};
    int n_plain = 0, n_arrays = 0;
    for (int i = 0; i < ARGUMENTS; i++)
        argument[i] = scalars[i];
    for (int i = 1; kinds[i]; i++) {
        if (strchr("dfzi", kinds[i])) {
            argument[i] = room + (size_t)n_arrays * ARRAY + (size_t)n_arrays * apart % PAGE;
            n_arrays++;
            fill(room + (size_t)(n_arrays - 1) * ARRAY, kinds[i]);
        } else {
            for (int j = 0; j < 32; j++)
                scalars[i][j] = 0.25 + 0.03125 * j;
            if (kinds[i] == 'o')
                scalars[i][0] = 1;
            else if (kinds[i] == 'b')
                scalars[i][0] = 9;
            else if (kinds[i] == 's')
                scalars[i][0] = plain[n_plain++ % 3];
            if (strchr(kinds, 'f') && !strchr(kinds, 'd') && strchr("os", kinds[i]))
                memcpy(scalars[i], &(float){0.5F}, sizeof(float));
        }
    }
}

/* Returns the median cycles per iteration of all samples. */
static double median_cycles(void **argument, int iterations)
{
    int n, half = iterations / 2, shorter[LENGTHS];
    unsigned lengths = (unsigned)iterations / 32;
    for (unsigned i = 0, x = 1; i < LENGTHS; i++, x = x * 1103515245 + 12345)
        shorter[i] = 8 * (int)((x >> 16) % lengths);
    argument[0] = &n;
    double once = run_ticks(argument, &n, iterations, shorter, LENGTHS) / LENGTHS;
    int times = (int)(SAMPLE_CYCLES / once / LENGTHS + 1) * LENGTHS;
    static double cycles[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        double chain = chain_ticks();
        double long_ones = run_ticks(argument, &n, iterations, shorter, times);
        chain += chain_ticks();
        double short_ones = run_ticks(argument, &n, half, shorter, times);
        chain += chain_ticks();
        cycles[i] = (long_ones - short_ones) / chain * 3 * CHAIN / times / (iterations - half);
    }
    qsort(cycles, SAMPLES, sizeof *cycles, by_size);
    return cycles[SAMPLES / 2];
}

int main(int argc, char **argv)
{
    if (argc < 3 || strlen(argv[1]) > ARGUMENTS || argv[1][0] != 'n' || atoi(argv[2]) < 64) {
        fprintf(stderr, "usage: x86-cycles ARGUMENTS ITERATIONS [DISTANCE]\n");
        return 2;
    }
    int iterations = atoi(argv[2]);
    size_t apart = argc > 3 ? (size_t)atoi(argv[3]) : 0;
    char *room = repeated_pages(ARGUMENTS);
    if (!room) {
        perror("x86-cycles: no memory for the arrays");
        return 1;
    }
    for (int i = 0; i < 2000; i++) /* the core wakes up */
        chain_ticks();
    double layout[LAYOUTS];
    for (int i = 0; i < LAYOUTS; i++) {
        static const size_t places[LAYOUTS] = {704, 192, 1088, 1472, 320, 832, 1216};
        void *argument[ARGUMENTS];
        set_arguments(argument, argv[1], apart ? apart : places[i], room);
        layout[i] = median_cycles(argument, iterations);
    }
    qsort(layout, LAYOUTS, sizeof *layout, by_size);
    printf("%.4f %.4f %.4f\n", layout[LAYOUTS / 2], layout[0], layout[LAYOUTS - 1]);
    return 0;
}
