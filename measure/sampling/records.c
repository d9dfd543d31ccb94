/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the records of the rings. perf_event_open(2) defines their layout. It depends on the
 * sample_type that events.c sets; all records but samples end with some of its values (identity).
 */
#include "measure/sampling/records.h"

#include "base/util.h"

#include <string.h>

/* The bytes of a record that were not yet read. */
struct cursor {
    const uint8_t *at, *end;
};

static void read_bytes(struct cursor *c, void *to, size_t n)
{
    memset(to, 0, n);
    if ((size_t)(c->end - c->at) >= n) {
        memcpy(to, c->at, n);
        c->at += n;
    } else {
        c->at = c->end;
    }
}

static uint64_t read_u64(struct cursor *c)
{
    uint64_t w;
    read_bytes(c, &w, sizeof w);
    return w;
}

static uint32_t read_u32(struct cursor *c)
{
    uint32_t w;
    read_bytes(c, &w, sizeof w);
    return w;
}

/* Returns the text that the rest begins with; "" if it has no end. */
static const char *rest_as_text(const struct cursor *c)
{
    return memchr(c->at, 0, (size_t)(c->end - c->at)) ? (const char *)c->at : "";
}

/* Reads the user frames of a call chain. The first frame of user code is the sampled instruction
 * itself, and not a caller, unless the sample is in the kernel. */
static void read_callers(struct cursor *c, struct record *r)
{
    uint64_t n = read_u64(c);
    bool user = false;
    for (uint64_t i = 0; i < n && c->at < c->end; i++) {
        uint64_t at = read_u64(c);
        if (at >= (uint64_t)PERF_CONTEXT_MAX)
            user = at == (uint64_t)PERF_CONTEXT_USER;
        else if (user && (at != r->at || r->in_kernel) && r->n_callers < EVENT_CALLERS)
            r->callers[r->n_callers++] = at;
    }
}

/* The registers in the records, in the order of the mask in events.c, by their numbers in DWARF. */
static const uint8_t register_numbers[STACK_REGISTERS] = {0, 3, 2,  1,  4,  5,  6,  7, 16,
                                                          8, 9, 10, 11, 12, 13, 14, 15};
enum { REGISTER_BYTES = 8 * STACK_REGISTERS, PC_AT = 8 * 8 };

/* Reads registers and stack. A program that is not 64-bit has none. The caller of a sample in the
 * kernel is the instruction that entered the kernel. */
static void read_stack(struct cursor *c, struct record *r)
{
    enum { ABI_64 = 2 };
    if (read_u64(c) != ABI_64 || c->end - c->at < REGISTER_BYTES)
        return;
    r->registers = c->at;
    c->at += REGISTER_BYTES;
    if (r->in_kernel) {
        memcpy(&r->callers[0], r->registers + PC_AT, sizeof r->callers[0]);
        r->n_callers = 1;
        return;
    }
    uint64_t size = read_u64(c);
    if (size == 0 || size > (uint64_t)(c->end - c->at))
        return;
    r->stack = c->at;
    c->at += size;
    uint64_t used = read_u64(c);
    r->n_stack = used <= size ? (uint32_t)used : 0;
}

/* Returns the kind of a sample by the identifier of its event. */
static enum record_kind kind_of_sample(const struct ring *ring, uint64_t id)
{
    if (ring->faults >= 0 && id == ring->fault_id)
        return RECORD_FAULT;
    for (int i = 0; i < EVENT_USUAL_PERIODS; i++)
        if (ring->instructions[i] >= 0 && id == ring->instruction_ids[i])
            return RECORD_INSTRUCTIONS;
    return RECORD_SAMPLE;
}

static void read_sample(struct cursor *c, const struct ring *ring, uint16_t misc, struct record *r)
{
    r->kind = kind_of_sample(ring, read_u64(c));
    r->at = read_u64(c);
    r->pid = read_u32(c);
    r->tid = read_u32(c);
    r->time = read_u64(c);
    uint64_t address = read_u64(c);
    r->cpu = read_u32(c);
    read_u32(c); /* reserved */
    r->n = 1;
    if (r->kind != RECORD_FAULT)
        r->weight = read_u64(c);
    r->in_kernel = (misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
    if (r->kind == RECORD_FAULT) {
        r->code = r->at;
        r->at = address;
    } else if (r->kind == RECORD_INSTRUCTIONS)
        return;
    else if (ring->stacks)
        read_stack(c, r);
    else if (ring->call_chains)
        read_callers(c, r);
}

static void read_build_id(struct cursor *c, struct record *r)
{
    uint8_t size_and_padding[4], id[BUILD_ID_BYTES];
    read_bytes(c, size_and_padding, sizeof size_and_padding);
    read_bytes(c, id, sizeof id);
    r->n_build_id = size_and_padding[0] <= BUILD_ID_BYTES ? size_and_padding[0] : 0;
    memcpy(r->build_id, id, r->n_build_id);
}

static void read_file_identity(struct cursor *c, struct record *r)
{
    uint32_t major = read_u32(c), minor = read_u32(c);
    r->device = (uint64_t)major << 32 | minor;
    r->inode = read_u64(c);
    read_u64(c); /* generation of the inode */
}

static void read_map(struct cursor *c, uint16_t misc, struct record *r)
{
    enum { PROT_EXECUTE = 4 };
    r->kind = RECORD_MAP;
    r->pid = read_u32(c);
    r->tid = read_u32(c);
    r->begin = read_u64(c);
    r->size = read_u64(c);
    r->offset = read_u64(c);
    if (misc & PERF_RECORD_MISC_MMAP_BUILD_ID)
        read_build_id(c, r);
    else
        read_file_identity(c, r);
    r->executable = read_u32(c) & PROT_EXECUTE;
    read_u32(c); /* flags */
    r->text = rest_as_text(c);
}

static void read_name(struct cursor *c, uint16_t misc, struct record *r)
{
    r->kind = RECORD_NAME;
    r->pid = read_u32(c);
    r->tid = read_u32(c);
    r->is_exec = misc & PERF_RECORD_MISC_COMM_EXEC;
    r->text = rest_as_text(c);
}

static void read_task(struct cursor *c, enum record_kind kind, struct record *r)
{
    r->kind = kind;
    r->pid = read_u32(c);
    r->parent_pid = read_u32(c);
    r->tid = read_u32(c);
    r->parent_tid = read_u32(c);
}

/* Reads time and processor of a record that is no sample from its end: pid, tid, time, processor,
 * identifier. */
static void read_identity(const struct cursor *c, struct record *r)
{
    enum { IDENTITY_BYTES = 32, TIME_AT = 8, CPU_AT = 16 };
    if (c->end - c->at < IDENTITY_BYTES)
        return;
    memcpy(&r->time, c->end - IDENTITY_BYTES + TIME_AT, sizeof r->time);
    memcpy(&r->cpu, c->end - IDENTITY_BYTES + CPU_AT, sizeof r->cpu);
}

/* The kernel reports the number -1 for a thread that has ended. */
static void clear_unknown_threads(struct record *r)
{
    uint32_t *const numbers[] = {&r->pid, &r->tid, &r->parent_pid, &r->parent_tid};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (*numbers[i] > INT32_MAX)
            *numbers[i] = 0;
}

static bool read_kind(struct cursor *c, const struct ring *ring, const struct perf_event_header *h,
                      struct record *r)
{
    switch (h->type) {
    case PERF_RECORD_SAMPLE:
        read_sample(c, ring, h->misc, r);
        return true;
    case PERF_RECORD_MMAP2:
        read_map(c, h->misc, r);
        return true;
    case PERF_RECORD_COMM:
        read_name(c, h->misc, r);
        return true;
    case PERF_RECORD_FORK:
        read_task(c, RECORD_FORK, r);
        return true;
    case PERF_RECORD_EXIT:
        read_task(c, RECORD_EXIT, r);
        return true;
    case PERF_RECORD_LOST:
        r->kind = RECORD_LOST;
        read_u64(c);
        r->n = read_u64(c);
        return true;
    default:
        return false;
    }
}

bool record_decode(const struct ring *ring, const struct perf_event_header *h, struct record *r)
{
    struct cursor c = {(const uint8_t *)(h + 1), (const uint8_t *)h + h->size};
    *r = (struct record){.text = ""};
    read_identity(&c, r);
    bool known_kind = read_kind(&c, ring, h, r);
    clear_unknown_threads(r);
    return known_kind;
}

/* Copies n bytes from position `from` of the ring. Its first byte follows its last byte. */
static void copy_out(const struct ring *ring, uint64_t from, void *to, size_t n)
{
    size_t at = (size_t)(from & (ring->bytes - 1));
    size_t first = ring->bytes - at < n ? ring->bytes - at : n;
    memcpy(to, ring->data + at, first);
    memcpy((uint8_t *)to + first, ring->data, n - first);
}

/* Copies the record at position `from` into the block. Returns NULL if its size is impossible. */
static const struct perf_event_header *copy_record(const struct ring *ring, uint64_t from,
                                                   uint64_t head, struct record_block *b)
{
    struct perf_event_header h;
    copy_out(ring, from, &h, sizeof h);
    if (h.size < sizeof h || h.size > head - from)
        return NULL;
    b->bytes.n = 0;
    array_reserve(&b->bytes, h.size / sizeof *b->bytes.at + 1);
    copy_out(ring, from, b->bytes.at, h.size);
    return (const struct perf_event_header *)b->bytes.at;
}

void record_block_keep(struct record_block *b, struct record *r)
{
    const uint8_t *registers = r->registers, *stack = r->stack;
    r->registers = r->stack = NULL;
    if (!r->n_stack)
        return;
    r->stack_at = b->stacks.n;
    array_reserve(&b->stacks, REGISTER_BYTES + r->n_stack);
    memcpy(b->stacks.at + b->stacks.n, registers, REGISTER_BYTES);
    memcpy(b->stacks.at + b->stacks.n + REGISTER_BYTES, stack, r->n_stack);
    b->stacks.n += REGISTER_BYTES + r->n_stack;
}

struct user_stack record_block_stack(const struct record_block *b, const struct record *r)
{
    const uint8_t *at = b->stacks.at + r->stack_at;
    struct user_stack s = {.known = (UINT32_C(1) << STACK_REGISTERS) - 1,
                           .interrupted = true,
                           .bytes = at + REGISTER_BYTES,
                           .n = r->n_stack};
    for (size_t i = 0; i < STACK_REGISTERS; i++)
        memcpy(&s.registers[register_numbers[i]], at + 8 * i, sizeof s.registers[0]);
    s.begin = s.registers[STACK_POINTER];
    return s;
}

void record_block_remove(struct record_block *b, size_t n)
{
    if (n == 0)
        return;
    memmove(b->records.at, b->records.at + n, (b->records.n - n) * sizeof *b->records.at);
    b->records.n -= n;
    if (!b->stacks.at)
        return;
    struct record_block kept = {.stacks = {0}};
    for (size_t i = 0; i < b->records.n; i++) {
        struct record *r = &b->records.at[i];
        r->registers = b->stacks.at + r->stack_at;
        r->stack = r->registers + REGISTER_BYTES;
        record_block_keep(&kept, r);
    }
    array_free(&b->stacks);
    b->stacks = kept.stacks;
}

bool ring_drain(struct ring *ring, struct record_block *into)
{
    uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = ring->page->data_tail;
    bool sampled = false;
    const struct perf_event_header *h;
    for (; tail < head && (h = copy_record(ring, tail, head, into)); tail += h->size) {
        struct record r;
        if (!record_decode(ring, h, &r))
            continue;
        r.text = name_of(&into->texts, r.text, strlen(r.text));
        record_block_keep(into, &r);
        sampled |= r.kind == RECORD_SAMPLE;
        *array_push(&into->records) = r;
    }
    __atomic_store_n(&ring->page->data_tail, head, __ATOMIC_RELEASE);
    return sampled;
}

void record_block_free(struct record_block *b)
{
    names_free(&b->texts);
    array_free(&b->records);
    array_free(&b->bytes);
    array_free(&b->stacks);
}
