/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins the lines of one statement. Constants are copied; other text loses its blanks and becomes
 * lower case. */
#include "frontend/reading/join.h"
#include "base/arena.h"
#include "base/util.h"
#include "frontend/reading/bytes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void join_start(struct joined *j, bool free_form)
{
    j->free_form = free_form;
    j->n = j->ends.n = 0;
    j->quote = 0;
    j->quoted = 0;
    j->hollerith = 0;
    j->blank = j->continues = false;
    j->wrong = NULL;
    j->filled = false;
}

void join_wrong(struct joined *j, const char *why, uint32_t at)
{
    if (j->wrong)
        return;
    j->wrong = why;
    j->wrong_at = at;
}

void join_free(struct joined *j)
{
    free(j->text);
    free(j->at);
    free(j->gap);
    array_free(&j->ends);
}

/* Makes room for n more bytes. */
static void grow_text(struct joined *j, size_t n)
{
    j->room = n < 2 * j->room ? 2 * j->room : n + 256;
    j->text = xrealloc(j->text, j->room * sizeof *j->text);
    j->at = xrealloc(j->at, j->room * sizeof *j->at);
    j->gap = xrealloc(j->gap, j->room * sizeof *j->gap);
}

static inline void emit_byte(struct joined *j, char c, size_t at)
{
    if (j->n == j->room)
        grow_text(j, j->n + 1);
    j->text[j->n] = c;
    j->at[j->n] = (uint32_t)at;
    j->gap[j->n++] = j->blank;
    j->blank = false;
}

/* The result of a byte outside constants; 0 = it needs special handling. */
static const char folded[UCHAR_MAX + 1] =
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    "\0\0\0#$%\0\0()*+,-./"
    "0123456789:\0<=>?"
    "@abcdefg\0ijklmnopqrstuvwxyz[\\]^_"
    "`abcdefg\0ijklmnopqrstuvwxyz{|}~";

/* Free form: sets gap for the bytes from index first on, which were read from offset start on. */
static void set_gaps(struct joined *j, size_t first, size_t start)
{
    size_t next = start;
    for (size_t i = first; i < j->n; next = j->at[i++] + 1)
        j->gap[i] = j->at[i] > next;
    if (first < j->n)
        j->gap[first] |= j->blank;
}

/* Copies bytes outside constants up to one that needs special handling. Returns its offset. */
static size_t emit_plain_bytes(struct joined *j, const char *text, size_t from, size_t to)
{
    if (j->room - j->n < to - from)
        grow_text(j, j->n + (to - from));
    char *out = j->text, c;
    uint32_t *at = j->at;
    size_t first = j->n, n = first, i = from;
    for (; i < to; i++) {
        if ((c = folded[(unsigned char)text[i]])) {
            out[n] = c;
            at[n++] = (uint32_t)i;
        } else if (text[i] != ' ') {
            break;
        }
    }
    j->n = n;
    if (j->free_form)
        set_gaps(j, first, from);
    if (i > from)
        j->blank = text[i - 1] == ' ';
    return i;
}

static bool digit_at(const struct joined *j, size_t i)
{
    return byte_is(j->text[i], BYTE_DIGIT);
}

/* Returns the start of the digits that end at n. */
static size_t digits_before(const struct joined *j, size_t n)
{
    while (n > 0 && digit_at(j, n - 1))
        n--;
    return n;
}

/* Whether a Hollerith constant may follow the first n bytes. REAL*8 H has none, DATA X /3*4HABCD/
 * has one. */
static bool hollerith_may_follow(const struct joined *j, size_t n)
{
    if (n == 0)
        return false;
    if (n > 7 && memcmp(j->text, "format(", 7) == 0)
        return true;
    char c = j->text[n - 1];
    if (c == '*') {
        size_t repeat = digits_before(j, n - 1);
        return repeat < n - 1 && repeat > 0 && strchr("/,", j->text[repeat - 1]);
    }
    if (c == '.')
        return n > 1 && isalpha((unsigned char)j->text[n - 2]);
    return !isalnum((unsigned char)c) && !strchr("_$'\"", c);
}

/* Starts a Hollerith constant after its h: removes the count before it. In fixed form blanks may
 * precede the h ("4 HABCD"). False if the h does not start a constant. */
static bool start_hollerith(struct joined *j)
{
    size_t n = j->n, from = digits_before(j, n);
    if (from == n || n - from > 5 || !hollerith_may_follow(j, from))
        return false;
    long count = 0;
    for (size_t i = from; i < n; i++)
        count = count * 10 + (j->text[i] - '0');
    if (count == 0)
        return false;
    size_t first = j->at[from];
    j->blank = j->free_form && j->gap[from];
    j->n = from;
    emit_byte(j, '\'', first);
    j->hollerith = count;
    return true;
}

static void emit_hollerith_byte(struct joined *j, char c, size_t at)
{
    if (c == 0)
        join_wrong(j, "a zero byte in a constant", (uint32_t)at);
    emit_byte(j, c ? c : ' ', at);
    if (c == '\'')
        emit_byte(j, c, at);
    if (--j->hollerith == 0)
        emit_byte(j, '\'', at);
}

static void emit_quoted_byte(struct joined *j, char c, size_t at)
{
    if (c == 0)
        join_wrong(j, "a zero byte in a constant", (uint32_t)at);
    emit_byte(j, c ? c : ' ', at);
    if (c == j->quote)
        j->quote = 0;
}

static bool rest_is_blank(const char *p, const char *end, bool comment_too)
{
    while (p < end && byte_is(*p, BYTE_BLANK))
        p++;
    return p == end || (comment_too && *p == '!');
}

/* Whether the text so far ends in READ(UNIT, WRITE(UNIT or FIND(UNIT: a quote then begins the
 * record number of DEC's READ(5'IREC). */
static bool record_number_follows(const struct joined *j)
{
    static const char *const words[] = {"read", "write", "find"};
    size_t n = j->n;
    while (n > 0 && isalnum((unsigned char)j->text[n - 1]))
        n--;
    if (n < 2 || n == j->n || j->text[n - 1] != '(')
        return false;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        size_t length = strlen(words[i]);
        if (n - 1 < length)
            continue;
        const char *word = j->text + n - 1 - length;
        bool begins = n - 1 == length || word[-1] == ')';
        if (begins && memcmp(word, words[i], length) == 0)
            return true;
    }
    return false;
}

static void emit_plain_byte(struct joined *j, char c, size_t at)
{
    if (byte_is(c, BYTE_BLANK)) {
        j->blank = true;
    } else if (c == ';') {
        *array_push(&j->ends) = j->n;
        j->blank = true;
    } else if (c == '\'' && record_number_follows(j)) {
        for (const char *p = ",rec="; *p; p++)
            emit_byte(j, *p, at);
    } else if (c == '\'' || c == '"') {
        j->quote = c;
        emit_byte(j, c, at);
        if (c == '"' && !j->quoted)
            j->quoted = j->n;
    } else if ((c == 'h' || c == 'H') && !(j->blank && j->free_form) && start_hollerith(j)) {
        return;
    } else if (c < ' ' || c == 127) {
        join_wrong(j, "this byte is not allowed in Fortran statements", (uint32_t)at);
    } else {
        emit_byte(j, (char)tolower((unsigned char)c), at);
    }
}

void join_line(struct joined *j, const char *text, size_t from, size_t to)
{
    const char *end = text + to;
    j->continues = false;
    for (size_t i = from; i < to; i++) {
        if (!j->hollerith && !j->quote && (i = emit_plain_bytes(j, text, i, to)) == to)
            return;
        char c = text[i];
        if (j->hollerith) {
            emit_hollerith_byte(j, c, i);
        } else if (c == '&' && j->free_form && rest_is_blank(text + i + 1, end, !j->quote)) {
            j->continues = true;
            return;
        } else if (j->quote) {
            emit_quoted_byte(j, c, i);
        } else if (c == '!') {
            return;
        } else {
            emit_plain_byte(j, c, i);
        }
    }
}

void join_pad(struct joined *j, size_t blanks, size_t at)
{
    for (; blanks > 0 && (j->quote || j->hollerith); blanks--) {
        if (j->hollerith)
            emit_hollerith_byte(j, ' ', at);
        else
            emit_quoted_byte(j, ' ', at);
    }
}

/* ---- DEC's octal constants ---- */

/* The part of a statement from the first '"' on, to be joined again with octal constants. */
struct rejoined_part {
    char *text;
    unsigned char *gap;
    uint32_t *at;
    size_t n;
    ARRAY(size_t) ends; /* as in struct joined, from the first byte of the part on */
    bool free_form;
};

/* Moves the bytes from the first '"' on from the statement to a. */
static void remove_part(struct joined *j, struct rejoined_part *a)
{
    size_t from = j->quoted - 1, n = j->n - from;
    *a = (struct rejoined_part){.n = n, .free_form = j->free_form};
    a->text = memcpy(xmalloc(n), j->text + from, n);
    a->gap = memcpy(xmalloc(n), j->gap + from, n);
    a->at = memcpy(xmalloc(n * sizeof *a->at), j->at + from, n * sizeof *a->at);
    for (size_t i = 0; i < j->ends.n; i++)
        if (j->ends.at[i] > from)
            *array_push(&a->ends) = j->ends.at[i] - from;
    j->ends.n -= a->ends.n;
    j->n = from;
    j->quote = 0;
    j->hollerith = 0;
}

static void rejoined_part_free(struct rejoined_part *a)
{
    free(a->text);
    free(a->gap);
    free(a->at);
    array_free(&a->ends);
}

/* Returns the offset after the digits in i..to. In fixed form blanks are allowed between them. */
static size_t digits_end(const struct rejoined_part *a, size_t i, size_t to)
{
    size_t end = i;
    for (; i < to && (byte_is(a->text[i], BYTE_DIGIT) || byte_is(a->text[i], BYTE_BLANK)); i++)
        if (byte_is(a->text[i], BYTE_DIGIT))
            end = i + 1;
        else if (a->free_form)
            break;
    return end;
}

/* Whether a number may end at i: the next byte that is not a blank is an operator or a separator,
 * or there is none. */
static bool number_ends(const struct rejoined_part *a, size_t i, size_t to)
{
    while (i < to && byte_is(a->text[i], BYTE_BLANK))
        i++;
    return i == to || strchr(",)+-*/.=:;!<>", a->text[i]);
}

/* Emits the octal constant whose quote is at *i, such as "17, as decimal digits, and sets *i to its
 * last byte. to: end of the statement. False, without changes, if it is not an octal constant. */
static bool emit_octal(struct joined *j, const struct rejoined_part *a, size_t *i, size_t to)
{
    size_t end = digits_end(a, *i + 1, to);
    unsigned long long value = 0;
    char text[24];
    for (size_t k = *i + 1; k < end; k++) {
        if (a->text[k] > '7' || value > INT64_MAX / 8)
            return false;
        if (!byte_is(a->text[k], BYTE_BLANK))
            value = value * 8 + (unsigned)(a->text[k] - '0');
    }
    if (end == *i + 1 || !number_ends(a, end, to))
        return false;
    int n = snprintf(text, sizeof text, "%llu", value);
    for (int k = 0; k < n; k++)
        emit_byte(j, text[k], a->at[*i]);
    *i = end - 1;
    return true;
}

/* Joins the part from the first '"' on again, with octal constants instead of quoted text. */
static void join_octals(struct joined *j)
{
    struct rejoined_part a;
    remove_part(j, &a);
    for (size_t i = 0, end = 0; i < a.n; i++) {
        for (; end < a.ends.n && a.ends.at[end] <= i; end++)
            *array_push(&j->ends) = j->n;
        j->blank |= a.gap[i];
        if (j->hollerith)
            emit_hollerith_byte(j, a.text[i], a.at[i]);
        else if (j->quote)
            emit_quoted_byte(j, a.text[i], a.at[i]);
        else if (a.text[i] == '!')
            while (i + 1 < a.n && a.at[i + 1] == a.at[i] + 1)
                i++;
        else if (a.text[i] != '"' || !emit_octal(j, &a, &i, end < a.ends.n ? a.ends.at[end] : a.n))
            emit_plain_byte(j, a.text[i], a.at[i]);
    }
    rejoined_part_free(&a);
}

/* Whether quotes are those of octal constants: the last one is not closed, or a digit follows a
 * closing one. */
static bool is_octal_intended(const struct joined *j)
{
    if (j->wrong || (j->n > 7 && memcmp(j->text, "format(", 7) == 0))
        return false;
    if (j->quote == '"')
        return true;
    for (size_t i = j->quoted - 1, end; i < j->n; i = end + 1) {
        end = i;
        if (j->text[i] != '\'' && j->text[i] != '"')
            continue;
        do
            end++;
        while (end < j->n && j->text[end] != j->text[i]);
        if (j->text[i] == '"' && end + 1 < j->n && byte_is(j->text[end + 1], BYTE_DIGIT))
            return true;
    }
    return false;
}

/* Whether the statement, or its part after the last ';', is a FORMAT, which cannot end in a
 * Hollerith constant. */
static bool is_format(const struct joined *j)
{
    size_t from = j->ends.n ? j->ends.at[j->ends.n - 1] : 0;
    return j->n - from > 7 && memcmp(j->text + from, "format(", 7) == 0;
}

/* Fills a Hollerith constant that the end of its statement cuts: with the blanks of the card, then
 * with the missing number of blanks. */
static void fill_hollerith(struct joined *j, size_t blanks, uint32_t end)
{
    uint32_t last = j->n ? j->at[j->n - 1] : end;
    join_pad(j, blanks, last);
    if (!j->hollerith)
        return;
    j->filled = true;
    j->filled_at = last;
    while (j->hollerith)
        emit_hollerith_byte(j, ' ', last);
}

void join_end(struct joined *j, size_t blanks, uint32_t end)
{
    if (j->quoted && is_octal_intended(j))
        join_octals(j);
    if (j->hollerith && !is_format(j))
        fill_hollerith(j, blanks, end);
    if (j->quote || j->hollerith) {
        join_wrong(j,
                   j->quote ? "a character constant is not closed: add its quote"
                            : "a Hollerith constant is longer than its statement",
                   j->n ? j->at[j->n - 1] : end);
        emit_byte(j, j->quote ? j->quote : '\'', end);
        j->quote = 0;
        j->hollerith = 0;
    }
    if (j->room - j->n < 2)
        grow_text(j, j->n + 2);
    for (size_t i = j->n; i < j->n + 2; i++) {
        j->text[i] = 0;
        j->at[i] = end;
        j->gap[i] = 0;
    }
}
