/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of regions and counters: lines of the manifest, stored in the mapping. */
#include "measure/multikron/lib/process.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool mk_add_line(const char *fmt, ...)
{
    char line[1024];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(line, sizeof line - 1, fmt, ap);
    va_end(ap);
    if (!mk.file || n < 0 || (size_t)n >= sizeof line - 1 ||
        mk.file->names + (size_t)n + 1 > MK_NAMES_BYTES)
        return false;
    for (int i = 0; i < n; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            line[i] = '_';
    line[n++] = '\n';
    memcpy(mk.names + mk.file->names, line, (size_t)n);
    __atomic_store_n(&mk.file->names, mk.file->names + (uint32_t)n, __ATOMIC_RELEASE);
    return true;
}

enum { NAME_BYTES = 870 };

/* FNV-1a. */
static uint32_t hash_name(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

void mk_format_value(char to[MK_VALUE_BYTES], const char *name)
{
    size_t length = strlen(name), n = 0;
    if (!length)
        name = "(no name)";
    bool quote =
        strchr(name, '#') || *name == '"' || *name == ' ' || (length && name[length - 1] == ' ');
    bool changed = length > NAME_BYTES;
    if (quote)
        to[n++] = '"';
    for (const char *at = name; *at && n < NAME_BYTES; at++) {
        bool bad = (unsigned char)*at < ' ' || *at == 0x7f || (quote && *at == '"');
        to[n++] = bad ? '_' : *at;
        changed |= bad;
    }
    if (changed)
        n += (size_t)snprintf(to + n, 10, "~%08x", hash_name(name));
    if (quote)
        to[n++] = '"';
    to[n] = 0;
}

/* Returns the number in the line KEY.NUMBER VALUE with this key and value; 0 = there is none. Sets
 * *most to the greatest number of the key. */
static unsigned find_number(const char *key, const char *value, unsigned *most)
{
    const char *at = mk.names, *end = at + mk.file->names;
    size_t key_len = strlen(key), value_len = strlen(value);
    unsigned found = 0;
    *most = 0;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        unsigned n = 0;
        if ((size_t)(stop - at) > key_len && memcmp(at, key, key_len) == 0) {
            for (at += key_len; *at >= '0' && *at <= '9'; at++)
                n = n * 10 + (unsigned)(*at - '0');
            if (n > *most)
                *most = n;
            if ((size_t)(stop - at) == value_len + 1 && memcmp(at + 1, value, value_len) == 0)
                found = n;
        }
        at = stop + 1;
    }
    return found;
}

size_t mk_format_key(char *to, const char *key, unsigned number)
{
    char digits[10];
    size_t n = strlen(key), count = 0;
    memcpy(to, key, n);
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        to[n++] = digits[--count];
    to[n] = 0;
    return n;
}

/* Writes the beginning of a line with this key and number. Returns its length. */
static size_t format_line_start(char to[MK_KEY_BYTES], const char *key, unsigned number)
{
    size_t n = mk_format_key(to, key, number);
    to[n++] = ' ';
    return n;
}

/* Returns whether there is a line with this key and number. */
static bool is_number_named(const char *key, unsigned number)
{
    char start[MK_KEY_BYTES];
    const char *at = mk.names, *end = at + mk.file->names;
    size_t n = format_line_start(start, key, number);
    while (at < end) {
        if ((size_t)(end - at) >= n && memcmp(at, start, n) == 0)
            return true;
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    }
    return false;
}

bool mk_name_of_region(unsigned region, char name[900])
{
    char start[MK_KEY_BYTES];
    const struct mk_file *f = __atomic_load_n(&mk.file, __ATOMIC_ACQUIRE);
    if (!f)
        return false;
    const char *at = (const char *)f + MK_NAMES_AT;
    const char *end = at + __atomic_load_n(&f->names, __ATOMIC_ACQUIRE);
    size_t n = format_line_start(start, "region.", region);
    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if ((size_t)(stop - at) <= n || memcmp(at, start, n) != 0)
            continue;
        at += n;
        size_t quote = *at == '"', length = (size_t)(stop - at) - 2 * quote;
        length = length < 899 ? length : 899;
        memcpy(name, at + quote, length);
        name[length] = 0;
        return true;
    }
    return false;
}

unsigned mk_region(const char *name)
{
    char value[MK_VALUE_BYTES];
    unsigned number = 0, most;
    mk_format_value(value, name);
    mk_lock();
    if (mk_open_mapping()) {
        number = find_number("region.", value, &most);
        if (!number && most < MK_REGIONS && mk_add_line("region.%u %s", most + 1, value))
            number = most + 1;
        mk_unlock();
        return number;
    }
    mk_unlock();
    return mk_watch_region(name);
}

/* Adds the line of a number unless it has a name. */
static void set_number_name(const char *key, unsigned number, const char *name)
{
    char value[MK_VALUE_BYTES];
    mk_format_value(value, name);
    mk_lock();
    if (mk_open_mapping() && !is_number_named(key, number))
        mk_add_line("%s%u %s", key, number, value);
    mk_unlock();
}

void mk_name_region(unsigned region, const char *name)
{
    if (region < 1 || region > MK_REGIONS)
        return;
    set_number_name("region.", region, name);
    mk_watch_rename(region);
}

void mk_name_counter(unsigned counter, const char *name)
{
    if (counter < MK_COUNTERS)
        set_number_name("counter.", counter, name);
}
