/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs-gap-page.h"

#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 2 };

/* ---- names of loops ---- */

/* Bytes of a loop's id up to its routine: the file and its colon. */
static size_t file_length(const char *id)
{
    const char *at = id + strlen(id);
    for (int colons = 0; at > id && colons < 2; colons += *at == ':')
        at--;
    return *at == ':' ? (size_t)(at - id) + 1 : 0;
}

/* Likewise up to the last slash of what id and other have in common. */
static size_t common_folder(const char *id, const char *other, size_t n)
{
    size_t folder = 0;
    for (size_t i = 0; i < n && id[i] == other[i]; i++)
        if (id[i] == '/')
            folder = i + 1;
    return folder;
}

size_t common_length(const void *of, size_t n, const char *(*id_at)(const void *of, size_t i))
{
    const char *first = n ? id_at(of, 0) : "";
    size_t common = file_length(first);
    for (size_t i = 1; i < n; i++) {
        const char *id = id_at(of, i);
        if (file_length(id) != common || strncmp(id, first, common) != 0)
            common = common_folder(first, id, common);
    }
    return common;
}

void put_common(FILE *out, const char *id, size_t common)
{
    if (common)
        fprintf(out, "%s %.*s; ", id[common - 1] == ':' ? "loops of" : "files in", (int)common - 1,
                id);
}

/* ---- tables ---- */

struct page begin_table(FILE *out, const char *const *titles, size_t n)
{
    struct page p = {.out = out};
    char *align = arena_alloc(&p.arena, n + 1);
    memset(align, 'r', n);
    align[0] = 'l';
    p.table.align = align;
    for (size_t i = 0; i < n; i++)
        table_cell(&p.table, titles[i]);
    return p;
}

void put_number(struct page *p, struct quantity q)
{
    char text[QUANTITY_TEXT];
    table_cell(&p->table, arena_strdup(&p->arena, quantity_text(q, text)));
}

void end_table(struct page *p)
{
    table_print(&p->table, p->out);
    table_free(&p->table);
    arena_free(&p->arena);
}

void put_wrapped(FILE *out, const char *text)
{
    size_t column = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > INDENT && column + 1 + word > LINE_WIDTH)
            column = (size_t)fprintf(out, "\n%*s", INDENT, "") - 1;
        else if (column)
            column += (size_t)fprintf(out, " ");
        column += (size_t)fprintf(out, "%.*s", (int)word, text);
        text += word;
        text += *text == ' ';
    }
    fputc('\n', out);
}

/* ---- notes ---- */

void remark(struct remarks *r, const char *loop, const char *text)
{
    for (size_t i = 0; i < r->list.n; i++)
        if (strcmp(r->list.at[i].text, text) == 0) {
            r->list.at[i].loops++;
            return;
        }
    *array_push(&r->list) = (struct remark){text, 1, loop};
}

void put_remarks(FILE *out, struct remarks *r, size_t all)
{
    for (size_t i = 0; i < r->list.n; i++) {
        const struct remark *m = &r->list.at[i];
        const char *who = m->loop;
        if (m->loops > 1 && m->loops == all)
            who = "all loops";
        else if (m->loops > 1)
            who = arena_printf(&r->a, "%s and %zu more", m->loop, m->loops - 1);
        put_wrapped(out, arena_printf(&r->a, "%s: %s", who, m->text));
    }
    array_free(&r->list);
    arena_free(&r->a);
}
