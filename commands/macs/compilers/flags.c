/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/flags.h"
#include "base/util.h"
#include "commands/macs/compilers/place.h"

#include <string.h>

#define INCLUDE_FLAG "-I"

enum { LONGEST_NAME = 60 };

static bool is_one_of(const char *word, const char *list)
{
    size_t n = strlen(word);
    for (const char *p = list; *p; p += *p == ' ') {
        size_t length = strcspn(p, " ");
        if (length == n && memcmp(p, word, n) == 0)
            return true;
        p += length;
    }
    return false;
}

static const char *suffix_of(const char *path)
{
    const char *name = strrchr(path, '/');
    const char *dot = strrchr(name ? name : path, '.');
    return dot && dot[1] ? dot + 1 : "";
}

enum file_kind file_kind_of(const char *path)
{
    const char *e = suffix_of(path);
    if (is_one_of(e, "f for ftn f77 fpp F FOR FTN F77 FPP f90 f95 f03 f08 F90 F95 F03 F08"))
        return FILE_FORTRAN;
    if (is_one_of(e, "c s S cc cpp cxx c++ C"))
        return FILE_SOURCE;
    if (is_one_of(e, "o a so lo obj") || strstr(path, ".so."))
        return FILE_LINKED;
    return FILE_OTHER;
}

bool file_is_cpp(const char *path)
{
    return is_one_of(suffix_of(path), "cc cpp cxx c++ C");
}

bool file_is_assembly(const char *path)
{
    return is_one_of(suffix_of(path), "s S");
}

bool file_is_fixed(const char *path)
{
    return is_one_of(suffix_of(path), "f for ftn f77 fpp F FOR FTN F77 FPP");
}

/* Flags that correspond to one option of kma. */
static const char *same_option(const char *flag)
{
    static const char *const table[][2] = {
        {"-ffree-form", "--form=free"},
        {"-ffixed-form", "--form=fixed"},
        {"-cpp", "--cpp"},
        {"-nocpp", "--no-cpp"},
    };
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(flag, table[i][0]) == 0)
            return table[i][1];
    return NULL;
}

/* Flags with a value in the same or the next word: "-Idir", "-I dir". */
static bool add_value_option(struct arena *a, struct words *to, const struct words *flags,
                             const char *root, size_t *i)
{
    static const char *const table[][2] = {
        {INCLUDE_FLAG, "--include=%s"},
        {"-D", "--cpp-option=-D%s"},
        {"-U", "--cpp-option=-U%s"},
    };
    for (size_t t = 0; t < COUNT_OF(table); t++) {
        const char *value = flags->at[*i] + 2, *form = table[t][1];
        if (strncmp(flags->at[*i], table[t][0], 2) != 0)
            continue;
        if (!*value && *i + 1 < flags->n)
            value = flags->at[++*i];
        if (root && strcmp(table[t][0], INCLUDE_FLAG) == 0)
            value = folder_from_root(a, root, value);
        words_addf(a, to, "%.*s%s", (int)(strlen(form) - 2), form, value);
        return true;
    }
    return false;
}

/* -ffixed-line-length-132, and without a limit: -none or -0. */
static bool add_line_length(struct arena *a, struct words *to, const char *flag)
{
    static const char fixed[] = "-ffixed-line-length-", free[] = "-ffree-line-length-";
    bool is_fixed = strncmp(flag, fixed, sizeof fixed - 1) == 0;
    if (!is_fixed && strncmp(flag, free, sizeof free - 1) != 0)
        return false;
    const char *n = flag + (is_fixed ? sizeof fixed : sizeof free) - 1;
    words_addf(a, to, "--line-length=%s", strcmp(n, "0") == 0 ? "none" : n);
    return true;
}

struct words flags_for_kma(struct arena *a, const struct words *flags, const char *root)
{
    struct words to = {.n = 0};
    for (size_t i = 0; i < flags->n; i++) {
        const char *option = same_option(flags->at[i]);
        if (option)
            words_add(a, &to, option);
        else if (!add_value_option(a, &to, flags, root, &i))
            add_line_length(a, &to, flags->at[i]);
    }
    return to;
}

/* Flags that the reference build omits, by their starts. -ffast-math defines a macro and permits
 * the compiler's front end other results. */
static const char *const optimizing[] = {
    "-O",          "-g",           "-flto",          "-ffat-lto",  "-ffast-math", "-funsafe-m",
    "-fassociat",  "-freciprocal", "-ffinite-m",     "-ftree-",    "-fvect",      "-fslp-",
    "-funroll",    "-fprofile-u",  "-fauto-profile", "-floop-",    "-fgraphite",  "-fopt-info",
    "-fwhole-",    "-finline",     "-fdump-",        "-fipa-",     "-mtune=",     "-mprefer-v",
    "-frename-",   "-fsave-opt",   "-Rpass",         "-fsplit-",   "-fno-signed", "-fno-trapping",
    "-fno-math-e", "-fprefetch-l", "-fschedule-in",  "-fmodulo-s", "-fpeel-"};

static bool is_optimizing(const char *flag)
{
    for (size_t i = 0; i < COUNT_OF(optimizing); i++)
        if (strncmp(flag, optimizing[i], strlen(optimizing[i])) == 0)
            return true;
    return false;
}

struct words flags_for_reference(struct arena *a, const struct words *flags)
{
    struct words to = {.n = 0};
    for (size_t i = 0; i < flags->n; i++)
        if (!is_optimizing(flags->at[i]) && !flag_makes_errors(flags->at[i]))
            words_add(a, &to, flags->at[i]);
    words_add(a, &to, "-O0");
    words_add(a, &to, "-g1");
    return to;
}

bool flag_makes_errors(const char *flag)
{
    return strcmp(flag, "-pedantic-errors") == 0 || strcmp(flag, "-Werror") == 0 ||
           strncmp(flag, "-Werror=", 8) == 0;
}

bool flag_is_for_linker(const char *flag)
{
    return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-Wl,", 4) == 0 ||
           (*flag != '-' && file_kind_of(flag) == FILE_LINKED);
}

bool compiler_reports_loops(const char *compiler)
{
    const char *slash = strrchr(compiler, '/');
    return strstr(slash ? slash : compiler, "gfortran");
}

bool compiler_writes_assembly(const char *compiler)
{
    static const char *const names[] = {"gcc", "g++", "gfortran", "clang", "mpi"};
    const char *slash = strrchr(compiler, '/'), *name = slash ? slash + 1 : compiler;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strstr(name, names[i]))
            return true;
    return is_one_of(name, "cc c++ f77 f95");
}

bool flags_lto(const struct words *flags)
{
    bool lto = false;
    for (size_t i = 0; i < flags->n; i++) {
        lto |= strcmp(flags->at[i], "-flto") == 0 || strncmp(flags->at[i], "-flto=", 6) == 0;
        lto &= strcmp(flags->at[i], "-fno-lto") != 0;
    }
    return lto;
}

const char *flags_name(struct arena *a, const struct words *flags)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               ".=+-_";
    char *name = arena_strdup(a, "");
    for (size_t i = 0; i < flags->n; i++) {
        const char *word = flags->at[i] + strspn(flags->at[i], "-");
        if (flag_is_for_linker(flags->at[i]))
            continue;
        name = arena_printf(a, "%s%s%s", name, *name ? "." : "", word);
    }
    for (char *p = name; *p; p++)
        if (!strchr(good, *p))
            *p = '_';
    if (strlen(name) > LONGEST_NAME)
        name[LONGEST_NAME] = '\0';
    if (*name == '.')
        *name = '_';
    return *name ? name : "default";
}
