/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/multikron/collect/tls.h"
#ifndef MK_WITHOUT_TLS
#include "config.h"
#endif
#include "measure/multikron/collect/channel.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_GNUTLS
#include <gnutls/gnutls.h>

struct tls_key {
    gnutls_psk_server_credentials_t server;
    gnutls_psk_client_credentials_t client;
    struct keys keys;
    size_t references; /* of the owner and of each connection */
};
struct tls {
    gnutls_session_t session;
    struct tls_key *key;
    bool server;
};

static const char priority[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:-KX-ALL:+ECDHE-PSK";

static gnutls_datum_t digits_of(const struct key *key)
{
    return (gnutls_datum_t){(unsigned char *)(uintptr_t)key->digits, (unsigned)strlen(key->digits)};
}

/* Callback of GnuTLS on the server: allocates the key of the identity that the client names. The
 * handshake then fails if the client has another key. Returns -1 if there is no such identity. */
static int find_psk(gnutls_session_t session, const char *name, gnutls_datum_t *key)
{
    const struct tls_key *k = gnutls_session_get_ptr(session);
    const struct key *found = keys_find(&k->keys, name);
    if (!found)
        return -1;
    gnutls_datum_t digits = digits_of(found);
    size_t n = digits.size / 2;
    key->data = gnutls_malloc(n);
    key->size = (unsigned)n;
    return key->data && gnutls_hex_decode(&digits, key->data, &n) == 0 ? 0 : -1;
}

/* Allocates the credentials of GnuTLS. Returns false if that fails. */
static bool allocate_credentials(struct tls_key *k, bool server)
{
    if (server) {
        bool ok = gnutls_psk_allocate_server_credentials(&k->server) == 0;
        if (ok)
            gnutls_psk_set_server_credentials_function(k->server, find_psk);
        return ok;
    }
    const struct key *own = &k->keys.list.at[0];
    gnutls_datum_t digits = digits_of(own);
    return gnutls_psk_allocate_client_credentials(&k->client) == 0 &&
           gnutls_psk_set_client_credentials(k->client, own->name, &digits, GNUTLS_PSK_KEY_HEX) ==
               0;
}

struct tls_key *tls_key_read(const char *path, bool server, struct fault *why)
{
    struct tls_key *k = calloc(1, sizeof *k);
    if (!k)
        return fault_set(why, "out of memory"), NULL;
    k->references = 1;
    bool ok = keys_read(&k->keys, path, why);
    if (ok && !server && k->keys.list.n > 1)
        ok = fault_set(
            why, "the key file %s has %zu identities; that of a sender contains only its own line",
            path, k->keys.list.n);
    if (ok && !allocate_credentials(k, server))
        ok = fault_set(why, "GnuTLS rejects the key file %s", path);
    if (ok)
        return k;
    tls_key_free(k);
    return NULL;
}

void tls_key_free(struct tls_key *k)
{
    if (!k || --k->references)
        return;
    if (k->server)
        gnutls_psk_free_server_credentials(k->server);
    if (k->client)
        gnutls_psk_free_client_credentials(k->client);
    keys_free(&k->keys);
    free(k);
}

const struct keys *tls_keys(const struct tls_key *key)
{
    return &key->keys;
}

const struct key *tls_identity(const struct tls *t)
{
    const struct tls_key *k = gnutls_session_get_ptr(t->session);
    const char *name = gnutls_psk_server_get_username(t->session);
    return name ? keys_find(&k->keys, name) : NULL;
}

struct tls *tls_new(struct tls_key *key, int fd, bool server)
{
    struct tls *t = calloc(1, sizeof *t);
    unsigned flags = (server ? GNUTLS_SERVER : GNUTLS_CLIENT) | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL |
                     GNUTLS_NO_TICKETS;
    if (!t || gnutls_init(&t->session, flags) != 0)
        return free(t), NULL;
    t->server = server;
    t->key = key;
    key->references++;
    void *with = server ? (void *)key->server : (void *)key->client;
    if (gnutls_priority_set_direct(t->session, priority, NULL) != 0 ||
        gnutls_credentials_set(t->session, GNUTLS_CRD_PSK, with) != 0)
        return tls_free(t), NULL;
    gnutls_session_set_ptr(t->session, key);
    gnutls_transport_set_int(t->session, fd);
    return t;
}

void tls_free(struct tls *t)
{
    if (!t)
        return;
    gnutls_deinit(t->session);
    tls_key_free(t->key);
    free(t);
}

static bool would_block(int code)
{
    return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
}

int tls_handshake(struct tls *t, struct fault *why)
{
    int code = gnutls_handshake(t->session);
    /* find_psk sees a name up to its first zero byte. A longer name is not an identity. */
    if (code == 0 && t->server && !tls_identity(t))
        return fault_set(why, "the name of the sender is not in the key file"), CHANNEL_BROKEN;
    if (code == 0)
        return 1;
    if (!gnutls_error_is_fatal(code))
        return CHANNEL_WOULD_BLOCK;
    fault_set(why, "the TLS handshake failed: %s; do both sides have the same key?",
              gnutls_strerror(code));
    return CHANNEL_BROKEN;
}

bool tls_wants_write(const struct tls *t)
{
    return gnutls_record_get_direction(t->session) == 1;
}

/* Converts the result of a GnuTLS call to that of channel_read or channel_write. */
static ssize_t check_result(ssize_t n, struct fault *why)
{
    if (n >= 0)
        return n;
    if (would_block((int)n) || !gnutls_error_is_fatal((int)n))
        return CHANNEL_WOULD_BLOCK;
    fault_set(why, "the encrypted connection was lost: %s", gnutls_strerror((int)n));
    return CHANNEL_BROKEN;
}

ssize_t tls_read(struct tls *t, uint8_t *bytes, size_t n, struct fault *why)
{
    return check_result(gnutls_record_recv(t->session, bytes, n), why);
}

ssize_t tls_write(struct tls *t, const uint8_t *bytes, size_t n, struct fault *why)
{
    return check_result(gnutls_record_send(t->session, bytes, n), why);
}

bool tls_has_buffered_data(const struct tls *t)
{
    return gnutls_record_check_pending(t->session) > 0;
}

void tls_end_output(struct tls *t)
{
    gnutls_bye(t->session, GNUTLS_SHUT_WR);
}

#else /* without GnuTLS */

struct tls_key *tls_key_read(const char *path, bool server, struct fault *why)
{
    (void)server;
    fault_set(why,
              "the key file %s cannot be used: MACS was built without GnuTLS; install its "
              "development files and build again",
              path);
    return NULL;
}
void tls_key_free(struct tls_key *key)
{
    (void)key;
}
const struct keys *tls_keys(const struct tls_key *key)
{
    return (void)key, NULL;
}
const struct key *tls_identity(const struct tls *t)
{
    return (void)t, NULL;
}
struct tls *tls_new(struct tls_key *key, int fd, bool server)
{
    return (void)key, (void)fd, (void)server, NULL;
}
void tls_free(struct tls *t)
{
    (void)t;
}
int tls_handshake(struct tls *t, struct fault *why)
{
    return (void)t, (void)why, CHANNEL_BROKEN;
}
bool tls_wants_write(const struct tls *t)
{
    return (void)t, false;
}
ssize_t tls_read(struct tls *t, uint8_t *bytes, size_t n, struct fault *why)
{
    return (void)t, (void)bytes, (void)n, (void)why, CHANNEL_BROKEN;
}
ssize_t tls_write(struct tls *t, const uint8_t *bytes, size_t n, struct fault *why)
{
    return (void)t, (void)bytes, (void)n, (void)why, CHANNEL_BROKEN;
}
bool tls_has_buffered_data(const struct tls *t)
{
    return (void)t, false;
}
void tls_end_output(struct tls *t)
{
    (void)t;
}
#endif
