/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rank alone: no MPI. */
#include "base/arena.h"
#include "base/diag.h"
#include "base/util.h"
#include "measure/multikron/mpi/ranks.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many processes were started, as the starters of MPI programs tell. */
static long started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *text = getenv(names[i]);
        if (text)
            return strtol(text, NULL, 10);
    }
    return 1;
}

/* The program of that name beside this one. */
static bool beside(char path[PATH_MAX], const char *name)
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (n < 0)
        return false;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    size_t room = slash ? (size_t)(path + PATH_MAX - (slash + 1)) : 0;
    return slash && (size_t)snprintf(slash + 1, room, "%s", name) < room;
}

struct ranks ranks_start(char **argv)
{
    if (started() < 2)
        return (struct ranks){0, 1, NULL};
    char path[PATH_MAX];
    if (beside(path, "multikron-mpi"))
        execv(path, argv - 1);
    execv(MULTIKRON_MPI, argv - 1);
    fputs("multikron: there is no multikron-mpi here, for this was built without MPI: start it "
          "without "
          "mpirun, or build it again with Open MPI\n",
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
    bug("a rank alone sends to nobody");
}

void *ranks_receive(int from, size_t *n)
{
    (void)n;
    bug("there is no rank %d", from);
}

void ranks_want(int from, bool more)
{
    bug("there is no rank %d to give %s", from, more ? "more" : "no more");
}

bool ranks_wanted(void)
{
    bug("a rank alone is asked by nobody");
}
