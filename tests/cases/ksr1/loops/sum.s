# SPDX-License-Identifier: GPL-3.0-or-later
	.file	"sum.f"
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT
	.word f_write, f_write$TXT, f_put_double, f_put_double$TXT, f_end, f_end$TXT
	.word x
x:	.fill 4, 8, 0x3ff0000000000000
	.word 0x4000000000000000
	.text
	.globl main$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	movi8 5, %i9 ; ld8 56(%c10), %c5
	movi8 0, %i1 ; mov8_8 %c10, %c15
	finop ; mov8_8 %c14, %c16
	movin8 %f8 ; movout8 %i1
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
.L1:
	add8.ntr -1, %i9, %i9 ; ld8 0(%c5), %f1
	itstgt8 %i9, 0 ; sadd8.ntr 0, %c5, 8, %c5
	finop ; cxnop
	finop ; cxnop
	finop ; bcs.qn @citst, .L1
	fadd8.tr %f1, %f8, %f8 ; cxnop
	finop ; cxnop
	finop ; cxnop
# print
	movi8 6, %i2 ; ld8 8(%c15), %c10
	movi8 0, %i3 ; ld8 16(%c15), %c7
	movi8 0, %i4 ; cxnop
	movi8 0, %i5 ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 4, %i0 ; movi8 0, %c8
	movin8 %i2 ; movout8 %f8
	finop ; ld8 24(%c15), %c10
	finop ; ld8 32(%c15), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 1, %i0 ; movi8 0, %c8
	finop ; ld8 40(%c15), %c10
	finop ; ld8 48(%c15), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	finop ; jmp 32(%c16)
	finop ; cxnop
	finop ; cxnop
