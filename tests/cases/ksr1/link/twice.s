# SPDX-License-Identifier: GPL-3.0-or-later
	.text
	.globl	b$TXT
b$TXT:
	finop                  ; cxnop
