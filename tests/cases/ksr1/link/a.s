# SPDX-License-Identifier: GPL-3.0-or-later
	.file	"a.f"
	.data
	.align	8
	.half	0, 0, 0, 0
	.globl	main
main:	.word	main$TXT
	.word	b, c+8, own
	.word	f_put_integer, f_write, f_end
	.comm	c
c:	.word	5
own:	.word	7
	.text
	.globl	main$TXT
main$TXT:
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; mov8_8    %c10, %c15
	finop                  ; mov8_8    %c14, %c16
	finop                  ; ld8       16(%c15), %c2
	finop                  ; ld8       24(%c15), %c3
	finop                  ; ld8       8(%c15), %c10
	finop                  ; ld8       -8(%c2), %i12
	finop                  ; ld8       0(%c3), %i13
	finop                  ; ld8       0(%c10), %c4
	finop                  ; cxnop
	add8.ntr  %i12, %i13, %i12 ; cxnop
	finop                  ; jsr       %c14, 16(%c4)
	finop                  ; cxnop
	finop                  ; cxnop
	movi8     0, %i0       ; movi8     0, %c8
	add8.ntr  %i0, %i12, %i12 ; ld8    40(%c15), %c10
	movi8     6, %i2       ; cxnop
	movi8     0, %i3       ; cxnop
	movi8     0, %i4       ; ld8       0(%c10), %c4
	movi8     0, %i5       ; cxnop
	finop                  ; cxnop
	finop                  ; jsr       %c14, 16(%c4)
	finop                  ; cxnop
	finop                  ; cxnop
	movi8     4, %i0       ; movi8     0, %c8
.L1:
	mov8_8    %i12, %i2    ; ld8       32(%c15), %c10
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; ld8       0(%c10), %c4
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; jsr       %c14, 16(%c4)
	finop                  ; cxnop
	finop                  ; cxnop
	movi8     1, %i0       ; movi8     0, %c8
	finop                  ; ld8       48(%c15), %c10
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; ld8       0(%c10), %c4
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; jsr       %c14, 16(%c4)
	finop                  ; cxnop
	finop                  ; cxnop
	movi8     0, %i0       ; movi8     0, %c8
	finop                  ; jmp       32(%c16)
	finop                  ; cxnop
	finop                  ; cxnop
