# SPDX-License-Identifier: GPL-3.0-or-later
# daxpy.f for the KSR1, four iterations a pass, written by hand. N is a
# multiple of 4 here. Arguments are addresses: %i2 N, %i3 A, %i4 X, %i5 Y.
	.file	"daxpy.f"
	.text
	.align	8
	.globl	daxpy_$TXT
	.def .bf; .val .; .scl 101; .line 3; .endef
daxpy_$TXT:
	finop                       ; cxnop
	finop                       ; cxnop
	finop                       ; movb8_8     %i2, %c4
	finop                       ; movb8_8     %i3, %c5
	finop                       ; movb8_8     %i4, %c7
	finop                       ; movb8_8     %i5, %c6
	movi8       0, %i9          ; ld8         0(%c4), %i10
	finop                       ; ld8         0(%c5), %f0
	finop                       ; cxnop
	finop                       ; cxnop
	.ln	4
.L12:
	add8.ntr    4, %i9, %i9     ; ld8         0(%c7), %f1
	itstlt8     %i9, %i10       ; ld8.ex      0(%c6), %f8
	finop                       ; ld8         8(%c7), %f2
	finop                       ; ld8.ex      8(%c6), %f9
	.ln	5
	fmad8.tr    %f0, %f1, %f8   ; ld8         16(%c7), %f3
	finop                       ; ld8.ex      16(%c6), %f10
	fmad8.tr    %f0, %f2, %f9   ; ld8         24(%c7), %f4
	finop                       ; ld8.ex      24(%c6), %f11
	fmad8.tr    %f0, %f3, %f10  ; pcsp.ro.nbl 128(%c7)
	finop                       ; pcsp.ex.nbl 128(%c6)
	fmad8.tr    %f0, %f4, %f11  ; sadd8.ntr   0, %c7, 32, %c7
	finop                       ; cxnop
	finop                       ; st8         %f8, 0(%c6)
	finop                       ; st8         %f9, 8(%c6)
	finop                       ; st8         %f10, 16(%c6)
	finop                       ; sadd8.ntr   0, %c6, 32, %c6
	finop                       ; bcs.qn      @citst, .L12
	finop                       ; st8         %f11, -8(%c6)
	finop                       ; cxnop
	.ln	6
	finop                       ; jmp         32(%c14)
	finop                       ; cxnop
	finop                       ; cxnop
	.def .ef; .val .; .scl 101; .line 6; .endef
	.data
	.align	16
	.half	0, 0, 0, 0
	.globl	daxpy_
daxpy_:	.word	daxpy_$TXT
