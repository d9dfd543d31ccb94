# SPDX-License-Identifier: GPL-3.0-or-later
	.file	"call.f"
	.data
	.align	8
main:	.word	main$TXT, f_put_integer
	.text
main$TXT:
	finop	; cxnop
	finop	; cxnop
	finop	; ld8	8(%c10), %c10
	finop	; cxnop
	finop	; cxnop
	finop	; ld8	0(%c10), %c4
	finop	; cxnop
	finop	; cxnop
	.ln	3
	finop	; jsr	%c14, 16(%c4)
	finop	; cxnop
	finop	; cxnop
	movi8	1, %i0 ; movi8	0, %c8
