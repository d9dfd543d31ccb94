/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/stream/draft.h"

#include <ctype.h>
#include <string.h>

static const struct key {
    const char *name, *text;
} keys[] = {
#define KEY(name, text) {#name, text},
#include "measure/multikron/stream/keys.def"
#undef KEY
};

enum draft_key draft_find_key(const char *name)
{
    enum draft_key key = 0;
    while (key < KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return key;
}

static int digit_value(char c)
{
    const char *digits = "0123456789abcdef",
               *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return at ? (int)(at - digits) : 16;
}

bool draft_parse_number(const char *text, uint64_t max, uint64_t *value)
{
    unsigned base = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    if (base == 16)
        text += 2;
    if (!*text)
        return false;
    for (*value = 0; *text; text++) {
        unsigned digit = (unsigned)digit_value(*text);
        if (digit >= base || *value > (max - digit) / base || digit > max)
            return false;
        *value = *value * base + digit;
    }
    return true;
}

static bool set_kind(struct draft *f, const char *value)
{
    f->is_other_row = strcmp(value, "lost") == 0 || strcmp(value, "clock") == 0;
    f->sample.kind = strcmp(value, "resource") == 0 ? SAMPLE_RESOURCE : SAMPLE_TRACE;
    return f->is_other_row || f->sample.kind == SAMPLE_RESOURCE || strcmp(value, "trace") == 0;
}

static bool set_flag(bool *flag, const char *value)
{
    *flag = strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    return *flag || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static bool set_uint32(uint32_t *to, const char *value)
{
    uint64_t v;
    if (!draft_parse_number(value, UINT32_MAX, &v))
        return false;
    *to = (uint32_t)v;
    return true;
}

const char *draft_add_counter(struct draft *f, const char *value)
{
    f->seen |= 1U << KEY_counters;
    if (f->counters == SAMPLE_COUNTERS || !set_uint32(&f->sample.counters[f->counters], value))
        return keys[KEY_counters].text;
    f->counters++;
    return NULL;
}

/* Appends counters that are separated by spaces. */
static bool set_counters(struct draft *f, const char *value)
{
    while (value[strspn(value, " ")]) {
        char word[32];
        value += strspn(value, " ");
        size_t n = strcspn(value, " ");
        if (n >= sizeof word)
            return false;
        memcpy(word, value, n);
        word[n] = '\0';
        if (draft_add_counter(f, word))
            return false;
        value += n;
    }
    return true;
}

static bool set_value(struct draft *f, enum draft_key key, const char *value)
{
    struct sample *s = &f->sample;
    uint64_t v;
    switch (key) {
    case KEY_kind:
        return set_kind(f, value);
    case KEY_node:
        return set_uint32(&f->node, value);
    case KEY_process:
        return set_uint32(&f->process, value);
    case KEY_cpu:
        return draft_parse_number(value, 7, &v) && (s->cpu = (unsigned)v, true);
    case KEY_timestamp:
        return draft_parse_number(value, SAMPLE_TIME_MASK, &s->timestamp);
    case KEY_source:
        return set_uint32(&s->source, value);
    case KEY_user:
        return draft_parse_number(value, SAMPLE_USER_MASK, &s->user);
    case KEY_fifo_overrun:
        return set_flag(&s->fifo_overrun, value);
    case KEY_shadow_overrun:
        return set_flag(&s->shadow_overrun, value);
    case KEY_read_error:
        return set_flag(&s->read_error, value);
    case KEY_counters:
        return set_counters(f, value);
    case KEYS:
        break;
    }
    return true;
}

const char *draft_set(struct draft *f, enum draft_key key, const char *value)
{
    if (key == KEYS || !*value)
        return NULL;
    f->seen |= 1U << key;
    return set_value(f, key, value) ? NULL : keys[key].text;
}

static bool is_seen(const struct draft *f, enum draft_key key)
{
    return f->seen >> key & 1;
}

/* Sets the source from node and process, unless source has a value. */
static const char *finish_source(struct draft *f, unsigned process_bits)
{
    if (is_seen(f, KEY_source))
        return NULL;
    if (!is_seen(f, KEY_node) || !is_seen(f, KEY_process))
        return "a sample needs source, or node and process";
    uint64_t processes = UINT64_C(1) << process_bits, nodes = UINT64_C(1) << (32 - process_bits);
    if (f->node >= nodes)
        return keys[KEY_node].text;
    if (f->process >= processes)
        return keys[KEY_process].text;
    f->sample.source = (uint32_t)((uint64_t)f->node << process_bits | f->process);
    return NULL;
}

const char *draft_finish(struct draft *f, unsigned process_bits)
{
    if (!is_seen(f, KEY_kind))
        return "a sample needs kind";
    if (!is_seen(f, KEY_timestamp))
        return "a sample needs timestamp";
    if (!is_seen(f, KEY_cpu))
        return "a sample needs cpu";
    if (!is_seen(f, KEY_user))
        return "a sample needs user";
    if (f->counters != (f->sample.kind == SAMPLE_RESOURCE ? SAMPLE_COUNTERS : 0))
        return keys[KEY_counters].text;
    return finish_source(f, process_bits);
}
