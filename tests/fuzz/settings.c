/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of any bytes as NAME=VALUE of the simulated KSR1 (ksr1 --set) and of the modelled
 * transputers (procmon sim --set): each is taken, or refused with a message and nothing changed.
 * What is printed of the numbers then is taken again, and makes the same ones. */
#include "base/arena.h"
#include "lab/machine/parameters.h"
#include "monitor/transputer/parameters.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct numbers {
    struct parameters ksr1;
    struct tp_parameters transputer;
};

static void set_line(struct numbers *n, const char *line)
{
    struct diag d = {.quiet = true};
    struct numbers before = *n;
    bool ksr1 = parameters_set(&n->ksr1, line, &d);
    bool transputer = tp_parameters_option(&n->transputer, line, &d);
    if (!ksr1 + !transputer != d.errors)
        abort();
    if ((!ksr1 && memcmp(&before.ksr1, &n->ksr1, sizeof n->ksr1) != 0) ||
        (!transputer && memcmp(&before.transputer, &n->transputer, sizeof n->transputer) != 0))
        abort();
}

static bool set_ksr1(struct numbers *n, const char *option, struct diag *d)
{
    return parameters_set(&n->ksr1, option, d);
}

static bool set_transputer(struct numbers *n, const char *option, struct diag *d)
{
    return tp_parameters_option(&n->transputer, option, d);
}

/* Each line of the text begins with name and value. */
static void set_printed(struct numbers *n, char *text,
                        bool set(struct numbers *n, const char *option, struct diag *d))
{
    struct diag d = {.quiet = true};
    char name[64], value[64], option[160], *at, *line = strtok_r(text, "\n", &at);
    for (; line; line = strtok_r(NULL, "\n", &at)) {
        if (sscanf(line, "%63s %63s", name, value) != 2)
            abort();
        snprintf(option, sizeof option, "%s=%s", name, value);
        if (!set(n, option, &d))
            abort();
    }
    free(text);
}

static void print_and_read(const struct numbers *n)
{
    char *ksr1 = NULL, *transputer = NULL;
    size_t bytes;
    struct numbers again = {parameters_default(), tp_parameters_default()};
    FILE *out = open_memstream(&ksr1, &bytes), *other = open_memstream(&transputer, &bytes);
    if (!out || !other)
        die_out_of_memory();
    parameters_print(&n->ksr1, out);
    tp_parameters_print(&n->transputer, other);
    fclose(out);
    fclose(other);
    set_printed(&again, ksr1, set_ksr1);
    set_printed(&again, transputer, set_transputer);
    if (memcmp(&again, n, sizeof *n) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct numbers n = {parameters_default(), tp_parameters_default()};
    char *at, *line = strtok_r(arena_strndup(&a, (const char *)data, size), "\n", &at);
    for (; line; line = strtok_r(NULL, "\n", &at))
        set_line(&n, line);
    parameters_fault(&n.ksr1);
    print_and_read(&n);
    arena_free(&a);
    return 0;
}
