/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops for bench/k.sh, with KERNELS=held-out.c, as kernels.c describes. They were written after the rules for k. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stddef.h>

typedef uint8_t byte;
extern double k_result;
int k_limit(int n, int step); /* n * step */
#define K(name) void k##name(int n, void *pa, void *pb, void *pc, int *idx)

K(held_brightness) { byte *restrict a = pa; const byte *restrict b = pb; for (unsigned i = 0; i < (unsigned)n; i++) { int v = b[i] * 5 / 4 + 10; a[i] = v > 255 ? 255 : (byte)v; } }
K(held_rgba) { uint32_t *restrict a = pa; const byte *restrict b = pb; for (int i = 0; i < n; i++) a[i] = (uint32_t)b[3 * i] << 16 | (uint32_t)b[3 * i + 1] << 8 | b[3 * i + 2]; }
K(held_blend) { byte *restrict a = pa; const byte *restrict b = pb, *restrict c = pc; for (int i = 0; i < n; i++) a[i] = (byte)((b[i] * 77 + c[i] * 179) >> 8); }
K(held_hex) { char *restrict a = pa; const byte *restrict b = pb; for (int i = 0; i < n; i++) { a[2 * i] = "0123456789abcdef"[b[i] >> 4]; a[2 * i + 1] = "0123456789abcdef"[b[i] & 15]; } }
K(held_crc) { const byte *b = pb; const uint32_t *t = pc; uint32_t c = ~0u; while (n-- > 0) c = t[(c ^ *b++) & 255] ^ c >> 8; k_result = c; }
K(held_adler) { const byte *b = pb; uint32_t s = 1, t = 0; for (int i = 0; i < n; i++) { s += b[i]; t += s; } k_result = s + t; }
K(held_mulaw) { int16_t *restrict a = pa; const int16_t *restrict b = pb, *restrict c = pc; for (int i = 0; i < n; i++) a[i] = (int16_t)((b[i] * c[i]) >> 15); }
K(held_fixed) { int32_t *restrict a = pa; const int32_t *restrict b = pb, *restrict c = pc; for (int i = 0; i < n; i++) a[i] = (int32_t)(((int64_t)b[i] * c[i]) >> 16); }
K(held_xorshift) { uint64_t *restrict a = pa; for (int i = 0; i < n; i++) { uint64_t x = a[i]; x ^= x << 13; x ^= x >> 7; x ^= x << 17; a[i] = x; } }
K(held_ascii) { const signed char *b = pb; int bad = 0; for (int i = 0; i < n; i++) bad |= b[i] < 0; k_result = bad; }
K(held_spaces) { const char *b = pb; int s = 0; for (const char *p = b, *e = b + n; p < e; p++) s += *p == ' ' || *p == '\n'; k_result = s; }
K(held_equal) { const short *b = pb, *c = pc; int same = 0; for (int i = 0; i < n; i++) same += b[i] == c[i]; k_result = same; }
K(held_quantize) { int8_t *restrict a = pa; const float *restrict b = pb; for (int i = 0; i < n; i++) { float v = b[i] * 127.f; v = v > 127.f ? 127.f : v < -127.f ? -127.f : v; a[i] = (int8_t)v; } }
K(held_dequantize) { float *restrict a = pa; const int8_t *restrict b = pb; for (int i = 0; i < n; i++) a[i] = (float)b[i] * 0.01f; }
K(held_pcm) { float *restrict a = pa; const int16_t *restrict b = pb; for (int i = 0; i < n; i++) { a[i] = b[2 * i] / 32768.f; a[n + i] = b[2 * i + 1] / 32768.f; } }
K(held_interleave) { int16_t *restrict a = pa; const int16_t *restrict b = pb, *restrict c = pc; for (int i = 0; i < n; i++) { a[2 * i] = b[i]; a[2 * i + 1] = c[i]; } }
K(held_variance) { const double *b = pb; double s = 0, q = 0; for (int i = 0; i < n; i++) { s += b[i]; q += b[i] * b[i]; } k_result = q - s * s; }
K(held_norms) { const float *b = pb; double s = 0; for (int i = 0; i < n; i++) s += (double)b[i] * b[i]; k_result = s; }
K(held_distance) { double *restrict a = pa; const double *restrict b = pb; double x = b[0], y = b[1]; for (int i = 0; i < n; i++) a[i] = sqrt((b[2 * i] - x) * (b[2 * i] - x) + (b[2 * i + 1] - y) * (b[2 * i + 1] - y)); }
struct particle { float x, y, z, m; };
K(held_particles) { struct particle *restrict p = pa; for (int i = 0; i < n; i++) { p[i].x += p[i].m; p[i].y += p[i].m * 2; p[i].z -= p[i].m; } }
K(held_weights) { float *restrict a = pa; const struct particle *restrict p = pb; for (int i = 0; i < n; i++) a[i] = p[i].m; }
K(held_spmv) { const double *b = pb, *c = pc; double s = 0; for (int i = 0; i < n; i++) s += b[i] * c[idx[i]]; k_result = s; }
K(held_permute) { uint16_t *restrict a = pa; const uint16_t *restrict b = pb; for (int i = 0; i < n; i++) a[i] = b[idx[n - 1 - i]]; }
K(held_thomas) { double *a = pa; const double *b = pb; for (int i = 1; i <= n; i++) a[i] = b[i] - a[i - 1] * 0.25; }
K(held_every_third) { double *restrict a = pa; const double *restrict b = pb; for (int i = 0; i < n; i++) a[3 * i] = b[3 * i] * 2; }
K(held_range) { float *restrict a = pa; for (int i = 0; i < n; i++) a[i] = (float)i * 0.25f + 1; }
K(held_ages) { const int *b = pb; int lo = b[0], hi = b[0]; for (int i = 1; i <= n; i++) { lo = b[i] < lo ? b[i] : lo; hi = b[i] > hi ? b[i] : hi; } k_result = hi - lo; }
K(held_not) { uint64_t *restrict a = pa; const uint64_t *restrict b = pb; for (int i = 0; i < n; i++) a[i] = ~b[i]; }
K(held_bitselect) { uint16_t *restrict a = pa; const uint16_t *restrict b = pb, *restrict c = pc; for (int i = 0; i < n; i++) a[i] = (b[i] & 0xf0f0) | (c[i] & 0x0f0f); }
K(held_pixels) { byte *restrict a = pa; const byte *restrict b = pb; for (ptrdiff_t i = n - 1; i >= 0; i--) a[i] = b[i] ^ 255; }
K(held_down) { double *restrict a = pa; const double *restrict b = pb; for (int i = n; i--;) a[i] = b[i] * b[i]; }
K(held_while) { float *p = pa; const float *q = pb; while (n--) *p++ += *q++; }
K(held_rotate) { float complex *restrict a = pa; for (int i = 0; i < n; i++) a[i] = a[i] * I; }
K(held_power) { float *restrict a = pa; const float complex *restrict b = pb; for (int i = 0; i < n; i++) a[i] = crealf(b[i]) * crealf(b[i]) + cimagf(b[i]) * cimagf(b[i]); }
K(held_swapbytes) { uint16_t *a = pa; for (int i = 0; i < n; i++) a[i] = (uint16_t)(a[i] << 8 | a[i] >> 8); }
K(held_long) { int64_t *restrict a = pa; const int32_t *restrict b = pb, *restrict c = pc; for (long i = 0; i < n; i++) a[i] = (int64_t)b[i] + c[i]; }
K(held_two_bounds) { int *restrict a = pa; const int *restrict b = pb; for (int i = idx[1]; i < n + idx[1]; i++) a[i] = b[i] * 7; }
K(held_offset) { float *restrict a = pa; const float *restrict b = pb; for (int i = 5; i < n; i++) a[i - 5] = b[i] - b[i - 5]; }
K(held_half) { double *restrict a = pa; const double *restrict b = pb; for (int i = 0; i < 2 * n; i += 2) a[i] = b[i] + b[i + 1]; }
K(held_fir) { float *restrict a = pa; const float *restrict b = pb; for (int i = 0; i < n; i++) a[i] = b[i] * .1f + b[i + 1] * .2f + b[i + 2] * .4f + b[i + 3] * .2f + b[i + 4] * .1f; }
byte from_bytes[20000], other_bytes[20000];
int16_t to_shorts[20000];
int32_t from_ints[20000], other_ints[20000];
int64_t to_longs[20000], also_to_longs[20000];
K(held_widen) { for (int i = 0; i < n; i++) to_shorts[i] = (int16_t)(from_bytes[i] * other_bytes[i]); }
K(held_widen_two) { for (int i = 0; i < n; i++) { to_longs[i] = from_ints[i]; also_to_longs[i] = -other_ints[i]; } }
K(held_step_pairs) { double *restrict a = pa; const double *restrict b = pb; int m = k_limit(n, 2); for (int i = 0; i + 1 < m; i += 2) { a[i] = b[i] - b[i + 1]; a[i + 1] = b[i] + b[i + 1]; } }
K(held_step_three) { double *restrict a = pa; int m = k_limit(n, 3); for (int i = 0; i < m; i += 3) a[i] += 1; }
struct pair { double x, y; };
struct pair pairs[1024];
double firsts[1024], seconds[1024];
K(const_held_pairs) { for (int i = 0; i < 1024; i++) { pairs[i].x = pairs[i].y * 0.5 + firsts[i]; pairs[i].y = pairs[i].x + seconds[i]; } }
