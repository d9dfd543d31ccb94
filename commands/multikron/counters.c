/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron counters: lists the events that this machine can count for resource samples. */
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/lib/counters.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static const struct command_line command_line = {
    "multikron counters", "",
    "Lists the events that MULTIKRON_COUNTERS accepts, and "
    "whether this machine can count each.",
    "multikron counters"};

static void print_events(void)
{
    struct table t = {.align = "ll"};
    table_cell(&t, "event");
    table_cell(&t, "available");
    for (const struct mk_event *e = mk_events; e->name; e++) {
        int fd = mk_open_event(e);
        table_cell(&t, e->name);
        table_cell(&t, fd >= 0 ? "yes" : mk_event_error_text(errno));
        if (fd >= 0)
            close(fd);
    }
    table_print(&t, stdout);
    table_free(&t);
}

int multikron_counters(int argc, char **argv)
{
    const struct option_row rows[] = {{0}};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands);
    free(operands);
    if (n != 0)
        return n < 0 ? 2 : wrong_usage(command_line.tool, "this subcommand has no operands");
    struct diag d;
    diag_init(&d, command_line.tool);
    print_events();
    stdout_close(&d);
    return diag_exit_status(&d);
}
