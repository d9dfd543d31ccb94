/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/html.h"
#include "tests/unit/check.h"

static const char *escaped(char *to, size_t room, const char *text)
{
    FILE *f = fmemopen(to, room, "w");
    html_text(f, text);
    fputc(0, f);
    fclose(f);
    return to;
}

#define NONE "\xef\xbf\xbd"

static void texts_are_escaped(void)
{
    char to[200];
    CHECK_TEXT("&lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;",
               escaped(to, sizeof to, "</script><b>&\"'"));
    CHECK_TEXT("a b c\td", escaped(to, sizeof to, "a\nb\rc\td"));
    CHECK_TEXT("", escaped(to, sizeof to, ""));
    CHECK_TEXT("", escaped(to, sizeof to, NULL));
}

static void invalid_characters_are_replaced(void)
{
    char to[200];
    CHECK_TEXT("a" NONE "b" NONE, escaped(to, sizeof to, "a\001b\177"));
    /* A lone byte, a surrogate of three, a character that is cut short, a control of C1. */
    CHECK_TEXT(NONE "x", escaped(to, sizeof to, "\300x"));
    CHECK_TEXT(NONE NONE NONE, escaped(to, sizeof to, "\355\240\200"));
    CHECK_TEXT(NONE NONE, escaped(to, sizeof to, "\342\202"));
    CHECK_TEXT(NONE, escaped(to, sizeof to, "\302\205"));
    /* An override of direction; the characters around it differ. */
    CHECK_TEXT(NONE, escaped(to, sizeof to, "\342\200\256"));
    CHECK_TEXT(NONE, escaped(to, sizeof to, "\342\201\246"));
    CHECK_TEXT("\342\200\257\342\201\252", escaped(to, sizeof to, "\342\200\257\342\201\252"));
    CHECK_TEXT("\303\251\360\237\230\200", escaped(to, sizeof to, "\303\251\360\237\230\200"));
}

static void markup_takes_texts_and_numbers(void)
{
    char to[200];
    FILE *f = fmemopen(to, sizeof to, "w");
    html(f, "<b title=\"%s\">%ld %zu %d %% %s</b>", "<", -5L, (size_t)7, 3, "&");
    html_number(f, known(2.5), "~");
    html_number(f, missing("no <reason>"), "");
    html_percent(f, known(0.125));
    fputc(0, f);
    fclose(f);
    CHECK_TEXT("<b title=\"&lt;\">-5 7 3 % &amp;</b><td>~2.5</td>"
               "<td title=\"no &lt;reason&gt;\">-</td><td>12.5 %</td>",
               to);
}

int main(void)
{
    TEST(texts_are_escaped);
    TEST(invalid_characters_are_replaced);
    TEST(markup_takes_texts_and_numbers);
    return tests_end();
}
