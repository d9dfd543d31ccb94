/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heat along a rod, on several processes by MPI: each has a piece, hands its ends to its neighbours
 * in each step, and all agree how much has changed. The first piece is twice as long as the others,
 * so that they wait for it.
 *
 *   mpicc -O2 -o halo halo.c
 *   procmon -- mpirun -np 2 ./halo */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIECE = 200000 };

int main(int argc, char **argv)
{
    int rank, ranks, steps = 2000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        steps = atoi(argv[1]);
    int n = rank == 0 ? 2 * PIECE : PIECE;
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    double *now = calloc((size_t)n + 2, sizeof *now), *next = calloc((size_t)n + 2, sizeof *next);
    double change = 0;
    if (!now || !next)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0)
        now[0] = next[0] = 1;
    for (int step = 0; step < steps; step++) {
        double mine = 0;
        MPI_Sendrecv(&now[n], 1, MPI_DOUBLE, right, 0, &now[0], 1, MPI_DOUBLE, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 0, &now[n + 1], 1, MPI_DOUBLE, right, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 1; i <= n; i++) {
            next[i] = now[i] + 0.4 * (now[i - 1] - 2 * now[i] + now[i + 1]);
            mine += fabs(next[i] - now[i]);
        }
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        next[0] = now[0];
        double *swap = now;
        now = next;
        next = swap;
    }
    if (rank == 0)
        printf("change of the last step: %.6e\n", change);
    free(now);
    free(next);
    MPI_Finalize();
}
