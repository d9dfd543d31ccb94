/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A single rank, without MPI. */
#include "base/arena.h"
#include "base/diag.h"
#include "base/util.h"
#include "measure/multikron/mpi/ranks.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the number of processes that were started, from the variables that mpirun sets. */
static long started_processes(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *text = getenv(names[i]);
        if (text)
            return strtol(text, NULL, 10);
    }
    return 1;
}

/* Sets path to the program name in the directory of this program. Returns false if it is unknown.
 */
static bool find_beside_program(char path[PATH_MAX], const char *name)
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (n < 0)
        return false;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(path + PATH_MAX - (slash + 1)) : 0;
    return slash && (size_t)snprintf(slash + 1, size, "%s", name) < size;
}

struct ranks ranks_start(char **argv)
{
    if (started_processes() < 2)
        return (struct ranks){0, 1, NULL};
    char path[PATH_MAX];
    if (find_beside_program(path, "multikron-mpi"))
        execv(path, argv - 1);
    execv(MULTIKRON_MPI, argv - 1);
    fputs("multikron: multikron-mpi is not installed, because MACS was built without MPI: run "
          "multikron without mpirun, or build MACS with Open MPI\n",
          stderr);
    exit(1);
}

void ranks_done(struct ranks r)
{
    (void)r;
}

void ranks_send(const void *bytes, size_t n)
{
    (void)bytes, (void)n;
    bug("a single rank cannot send");
}

void *ranks_receive(int from, size_t *n)
{
    (void)n;
    bug("no rank %d", from);
}

void ranks_request(int from, bool more)
{
    bug("no rank %d to request %s", from, more ? "more" : "no more");
}

bool ranks_receive_request(void)
{
    bug("a single rank receives no requests");
}
