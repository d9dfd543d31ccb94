/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directory of a collector with a damaged journal: each byte is changed, and the file is
 * truncated to each length. No damage loses a byte of a sample file or changes the owner of a node:
 * opening fails, or the samples that the journal no longer covers are in node-N.cut. */
#include "base/arena.h"
#include "measure/multikron/collect/store.h"
#include "tests/unit/check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NODES = 3, SAMPLE = 16, MOST = 64 * 1024 };

static char folder[] = "/tmp/journal-test.XXXXXX", path[128];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static size_t read_file(const char *name, uint8_t *bytes)
{
    int fd = open(in_folder(name), O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, bytes, MOST);
    if (fd >= 0)
        close(fd);
    return n > 0 ? (size_t)n : 0;
}

static void write_file(const char *name, const uint8_t *bytes, size_t n)
{
    int fd = open(in_folder(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
    close(fd);
}

/* Writes sample k of a node: 16 bytes that differ from every other sample. */
static void sample(uint8_t bytes[SAMPLE], uint32_t node, int k)
{
    memset(bytes, 16, SAMPLE);
    bytes[1] = (uint8_t)node;
    bytes[2] = (uint8_t)k;
}

static const char *owner(uint32_t node)
{
    static const char *const names[NODES] = {"own", "key:alice", "user:1000"};
    return names[node];
}

/* Makes two commits of one sample per node. */
static void fill(void)
{
    struct store s;
    struct diag d = {.quiet = true};
    struct fault why;
    uint8_t bytes[SAMPLE];
    uint64_t next;
    CHECK(store_open(&s, folder, false, &d));
    for (uint32_t node = 0; node < NODES; node++) {
        struct store_node *n = store_add_node(&s, node, owner(node), &why);
        CHECK(n && store_open_file(&s, n, &why) && store_select_stream(n, node + 7, &next, &why));
    }
    for (int k = 0; k < 2; k++) {
        for (uint32_t node = 0; node < NODES; node++) {
            sample(bytes, node, k);
            CHECK(store_append(&s, store_find(&s, node), bytes, SAMPLE, &why));
        }
        CHECK(store_commit(&s, &why));
    }
    store_close(&s);
}

static const char *name_of(uint32_t node, const char *suffix)
{
    static char name[32];
    snprintf(name, sizeof name, "node-%u%s", (unsigned)node, suffix);
    return name;
}

/* Returns whether the file and its .cut file together contain what was written. */
static bool all_there(uint32_t node)
{
    uint8_t bytes[2 * MOST], want[SAMPLE];
    size_t n = read_file(name_of(node, ".mkn"), bytes);
    n += read_file(name_of(node, ".cut"), bytes + n);
    bool right = n == 2 * SAMPLE;
    for (int k = 0; right && k < 2; k++) {
        sample(want, node, k);
        right = memcmp(bytes + k * SAMPLE, want, SAMPLE) == 0;
    }
    return right;
}

/* Opens the directory with that journal and checks that nothing is lost. Returns whether the
 * journal was accepted. */
static bool try_journal(const uint8_t *bytes, size_t n)
{
    struct store s;
    struct diag d = {.quiet = true};
    write_file("collect.journal", bytes, n);
    bool taken = store_open(&s, folder, false, &d);
    for (uint32_t node = 0; node < NODES; node++) {
        const struct store_node *found = taken ? store_find(&s, node) : NULL;
        CHECK(all_there(node));
        CHECK(!found || strcmp(found->owner, owner(node)) == 0);
    }
    store_close(&s);
    CHECK(taken == (d.errors == 0));
    return taken;
}

/* Restores the sample files. */
static void restore(void)
{
    uint8_t bytes[2 * SAMPLE];
    for (uint32_t node = 0; node < NODES; node++) {
        sample(bytes, node, 0);
        sample(bytes + SAMPLE, node, 1);
        write_file(name_of(node, ".mkn"), bytes, sizeof bytes);
        unlink(in_folder(name_of(node, ".cut")));
    }
}

static uint8_t journal[MOST], other[MOST];

/* The journal after fill: header 16, begin 64, 3 owners in one batch each, 2 commits of 3: 10
 * entries. */
static void a_changed_byte_loses_nothing(void)
{
    fill();
    size_t n = read_file("collect.journal", journal), taken = 0;
    CHECK(n == 16 + 10 * 64);
    CHECK(try_journal(journal, n));
    for (size_t i = 0; i < n; i++) {
        memcpy(other, journal, n);
        other[i] ^= 0x21;
        restore();
        taken += try_journal(other, n);
    }
    /* Damage to the last batch, 3 entries of 64 bytes, looks like an incomplete write. */
    CHECK(taken == 3 * 64);
}

static size_t manifest_of(uint32_t node, const char *text)
{
    uint8_t bytes[MOST];
    size_t n = read_file(name_of(node, ".manifest"), bytes);
    CHECK(n == 0 || (n == strlen(text) && memcmp(bytes, text, n) == 0));
    return n;
}

/* A commit writes only the last manifest of a node, so several cost as much as one. */
static void a_manifest_waits_for_the_commit(void)
{
    struct store s;
    struct diag d = {.quiet = true};
    struct fault why;
    CHECK(store_open(&s, folder, true, &d));
    struct store_node *n = store_find(&s, 1);
    store_manifest(n, (const uint8_t *)"first", 5);
    store_manifest(n, (const uint8_t *)"second", 6);
    CHECK(manifest_of(1, "") == 0 && !store_is_durable(n) && n->manifest_end == 6);
    CHECK(store_commit(&s, &why) && store_is_durable(n) && manifest_of(1, "second") == 6);
    store_manifest(n, (const uint8_t *)"", 0);
    CHECK(!store_is_durable(n) && store_commit(&s, &why) && manifest_of(1, "") == 0);
    /* A manifest that cannot be written is an error of that node only. */
    CHECK(mkdir(in_folder("node-2.manifest"), 0700) == 0);
    store_manifest(store_find(&s, 2), (const uint8_t *)"third", 5);
    CHECK(store_commit(&s, &why) && store_find(&s, 2)->manifest_error && !n->manifest_error);
    CHECK(rmdir(in_folder("node-2.manifest")) == 0);
    store_close(&s);
    CHECK(store_open(&s, folder, true, &d) && store_find(&s, 1)->manifest_end == 0);
    store_close(&s);
    unlink(in_folder("node-1.manifest"));
}

/* 2000 nodes in the order 7 * k modulo the prime 2003: each is found, before and after the
 * directory is opened again, and no other. */
static void nodes_are_found_in_any_order(void)
{
    enum { MANY = 2000, PRIME = 2003, FIRST = 100 };
    struct store s;
    struct diag d = {.quiet = true};
    struct fault why;
    unlink(in_folder("collect.journal"));
    CHECK(store_open(&s, folder, false, &d));
    for (uint32_t k = 1; k <= MANY; k++)
        CHECK(store_add_node(&s, FIRST + 7 * k % PRIME, owner(k % NODES), &why));
    for (int again = 0; again < 2; again++) {
        for (uint32_t k = 1; k < PRIME; k++) {
            const struct store_node *n = store_find(&s, FIRST + 7 * k % PRIME);
            CHECK(k > MANY ? !n : n && strcmp(n->owner, owner(k % NODES)) == 0);
        }
        CHECK(!store_find(&s, FIRST) && !store_find(&s, UINT32_MAX));
        store_close(&s);
        CHECK(store_open(&s, folder, false, &d));
    }
    store_close(&s);
}

static void a_cut_journal_loses_nothing(void)
{
    size_t n = 16 + 10 * 64, taken = 0;
    for (size_t i = 0; i < n; i++) {
        restore();
        taken += try_journal(journal, i);
    }
    /* Journals that end within the header or the first entry are rejected; an empty one is new. */
    CHECK(taken == n - (16 + 64) + 1);
}

static void missing_and_swapped_entries_are_damage(void)
{
    size_t n = 16 + 10 * 64;
    for (size_t i = 0; i + 2 < 10; i++) {
        restore();
        memcpy(other, journal, n);
        memmove(other + 16 + 64 * i, other + 16 + 64 * (i + 1), n - 16 - 64 * (i + 1));
        CHECK(!try_journal(other, n - 64));
        memcpy(other, journal, n);
        memcpy(other + 16 + 64 * i, journal + 16 + 64 * (i + 1), 64);
        memcpy(other + 16 + 64 * (i + 1), journal + 16 + 64 * i, 64);
        CHECK(!try_journal(other, n));
    }
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    TEST(a_changed_byte_loses_nothing);
    restore();
    TEST(a_manifest_waits_for_the_commit);
    TEST(a_cut_journal_loses_nothing);
    TEST(missing_and_swapped_entries_are_damage);
    TEST(nodes_are_found_in_any_order);
    for (uint32_t node = 0; node < NODES; node++) {
        unlink(in_folder(name_of(node, ".mkn")));
        unlink(in_folder(name_of(node, ".cut")));
    }
    unlink(in_folder("collect.journal"));
    rmdir(folder);
    return tests_end();
}
