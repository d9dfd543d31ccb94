/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron: samples of the MULTIKRON chip, from the chip's model to the run database. */
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

/* What --help says of all of them: lines behind the summary. */
static char *summary(struct arena *a)
{
    char *text = arena_strdup(a, "Samples of the MULTIKRON measurement chip.\n\nSubcommands:");
    for (int i = 0; i < SUBCOMMANDS; i++)
        text = arena_printf(a, "%s\n  %-9s %s", text, subcommands[i].name, subcommands[i].text);
    return arena_printf(a, "%s\n\n'multikron SUBCOMMAND --help' tells more.", text);
}

/* --help, --version and wrong usage, where no subcommand is named first. */
static int alone(int argc, char **argv)
{
    const struct option_row rows[] = {{0}};
    struct arena a = {0};
    const struct command_line line = {"multikron", "SUBCOMMAND [OPTION]... [FILE]...", summary(&a),
                                      "multikron stat run.mkn", rows};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&line, argc, argv, operands);
    if (n == 0)
        wrong_usage("multikron", "name a subcommand");
    else if (n > 0)
        wrong_usage("multikron", "there is no subcommand '%s'", operands[0]);
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
    return alone(argc, argv);
}
