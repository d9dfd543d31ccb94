# SPDX-License-Identifier: GPL-3.0-or-later
	.data
	.align	8
	.half	0, 0, 0, 0
	.globl	b
b:	.word	b$TXT, own
own:	.word	100
	.comm	c
c:	.space	4096
	.text
	.globl	b$TXT
b$TXT:
	finop                  ; cxnop
	finop                  ; cxnop
	finop                  ; ld8       8(%c10), %c2
	finop                  ; jmp       .L1
	finop                  ; cxnop
	finop                  ; cxnop
.L1:
	finop                  ; ld8       0(%c2), %i0
	finop                  ; jmp       32(%c14)
	finop                  ; cxnop
	finop                  ; cxnop
