/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes a run database and opens it: it must be rejected, or tables, equations and charts can be
 * printed, and the file is not changed. Lowest bit of the first byte: 0  changes bytes of the file.
 * Four bytes of input for each: position (3) and value. 2nd bit: cuts the file at the first
 * position 1  changes values of cells without SQLite's checks, which are not run on large files.
 * Four bytes of input for each: table, column, row, value The database is in memory. If bits 3 and
 * 4 are set, charts are drawn, too. If bits 5 to 8 are set, the changed bytes are written to a
 * file, which is opened. */
#include "frontend/frontend.h"
#include "base/util.h"
#include "gaps/causes/advice.h"
#include "gaps/gaps.h"
#include "gaps/scaling/scaling.h"
#include "ksr-asm/ksr-asm.h"
#include "plots/plots.h"
#include "runs/db.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/machines.h"
#include "tests/put-files.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    CHANGES = 24,
    PATH_ROOM = 64,
    MODE_CELLS = 0x01,
    MODE_CUT = 0x02,
    MODE_CHARTS = 0x0c,
    MODE_FILE = 0xf0,
    LOOKASIDE_BYTES = 512,  /* size of a small block of memory that a connection keeps ready */
    LOOKASIDE_PIECES = 2000 /* number of these blocks */
};

static const char machine_text[] = FUZZ_KSR1;
static const char fortran[] = "      SUBROUTINE CLIP(N,A,B)\n"
                              "      DOUBLE PRECISION A(N),B(N),S\n"
                              "      DO 10 I=1,N\n"
                              "      A(I) = A(I)*2.0D0\n"
                              "      IF (B(I) .GT. 0.0D0) THEN\n"
                              "      A(I) = A(I) + B(I)\n"
                              "      IF (B(I) .GT. 1.0D0) THEN\n"
                              "      B(I) = 0.0D0\n"
                              "      ENDIF\n"
                              "      ENDIF\n"
                              "   10 CONTINUE\n"
                              "      DO 30 J=1,N\n"
                              "      DO 20 I=2,N\n"
                              "   20 A(I) = A(I-1)*B(J) + B(I)\n"
                              "   30 CONTINUE\n"
                              "      END\n"
                              "      PROGRAM MAIN\n"
                              "      COMMON /AB/ X(9),Y(9)\n"
                              "      DOUBLE PRECISION X,Y\n"
                              "      CALL CLIP(9,X,Y)\n"
                              "      CALL CLIP(9,X,Y(1))\n"
                              "      END\n";
static const char assembly[] = "\t.file\t\"k.f\"\n\t.text\nclip_$TXT:\n"
                               "\t.def\t.bf; .val .; .scl 101; .line 1; .endef\n"
                               "\t.ln\t3\n\tfinop ; cxnop\n.L5:\n"
                               "\t.ln\t4\n\tadd8.ntr -1, %i9, %i9 ; ld8 0(%c6), %f1\n"
                               "\tfinop ; ld8 0(%c7), %f2\n\tfinop ; cxnop\n"
                               "\tfmul8.tr %f10, %f1, %f3 ; cxnop\n"
                               "\t.ln\t5\n\tfinop ; bcs.qn @citst, .L6\n\tfinop ; cxnop\n"
                               "\tfinop ; cxnop\n\t.ln\t6\n\tfadd8.tr %f3, %f2, %f3 ; cxnop\n"
                               "\tfinop ; st8 %f11, 0(%c7)\n.L6:\n\t.ln\t11\n"
                               "\tfinop ; sadd8.ntr 0, %c6, 8, %c6\n"
                               "\tfinop ; sadd8.ntr 0, %c7, 8, %c7\n"
                               "\titstge8 %i9, 1 ; st8 %f3, -8(%c6)\n"
                               "\tfinop ; bcs.qn @citst, .L5\n\tfinop ; cxnop\n\tfinop ; cxnop\n"
                               "\t.ln\t13\n\tfinop ; cxnop\n.L7:\n\t.ln\t14\n"
                               "\tadd8.ntr -1, %i9, %i9 ; ld8 0(%c6), %f1\n"
                               "\tfmad8.tr %f10, %f2, %f1 ; sadd8.ntr 0, %c6, 8, %c6\n"
                               "\titstge8 %i9, 1 ; st8 %f1, -8(%c6)\n"
                               "\tfinop ; bcs.qn @citst, .L7\n\tfinop ; cxnop\n\tfinop ; cxnop\n";
static const char rows[] = "run,processors,thread,loop,iterations,cycles\n"
                           "one,1,0,clip:3,1000,25000\none,1,0,clip:13,1000,20000\n"
                           "one,1,0,clip:12,10,99\n"
                           "two,2,0,clip:3,600,15000\ntwo,2,1,clip:3,400,11000\n"
                           "two,2,0,clip:13,500,11000\ntwo,2,1,clip:13,500,10000\n"
                           "four,4,0,clip:3,300,8000\nfour,4,1,clip:3,700,17000\n"
                           "again,4,0,clip:3,300,8100\nagain,4,1,clip:3,700,17100\n";
static const char skips[] = "run,thread,loop,block,skipped\n"
                            "two,0,clip:3,6,100\ntwo,1,clip:3,6,50\ntwo,1,clip:3,.L6,50\n"
                            "four,1,clip:3,8,70\n";

struct table {
    const char *name;
    struct notes columns;
};
/* The unchanged database, its tables with their columns, the buffer for a changed one, and a
 * connection for changed cells. */
static struct {
    uint8_t *bytes;
    size_t n;
    struct runs *cells;
    struct arena names;
    struct table *tables;
    size_t n_tables;
    char folder[PATH_ROOM], path[PATH_ROOM], picture[PATH_ROOM];
} base;

static void put_source(struct runs *r, const struct runs_target *t, struct diag *d)
{
    struct arena a = {0};
    struct names names = {0};
    struct source s;
    struct ast ast;
    struct source_loops loops = {0};
    struct front_options o = {.lists = true, .line_length = 72, .form = FORM_FIXED};
    struct machine *m = machine_from_text(&a, "ksr1", machine_text, NULL, d);
    source_from_bytes(&s, "k.f", fortran, sizeof fortran - 1);
    front_parse(&a, &names, &s, &o, d, &ast);
    struct source_file f = {.file = "k.f", .lines = 22};
    front_analyse(&a, &ast, &f, &o, m, &loops);
    if (loops.n < 3 || !put_source_file(r, t, &f, &loops))
        abort();
    source_free(&s);
    names_free(&names);
    arena_free(&a);
}

static void put_code(struct runs *r, const struct runs_target *t, struct diag *d)
{
    struct arena a = {0};
    struct machine *m = machine_from_text(&a, "ksr1", machine_text, NULL, d);
    struct loop_ask ask = {.machine = m, .details = true, .pairs = true};
    struct scan *f = ksr_scanner.scan_bytes(&ask, "k.s", assembly, sizeof assembly - 1, d);
    struct compiled_loops loops = {.n = loops_n(scan_loops(f))};
    struct loop_map map = {".L7", "k.f:clip:13"};
    loops.at = ARENA_ARRAY(&a, struct compiled_loop, loops.n + 1);
    for (size_t i = 0; i < loops.n; i++)
        scan_loop_details(f, &a, i, &loops.at[i]);
    if (loops.n != 2 || !put_compiled_file(r, t, "k.s", &loops, &map, 1))
        abort();
    scan_free(f);
    arena_free(&a);
}

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0)
        abort();
}

/* Returns whether the file has these bytes. */
static bool holds(const char *path, const uint8_t *bytes, size_t n)
{
    uint8_t *now = xmalloc(n + 1);
    FILE *f = fopen(path, "rb");
    bool same = f && fread(now, 1, n + 1, f) == n && memcmp(now, bytes, n) == 0;
    if (f)
        fclose(f);
    free(now);
    return same;
}

static void put_rows(struct runs *r)
{
    char samples[PATH_ROOM + 8], skipped[PATH_ROOM + 8];
    snprintf(samples, sizeof samples, "%s/m.csv", base.folder);
    snprintf(skipped, sizeof skipped, "%s/s.csv", base.folder);
    write_bytes(samples, rows, sizeof rows - 1);
    write_bytes(skipped, skips, sizeof skips - 1);
    if (!runs_import(r, (const char *const[]){samples, skipped}, 2) || !runs_commit(r))
        abort();
    remove(samples);
    remove(skipped);
}

static void clean_up(void)
{
    remove(base.path);
    remove(base.picture);
    rmdir(base.folder);
    runs_close(base.cells);
    arena_free(&base.names);
    free(base.bytes);
}

static void make_base(void)
{
    struct diag d = {0};
    struct runs_target t = {.machine = "ksr1", .machine_text = machine_text};
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, LOOKASIDE_BYTES, LOOKASIDE_PIECES);
    make_folder(base.folder, sizeof base.folder);
    snprintf(base.path, sizeof base.path, "%.50s/run.db", base.folder);
    snprintf(base.picture, sizeof base.picture, "%.50s/x.verbs", base.folder);
    struct runs *r = runs_open(base.path, RUNS_ADD, &d);
    if (!r)
        abort();
    put_source(r, &t, &d);
    put_code(r, &t, &d);
    put_rows(r);
    runs_close(r);
    FILE *f = fopen(base.path, "rb");
    fseek(f, 0, SEEK_END);
    base.n = (size_t)ftell(f);
    rewind(f);
    base.bytes = xmalloc(base.n);
    if (d.errors || fread(base.bytes, 1, base.n, f) != base.n)
        abort();
    fclose(f);
    atexit(clean_up);
}

/* ---- reading ---- */

static void show_run(const struct gaps *g, struct arena *a, const struct gap_run *run, FILE *out)
{
    struct gap_thread *t;
    struct loop_advice *list;
    size_t n;
    for (size_t i = 0; i < run->n; i++) {
        gaps_explain(g, out, run, &run->loops[i]);
        gaps_threads(g, a, run, &run->loops[i], &t, &n);
    }
    gaps_ranking(g, a, run, &list, &n);
}

static void show_all(struct runs *r, bool charts, struct diag *d)
{
    static FILE *out;
    struct arena a = {0};
    struct gap_ask ask = {0};
    struct plot_choice choice = {0};
    struct gaps *g = gaps_read(r, &a, &ask, d);
    if (!out)
        out = fopen("/dev/null", "w");
    if (g && out) {
        const struct gap_table *t = gaps_table(g);
        struct plot_facts facts = {.table = t, .gaps = g};
        for (size_t i = 0; i < t->n; i++)
            show_run(g, &a, &t->at[i], out);
        gap_series(&a, t, 0.7);
        if (charts)
            plot_charts(&facts, &choice, base.picture, d);
    } else if (!g && !d->errors)
        abort();
    arena_free(&a);
}

/* ---- changes ---- */

/* Returns the number of bytes that are left. */
static size_t change_some(uint8_t *bytes, const uint8_t *data, size_t size, bool cut)
{
    size_t n = base.n;
    for (size_t i = 0; i + 4 <= size && i < 4 * CHANGES; i += 4) {
        size_t at = ((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % base.n;
        if (cut && i == 0)
            n = at;
        bytes[at] = data[i + 3];
    }
    return n;
}

static bool has(uint8_t mode, uint8_t bits)
{
    return (mode & bits) == bits;
}

static void change_bytes(uint8_t mode, const uint8_t *data, size_t size)
{
    struct diag d = {.quiet = true};
    uint8_t *bytes = memcpy(xmalloc(base.n), base.bytes, base.n);
    size_t n = change_some(bytes, data, size, has(mode, MODE_CUT));
    bool file = has(mode, MODE_FILE);
    if (file)
        write_bytes(base.path, bytes, n);
    struct runs *r = file ? runs_open(base.path, RUNS_READ, &d)
                          : runs_open_bytes(base.path, bytes, n, RUNS_READ, &d);
    if (r)
        show_all(r, has(mode, MODE_CHARTS), &d);
    else if (!d.errors)
        abort();
    runs_close(r);
    if (file && !holds(base.path, bytes, n))
        abort();
    free(bytes);
}

static const char *const values[] = {"0",
                                     "1",
                                     "-1",
                                     "2",
                                     "3",
                                     "5",
                                     "6",
                                     "7",
                                     "8",
                                     "13",
                                     "64",
                                     "9223372036854775807",
                                     "-9223372036854775807-1",
                                     "2147483647",
                                     "2147483648",
                                     "-2147483648",
                                     "4294967296",
                                     "0.0",
                                     "-0.5",
                                     "1.5",
                                     "1e-320",
                                     "1e308",
                                     "-1e308",
                                     "9e999",
                                     "-9e999",
                                     "null",
                                     "''",
                                     "'x'",
                                     "'k.f:clip:13'",
                                     "'.L6'",
                                     "'6'",
                                     "'one'",
                                     "'two'",
                                     "'again'",
                                     "'load'",
                                     "'fma'",
                                     "'innermost'",
                                     "char(27, 10, 13, 7, 38, 60)",
                                     "cast(x'ff80c0' as text)",
                                     "cast(x'410042' as text)",
                                     "printf('%.*c', 5000, 'w')",
                                     "'99999999999999999999'"};

/* Returns the names that a query lists. */
static struct notes names_of(struct runs *r, const char *sql)
{
    struct notes names = {0};
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(r->db, sql, -1, &s, NULL) != SQLITE_OK)
        abort();
    while (sqlite3_step(s) == SQLITE_ROW)
        note(&base.names, &names, "%s", (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    if (!names.n)
        abort();
    return names;
}

static void list_tables(struct runs *r)
{
    struct notes names = names_of(r, "select name from sqlite_schema where type = 'table' and name "
                                     "not like 'sqlite_%' order by name");
    base.n_tables = names.n;
    base.tables = ARENA_ARRAY(&base.names, struct table, names.n);
    for (size_t i = 0; i < names.n; i++)
        base.tables[i] = (struct table){
            names.at[i],
            names_of(r, arena_printf(&base.names, "select name from pragma_table_info('%s')",
                                     names.at[i]))};
}

static void change_cell(struct runs *r, const uint8_t *of)
{
    struct arena a = {0};
    const struct table *table = &base.tables[of[0] % base.n_tables];
    const char *column = table->columns.at[of[1] % table->columns.n];
    const char *value = values[of[3] % (COUNT_OF(values))];
    /* All rows, or those with the same value as one row. */
    const char *which = of[2] % 4 == 0
                            ? ""
                            : arena_printf(&a,
                                           " where \"%s\" is (select \"%s\" from \"%s\" limit 1 "
                                           "offset %d)",
                                           column, column, table->name, of[2] / 4);
    sqlite3_exec(
        r->db,
        arena_printf(&a, "update \"%s\" set \"%s\" = %s%s", table->name, column, value, which),
        NULL, NULL, NULL);
    arena_free(&a);
}

static bool pragmas(struct runs *r, const char *sql)
{
    return sqlite3_exec(r->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Opens a connection whose changes can be rolled back to the savepoint "base". */
static void open_cells(void)
{
    static struct diag d = {.quiet = true};
    base.cells = runs_open_bytes(base.path, base.bytes, base.n, RUNS_CHANGE, &d);
    if (!base.cells || !pragmas(base.cells, "pragma ignore_check_constraints = on; pragma "
                                            "defer_foreign_keys = on; savepoint base"))
        abort();
    list_tables(base.cells);
}

static void change_cells(uint8_t mode, const uint8_t *data, size_t size)
{
    struct diag d = {.quiet = true};
    if (!base.cells)
        open_cells();
    struct runs *r = base.cells;
    r->d = &d;
    r->total_checks = 0; /* as in a new connection */
    for (size_t i = 0; i + 4 <= size && i < 4 * CHANGES; i += 4)
        change_cell(r, data + i);
    show_all(r, has(mode, MODE_CHARTS), &d);
    for (size_t i = 0; i < r->n_statements; i++)
        sqlite3_reset(r->statements[i].s);
    r->failed = false;
    if (!pragmas(r, "rollback to base"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!base.bytes)
        make_base();
    if (size == 0)
        return 0;
    if (data[0] & MODE_CELLS)
        change_cells(data[0], data + 1, size - 1);
    else
        change_bytes(data[0], data + 1, size - 1);
    return 0;
}
