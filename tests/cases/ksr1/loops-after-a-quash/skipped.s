# SPDX-License-Identifier: GPL-3.0-or-later
	.data
main:	.word main$TXT
	.text
	.globl main$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	movi8 3, %i9 ; cxnop
	movi8 2, %i7 ; cxnop
.L5:
	itsteq8 %i9, 0 ; cxnop
	finop ; cxnop
	finop ; bcs.qt @citst, .L8
.L6:
	add8.ntr -1, %i9, %i9 ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .L6
	finop ; cxnop
	finop ; cxnop
.L8:
	add8.ntr -1, %i7, %i7 ; cxnop
	itstgt8 %i7, 0 ; cxnop
	movi8 0, %i9 ; bcs.qn @citst, .L5
	finop ; cxnop
	finop ; cxnop
	movi8 4, %i9 ; cxnop
.L9:
	add8.ntr -1, %i9, %i9 ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qf @citst, .L9
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c14)
	finop ; cxnop
	finop ; cxnop
