/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks of MPI. */
#include "count.h"

#include <mpi.h>

NOT_INLINE double step(double x)
{
    return 0.5 * x + 1;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    double x = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 1000 * (rank + 1); i++)
        x = step(x);
    MPI_Reduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        expect_calls("step", 1000L * ranks * (ranks + 1) / 2);
    MPI_Finalize();
    return 0;
}
