/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/listing.h"
#include "base/command.h"
#include "base/file.h"
#include "base/util.h"
#include "binaries/extract.h"
#include "hotspots/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- objdump ---- */

/* Reports the first line of objdump's messages, or its exit. */
static void report_objdump(struct binary *b, FILE *messages, struct diag *d)
{
    char line[256] = "";
    rewind(messages);
    if (!fgets(line, sizeof line, messages))
        line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    diag_error(d, (struct where){.file = binary_path(b)}, "objdump can't disassemble it%s%s",
               *line ? ": " : "", line);
}

/* Runs objdump on a file without name. Returns false after a message. */
static bool run_objdump(struct binary *b, FILE *code, FILE *to, FILE *messages, struct diag *d)
{
    char tool[] = "objdump", disassemble[] = "-d", wide[] = "-w", short_[] = "--no-show-raw-insn",
         input[] = "/dev/stdin";
    char *const words[] = {tool, disassemble, wide, short_, input, NULL};
    int error = command_run(words, (FILE *const[3]){code, to, messages});
    fseek(to, 0, SEEK_END);
    if (error == 0 && ftell(to) > 0)
        return true;
    if (error == ENOENT)
        diag_error(d, (struct where){0},
                   "objdump is not installed, so loops can't be found; install binutils");
    else
        report_objdump(b, messages, d);
    return false;
}

/* Disassembles the functions into a temporary file. Returns false after a message. */
static bool disassemble(struct binary *b, const struct binary_function *const *functions, size_t n,
                        FILE *to, struct diag *d)
{
    FILE *code = tmpfile(), *messages = tmpfile();
    bool good = code && messages;
    if (!good)
        diag_error(d, (struct where){0}, "can't create a temporary file: %s", strerror(errno));
    good = good && binary_extract(b, functions, n, fileno(code), d) &&
           run_objdump(b, code, to, messages, d);
    file_drop(code);
    file_drop(messages);
    return good;
}

/* ---- source lines ---- */

struct annotation {
    struct listing *l;
    struct binary *b;
    struct binary_line last; /* the source line printed last */
    uint32_t line;           /* lines of the text so far */
    struct jump_tables tables;
    const struct binary_function *const *functions;
    size_t n;
};

const char *listing_instruction(const char *line, uint64_t *address)
{
    char *end;
    if (line[0] != ' ')
        return NULL;
    *address = strtoull(line, &end, 16);
    return end[0] == ':' && end[1] == '\t' ? end + 2 : NULL;
}

bool listing_function(const char *line, uint64_t *address)
{
    char *end;
    *address = strtoull(line, &end, 16);
    return end > line && line[0] != ' ' && end[0] == ' ' && end[1] == '<';
}

static void put_source(struct annotation *n, uint64_t address)
{
    struct binary_line at = binary_line_at(n->b, address);
    bool same =
        at.line == n->last.line && at.file && n->last.file && strcmp(at.file, n->last.file) == 0;
    if (!at.file || at.line == 0 || same)
        return;
    fprintf(n->l->file, "%s:%ld\n", at.file, at.line);
    n->line++;
    n->last = at;
}

static void put_instruction(struct annotation *n, uint64_t address)
{
    struct listing *l = n->l;
    put_source(n, address);
    if (l->n == l->room)
        l->at = array_grow(l->at, sizeof *l->at, l->n, &l->room);
    l->at[l->n++] = (struct listed_instruction){address, n->line + 1};
}

struct beginning_search {
    const struct binary_function *const *functions;
    uint64_t address;
};

static bool begins_before(const void *context, size_t i)
{
    const struct beginning_search *s = context;
    return s->functions[i]->begin < s->address;
}

/* Prints the tables of the function that begins at the address. */
static void put_tables(struct annotation *n, uint64_t address)
{
    struct beginning_search search = {n->functions, address};
    size_t i = partition_point(n->n, begins_before, &search);
    if (i < n->n && n->functions[i]->begin == address)
        n->line += tables_print(&n->tables, n->b, n->functions[i],
                                binary_other_part(n->b, n->functions[i]), n->l->file);
}

/* Copies the text, with source lines where they change, and tables after the first instruction of
 * their function. A function begins without a source line. */
static void annotate(struct annotation *n, FILE *from)
{
    char *text = NULL;
    size_t room = 0;
    uint64_t address;
    bool begins = false;
    for (ssize_t size; (size = getline(&text, &room, from)) > 0;) {
        bool instruction = listing_instruction(text, &address);
        if (instruction)
            put_instruction(n, address);
        else
            n->last = (struct binary_line){0};
        fwrite(text, 1, (size_t)size, n->l->file);
        n->line++;
        if (instruction && begins)
            put_tables(n, address);
        begins = !instruction && (begins || listing_function(text, &address));
    }
    free(text);
}

static int compare_addresses(const void *one, const void *other)
{
    const struct listed_instruction *a = one, *b = other;
    return (a->address > b->address) - (a->address < b->address);
}

bool listing_create(struct listing *l, struct binary *b,
                    const struct binary_function *const *functions, size_t n, struct diag *d)
{
    FILE *from = tmpfile();
    *l = (struct listing){.file = tmpfile()};
    bool good = from && l->file;
    if (!good)
        diag_error(d, (struct where){0}, "can't create a temporary file: %s", strerror(errno));
    good = good && disassemble(b, functions, n, from, d);
    if (good) {
        struct annotation to = {.l = l, .b = b, .functions = functions, .n = n};
        rewind(from);
        tables_find(&to.tables, from);
        rewind(from);
        annotate(&to, from);
        tables_free(&to.tables);
        good = fflush(l->file) == 0;
        if (!good)
            diag_error(d, (struct where){0}, "can't write a temporary file: %s", strerror(errno));
        rewind(l->file);
        array_sort(l, compare_addresses);
    }
    file_drop(from);
    if (!good)
        listing_free(l);
    return good;
}

/* ---- queries ---- */

uint32_t listing_line(const struct listing *l, uint64_t address)
{
    size_t i = FIRST_AT_LEAST_64(l->at, l->n, struct listed_instruction, address, address);
    return i < l->n && l->at[i].address == address ? l->at[i].line : 0;
}

bool listing_address(const struct listing *l, uint32_t line, uint64_t *address)
{
    /* objdump prints by address */
    size_t i = FIRST_AT_LEAST(l->at, l->n, struct listed_instruction, line, line);
    if (i == l->n || l->at[i].line != line)
        return false;
    *address = l->at[i].address;
    return true;
}

void listing_free(struct listing *l)
{
    file_drop(l->file);
    array_release(l->at);
    *l = (struct listing){0};
}
