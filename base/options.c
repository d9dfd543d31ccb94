/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#include "base/options.h"
#include "base/arena.h"
#include "base/nearest.h"
#include "base/shown.h"
#include "base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A command: its description and the rows of its options. */
struct command {
    const struct command_line *line;
    const struct option_row *rows;
};

static const struct option_row own_rows[] = {
    {"help", 'h', OPTION_FLAG, NULL, NULL, "print this help and exit"},
    {"version", 0, OPTION_FLAG, NULL, NULL, "print the version and exit"},
    {0},
};

static void print_row(const struct option_row *row)
{
    char left[64], letter[8] = "   ";
    if (row->letter)
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    snprintf(left, sizeof left, "  %s --%s%s%s", letter, row->name, row->value ? "=" : "",
             row->value ? row->value : "");
    printf("%-30s %s\n", left, row->help);
}

/* A subcommand ("multikron decode") is described in the page of its command. */
static void print_help(const struct command *c)
{
    printf("Usage: %s%s%s\n%s\n\n", c->line->tool, *c->line->usage ? " " : "", c->line->usage,
           c->line->summary);
    for (const struct option_row *row = c->rows; row->name; row++)
        if (row->help)
            print_row(row);
    for (const struct option_row *row = own_rows; row->name; row++)
        print_row(row);
    const struct option_row *last = c->rows;
    while (last->name)
        last++;
    const char *page = last->help ? last->help : c->line->tool;
    printf("\nExample:\n  %s\n\nSee also: man %.*s\n", c->line->example, (int)strcspn(page, " "),
           page);
}

static int wrong_usage(const struct command *c, const char *what, const char *word)
{
    shown_printf(stderr, "%s: %s '%s'; try '%s --help'\n", c->line->tool, what, word,
                 c->line->tool);
    return -1;
}

/* Returns the smallest valid value of an option with a number. */
static long least_number(const struct option_row *row)
{
    return row->kind == OPTION_POSITIVE ? 1 : 0;
}

/* Reports an invalid number. Returns -1. */
static int wrong_number(const struct command *c, const struct option_row *row, const char *value)
{
    shown_printf(stderr,
                 "%s: --%s must be a whole number of %ld or more, not '%s'; try '%s --help'\n",
                 c->line->tool, row->name, least_number(row), value, c->line->tool);
    return -1;
}

/* Returns the option that a word is a prefix or misspelling of; NULL = none. */
static const char *nearest_option(const struct command *c, const char *name, size_t n)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)n, name);
    struct nearest near = {.word = word};
    for (const struct option_row *row = c->rows; row->name; row++) {
        if (!row->help)
            continue;
        if (strncmp(row->name, word, n) == 0)
            return row->name;
        nearest_offer(&near, row->name);
    }
    return near.best;
}

static int report_no_option(const struct command *c, const char *word, size_t n)
{
    const char *meant = word[1] == '-' && n > 1 ? nearest_option(c, word + 2, n) : NULL;
    if (!meant)
        return wrong_usage(c, "no such option", word);
    shown_printf(stderr, "%s: no such option '%s'; did you mean '--%s'?\n", c->line->tool, word,
                 meant);
    return -1;
}

static const struct option_row *find_in(const struct option_row *rows, const char *name, size_t n)
{
    for (const struct option_row *row = rows; row->name; row++)
        if (strlen(row->name) == n && strncmp(row->name, name, n) == 0)
            return row;
    return NULL;
}

static const struct option_row *find_letter(const struct option_row *rows, char letter)
{
    for (const struct option_row *row = rows; row->name; row++)
        if (row->letter == letter)
            return row;
    return NULL;
}

static bool store_value(const struct option_row *row, const char *value)
{
    char *end;
    long number;
    struct option_list *list;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->to = true;
        return true;
    case OPTION_TEXT:
        *(const char **)row->to = value;
        return true;
    case OPTION_LIST:
        list = row->to;
        list->at = xrealloc(list->at, sizeof *list->at * (size_t)(list->n + 1));
        list->at[list->n++] = value;
        return true;
    case OPTION_COUNT:
    case OPTION_POSITIVE:
        errno = 0;
        number = strtol(value, &end, 10);
        if (!*value || *end || errno != 0 || number < least_number(row))
            return false;
        *(long *)row->to = number;
        return true;
    case OPTION_OF_OTHER:
        break;
    }
    return false;
}

/* Returns whether the option refuses an empty value, because its value names something. */
static bool needs_name(const struct option_row *row)
{
    static const char *const words[] = {"ADDRESS",    "COMMAND", "DB",        "DIR",  "DIRECTORY",
                                        "FILE",       "FOLDER",  "KEY=VALUE", "LOOP", "NAME|FILE",
                                        "NAME=VALUE", "OUT",     "PATH"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (row->value && strcmp(row->value, words[i]) == 0)
            return true;
    return false;
}

/* Returns whether the word is a long option of the command, and so not the value of an option. */
static bool is_option(const struct command *c, const char *word)
{
    return strncmp(word, "--", 2) == 0 && find_in(c->rows, word + 2, strcspn(word + 2, "="));
}

/* Reads the option at argv[i]. Returns the number of its words; -1 after a message. */
static int read_option(const struct command *c, int argc, char **argv, int i)
{
    const char *word = argv[i], *value = NULL;
    bool is_long = word[1] == '-';
    const char *equals = is_long ? strchr(word, '=') : NULL;
    size_t n = equals ? (size_t)(equals - word - 2) : strlen(word + (is_long ? 2 : 1));
    const struct option_row *row =
        is_long ? find_in(c->rows, word + 2, n) : find_letter(c->rows, word[1]);
    const struct option_row *own =
        is_long ? find_in(own_rows, word + 2, n) : find_letter(own_rows, word[1]);
    if (!row && own && (is_long || word[2] == '\0')) {
        if (own == &own_rows[0])
            print_help(c);
        else
            printf("%s (MACS) %s\n", c->line->tool, PACKAGE_VERSION);
        if (fflush(stdout) == 0)
            exit(0);
        fprintf(stderr, "%s: error: cannot write standard output: %s\n", c->line->tool,
                strerror(errno));
        exit(1);
    }
    if (!row)
        return report_no_option(c, word, n);
    if (row->kind == OPTION_OF_OTHER) {
        fprintf(stderr, "%s: --%s %s\n", c->line->tool, row->name, row->value);
        return -1;
    }
    if (row->kind == OPTION_FLAG) {
        if (equals || (!is_long && word[2]))
            return wrong_usage(c, "this option takes no value:", word);
        store_value(row, NULL);
        return 1;
    }
    value = equals ? equals + 1 : !is_long && word[2] ? word + 2 : NULL;
    int taken = value ? 1 : 2;
    if (!value && i + 1 < argc && !is_option(c, argv[i + 1]))
        value = argv[i + 1];
    if (!value || (!*value && needs_name(row)))
        return wrong_usage(c, "this option needs a value:", word);
    if (!store_value(row, value))
        return wrong_number(c, row, value);
    return taken;
}

int options_read_raw(const struct command_line *line, const struct option_row *rows, int argc,
                     char **argv, const char **operands)
{
    const struct command c = {line, rows};
    int n = 0, i = 1;
    while (i < argc) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            operands[n++] = argv[i++];
            continue;
        }
        int taken = read_option(&c, argc, argv, i);
        if (taken < 0)
            return -1;
        i += taken;
    }
    while (i < argc)
        operands[n++] = argv[i++];
    return n;
}

int options_read(const struct command_line *line, const struct option_row *rows, int argc,
                 char **argv, const char **operands)
{
    shown_guard_output(false);
    return options_read_raw(line, rows, argc, argv, operands);
}

int options_read_data(const struct command_line *line, const struct option_row *rows, int argc,
                      char **argv, const char **operands)
{
    shown_guard_output(true);
    return options_read_raw(line, rows, argc, argv, operands);
}
