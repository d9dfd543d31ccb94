/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces libFuzzer in ordinary builds, so that 'make check' tests every target: runs it on each
 * file named, or on each file of a directory named: unchanged, cut short and with noise; after
 * --whole only unchanged. Ignores options of libFuzzer (-NAME=VALUE), as libFuzzer ignores --whole.
 */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CUTS = 40, NOISES = 40, PATH_ROOM = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Noreturn void fail_at(const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(1);
}

/* Copies the data to a block of exactly n bytes, so that a sanitizer finds a read past the end. */
static void feed(const uint8_t *data, size_t n)
{
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact)
        fail_at("memory");
    if (n)
        memcpy(exact, data, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void feed_variants(uint8_t *data, size_t n)
{
    feed(data, n);
    for (size_t i = 0; i < CUTS && i < n; i++)
        feed(data, n <= CUTS ? i : n * i / CUTS);
    uint32_t state = 2463534242u;
    for (int i = 0; i < NOISES && n; i++) {
        size_t at = next_random(&state) % n;
        uint8_t was = data[at];
        data[at] = (uint8_t)next_random(&state);
        feed(data, n);
        data[at] = was;
    }
}

static void replay_file(const char *path, bool whole)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0)
        fail_at(path);
    size_t size = (size_t)st.st_size;
    uint8_t *data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, f) != size)
        fail_at(path);
    fclose(f);
    fprintf(stderr, "%s\n", path);
    if (whole)
        feed(data, size);
    else
        feed_variants(data, size);
    free(data);
}

static int visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static size_t replay(const char *path, bool whole)
{
    struct stat st;
    if (stat(path, &st) != 0)
        fail_at(path);
    if (!S_ISDIR(st.st_mode)) {
        replay_file(path, whole);
        return 1;
    }
    struct dirent **entries;
    int n = scandir(path, &entries, visible, alphasort);
    if (n < 0)
        fail_at(path);
    size_t files = 0;
    for (int i = 0; i < n; i++) {
        char inner[PATH_ROOM];
        snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        files += replay(inner, whole);
        free(entries[i]);
    }
    free(entries);
    return files;
}

int main(int argc, char **argv)
{
    size_t files = 0;
    bool whole = false;
    for (int i = 1; i < argc; i++) {
        whole |= strcmp(argv[i], "--whole") == 0;
        if (argv[i][0] != '-')
            files += replay(argv[i], whole);
    }
    feed((const uint8_t *)"", 0);
    if (files == 0)
        fprintf(stderr, "replay: no input\n");
    return files == 0;
}
