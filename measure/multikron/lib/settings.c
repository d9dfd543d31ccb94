/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/lib/process.h"
#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bench/README.md has the measurements. */
enum { RING_DEFAULT = 1 << 18, MEMORY_DEFAULT = 1 << 28 };

/* Returns the number in an environment variable; `otherwise` if it is not set, or after a message
 * if it is invalid. */
static uint64_t read_number(const char *name, uint64_t least, uint64_t most, uint64_t otherwise)
{
    const char *text = secure_getenv(name);
    char *end;
    if (!text || !*text)
        return otherwise;
    uint64_t value = strtoull(text, &end, 0);
    if (!*end && value >= least && value <= most)
        return value;
    fprintf(stderr, "libmultikron: ignoring %s=%s, which is not a number from %llu to %llu\n", name,
            text, (unsigned long long)least, (unsigned long long)most);
    return otherwise;
}

static bool is_set_to(const char *name, const char *value)
{
    const char *text = secure_getenv(name);
    return text && strcmp(text, value) == 0;
}

/* Returns MULTIKRON_NODE, or the MPI rank from the environment, or 0. */
static uint32_t read_node(void)
{
    static const char *const names[] = {"MULTIKRON_NODE", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                        "PMI_RANK"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        uint64_t n = read_number(names[i], 0, 0xffff, UINT64_MAX);
        if (n != UINT64_MAX)
            return (uint32_t)n;
    }
    return 0;
}

static uint32_t power_of_two(uint64_t n)
{
    uint32_t power = MK_RING_MIN;
    while (power < n)
        power *= 2;
    return power;
}

void mk_read_settings(struct mk_settings *s)
{
    const char *dir = secure_getenv("MULTIKRON_DIR");
    memset(s, 0, sizeof *s);
    if (dir && *dir) {
        char *real = realpath(dir, NULL);
        if (real && strlen(real) < sizeof s->dir)
            memcpy(s->dir, real, strlen(real) + 1);
        free(real);
    }
    s->filter = (uint32_t)read_number("MULTIKRON_FILTER", 0, 0xffff, 0xffff);
    s->node = read_node();
    s->ring_bytes = power_of_two(read_number("MULTIKRON_RING", 1, MK_RING_MAX, RING_DEFAULT));
    s->memory = read_number("MULTIKRON_MEMORY", 0, UINT64_C(1) << 46, MEMORY_DEFAULT);
    s->wait = is_set_to("MULTIKRON_OVERRUN", "wait");
    s->thread = !is_set_to("MULTIKRON_DRAIN", "exit");
    s->system_clock = is_set_to("MULTIKRON_CLOCK", "system");
    s->counters = secure_getenv("MULTIKRON_COUNTERS");
}
