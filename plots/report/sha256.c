/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_BYTES = 8, ROUNDS = 64 };

static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void schedule(uint32_t w[ROUNDS], const unsigned char *block)
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
               (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t h[8], const unsigned char *block)
{
    uint32_t w[ROUNDS], v[8];
    schedule(w, block);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t x = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) + choice +
                     constants[i] + w[i];
        uint32_t y = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += x;
        v[0] = x + y;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256(const void *bytes, size_t n, unsigned char hash[SHA256_BYTES])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *from = bytes;
    unsigned char last[2 * BLOCK] = {0};
    size_t rest = n % BLOCK, tail = rest < BLOCK - LENGTH_BYTES ? BLOCK : 2 * BLOCK;
    for (size_t at = 0; at + BLOCK <= n; at += BLOCK)
        add_block(h, from + at);
    memcpy(last, from + (n - rest), rest);
    last[rest] = 0x80;
    for (int i = 0; i < LENGTH_BYTES; i++)
        last[tail - 1 - (size_t)i] = (unsigned char)((uint64_t)n * 8 >> (8 * i));
    for (size_t at = 0; at < tail; at += BLOCK)
        add_block(h, last + at);
    for (int i = 0; i < SHA256_BYTES; i++)
        hash[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

const char *sha256_base64(const void *bytes, size_t n, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char hash[SHA256_BYTES + 1] = {0};
    sha256(bytes, n, hash);
    for (int i = 0; i < SHA256_BASE64 - 1; i++) {
        const unsigned char *three = hash + i / 4 * 3;
        uint32_t bits = (uint32_t)three[0] << 16 | (uint32_t)three[1] << 8 |
                        (i / 4 * 3 + 2 < SHA256_BYTES ? three[2] : 0);
        text[i] = digits[bits >> (18 - 6 * (i % 4)) & 63];
    }
    text[SHA256_BASE64 - 2] = '=';
    text[SHA256_BASE64 - 1] = 0;
    return text;
}
