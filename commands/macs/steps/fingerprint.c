/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs/steps/fingerprint.h"
#include "base/checksum.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

fingerprint fingerprint_bytes(fingerprint p, const void *bytes, size_t n)
{
    return checksum_add(p, bytes, n);
}

fingerprint fingerprint_text(fingerprint p, const char *text)
{
    return fingerprint_bytes(p, text, strlen(text) + 1);
}

bool fingerprint_file(fingerprint *p, const char *path)
{
    char block[1 << 16];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        *p = fingerprint_bytes(*p, block, n);
    return file_close(f);
}

bool fingerprint_file_state(fingerprint *p, const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return false;
    uint64_t facts[] = {(uint64_t)s.st_size, (uint64_t)s.st_mtim.tv_sec,
                        (uint64_t)s.st_mtim.tv_nsec, (uint64_t)s.st_ino};
    *p = fingerprint_bytes(*p, facts, sizeof facts);
    return true;
}
