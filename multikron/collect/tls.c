/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "multikron/collect/tls.h"
#ifndef MK_WITHOUT_TLS
#include "config.h"
#endif
#include "multikron/collect/channel.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_DIGITS_LEAST = 32, KEY_DIGITS_MOST = 512 };

#ifdef HAVE_GNUTLS
#include <gnutls/gnutls.h>

struct tls_key {
    gnutls_psk_server_credentials_t server;
    gnutls_psk_client_credentials_t client;
    gnutls_datum_t key; /* the digits */
    char digits[KEY_DIGITS_MOST + 1];
};
struct tls {
    gnutls_session_t session;
};

static const char user[] = "multikron";
static const char priority[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:-KX-ALL:+ECDHE-PSK";

/* The file's text, up to size - 1 bytes; false with the reason. */
static bool private_text(const char *path, char *text, size_t size, struct fault *why)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fault_set(why, "the key %s can't be read: %s", path, strerror(errno));
    ssize_t n = -1;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        fault_set(why, "the key %s is no file", path);
    else if (st.st_mode & 077 || st.st_uid != geteuid())
        fault_set(why, "others may read or change the key %s; own it and 'chmod 600' it", path);
    else if ((n = read(fd, text, size - 1)) < 0)
        fault_set(why, "the key %s can't be read: %s", path, strerror(errno));
    close(fd);
    if (n >= 0)
        text[n] = 0;
    return n >= 0;
}

/* Hands the server the one key there is, whoever asks. */
static int key_for(gnutls_session_t session, const char *name, gnutls_datum_t *key)
{
    const struct tls_key *k = gnutls_session_get_ptr(session);
    (void)name;
    size_t n = strlen(k->digits) / 2;
    key->data = gnutls_malloc(n);
    if (!key->data)
        return -1;
    key->size = (unsigned)n;
    size_t got = n;
    return gnutls_hex_decode(&k->key, key->data, &got) == 0 ? 0 : -1;
}

static bool credentials(struct tls_key *k)
{
    return gnutls_psk_allocate_server_credentials(&k->server) == 0 &&
           gnutls_psk_allocate_client_credentials(&k->client) == 0 &&
           gnutls_psk_set_client_credentials(k->client, user, &k->key, GNUTLS_PSK_KEY_HEX) == 0;
}

struct tls_key *tls_key_read(const char *path, struct fault *why)
{
    struct tls_key *k = calloc(1, sizeof *k);
    if (!k)
        return fault_set(why, "there is no memory"), NULL;
    if (private_text(path, k->digits, sizeof k->digits, why)) {
        size_t n = strspn(k->digits, "0123456789abcdefABCDEF");
        bool whole = k->digits[n + strspn(k->digits + n, "\r\n")] == 0;
        k->digits[n] = 0;
        k->key = (gnutls_datum_t){(unsigned char *)k->digits, (unsigned)n};
        if (!whole || n < KEY_DIGITS_LEAST || n % 2)
            fault_set(why, "the key %s is not one line of %d or more hexadecimal digits", path,
                      KEY_DIGITS_LEAST);
        else if (credentials(k)) {
            gnutls_psk_set_server_credentials_function(k->server, key_for);
            return k;
        } else
            fault_set(why, "GnuTLS does not take the key %s", path);
    }
    tls_key_free(k);
    return NULL;
}

void tls_key_free(struct tls_key *k)
{
    if (!k)
        return;
    if (k->server)
        gnutls_psk_free_server_credentials(k->server);
    if (k->client)
        gnutls_psk_free_client_credentials(k->client);
    gnutls_memset(k->digits, 0, sizeof k->digits);
    free(k);
}

struct tls *tls_new(const struct tls_key *key, int fd, bool server)
{
    struct tls *t = calloc(1, sizeof *t);
    unsigned flags = (server ? GNUTLS_SERVER : GNUTLS_CLIENT) | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL |
                     GNUTLS_NO_TICKETS;
    if (!t || gnutls_init(&t->session, flags) != 0)
        return free(t), NULL;
    void *with = server ? (void *)key->server : (void *)key->client;
    if (gnutls_priority_set_direct(t->session, priority, NULL) != 0 ||
        gnutls_credentials_set(t->session, GNUTLS_CRD_PSK, with) != 0)
        return tls_free(t), NULL;
    gnutls_session_set_ptr(t->session, (void *)(uintptr_t)key);
    gnutls_transport_set_int(t->session, fd);
    return t;
}

void tls_free(struct tls *t)
{
    if (!t)
        return;
    gnutls_deinit(t->session);
    free(t);
}

static bool later(int code)
{
    return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
}

int tls_handshake(struct tls *t, struct fault *why)
{
    int code = gnutls_handshake(t->session);
    if (code == 0)
        return 1;
    if (!gnutls_error_is_fatal(code))
        return CHANNEL_LATER;
    fault_set(why, "no encrypted connection: %s; do both sides have the same key?",
              gnutls_strerror(code));
    return CHANNEL_BROKEN;
}

bool tls_wants_write(const struct tls *t)
{
    return gnutls_record_get_direction(t->session) == 1;
}

static ssize_t outcome(ssize_t n, struct fault *why)
{
    if (n >= 0)
        return n;
    if (later((int)n) || !gnutls_error_is_fatal((int)n))
        return CHANNEL_LATER;
    fault_set(why, "the encrypted connection broke: %s", gnutls_strerror((int)n));
    return CHANNEL_BROKEN;
}

ssize_t tls_read(struct tls *t, uint8_t *bytes, size_t n, struct fault *why)
{
    return outcome(gnutls_record_recv(t->session, bytes, n), why);
}

ssize_t tls_write(struct tls *t, const uint8_t *bytes, size_t n, struct fault *why)
{
    return outcome(gnutls_record_send(t->session, bytes, n), why);
}

bool tls_pending(const struct tls *t)
{
    return gnutls_record_check_pending(t->session) > 0;
}

void tls_finish(struct tls *t)
{
    gnutls_bye(t->session, GNUTLS_SHUT_WR);
}

#else /* built without */

struct tls_key *tls_key_read(const char *path, struct fault *why)
{
    fault_set(why,
              "the key %s is of no use: this was built without GnuTLS, so there is no "
              "encryption; install its development files and build again",
              path);
    return NULL;
}
void tls_key_free(struct tls_key *key)
{
    (void)key;
}
struct tls *tls_new(const struct tls_key *key, int fd, bool server)
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
bool tls_pending(const struct tls *t)
{
    return (void)t, false;
}
void tls_finish(struct tls *t)
{
    (void)t;
}
#endif
