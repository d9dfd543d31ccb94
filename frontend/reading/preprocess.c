/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/preprocess.h"
#include "base/file.h"
#include "base/array.h"
#include "base/command.h"
#include "frontend/reading/included.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    INCLUDES_SKIPPED = 200, /* missing files in one source, each another run of cpp */
    OUTPUT_MOST = 1 << 30,  /* bytes that cpp may print */
};

/* One run of cpp: files without names for its three streams. */
struct run {
    FILE *in, *out, *said;
    ARRAY(char *) words; /* of the command, NULL behind the last */
    char *folder;        /* "-I" and the source's folder */
};

bool preprocess_wanted(const struct source *s, const struct front_options *o)
{
    static const char *const suffixes[] = {".F",   ".FOR", ".FTN", ".F77", ".FPP", ".fpp",
                                           ".F90", ".F95", ".F03", ".F08", ".F18"};
    const char *dot = strrchr(s->path, '.');
    bool wanted = o->cpp == CPP_ALWAYS;
    for (size_t i = 0; dot && o->cpp == CPP_BY_SUFFIX && i < sizeof suffixes / sizeof *suffixes;
         i++)
        wanted |= strcmp(dot, suffixes[i]) == 0;
    return wanted && s->size &&
           (o->cpp_options.n || s->text[0] == '#' || strstr(s->text, "\n#") != NULL);
}

/* What the compiler brings, found when a file is missing. */
struct compiler {
    struct arena arena;
    struct own_folder own;
};

/* ---- the command ---- */

static void add_word(struct run *r, const char *word)
{
    *array_push(&r->words) = (char *)word;
}

/* own: the compiler's folder, NULL = not looked into. */
static void make_command(struct run *r, const struct source *s, const struct front_options *o,
                         const char *own)
{
    static const char *const first[] = {"cpp", "-traditional-cpp", "-undef", "-nostdinc",
                                        "-D__GFORTRAN__=1"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add_word(r, first[i]);
    const char *slash = strrchr(s->path, '/');
    size_t n = slash > s->path ? (size_t)(slash - s->path) : 1;
    r->folder = xmalloc(n + 3);
    snprintf(r->folder, n + 3, "-I%s", slash ? s->path : ".");
    add_word(r, r->folder);
    for (int i = 0; i < o->include.n; i++) {
        add_word(r, "-I");
        add_word(r, o->include.at[i]);
    }
    for (int i = 0; i < o->cpp_options.n; i++)
        add_word(r, o->cpp_options.at[i]);
    if (own) {
        add_word(r, "-I");
        add_word(r, own);
    }
    add_word(r, "-");
    add_word(r, NULL);
}

static bool open_streams(struct run *r)
{
    r->in = tmpfile();
    r->out = tmpfile();
    r->said = tmpfile();
    return r->in && r->out && r->said;
}

static void close_run(struct run *r)
{
    FILE *files[] = {r->in, r->out, r->said};
    for (int i = 0; i < 3; i++)
        file_drop(files[i]);
    array_free(&r->words);
    free(r->folder);
}

/* The mark makes cpp call its input by the user's name. */
static bool put_input(struct run *r, const struct source *s)
{
    fputs("# 1 \"", r->in);
    for (const char *p = s->path; *p; p++) {
        if (*p == '"' || *p == '\\')
            fputc('\\', r->in);
        fputc(*p, r->in);
    }
    fputs("\"\n", r->in);
    fwrite(s->text, 1, s->size, r->in);
    return fflush(r->in) == 0 && !ferror(r->in) && lseek(fileno(r->in), 0, SEEK_SET) == 0;
}

/* ---- what it says ---- */

/* "FILE:LINE:COL: error: MESSAGE" of cpp. */
struct said {
    char *file, *message;
    long line;
    bool error, no_file;
};

static bool split_said(char *text, struct said *said)
{
    static const char *const kinds[] = {"fatal error: ", "error: ", "warning: "};
    char *message = NULL;
    for (int i = 0; i < 3 && !message; i++) {
        message = strstr(text, kinds[i]);
        said->error = i < 2;
        said->message = message ? message + strlen(kinds[i]) : NULL;
    }
    if (!message)
        return false;
    said->no_file = strstr(said->message, ": No such file") != NULL;
    char *colon = strchr(text, ':');
    said->file = text;
    said->line = colon && colon < message ? strtol(colon + 1, NULL, 10) : 0;
    *(said->line ? colon : text) = '\0';
    said->message[strcspn(said->message, "\n")] = '\0';
    return true;
}

static struct where said_where(struct source *s, const struct said *said)
{
    if (strcmp(said->file, s->path) == 0 && said->line > 0)
        return source_line_where(s, (size_t)said->line, 0);
    return (struct where){.file = s->path};
}

/* Whether the n bytes at line are a # line that holds the name. */
static bool includes(const char *line, size_t n, const char *name, size_t name_n)
{
    for (size_t i = 1; n > 0 && line[0] == '#' && i + name_n <= n; i++)
        if (memcmp(line + i, name, name_n) == 0)
            return true;
    return false;
}

/* The number of the # line of s that holds the name: last or, as cpp with
 * -traditional-cpp names the line behind, the one before; 0 = neither. */
static size_t include_line(struct source *s, long last, const char *name, size_t name_n)
{
    for (long at = last - 1; at <= last; at++) {
        size_t n = 0;
        bool there = at > 0 && (size_t)at <= source_line_count(s);
        const char *line = there ? source_line(s, (size_t)at, &n) : NULL;
        if (line && includes(line, n, name, name_n))
            return (size_t)at;
    }
    return 0;
}

/* "In file included from a.h:3," and "from FILE:LINE:" lines in front of a
 * message: the line of s they name, if any, else before. */
static long included_from(const struct source *s, const char *text, long before)
{
    const char *from = strstr(text, "from ");
    size_t n = strlen(s->path);
    if (!from || strncmp(from + 5, s->path, n) != 0 || from[5 + n] != ':')
        return before;
    return strtol(from + 6 + n, NULL, 10);
}

/* The line of s where cpp stopped for a file that is not there; 0 = it did not. */
static size_t missing_include(struct run *r, struct source *s, struct said *said, char *text, int n)
{
    long from = 0;
    rewind(r->said);
    while (fgets(text, n, r->said)) {
        from = included_from(s, text, from);
        if (!split_said(text, said) || !said->no_file)
            continue;
        if (strcmp(said->file, s->path) == 0)
            return include_line(s, said->line, said->message, strcspn(said->message, ":"));
        return include_line(s, from, "include", 7);
    }
    return 0;
}

/* True when cpp is to run again: with the compiler's files, or when a missing #include was taken
 * out of s, after an error about it. */
static bool hear_missing(struct run *r, struct source *s, const struct front_options *o,
                         struct compiler *c, struct diag *d)
{
    char text[2000];
    struct said said;
    size_t n, at = missing_include(r, s, &said, text, sizeof text);
    if (!at)
        return false;
    if (!c->own.asked && own_folder(&c->own, &c->arena, o))
        return true;
    diag_error(d, source_line_where(s, at, 0), "cpp: %s; name its folder with -I", said.message);
    const char *line = source_line(s, at, &n);
    memset(s->text + (line - s->text), ' ', n);
    return true;
}

/* Hands cpp's errors on. */
static void hear(struct run *r, struct source *s, struct diag *d)
{
    char text[2000];
    struct said said;
    rewind(r->said);
    while (fgets(text, sizeof text, r->said))
        if (split_said(text, &said) && said.error)
            diag_error(d, said_where(s, &said), "cpp: %s", said.message);
}

/* ---- all ---- */

/* What cpp printed takes the place of the text. */
static bool take_output(struct run *r, struct source *s)
{
    ARRAY(char) text = {0};
    char part[1 << 14];
    rewind(r->out);
    for (size_t n; text.n <= OUTPUT_MOST && (n = fread(part, 1, sizeof part, r->out)) > 0;)
        for (size_t i = 0; i < n; i++)
            *array_push(&text) = part[i];
    bool ok = !ferror(r->out) && text.n <= OUTPUT_MOST;
    if (ok) {
        const char *path = s->path;
        source_free(s);
        source_from_bytes(s, path, text.at, text.n);
    }
    array_free(&text);
    return ok;
}

/* One run; true when there must be another one. */
static bool run_once(struct source *s, const struct front_options *o, struct compiler *c, bool last,
                     struct diag *d)
{
    struct run r = {0};
    bool again = false;
    make_command(&r, s, o, c->own.path);
    int fault = open_streams(&r) && put_input(&r, s)
                    ? command_run(r.words.at, (FILE *[]){r.in, r.out, r.said})
                    : errno;
    if (fault == ENOENT)
        diag_error(d, (struct where){.file = s->path},
                   "this file is for the C preprocessor, and there is no 'cpp' on the PATH: "
                   "install it, or give kma what another one makes of the file");
    else if (fault)
        diag_error(d, (struct where){.file = s->path}, "can't run the C preprocessor 'cpp': %s",
                   strerror(fault));
    else if (!(again = !last && hear_missing(&r, s, o, c, d)))
        hear(&r, s, d);
    if (!fault && !again && !take_output(&r, s))
        diag_error(d, (struct where){.file = s->path},
                   "can't read what cpp printed, or it is more than 1 GB");
    close_run(&r);
    return again;
}

void preprocess(struct source *s, const struct front_options *o, struct diag *d)
{
    struct compiler c = {0};
    for (int i = 0; run_once(s, o, &c, i == INCLUDES_SKIPPED, d); i++)
        ;
    arena_free(&c.arena);
}
