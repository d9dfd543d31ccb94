/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hash by which a page names the only script and style sheet that a
 * browser may take from it. */
#ifndef PLOTS_SHA256_H
#define PLOTS_SHA256_H

#include <stddef.h>

enum { SHA256_BYTES = 32, SHA256_BASE64 = 45 };

/* FIPS 180-4. */
void sha256(const void *bytes, size_t n, unsigned char hash[SHA256_BYTES]);
/* The same in base64. Returns text (SHA256_BASE64 bytes). */
const char *sha256_base64(const void *bytes, size_t n, char *text);

#endif
