/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"
#include "base/shown.h"
#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

static void put_indent(struct json *j)
{
    static const char blanks[2 * JSON_DEPTH + 1] =
        "\n                                                                ";
    fwrite(blanks, 1, 1 + 2 * (size_t)j->depth, j->out);
}

/* Writes the separator before a value or key: comma, line end and indentation. */
static void put_separator(struct json *j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->any[j->depth])
        putc(',', j->out);
    if (j->depth > 0 && !j->inline_[j->depth])
        put_indent(j);
    else if (j->any[j->depth])
        putc(' ', j->out);
    j->any[j->depth] = true;
}

/* Returns the number of bytes at s before the first that needs an escape. */
static size_t plain_length(const unsigned char *s)
{
    size_t n = 0;
    while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
        n++;
    return n;
}

/* Writes a UTF-8 character of two or three bytes as \uXXXX. */
static void put_escaped(FILE *out, const unsigned char *s, int n)
{
    unsigned first = n == 2 ? s[0] & 0x1fU : (s[0] & 0xfU) << 6 | (s[1] & 0x3fU);
    fprintf(out, "\\u%04x", first << 6 | (s[n - 1] & 0x3fU));
}

static void put_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (const unsigned char *s = (const unsigned char *)text;;) {
        size_t plain = plain_length(s);
        fwrite(s, 1, plain, out);
        s += plain;
        if (*s == '\0')
            break;
        int n = utf8_length((const char *)s);
        if (n == 0)
            fputs("\xef\xbf\xbd", out);
        else if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", out);
        else if (*s == '\t')
            fputs("\\t", out);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(out, "\\u%04x", *s);
        else if ((*s == 0xc2 && s[1] < 0xa0) || shown_turns_text((const char *)s, n))
            put_escaped(out, s, n);
        else
            fwrite(s, 1, (size_t)n, out);
        s += n ? n : 1;
    }
    putc('"', out);
}

void json_key(struct json *j, const char *key)
{
    put_separator(j);
    put_quoted(j->out, key);
    fputs(": ", j->out);
    j->after_key = true;
}

void json_begin_container(struct json *j, const char *key, char bracket, bool on_one_line)
{
    if (key)
        json_key(j, key);
    put_separator(j);
    putc(bracket, j->out);
    on_one_line |= j->inline_[j->depth];
    if (++j->depth >= JSON_DEPTH)
        bug("JSON nested more than %d deep", JSON_DEPTH);
    j->any[j->depth] = false;
    j->inline_[j->depth] = on_one_line;
}

void json_end_container(struct json *j, char bracket)
{
    if (j->depth == 0)
        bug("a JSON container is closed that is not open");
    bool any = j->any[j->depth], on_one_line = j->inline_[j->depth];
    j->inline_[j->depth] = false;
    j->depth--;
    if (any && !on_one_line)
        put_indent(j);
    putc(bracket, j->out);
}

void json_text(struct json *j, const char *text)
{
    put_separator(j);
    if (text)
        put_quoted(j->out, text);
    else
        fputs("null", j->out);
}

void json_long(struct json *j, long value)
{
    char buf[QUANTITY_TEXT];
    put_separator(j);
    fputs(long_text(value, buf), j->out);
}

void json_bool(struct json *j, bool value)
{
    put_separator(j);
    fputs(value ? "true" : "false", j->out);
}

void json_null(struct json *j)
{
    json_text(j, NULL);
}

void json_quantity(struct json *j, struct quantity q)
{
    char buf[QUANTITY_TEXT];
    put_separator(j);
    fputs(quantity_exact(q, buf), j->out);
}

void json_key_text(struct json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_text(j, text);
}

void json_key_long(struct json *j, const char *key, long value)
{
    json_key(j, key);
    json_long(j, value);
}

void json_key_bool(struct json *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

void json_key_quantity(struct json *j, const char *key, struct quantity q)
{
    json_key(j, key);
    json_quantity(j, q);
}

static void put_members(struct json *j, const char *types, va_list ap)
{
    for (; *types; types++) {
        json_key(j, va_arg(ap, const char *));
        if (*types == 't')
            json_text(j, va_arg(ap, const char *));
        else if (*types == 'i')
            json_long(j, va_arg(ap, long));
        else if (*types == 'b')
            json_bool(j, va_arg(ap, int));
        else
            json_quantity(j, va_arg(ap, struct quantity));
    }
}

void json_members(struct json *j, const char *types, ...)
{
    va_list ap;
    va_start(ap, types);
    put_members(j, types, ap);
    va_end(ap);
}

void json_inline_members(struct json *j, const char *types, ...)
{
    va_list ap;
    json_inline_object(j);
    va_start(ap, types);
    put_members(j, types, ap);
    va_end(ap);
    json_end_object(j);
}

void json_close(struct json *j)
{
    if (j->depth != 0)
        bug("a JSON container is open at the end");
    putc('\n', j->out);
}
