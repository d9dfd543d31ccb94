/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output and input of the simulated machine's library, compared with results derived by hand from
 * the Fortran standard's rules for edit descriptors (10.7 of Fortran 2018), and with the output of
 * gfortran 12 where the standard leaves a choice (list-directed output). */
#include "lab/machine/library.h"
#include "lab/schedule/schedule.h"
#include "tests/unit/check.h"
#include "tests/unit/lab-memory.h"

#include <stdlib.h>
#include <string.h>

struct bench {
    struct library *library;
    unsigned char memory[MEMORY_ROOM];
    uint64_t ipu[32];
    struct host_call call;
};

static uint64_t run(struct bench *b, const char *symbol, uint64_t p, uint64_t q, uint64_t r,
                    uint64_t s)
{
    const struct host_routine *routine = host_routine_named(symbol, strlen(symbol));
    CHECK(routine);
    b->ipu[2] = p;
    b->ipu[3] = q;
    b->ipu[4] = r;
    b->ipu[5] = s;
    b->call = (struct host_call){.library = b->library,
                                 .ipu = b->ipu,
                                 .memory = b->memory,
                                 .load = load_memory,
                                 .store = store_memory};
    host_routine_run(routine, &b->call);
    return b->ipu[0];
}

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double value(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Writes the items, one letter each: i integer, l logical, f single, d double, with the next
 * number; c: "AB", e: "". */
static void put_items(struct bench *b, const char *items, const double *numbers)
{
    for (; *items != '\0'; items++)
        switch (*items) {
        case 'i':
            run(b, "f_put_integer", (uint64_t)(int64_t)*numbers++, 0, 0, 0);
            break;
        case 'l':
            run(b, "f_put_logical", *numbers++ != 0, 0, 0, 0);
            break;
        case 'f':
            run(b, "f_put_single", bits((float)*numbers++), 0, 0, 0);
            break;
        case 'd':
            run(b, "f_put_double", bits(*numbers++), 0, 0, 0);
            break;
        case 'c':
            memcpy(b->memory + 1000, "AB", 2);
            run(b, "f_put_characters", 1000, 2, 0, 0);
            break;
        }
}

/* Returns the output of a WRITE, with '/' for line ends, or the fault's message. */
static const char *written(const char *format, const char *items, const double *numbers)
{
    static struct bench b;
    char *text = NULL;
    size_t size = 0;
    memset(&b, 0, sizeof b);
    FILE *out = open_memstream(&text, &size);
    b.library = library_new(1, 0, NULL, stdin, out);
    size_t n = format ? strlen(format) : 0;
    memcpy(b.memory + 8, format ? format : "", n);
    run(&b, "f_write", 6, format ? 8 : 0, n, 0);
    if (b.call.outcome == HOST_RETURNS)
        put_items(&b, items, numbers);
    if (b.call.outcome == HOST_RETURNS)
        run(&b, "f_end", 0, 0, 0, 0);
    fclose(out);
    bool faulted = b.call.outcome == HOST_FAULTS;
    snprintf((char *)b.memory, MEMORY_ROOM, "%s", faulted ? b.call.message : text);
    for (char *p = (char *)b.memory; !faulted && *p != '\0'; p++)
        if (*p == '\n')
            *p = '/';
    free(text);
    library_free(b.library);
    return (const char *)b.memory;
}

#define WRITES(format, items, expected, ...)                                                       \
    CHECK_TEXT(expected, written(format, items, (double[]){__VA_ARGS__}))

static void list_directed(void)
{
    WRITES(NULL, "ii", "           1          -2/", 1, -2);
    WRITES(NULL, "d", "   1.0000000000000000     /", 1);
    WRITES(NULL, "dd", "  0.10000000000000001        1.0000000000000000E-002/", 0.1, 1e-2);
    WRITES(NULL, "d", "   123456789.12300000     /", 123456789.123);
    WRITES(NULL, "d", "   1.0000000000000000E+017/", 1e17);
    WRITES(NULL, "d", "   10000000000000000.     /", 1e16);
    WRITES(NULL, "d", "   0.0000000000000000     /", 0);
    WRITES(NULL, "d", "  -1.0000000000000001E+300/", -1e300);
    WRITES(NULL, "f", "   1.00000000    /", 1);
    WRITES(NULL, "f", "  0.100000001    /", 0.1);
    WRITES(NULL, "ff", "   9.99999978E-03   1.00000000E+09/", 1e-2, 1e9);
    WRITES(NULL, "lccicl", " T ABAB           1 AB F/", 1, 1, 0);
    WRITES(NULL, "", "/", 0);
    WRITES(NULL, "d", "                  Infinity/", 1 / 0.0);
}

static void formats(void)
{
    WRITES("(3F10.3)", "dddd", "     1.000     2.000     3.500/     4.000/", 1, 2, 3.5, 4);
    WRITES("(A,I5,E12.4,D12.4,G12.4)", "ciddd", "AB    5  0.1500E+01  0.1500D+01   1.500    /", 5,
           1.5, 1.5, 1.5);
    WRITES("(1P,E12.4,0P,F8.2,G12.4E3,G0)", "dddi", "  1.5000E+00    2.50 0.1000E+0115/", 1.5, 2.5,
           1e10, 5);
    WRITES("(1X,I3.3,2(I4,','),/,L3,1X,A1)", "iiilc", " 005   6,   7,/  T A/", 5, 6, 7, 1);
    WRITES("(F5.1)", "d", "*****/", 12345.6);
    WRITES("(F0.3,1X,F3.2,1X,ES12.3,1X,I0)", "dddi", ".500 .50    1.235E+04 42/", .5, .5, 12345.6,
           42);
    WRITES("(A,(I3))", "ciii", "AB  1/  2/  3/", 1, 2, 3);
    WRITES("(F8.3,F8.0,F8.1)", "ddd", "  -0.000      0.    -0.0/", -0.0001, 0.5, -0.04);
    WRITES("(G12.4,G12.4,G12.4,G12.4)", "dddd", "  0.1000      0.9990E-01   9999.       0.000    /",
           0.1, 0.0999, 9999.3, 0);
    WRITES("(T5,I3,T1,I3,TR3,A)", "iic", "  2   AB/", 1, 2);
    WRITES("(2PE12.4,-1PE12.4)", "dd", "  15.000E-01  0.0150E+02/", 1.5, 1.5);
    WRITES("(1PG12.4,1PF8.2,F8.2)", "ddd", "   1.500       15.00   15.00/", 1.5, 1.5, 1.5);
    WRITES("(SP,I5,F8.2,SS,I5)", "idi", "   +5   +1.50    5/", 5, 1.5, 5);
    WRITES("(D22.15,E15.7E3,E15.7)", "ddd", " 0.100000000000000-199 0.1000000E-199  0.1000000-199/",
           1e-200, 1e-200, 1e-200);
    WRITES("(3Habc,'it''s',B6,O4,Z3)", "iii", "abcit's   101  17 FF/", 5, 15, 255);
    WRITES("(I2,:,' more')", "i", " 1/", 1);
    WRITES("(I2,' more')", "", "/", 0);
}

static void faults(void)
{
    WRITES("(I5)", "d", "the edit descriptor does not accept a REAL item", 1);
    WRITES("('x')", "i", "the format lacks an edit descriptor for the item", 1);
    WRITES("(I5", "i", "format (I5, character 4: missing closing parenthesis", 1);
    WRITES("(0I5)", "i", "format (0I5), character 3: a repeat count must be at least 1", 1);
    WRITES("(100000I5)", "i",
           "format (100000I5), character 8: a number in a format must be at most 99999", 1);
    WRITES("(99999(99999X,'+'))", "", "a record of more than 1048576 characters", 0);
    WRITES("(Q5)", "i",
           "format (Q5), character 2: expected an edit descriptor: I, B, O, Z, F, E, ES, "
           "D, G, L, A, X, T, P, S, BN, BZ, a slash, a colon or a literal",
           1);
}

/* Reads an integer, a double and a single from that text with a list-directed or formatted READ. */
static void read_three(struct bench *b, const char *text, const char *format, int status)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    memset(b, 0, sizeof *b);
    b->library = library_new(1, 0, NULL, in, stdout);
    memcpy(b->memory + 8, format ? format : "", format ? strlen(format) : 0);
    run(b, "f_read", 5, format ? 8 : 0, format ? strlen(format) : 0, 1);
    run(b, "f_get", LIBRARY_INTEGER4, 512, 1, 0);
    run(b, "f_get", LIBRARY_REAL8, 520, 1, 0);
    run(b, "f_get", LIBRARY_REAL4, 528, 1, 0);
    CHECK((int64_t)run(b, "f_end", 0, 0, 0, 0) == status);
    fclose(in);
    library_free(b->library);
}

static void check_three(struct bench *b, int32_t i, double d, float f)
{
    int32_t found_i;
    double found_d;
    float found_f;
    memcpy(&found_i, b->memory + 512, sizeof found_i);
    memcpy(&found_d, b->memory + 520, sizeof found_d);
    memcpy(&found_f, b->memory + 528, sizeof found_f);
    CHECK(found_i == i);
    CHECK(found_d == d);
    CHECK(found_f == f);
}

static void reading(void)
{
    static struct bench b;
    read_three(&b, "7 1.5D2, 2.5\n", NULL, 0);
    check_three(&b, 7, 150, 2.5F);
    read_three(&b, "\n -7 \n 1.5-2\n3*4\n", NULL, 0);
    check_three(&b, -7, 1.5e-2, 4);
    read_three(&b, "7,,3\n", NULL, 0);
    check_three(&b, 7, 0, 3);
    read_three(&b, "7 /\n", NULL, 0);
    check_three(&b, 7, 0, 0);
    read_three(&b, "3*5\n", NULL, 0);
    check_three(&b, 5, 5, 5);
    read_three(&b, "7 8\n", NULL, -1);
    check_three(&b, 7, 8, 0);
    read_three(&b, "7 x 8\n", NULL, 5000);
    read_three(&b, " 12 345  67.5\n", "(I3,F4.1,F7.0)", 0);
    check_three(&b, 12, 34.5, 67.5F);
}

static void internal_units(void)
{
    static struct bench b;
    memset(&b, 0, sizeof b);
    b.library = library_new(1, 0, NULL, stdin, stdout);
    memcpy(b.memory + 8, "(I4)", 4);
    run(&b, "f_internal", 100, 6, 0, 0);
    run(&b, "f_write", 0, 8, 4, 0);
    run(&b, "f_put_integer", 42, 0, 0, 0);
    run(&b, "f_end", 0, 0, 0, 0);
    CHECK(memcmp(b.memory + 100, "  42  ", 7) == 0);
    run(&b, "f_internal", 100, 6, 0, 0);
    run(&b, "f_read", 0, 0, 0, 0);
    run(&b, "f_get", LIBRARY_INTEGER4, 200, 1, 0);
    run(&b, "f_end", 0, 0, 0, 0);
    CHECK(b.memory[200] == 42);
    library_free(b.library);
}

/* Integer powers: 3**5 = 243; 2**(-1) = 0 as an integer, 0.5 as a REAL; an invalid address is a
 * fault. */
static void powers(void)
{
    static struct bench b;
    CHECK((long)run(&b, "power_ii", 3, 5, 0, 0) == 243);
    CHECK((long)run(&b, "power_ii", 2, (uint64_t)-1, 0, 0) == 0);
    CHECK((long)run(&b, "power_ii", (uint64_t)-1, (uint64_t)-3, 0, 0) == -1);
    CHECK(value(run(&b, "power_di", bits(2), (uint64_t)-1, 0, 0)) == 0.5);
    CHECK(value(run(&b, "sqrt", bits(2.25), 0, 0, 0)) == 1.5);
    CHECK((long)b.call.clocks == 60);
    run(&b, "power_ii", 0, (uint64_t)-1, 0, 0);
    CHECK(b.call.outcome == HOST_FAULTS);
    b.library = library_new(1, 0, NULL, stdin, stdout);
    run(&b, "f_write", 6, 1 << 20, 4, 0);
    CHECK_TEXT("a library routine reads 4 bytes at the invalid address 0x100000", b.call.message);
    library_free(b.library);
}

/* The texts of the library can be read, and no consumer in them is too near to its producer. */
static void assembly(void)
{
    struct arena a = {0};
    struct diag d = {0};
    struct option_list none = {0};
    const struct machine *ksr1 = machine_read(&a, "ksr1", &none, &d);
    for (size_t i = 0; library_texts[i]; i++) {
        const char *name = arena_printf(&a, "%s.s", library_texts[i]);
        const char *path = arena_printf(&a, "%s/lab/library/%s", getenv("SRCDIR"), name);
        struct lab_text t = {0};
        lab_hazards found = {0};
        CHECK(lab_text_read(&a, path, &d, &t));
        CHECK(t.pairs.n > 0 && t.labels.n > 0);
        lab_check(&t, ksr1, &found);
        for (size_t k = 0; k < found.n; k++)
            printf("# %s, line %u: %s\n", name, t.pairs.at[found.at[k].consumer].text_line,
                   lab_hazard_text(&a, &t, &found.at[k]));
        CHECK(found.n == 0);
        array_free(&found);
        lab_text_free(&t);
    }
    CHECK(d.errors == 0);
    arena_free(&a);
}

int main(void)
{
    TEST(list_directed);
    TEST(formats);
    TEST(faults);
    TEST(reading);
    TEST(internal_units);
    TEST(powers);
    TEST(assembly);
    return tests_end();
}
