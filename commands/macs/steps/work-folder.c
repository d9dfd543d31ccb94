/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/work-folder.h"

#include "base/file.h"
#include "base/outfile.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first words of "state", followed by the description of the measured program. */
static const char mark[] = "macs-out 1\t";

static void report_errno(struct diag *d, const char *path, const char *what)
{
    diag_error(d, (struct where){.file = path}, "%s: %s", what, strerror(errno));
}

bool folders_make(const char *path, struct diag *d)
{
    char *text = xstrdup(path);
    bool good = true;
    for (char *p = text + 1; good && *p; p++)
        if (*p == '/') {
            *p = '\0';
            good = mkdir(text, 0777) == 0 || errno == EEXIST;
            *p = '/';
        }
    good = good && (mkdir(text, 0777) == 0 || errno == EEXIST);
    if (!good)
        report_errno(d, path, "cannot create the directory");
    free(text);
    return good;
}

/* ---- ownership ---- */

static const char temporary_state[] = ".state.macs-"; /* of base/temporary.h */

/* Returns whether the directory contains only files of a macs that was killed at its start. */
static bool is_empty(const char *path)
{
    DIR *dir = opendir(path);
    bool empty = true;
    if (!dir)
        return false;
    for (struct dirent *e; empty && (e = readdir(dir));)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
                strncmp(e->d_name, temporary_state, sizeof temporary_state - 1) == 0;
    closedir(dir);
    return empty;
}

static bool report_foreign(const char *path, struct diag *d)
{
    diag_error(
        d, (struct where){.file = path},
        "this exists and was not created by macs: name another directory with -o, or move it");
    return false;
}

/* Writes a new "state" atomically. */
static bool begin_state(const char *path, const char *about, struct diag *d)
{
    struct outfile out;
    if (!outfile_open(&out, path, d))
        return false;
    fprintf(out.f, "%s%s\n", mark, about);
    return outfile_commit(&out, d);
}

/* Files and links of another user could redirect output to another place. */
static bool refuse_other_user(const char *path, uid_t owner, struct diag *d)
{
    diag_error(d, (struct where){.file = path},
               "this belongs to another user (number %lu), who could redirect the output: name "
               "another directory with -o",
               (unsigned long)owner);
    return false;
}

/* Returns whether all files in the directory belong to user `us`. */
static bool entries_are_own(struct arena *a, const char *path, uid_t us, struct diag *d)
{
    DIR *dir = opendir(path);
    bool own = true;
    if (!dir) {
        report_errno(d, path, "cannot be read");
        return false;
    }
    for (struct dirent *e; own && (e = readdir(dir));) {
        const char *entry = arena_printf(a, "%s/%s", path, e->d_name);
        struct stat s;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 || lstat(entry, &s) != 0)
            continue;
        if (s.st_uid != us)
            own = refuse_other_user(entry, s.st_uid, d);
        else if (S_ISDIR(s.st_mode))
            own = entries_are_own(a, entry, us, d);
    }
    closedir(dir);
    return own;
}

/* Returns the owner of files that macs creates in the directory. On some file systems it is not the
 * current user. */
static bool owner_of_new_files(const char *path, struct arena *a, uid_t *owner, struct diag *d)
{
    struct stat s;
    char *name;
    int fd = temporary_file(arena_printf(a, "%s/state", path), &name);
    bool good = fd >= 0 && fstat(fd, &s) == 0;
    if (good)
        *owner = s.st_uid;
    else
        report_errno(d, path, "cannot be written");
    if (fd >= 0)
        unlink(name), close(fd);
    temporary_done(name);
    return good;
}

/* Checks the owner of the directory, and of a symbolic link to it. */
static bool folder_is_own(struct arena *a, const char *path, struct diag *d)
{
    struct stat link, folder;
    uid_t us;
    if (lstat(path, &link) != 0 || stat(path, &folder) != 0 || !S_ISDIR(folder.st_mode))
        return report_foreign(path, d);
    if (S_ISLNK(link.st_mode) && link.st_uid != geteuid())
        return refuse_other_user(path, link.st_uid, d);
    if (!owner_of_new_files(path, a, &us, d))
        return false;
    if (folder.st_uid != us)
        return refuse_other_user(path, folder.st_uid, d);
    return entries_are_own(a, path, us, d);
}

/* Opens a file of the directory. Rejects symbolic links and files with several hard links. */
static FILE *open_own(const char *path, int flags, const char *mode, struct diag *d)
{
    struct stat s;
    int fd = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_nlink == 1) {
        FILE *f = fdopen(fd, mode);
        if (f)
            return f;
        report_errno(d, path, "cannot be opened");
    } else if (fd < 0 && errno != ELOOP)
        report_errno(d, path, "cannot be opened");
    else
        diag_error(d, (struct where){.file = path},
                   "macs writes only to plain files, and this is a link or another kind of file: "
                   "remove it");
    if (fd >= 0)
        close(fd);
    return NULL;
}

/* Opens "state" and locks it. */
static bool lock_state(struct work_folder *f, const char *about, struct diag *d)
{
    const char *path = arena_printf(f->a, "%s/state", f->path);
    if (access(path, F_OK) != 0 && !is_empty(f->path))
        return report_foreign(f->path, d);
    if (access(path, F_OK) != 0 && !begin_state(path, about, d))
        return false;
    f->state = open_own(path, O_RDWR, "r+", d);
    if (!f->state)
        return false;
    if (flock(fileno(f->state), LOCK_EX | LOCK_NB) == 0)
        return true;
    diag_error(d, (struct where){.file = f->path},
               "another macs uses this directory: wait for it, or name another directory with -o");
    return false;
}

/* ---- finished steps ---- */

/* Reads a line without its line end. Returns false if it is truncated. */
static bool read_step_line(struct work_folder *f, char *line, ssize_t n)
{
    struct step_done s;
    char *tab = memchr(line, '\t', (size_t)n);
    if (n < 2 || line[n - 1] != '\n' || !tab)
        return false;
    if (sscanf(tab, "\t%16" SCNx64 "\t%16" SCNx64, &s.from, &s.made) != 2)
        return false;
    s.step = arena_strndup(f->a, line, (size_t)(tab - line));
    *ARENA_PUSH(f->a, f->done, f->n_done) = s;
    return true;
}

/* Reads all lines. Removes a truncated last line from the file. */
static bool read_state(struct work_folder *f, struct diag *d)
{
    char *line = NULL;
    size_t room = 0, length = sizeof mark - 1;
    ssize_t n = getline(&line, &room, f->state);
    bool ours = n > (ssize_t)length && memcmp(line, mark, length) == 0;
    long whole = ftell(f->state);
    if (ours)
        f->about = line[n - 1] == '\n' ? arena_strndup(f->a, line + length, (size_t)n - length - 1)
                                       : ""; /* truncated: start again */
    while (ours && (n = getline(&line, &room, f->state)) > 0 && read_step_line(f, line, n))
        whole = ftell(f->state);
    free(line);
    if (!ours)
        return report_foreign(f->path, d);
    if (fseek(f->state, whole, SEEK_SET) == 0 && ftruncate(fileno(f->state), whole) == 0)
        return true;
    report_errno(d, f->path, "cannot be written");
    return false;
}

static bool has_measured(const struct work_folder *f)
{
    for (size_t i = 0; i < f->n_done; i++)
        if (strncmp(f->done[i].step, WORK_MEASURED, sizeof WORK_MEASURED - 1) == 0)
            return true;
    return false;
}

/* A directory without measurements can be restarted without loss. */
static bool restart(struct work_folder *f, const char *about, struct diag *d)
{
    unlink(arena_printf(f->a, "%s/run.db", f->path));
    f->about = about;
    f->n_done = 0;
    rewind(f->state);
    if (ftruncate(fileno(f->state), 0) == 0 && fprintf(f->state, "%s%s\n", mark, about) > 0 &&
        fflush(f->state) == 0)
        return true;
    report_errno(d, f->path, "cannot be written");
    return false;
}

static bool check_program(struct work_folder *f, const char *about, struct diag *d)
{
    if (strcmp(f->about, about) == 0)
        return true;
    if (!has_measured(f))
        return restart(f, about, d);
    diag_error(d, (struct where){.file = f->path},
               "this contains measurements of %s, not of %s: name another directory with -o, or "
               "remove it",
               f->about, about);
    return false;
}

static bool open_log(struct work_folder *f, struct diag *d)
{
    const char *path = arena_printf(f->a, "%s/log", f->path);
    f->log = open_own(path, O_WRONLY | O_CREAT | O_APPEND, "a", d);
    return f->log;
}

bool work_folder_open(struct work_folder *f, struct arena *a, const char *path, const char *about,
                      struct diag *d)
{
    struct stat s;
    *f = (struct work_folder){.path = path, .a = a};
    if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
        return report_foreign(f->path, d);
    return folders_make(path, d) && folder_is_own(a, path, d) && lock_state(f, about, d) &&
           read_state(f, d) && check_program(f, about, d) && open_log(f, d);
}

static void close_file(struct work_folder *f, FILE *file, const char *name, struct diag *d)
{
    if (file && !file_close(file))
        report_errno(d, arena_printf(f->a, "%s/%s", f->path, name), "not completely written");
}

void work_folder_close(struct work_folder *f, struct diag *d)
{
    close_file(f, f->state, "state", d);
    close_file(f, f->log, "log", d);
}

const struct step_done *work_folder_step(const struct work_folder *f, const char *step)
{
    for (size_t i = f->n_done; i-- > 0;)
        if (strcmp(f->done[i].step, step) == 0)
            return &f->done[i];
    return NULL;
}

bool work_folder_done(struct work_folder *f, const struct step_done *s, struct diag *d)
{
    *ARENA_PUSH(f->a, f->done, f->n_done) = *s;
    if (fprintf(f->state, "%s\t%016" PRIx64 "\t%016" PRIx64 "\n", s->step, s->from, s->made) > 0 &&
        fflush(f->state) == 0 && fsync(fileno(f->state)) == 0)
        return true;
    report_errno(d, f->path, "cannot store the finished step");
    return false;
}
