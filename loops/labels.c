/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loops/state.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

static const char *text_at(const struct loop_state *s, uint32_t text)
{
    return s->texts[text / TEXT_PIECE] + text % TEXT_PIECE;
}

/* Stores a name. A name longer than a piece gets a piece of its own. */
static uint32_t store_text(struct loop_state *s, const char *name, size_t n)
{
    if (s->n_texts == 0 || n >= TEXT_PIECE - s->text_used) {
        if (s->n_texts == UINT32_MAX / TEXT_PIECE)
            die_out_of_memory();
        s->texts = array_grow(s->texts, sizeof *s->texts, s->n_texts, &s->texts_room);
        s->texts[s->n_texts++] = xmalloc(n < TEXT_PIECE ? TEXT_PIECE : n + 1);
        s->text_used = 0;
    }
    uint32_t text = (uint32_t)(s->n_texts - 1) * TEXT_PIECE + s->text_used;
    char *at = s->texts[s->n_texts - 1] + s->text_used;
    memcpy(at, name, n);
    at[n] = '\0';
    s->text_used = n < TEXT_PIECE - s->text_used ? s->text_used + (uint32_t)n + 1 : TEXT_PIECE;
    return text;
}

const char *loops_name(const struct loop_finder *f, uint32_t label)
{
    return text_at(f->state, label_at(f->state, label)->text);
}

/* Returns the slot of the name, or the free slot where it belongs. The hash excludes most slots of
 * other names, so that neither the label nor the text has to be loaded. */
static struct loop_slot *slot_of(const struct loop_state *s, const char *name, size_t n,
                                 uint32_t hash)
{
    size_t i = hash & (s->n_slots - 1);
    for (; s->slots[i].label; i = (i + 1) & (s->n_slots - 1)) {
        if (s->slots[i].hash != hash)
            continue;
        const char *text = text_at(s, label_at(s, s->slots[i].label - 1)->text);
        if (strncmp(text, name, n) == 0 && text[n] == '\0')
            break;
    }
    return &s->slots[i];
}

static void grow_slots(struct loop_state *s)
{
    free(s->slots);
    s->n_slots = s->n_slots ? 2 * s->n_slots : 1024;
    s->slots = calloc(s->n_slots, sizeof *s->slots);
    if (!s->slots)
        die_out_of_memory();
    for (uint32_t i = 0; i < s->labels.n; i++) {
        const char *text = text_at(s, label_at(s, i)->text);
        uint32_t hash = hash_bytes(text, strlen(text));
        size_t at = hash & (s->n_slots - 1);
        while (s->slots[at].label)
            at = (at + 1) & (s->n_slots - 1);
        s->slots[at] = (struct loop_slot){hash, i + 1};
    }
}

uint32_t loops_label_index(struct loop_state *s, const char *name, size_t n)
{
    if (4 * s->labels.n >= 3 * s->n_slots)
        grow_slots(s);
    uint32_t hash = hash_bytes(name, n);
    struct loop_slot *slot = slot_of(s, name, n, hash);
    if (slot->label)
        return slot->label - 1;
    if (s->labels.n == LOOP_NONE - 1)
        die_out_of_memory();
    uint32_t text = store_text(s, name, n);
    struct loop_label *l = pile_push(&s->labels);
    *l = (struct loop_label){.text = text, .position = LOOP_NONE};
    *slot = (struct loop_slot){hash, (uint32_t)s->labels.n};
    return slot->label - 1;
}

bool loops_undefined(const struct loop_finder *f, size_t *cursor, struct loop_undefined *u)
{
    while (*cursor < f->state->labels.n) {
        uint32_t i = (uint32_t)(*cursor)++;
        const struct loop_label *l = label_at(f->state, i);
        if (l->position != LOOP_NONE)
            continue;
        *u = (struct loop_undefined){loops_name(f, i), l->line, l->col};
        return true;
    }
    return false;
}
