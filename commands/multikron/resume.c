/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/multikron/resume.h"
#include "base/arena.h"
#include "base/keyfile.h"
#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_BYTES = 256 * 1024 };
struct resume_note {
    uint64_t stream, bytes, hash; /* hash: of the first `bytes` of the file */
};

/* Continues a hash that detects accidental changes; it is not cryptographic. */
static uint64_t hash_bytes(uint64_t h, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
        h ^= h >> 29;
    }
    return h;
}

/* Computes the hash of the first bytes of a file. Returns false if it is shorter or unreadable. */
static bool hash_file(int fd, uint64_t bytes, uint64_t *hash)
{
    uint8_t *block = xmalloc(BLOCK_BYTES);
    uint64_t at = 0;
    *hash = UINT64_C(0xcbf29ce484222325);
    while (at < bytes) {
        size_t most = bytes - at < BLOCK_BYTES ? (size_t)(bytes - at) : BLOCK_BYTES;
        ssize_t n = pread(fd, block, most, (off_t)at);
        if (n <= 0)
            break;
        *hash = hash_bytes(*hash, block, (size_t)n);
        at += (uint64_t)n;
    }
    free(block);
    return at == bytes;
}

/* Reads a hexadecimal number; 0 = invalid. */
static uint64_t read_hex_number(const char *text)
{
    char *end;
    uint64_t value = strtoull(text, &end, 16);
    return *end || strspn(text, "0123456789abcdef") != strlen(text) ? 0 : value;
}

/* Reads FILE.stream; all zeroes = it does not exist or is invalid. */
static struct resume_note read_note(const char *path)
{
    struct resume_note s = {0};
    struct source source;
    struct diag quiet = {.quiet = true};
    struct arena a = {0};
    if (!source_read(&source, path, &quiet))
        return s;
    struct keyfile k = keyfile_read(&a, &source, &quiet);
    for (size_t i = 0; i < k.n; i++) {
        uint64_t value = read_hex_number(k.at[i].value);
        s.stream = strcmp(k.at[i].key, "stream") == 0 ? value : s.stream;
        s.bytes = strcmp(k.at[i].key, "bytes") == 0 ? value : s.bytes;
        s.hash = strcmp(k.at[i].key, "hash") == 0 ? value : s.hash;
    }
    arena_free(&a);
    source_free(&source);
    return s;
}

/* Writes FILE.stream. Returns false if that fails. */
static bool write_note(const char *path, const struct resume_note *s)
{
    struct outfile o;
    struct diag quiet = {.quiet = true};
    if (!outfile_open(&o, path, &quiet))
        return false;
    fprintf(o.f,
            "# multikron send continues this stream\nstream %" PRIx64 "\nbytes %" PRIx64
            "\nhash %" PRIx64 "\n",
            s->stream, s->bytes, s->hash);
    return outfile_commit(&o, &quiet);
}

/* Returns a random stream number; 0 = failed. */
static uint64_t new_stream(void)
{
    uint64_t stream = 0;
    while (stream == 0)
        if (getrandom(&stream, sizeof stream, 0) != sizeof stream)
            return 0;
    return stream;
}

uint64_t resume_stream(const char *path, int fd, struct diag *d)
{
    struct stat st;
    uint64_t hash;
    if (strcmp(path, "-") == 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return 0;
    struct arena a = {0};
    const char *note = arena_printf(&a, "%s.stream", path);
    struct resume_note old = read_note(note), now = {.bytes = (uint64_t)st.st_size};
    bool same = old.stream && old.bytes && hash_file(fd, old.bytes, &hash) && hash == old.hash;
    now.stream = same ? old.stream : new_stream();
    if (!hash_file(fd, now.bytes, &now.hash) || !write_note(note, &now)) {
        diag_warning(d, (struct where){.file = note},
                     "cannot write; if %s is sent again, all its samples are stored again", path);
        now.stream = same ? now.stream : 0;
    }
    arena_free(&a);
    return now.stream;
}
