/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that mpirun started, which share the work on several files: rank 0 takes what the
 * others found, in the order of the files, and is the only one that prints. Two programs are made
 * of one source: multikron, which is a rank alone (ranks-one.c), and multikron-mpi (ranks-mpi.c),
 * which the first becomes when mpirun starts it. */
#ifndef MULTIKRON_MPI_RANKS_H
#define MULTIKRON_MPI_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct ranks_state;
struct ranks {
    int me, n; /* me = 0 to n - 1 */
    struct ranks_state *state;
};

/* What this process is among the others. Called first, one time; argv is a subcommand's, behind
 * the name of the program. Ends the command with a message and 1 where mpirun started a program
 * that was built without MPI. Ranks but 0 lose their standard output and error. From here on an
 * exit with a status other than 0 and 2 ends all ranks, unless ranks_done was called. */
struct ranks ranks_start(char **argv);
/* Nobody waits for this rank any more. */
void ranks_done(struct ranks r);

/* The rank that reads that file of several; standard input is at rank 0. */
static inline int ranks_reader(struct ranks r, size_t file, const char *path)
{
    return path[0] == '-' && !path[1] ? 0 : (int)(file % (size_t)r.n);
}

/* Sends bytes to rank 0. */
void ranks_send(const void *bytes, size_t n);
/* At rank 0: the next bytes that the rank sent, to be freed; *n is how many. */
void *ranks_receive(int from, size_t *n);

/* At rank 0: says to that rank whether more is wanted; there, hears it. */
void ranks_want(int from, bool more);
bool ranks_wanted(void);

#endif
