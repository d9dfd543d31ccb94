/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/uses.h"

#include <string.h>

/* Whether the bytes are a name, not "operator(+)". */
static bool is_name(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool letter = (text[i] >= 'a' && text[i] <= 'z') || text[i] == '_' || text[i] == '$';
        if (!letter && (i == 0 || text[i] < '0' || text[i] > '9'))
            return false;
    }
    return n > 0;
}

/* Adds the item "a" or "a=>b" in bytes from..to. */
static void add_use_item(struct parser *p, size_t from, size_t to)
{
    const char *text = p->logical->text;
    size_t end = from, there = from;
    while (end < to && text[end] != '=')
        end++;
    if (end + 1 < to && text[end + 1] == '>')
        there = end + 2;
    if (!is_name(text + from, end - from) || !is_name(text + there, to - there))
        return;
    *array_push(&p->items) = (struct item){.name = build_name(p, text + from, end - from),
                                           .block = build_name(p, text + there, to - there),
                                           .at = p->logical->at[from]};
}

void read_uses(struct parser *p, size_t from, size_t to)
{
    const char *text = p->logical->text;
    if (p->stmt->kind == STMT_MODULE) {
        if (is_name(text + from, to - from))
            p->stmt->result = build_name(p, text + from, to - from);
        return;
    }
    while (from < to && (text[from] == ',' || text[from] == ':'))
        from++;
    if (to - from > 4 && memcmp(text + from, "only:", 5) == 0) {
        p->stmt->only = true;
        from += 5;
    }
    for (size_t i = from; i <= to; i++)
        if (i == to || text[i] == ',') {
            add_use_item(p, from, i);
            from = i + 1;
        }
}
