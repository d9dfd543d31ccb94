/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/kma/regions.h"

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/keyfile.h"
#include "base/outfile.h"
#include "base/textstream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads one line of the file into the table. */
static void read_region(struct region_file *f, const struct key_entry *e, struct diag *d)
{
    char *end;
    unsigned long n;
    if (strncmp(e->key, "region.", 7) != 0) {
        diag_error(d, e->where, "a line of a table of regions must be 'region.N LOOP'");
        return;
    }
    n = strtoul(e->key + 7, &end, 10);
    if (end == e->key + 7 || *end || n < 1 || n > REGIONS_MOST || !*e->value)
        diag_error(d, e->where, "a region must be region.N with N from 1 to %d, and a loop",
                   REGIONS_MOST);
    else if (!region_put(&f->table, (unsigned)n, e->value))
        diag_error(d, e->where, "this number or loop appears twice; remove one line, or delete the table to begin a new one");
}

/* Whether path still names the open file. Another command may have removed it while this one waited
 * for the lock. */
static bool is_current(int fd, const char *path)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && stat(path, &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/* Opens the file, creating it if needed, and locks it. Returns the descriptor; -1 with errno set.
 */
static int lock_file(const char *path)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0)
            return -1;
        if (flock(fd, LOCK_EX) == 0 && is_current(fd, path))
            return fd;
        int error = errno;
        bool again = error == EINTR || !is_current(fd, path);
        close(fd);
        errno = error;
        if (!again)
            return -1;
    }
}

static void remove_lock(void *path)
{
    unlink(path);
}

bool region_file_open(struct region_file *f, const char *path, struct arena *a, struct diag *d)
{
    struct source *s = ARENA_NEW(a, struct source);
    long errors = d->errors;
    *f = (struct region_file){
        .path = path, .lock_path = arena_printf(a, "%s.lock", path), .table.arena = a};
    cleanup_add(remove_lock, (void *)f->lock_path);
    int fd = lock_file(f->lock_path);
    if (fd < 0) {
        cleanup_drop(f->lock_path);
        diag_error(d, (struct where){.file = path}, "cannot write the table of region numbers: %s", strerror(errno));
        return false;
    }
    f->lock = fd;
    if (access(path, F_OK) == 0 && source_read(s, path, d)) {
        f->text = xmalloc(s->size + 1);
        memcpy(f->text, s->text, s->size);
        f->size = s->size;
        struct keyfile k = keyfile_read(a, s, d);
        for (size_t i = 0; i < k.n; i++)
            read_region(f, &k.at[i], d);
        source_free(s);
    }
    f->known = f->table.ids.n;
    return d->errors == errors;
}

/* Returns the new contents of the file, to be freed by the caller. */
static char *new_text(const struct region_file *f, size_t *size)
{
    struct text_stream t;
    FILE *to = text_open(&t);
    if (!f->size && !f->table.ids.n) /* a table without loops is not an empty file */
        fputs("# region.N LOOP\n", to);
    if (f->size) /* text is NULL where there was no file */
        fwrite(f->text, 1, f->size, to);
    if (f->size && f->text[f->size - 1] != '\n')
        fputc('\n', to);
    for (size_t i = f->known; i < f->table.ids.n; i++) {
        const char *id = f->table.ids.at[i], *quote = strchr(id, '#') ? "\"" : "";
        fprintf(to, "region.%zu %s%s%s\n", i + 1, quote, id, quote);
    }
    text_close(&t);
    *size = t.size;
    return t.text;
}

bool region_file_write(struct region_file *f, struct diag *d)
{
    struct outfile o;
    if (f->known == f->table.ids.n && f->size)
        return true;
    if (!outfile_open(&o, f->path, d))
        return false;
    size_t size;
    char *text = new_text(f, &size);
    fwrite(text, 1, size, o.f);
    bool ok = outfile_commit(&o, d);
    free(ok ? f->text : text);
    if (ok) {
        f->text = text;
        f->size = size;
        f->known = f->table.ids.n;
    }
    return ok;
}

void region_file_close(struct region_file *f)
{
    if (f->lock > 0) {
        unlink(f->lock_path); /* before the unlock: a waiting command then creates a new file */
        close(f->lock);
        cleanup_drop(f->lock_path);
    }
    region_table_free(&f->table);
    free(f->text);
    *f = (struct region_file){0};
}
