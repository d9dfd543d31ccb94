# SPDX-License-Identifier: GPL-3.0-or-later
	.data
	.align	128
main:	.word	main$TXT
	.align	128
x:	.word	0
	.text
main$TXT:
	finop ; cxnop
	finop ; cxnop
	finop ; gsp.wt 128(%c10)
	finop ; gsp.wt 136(%c10)
	finop ; jmp 32(%c14)
	finop ; cxnop
	finop ; cxnop
