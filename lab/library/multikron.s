# SPDX-License-Identifier: GPL-3.0-or-later
# What kma --instrument puts around loops: CALL MKBEGIN(region) and CALL MKEND(region), each a
# resource sample of the cell's MULTIKRON chip, level 0: mark 1 or 2, the region, counters with it.
# The sample that opens a loop is taken as late, that which closes it as early as can be.
	.file	"multikron.s"
	.text
	.globl	mkbegin_$TXT
	.globl	mkbgnz_$TXT
mkbegin_$TXT:
mkbgnz_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	movi8	0x010000000000, %i4 ; ld8	8(%c10), %c5
	finop			; cxnop
	finop			; ld4		0(%c2), %i3
	finop			; cxnop
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	add8.ntr	%i3, %i4, %i3	; jmp	32(%c14)
	finop			; cxnop
	finop			; st8		%i3, 896(%c5)
	.globl	mkend_$TXT
	.globl	mkendz_$TXT
mkend_$TXT:
mkendz_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	movi8	0x020000000000, %i4 ; ld8	8(%c10), %c5
	finop			; cxnop
	finop			; ld4		0(%c2), %i3
	finop			; cxnop
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	add8.ntr	%i3, %i4, %i3	; cxnop
	finop			; st8		%i3, 896(%c5)
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop
	.data
	.align	8
	.half	0, 0, 0, 0
	.globl	mkbegin_
mkbegin_:	.word mkbegin_$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
	.globl	mkbgnz_
mkbgnz_:	.word mkbgnz_$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
	.globl	mkend_
mkend_:	.word mkend_$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
	.globl	mkendz_
mkendz_:	.word mkendz_$TXT
	.word	0xff00000000
