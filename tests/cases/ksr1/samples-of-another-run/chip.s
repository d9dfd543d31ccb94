# SPDX-License-Identifier: GPL-3.0-or-later
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT
	.word 0xff00000000
	.text
main$TXT:
	finop ; cxnop
	finop ; cxnop
	movi8 0x010007000000, %i2 ; ld8 8(%c10), %c5
	movi8 0x020007000000, %i3 ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; st8 %i2, 768(%c5)
	finop ; cxnop
	finop ; cxnop
	finop ; st8 %i3, 896(%c5)
	finop ; ld8 16(%c5), %i4
	finop ; jmp 32(%c14)
	finop ; cxnop
	finop ; cxnop
