/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the key file again while the collector runs. */
#include "measure/multikron/collect/server-state.h"
#include "base/shown.h"

#include <string.h>

/* Returns the new key of the identity; NULL = its line was removed or has another key. */
static const struct key *find_same_key(const struct who *w, const struct keys *before,
                                       const struct keys *now)
{
    const struct key *key = keys_find(now, w->key->name);
    bool same = key && before->unnamed == now->unnamed && strcmp(key->digits, w->key->digits) == 0;
    return same ? key : NULL;
}

/* Returns whether the connection may continue with the new keys. False with the reason. */
static bool check_connection(struct connection *c, const struct keys *before,
                             const struct keys *now, struct fault *why)
{
    if (c->channel.tls) {
        const struct key *key = find_same_key(&c->who, before, now);
        if (!key)
            return fault_set(why, "the key of the sender is no longer in the collector's key file");
        who_from_key(&c->who, now, key);
    }
    return !c->node || who_may_send(&c->who, now, c->node->number,
                                    c->node->file ? c->node->file->owner : NULL, why);
}

void server_reload_keys(struct server *s)
{
    struct fault why;
    struct tls_key *now = tls_key_read(s->o->key_file, true, &why), *before = s->keys;
    if (!now) {
        diag_warning(s->d, (struct where){0}, "%s; the previous keys stay valid", why.text);
        return;
    }
    s->keys = now;
    for (size_t i = 0; i < s->connections.n; i++) {
        struct connection *c = s->connections.at[i];
        if (c->dead || c->refused)
            continue;
        if (!c->account)
            server_drop_connection(
                s, c, "the key file was read again during the handshake; the sender may reconnect");
        else if (!check_connection(c, tls_keys(before), tls_keys(now), &why))
            server_refuse(s, c, why.text);
    }
    tls_key_free(before);
    shown_printf(s->d->out ? s->d->out : stderr, "%s: %zu identities\n", s->o->key_file,
                 tls_keys(now)->list.n);
}
