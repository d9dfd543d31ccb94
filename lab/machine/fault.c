/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports why a cell cannot continue: place in the assembly, the pair, contents of its registers.
 */
#include "lab/machine/program.h"

#include "base/textstream.h"
#include "lab/machine/code.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const texts[] = {
    "",
#define FAULT(NAME, text) text,
#include "lab/machine/faults.def"
#undef FAULT
};

static void print_register(const struct cell *c, lab_reg r, FILE *out)
{
    static const char *const named[] = {"%sp", "%fp", "%cp", "%rc"};
    uint32_t n = lab_reg_number(r);
    switch (lab_reg_unit(r)) {
    case LAB_FPU: {
        double x;
        memcpy(&x, &c->r[CELL_FPU + n], sizeof x);
        fprintf(out, "%%f%" PRIu32 " = %.17g", n, x);
        break;
    }
    case LAB_IPU:
        fprintf(out, "%%i%" PRIu32 " = %" PRId64, n, (int64_t)c->r[CELL_IPU + n]);
        break;
    case LAB_CEU:
        if (n < LAB_SP)
            fprintf(out, "%%c%" PRIu32, n);
        else
            fputs(named[n - LAB_SP], out);
        fprintf(out, " = 0x%" PRIx64, c->r[CELL_CEU + n]);
        break;
    default:
        break;
    }
}

/* Prints the registers that a pair reads, each once. */
static void print_registers(const struct cell *c, const struct lab_pair *p, FILE *out)
{
    const struct lab_inst *both[] = {&p->left, &p->right};
    lab_reg printed[2 * (LAB_SOURCES + 2)];
    size_t n = 0;
    for (int h = 0; h < 2; h++) {
        lab_reg list[LAB_SOURCES + 2] = {both[h]->s[0], both[h]->s[1], both[h]->s[2], both[h]->base,
                                         lab_reads_destination(both[h]->op) ? both[h]->d : 0};
        for (int i = 0; i < LAB_SOURCES + 2; i++) {
            bool again = !list[i] || lab_reg_unit(list[i]) == LAB_XIU;
            for (size_t k = 0; k < n; k++)
                again |= printed[k] == list[i];
            if (again)
                continue;
            fputs(n ? ", " : "; ", out);
            print_register(c, printed[n++] = list[i], out);
        }
    }
}

/* Prints what follows the reason: address, values, place in the source. */
static void print_details(const struct cell *c, const struct program_file *f,
                          const struct lab_pair *p, FILE *out)
{
    if (c->fault.kind == FAULT_MISALIGNED || c->fault.kind == FAULT_OUTSIDE_MEMORY ||
        c->fault.kind == FAULT_JUMP || c->fault.kind == FAULT_CHIP)
        fprintf(out, ": 0x%" PRIx64, c->fault.address);
    if (c->fault.message[0])
        fprintf(out, ": %s", c->fault.message);
    if (p)
        print_registers(c, p, out);
    fprintf(out, "; cell %u, clock %" PRIu64, c->number, c->clock);
    if (p && p->line && f->text.source)
        fprintf(out, ", line %" PRIu32 " of %s", p->line, f->text.source);
}

static char *text_of_pair(const struct lab_pair *p, size_t *n)
{
    struct text_stream text;
    FILE *f = text_open(&text);
    if (p)
        lab_pair_print(p, f);
    text_close(&text);
    *n = text.size;
    return text.text;
}

void cell_report_fault(const struct cell *c, struct diag *d)
{
    const struct program_file *f;
    const struct lab_pair *p = program_pair(c->code->program, c->fault.pair, &f);
    size_t n_pair;
    char *pair = text_of_pair(p, &n_pair);
    struct text_stream rest;
    print_details(c, f, p, text_open(&rest));
    text_close(&rest);
    struct where w = {.file = f->text.path,
                      .line = p ? p->text_line : 0,
                      .text = p && p->text_line ? pair : NULL,
                      .text_len = p && p->text_line ? n_pair : 0};
    diag_error(d, w, "%s%s", texts[c->fault.kind], rest.text);
    free(rest.text);
    free(pair);
}
