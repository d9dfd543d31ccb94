/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a counted process. Everything but files_find_folder() is async-signal-safe. */
#include "counts/runtime/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = 24, SEQUENCE_MOST = 1000000 };

/* ---- lines ---- */

/* Returns the bytes that can be added: one is left for the end of the line. */
static size_t room_of(const struct count_line *l)
{
    return sizeof l->text - 1 - l->n;
}

static void end_line(struct count_line *l, char end)
{
    l->text[l->n++] = end;
}

static void add_bytes(struct count_line *l, const char *text, size_t n)
{
    n = n < room_of(l) ? n : room_of(l);
    memcpy(l->text + l->n, text, n);
    l->n += n;
}

void line_add(struct count_line *l, const char *text)
{
    add_bytes(l, text, strlen(text));
}

static void add_digits(struct count_line *l, uint64_t number, unsigned base)
{
    char digits[DIGITS];
    size_t n = sizeof digits;
    do
        digits[--n] = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    add_bytes(l, digits + n, sizeof digits - n);
}

void line_add_number(struct count_line *l, uint64_t number)
{
    add_bytes(l, "\t", 1);
    add_digits(l, number, 10);
}

void line_add_hexadecimal(struct count_line *l, uint64_t number)
{
    add_bytes(l, "\t", 1);
    add_digits(l, number, 16);
}

void line_add_unit(struct count_line *l, uint64_t identity, const char *name)
{
    line_add_hexadecimal(l, identity);
    line_add_name(l, name);
}

void line_add_name(struct count_line *l, const char *name)
{
    add_bytes(l, "\t", 1);
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        char octal[4] = {'\\', (char)('0' + (c >> 6)), (char)('0' + (c >> 3 & 7)),
                         (char)('0' + (c & 7))};
        bool escaped = c < ' ' || c == '\\' || c == 127;
        if (escaped && room_of(l) < sizeof octal)
            return;
        if (escaped)
            add_bytes(l, octal, sizeof octal);
        else
            add_bytes(l, name, 1);
    }
}

/* ---- messages ---- */

void files_report(const char *what, const char *name, int error)
{
    struct count_line l = {.n = 0};
    line_add(&l, "macs counts: ");
    line_add(&l, what);
    line_add(&l, name);
    const char *reason = error == ENOENT                      ? ": the directory does not exist"
                         : error == EACCES                    ? ": permission denied"
                         : error == EROFS                     ? ": the file system is read-only"
                         : error == ENOSPC                    ? ": no space left on the device"
                         : error == EDQUOT                    ? ": the disk quota is exceeded"
                         : error == ENOTDIR                   ? ": it is not in a directory"
                         : error == EMFILE || error == ENFILE ? ": too many open files"
                         : error == EFBIG  ? ": the limit of file sizes (RLIMIT_FSIZE) is too low"
                         : error == ENOMEM ? ": no memory left"
                                           : "";
    line_add(&l, reason);
    line_add(&l, "; the program continues, but its counts are incomplete\n");
    ssize_t written = write(STDERR_FILENO, l.text, l.n);
    (void)written;
}

/* ---- limits ---- */

/* Limits that the program set for itself. Files of counts are written with its hard limits: with
 * the soft limit of file sizes, the kernel would end the program. */
struct own_limits {
    struct rlimit size, files;
    bool changed;
};

static void raise_limits(struct own_limits *l)
{
    l->changed = getrlimit(RLIMIT_FSIZE, &l->size) == 0 &&
                 getrlimit(RLIMIT_NOFILE, &l->files) == 0 &&
                 (l->size.rlim_cur < l->size.rlim_max || l->files.rlim_cur < l->files.rlim_max);
    if (!l->changed)
        return;
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){l->size.rlim_max, l->size.rlim_max});
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){l->files.rlim_max, l->files.rlim_max});
}

static void restore_limits(const struct own_limits *l)
{
    int error = errno;
    if (l->changed) {
        setrlimit(RLIMIT_FSIZE, &l->size);
        setrlimit(RLIMIT_NOFILE, &l->files);
    }
    errno = error;
}

/* Returns whether a file can have that size. */
static bool is_permitted(size_t bytes)
{
    struct rlimit l;
    bool permitted = getrlimit(RLIMIT_FSIZE, &l) != 0 || bytes <= l.rlim_cur;
    if (!permitted)
        errno = EFBIG;
    return permitted;
}

/* ---- names ---- */

/* Stores the name of a file of the process: FOLDER/PID-K and the ending. */
static void set_path(const struct count_files *f, struct count_line *path, const char *ending)
{
    path->n = 0;
    add_bytes(path, f->folder, f->n);
    line_add(path, "/");
    add_digits(path, (uint64_t)f->pid, 10);
    line_add(path, "-");
    add_digits(path, (uint64_t)f->sequence, 10);
    line_add(path, ending);
    end_line(path, 0);
}

void files_find_folder(struct count_files *f)
{
    const char *name = secure_getenv("MACS_COUNTS");
    f->n = 0;
    if (!name || !*name)
        return;
    char *here = *name == '/' ? NULL : getcwd(NULL, 0);
    size_t before = here ? strlen(here) + 1 : 0, n = strlen(name);
    if ((*name == '/' || here) && before + n + 64 < sizeof f->folder) {
        if (here)
            memcpy(f->folder, here, before - 1), f->folder[before - 1] = '/';
        memcpy(f->folder + before, name, n + 1);
        f->n = before + n;
        mkdir(f->folder, 0777);
    } else {
        files_report("the name of the directory is too long: ", name, 0);
    }
    free(here);
}

/* ---- the index ---- */

void files_append(const struct count_files *f, struct count_line *l)
{
    struct count_line path;
    set_path(f, &path, ".index");
    struct own_limits limits;
    struct stat now = {.st_size = 0};
    raise_limits(&limits);
    int fd = open(path.text, O_WRONLY | O_APPEND | O_CLOEXEC);
    end_line(l, '\n');
    if (fd < 0 || fstat(fd, &now) != 0 || !is_permitted((size_t)now.st_size + l->n) ||
        write(fd, l->text, l->n) != (ssize_t)l->n)
        files_report("cannot write ", path.text, errno);
    if (fd >= 0)
        close(fd);
    restore_limits(&limits);
}

static void append_first_lines(const struct count_files *f)
{
    struct count_line l = {.n = 0};
    char program[COUNT_PATH];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    line_add(&l, "macs-counts\t1\nprocess");
    line_add_number(&l, (uint64_t)f->pid);
    line_add_number(&l, (uint64_t)getppid());
    line_add(&l, "\nprogram");
    line_add_name(&l, program);
    files_append(f, &l);
}

bool files_create_index(struct count_files *f)
{
    struct count_line path;
    struct own_limits limits;
    int fd = -1;
    f->pid = getpid();
    raise_limits(&limits);
    for (f->sequence = 0; fd < 0 && f->sequence < SEQUENCE_MOST; f->sequence++) {
        set_path(f, &path, ".index");
        fd = open(path.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    restore_limits(&limits);
    if (fd < 0) {
        files_report("cannot create ", path.text, errno);
        return false;
    }
    f->sequence--;
    close(fd);
    append_first_lines(f);
    return true;
}

/* ---- blocks ---- */

int files_open_block(const struct count_files *f, unsigned slot, const char *name)
{
    struct count_line path, ending = {.n = 0};
    line_add(&ending, "-");
    add_digits(&ending, slot, 10);
    line_add(&ending, name);
    end_line(&ending, 0);
    set_path(f, &path, ending.text);
    struct own_limits limits;
    raise_limits(&limits);
    int fd = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    restore_limits(&limits);
    if (fd < 0)
        files_report("cannot create ", path.text, errno);
    return fd;
}

static bool write_zeros(int fd, size_t from, size_t to)
{
    static const char zeros[COUNT_HEADER];
    for (; from < to; from += sizeof zeros)
        if (pwrite(fd, zeros, sizeof zeros, (off_t)from) != (ssize_t)sizeof zeros)
            return false;
    return true;
}

static bool allocate_space(int fd, size_t from, size_t to)
{
    errno = 0;
    if (!is_permitted(to))
        return false;
    return fallocate(fd, 0, (off_t)from, (off_t)(to - from)) == 0 ||
           ((errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL || errno == EINTR) &&
            write_zeros(fd, from, to));
}

/* Space is allocated now: without space, a later increment would end the program by SIGBUS. */
bool files_extend(const struct count_files *f, int fd, size_t from, size_t to, const void *h,
                  size_t bytes)
{
    struct own_limits limits;
    raise_limits(&limits);
    bool done = allocate_space(fd, from, to) && (!h || pwrite(fd, h, bytes, 0) == (ssize_t)bytes);
    restore_limits(&limits);
    if (!done)
        files_report("cannot extend a file in ", f->folder, errno);
    return done;
}
