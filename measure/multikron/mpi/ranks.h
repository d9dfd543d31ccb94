/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that mpirun starts. They divide several files among themselves: rank 0 receives the
 * results of the others in the order of the files; only rank 0 prints. Two programs have the same
 * sources: multikron with ranks-one.c, a single rank, and multikron-mpi with ranks-mpi.c. multikron
 * executes multikron-mpi if mpirun started it. */
#ifndef MULTIKRON_MPI_RANKS_H
#define MULTIKRON_MPI_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct ranks_state;
struct ranks {
    int me, n; /* the rank of this process, 0 to n - 1 */
    struct ranks_state *state;
};

/* Returns the rank of this process. Must be called once, before all other functions; argv are the
 * arguments after the name of the program. Prints a message and exits with status 1 if mpirun
 * started a program that was built without MPI. Redirects standard output and error of the ranks
 * except 0 to /dev/null. After this call, an exit with a status other than 0 and 2 ends all ranks,
 * until ranks_done(). */
struct ranks ranks_start(char **argv);
/* Marks this rank as finished: no other rank waits for it. */
void ranks_done(struct ranks r);

/* Returns the rank that reads file number file; rank 0 reads standard input. */
static inline int ranks_reader(struct ranks r, size_t file, const char *path)
{
    return path[0] == '-' && !path[1] ? 0 : (int)(file % (size_t)r.n);
}

/* Sends bytes to rank 0. */
void ranks_send(const void *bytes, size_t n);
/* At rank 0: receives the next bytes of a rank. *n = their number. The caller frees them. */
void *ranks_receive(int from, size_t *n);

/* At rank 0: requests more from a rank, or reports to it that no more is needed. */
void ranks_request(int from, bool more);
/* At another rank: receives a request. Returns whether more is requested. */
bool ranks_receive_request(void);

#endif
