/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs-gap/page.h"

#include <stdarg.h>
#include <string.h>

enum { LINE_WIDTH = 100, INDENT = 2 };

/* ---- names of loops ---- */

/* Returns the length of the file and its colon in the id of a loop. */
static size_t file_length(const char *id)
{
    const char *at = id + strlen(id);
    for (int colons = 0; at > id && colons < 2; colons += *at == ':')
        at--;
    return *at == ':' ? (size_t)(at - id) + 1 : 0;
}

/* Returns the length of the common prefix of id and other up to its last slash. */
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

const char *common_text(struct arena *a, const char *id, size_t common)
{
    return common ? arena_printf(a, "%s %.*s; ", id[common - 1] == ':' ? "loops of" : "files in",
                                 (int)common - 1, id)
                  : "";
}

/* ---- parts of a page ---- */

/* Escapes the markup of GitHub Markdown and HTML. */
static const char *escape_markup(struct page *p, const char *text)
{
    static const char markup[] = "\\`*_[]<>|~#&$";
    size_t n = strlen(text), to = 0;
    if (!p->markdown)
        return text;
    char *copy = arena_alloc(&p->arena, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        if (strchr(markup, text[i]))
            copy[to++] = '\\';
        copy[to++] = text[i];
    }
    copy[to] = '\0';
    return copy;
}

/* Prints the empty line before the next part if one is needed. */
static void begin_part(struct page *p, enum page_part next)
{
    bool apart = p->markdown ? next != PAGE_REMARK || p->last != PAGE_REMARK
                             : next == PAGE_TITLE || (next == PAGE_TABLE && p->last == PAGE_TABLE);
    if (apart && p->last != PAGE_NOTHING)
        fputc('\n', p->out);
    p->last = next;
}

/* Prints a title or a line, with its mark in Markdown. */
static void put_formatted_line(struct page *p, enum page_part part, const char *fmt, va_list ap)
{
    const char *mark = part == PAGE_TITLE ? "### " : "";
    va_list again;
    begin_part(p, part);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    char *text = arena_alloc(&p->arena, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    fprintf(p->out, "%s%s\n", p->markdown ? mark : "", escape_markup(p, text));
}

void page_title(struct page *p, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    put_formatted_line(p, PAGE_TITLE, fmt, ap);
    va_end(ap);
}

void page_line(struct page *p, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    put_formatted_line(p, PAGE_LINE, fmt, ap);
    va_end(ap);
}

/* Prints text on lines of at most LINE_WIDTH, broken at blanks. Lines after the first are
 * indented. */
static void put_wrapped_text(FILE *out, const char *lead, const char *text, int indent)
{
    int column = fprintf(out, "%s", lead);
    for (bool first = true; *text; first = false) {
        int word = (int)strcspn(text, " ");
        if (!first && column > indent && column + 1 + word > LINE_WIDTH)
            column = fprintf(out, "\n%*s", indent, "") - 1;
        else if (!first)
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", word, text);
        text += word;
        text += *text == ' ';
    }
    fputc('\n', out);
}

void page_remark(struct page *p, const char *text)
{
    begin_part(p, PAGE_REMARK);
    if (p->markdown)
        fprintf(p->out, "- %s\n", escape_markup(p, text));
    else
        put_wrapped_text(p->out, "", text, INDENT);
}

void page_list_item(struct page *p, const char *lead, const char *text)
{
    begin_part(p, PAGE_REMARK);
    if (p->markdown)
        fprintf(p->out, "%s%s\n", lead, escape_markup(p, text));
    else
        put_wrapped_text(p->out, lead, text, (int)strlen(lead));
}

void page_item(struct page *p, const char *text)
{
    begin_part(p, PAGE_REMARK);
    fprintf(p->out, "%s%s\n", p->markdown ? "- " : "  ", escape_markup(p, text));
}

void page_free(struct page *p)
{
    doubts_free(&p->doubts);
    arena_free(&p->arena);
}

/* ---- tables ---- */

void page_table(struct page *p, const char *const *titles, size_t n)
{
    char *align = arena_alloc(&p->arena, n + 1);
    memset(align, 'r', n);
    align[0] = 'l';
    align[n] = '\0';
    page_table_aligned(p, titles, n, align);
}

void page_table_aligned(struct page *p, const char *const *titles, size_t n, const char *align)
{
    p->table = (struct table){.align = align};
    for (size_t i = 0; i < n; i++)
        page_cell(p, titles[i]);
}

void page_cell(struct page *p, const char *text)
{
    table_cell(&p->table, text);
}

void page_number(struct page *p, struct quantity q)
{
    char text[QUANTITY_TEXT];
    table_cell(&p->table, quantity_text(q, text));
}

void page_doubtful(struct page *p, struct quantity q, const char *row, const struct notes *notes,
                   unsigned numbers)
{
    page_number(p, q);
    if (is_known(q))
        table_mark(&p->table, doubts_mark(&p->doubts, row, notes, numbers));
}

void page_doubtful_text(struct page *p, const char *text, const char *row,
                        const struct notes *notes, unsigned numbers)
{
    page_cell(p, text);
    table_mark(&p->table, doubts_mark(&p->doubts, row, notes, numbers));
}

void page_doubts(struct page *p, size_t rows)
{
    for (size_t i = 0; i < p->doubts.at.n; i++)
        page_remark(p, doubts_line(&p->doubts, i, rows));
    doubts_free(&p->doubts);
}

void page_end_table(struct page *p)
{
    begin_part(p, PAGE_TABLE);
    if (p->markdown)
        table_print_markdown(&p->table, p->out);
    else
        table_print(&p->table, p->out);
    table_free(&p->table);
}

/* ---- notes ---- */

void remark(struct remarks *r, const char *loop, const char *text)
{
    uint32_t *i = name_index_at(&r->texts, name_of(&r->names, text, strlen(text)), 0);
    if (*i == NAME_INDEX_NONE) {
        *i = (uint32_t)r->list.n;
        *array_push(&r->list) = (struct remark){text, 0, loop};
    }
    r->list.at[*i].loops++;
}

void page_remarks(struct page *p, struct remarks *r, size_t all)
{
    for (size_t i = 0; i < r->list.n; i++) {
        const struct remark *m = &r->list.at[i];
        const char *who = doubt_subject(&r->a, m->loop, m->loops, all);
        page_remark(p, arena_printf(&r->a, "%s: %s", who, m->text));
    }
    remarks_free(r);
}

void remarks_free(struct remarks *r)
{
    array_free(&r->list);
    name_index_free(&r->texts);
    names_free(&r->names);
    arena_free(&r->a);
}
