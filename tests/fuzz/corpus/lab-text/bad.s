# SPDX-License-Identifier: GPL-3.0-or-later
	.data
	finop ; cxnop
x:	.word y+
	.fill 3, 2, 1
	.text
	.word 1
main$TXT:
	finop ; ldd8 0(%c5), %f1
	ld8 0(%c5), %f1 ; cxnop
	finop ; ld8 0(%i5), %f1
	add8.ntr 1, 2, %i3 ; cxnop
	fadd8 %f1, %f64, %f2 ; cxnop
	fadd8 %f1, %f2 ; cxnop
	fadd8 %f1, %f2, %f3, %f4 ; cxnop
	finop ; movb8_8 %i3, %f2
	movin8 %f3 ; cxnop
	finop ; ld64 0(%c1), %f60
	finop ; jmp 3
	finop ;
	finop
x:
