/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank r runs a measured loop r + 1 times. */
#include "measure/multikron/lib/multikron.h"

#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned loop = mk_region("mpi-loops.c:main:13");
    for (int i = 0; i <= rank; i++) {
        mk_enter(loop);
        MPI_Barrier(MPI_COMM_SELF);
        mk_exit(loop);
    }
    MPI_Finalize();
    return 0;
}
