/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/machine/cell-chip.h"
#include "base/util.h"

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/file.h"
#include "measure/multikron/chip/chip.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHIP_CLOCKS = 3, PROCESS_BITS = 16, BUFFER_BYTES = 1 << 20, WORD = 8 };

static const struct {
    unsigned pin;
    enum cell_counter counter;
} wires[] = {
#define WIRE(pin, NAME) {pin, CELL_##NAME},
#include "lab/machine/wires.def"
#undef WIRE
};
enum { WIRES = COUNT_OF(wires) };
static const char *const counter_names[] = {
#define COUNTER(NAME, name, what) name,
#include "lab/machine/counters.def"
#undef COUNTER
};

struct cell_chip {
    struct chip chip;
    struct cell_chips *all;
    uint64_t counted[CELL_COUNTERS]; /* values that its pins have counted */
    ARRAY(uint8_t) bytes;            /* sent, not written yet */
    char *path;                      /* of the samples; NULL = none */
    int error;                       /* of writing them; 0 = none */
    bool written;                    /* the file exists */
};
struct cell_chips {
    struct cell_chip **at;
    struct cell *cells;
    unsigned n;
    struct cell_chip_settings settings;
    bool created;        /* this run created the directory */
    unsigned manifests;  /* number of manifests written so far, including an incomplete one */
    double inside, pair; /* clocks of marks around a loop; pair 0 = unknown */
};

/* ---- output of the chip ---- */

static void write_bytes(struct cell_chip *c)
{
    FILE *f = c->error ? NULL : fopen(c->path, c->written ? "ab" : "wb");
    if (f && c->bytes.n)
        fwrite(c->bytes.at, 1, c->bytes.n, f);
    c->written |= f != NULL;
    if (!(f && file_close(f)) && !c->error)
        c->error = errno ? errno : EIO;
    c->bytes.n = 0;
}

static void collect_sample(void *to, uint64_t clock, uint16_t element)
{
    struct cell_chip *c = to;
    (void)clock;
    if (!c->path)
        return;
    *array_push(&c->bytes) = (uint8_t)(element & ELEMENT_DATA);
    if (c->bytes.n >= BUFFER_BYTES && element & ELEMENT_END)
        write_bytes(c);
}

/* ---- time ---- */

/* Advances the chip to the cell's clock; its pins count the events since then. */
static void advance_chip(struct cell *c)
{
    struct cell_chip *chip = c->chip;
    uint64_t counts[CELL_COUNTERS], now = c->clock * CHIP_CLOCKS;
    cell_counts(c, counts);
    for (int i = 0; i < WIRES; i++)
        chip_edges(&chip->chip, wires[i].pin,
                   counts[wires[i].counter] - chip->counted[wires[i].counter]);
    memcpy(chip->counted, counts, sizeof counts);
    if (now > chip->chip.clock)
        chip_advance(&chip->chip, now - chip->chip.clock);
}

/* Advances the cell to the end of its wait for the chip. */
static void advance_cell(struct cell *c)
{
    uint64_t now = (c->chip->chip.clock + CHIP_CLOCKS - 1) / CHIP_CLOCKS;
    uint64_t waited = now > c->clock ? now - c->clock : 0;
    c->counts[CELL_CHIP] += waited + c->chip->all->settings.access;
    c->clock += waited + c->chip->all->settings.access;
}

static bool is_register(const struct cell *c, uint64_t address)
{
    return c->chip && address >= LAB_CHIP && address < LAB_CHIP + CHIP_ADDRESSES * WORD;
}

bool cell_chip_load(struct cell *c, uint64_t address, uint64_t *value)
{
    if (!is_register(c, address))
        return false;
    advance_chip(c);
    *value = chip_read(&c->chip->chip, (unsigned)((address - LAB_CHIP) / WORD), 0).data;
    advance_cell(c);
    return true;
}

bool cell_chip_store(struct cell *c, uint64_t address, uint64_t value)
{
    if (!is_register(c, address))
        return false;
    advance_chip(c);
    chip_write(&c->chip->chip, (unsigned)((address - LAB_CHIP) / WORD), value, 0);
    advance_cell(c);
    return true;
}

/* ---- the manifests ---- */

static void put_text(FILE *f, const char *key, const char *value)
{
    const char *quote = strchr(value, '#') ? "\"" : "";
    fprintf(f, "%s %s%s%s\n", key, quote, value, quote);
}

static void put_manifest(const struct cell_chips *c, unsigned cell, FILE *f)
{
    const struct cell_chip_settings *s = &c->settings;
    fprintf(f, "# cell %u\n", cell);
    put_text(f, "run", s->run ? s->run : "ksr1");
    if (s->machine)
        put_text(f, "machine", s->machine);
    if (s->build)
        put_text(f, "build", s->build);
    fprintf(f, "processors 1\nclock %.0f\ncycles-per-tick 1\nprocess-bits %d\n", s->clock_hz,
            PROCESS_BITS);
    if (c->pair > 0)
        fprintf(f, "overhead-marks-inside %.17g\noverhead-marks-pair %.17g\n", c->inside, c->pair);
    fprintf(f, "thread.%u.0 %u\n", cell, cell);
    for (int i = 0; i < WIRES; i++)
        fprintf(f, "counter.%u %s\n", wires[i].pin, counter_names[wires[i].counter]);
}

static bool report_write_error(struct diag *d, const char *path, int error)
{
    diag_error(d, (struct where){.file = path}, "cannot be written: %s", strerror(error));
    return false;
}

static char *path_of(const struct cell_chips *c, unsigned cell, const char *suffix)
{
    size_t room = strlen(c->settings.folder) + strlen(suffix) + 16;
    char *path = xmalloc(room);
    snprintf(path, room, "%s/%u.0.%s", c->settings.folder, cell, suffix);
    return path;
}

static bool write_manifest(struct cell_chips *c, unsigned cell, struct diag *d)
{
    char *path = path_of(c, cell, "manifest");
    FILE *f = fopen(path, "w");
    if (f)
        put_manifest(c, cell, f);
    c->manifests = f ? cell + 1 : c->manifests;
    bool ok = f && file_close(f);
    if (!ok)
        report_write_error(d, path, errno);
    free(path);
    return ok;
}

/* ---- open and close ---- */

static void remove_file(const struct cell_chips *c, unsigned cell, const char *suffix)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%u.0.%s", c->settings.folder, cell, suffix);
    if (n < (int)sizeof path)
        unlink(path);
}

/* Removes what was written of an incomplete run. */
static void remove_samples(void *chips)
{
    const struct cell_chips *c = chips;
    for (unsigned i = 0; i < c->n; i++)
        if (c->at[i] && c->at[i]->written)
            remove_file(c, i, "mkn");
    for (unsigned i = 0; i < c->manifests; i++)
        remove_file(c, i, "manifest");
    if (c->created)
        rmdir(c->settings.folder);
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), k = strlen(suffix);
    return n >= k && strcmp(name + n - k, suffix) == 0;
}

/* Returns whether the directory contains a sample file, a ring file or a manifest. */
static bool contains_samples(const char *folder)
{
    bool found = false;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && !found && (e = readdir(dir));)
        found = ends_in(e->d_name, ".mkn") || ends_in(e->d_name, ".mkr") ||
                ends_in(e->d_name, ".manifest");
    if (dir)
        closedir(dir);
    return found;
}

/* Creates the directory. Fails if it already contains samples. */
static bool make_folder(struct cell_chips *c, struct diag *d)
{
    const char *folder = c->settings.folder;
    c->created = mkdir(folder, 0777) == 0;
    if (!c->created && errno != EEXIST)
        return diag_error(d, (struct where){.file = folder}, "cannot create this directory: %s",
                          strerror(errno)),
               false;
    bool used = contains_samples(folder);
    if (used)
        diag_error(d, (struct where){.file = folder},
                   "this directory contains the samples of another run; use a separate directory "
                   "for each run");
    return !used;
}

static void enable_sampling(struct cell_chip *c, unsigned cell)
{
    chip_write(&c->chip, CHIP_SOURCE, (uint64_t)cell << PROCESS_BITS, 0);
    chip_write(&c->chip, CHIP_FILTER, 0xffff, 0);
    chip_write(&c->chip, CHIP_MUX_SEL, 0xffff, 0); /* low bits alone: SOURCE_EXTERNAL */
    chip_write(&c->chip, CHIP_ENABLE, 0xffff, 0);
    chip_write(&c->chip, CHIP_CSR, CSR_ENABLE | CSR_WRITE_WAIT, 0);
}

static struct cell_chip *power_up(struct cell_chips *c, unsigned cell)
{
    struct cell_chip *chip = xmalloc(sizeof *chip);
    struct chip_params params = chip_defaults();
    params.node_hz = (uint64_t)(CHIP_CLOCKS * c->settings.clock_hz);
    params.timestamp_hz = (uint64_t)c->settings.clock_hz;
    params.fifo_depth = (unsigned)c->settings.fifo;
    params.network_divider = 1;
    memset(chip, 0, sizeof *chip);
    chip_power_up(&chip->chip, params);
    chip->all = c;
    chip->chip.send = collect_sample;
    chip->chip.send_context = chip;
    if (c->settings.folder) {
        chip->path = path_of(c, cell, "mkn");
        enable_sampling(chip, cell);
    }
    return chip;
}

static void close_all(struct cell_chips *c)
{
    cleanup_drop(c);
    for (unsigned i = 0; i < c->n; i++)
        if (c->at[i]) {
            array_free(&c->at[i]->bytes);
            free(c->at[i]->path);
            free(c->at[i]);
            c->cells[i].chip = NULL;
        }
    free(c->at);
    free(c);
}

struct cell_chips *cell_chips_open(struct cell *cells, unsigned n,
                                   const struct cell_chip_settings *s, struct diag *d)
{
    struct cell_chips *c = xmalloc(sizeof *c);
    *c = (struct cell_chips){.cells = cells, .n = n, .settings = *s};
    c->at = xmalloc(n * sizeof *c->at);
    memset(c->at, 0, n * sizeof *c->at);
    if (s->folder)
        cleanup_add(remove_samples, c);
    if (s->folder && !make_folder(c, d)) {
        close_all(c);
        return NULL;
    }
    for (unsigned i = 0; i < n; i++)
        cells[i].chip = c->at[i] = power_up(c, i);
    return c;
}

/* Waits long enough for a full FIFO to drain. */
static void wait_for_drain(struct cell_chip *c)
{
    uint64_t bytes = (uint64_t)c->chip.params.fifo_depth * SAMPLE_RESOURCE_BYTES;
    chip_advance(&c->chip, (bytes + 1) * c->chip.params.network_divider);
}

void cell_chips_overhead(struct cell_chips *c, double inside, double pair)
{
    c->inside = inside;
    c->pair = pair;
}

static bool close_chip(struct cell_chips *c, unsigned cell, struct diag *d)
{
    struct cell_chip *chip = c->at[cell];
    bool ok = true;
    if (chip->path) {
        wait_for_drain(chip);
        write_bytes(chip);
        ok = chip->error ? report_write_error(d, chip->path, chip->error)
                         : write_manifest(c, cell, d);
    }
    return ok;
}

bool cell_chips_close(struct cell_chips *c, struct diag *d)
{
    bool ok = true;
    for (unsigned i = 0; i < c->n; i++)
        ok &= close_chip(c, i, d);
    if (!ok)
        remove_samples(c);
    close_all(c);
    return ok;
}
