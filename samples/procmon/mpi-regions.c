/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of MPI as regions of the process monitor: linked in front of MPI, each call of the program
 * that may wait is one, by MPI's own profiling interface (MPI 4.0, chapter 15). An MPI process polls
 * for messages, so procmon finds it computing all the time; the regions show how much of this time
 * it waited.
 *
 *   mpicc -O2 -o halo halo.c mpi-regions.c -lprocmon -lpthread
 *   procmon -- mpirun -np 2 ./halo */
#include <mpi.h>
#include <procmon.h>

/* The call within the region of its name; each gets its number once. */
#define REGION(name, call)                                                                         \
    static unsigned region;                                                                        \
    if (!region)                                                                                   \
        region = procmon_region(name);                                                             \
    procmon_enter(region);                                                                         \
    int result = call;                                                                             \
    procmon_leave(region);                                                                         \
    return result;

int MPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    REGION("MPI_Send", PMPI_Send(data, n, type, to, tag, comm))
}
int MPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *s)
{
    REGION("MPI_Recv", PMPI_Recv(data, n, type, from, tag, comm, s))
}
int MPI_Sendrecv(const void *data, int n, MPI_Datatype type, int to, int tag, void *data2, int n2,
                 MPI_Datatype type2, int from, int tag2, MPI_Comm comm, MPI_Status *s)
{
    REGION("MPI_Sendrecv",
           PMPI_Sendrecv(data, n, type, to, tag, data2, n2, type2, from, tag2, comm, s))
}
int MPI_Wait(MPI_Request *request, MPI_Status *s)
{
    REGION("MPI_Wait", PMPI_Wait(request, s))
}
int MPI_Waitall(int n, MPI_Request requests[], MPI_Status s[])
{
    REGION("MPI_Waitall", PMPI_Waitall(n, requests, s))
}
int MPI_Barrier(MPI_Comm comm)
{
    REGION("MPI_Barrier", PMPI_Barrier(comm))
}
int MPI_Bcast(void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    REGION("MPI_Bcast", PMPI_Bcast(data, n, type, root, comm))
}
int MPI_Reduce(const void *data, void *to, int n, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
    REGION("MPI_Reduce", PMPI_Reduce(data, to, n, type, op, root, comm))
}
int MPI_Allreduce(const void *data, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    REGION("MPI_Allreduce", PMPI_Allreduce(data, to, n, type, op, comm))
}
