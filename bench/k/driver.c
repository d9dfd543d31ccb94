/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds k of compiled loops by counting. Runs each kernel with many trip counts n and reads the
 * counters of all labels (counters.awk) after each call. Prints for each label of each kernel:
 * KERNEL LABEL K. K is the increase of n at which the label's count increases by 1: n's whole range
 * divided by the whole increase for a main loop; for a remainder loop, whose counts repeat, the
 * smallest distance of two increments between which no other count changes backwards. 0 = the
 * counts do not show it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST = 1000,
    STEP = 3840,     /* a multiple of every k */
    NEAR = 600,      /* consecutive trip counts from FIRST */
    RUNS = NEAR + 2, /* and FIRST + STEP, FIRST + 2 * STEP */
    LABELS = 20000,
    ROOM = 6 * (FIRST + 2 * STEP) + 40000
};
extern uint64_t k_count[LABELS];
uint64_t k_count[LABELS];
double k_result;
int k_limit(int n, int step);
int k_limit(int n, int step)
{
    return n * step;
}
typedef void kernel(int n, void *a, void *b, void *c, int *idx);
#define KERNEL(name) void name(int n, void *a, void *b, void *c, int *idx);
#include "kernels.list"
#undef KERNEL
static const struct {
    const char *name;
    kernel *run;
} kernels[] = {
#define KERNEL(name) {#name, name},
#include "kernels.list"
};
static char label[LABELS][32];
static int n_labels;
static uint32_t (*seen)[RUNS]; /* counts of the labels that this kernel executes */
static int which[LABELS];
static char *area[3];
static int idx[ROOM];

static void fill(void)
{
    for (int a = 0; a < 3; a++)
        for (size_t i = 0; i < (size_t)ROOM * 16; i++)
            area[a][i] = (char)(i % 8 == 7 ? 63 : i % 8 == 3 ? 62 : 1 + i % 5);
    for (int i = 0; i < ROOM; i++)
        idx[i] = i % FIRST;
}

/* Runs the kernel for all n. Returns the number of labels that it executes. */
static int count(int kernel)
{
    int n = 0;
    for (int r = 0; r < RUNS; r++) {
        int more = r < NEAR ? r : STEP * (r - NEAR + 1);
        memset(k_count, 0, sizeof k_count[0] * (size_t)n_labels);
        kernels[kernel].run(FIRST + more, area[0] + 64, area[1] + 64, area[2] + 64, idx);
        for (int l = 0, at; l < n_labels; l++) {
            if (!k_count[l])
                continue;
            for (at = 0; at < n && which[at] != l; at++)
                ;
            if (at == n) {
                memset(seen[n], 0, sizeof seen[n]);
                which[n++] = l;
            }
            seen[at][r] = (uint32_t)k_count[l];
        }
    }
    return n;
}

/* Returns k of a main loop: its count increases with n. 0 = it does not, or in unequal steps. */
static double main_k(const uint32_t *c)
{
    int64_t first = (int64_t)c[NEAR] - c[0], second = (int64_t)c[NEAR + 1] - c[NEAR];
    return first > 0 && first == second ? (double)STEP / (double)first : 0;
}

static int constant(int l, int n, int r, const char *is_main)
{
    for (int i = 0; i < n; i++)
        if (i != l && is_main[i] && seen[i][r] != seen[i][r - 1])
            return 0;
    return 1;
}

/* Returns k of a remainder loop. */
static double rest_k(int l, int n, const char *is_main)
{
    const uint32_t *c = seen[l];
    int last = -1, best = 0;
    uint32_t most = 0;
    for (int r = 1; r < NEAR; r++) {
        most = c[r] > most ? c[r] : most;
        if (!constant(l, n, r, is_main) || c[r] < c[r - 1])
            last = -1;
        else if (c[r] > c[r - 1]) {
            if (last >= 0 && c[r] == c[r - 1] + 1 && c[r - 1] > 0 && (!best || r - last < best))
                best = r - last;
            last = r;
        }
    }
    return most > 1 ? best : 0;
}

int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
    seen = malloc(sizeof *seen * 2000);
    for (int a = 0; a < 3; a++)
        area[a] = aligned_alloc(64, (size_t)ROOM * 16);
    while (f && n_labels < LABELS && fscanf(f, "%31s", label[n_labels]) == 1)
        n_labels++;
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        char is_main[2000] = {0};
        fill();
        int n = count((int)k), fixed = strncmp(kernels[k].name, "kconst", 6) == 0;
        int outer = strcmp(kernels[k].name, "kjam_matvec") == 0   ? 8
                    : strcmp(kernels[k].name, "kjam_matmul") == 0 ? 4
                                                                  : 1;
        for (int l = 0; l < n; l++)
            is_main[l] = main_k(seen[l]) > 0;
        for (int l = 0; l < n; l++) {
            double by = fixed        ? (seen[l][0] > 1 ? 1024 / seen[l][0] : 0)
                        : is_main[l] ? main_k(seen[l])
                                     : rest_k(l, n, is_main);
            printf("%s %s %g\n", kernels[k].name, label[which[l]], by * outer);
        }
    }
    return 0;
}
