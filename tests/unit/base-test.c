/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "base/array.h"
#include "base/json.h"
#include "base/keyfile.h"
#include "base/names.h"
#include "base/nearest.h"
#include "base/quantity.h"
#include "base/source.h"
#include "base/shown.h"
#include "base/util.h"
#include "tests/unit/check.h"

#include <stdint.h>
#include <stdlib.h>

static void arena_gives_zeroed_aligned_memory(void)
{
    struct arena a = {0};
    for (size_t i = 1; i < 100000; i = i * 3 + 1) {
        char *p = arena_alloc(&a, i);
        CHECK((uintptr_t)p % _Alignof(max_align_t) == 0);
        CHECK(p[0] == 0 && p[i - 1] == 0);
        memset(p, 'x', i);
    }
    CHECK_TEXT("a 7", arena_printf(&a, "a %d", 7));
    arena_free(&a);
}

/* Function of the address sanitizer; NULL in a build without it. */
int __asan_address_is_poisoned(const volatile void *at) __attribute__((weak));

static void the_sanitizer_sees_the_end_of_a_piece(void)
{
    struct arena a = {0};
    for (size_t i = 1; i < 100000 && __asan_address_is_poisoned; i = i * 3 + 1) {
        const char *p = arena_alloc(&a, i), *text = arena_printf(&a, "%*s", (int)i, "x");
        CHECK(!__asan_address_is_poisoned(p + i - 1) && __asan_address_is_poisoned(p + i));
        CHECK(!__asan_address_is_poisoned(text + i) && __asan_address_is_poisoned(text + i + 1));
    }
    arena_free(&a);
}

static void names_are_one_pointer_each(void)
{
    struct names t = {0};
    const char *first = name_of(&t, "alpha", 5);
    char buf[16];
    for (int i = 0; i < 1000; i++) {
        int n = snprintf(buf, sizeof buf, "n%d", i);
        name_of(&t, buf, (size_t)n);
    }
    CHECK(name_of(&t, "alphabet", 5) == first);
    CHECK(name_of_folded(&t, "ALPHA", 5) == first);
    CHECK(!name_find(&t, "alph", 4));
    CHECK(t.n == 1001);
    names_free(&t);
}

/* Offsets by hand: "ab\r\n\nc": lines at 0, 4, 5. */
static void lines_and_columns(void)
{
    struct source s;
    source_from_bytes(&s, "f", "ab\r\n\nc", 6);
    size_t len;
    CHECK(source_line_count(&s) == 3);
    CHECK(strncmp(source_line(&s, 1, &len), "ab", 2) == 0 && len == 2);
    CHECK(source_line(&s, 2, &len) && len == 0);
    CHECK(*source_line(&s, 3, &len) == 'c' && len == 1);
    CHECK(source_line(&s, 4, &len) && len == 0);
    struct where w = source_where(&s, 5);
    CHECK(w.line == 3 && w.col == 1);
    w = source_where(&s, 1);
    CHECK(w.line == 1 && w.col == 2);
    source_free(&s);
    source_from_bytes(&s, "f", "", 0);
    CHECK(source_line_count(&s) == 0);
    CHECK(source_where(&s, 0).line == 1);
    source_free(&s);
}

/* Bytes from the given position on are kept, and so are the positions of lines. */
static void forgotten_text_is_before_the_place(void)
{
    enum { LINES = 1 << 20, BEFORE = 5000001 };
    struct source s;
    char *text = xmalloc(8 * (size_t)LINES);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + 8 * i, "abcdefg\n", 8);
    source_from_bytes(&s, "f", text, 8 * (size_t)LINES);
    CHECK(source_line_count(&s) == LINES);
    for (size_t before = 0; before <= BEFORE; before += 1000000)
        source_forget(&s, before);
    source_forget(&s, BEFORE);
    CHECK(s.forgotten > 0 && s.forgotten <= BEFORE);
    CHECK(memcmp(s.text + BEFORE, text + BEFORE, s.size - BEFORE) == 0);
    struct where w = source_where(&s, 8 * (size_t)(LINES - 1) + 2);
    CHECK(w.line == LINES && w.col == 3 && strncmp(w.text, "abcdefg", 7) == 0);
    source_free(&s);
    free(text);
}

static void keys_values_and_faults(void)
{
    static const char text[] =
        "# head\nclock 20 MHz # said\n\nname \"a # b\"\nempty\nbad:key 1\nq \"x\n";
    struct arena a = {0};
    struct source s;
    struct diag d = {.quiet = true};
    source_from_bytes(&s, "k", text, sizeof text - 1);
    struct keyfile k = keyfile_read(&a, &s, &d);
    CHECK(k.n == 3 && d.errors == 2);
    CHECK_TEXT("clock", k.at[0].key);
    CHECK_TEXT("20 MHz", k.at[0].value);
    CHECK(k.at[0].where.line == 2 && k.at[0].value_col == 7);
    CHECK_TEXT("a # b", k.at[1].value);
    CHECK_TEXT("", k.at[2].value);
    source_free(&s);
    arena_free(&a);
}

static void missing_stays_missing(void)
{
    char buf[QUANTITY_TEXT];
    struct quantity none = missing("not measured"), two = known(2);
    CHECK_TEXT("not measured", q_add(two, none).missing);
    CHECK_TEXT("not measured", q_max(none, two).missing);
    CHECK_TEXT("no flops", q_div(two, known(0), "no flops").missing);
    CHECK_TEXT("-", quantity_text(none, buf));
    CHECK_TEXT("null", quantity_exact(none, buf));
}

static void numbers_as_text(void)
{
    char buf[QUANTITY_TEXT];
    CHECK_TEXT("0", quantity_text(known(-0.0), buf));
    CHECK_TEXT("107", quantity_text(known(107), buf));
    CHECK_TEXT("3.188", quantity_text(known(3.1875), buf)); /* 3.1875: tie to even 8 */
    CHECK_TEXT("123456", quantity_text(known(123456), buf));
    CHECK_TEXT("0.3333", quantity_text(known(1.0 / 3), buf));
    CHECK_TEXT("0.1", quantity_exact(known(0.1), buf));
    CHECK_TEXT("3.1875", quantity_exact(known(3.1875), buf));
    CHECK(strtod(quantity_exact(known(1.0 / 3), buf), NULL) == 1.0 / 3);
}

/* The definition: the least precision of printf that reads back as the same number. */
static void check_shortest(double value)
{
    char exact[QUANTITY_TEXT], want[QUANTITY_TEXT];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(want, sizeof want, "%.*g", digits, value);
        if (strtod(want, NULL) == value)
            break;
    }
    CHECK_TEXT(want, quantity_exact(known(value), exact));
}

static void shortest_numbers(void)
{
    uint64_t random = 88172645463325252U;
    for (int i = 1; i < 100; i++)
        for (int k = 3; k < 50; k += 2)
            if (i % k)
                check_shortest((double)i / k);
    for (int i = 0; i < 20000; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        double part = (double)(random >> 11) / 9007199254740992.0; /* of 1, 53 bits */
        check_shortest(part * (i % 2 ? 12345 : -0.01) + 1e-9);
    }
    check_shortest(0.5);
    check_shortest(0x1p-9 + 0x1p-61);
    check_shortest(1.5e-5);
    check_shortest(-1e22 / 7);
    check_shortest(0.3 - 0.1);
    check_shortest(999999999999999.9);
    check_shortest(9.9999999999999982);
}

static void json_commas_and_escapes(void)
{
    char *text = NULL;
    size_t size;
    struct json j = {.out = open_memstream(&text, &size)};
    json_object(&j);
    json_key(&j, "a\"b");
    json_text(&j, "x\n\x01\xff\xc3\xa9");
    json_key(&j, "n");
    json_inline_array(&j);
    json_long(&j, 1);
    json_quantity(&j, missing("?"));
    json_end_array(&j);
    json_key(&j, "e");
    json_array(&j);
    json_end_array(&j);
    json_end_object(&j);
    json_close(&j);
    fclose(j.out);
    CHECK_TEXT("{\n  \"a\\\"b\": \"x\\n\\u0001\xef\xbf\xbd\xc3\xa9\",\n  \"n\": [1, null],\n  "
               "\"e\": []\n}\n",
               text);
    free(text);
}

/* Returns the output of csv_put for a text. */
static const char *csv_of(const char *text)
{
    static char field[200];
    FILE *f = fmemopen(field, sizeof field, "w");
    csv_put(f, text);
    fputc(0, f);
    fclose(f);
    return field;
}

/* Returns the reader's text of a field without quotes. */
static const char *unguarded(const char *field)
{
    return field + csv_guard(field, strlen(field));
}

static void csv_fields_are_no_formulas(void)
{
    static const struct {
        const char *text, *field;
    } rows[] = {
        {"=1+1", "'=1+1"},
        {"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
        {"-sum(a)", "'-sum(a)"},
        {"@x", "'@x"},
        {"'=x", "''=x"},
        {"'", "'"},
        {"'quoted", "'quoted"},
        {"-", "-"},
        {"-5", "-5"},
        {"+2.5e-3", "+2.5e-3"},
        {"-5+x", "'-5+x"},
        {"", ""},
        {"a.f:k:3", "a.f:k:3"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_TEXT(rows[i].field, csv_of(rows[i].text));
        CHECK_TEXT(rows[i].text, unguarded(rows[i].field));
    }
    CHECK_TEXT("\"'=a,b\"", csv_of("=a,b"));
    CHECK_TEXT("\"say \"\"x\"\"\"", csv_of("say \"x\""));
    CHECK_TEXT("a?[31mb", csv_of("a\033[31mb"));
    /* A record is one line, in which only a comma starts another field. */
    CHECK_TEXT("?=1", csv_of("\n=1"));
    CHECK_TEXT("\"?=1,2\"", csv_of("\r=1,2"));
    CHECK_TEXT("?x", csv_of("\tx"));
    CHECK_TEXT("??31m", csv_of("\302\23331m"));
    CHECK_TEXT("\tx", unguarded("'\tx"));
}

/* Returns the text as it is printed. */
static const char *shown_of(const char *text)
{
    static char copy[200];
    strcpy(copy, text);
    shown_in_place(copy, strlen(copy), false);
    return copy;
}

static void shown_text_moves_no_cursor(void)
{
    CHECK_TEXT("a?[2Jb?]0;x?", shown_of("a\033[2Jb\033]0;x\007"));
    CHECK_TEXT("a?b?c?", shown_of("a\rb\nc\t"));
    CHECK_TEXT("?", shown_of("\177"));
    /* U+009B, CSI of 8 bits, in UTF-8 and alone; a letter of Latin 1 stays. */
    CHECK_TEXT("??31m", shown_of("\302\23331m"));
    CHECK_TEXT("?31m", shown_of("\23331m"));
    CHECK_TEXT("\344", shown_of("\344"));
    /* U+202E, right to left from here; U+2066; e acute, the euro and a face stay. */
    CHECK_TEXT("a???b???", shown_of("a\342\200\256b\342\201\246"));
    CHECK_TEXT("\303\251 \342\202\254 \360\237\230\200",
               shown_of("\303\251 \342\202\254 \360\237\230\200"));
    /* A truncated character at the end. */
    CHECK_TEXT("x\342?", shown_of("x\342\200"));
}

/* The text printed in the given number of columns, and the columns that remain. */
static const char *columns_of(const char *text, int columns)
{
    static char shown[100];
    int left;
    FILE *f = fmemopen(shown, sizeof shown, "w");
    shown_put_columns(f, text, columns, &left);
    fprintf(f, "|%d", left);
    fputc(0, f);
    fclose(f);
    return shown;
}

/* U+00E9 takes a column, U+4E2D and U+1F600 take two; U+009B is two question marks. */
static void shown_columns_hold_whole_characters(void)
{
    CHECK_TEXT("ab|0", columns_of("abc", 2));
    CHECK_TEXT("abc|2", columns_of("abc", 5));
    CHECK_TEXT("a\303\251|0", columns_of("a\303\251\303\251", 2));
    CHECK_TEXT("a|1", columns_of("a\344\270\255", 2));
    CHECK_TEXT("\344\270\255|0", columns_of("\344\270\255a", 2));
    CHECK_TEXT("a|1", columns_of("a\360\237\230\200", 2));
    CHECK_TEXT("a|1", columns_of("a\302\23331m", 2));
    CHECK_TEXT("a??3|0", columns_of("a\302\23331m", 4));
    CHECK_TEXT("\344|1", columns_of("\344", 2));
    CHECK_TEXT("|0", columns_of("a", 0));
}

/* Optimal string alignment by its definition. */
static size_t apart(const char *a, size_t na, const char *b, size_t nb)
{
    if (na == 0 || nb == 0)
        return na + nb;
    size_t d = apart(a + 1, na - 1, b + 1, nb - 1) + (*a != *b);
    size_t gone = apart(a + 1, na - 1, b, nb) + 1, come = apart(a, na, b + 1, nb - 1) + 1;
    d = gone < d ? gone : d;
    d = come < d ? come : d;
    if (na > 1 && nb > 1 && a[0] == b[1] && a[1] == b[0]) {
        size_t swapped = apart(a + 2, na - 2, b + 2, nb - 2) + 1;
        d = swapped < d ? swapped : d;
    }
    return d;
}

static void random_word(char *word, uint64_t *random)
{
    enum { LONGEST = 6 };
    size_t n = 1 + *random % LONGEST;
    for (size_t i = 0; i < n; i++) {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        word[i] = "abc"[*random % 3];
    }
    word[n] = 0;
}

static void offers_of_names(void)
{
    enum { WORDS = 1500, OFFERS = 4, ROOM = 8 };
    uint64_t random = 88172645463325252U;
    for (int w = 0; w < WORDS; w++) {
        char word[ROOM], names[OFFERS][ROOM];
        const char *best = NULL;
        random_word(word, &random);
        struct nearest n = {.word = word};
        size_t nw = strlen(word), least = (nw + 2) / 3 + 1;
        for (int i = 0; i < OFFERS; i++) {
            random_word(names[i], &random);
            size_t nn = strlen(names[i]), d = apart(word, nw, names[i], nn);
            if (d < least && d < nn) {
                best = names[i];
                least = d;
            }
            nearest_offer(&n, names[i]);
        }
        CHECK(n.best == best);
        CHECK(!best || n.distance == least);
    }
}

struct pair {
    int first, second;
};

static int compare_pairs(const void *one, const void *other)
{
    const struct pair *a = one, *b = other;
    return ORDER_BY_TWO(a, b, first, second);
}

static void arrays_are_sorted_by_two_members(void)
{
    static const struct pair sorted[] = {{-1, 9}, {2, 3}, {2, 5}, {4, 0}};
    static const int mixed[] = {2, 0, 3, 1};
    ARRAY(struct pair) pairs = {0};
    array_sort(&pairs, compare_pairs);
    CHECK(pairs.n == 0);
    for (size_t i = 0; i < COUNT_OF(mixed); i++)
        *array_push(&pairs) = sorted[mixed[i]];
    array_sort(&pairs, compare_pairs);
    for (size_t i = 0; i < pairs.n; i++)
        CHECK(pairs.at[i].first == sorted[i].first && pairs.at[i].second == sorted[i].second);
    array_free(&pairs);
}

int main(void)
{
    TEST(arena_gives_zeroed_aligned_memory);
    TEST(the_sanitizer_sees_the_end_of_a_piece);
    TEST(names_are_one_pointer_each);
    TEST(lines_and_columns);
    TEST(forgotten_text_is_before_the_place);
    TEST(keys_values_and_faults);
    TEST(missing_stays_missing);
    TEST(numbers_as_text);
    TEST(shortest_numbers);
    TEST(json_commas_and_escapes);
    TEST(csv_fields_are_no_formulas);
    TEST(shown_text_moves_no_cursor);
    TEST(shown_columns_hold_whole_characters);
    TEST(offers_of_names);
    TEST(arrays_are_sorted_by_two_members);
    return tests_end();
}
