# SPDX-License-Identifier: GPL-3.0-or-later
# y = y + a x for 1000 elements, which fit in the data subcache, repeated 10000 times: the loop of
# samples/daxpy.s without its prefetches. 250 iterations of 18 pairs and 8 other pairs are 4508 pairs
# per repetition. With a = 0 the result does not change.
	.file	"lab-daxpy.f"
	.data
	.align	8
	.half	0, 0, 0, 0
	.globl	main
main:	.word	main$TXT
	.word	x, y
	.align	128
x:	.space	8000
	.align	128
y:	.space	8000
	.text
	.globl	main$TXT
main$TXT:
	finop                       ; cxnop
	finop                       ; cxnop
	movi8       10000, %i8      ; cxnop
.L11:
	add8.ntr    -1, %i8, %i8    ; ld8         8(%c10), %c7
	movi8       1000, %i10      ; ld8         16(%c10), %c6
	finop                       ; cxnop
	movi8       0, %i9          ; cxnop
.L12:
	add8.ntr    4, %i9, %i9     ; ld8         0(%c7), %f1
	itstlt8     %i9, %i10       ; ld8.ex      0(%c6), %f8
	finop                       ; ld8         8(%c7), %f2
	finop                       ; ld8.ex      8(%c6), %f9
	fmad8.tr    %f0, %f1, %f8   ; ld8         16(%c7), %f3
	finop                       ; ld8.ex      16(%c6), %f10
	fmad8.tr    %f0, %f2, %f9   ; ld8         24(%c7), %f4
	fmad8.tr    %f0, %f3, %f10  ; ld8.ex      24(%c6), %f11
	finop                       ; sadd8.ntr   0, %c7, 32, %c7
	fmad8.tr    %f0, %f4, %f11  ; cxnop
	finop                       ; cxnop
	finop                       ; st8         %f8, 0(%c6)
	finop                       ; st8         %f9, 8(%c6)
	finop                       ; st8         %f10, 16(%c6)
	finop                       ; sadd8.ntr   0, %c6, 32, %c6
	finop                       ; bcs.qn      @citst, .L12
	finop                       ; st8         %f11, -8(%c6)
	finop                       ; cxnop
	itstgt8     %i8, 0          ; cxnop
	finop                       ; bcs.qn      @citst, .L11
	finop                       ; cxnop
	finop                       ; cxnop
	finop                       ; jmp         32(%c14)
	finop                       ; cxnop
	finop                       ; cxnop
