	.file	"h.f"
	.vstamp	7
	.text
	.align	8
	.ln	1
	.globl	main$TXT
main$TXT:
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; sadd8.ntr   0, %sp, -128, %fp
	finop                           ; sadd8.ntr   0, %fp, -128, %sp
	finop                           ; st8         %c14, -8(%fp)
	finop                           ; mov8_8      %c10, %cp
	.ln	4
	finop                           ; ld8         8(%cp), %f0
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; st8         %f0, 0(%fp)
	.ln	5
	movi8       100, %i0            ; cxnop
	movi8       1, %i2              ; cxnop
	finop                           ; st4         %i2, 8(%fp)
	.ln	6
.L2:
	finop                           ; ld4         8(%fp), %i3
	finop                           ; cxnop
	finop                           ; cxnop
	movin8      %f1                 ; movout8     %i3
	finop                           ; cxnop
	finop                           ; cxnop
	fflt8.tr    %f1, %f2            ; cxnop
	finop                           ; ld8         16(%cp), %f3
	finop                           ; cxnop
	finop                           ; cxnop
	fmul8.tr    %f2, %f3, %f4       ; cxnop
	finop                           ; ld4         8(%fp), %i4
	finop                           ; ld8         24(%cp), %c0
	finop                           ; cxnop
	ash8.ntr    3, %i4, %i12        ; cxnop
	finop                           ; movb8_8     %i12, %c1
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; sadd8.ntr   0, %c1, %c0, %c2
	finop                           ; st8         %f4, -8(%c2)
	.ln	7
	finop                           ; ld4         8(%fp), %i5
	finop                           ; cxnop
	finop                           ; cxnop
	add8.ntr    %i5, 1, %i6         ; cxnop
	finop                           ; st4         %i6, 8(%fp)
	sub8.ntr    %i0, 1, %i0         ; cxnop
	itstgt8     %i0, 0              ; cxnop
	finop                           ; bcs.qn      @citst, .L2
	finop                           ; cxnop
	finop                           ; cxnop
	.ln	8
.L3:
	movi8       100, %i7            ; cxnop
	movi8       1, %i8              ; cxnop
	finop                           ; st4         %i8, 8(%fp)
	.ln	9
.L5:
	finop                           ; ld8         0(%fp), %f5
	finop                           ; ld4         8(%fp), %i9
	finop                           ; ld8         24(%cp), %c3
	finop                           ; cxnop
	ash8.ntr    3, %i9, %i13        ; cxnop
	finop                           ; movb8_8     %i13, %c4
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; sadd8.ntr   0, %c4, %c3, %c5
	finop                           ; ld8         -8(%c5), %f6
	finop                           ; cxnop
	finop                           ; cxnop
	fadd8.tr    %f5, %f6, %f7       ; cxnop
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; st8         %f7, 0(%fp)
	.ln	10
	finop                           ; ld4         8(%fp), %i10
	finop                           ; cxnop
	finop                           ; cxnop
	add8.ntr    %i10, 1, %i11       ; cxnop
	finop                           ; st4         %i11, 8(%fp)
	sub8.ntr    %i7, 1, %i7         ; cxnop
	itstgt8     %i7, 0              ; cxnop
	finop                           ; bcs.qn      @citst, .L5
	finop                           ; cxnop
	finop                           ; cxnop
	.ln	11
.L6:
	movi8       6, %i2              ; cxnop
	movi8       0, %i3              ; cxnop
	movi8       0, %i4              ; cxnop
	movi8       0, %i5              ; cxnop
	finop                           ; ld8         32(%cp), %c10
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; ld8         0(%c10), %c9
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; jsr         %c14, 16(%c9)
	finop                           ; cxnop
	finop                           ; cxnop
	movi8       4, %i0              ; movi8       0, %c8
	finop                           ; ld8         0(%fp), %f8
	finop                           ; cxnop
	finop                           ; cxnop
	movin8      %i2                 ; movout8     %f8
	finop                           ; ld8         40(%cp), %c10
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; ld8         0(%c10), %c9
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; jsr         %c14, 16(%c9)
	finop                           ; cxnop
	finop                           ; cxnop
	movi8       1, %i0              ; movi8       0, %c8
	finop                           ; ld8         48(%cp), %c10
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; ld8         0(%c10), %c9
	finop                           ; cxnop
	finop                           ; cxnop
	finop                           ; jsr         %c14, 16(%c9)
	finop                           ; cxnop
	finop                           ; cxnop
	movi8       0, %i0              ; movi8       0, %c8
	.ln	12
	finop                           ; ld8         -8(%fp), %c14
	finop                           ; sadd8.ntr   0, %fp, 128, %sp
	finop                           ; cxnop
	finop                           ; jmp         32(%c14)
	finop                           ; cxnop
	finop                           ; cxnop
	.data
	.align	128
main.a:
	.space	800
	.align	16
	.half	0x0
	.half	0x0
	.half	0x0
	.half	0x0
	.globl	main
main:
	.word	main$TXT
	.word	0x0
	.word	0x3fe0000000000000
	.word	main.a
	.word	f_write
	.word	f_put_double
	.word	f_end
	.def	main.a; .val main.a; .size 800; .dim 100; .endef
