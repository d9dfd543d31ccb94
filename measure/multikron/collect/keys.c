/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/keys.h"
#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 << 20 };
static const char blanks[] = " \t\r";
static const char unnamed_name[] = "multikron";

/* ---- the file ---- */

/* Checks the owner, the permissions and the size of the file. Returns false with the reason. */
static bool check_private(int fd, const char *path, struct stat *st, struct fault *why)
{
    if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode))
        return fault_set(why, "the key file %s is not a regular file", path);
    if (st->st_uid != geteuid())
        return fault_set(why, "the key file %s belongs to another user; use a file of your own",
                         path);
    if (st->st_mode & 077)
        return fault_set(why, "the key file %s is accessible to other users; use 'chmod 600'",
                         path);
    if (st->st_size > FILE_MAX)
        return fault_set(why, "the key file %s has more than %d bytes", path, FILE_MAX);
    return true;
}

/* Reads the file into k->text and terminates it by 0. */
static bool read_text(struct keys *k, int fd, const char *path, struct fault *why)
{
    struct stat st;
    ssize_t n = 1;
    if (!check_private(fd, path, &st, why))
        return false;
    size_t capacity = (size_t)st.st_size;
    k->text = xmalloc(capacity + 1);
    while (k->size < capacity && (n = read(fd, k->text + k->size, capacity - k->size)) > 0)
        k->size += (size_t)n;
    k->text[k->size] = 0;
    return n >= 0 || fault_set(why, "cannot read the key file %s: %s", path, strerror(errno));
}

/* ---- one line ---- */

/* Returns the next word of the line, terminated by 0, and advances the line; NULL = there is none.
 * ends: characters that end the word. */
static char *cut_word(char **line, const char *ends)
{
    char *word = *line + strspn(*line, blanks);
    size_t n = strcspn(word, ends);
    if (!*word)
        return NULL;
    *line = word + n + (word[n] != 0);
    word[n] = 0;
    return word;
}

static bool is_valid_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
    return n > 0 && n <= KEY_NAME_MAX && name[n] == 0;
}

/* Converts the digits to lower case. Returns whether they are a valid key. */
static bool normalize_key(char *digits)
{
    size_t n = strspn(digits, "0123456789abcdefABCDEF");
    for (size_t i = 0; i < n; i++)
        if (digits[i] >= 'A' && digits[i] <= 'F')
            digits[i] = (char)(digits[i] - 'A' + 'a');
    return digits[n] == 0 && n >= KEY_DIGITS_MIN && n <= KEY_DIGITS_MAX && n % 2 == 0;
}

/* Reads a 16-bit number and advances the text. Returns false if there is none. */
static bool read_node_number(const char **text, uint16_t *number)
{
    uint32_t value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9' && value <= UINT16_MAX; at++)
        value = 10 * value + (uint32_t)(*at - '0');
    bool ok = at > *text && value <= UINT16_MAX;
    *text = at;
    *number = (uint16_t)value;
    return ok;
}

/* Reads a list of nodes such as 0-15,20. Returns false if it is invalid. */
static bool read_node_ranges(struct keys *k, struct key *key, const char *text)
{
    key->ranges = k->ranges.n;
    for (;; text++) {
        struct key_range r;
        if (!read_node_number(&text, &r.from))
            return false;
        r.to = r.from;
        if (*text == '-' && (text++, !read_node_number(&text, &r.to) || r.to < r.from))
            return false;
        *array_push(&k->ranges) = r;
        key->n_ranges++;
        if (*text != ',')
            return *text == 0;
    }
}

/* Reads one line, without its line feed. Returns false with the reason. */
static bool read_line(struct keys *k, char *line, long number, const char *path, struct fault *why)
{
    struct key key = {.line = number, .name = unnamed_name};
    char *name = cut_word(&line, ": \t\r"), *digits = cut_word(&line, blanks);
    char *nodes = cut_word(&line, blanks);
    if (!name)
        return true;
    if (!digits && k->list.n == 0 && !k->unnamed) {
        digits = name;
        k->unnamed = true;
    } else
        key.name = name;
    if (!digits || !is_valid_name(key.name))
        return fault_set(
            why,
            "%s:%ld: expected NAME:KEY; a name has 1 to %d letters, digits, '.', '_' or "
            "'-'",
            path, number, KEY_NAME_MAX);
    if (!normalize_key(digits))
        return fault_set(why,
                         "%s:%ld: a key must have %d to %d hexadecimal digits, and an even number "
                         "of them; 'psktool -u NAME -p FILE' creates one",
                         path, number, KEY_DIGITS_MIN, KEY_DIGITS_MAX);
    key.digits = digits;
    if ((nodes && !read_node_ranges(k, &key, nodes)) || cut_word(&line, blanks))
        return fault_set(why,
                         "%s:%ld: invalid nodes; expected numbers up to 65535, such as 0-15,20",
                         path, number);
    *array_push(&k->list) = key;
    return true;
}

/* Returns whether the line starts with "#" and a blank, or is a single "#". */
static bool is_comment(const char *line)
{
    line += strspn(line, blanks);
    return *line == '#' && (!line[1] || strchr(blanks, line[1]));
}

/* Reads all lines of k->text. Returns false with the reason. */
static bool read_lines(struct keys *k, const char *path, struct fault *why)
{
    char *line = k->text, *end = k->text + k->size;
    for (long number = 1; line < end; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        *stop = 0;
        size_t n = (size_t)(stop - line);
        if (strlen(line) != n)
            return fault_set(why, "%s:%ld: this line contains a zero byte", path, number);
        if (!is_comment(line) && !read_line(k, line, number, path, why))
            return false;
        line = stop + 1;
    }
    if (k->list.n == 0)
        return fault_set(why,
                         "the key file %s is empty; it needs a line NAME:KEY with at least %d "
                         "hexadecimal digits",
                         path, KEY_DIGITS_MIN);
    return true;
}

/* ---- all lines ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct key *)a)->name, ((const struct key *)b)->name);
}

static int by_digits(const void *a, const void *b)
{
    return strcmp(((const struct key *)a)->digits, ((const struct key *)b)->digits);
}

/* Sorts the identities and checks that no two are equal in that order. what: for messages. */
static bool check_duplicates(struct keys *k, int (*order)(const void *, const void *),
                             const char *what, const char *path, struct fault *why)
{
    qsort(k->list.at, k->list.n, sizeof *k->list.at, order);
    for (size_t i = 1; i < k->list.n; i++) {
        const struct key *a = &k->list.at[i - 1], *b = &k->list.at[i];
        long first = a->line < b->line ? a->line : b->line;
        if (order(a, b) == 0)
            return fault_set(why, "%s:%ld: line %ld has the same %s; each identity needs its own",
                             path, a->line + b->line - first, first, what);
    }
    return true;
}

/* Parses k->text. If it is invalid, frees k. */
static bool read_keys(struct keys *k, const char *path, struct fault *why)
{
    bool ok = read_lines(k, path, why) && check_duplicates(k, by_digits, "key", path, why) &&
              check_duplicates(k, by_name, "name", path, why);
    if (ok && k->unnamed && k->list.n > 1)
        ok = fault_set(why, "%s:1: a file of several identities needs NAME:KEY on each line", path);
    if (!ok)
        keys_free(k);
    return ok;
}

bool keys_parse(struct keys *k, const char *text, size_t n, const char *path, struct fault *why)
{
    *k = (struct keys){.text = xmalloc(n + 1), .size = n};
    memcpy(k->text, text, n);
    k->text[n] = 0;
    return read_keys(k, path, why);
}

bool keys_read(struct keys *k, const char *path, struct fault *why)
{
    *k = (struct keys){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return fault_set(why, "cannot open the key file %s: %s", path, strerror(errno));
    bool ok = read_text(k, fd, path, why);
    close(fd);
    if (ok)
        return read_keys(k, path, why);
    keys_free(k);
    return false;
}

void keys_free(struct keys *k)
{
    if (k->text)
        explicit_bzero(k->text, k->size);
    free(k->text);
    array_free(&k->list);
    array_free(&k->ranges);
    *k = (struct keys){0};
}

const struct key *keys_find(const struct keys *k, const char *name)
{
    struct key searched = {.name = name};
    return k->list.n ? bsearch(&searched, k->list.at, k->list.n, sizeof *k->list.at, by_name)
                     : NULL;
}

bool key_has_node(const struct keys *k, const struct key *key, uint32_t node)
{
    const struct key_range *r = k->ranges.at + key->ranges;
    for (size_t i = 0; i < key->n_ranges; i++)
        if ((node & 0xffff) >= r[i].from && (node & 0xffff) <= r[i].to)
            return true;
    return false;
}

const struct key *keys_find_owner(const struct keys *k, uint32_t node)
{
    for (size_t i = 0; i < k->list.n; i++)
        if (key_has_node(k, &k->list.at[i], node))
            return &k->list.at[i];
    return NULL;
}
