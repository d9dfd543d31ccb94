/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the input as a key file of the collector. */
#include "base/diag.h"
#include "measure/multikron/collect/keys.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks the keys that were accepted. */
static void check_key(const struct keys *k, const struct key *key)
{
    size_t name = strlen(key->name), digits = strlen(key->digits);
    if (name < 1 || name > KEY_NAME_MAX || digits < KEY_DIGITS_MIN || digits > KEY_DIGITS_MAX ||
        digits % 2)
        bug("a key has a wrong length");
    if (strspn(key->digits, "0123456789abcdef") != digits)
        bug("a key has invalid digits");
    if (keys_find(k, key->name) != key)
        bug("a key is not found by its name");
    for (size_t i = 0; i < key->n_ranges; i++) {
        struct key_range r = k->ranges.at[key->ranges + i];
        if (r.from > r.to || !key_has_node(k, key, r.to) || !keys_find_owner(k, r.from))
            bug("a range has no nodes");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct keys k;
    struct fault why = {""};
    bool right = keys_parse(&k, (const char *)data, size, "keys", &why);
    if (!right && (!why.text[0] || k.text || k.list.at || k.ranges.at))
        bug("invalid keys have no reason, or are not freed");
    if (right && (k.list.n == 0 || (k.unnamed && k.list.n > 1)))
        bug("a key file without keys, or with too many, is accepted");
    for (size_t i = 0; i < k.list.n; i++)
        check_key(&k, &k.list.at[i]);
    keys_free(&k);
    return 0;
}
