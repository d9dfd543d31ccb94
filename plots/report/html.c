/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/html.h"
#include "base/util.h"

#include "base/diag.h"
#include "plots/drawing/text.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* Returns the number of bytes at s that need no escape. */
static size_t plain_length(const char *s)
{
    size_t n = 0;
    while (((s[n] >= ' ' && s[n] < 0x7f) || s[n] == '\t') && !strchr("&<>\"'", s[n]))
        n++;
    return n;
}

static void put_special(FILE *out, const char *s, size_t n, bool allowed)
{
    static const struct {
        char c;
        const char *as;
    } references[] = {{'&', "&amp;"},  {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"},
                      {'\'', "&#39;"}, {'\n', " "},   {'\r', " "}};
    for (size_t i = 0; i < COUNT_OF(references); i++)
        if (*s == references[i].c) {
            fputs(references[i].as, out);
            return;
        }
    if (allowed)
        fwrite(s, 1, n, out);
    else
        fputs(REPLACEMENT, out);
}

void html_text(FILE *out, const char *text)
{
    while (text && *text) {
        size_t n = plain_length(text);
        fwrite(text, 1, n, out);
        text += n;
        if (!*text)
            break;
        bool allowed = text_character(text, &n);
        put_special(out, text, n, allowed);
        text += n;
    }
}

static void put_conversion(FILE *out, const char *conversion, va_list *ap)
{
    char buf[QUANTITY_TEXT];
    if (*conversion == 's')
        html_text(out, va_arg(*ap, const char *));
    else if (*conversion == 'd')
        fputs(long_text(va_arg(*ap, int), buf), out);
    else if (strncmp(conversion, "ld", 2) == 0)
        fputs(long_text(va_arg(*ap, long), buf), out);
    else if (strncmp(conversion, "zu", 2) == 0)
        fputs(long_text((long)va_arg(*ap, size_t), buf), out);
    else if (*conversion == '%')
        fputc('%', out);
    else
        bug("HTML cannot be written as '%%%s'", conversion);
}

void html(FILE *out, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    while (*fmt) {
        size_t n = strcspn(fmt, "%");
        fwrite(fmt, 1, n, out);
        fmt += n;
        if (!*fmt)
            break;
        put_conversion(out, fmt + 1, &ap);
        fmt += fmt[1] == 'l' || fmt[1] == 'z' ? 3 : 2;
    }
    va_end(ap);
}

static void put_cell(FILE *out, struct quantity q, const char *before, const char *unit,
                     const char *mark)
{
    char buf[QUANTITY_TEXT];
    if (is_known(q))
        html(out, "<td>%s%s%s", before, quantity_text(q, buf), unit);
    else
        html(out, "<td title=\"%s\">-", q.missing);
    if (mark)
        html(out, "<sup>%s</sup>", mark);
    fputs("</td>", out);
}

void html_number(FILE *out, struct quantity q, const char *before)
{
    put_cell(out, q, before, "", NULL);
}

void html_marked(FILE *out, struct quantity q, const char *before, const char *mark)
{
    put_cell(out, q, before, "", mark);
}

void html_marked_percent(FILE *out, struct quantity share, const char *mark)
{
    put_cell(out, q_mul(share, known(100)), "", " %", mark);
}

void html_percent(FILE *out, struct quantity share)
{
    html_marked_percent(out, share, NULL);
}
