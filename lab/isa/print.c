/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints programs as assembly text. */
#include "lab/isa/isa.h"

#include "base/textstream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put_register(lab_reg r, FILE *out)
{
    char name[KSR_NAME];
    uint32_t n = lab_reg_number(r);
    enum lab_unit unit = lab_reg_unit(r);

    if (n >= LAB_VIRTUAL)
        fprintf(out, "%%v%c%" PRIu32, "?fic"[unit], n - LAB_VIRTUAL);
    else
        fputs(ksr_unit_register_name((enum ksr_unit)unit, n, name), out);
}

static void put_number(const char *symbol, int64_t n, FILE *out)
{
    if (!symbol)
        fprintf(out, "%" PRId64, n);
    else if (n == 0)
        fputs(symbol, out);
    else
        fprintf(out, "%s%+" PRId64, symbol, n);
}

static void put_memory(const struct lab_inst *i, FILE *out)
{
    put_number(i->symbol, i->offset, out);
    fputc('(', out);
    put_register(i->base, out);
    fputc(')', out);
}

static void put_target(const struct lab_inst *i, FILE *out)
{
    if (i->target)
        fputs(i->target, out);
    else
        put_memory(i, out);
}

static void put_source(const struct lab_inst *i, int source, FILE *out)
{
    if (i->immediate[source])
        put_number(i->symbol, i->imm, out);
    else
        put_register(i->s[source], out);
}

static void put_operand(const struct lab_inst *i, char letter, int *source, FILE *out)
{
    switch (letter) {
    case 'm':
        put_memory(i, out);
        break;
    case 'n':
        put_number(i->symbol, i->imm, out);
        break;
    case 'x':
        fprintf(out, "%d", i->scale);
        break;
    case '@':
        fputs("@citst", out);
        break;
    case 'L':
    case 'T':
        put_target(i, out);
        break;
    case 'F':
    case 'G':
    case 'H':
    case 'I':
    case 'C':
    case 'R':
        put_register(i->d, out);
        break;
    default:
        put_source(i, (*source)++, out);
    }
}

void lab_inst_print(const struct lab_inst *i, FILE *out)
{
    const struct ksr_instruction_row *o = lab_operation(i->op);
    int source = 0;

    if (*o->operands == 0)
        fputs(o->mnemonic, out);
    else
        fprintf(out, "%-11s ", o->mnemonic);
    for (const char *p = o->operands; *p != 0 && *p != ' '; p++) {
        if (p > o->operands)
            fputs(", ", out);
        put_operand(i, *p, &source, out);
    }
}

void lab_pair_print(const struct lab_pair *p, FILE *out)
{
    struct text_stream left;
    lab_inst_print(&p->left, text_open(&left));
    fprintf(out, "%-31s ; ", text_close(&left));
    free(left.text);
    lab_inst_print(&p->right, out);
}

/* Prints one datum; a symbol precedes the number that is added to it. */
static void put_datum(const struct lab_datum *d, FILE *out)
{
    if (d->bytes == 0) {
        fprintf(out, "\t.space\t%" PRIu64 "\n", d->repeat);
        return;
    }
    const char *name = d->bytes == 8 ? ".word" : d->bytes == 4 ? ".half" : ".byte";
    if (d->repeat > 1)
        fprintf(out, "\t.fill\t%" PRIu64 ", %" PRIu32 ", 0x%" PRIx64 "\n", d->repeat, d->bytes,
                d->bits);
    else if (d->repeat == 1 && !d->symbol)
        fprintf(out, "\t%s\t0x%" PRIx64 "\n", name, d->bits);
    else if (d->repeat == 1) {
        fprintf(out, "\t%s\t", name);
        put_number(d->symbol, (int64_t)d->bits, out);
        fputc('\n', out);
    }
}

static void put_block(const struct lab_block *b, FILE *out)
{
    if (b->align > 1)
        fprintf(out, "\t.align\t%" PRIu32 "\n", b->align);
    if (b->name && b->common)
        fprintf(out, "\t.comm\t%s\n", b->name);
    else if (b->name && b->global)
        fprintf(out, "\t.globl\t%s\n", b->name);
    if (b->name)
        fprintf(out, "%s:\n", b->name);
    for (size_t i = 0; i < b->data.n; i++)
        put_datum(&b->data.at[i], out);
}

/* Prints the debug information of a procedure, whose label is NAME$TXT. */
static void put_function(const char *label, FILE *out)
{
    size_t n = strlen(label);

    if (n > 4 && strcmp(label + n - 4, "$TXT") == 0)
        fprintf(out, "\t.def\t%.*s; .val %.*s; .scl 2; .type 0x20; .endef\n", (int)n - 4, label,
                (int)n - 4, label);
}

static size_t put_labels(const struct lab_text *t, size_t label, size_t pair, FILE *out)
{
    for (; label < t->labels.n && t->labels.at[label].pair <= pair; label++) {
        const struct lab_label *l = &t->labels.at[label];
        put_function(l->name, out);
        if (l->global)
            fprintf(out, "\t.globl\t%s\n", l->name);
        fprintf(out, "%s:\n", l->name);
    }
    return label;
}

static void put_code(const struct lab_text *t, FILE *out)
{
    size_t label = 0;
    uint32_t line = 0;

    if (t->pairs.n > 0)
        fputs("\t.text\n\t.align\t8\n", out);
    for (size_t i = 0; i < t->pairs.n; i++) {
        const struct lab_pair *p = &t->pairs.at[i];
        if (p->line != 0 && p->line != line)
            fprintf(out, "\t.ln\t%" PRIu32 "\n", p->line);
        else if (p->line != line)
            fputs("\t.def\t.ef; .val .; .scl 101; .endef\n", out);
        line = p->line;
        label = put_labels(t, label, i, out);
        fputc('\t', out);
        lab_pair_print(p, out);
        fputc('\n', out);
    }
    put_labels(t, label, t->pairs.n, out);
}

static void put_variable(const struct lab_variable *v, FILE *out)
{
    fprintf(out, "\t.def\t%s; .val ", v->name);
    put_number(v->symbol, v->at, out);
    fprintf(out, "; .size %" PRId64, v->bytes);
    for (uint32_t k = 0; k < v->n_extents; k++)
        fprintf(out, "%s%" PRId64, k == 0 ? "; .dim " : ",", v->extents[k]);
    fputs("; .endef\n", out);
}

void lab_text_print(const struct lab_text *t, FILE *out)
{
    if (t->source)
        fprintf(out, "\t.file\t\"%s\"\n\t.vstamp\t7\n", t->source);
    put_code(t, out);
    if (t->blocks.n > 0)
        fputs("\t.data\n", out);
    for (size_t i = 0; i < t->blocks.n; i++)
        put_block(&t->blocks.at[i], out);
    for (size_t i = 0; i < t->variables.n; i++)
        put_variable(&t->variables.at[i], out);
}

void lab_text_free(struct lab_text *t)
{
    for (size_t i = 0; i < t->blocks.n; i++)
        array_free(&t->blocks.at[i].data);
    array_release_all(t->pairs.at, t->labels.at, t->blocks.at, t->variables.at);
    names_free(&t->names);
}
