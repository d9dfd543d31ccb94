/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops for bench/k.sh. Each function kNAME executes n iterations of one source loop. Arrays a to d have space for 4 n
 * elements of 16 bytes; idx has numbers below n. The kind of a loop is its name up to the first underscore. */
#include <complex.h>
#include <stdint.h>
#include <stdlib.h>

typedef int8_t i1;
typedef uint8_t u1;
typedef int16_t i2;
typedef uint16_t u2;
typedef int32_t i4;
typedef uint32_t u4;
typedef int64_t i8;
typedef uint64_t u8;
typedef float f4;
typedef double f8;
typedef float complex c8;
typedef double complex c16;
#define K(name) void k##name(int n, void *pa, void *pb, void *pc, int *idx)
#define A(T) T *restrict a = pa
#define B(T) const T *restrict b = pb
#define C(T) const T *restrict c = pc
#define FOR for (int i = 0; i < n; i++)
#define FORL for (long i = 0, m = n; i < m; i++)
extern double k_result;
int k_limit(int n, int step); /* n * step */

#define ADD(T) K(add_##T) { A(T); B(T); C(T); FOR a[i] = b[i] + c[i]; }
#define ADDL(T) K(add_long_##T) { A(T); B(T); C(T); FORL a[i] = b[i] + c[i]; }
#define INPLACE(T) K(inplace_##T) { A(T); FOR a[i] = a[i] + 3; }
#define ALIAS(T) K(alias_##T) { T *a = pa, *b = pb, *c = pc; FOR a[i] = b[i] - c[i]; }
#define POINTER(T) K(pointer_##T) { T *p = pa, *e = p + n; C(T); for (; p != e; p++, c++) *p += *c; }
#define SWAP(T) K(swap_##T) { T *restrict a = pa, *restrict b = pb; FOR { T t = a[i]; a[i] = b[i]; b[i] = t; } }
#define XOR(T) K(xor_##T) { A(T); B(T); C(T); FOR a[i] = b[i] ^ c[i]; }
#define AFFINE(T) K(affine_##T) { A(T); B(T); FOR a[i] = (T)(b[i] * 3 + 7); }
#define MULT(T) K(mult_##T) { A(T); B(T); C(T); FOR a[i] = (T)(b[i] * c[i]); }
#define SHIFT(T) K(shift_##T) { A(T); B(T); FOR a[i] = (T)(b[i] >> 3); }
#define REVERSE(T) K(reverse_##T) { A(T); B(T); FOR a[i] = b[n - 1 - i]; }
#define STRIDE(T) K(stride_##T) { A(T); B(T); FOR a[2 * i] = b[2 * i] + 1; }
#define STRIDEIN(T) K(stride_in_##T) { A(T); B(T); FOR a[i] = b[2 * i] + 1; }
#define PAIRS(T) K(pairs_##T) { A(T); B(T); FOR a[i] = b[2 * i] + b[2 * i + 1]; }
#define GATHER(T) K(gather_##T) { A(T); B(T); FOR a[i] = b[idx[i]]; }
#define SCATTER(T) K(scatter_##T) { A(T); B(T); FOR a[idx[i]] = b[i]; }
#define STENCIL(T) K(stencil_##T) { A(T); const T *restrict b = (const T *)pb + 2; FOR a[i] = b[i - 1] + b[i] + b[i + 1]; }
#define STENCIL5(T) K(stencil_five_##T) { A(T); const T *restrict b = (const T *)pb + 2; FOR a[i] = b[i - 2] + b[i - 1] + b[i] + b[i + 1] + b[i + 2]; }
#define MIN(T) K(min_##T) { B(T); T s = b[0]; FOR s = b[i] < s ? b[i] : s; k_result = (double)s; }
#define MAX(T) K(max_##T) { B(T); T s = b[0]; FOR s = b[i] > s ? b[i] : s; k_result = (double)s; }
#define ARGMAX(T) K(argmax_##T) { B(T); int at = 0; FOR if (b[i] > b[at]) at = i; k_result = at; }
#define COUNT(T) K(count_##T) { B(T); int s = 0; FOR s += b[i] == 5; k_result = s; }
#define SELECT(T) K(select_##T) { A(T); B(T); C(T); FOR a[i] = b[i] > 0 ? b[i] : c[i]; }
#define SUMIF(T) K(sumif_##T) { B(T); T s = 0; FOR if (b[i] > 2) s += b[i]; k_result = (double)s; }
#define MASK(T) K(mask_##T) { A(u1); B(T); C(T); FOR a[i] = b[i] > c[i]; }
#define WHERE(T) K(where_##T) { A(T); const i4 *restrict m = pb; C(T); FOR if (m[i]) a[i] = c[i]; }
#define CONST(T) K(const_##T) { A(T); B(T); C(T); (void)n; for (int i = 0; i < 1024; i++) a[i] = b[i] + c[i]; }
#define SUM(T, S) K(sum_##T##_##S) { B(T); S s = 0; FOR s += (S)b[i]; k_result = (double)s; }
#define DOT(T, S) K(dot_##T##_##S) { B(T); C(T); S s = 0; FOR s += (S)b[i] * (S)c[i]; k_result = (double)s; }
#define CONV(T, S) K(conv_##T##_##S) { A(S); B(T); FOR a[i] = (S)b[i]; }
#define EACH(M) M(i1) M(u1) M(i2) M(u2) M(i4) M(i8) M(f4) M(f8)
#define INTS(M) M(i1) M(u1) M(i2) M(u2) M(i4) M(u4) M(i8) M(u8)
EACH(ADD) EACH(ADDL) EACH(INPLACE) EACH(ALIAS) EACH(POINTER) EACH(SWAP) EACH(REVERSE) EACH(STRIDE) EACH(STRIDEIN)
EACH(PAIRS) EACH(GATHER) EACH(SCATTER) EACH(STENCIL) EACH(STENCIL5) EACH(MIN) EACH(MAX) EACH(ARGMAX) EACH(COUNT)
EACH(SELECT) EACH(SUMIF) EACH(MASK) EACH(WHERE) EACH(CONST)
INTS(XOR) INTS(AFFINE) INTS(MULT) INTS(SHIFT)
MULT(f4) MULT(f8) AFFINE(f4) AFFINE(f8)
SUM(i1, i4) SUM(u1, i4) SUM(u1, i8) SUM(i2, i4) SUM(u2, i8) SUM(i4, i4) SUM(i4, i8) SUM(i8, i8) SUM(f4, f4) SUM(f8, f8)
SUM(f4, f8) SUM(i4, f8) SUM(u1, u2)
DOT(i1, i4) DOT(u1, i4) DOT(i2, i4) DOT(i2, i8) DOT(i4, i4) DOT(i4, i8) DOT(i8, i8) DOT(f4, f4) DOT(f8, f8) DOT(f4, f8)
CONV(f4, f8) CONV(f8, f4) CONV(i4, f8) CONV(f8, i4) CONV(i4, f4) CONV(f4, i4) CONV(i1, i4) CONV(u1, i4) CONV(i4, i1)
CONV(i8, f8) CONV(i8, i4) CONV(i4, i8) CONV(u1, f4) CONV(i2, f4) CONV(i2, i4) CONV(i4, i2) CONV(i8, i2) CONV(u1, i8)
CONV(i2, i1) CONV(i1, i2) CONV(u4, f4) CONV(u4, f8)

K(toupper_u1) { A(u1); B(u1); FOR a[i] = b[i] >= 'a' && b[i] <= 'z' ? (u1)(b[i] - 32) : b[i]; }
K(toupper_inplace) { A(u1); FOR if (a[i] >= 'a' && a[i] <= 'z') a[i] ^= 32; }
static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
K(saturate_i1) { A(i1); B(i1); C(i1); FOR a[i] = (i1)clamp(b[i] + c[i], -128, 127); }
K(saturate_u1) { A(u1); B(u1); C(u1); FOR a[i] = (u1)clamp(b[i] + c[i], 0, 255); }
K(saturate_i2) { A(i2); B(i2); C(i2); FOR a[i] = (i2)clamp(b[i] + c[i], -32768, 32767); }
K(saturate_sub) { A(u1); B(u1); C(u1); FOR a[i] = (u1)(b[i] > c[i] ? b[i] - c[i] : 0); }
K(average_u1) { A(u1); B(u1); C(u1); FOR a[i] = (u1)((b[i] + c[i] + 1) >> 1); }
K(sad_u1) { B(u1); C(u1); int s = 0; FOR s += abs(b[i] - c[i]); k_result = s; }
static u8 mix(u8 x) { x ^= x >> 30; x *= 0xbf58476d1ce4e5b9u; x ^= x >> 27; x *= 0x94d049bb133111ebu; return x ^ x >> 31; }
K(mixing_u8) { A(u8); B(u8); FOR a[i] = mix(b[i]); }
K(mixing_sum) { B(u8); u8 s = 0; FOR s ^= mix(b[i]); k_result = (double)s; }
K(mixing_u4) { A(u4); B(u4); FOR { u4 x = b[i]; x ^= x >> 16; x *= 0x85ebca6bu; x ^= x >> 13; a[i] = x; } }
K(rotate_u8) { A(u8); B(u8); FOR a[i] = b[i] << 13 | b[i] >> 51; }
K(rotate_u4) { A(u4); B(u4); FOR a[i] = b[i] << 13 | b[i] >> 19; }
K(popcount_u8) { B(u8); long s = 0; FOR s += __builtin_popcountll(b[i]); k_result = (double)s; }
K(popcount_u4) { B(u4); int s = 0; FOR s += __builtin_popcount(b[i]); k_result = s; }
K(popcount_u1) { A(u1); B(u1); FOR a[i] = (u1)__builtin_popcount(b[i]); }
K(bits_u4) { A(u4); B(u4); FOR { u4 x = b[i]; x -= x >> 1 & 0x55555555u; x = (x & 0x33333333u) + (x >> 2 & 0x33333333u); a[i] = ((x + (x >> 4)) & 0xf0f0f0fu) * 0x1010101u >> 24; } }
K(bits_u8) { A(u8); B(u8); FOR a[i] = b[i] & -b[i]; }
K(swapbytes_u4) { A(u4); B(u4); FOR a[i] = __builtin_bswap32(b[i]); }
K(swapbytes_u8) { A(u8); B(u8); FOR a[i] = __builtin_bswap64(b[i]); }
K(hash_fnv) { B(u1); u4 h = 5; FOR h = (h ^ b[i]) * 16777619u; k_result = h; }
K(hash_poly) { B(u4); u4 h = 5; FOR h = h * 31 + b[i]; k_result = h; }
K(table_u1) { A(u1); B(u1); C(u1); FOR a[i] = c[b[i]]; }
K(histogram_u1) { A(i4); B(u1); FOR a[b[i]]++; }
K(prefix_i4) { A(i4); B(i4); i4 s = 0; FOR a[i] = s += b[i]; }
K(prefix_f8) { A(f8); B(f8); f8 s = 0; FOR a[i] = s += b[i]; }
K(recurrence_f8) { f8 *a = pa; a++; FOR a[i] = a[i - 1] * 0.5 + 1; }
K(all_u1) { B(u1); int s = 1; FOR s &= b[i] != 255; k_result = s; }
K(divide_f8) { A(f8); B(f8); C(f8); FOR a[i] = b[i] / (c[i] + 1); }
K(root_f4) { A(f4); B(f4); FOR a[i] = __builtin_sqrtf(b[i] * b[i] + 1); }
K(abs_i4) { A(i4); B(i4); FOR a[i] = abs(b[i]); }
K(abs_f8) { A(f8); B(f8); FOR a[i] = __builtin_fabs(b[i]); }
K(neg_f4) { A(f4); B(f4); FOR a[i] = -b[i]; }
K(horner_f8) { A(f8); B(f8); FOR { f8 x = b[i]; a[i] = ((((0.1 * x + 1) * x + 2) * x + 3) * x + 4) * x + 5; } }
K(axpy_f8) { A(f8); B(f8); FOR a[i] += 3 * b[i]; }
K(axpy_f4) { A(f4); B(f4); FOR a[i] += 3 * b[i]; }
K(index_i4) { A(i4); FOR a[i] = i; }
K(index_f8) { A(f8); FOR a[i] = i * 0.5; }
K(index_u1) { A(u1); FOR a[i] = (u1)i; }
K(fill_f8) { f8 *a = pa; f8 x = *(f8 *)pb + 2; FOR a[i] = x; }
K(fill_i4) { i4 *a = pa; i4 x = *(i4 *)pb + 2; FOR a[i] = x; }
K(fill_i2) { i2 *a = pa; i2 x = (i2)(*(i2 *)pb + 2); FOR a[i] = x; }
K(two_f8) { A(f8); B(f8); f8 *restrict c = pc; FOR { a[i] = b[i] * 2; c[i] = b[i] + 1; } }
K(two_mixed) { A(f8); const f4 *restrict b = pb; i4 *restrict c = pc; FOR { a[i] = b[i] * 2; c[i] += 3; } }
K(mixed_f4_f8) { A(f8); B(f4); FOR a[i] += b[i]; }
K(mixed_i2_i4) { A(i4); B(i2); FOR a[i] += b[i]; }
K(mixed_u1_i4) { A(i4); B(u1); FOR a[i] += b[i]; }
K(mixed_i4_i8) { A(i8); B(i4); FOR a[i] += b[i]; }
K(mixed_i4_f8) { A(f8); B(i4); C(f8); FOR a[i] = b[i] * c[i]; }
struct xyz { f8 x, y, z; };
struct xy { f4 x, y; };
K(struct_length) { A(f8); B(struct xyz); FOR a[i] = b[i].x * b[i].x + b[i].y * b[i].y + b[i].z * b[i].z; }
K(struct_move) { A(struct xyz); B(struct xyz); FOR { a[i].x += b[i].x; a[i].y += b[i].y; a[i].z += b[i].z; } }
K(struct_one) { A(struct xyz); FOR a[i].y *= 1.5; }
K(struct_pair) { A(struct xy); B(struct xy); FOR { a[i].x += b[i].x; a[i].y += b[i].y; } }
K(struct_cross) { A(struct xy); B(struct xy); FOR { f4 x = b[i].x; a[i].x = b[i].y; a[i].y = x; } }
K(struct_grey) { A(u1); B(u1); FOR a[i] = (u1)((b[3 * i] * 77 + b[3 * i + 1] * 151 + b[3 * i + 2] * 28) >> 8); }
#define COMPLEX(T) \
    K(complex_add_##T) { A(T); B(T); C(T); FOR a[i] = b[i] + c[i]; } \
    K(complex_mult_##T) { A(T); B(T); C(T); FOR a[i] = b[i] * c[i]; } \
    K(complex_scale_##T) { A(T); B(T); FOR a[i] = b[i] * 3; } \
    K(complex_axpy_##T) { A(T); B(T); T s = (T)(0.5 + 2 * I); FOR a[i] += b[i] * s; } \
    K(complex_conj_##T) { A(T); B(T); FOR a[i] = conj(b[i]); } \
    K(complex_sum_##T) { B(T); T s = 0; FOR s += b[i]; k_result = (double)creal(s) + (double)cimag(s); } \
    K(complex_dot_##T) { B(T); C(T); T s = 0; FOR s += b[i] * c[i]; k_result = (double)creal(s) + (double)cimag(s); }
COMPLEX(c8) COMPLEX(c16)
K(jam_matvec) { A(f8); B(f8); for (int j = 0; j < 8; j++) FOR a[i] += b[i + j * 5000] * 2; }
K(jam_matmul) { A(f8); B(f8); C(f8); for (int j = 0; j < 4; j++) { f8 s = 0; FOR s += b[i + j * 5001] * c[i]; a[j] = s; } }
K(columns_f8) { A(f8); B(f8); FOR { a[5 * i] = b[5 * i] + 1; a[5 * i + 1] = b[5 * i + 1] * 2; a[5 * i + 2] = b[5 * i + 4]; } }
/* Elements of different sizes: products of T and S as R (of arguments and of global arrays), two arrays converted from T to S, sums of products, and the same
 * with a constant trip count and with steps of 2 and 3 up to a limit that the code does not compute. */
#define PROD(T, S, R) K(prod_##T##_##S##_##R) { A(R); B(T); C(S); FOR a[i] = (R)((R)b[i] * (R)c[i]); }
#define GLOBAL(T) T to_##T[20000], also_to_##T[20000], from_##T[20000], other_##T[20000];
GLOBAL(i1) GLOBAL(u1) GLOBAL(i2) GLOBAL(u2) GLOBAL(i4) GLOBAL(u4) GLOBAL(i8) GLOBAL(u8)
#define PRODG(T, S, R) K(global_prod_##T##_##S##_##R) { FOR to_##R[i] = (R)((R)from_##T[i] * (R)other_##S[i]); }
#define BOTHG(T, S) K(global_both_##T##_##S) { FOR { to_##S[i] = (S)from_##T[i]; also_to_##S[i] = (S)-other_##T[i]; } }
#define BOTH(T, S) K(both_##T##_##S) { A(S); B(T); C(T); S *restrict d = (S *)pa + 70000; FOR { a[i] = (S)b[i]; d[i] = (S)-c[i]; } }
#define SUMPROD(T, S) K(sumprod_##T##_##S) { B(T); C(S); i8 s = 0; FOR s += (i8)b[i] * c[i]; k_result = (double)s; }
#define UPDATE(T, S) K(update_##T##_##S) { A(S); B(T); FOR a[i] = (S)(a[i] + b[i]); }
#define CONSTX(T, S) K(const_##T##_##S) { A(S); B(T); C(T); (void)n; for (int i = 0; i < 1024; i++) a[i] = (S)((S)b[i] * (S)c[i]); }
#define STEP2(T, S) K(step_two_##T##_##S) { A(S); B(T); int m = k_limit(n, 2); for (int i = 0; i < m; i += 2) a[i] = (S)(b[i] + 1); }
#define STEP3(T, S) K(step_three_##T##_##S) { A(S); B(T); int m = k_limit(n, 3); for (int i = 0; i < m; i += 3) a[i] = (S)(b[i] + 1); }
#define BYPAIRS(T, S) K(bypairs_##T##_##S) { A(S); B(T); int m = k_limit(n, 2); for (int i = 0; i + 1 < m; i += 2) { a[i] = (S)(b[i] - b[i + 1]); a[i + 1] = (S)(b[i] + b[i + 1]); } }
#define WITH8(M, T) M(T, i1) M(T, u1) M(T, i2) M(T, u2) M(T, i4) M(T, u4) M(T, i8) M(T, u8)
#define EACH2(M) WITH8(M, i1) WITH8(M, u1) WITH8(M, i2) WITH8(M, u2) WITH8(M, i4) WITH8(M, u4) WITH8(M, i8) WITH8(M, u8)
#define WITH88(M, T, S) M(T, S, i1) M(T, S, u1) M(T, S, i2) M(T, S, u2) M(T, S, i4) M(T, S, u4) M(T, S, i8) M(T, S, u8)
#define PROD8(T, S) WITH88(PROD, T, S)
#define PRODG8(T, S) WITH88(PRODG, T, S)
#define ORDERED(M) \
    WITH8(M, u1) M(i1, i1) M(i1, i2) M(i1, u2) M(i1, i4) M(i1, i8) M(i2, i2) M(i2, u2) M(i2, i4) M(i2, i8) M(u2, u2) \
    M(u2, i4) M(i4, i4) M(i4, u4) M(i4, i8) M(u4, u4) M(u4, i8) M(i8, i8)
ORDERED(PROD8) ORDERED(PRODG8) EACH2(BOTH) EACH2(BOTHG) EACH2(SUMPROD) EACH2(UPDATE) EACH2(CONSTX) EACH2(STEP2) EACH2(STEP3)
EACH2(BYPAIRS) BYPAIRS(f8, f8) BYPAIRS(f4, f8) BYPAIRS(f4, f4) STEP2(f8, f8) STEP3(f8, f8) STEP3(f4, f8) BOTH(f4, f8) BOTH(f8, f4)
K(strlen_u1) { B(u1); int i = 0; (void)n; while (b[i] && i < n) i++; k_result = i; }
