/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/preprocess.h"
#include "base/file.h"
#include "base/array.h"
#include "base/command.h"
#include "base/util.h"
#include "frontend/reading/included.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    INCLUDES_SKIPPED = 200, /* missing files in one source; each needs another run of cpp */
    OUTPUT_MOST = 1 << 30,  /* bytes that cpp may print */
};

/* One run of cpp, with unnamed files for its three streams. */
struct run {
    FILE *in, *out, *err;
    ARRAY(char *) words; /* arguments, NULL-terminated */
    char *folder;        /* "-I" and the source's folder */
};

bool preprocess_wanted(const struct source *s, const struct front_options *o)
{
    static const char *const suffixes[] = {".F",   ".FOR", ".FTN", ".F77", ".FPP", ".fpp",
                                           ".F90", ".F95", ".F03", ".F08", ".F18"};
    const char *dot = strrchr(s->path, '.');
    bool wanted = o->cpp == CPP_ALWAYS;
    for (size_t i = 0; dot && o->cpp == CPP_BY_SUFFIX && i < COUNT_OF(suffixes); i++)
        wanted |= strcmp(dot, suffixes[i]) == 0;
    return wanted && s->size && (o->cpp_options.n || s->text[0] == '#' || strstr(s->text, "\n#"));
}

/* The compiler's include directory, searched when a file is missing. */
struct compiler {
    struct arena arena;
    struct compiler_folder own;
};

/* ---- the command ---- */

static void add_word(struct run *r, const char *word)
{
    *array_push(&r->words) = (char *)word;
}

/* Builds the command line of cpp. own: the compiler's include directory, NULL = not searched. */
static void build_command(struct run *r, const struct source *s, const struct front_options *o,
                          const char *own)
{
    static const char *const first[] = {"cpp", "-traditional-cpp", "-undef", "-nostdinc",
                                        "-D__GFORTRAN__=1"};
    for (size_t i = 0; i < COUNT_OF(first); i++)
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
    r->err = tmpfile();
    return r->in && r->out && r->err;
}

static void close_run(struct run *r)
{
    FILE *files[] = {r->in, r->out, r->err};
    for (int i = 0; i < 3; i++)
        file_drop(files[i]);
    array_free(&r->words);
    free(r->folder);
}

/* Writes the input of cpp. A line marker gives it the name of the user's file. */
static bool write_input(struct run *r, const struct source *s)
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

/* ---- messages of cpp ---- */

/* A message of cpp, "FILE:LINE:COL: error: MESSAGE". */
struct cpp_message {
    char *file, *message;
    long line;
    bool error, no_file;
};

static bool split_message(char *text, struct cpp_message *m)
{
    static const char *const kinds[] = {"fatal error: ", "error: ", "warning: "};
    char *message = NULL;
    for (int i = 0; i < 3 && !message; i++) {
        message = strstr(text, kinds[i]);
        m->error = i < 2;
        m->message = message ? message + strlen(kinds[i]) : NULL;
    }
    if (!message)
        return false;
    m->no_file = strstr(m->message, ": No such file");
    char *colon = strchr(text, ':');
    m->file = text;
    m->line = colon && colon < message ? strtol(colon + 1, NULL, 10) : 0;
    *(m->line ? colon : text) = '\0';
    m->message[strcspn(m->message, "\n")] = '\0';
    return true;
}

static struct where message_where(struct source *s, const struct cpp_message *m)
{
    if (strcmp(m->file, s->path) == 0 && m->line > 0)
        return source_line_where(s, (size_t)m->line, 0);
    return (struct where){.file = s->path};
}

/* Whether the n bytes at line are a # line that contains the name. */
static bool is_include_of(const char *line, size_t n, const char *name, size_t name_n)
{
    for (size_t i = 1; n > 0 && line[0] == '#' && i + name_n <= n; i++)
        if (memcmp(line + i, name, name_n) == 0)
            return true;
    return false;
}

/* Returns the number of the # line of s that contains the name: last, or the line before it,
 * because cpp -traditional-cpp reports the line after; 0 = neither. */
static size_t include_line(struct source *s, long last, const char *name, size_t name_n)
{
    for (long at = last - 1; at <= last; at++) {
        size_t n = 0;
        bool there = at > 0 && (size_t)at <= source_line_count(s);
        const char *line = there ? source_line(s, (size_t)at, &n) : NULL;
        if (line && is_include_of(line, n, name, name_n))
            return (size_t)at;
    }
    return 0;
}

/* Reads a line "In file included from a.h:3," or "from FILE:LINE:" before a message. Returns the
 * line of s that it names, if any, else before. */
static long included_from(const struct source *s, const char *text, long before)
{
    const char *from = strstr(text, "from ");
    size_t n = strlen(s->path);
    if (!from || strncmp(from + 5, s->path, n) != 0 || from[5 + n] != ':')
        return before;
    return strtol(from + 6 + n, NULL, 10);
}

/* Returns the line of s where cpp stopped at a missing file; 0 = it did not. */
static size_t find_missing_include(struct run *r, struct source *s, struct cpp_message *m,
                                   char *text, int n)
{
    long from = 0;
    rewind(r->err);
    while (fgets(text, n, r->err)) {
        from = included_from(s, text, from);
        if (!split_message(text, m) || !m->no_file)
            continue;
        if (strcmp(m->file, s->path) == 0)
            return include_line(s, m->line, m->message, strcspn(m->message, ":"));
        return include_line(s, from, "include", 7);
    }
    return 0;
}

/* Handles a missing #include file: searches the compiler's directory, else reports an error and
 * removes the line from s. True if cpp must run again. */
static bool handle_missing_include(struct run *r, struct source *s, const struct front_options *o,
                                   struct compiler *c, struct diag *d)
{
    char text[2000];
    struct cpp_message m;
    size_t n, at = find_missing_include(r, s, &m, text, sizeof text);
    if (!at)
        return false;
    if (!c->own.asked && find_compiler_folder(&c->own, &c->arena, o))
        return true;
    diag_error(d, source_line_where(s, at, 0), "cpp: %s; add its directory with -I", m.message);
    const char *line = source_line(s, at, &n);
    memset(s->text + (line - s->text), ' ', n);
    return true;
}

/* Reports the errors of cpp in d. */
static void report_messages(struct run *r, struct source *s, struct diag *d)
{
    char text[2000];
    struct cpp_message m;
    rewind(r->err);
    while (fgets(text, sizeof text, r->err))
        if (split_message(text, &m) && m.error)
            diag_error(d, message_where(s, &m), "cpp: %s", m.message);
}

/* ---- runs ---- */

/* Replaces the text of s by the output of cpp. */
static bool replace_text(struct run *r, struct source *s)
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

/* Runs cpp once. True if it must run again. */
static bool run_cpp(struct source *s, const struct front_options *o, struct compiler *c, bool last,
                    struct diag *d)
{
    struct run r = {0};
    bool again = false;
    build_command(&r, s, o, c->own.path);
    int error = open_streams(&r) && write_input(&r, s)
                    ? command_run(r.words.at, (FILE *[]){r.in, r.out, r.err})
                    : errno;
    if (error == ENOENT)
        diag_error(d, (struct where){.file = s->path},
                   "this file needs the C preprocessor, and no 'cpp' is on the PATH: "
                   "install it, or preprocess the file before kma");
    else if (error)
        diag_error(d, (struct where){.file = s->path}, "can't run the C preprocessor 'cpp': %s",
                   strerror(error));
    else if (!(again = !last && handle_missing_include(&r, s, o, c, d)))
        report_messages(&r, s, d);
    if (!error && !again && !replace_text(&r, s))
        diag_error(d, (struct where){.file = s->path},
                   "can't read the output of cpp, or it is longer than 1 GB");
    close_run(&r);
    return again;
}

void preprocess(struct source *s, const struct front_options *o, struct diag *d)
{
    struct compiler c = {0};
    for (int i = 0; run_cpp(s, o, &c, i == INCLUDES_SKIPPED, d); i++)
        ;
    arena_free(&c.arena);
}
