/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of sampled processes as their records describe it, counts of samples, and records in
 * the kernel's format. */
#include "measure/sampling/spaces.h"

#include "base/file.h"
#include "measure/sampling/counts.h"
#include "measure/sampling/identity.h"
#include "tests/unit/check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static struct record map_record(uint32_t pid, uint64_t begin, uint64_t size, uint64_t offset,
                                const char *path)
{
    return (struct record){.kind = RECORD_MAP,
                           .pid = pid,
                           .tid = pid,
                           .begin = begin,
                           .size = size,
                           .offset = offset,
                           .executable = true,
                           .inode = 5,
                           .text = path};
}

static void add_map(struct spaces *s, uint32_t pid, uint64_t begin, uint64_t size, uint64_t offset,
                    const char *path)
{
    struct record r = map_record(pid, begin, size, offset, path);
    spaces_map(s, &r);
}

static struct record task_record(uint32_t pid, uint32_t tid, uint32_t parent)
{
    return (struct record){
        .pid = pid, .tid = tid, .parent_pid = parent, .parent_tid = parent, .text = ""};
}

/* Checks the object's path (NULL: unmapped) and the position of an address. */
static void check_place(const struct spaces *s, uint32_t pid, uint64_t address, const char *path,
                        uint64_t at)
{
    struct position p = spaces_find(s, pid, address);
    CHECK(p.at == at);
    if (path)
        CHECK_TEXT(path, s->objects.at[p.object].path);
    else
        CHECK(p.object == s->unmapped);
}

static void mapping_gives_position_in_file(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x2000, 0x400, "/a");
    check_place(&s, 7, 0x1000, "/a", 0x400);
    check_place(&s, 7, 0x2fff, "/a", 0x23ff);
    check_place(&s, 7, 0x3000, NULL, 0x3000);
    check_place(&s, 7, 0xfff, NULL, 0xfff);
    check_place(&s, 8, 0x1000, NULL, 0x1000);
    spaces_free(&s);
}

/* /b covers the middle of /a, /c the end of /b and the beginning of the rest of /a. */
static void later_mapping_covers_earlier_ones(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x9000, 0, "/a");
    add_map(&s, 7, 0x3000, 0x2000, 0, "/b");
    add_map(&s, 7, 0x4000, 0x3000, 0x100, "/c");
    check_place(&s, 7, 0x2fff, "/a", 0x1fff);
    check_place(&s, 7, 0x3000, "/b", 0);
    check_place(&s, 7, 0x4000, "/c", 0x100);
    check_place(&s, 7, 0x6fff, "/c", 0x30ff);
    check_place(&s, 7, 0x7000, "/a", 0x6000);
    add_map(&s, 7, 0, 0x20000, 0, "/d");
    check_place(&s, 7, 0x3000, "/d", 0x3000);
    check_place(&s, 7, 0x7000, "/d", 0x7000);
    CHECK(s.processes.at[0].space->maps.n == 1);
    spaces_free(&s);
}

static void child_shares_mappings_until_it_maps(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x1000, 0, "/a");
    struct record fork = task_record(8, 8, 7);
    spaces_fork(&s, &fork);
    check_place(&s, 8, 0x1000, "/a", 0);
    add_map(&s, 8, 0x1000, 0x1000, 0, "/b");
    check_place(&s, 8, 0x1000, "/b", 0);
    check_place(&s, 7, 0x1000, "/a", 0);
    struct record thread = task_record(7, 9, 7), end = task_record(7, 7, 7);
    spaces_fork(&s, &thread);
    add_map(&s, 7, 0x5000, 0x1000, 0, "/c");
    check_place(&s, 8, 0x5000, NULL, 0x5000);
    spaces_exit(&s, &end);
    check_place(&s, 7, 0x5000, NULL, 0x5000);
    spaces_free(&s);
}

static void exec_removes_all_mappings(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x1000, 0, "/a");
    struct record name = {.kind = RECORD_NAME, .pid = 7, .tid = 7, .is_exec = true, .text = "b"};
    spaces_exec(&s, &name);
    check_place(&s, 7, 0x1000, NULL, 0x1000);
    add_map(&s, 7, 0x2000, 0x1000, 0, "/b");
    struct record child = task_record(8, 8, 7), end = task_record(7, 7, 7);
    spaces_fork(&s, &child);
    spaces_exit(&s, &end);
    check_place(&s, 7, 0x2000, NULL, 0x2000);
    check_place(&s, 8, 0x2000, "/b", 0);
    spaces_free(&s);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    CHECK(file_close(f));
}

/* Returns what the file at the object's path is now, if it has a build id of n bytes. */
static enum identity identity_of(const struct profile_object *o, const char *build_id, size_t n)
{
    int fd = open(o->path, O_RDONLY | O_CLOEXEC);
    enum identity i = identity_compare(o, fd, (const uint8_t *)build_id, n);
    close(fd);
    return i;
}

/* A mapped file is known by its build id; without one by device, inode, size and date. */
static void files_are_identified(void)
{
    struct spaces s;
    struct stat now;
    char *path = xstrdup("/tmp/spaces-test-XXXXXX");
    close(mkstemp(path));
    write_file(path, "one");
    CHECK(stat(path, &now) == 0);
    spaces_init(&s);
    struct record r = map_record(7, 0x1000, 0x1000, 0, path);
    r.device = (uint64_t)major(now.st_dev) << 32 | minor(now.st_dev);
    r.inode = now.st_ino;
    spaces_map(&s, &r);
    struct profile_object o = s.objects.at[spaces_find(&s, 7, 0x1000).object], other = o;
    CHECK(o.bytes == 3 && o.changed_at / 1000000000 == now.st_mtim.tv_sec);
    CHECK(identity_of(&o, "ab", 2) == IDENTITY_SAME);
    other.inode++;
    CHECK(identity_of(&other, NULL, 0) == IDENTITY_OTHER);
    other.inode = 0;
    CHECK(identity_of(&other, NULL, 0) == IDENTITY_UNKNOWN);
    other.n_build_id = 2;
    memcpy(other.build_id, "ab", 2);
    CHECK(identity_of(&other, "ab", 2) == IDENTITY_SAME);
    CHECK(identity_of(&other, "ac", 2) == IDENTITY_OTHER);
    CHECK(identity_of(&other, NULL, 0) == IDENTITY_OTHER);
    write_file(path, "other");
    CHECK(identity_of(&o, NULL, 0) == IDENTITY_CHANGED);
    unlink(path);
    free(path);
    spaces_free(&s);
}

/* The kernel records no mapping of a program that the user may not observe. */
static void a_program_without_mappings_is_hidden(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x1000, 0, "/a");
    struct record name = {.kind = RECORD_NAME, .pid = 7, .tid = 7, .is_exec = true, .text = "b"};
    CHECK(!spaces_is_hidden(&s, 7) && !spaces_is_hidden(&s, 8));
    spaces_exec(&s, &name);
    CHECK(spaces_is_hidden(&s, 7));
    add_map(&s, 7, 0x1000, 0x1000, 0, "/b");
    CHECK(!spaces_is_hidden(&s, 7));
    spaces_free(&s);
}

static void memory_without_file_belongs_to_a_process(void)
{
    struct spaces s;
    spaces_init(&s);
    add_map(&s, 7, 0x1000, 0x1000, 0, "//anon");
    add_map(&s, 8, 0x1000, 0x1000, 0, "/memfd:code (deleted)");
    add_map(&s, 8, 0x9000, 0x1000, 0, "[vdso]");
    struct position p = spaces_find(&s, 7, 0x1234), q = spaces_find(&s, 8, 0x1234);
    CHECK(p.object != q.object && p.at == 0x1234 && q.at == 0x1234);
    CHECK(s.objects.at[p.object].kind == OBJECT_ANONYMOUS && s.objects.at[p.object].pid == 7);
    CHECK(s.objects.at[q.object].kind == OBJECT_ANONYMOUS && s.objects.at[q.object].pid == 8);
    p = spaces_find(&s, 8, 0x9010);
    CHECK(s.objects.at[p.object].kind == OBJECT_VDSO && p.at == 0x10);
    spaces_free(&s);
}

/* Random mappings agree with an array that has the file of each page. */
static void random_mappings_agree_with_pages(void)
{
    enum { PAGES = 64 };
    static const char *paths[] = {"/0", "/1", "/2", "/3"};
    const char *file[PAGES] = {NULL};
    uint64_t offset[PAGES] = {0};
    struct spaces s;
    spaces_init(&s);
    srand(3);
    for (int i = 0; i < 3000; i++) {
        int begin = rand() % PAGES, n = 1 + rand() % (PAGES - begin), f = rand() % 4;
        uint64_t from = (uint64_t)(rand() % 8) << 12;
        add_map(&s, 7, (uint64_t)begin << 12, (uint64_t)n << 12, from, paths[f]);
        for (int k = 0; k < n; k++) {
            file[begin + k] = paths[f];
            offset[begin + k] = from + ((uint64_t)k << 12);
        }
        for (int k = 0; k < PAGES; k++)
            check_place(&s, 7, ((uint64_t)k << 12) + 5, file[k],
                        file[k] ? offset[k] + 5 : ((uint64_t)k << 12) + 5);
    }
    spaces_free(&s);
}

static void samples_are_counted_by_place_and_thread(void)
{
    struct sample_counts t;
    sample_counts_init(&t);
    uint32_t one = sample_counts_thread(&t, 7, 7), two = sample_counts_thread(&t, 7, 8);
    sample_counts_set_name(&t, 7, 8, "worker");
    struct profile_sample key = {.object = 2,
                                 .thread = two,
                                 .caller_object = PROFILE_NONE,
                                 .at = 16,
                                 .n = 1,
                                 .weight = 1000};
    sample_counts_add(&t, &key);
    key.at = 8;
    sample_counts_add(&t, &key);
    key.weight = 1100;
    sample_counts_add(&t, &key);
    key.thread = one;
    sample_counts_add(&t, &key);
    sample_counts_sort(&t);
    CHECK(t.samples.n == 3 && t.threads.n == 2);
    CHECK(t.samples.at[0].thread == one && t.samples.at[0].at == 8 && t.samples.at[0].n == 1);
    CHECK(t.samples.at[1].thread == two && t.samples.at[1].n == 2);
    CHECK(t.samples.at[1].weight == 2100 && t.samples.at[2].at == 16);
    CHECK(t.threads.at[two].samples == 3 && t.threads.at[one].samples == 1);
    CHECK_TEXT("worker", t.threads.at[two].name);
    sample_counts_free(&t);
}

/* 64 threads with 4000 addresses and 2 callers each are 512000 rows: threads are merged after
 * 131072 of them, callers are not. Thread 64 lived for less than a period and keeps its rows. */
static void rows_of_threads_are_merged(void)
{
    enum { THREADS = 65, ADDRESSES = 4000, CALLERS = 2 };
    struct sample_counts t;
    uint64_t samples = 0;
    size_t most = 0;
    sample_counts_init(&t);
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t thread = sample_counts_thread(&t, 7, (int)i);
        if (i < THREADS - 1)
            sample_counts_set_long(&t, thread);
        for (uint64_t k = 0; k < ADDRESSES * CALLERS; k++, samples++) {
            sample_counts_add(&t, &(struct profile_sample){.thread = thread,
                                                           .caller_object = 1,
                                                           .caller_at = k % CALLERS,
                                                           .at = k / CALLERS,
                                                           .n = 1,
                                                           .weight = 10});
            most = t.samples.n > most ? t.samples.n : most;
        }
    }
    CHECK(most <= COUNT_MOST_ROWS + 1 && t.detail == COUNT_CALLERS);
    CHECK(sample_counts_number(&t) == (double)samples);
    CHECK(sample_counts_weight(&t) == 10 * (double)samples);
    sample_counts_sort(&t);
    CHECK(t.samples.n == 2 * ADDRESSES * CALLERS);
    CHECK(t.samples.at[0].thread == THREADS - 1 && t.samples.at[0].n == 1);
    CHECK(t.samples.at[2].thread == PROFILE_NONE && t.samples.at[2].n == THREADS - 1);
    for (size_t i = 0; i < t.threads.n; i++)
        CHECK(t.threads.at[i].samples == ADDRESSES * CALLERS);
    sample_counts_free(&t);
}

/* If that does not suffice, callers are merged, too; addresses never are. */
static void rows_of_callers_are_merged(void)
{
    struct sample_counts t;
    sample_counts_init(&t);
    t.most_rows = 10;
    sample_counts_set_long(&t, sample_counts_thread(&t, 7, 7));
    for (uint64_t k = 0; k < 60; k++)
        sample_counts_add(
            &t, &(struct profile_sample){.caller_object = 1, .caller_at = k, .at = k % 20, .n = 1});
    sample_counts_sort(&t);
    CHECK(t.samples.n == 20 && t.detail == COUNT_ADDRESSES);
    CHECK(t.samples.at[0].caller_object == PROFILE_NONE && t.samples.at[0].n == 3);
    sample_counts_free(&t);
}

/* A later thread with the same number has its own row if the earlier one has samples. */
static void reused_number_is_another_thread(void)
{
    struct sample_counts t;
    sample_counts_init(&t);
    sample_counts_new_thread(&t, 7, 9);
    uint32_t first = sample_counts_thread(&t, 7, 9);
    sample_counts_new_thread(&t, 7, 9);
    CHECK(sample_counts_thread(&t, 7, 9) == first);
    sample_counts_add(
        &t, &(struct profile_sample){.thread = first, .caller_object = PROFILE_NONE, .n = 1});
    sample_counts_new_thread(&t, 7, 9);
    CHECK(sample_counts_thread(&t, 7, 9) != first && t.threads.n == 2);
    sample_counts_free(&t);
}

static void faults_are_counted_by_piece(void)
{
    struct sample_counts t;
    sample_counts_init(&t);
    sample_counts_add_faults(&t, 7, 0x200000, 67);
    sample_counts_add_faults(&t, 7, 0x3fffff, 67);
    sample_counts_add_faults(&t, 7, 0x400000, 67);
    sample_counts_add_faults(&t, 6, 0x400000, 67);
    sample_counts_sort(&t);
    CHECK(t.faults.n == 3 && t.faults.at[0].pid == 6 && t.faults.at[1].address == 0x200000);
    CHECK(t.faults.at[1].n == 134 && t.faults.at[2].n == 67);
    sample_counts_free(&t);
}

static void numbers_of_many_keys(void)
{
    struct numbering n = {.words = 2};
    for (uint64_t i = 0; i < 10000; i++)
        CHECK(numbering_add(&n, (uint64_t[]){i, i % 7}) == i);
    for (uint64_t i = 0; i < 10000; i++) {
        CHECK(numbering_add(&n, (uint64_t[]){i, i % 7}) == i);
        CHECK(numbering_find(&n, (uint64_t[]){i, i % 7}) == i);
        CHECK(numbering_find(&n, (uint64_t[]){i, 7}) == UINT32_MAX);
    }
    numbering_free(&n);
}

/* ---- records in the kernel's format ---- */

struct bytes {
    union {
        struct perf_event_header head;
        char at[512];
    };
    size_t n;
};

static struct perf_event_header *begin_record(struct bytes *b, uint32_t type, uint16_t misc)
{
    *b = (struct bytes){.n = sizeof(struct perf_event_header)};
    b->head = (struct perf_event_header){.type = type, .misc = misc};
    return &b->head;
}

static void add_bytes(struct bytes *b, const void *p, size_t n)
{
    memcpy(b->at + b->n, p, n);
    b->n += n;
    b->head.size = (uint16_t)b->n;
}

static void add_u64(struct bytes *b, uint64_t w)
{
    add_bytes(b, &w, sizeof w);
}

static void add_u32s(struct bytes *b, uint32_t one, uint32_t two)
{
    add_bytes(b, &one, sizeof one);
    add_bytes(b, &two, sizeof two);
}

/* pid, tid, time, processor, identifier */
static void add_identity(struct bytes *b)
{
    add_u32s(b, 7, 9);
    add_u64(b, 12345);
    add_u32s(b, 3, 0);
    add_u64(b, 1);
}

static void add_sample_head(struct bytes *b, uint64_t id, uint64_t ip)
{
    add_u64(b, id);
    add_u64(b, ip);
    add_u32s(b, 7, 9);
    add_u64(b, 12345);
    add_u64(b, 0x7000); /* address */
    add_u32s(b, 3, 0);  /* processor */
}

static void sample_in_kernel_has_user_caller(void)
{
    struct ring ring = {.call_chains = true, .faults = 5, .fault_id = 99};
    struct bytes b;
    struct record r;
    struct perf_event_header *h = begin_record(&b, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL);
    add_sample_head(&b, 1, UINT64_C(0xffffffff81000000));
    add_u64(&b, 907000);
    add_u64(&b, 3);
    add_u64(&b, (uint64_t)PERF_CONTEXT_USER);
    add_u64(&b, 0x401000);
    add_u64(&b, 0x402000);
    CHECK(record_decode(&ring, h, &r) && r.kind == RECORD_SAMPLE && r.in_kernel);
    CHECK(r.pid == 7 && r.tid == 9 && r.time == 12345 && r.cpu == 3 && r.weight == 907000);
    CHECK(r.n_callers == 2 && r.callers[0] == 0x401000 && r.callers[1] == 0x402000);
}

/* Registers in the kernel's order: ax 100, bx 101, cx 102, dx 103, si 104, di 105, bp 106, sp 107,
 * ip 108, r8 109 to r15 116; a stack of 24 bytes, of which 16 were copied. */
static void add_registers_and_stack(struct bytes *b, uint64_t abi)
{
    add_u64(b, abi);
    for (uint64_t i = 0; i < STACK_REGISTERS; i++)
        add_u64(b, 100 + i);
    add_u64(b, 24);
    for (uint64_t i = 0; i < 3; i++)
        add_u64(b, 0x500 + i);
    add_u64(b, 16);
}

/* DWARF numbers dx 1, cx 2, bx 3, r8 to r15 8 to 15, and the address of the instruction 16. */
static void sample_has_registers_and_stack(void)
{
    struct ring ring = {.stacks = true, .faults = -1};
    struct bytes b;
    struct record r;
    struct perf_event_header *h = begin_record(&b, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
    add_sample_head(&b, 1, 108);
    add_u64(&b, 907000);
    add_registers_and_stack(&b, 2);
    h->size = (uint16_t)b.n;
    CHECK(record_decode(&ring, h, &r) && r.n_stack == 16 && r.n_callers == 0);
    struct record_block block = {.stacks = {0}};
    *array_push(&block.records) = (struct record){.text = ""};
    *array_push(&block.records) = r;
    record_block_keep(&block, &block.records.at[1]);
    record_block_remove(&block, 1); /* the stack moves with its record */
    CHECK(block.records.n == 1 && block.stacks.n == 17 * 8 + 16);
    struct user_stack s = record_block_stack(&block, &block.records.at[0]);
    CHECK(s.registers[0] == 100 && s.registers[1] == 103 && s.registers[2] == 102);
    CHECK(s.registers[3] == 101 && s.registers[6] == 106 && s.registers[STACK_POINTER] == 107);
    CHECK(s.registers[8] == 109 && s.registers[15] == 116 && s.registers[STACK_PC] == 108);
    CHECK(s.begin == 107 && s.n == 16 && s.interrupted && s.bytes[0] == 0 && s.bytes[1] == 5);
    record_block_free(&block);
}

/* A program that is not 64-bit, and a sample in the kernel, whose caller is at the user's ip. */
static void other_samples_have_no_stack(void)
{
    struct ring ring = {.stacks = true, .faults = -1};
    for (int in_kernel = 0; in_kernel < 2; in_kernel++) {
        struct bytes b;
        struct record r;
        struct perf_event_header *h = begin_record(
            &b, PERF_RECORD_SAMPLE, in_kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER);
        add_sample_head(&b, 1, 0x401000);
        add_u64(&b, 907000);
        add_registers_and_stack(&b, in_kernel ? 2 : 1);
        h->size = (uint16_t)b.n;
        CHECK(record_decode(&ring, h, &r) && r.n_stack == 0);
        CHECK(in_kernel ? r.n_callers == 1 && r.callers[0] == 108 : r.n_callers == 0);
    }
}

static void fault_has_the_address(void)
{
    struct ring ring = {.faults = 5, .fault_id = 99};
    struct bytes b;
    struct record r;
    struct perf_event_header *h = begin_record(&b, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
    add_sample_head(&b, 99, 0x401000);
    CHECK(record_decode(&ring, h, &r) && r.kind == RECORD_FAULT && r.at == 0x7000 &&
          r.code == 0x401000);
}

static void mapping_with_build_id_or_inode(void)
{
    struct ring ring = {.faults = -1};
    for (int with_id = 0; with_id < 2; with_id++) {
        struct bytes b;
        struct record r;
        struct perf_event_header *h =
            begin_record(&b, PERF_RECORD_MMAP2, with_id ? PERF_RECORD_MISC_MMAP_BUILD_ID : 0);
        add_u32s(&b, 7, 9);
        add_u64(&b, 0x400000);
        add_u64(&b, 0x1000);
        add_u64(&b, 0x2000);
        if (with_id) {
            add_u32s(&b, 20, 0x04030201);
            add_u64(&b, 0);
            add_u64(&b, 0);
        } else {
            add_u32s(&b, 8, 1);
            add_u64(&b, 4711);
            add_u64(&b, 0);
        }
        add_u32s(&b, 5, 2);
        add_bytes(&b, "/bin/x\0", 8);
        add_identity(&b);
        CHECK(record_decode(&ring, h, &r) && r.kind == RECORD_MAP && r.executable);
        CHECK(r.begin == 0x400000 && r.size == 0x1000 && r.offset == 0x2000 && r.time == 12345);
        CHECK_TEXT("/bin/x", r.text);
        CHECK(with_id ? r.n_build_id == 20 && r.build_id[1] == 2 : r.inode == 4711);
    }
}

static void short_record_is_read_as_zeroes(void)
{
    struct ring rings[] = {{.call_chains = true, .faults = -1}, {.stacks = true, .faults = -1}};
    static const uint32_t types[] = {PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2, PERF_RECORD_COMM,
                                     PERF_RECORD_FORK,   PERF_RECORD_EXIT,  PERF_RECORD_LOST};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (size_t n = 0; n < 100; n++) {
            struct bytes b;
            struct record r;
            struct perf_event_header *h = begin_record(&b, types[i], 0);
            memset(b.at + b.n, 0xff, n);
            h->size = (uint16_t)(b.n + n);
            for (size_t k = 0; k < 2; k++)
                CHECK(record_decode(&rings[k], h, &r) && r.text && r.pid <= INT32_MAX);
        }
}

int main(void)
{
    TEST(mapping_gives_position_in_file);
    TEST(later_mapping_covers_earlier_ones);
    TEST(child_shares_mappings_until_it_maps);
    TEST(exec_removes_all_mappings);
    TEST(a_program_without_mappings_is_hidden);
    TEST(files_are_identified);
    TEST(memory_without_file_belongs_to_a_process);
    TEST(random_mappings_agree_with_pages);
    TEST(samples_are_counted_by_place_and_thread);
    TEST(rows_of_threads_are_merged);
    TEST(rows_of_callers_are_merged);
    TEST(reused_number_is_another_thread);
    TEST(faults_are_counted_by_piece);
    TEST(numbers_of_many_keys);
    TEST(sample_in_kernel_has_user_caller);
    TEST(sample_has_registers_and_stack);
    TEST(other_samples_have_no_stack);
    TEST(fault_has_the_address);
    TEST(mapping_with_build_id_or_inode);
    TEST(short_record_is_read_as_zeroes);
    return tests_end();
}
