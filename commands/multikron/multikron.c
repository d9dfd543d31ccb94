/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron: records, converts and imports samples of the MULTIKRON chip. */
#include "commands/multikron/multikron.h"
#include "base/arena.h"
#include "base/options.h"
#include "base/util.h"
#include "commands/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct subcommand {
    const char *name, *text;
    int (*run)(int argc, char **argv);
} subcommands[] = {
#define SUBCOMMAND(name, text) {#name, text, multikron_##name},
#include "commands/multikron/multikron.def"
#undef SUBCOMMAND
    {0},
};
enum { SUBCOMMANDS = COUNT_OF(subcommands) - 1 };

/* Returns the summary for --help with a line for each subcommand, allocated in a. */
static char *help_summary(struct arena *a)
{
    char *text = arena_strdup(a, "Samples of the MULTIKRON measurement chip.\n\nSubcommands:");
    for (int i = 0; i < SUBCOMMANDS; i++)
        text = arena_printf(a, "%s\n  %-9s %s", text, subcommands[i].name, subcommands[i].text);
    return arena_printf(a, "%s\n\n'multikron SUBCOMMAND --help' describes a subcommand.", text);
}

/* Handles --help, --version and wrong usage when the first argument is not a subcommand. */
static int run_without_subcommand(int argc, char **argv)
{
    const struct option_row rows[] = {{0}};
    struct arena a = {0};
    const struct command_line line = {"multikron", "SUBCOMMAND [OPTION]... [FILE]...",
                                      help_summary(&a), "multikron stat run.mkn"};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&line, rows, argc, argv, operands);
    if (n == 0)
        wrong_usage("multikron", "give a subcommand");
    else if (n > 0)
        wrong_usage("multikron", "unknown subcommand '%s'", operands[0]);
    free(operands);
    arena_free(&a);
    return 2;
}

int main(int argc, char **argv)
{
    outlive_closed_pipes();
    for (int i = 0; argc > 1 && i < SUBCOMMANDS; i++)
        if (strcmp(argv[1], subcommands[i].name) == 0)
            return subcommands[i].run(argc - 1, argv + 1);
    return run_without_subcommand(argc, argv);
}
