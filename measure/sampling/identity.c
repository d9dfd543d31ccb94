/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/sampling/identity.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Returns the device in the form of the kernel's records. */
static uint64_t device_of(const struct stat *s)
{
    return (uint64_t)major(s->st_dev) << 32 | minor(s->st_dev);
}

static int64_t changed_at(const struct stat *s)
{
    return (int64_t)s->st_mtim.tv_sec * 1000000000 + s->st_mtim.tv_nsec;
}

/* Returns whether stat(2) and the kernel's records name different devices for files there. */
static bool has_other_devices(int fd)
{
    struct statfs s;
    return fstatfs(fd, &s) == 0 && ((unsigned long)s.f_type == BTRFS_SUPER_MAGIC ||
                                    (unsigned long)s.f_type == OVERLAYFS_SUPER_MAGIC);
}

static bool is_mapped_inode(const struct profile_object *o, int fd, const struct stat *s)
{
    return o->inode == s->st_ino && (o->device == device_of(s) || has_other_devices(fd));
}

void identity_store(struct profile_object *o)
{
    struct stat s;
    int fd = o->n_build_id ? -1 : open(o->path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &s) == 0 && is_mapped_inode(o, fd, &s)) {
        o->bytes = (uint64_t)s.st_size;
        o->changed_at = changed_at(&s);
    }
    close(fd);
}

enum identity identity_compare(const struct profile_object *o, int fd, const uint8_t *build_id,
                               size_t n)
{
    struct stat s;
    if (o->n_build_id)
        return n == o->n_build_id && memcmp(build_id, o->build_id, n) == 0 ? IDENTITY_SAME
                                                                           : IDENTITY_OTHER;
    if (!o->inode || fstat(fd, &s) != 0)
        return IDENTITY_UNKNOWN;
    if (!is_mapped_inode(o, fd, &s))
        return IDENTITY_OTHER;
    bool changed = (o->bytes || o->changed_at) &&
                   (o->bytes != (uint64_t)s.st_size || o->changed_at != changed_at(&s));
    return changed ? IDENTITY_CHANGED : IDENTITY_SAME;
}
