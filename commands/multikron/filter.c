/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multikron filter: shows or sets the levels that running processes record. */
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "commands/multikron/multikron.h"
#include "measure/multikron/filter.h"

#include <glob.h>
#include <stdlib.h>
#include <sys/stat.h>

static const struct command_line command_line = {
    "multikron filter", "[OPTION]... DIRECTORY|FILE.mkr...",
    "Shows or sets which of the 16 levels running programs record.",
    "multikron filter --levels=0,2 trace"};

static void filter_ring_file(const char *path, const uint32_t *levels, struct diag *d)
{
    uint32_t before;
    char was[FILTER_TEXT], is[FILTER_TEXT];
    if (!filter_exchange(path, levels, &before, d))
        return;
    filter_print_levels(before, was);
    filter_print_levels(levels ? *levels : before, is);
    if (levels)
        printf("%s: recorded levels: %s, before: %s\n", path, is, was);
    else
        printf("%s: recorded levels: %s\n", path, is);
}

/* Shows or sets the filter of a ring file, or of all ring files of a directory. */
static void filter_operand(const char *path, const uint32_t *levels, struct diag *d)
{
    struct stat st;
    struct arena a = {0};
    glob_t found;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        filter_ring_file(path, levels, d);
        return;
    }
    if (glob(arena_printf(&a, "%s/*.mkr", path), 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            filter_ring_file(found.gl_pathv[i], levels, d);
        globfree(&found);
    } else
        diag_error(d, (struct where){.file = path},
                   "this directory has no ring file; give the MULTIKRON_DIR of a running program");
    arena_free(&a);
}

int multikron_filter(int argc, char **argv)
{
    const char *list = NULL;
    uint32_t levels = 0;
    const struct option_row rows[] = {{"levels", 'l', OPTION_TEXT, &list, "LIST",
                                       "record these levels: all, none, or e.g. 0,3-5"},
                                      {0}};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands);
    bool ok = n > 0 && (!list || filter_parse_levels(list, &levels));
    if (!ok) {
        free(operands);
        if (n < 0)
            return 2;
        return n == 0
                   ? wrong_usage(command_line.tool, "give the MULTIKRON_DIR of a running program")
                   : wrong_usage(command_line.tool, "'%s' is not a list of levels 0 to 15", list);
    }
    struct diag d;
    diag_init(&d, command_line.tool);
    for (int i = 0; i < n; i++)
        filter_operand(operands[i], list ? &levels : NULL, &d);
    stdout_close(&d);
    diag_close(&d);
    free(operands);
    return diag_exit_status(&d);
}
