/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the lines of the input as NAME=VALUE of the simulated KSR1 (ksr1 --set) and of the modelled
 * transputers (procmon sim --set): each is accepted, or rejected with a message and no change. The
 * printed parameters must be accepted again, with the same values. The lines are also read as words
 * of a command line, as lists of levels, and as CPUs. */
#include "base/arena.h"
#include "base/options.h"
#include "lab/machine/parameters.h"
#include "machines/host.h"
#include "lab/transputer/parameters.h"
#include "measure/multikron/filter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of levels ---- */

/* Each item is a number below 16, or two with '-' between them, the second not smaller. */
static bool is_list_of_levels(const char *list)
{
    enum { LEVELS = 16 };
    unsigned long n[2];
    do {
        size_t numbers = 0;
        do {
            size_t digits = strspn(list, "0123456789");
            if (digits == 0 || (n[numbers] = strtoul(list, NULL, 10)) >= LEVELS)
                return false;
            list += digits;
        } while (++numbers < 2 && *list == '-' && *++list);
        if (list[-1] == '-' || (numbers == 2 && n[1] < n[0]))
            return false;
    } while (*list == ',' && *++list);
    return !*list && list[-1] != ',';
}

static void any_levels(const char *list)
{
    uint32_t levels, again;
    char text[FILTER_TEXT];
    bool right = filter_parse_levels(list, &levels);
    if (right != (strcmp(list, "all") == 0 || strcmp(list, "none") == 0 || is_list_of_levels(list)))
        abort();
    if (!right)
        return;
    filter_print_levels(levels, text);
    if (!filter_parse_levels(text, &again) || again != levels)
        abort();
}

/* ---- CPUs ---- */

static void any_cpu(struct arena *a, const char *text)
{
    struct host_cpu cpu;
    if (!host_simulate(text, &cpu))
        return;
    struct host_match m = host_match(&cpu);
    const char *doubt = host_doubt(a, &cpu);
    if (m.machine && m.exact && doubt && !cpu.small_core && !cpu.hybrid)
        abort();
    if (!memchr(cpu.vendor, 0, sizeof cpu.vendor) || !*host_title(a, &cpu))
        abort();
}

/* ---- a command line ---- */

enum { MOST_WORDS = 32 };

static bool asks_for_help(const char *word)
{
    return strncmp(word, "--help", 6) == 0 || strncmp(word, "--version", 9) == 0 ||
           strcmp(word, "-h") == 0;
}

static void any_words(char **words, int n)
{
    bool flag = false;
    const char *text = NULL, *operands[MOST_WORDS] = {NULL};
    struct option_list list = {0};
    long count = 0;
    const struct option_row rows[] = {{"flag", 'f', OPTION_FLAG, &flag, NULL, "a flag"},
                                      {"text", 't', OPTION_TEXT, &text, "T", "a text"},
                                      {"list", 'l', OPTION_LIST, &list, "L", "a list"},
                                      {"count", 0, OPTION_COUNT, &count, "N", "a number"},
                                      {0}};
    struct command_line c = {"x", "[WORD]...", "takes words", "x a"};
    static FILE *nowhere;
    FILE *before = stderr;
    if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
        abort();
    stderr = nowhere; /* a variable in the GNU C library */
    int left = options_read_raw(&c, rows, n, words, operands);
    stderr = before;
    if (left < -1 || left + list.n > n - 1 || (left >= 0 && count < 0))
        abort();
    for (int i = 0; i < left; i++)
        if (!operands[i])
            abort();
    free(list.at);
}

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

/* Checks that each line of the text begins with a name and a value. */
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
    const struct numbers before = {parameters_default(), tp_parameters_default()};
    struct numbers n = before;
    char *at, *line = strtok_r(arena_strndup(&a, (const char *)data, size), "\n", &at);
    char name[] = "x", *words[MOST_WORDS] = {name};
    int n_words = 1;
    bool help = false;
    for (; line; line = strtok_r(NULL, "\n", &at)) {
        set_line(&n, line);
        any_levels(line);
        any_cpu(&a, line);
        help |= asks_for_help(line);
        if (n_words < MOST_WORDS)
            words[n_words++] = line;
    }
    if (!help)
        any_words(words, n_words);
    parameters_check(&n.ksr1);
    if (size == 0 || memcmp(&n, &before, sizeof n) != 0)
        print_and_read(&n);
    arena_free(&a);
    return 0;
}
