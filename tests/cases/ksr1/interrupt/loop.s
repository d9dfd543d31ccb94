# SPDX-License-Identifier: GPL-3.0-or-later
	.file	"loop.f"
	.text
main$TXT:
	finop ; cxnop
	finop ; cxnop
	.ln	4
.L1:
	add8.ntr 1, %i1, %i1 ; cxnop
	.ln	5
	finop ; jmp .L1
	finop ; cxnop
	finop ; cxnop
