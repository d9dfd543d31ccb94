/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/compilers/programs.h"
#include "base/file.h"
#include "binaries/binary.h"
#include "commands/macs/steps/fingerprint.h"

#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Files and directories that a search examines at most. */
enum { ENTRIES_MOST = 1000000 };

/* ---- identity ---- */

static const char *identity_of_binary(struct arena *a, const struct binary *b)
{
    size_t n_id, n_text;
    uint64_t address;
    const uint8_t *id = binary_build_id(b, &n_id), *text = binary_text(b, &address, &n_text);
    fingerprint p = FINGERPRINT_START;
    const char *identity = "";
    for (size_t i = 0; i < n_id; i++)
        identity = arena_printf(a, "%s%02x", identity, id[i]);
    if (text)
        p = fingerprint_bytes(p, text, n_text);
    return arena_printf(a, "%s-%016" PRIx64, identity, p);
}

const char *program_identity(struct arena *a, const char *path)
{
    const char *why;
    struct binary *b = binary_try(path, &why);
    if (b) {
        const char *identity = identity_of_binary(a, b);
        binary_close(b);
        return identity;
    }
    fingerprint p = FINGERPRINT_START;
    return fingerprint_file(&p, path) ? arena_printf(a, "file-%016" PRIx64, p) : NULL;
}

/* ---- search ---- */

/* Returns whether a file begins as an ELF file does: most files in a tree of sources do not. */
static bool is_elf(const char *path)
{
    char begin[4];
    FILE *f = fopen(path, "re");
    bool elf = f && fread(begin, 1, sizeof begin, f) == sizeof begin &&
               memcmp(begin, "\177ELF", sizeof begin) == 0;
    file_drop(f);
    return elf;
}

static void compare_file(struct arena *a, const char *path, struct program_search *programs,
                         size_t n)
{
    struct arena scratch = {0};
    const char *identity = is_elf(path) ? program_identity(&scratch, path) : NULL;
    for (size_t i = 0; identity && i < n; i++)
        if (strcmp(identity, programs[i].identity) == 0 && !words_contain(&programs[i].paths, path))
            words_add(a, &programs[i].paths, arena_strdup(a, path));
    arena_free(&scratch);
}

void programs_find(struct arena *a, const struct words *folders, const char *without,
                   struct program_search *programs, size_t n)
{
    FTS *tree = folders->n ? fts_open((char *const *)folders->at,
                                      FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL)
                           : NULL;
    long left = ENTRIES_MOST;
    for (FTSENT *e; tree && left > 0 && (e = fts_read(tree)); left--)
        if (e->fts_info == FTS_D && same_file(e->fts_path, without))
            fts_set(tree, e, FTS_SKIP);
        else if (e->fts_info == FTS_F && e->fts_statp->st_mode & S_IXUSR)
            compare_file(a, e->fts_path, programs, n);
    if (tree)
        fts_close(tree);
    for (size_t i = 0; i < n; i++)
        words_sort(&programs[i].paths);
}
