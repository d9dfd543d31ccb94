# SPDX-License-Identifier: GPL-3.0-or-later
# Kernels 1, 3, 5, 7, 11 and 12 of lfk.f in the style of the KSR1 Fortran compiler.
# Written for this project; it is not the compiler's output. Each kernel has an
# unrolled loop and one for the iterations that are left; the source lines are
# those of lfk.f. Register use: %i9 iterations left, %c5-%c8 bases of U, X, Z
# and Y, %f16-%f18 values that stay.
	.file	"lfk.f"
	.vstamp	7

#	Kernel 1: x(k) = q + y(k)*(r*z(k+10) + t*z(k+11))
	.data
	.half	0, 0, 0, 0
lfk1_:	.word	lfk1_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk1_; .val lfk1_; .scl 2; .type 0x20; .endef
	.align	8
lfk1_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 7; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       16(%c10), %c11
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	finop                         ;  ld8       0(%c11), %f16
	finop                         ;  ld8       8(%c11), %f17
	finop                         ;  ld8       16(%c11), %f18
	finop                         ;  sadd8.ntr 0, %c5, 32032, %c8
	finop                         ;  sadd8.ntr 0, %c5, 40040, %c7
	finop                         ;  sadd8.ntr 0, %c5, 24024, %c6
	.ln	8
	itstge8   %i9, 8              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L13
	finop                         ;  cxnop
	finop                         ;  cxnop
#	8 iterations a pass
.L10:
	.ln	9
	mov8_8    %f16, %f23          ;  ld8       80(%c7), %f20
	mov8_8    %f16, %f27          ;  ld8       88(%c7), %f21
	mov8_8    %f16, %f31          ;  ld8       0(%c8), %f22
	fmul8.tr  %f17, %f20, %f20    ;  ld8       88(%c7), %f24
	mov8_8    %f16, %f35          ;  ld8       96(%c7), %f25
	mov8_8    %f16, %f39          ;  ld8       8(%c8), %f26
	fmul8.tr  %f17, %f24, %f24    ;  ld8       96(%c7), %f28
	fmad8.tr  %f18, %f21, %f20    ;  ld8       104(%c7), %f29
	mov8_8    %f16, %f43          ;  ld8       16(%c8), %f30
	fmul8.tr  %f17, %f28, %f28    ;  ld8       104(%c7), %f32
	fmad8.tr  %f18, %f25, %f24    ;  ld8       112(%c7), %f33
	mov8_8    %f16, %f47          ;  ld8       24(%c8), %f34
	fmul8.tr  %f17, %f32, %f32    ;  ld8       112(%c7), %f36
	fmad8.tr  %f18, %f29, %f28    ;  ld8       120(%c7), %f37
	mov8_8    %f16, %f51          ;  ld8       32(%c8), %f38
	fmul8.tr  %f17, %f36, %f36    ;  ld8       120(%c7), %f40
	fmad8.tr  %f18, %f33, %f32    ;  ld8       128(%c7), %f41
	fmad8.tr  %f22, %f20, %f23    ;  ld8       40(%c8), %f42
	fmul8.tr  %f17, %f40, %f40    ;  ld8       128(%c7), %f44
	fmad8.tr  %f18, %f37, %f36    ;  ld8       136(%c7), %f45
	fmad8.tr  %f26, %f24, %f27    ;  ld8       48(%c8), %f46
	fmul8.tr  %f17, %f44, %f44    ;  ld8       136(%c7), %f48
	fmad8.tr  %f18, %f41, %f40    ;  ld8       144(%c7), %f49
	fmad8.tr  %f30, %f28, %f31    ;  ld8       56(%c8), %f50
	fmul8.tr  %f17, %f48, %f48    ;  sadd8.ntr 0, %c7, 64, %c7
	fmad8.tr  %f18, %f45, %f44    ;  sadd8.ntr 0, %c8, 64, %c8
	fmad8.tr  %f34, %f32, %f35    ;  cxnop
	fmad8.tr  %f18, %f49, %f48    ;  cxnop
	fmad8.tr  %f38, %f36, %f39    ;  cxnop
	fmad8.tr  %f42, %f40, %f43    ;  cxnop
	fmad8.tr  %f46, %f44, %f47    ;  cxnop
	fmad8.tr  %f50, %f48, %f51    ;  cxnop
	add8.ntr  -8, %i9, %i9        ;  cxnop
	itstge8   %i9, 8              ;  st8       %f23, 0(%c6)
	finop                         ;  st8       %f27, 8(%c6)
	finop                         ;  st8       %f31, 16(%c6)
	finop                         ;  st8       %f35, 24(%c6)
	finop                         ;  st8       %f39, 32(%c6)
	finop                         ;  st8       %f43, 40(%c6)
	finop                         ;  st8       %f47, 48(%c6)
	finop                         ;  st8       %f51, 56(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 64, %c6
	finop                         ;  bcs.qn    @citst, .L10
	finop                         ;  cxnop
	finop                         ;  cxnop
.L13:
	.ln	8
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L12
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L11:
	.ln	9
	mov8_8    %f16, %f23          ;  ld8       80(%c7), %f20
	add8.ntr  -1, %i9, %i9        ;  ld8       88(%c7), %f21
	itstge8   %i9, 1              ;  ld8       0(%c8), %f22
	fmul8.tr  %f17, %f20, %f20    ;  sadd8.ntr 0, %c7, 8, %c7
	finop                         ;  sadd8.ntr 0, %c8, 8, %c8
	finop                         ;  cxnop
	fmad8.tr  %f18, %f21, %f20    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmad8.tr  %f22, %f20, %f23    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L11
	finop                         ;  st8       %f23, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
.L12:
	.ln	10
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 10; .endef

#	Kernel 3: q = q + z(k)*x(k)
	.data
	.half	0, 0, 0, 0
lfk3_:	.word	lfk3_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk3_; .val lfk3_; .scl 2; .type 0x20; .endef
	.align	8
lfk3_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 37; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	.ln	8
	finop                         ;  ld8       16(%c10), %c11
	movi8     0, %i8              ;  cxnop
	movin8    %f16                ;  movout8   %i8
	finop                         ;  sadd8.ntr 0, %c5, 40040, %c7
	finop                         ;  sadd8.ntr 0, %c5, 24024, %c6
	.ln	9
	itstge8   %i9, 8              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L17
	finop                         ;  cxnop
	finop                         ;  cxnop
#	8 iterations a pass
.L14:
	.ln	10
	add8.ntr  -8, %i9, %i9        ;  ld8       0(%c7), %f20
	itstge8   %i9, 8              ;  ld8       0(%c6), %f21
	finop                         ;  ld8       8(%c7), %f22
	finop                         ;  ld8       8(%c6), %f23
	fmad8.tr  %f20, %f21, %f16    ;  ld8       16(%c7), %f24
	finop                         ;  ld8       16(%c6), %f25
	finop                         ;  ld8       24(%c7), %f26
	fmad8.tr  %f22, %f23, %f16    ;  ld8       24(%c6), %f27
	finop                         ;  ld8       32(%c7), %f28
	finop                         ;  ld8       32(%c6), %f29
	fmad8.tr  %f24, %f25, %f16    ;  ld8       40(%c7), %f30
	finop                         ;  ld8       40(%c6), %f31
	finop                         ;  ld8       48(%c7), %f32
	fmad8.tr  %f26, %f27, %f16    ;  ld8       48(%c6), %f33
	finop                         ;  ld8       56(%c7), %f34
	finop                         ;  ld8       56(%c6), %f35
	fmad8.tr  %f28, %f29, %f16    ;  sadd8.ntr 0, %c7, 64, %c7
	finop                         ;  sadd8.ntr 0, %c6, 64, %c6
	finop                         ;  cxnop
	fmad8.tr  %f30, %f31, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmad8.tr  %f32, %f33, %f16    ;  cxnop
	finop                         ;  bcs.qn    @citst, .L14
	finop                         ;  cxnop
	fmad8.tr  %f34, %f35, %f16    ;  cxnop
.L17:
	.ln	9
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L16
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L15:
	.ln	10
	add8.ntr  -1, %i9, %i9        ;  ld8       0(%c7), %f20
	itstge8   %i9, 1              ;  ld8       0(%c6), %f21
	finop                         ;  sadd8.ntr 0, %c7, 8, %c7
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
	fmad8.tr  %f20, %f21, %f16    ;  bcs.qn    @citst, .L15
	finop                         ;  cxnop
	finop                         ;  cxnop
.L16:
	.ln	11
	finop                         ;  st8       %f16, 0(%c11)
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 11; .endef

#	Kernel 5: x(i) = z(i)*(y(i) - x(i-1))
	.data
	.half	0, 0, 0, 0
lfk5_:	.word	lfk5_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk5_; .val lfk5_; .scl 2; .type 0x20; .endef
	.align	8
lfk5_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 69; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	finop                         ;  sadd8.ntr 0, %c5, 32040, %c8
	finop                         ;  sadd8.ntr 0, %c5, 40048, %c7
	finop                         ;  sadd8.ntr 0, %c5, 24032, %c6
	add8.ntr  -1, %i9, %i9        ;  ld8       -8(%c6), %f16
	.ln	5
	itstge8   %i9, 4              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L21
	finop                         ;  cxnop
	finop                         ;  cxnop
#	4 iterations a pass
.L18:
	.ln	6
	add8.ntr  -4, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 4              ;  ld8       0(%c7), %f21
	finop                         ;  ld8       8(%c8), %f22
	fsub8.tr  %f20, %f16, %f40    ;  ld8       8(%c7), %f23
	finop                         ;  ld8       16(%c8), %f24
	finop                         ;  ld8       16(%c7), %f25
	fmul8.tr  %f21, %f40, %f16    ;  ld8       24(%c8), %f26
	finop                         ;  ld8       24(%c7), %f27
	finop                         ;  sadd8.ntr 0, %c8, 32, %c8
	fsub8.tr  %f22, %f16, %f41    ;  st8       %f16, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c7, 32, %c7
	finop                         ;  cxnop
	fmul8.tr  %f23, %f41, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  cxnop
	fsub8.tr  %f24, %f16, %f42    ;  st8       %f16, 8(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmul8.tr  %f25, %f42, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  cxnop
	fsub8.tr  %f26, %f16, %f43    ;  st8       %f16, 16(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmul8.tr  %f27, %f43, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L18
	finop                         ;  st8       %f16, 24(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 32, %c6
.L21:
	.ln	5
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L20
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L19:
	.ln	6
	add8.ntr  -1, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 1              ;  ld8       0(%c7), %f21
	finop                         ;  sadd8.ntr 0, %c8, 8, %c8
	fsub8.tr  %f20, %f16, %f40    ;  sadd8.ntr 0, %c7, 8, %c7
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmul8.tr  %f21, %f40, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L19
	finop                         ;  st8       %f16, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
.L20:
	.ln	7
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 7; .endef

#	Kernel 7: x(k) = u(k) + r*(z(k) + r*y(k)) + t*(...)
	.data
	.half	0, 0, 0, 0
lfk7_:	.word	lfk7_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk7_; .val lfk7_; .scl 2; .type 0x20; .endef
	.align	8
lfk7_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 90; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       16(%c10), %c11
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	finop                         ;  ld8       0(%c11), %f16
	finop                         ;  ld8       8(%c11), %f17
	finop                         ;  ld8       16(%c11), %f18
	finop                         ;  sadd8.ntr 0, %c5, 32032, %c8
	finop                         ;  sadd8.ntr 0, %c5, 40040, %c7
	finop                         ;  sadd8.ntr 0, %c5, 24024, %c6
	.ln	8
	itstge8   %i9, 4              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L25
	finop                         ;  cxnop
	finop                         ;  cxnop
#	4 iterations a pass
.L22:
	.ln	9
	add8.ntr  -4, %i9, %i9        ;  ld8       32(%c5), %f24
	itstge8   %i9, 4              ;  ld8       40(%c5), %f25
	finop                         ;  ld8       8(%c5), %f21
	finop                         ;  ld8       16(%c5), %f22
	fmad8.tr  %f16, %f24, %f25    ;  ld8       0(%c8), %f27
	finop                         ;  ld8       0(%c7), %f28
	fmad8.tr  %f17, %f21, %f22    ;  ld8       48(%c5), %f26
	finop                         ;  ld8       24(%c5), %f23
	fmad8.tr  %f17, %f27, %f28    ;  ld8       0(%c5), %f20
	fmad8.tr  %f16, %f25, %f26    ;  ld8       40(%c5), %f33
	fmad8.tr  %f17, %f22, %f23    ;  ld8       48(%c5), %f34
	fmad8.tr  %f17, %f28, %f20    ;  ld8       16(%c5), %f30
	finop                         ;  ld8       24(%c5), %f31
	fmad8.tr  %f16, %f33, %f34    ;  ld8       8(%c8), %f36
	fmad8.tr  %f18, %f26, %f23    ;  ld8       8(%c7), %f37
	fmad8.tr  %f17, %f30, %f31    ;  ld8       56(%c5), %f35
	finop                         ;  ld8       32(%c5), %f32
	fmad8.tr  %f17, %f36, %f37    ;  ld8       8(%c5), %f29
	fmad8.tr  %f16, %f34, %f35    ;  ld8       48(%c5), %f42
	fmad8.tr  %f17, %f31, %f32    ;  ld8       56(%c5), %f43
	fmad8.tr  %f17, %f37, %f29    ;  ld8       24(%c5), %f39
	fmad8.tr  %f18, %f23, %f20    ;  ld8       32(%c5), %f40
	fmad8.tr  %f16, %f42, %f43    ;  ld8       16(%c8), %f45
	fmad8.tr  %f18, %f35, %f32    ;  ld8       16(%c7), %f46
	fmad8.tr  %f17, %f39, %f40    ;  ld8       64(%c5), %f44
	finop                         ;  ld8       40(%c5), %f41
	fmad8.tr  %f17, %f45, %f46    ;  ld8       16(%c5), %f38
	fmad8.tr  %f16, %f43, %f44    ;  ld8       56(%c5), %f51
	fmad8.tr  %f17, %f40, %f41    ;  ld8       64(%c5), %f52
	fmad8.tr  %f17, %f46, %f38    ;  ld8       32(%c5), %f48
	fmad8.tr  %f18, %f32, %f29    ;  ld8       40(%c5), %f49
	fmad8.tr  %f16, %f51, %f52    ;  ld8       24(%c8), %f54
	fmad8.tr  %f18, %f44, %f41    ;  ld8       24(%c7), %f55
	fmad8.tr  %f17, %f48, %f49    ;  ld8       72(%c5), %f53
	finop                         ;  ld8       48(%c5), %f50
	fmad8.tr  %f17, %f54, %f55    ;  ld8       24(%c5), %f47
	fmad8.tr  %f16, %f52, %f53    ;  sadd8.ntr 0, %c5, 32, %c5
	fmad8.tr  %f17, %f49, %f50    ;  sadd8.ntr 0, %c8, 32, %c8
	fmad8.tr  %f17, %f55, %f47    ;  sadd8.ntr 0, %c7, 32, %c7
	fmad8.tr  %f18, %f41, %f38    ;  cxnop
	fmad8.tr  %f18, %f53, %f50    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  st8       %f20, 0(%c6)
	fmad8.tr  %f18, %f50, %f47    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  st8       %f29, 8(%c6)
	finop                         ;  st8       %f38, 16(%c6)
	finop                         ;  st8       %f47, 24(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 32, %c6
	finop                         ;  bcs.qn    @citst, .L22
	finop                         ;  cxnop
	finop                         ;  cxnop
.L25:
	.ln	8
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L24
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L23:
	.ln	9
	add8.ntr  -1, %i9, %i9        ;  ld8       32(%c5), %f24
	itstge8   %i9, 1              ;  ld8       40(%c5), %f25
	finop                         ;  ld8       8(%c5), %f21
	finop                         ;  ld8       16(%c5), %f22
	fmad8.tr  %f16, %f24, %f25    ;  ld8       0(%c8), %f27
	finop                         ;  ld8       0(%c7), %f28
	fmad8.tr  %f17, %f21, %f22    ;  ld8       48(%c5), %f26
	finop                         ;  ld8       24(%c5), %f23
	fmad8.tr  %f17, %f27, %f28    ;  ld8       0(%c5), %f20
	fmad8.tr  %f16, %f25, %f26    ;  sadd8.ntr 0, %c5, 8, %c5
	fmad8.tr  %f17, %f22, %f23    ;  sadd8.ntr 0, %c8, 8, %c8
	fmad8.tr  %f17, %f28, %f20    ;  sadd8.ntr 0, %c7, 8, %c7
	finop                         ;  cxnop
	fmad8.tr  %f18, %f26, %f23    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  cxnop
	fmad8.tr  %f18, %f23, %f20    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L23
	finop                         ;  st8       %f20, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
.L24:
	.ln	13
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 13; .endef

#	Kernel 11: x(k) = x(k-1) + y(k)
	.data
	.half	0, 0, 0, 0
lfk11_:	.word	lfk11_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk11_; .val lfk11_; .scl 2; .type 0x20; .endef
	.align	8
lfk11_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 173; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	finop                         ;  sadd8.ntr 0, %c5, 32040, %c8
	finop                         ;  sadd8.ntr 0, %c5, 24032, %c6
	.ln	5
	add8.ntr  -1, %i9, %i9        ;  ld8       -8(%c8), %f16
	finop                         ;  cxnop
	finop                         ;  cxnop
	finop                         ;  st8       %f16, -8(%c6)
	.ln	6
	itstge8   %i9, 8              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L29
	finop                         ;  cxnop
	finop                         ;  cxnop
#	8 iterations a pass
.L26:
	.ln	7
	add8.ntr  -8, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 8              ;  ld8       8(%c8), %f21
	finop                         ;  ld8       16(%c8), %f22
	fadd8.tr  %f16, %f20, %f16    ;  ld8       24(%c8), %f23
	finop                         ;  ld8       32(%c8), %f24
	finop                         ;  ld8       40(%c8), %f25
	finop                         ;  ld8       48(%c8), %f26
	finop                         ;  ld8       56(%c8), %f27
	fadd8.tr  %f16, %f21, %f16    ;  st8       %f16, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c8, 64, %c8
	finop                         ;  cxnop
	fadd8.tr  %f16, %f22, %f16    ;  st8       %f16, 8(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fadd8.tr  %f16, %f23, %f16    ;  st8       %f16, 16(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fadd8.tr  %f16, %f24, %f16    ;  st8       %f16, 24(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fadd8.tr  %f16, %f25, %f16    ;  st8       %f16, 32(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fadd8.tr  %f16, %f26, %f16    ;  st8       %f16, 40(%c6)
	finop                         ;  cxnop
	finop                         ;  cxnop
	fadd8.tr  %f16, %f27, %f16    ;  st8       %f16, 48(%c6)
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L26
	finop                         ;  st8       %f16, 56(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 64, %c6
.L29:
	.ln	6
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L28
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L27:
	.ln	7
	add8.ntr  -1, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 1              ;  sadd8.ntr 0, %c8, 8, %c8
	finop                         ;  cxnop
	fadd8.tr  %f16, %f20, %f16    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L27
	finop                         ;  st8       %f16, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
.L28:
	.ln	8
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 8; .endef

#	Kernel 12: x(k) = y(k+1) - y(k)
	.data
	.half	0, 0, 0, 0
lfk12_:	.word	lfk12_$TXT
	.word	space1_
	.word	spacer_
	.text
	.def	lfk12_; .val lfk12_; .scl 2; .type 0x20; .endef
	.align	8
lfk12_$TXT:
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.bf; .val .; .scl 101; .line 183; .endef
	.ln	1
	finop                         ;  movb8_8   %i2, %c9
	finop                         ;  ld8       8(%c10), %c5
	finop                         ;  ld8       0(%c9), %i9
	finop                         ;  cxnop
	finop                         ;  sadd8.ntr 0, %c5, 32032, %c8
	finop                         ;  sadd8.ntr 0, %c5, 24024, %c6
	.ln	5
	itstge8   %i9, 8              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L33
	finop                         ;  cxnop
	finop                         ;  cxnop
#	8 iterations a pass
.L30:
	.ln	6
	add8.ntr  -8, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 8              ;  ld8       8(%c8), %f21
	finop                         ;  ld8       16(%c8), %f22
	finop                         ;  ld8       24(%c8), %f23
	fsub8.tr  %f21, %f20, %f40    ;  ld8       32(%c8), %f24
	fsub8.tr  %f22, %f21, %f41    ;  ld8       40(%c8), %f25
	fsub8.tr  %f23, %f22, %f42    ;  ld8       48(%c8), %f26
	fsub8.tr  %f24, %f23, %f43    ;  ld8       56(%c8), %f27
	fsub8.tr  %f25, %f24, %f44    ;  ld8       64(%c8), %f28
	fsub8.tr  %f26, %f25, %f45    ;  st8       %f40, 0(%c6)
	fsub8.tr  %f27, %f26, %f46    ;  st8       %f41, 8(%c6)
	fsub8.tr  %f28, %f27, %f47    ;  st8       %f42, 16(%c6)
	finop                         ;  st8       %f43, 24(%c6)
	finop                         ;  st8       %f44, 32(%c6)
	finop                         ;  st8       %f45, 40(%c6)
	finop                         ;  st8       %f46, 48(%c6)
	finop                         ;  st8       %f47, 56(%c6)
	finop                         ;  sadd8.ntr 0, %c8, 64, %c8
	finop                         ;  sadd8.ntr 0, %c6, 64, %c6
	finop                         ;  bcs.qn    @citst, .L30
	finop                         ;  cxnop
	finop                         ;  cxnop
.L33:
	.ln	5
	itstge8   %i9, 1              ;  cxnop
	finop                         ;  bcc.qn    @citst, .L32
	finop                         ;  cxnop
	finop                         ;  cxnop
#	what is left
.L31:
	.ln	6
	add8.ntr  -1, %i9, %i9        ;  ld8       0(%c8), %f20
	itstge8   %i9, 1              ;  ld8       8(%c8), %f21
	finop                         ;  sadd8.ntr 0, %c8, 8, %c8
	finop                         ;  cxnop
	fsub8.tr  %f21, %f20, %f40    ;  cxnop
	finop                         ;  cxnop
	finop                         ;  bcs.qn    @citst, .L31
	finop                         ;  st8       %f40, 0(%c6)
	finop                         ;  sadd8.ntr 0, %c6, 8, %c6
.L32:
	.ln	7
	finop                         ;  jmp       32(%c14)
	finop                         ;  cxnop
	finop                         ;  cxnop
	.def	.ef; .val .; .scl 101; .line 7; .endef
