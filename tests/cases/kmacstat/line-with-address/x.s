# SPDX-License-Identifier: GPL-3.0-or-later
	.file	"x.c"
	.data
	.half 0,0,0,0
f:	.word f$TXT, g, g$TXT
	.text
f$TXT:
	finop ; cxnop
	finop ; cxnop
	.def .bf; .val .; .scl 101; .line 11; .endef
	.ln 2 # 12
	movi8 5, %i9 ; ld8 16(%c10), %c6
	finop ; ld8 8(%c10), %c10
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c6)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	.ln 7, .-32 # 17
.L5:
	add8.ntr -1, %i9, %i9 ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .L5
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c14)
	finop ; cxnop
	finop ; cxnop
