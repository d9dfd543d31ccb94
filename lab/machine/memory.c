/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that all cells share. Assumption: words have the host's byte order. */
#include "lab/machine/cell.h"

#include "base/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

bool memory_open(struct memory *m, struct diag *d)
{
    void *at = mmap(NULL, LAB_STACKS, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *m = (struct memory){0};
    if (at == MAP_FAILED) {
        diag_error(d, (struct where){0}, "cannot reserve 2 GB of address space for the KSR1: %s",
                   strerror(errno));
        return false;
    }
    m->bytes = at;
    m->valid = xmalloc(LAB_STACKS / LAB_PAGE);
    memset(m->valid, 0, LAB_STACKS / LAB_PAGE);
    return true;
}

void memory_close(struct memory *m)
{
    if (m->bytes)
        munmap(m->bytes, LAB_STACKS);
    free(m->valid);
    *m = (struct memory){0};
}

void memory_add_valid_pages(struct memory *m, uint64_t from, uint64_t to)
{
    if (from < to)
        memset(m->valid + from / LAB_PAGE, 1, (to - 1) / LAB_PAGE - from / LAB_PAGE + 1);
}
