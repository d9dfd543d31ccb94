	.text
	.file 1 "kernels.c"
	.globl	ksum_u1_i4
ksum_u1_i4:
	.loc	1 65 13
	testl	%edi, %edi
	jle	.LBB221_1
	movl	%edi, %eax
	cmpl	$8, %edi
	jae	.LBB221_5
	.loc	1 0 13
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	jmp	.LBB221_4
.LBB221_1:
	xorps	%xmm0, %xmm0
	.loc	1 65 13
	movq	k_result@GOTPCREL(%rip), %rax
	movsd	%xmm0, (%rax)
	retq
.LBB221_5:
	movl	%eax, %ecx
	andl	$-8, %ecx
	leaq	-8(%rcx), %rsi
	movq	%rsi, %r8
	shrq	$3, %r8
	addq	$1, %r8
	testq	%rsi, %rsi
	je	.LBB221_6
	movq	%r8, %rsi
	andq	$-2, %rsi
	pxor	%xmm2, %xmm2
	xorl	%edi, %edi
	pxor	%xmm0, %xmm0
	pxor	%xmm1, %xmm1
.LBB221_8:
	movd	(%rdx,%rdi), %xmm3
	movd	4(%rdx,%rdi), %xmm4
	punpcklbw	%xmm2, %xmm3
	punpcklwd	%xmm2, %xmm3
	paddd	%xmm0, %xmm3
	punpcklbw	%xmm2, %xmm4
	punpcklwd	%xmm2, %xmm4
	paddd	%xmm1, %xmm4
	movd	8(%rdx,%rdi), %xmm0
	movd	12(%rdx,%rdi), %xmm1
	punpcklbw	%xmm2, %xmm0
	punpcklwd	%xmm2, %xmm0
	paddd	%xmm3, %xmm0
	punpcklbw	%xmm2, %xmm1
	punpcklwd	%xmm2, %xmm1
	paddd	%xmm4, %xmm1
	addq	$16, %rdi
	addq	$-2, %rsi
	jne	.LBB221_8
	testb	$1, %r8b
	je	.LBB221_11
.LBB221_10:
	movd	(%rdx,%rdi), %xmm2
	movd	4(%rdx,%rdi), %xmm3
	pxor	%xmm4, %xmm4
	punpcklbw	%xmm4, %xmm2
	punpcklwd	%xmm4, %xmm2
	paddd	%xmm2, %xmm0
	punpcklbw	%xmm4, %xmm3
	punpcklwd	%xmm4, %xmm3
	paddd	%xmm3, %xmm1
.LBB221_11:
	paddd	%xmm1, %xmm0
	pshufd	$238, %xmm0, %xmm1
	paddd	%xmm0, %xmm1
	pshufd	$85, %xmm1, %xmm0
	paddd	%xmm1, %xmm0
	movd	%xmm0, %esi
	cmpq	%rax, %rcx
	je	.LBB221_12
.LBB221_4:
	movzbl	(%rdx,%rcx), %edi
	addl	%edi, %esi
	addq	$1, %rcx
	cmpq	%rcx, %rax
	jne	.LBB221_4
.LBB221_12:
	xorps	%xmm0, %xmm0
	cvtsi2sd	%esi, %xmm0
	movq	k_result@GOTPCREL(%rip), %rax
	movsd	%xmm0, (%rax)
	retq
.LBB221_6:
	.loc	1 0 13
	pxor	%xmm0, %xmm0
	xorl	%edi, %edi
	pxor	%xmm1, %xmm1
	.loc	1 65 13
	testb	$1, %r8b
	jne	.LBB221_10
	jmp	.LBB221_11
	.globl	ktoupper_u1
ktoupper_u1:
	.loc	1 72 0
	pushq	%rbx
	.loc	1 72 31
	testl	%edi, %edi
	jle	.LBB265_22
	movl	%edi, %r9d
	cmpl	$8, %edi
	jb	.LBB265_2
	leaq	(%rdx,%r9), %rax
	cmpq	%rsi, %rax
	jbe	.LBB265_6
	.loc	1 0 31
	leaq	(%rsi,%r9), %rax
	.loc	1 72 31
	cmpq	%rdx, %rax
	jbe	.LBB265_6
.LBB265_2:
	.loc	1 0 31
	xorl	%ebx, %ebx
.LBB265_18:
	.loc	1 72 31
	movq	%rbx, %rax
	notq	%rax
	testb	$1, %r9b
	je	.LBB265_20
	.loc	1 72 54
	movzbl	(%rdx,%rbx), %r11d
	leal	-97(%r11), %r8d
	leal	-32(%r11), %r10d
	cmpb	$26, %r8b
	movzbl	%r10b, %edi
	cmovael	%r11d, %edi
	.loc	1 72 40
	movb	%dil, (%rsi,%rbx)
	.loc	1 72 31
	orq	$1, %rbx
.LBB265_20:
	addq	%r9, %rax
	je	.LBB265_22
.LBB265_21:
	.loc	1 72 54
	movzbl	(%rdx,%rbx), %eax
	leal	-97(%rax), %edi
	leal	-32(%rax), %ecx
	cmpb	$26, %dil
	movzbl	%cl, %ecx
	cmovael	%eax, %ecx
	.loc	1 72 40
	movb	%cl, (%rsi,%rbx)
	.loc	1 72 54
	movzbl	1(%rdx,%rbx), %eax
	leal	-97(%rax), %ecx
	leal	-32(%rax), %edi
	cmpb	$26, %cl
	movzbl	%dil, %ecx
	cmovael	%eax, %ecx
	.loc	1 72 40
	movb	%cl, 1(%rsi,%rbx)
	.loc	1 72 31
	addq	$2, %rbx
	cmpq	%rbx, %r9
	jne	.LBB265_21
.LBB265_22:
	.loc	1 72 95
	popq	%rbx
	retq
.LBB265_6:
	.loc	1 72 31
	cmpl	$32, %edi
	jae	.LBB265_8
	.loc	1 0 31
	xorl	%ebx, %ebx
	jmp	.LBB265_15
.LBB265_8:
	.loc	1 72 31
	movl	%r9d, %ebx
	andl	$-32, %ebx
	leaq	-32(%rbx), %rax
	movq	%rax, %r8
	shrq	$5, %r8
	addq	$1, %r8
	testq	%rax, %rax
	je	.LBB265_23
	movq	%r8, %rax
	andq	$-2, %rax
	xorl	%edi, %edi
	movdqa	.LCPI265_0(%rip), %xmm0
	movdqa	.LCPI265_1(%rip), %xmm1
	movdqa	.LCPI265_2(%rip), %xmm2
.LBB265_10:
	.loc	1 72 42
	movdqu	(%rdx,%rdi), %xmm3
	movdqu	16(%rdx,%rdi), %xmm4
	.loc	1 72 54
	movdqa	%xmm3, %xmm5
	paddb	%xmm0, %xmm5
	movdqa	%xmm4, %xmm6
	paddb	%xmm0, %xmm6
	movdqa	%xmm5, %xmm7
	pminub	%xmm1, %xmm7
	pcmpeqb	%xmm5, %xmm7
	movdqa	%xmm6, %xmm5
	pminub	%xmm1, %xmm5
	pcmpeqb	%xmm6, %xmm5
	movdqa	%xmm7, %xmm6
	pandn	%xmm3, %xmm6
	paddb	%xmm2, %xmm3
	pand	%xmm7, %xmm3
	por	%xmm6, %xmm3
	movdqa	%xmm5, %xmm6
	pandn	%xmm4, %xmm6
	paddb	%xmm2, %xmm4
	pand	%xmm5, %xmm4
	por	%xmm6, %xmm4
	.loc	1 72 40
	movdqu	%xmm3, (%rsi,%rdi)
	movdqu	%xmm4, 16(%rsi,%rdi)
	.loc	1 72 42
	movdqu	32(%rdx,%rdi), %xmm3
	movdqu	48(%rdx,%rdi), %xmm4
	.loc	1 72 54
	movdqa	%xmm3, %xmm5
	paddb	%xmm0, %xmm5
	movdqa	%xmm4, %xmm6
	paddb	%xmm0, %xmm6
	movdqa	%xmm5, %xmm7
	pminub	%xmm1, %xmm7
	pcmpeqb	%xmm5, %xmm7
	movdqa	%xmm6, %xmm5
	pminub	%xmm1, %xmm5
	pcmpeqb	%xmm6, %xmm5
	movdqa	%xmm7, %xmm6
	pandn	%xmm3, %xmm6
	paddb	%xmm2, %xmm3
	pand	%xmm7, %xmm3
	por	%xmm6, %xmm3
	movdqa	%xmm5, %xmm6
	pandn	%xmm4, %xmm6
	paddb	%xmm2, %xmm4
	pand	%xmm5, %xmm4
	por	%xmm6, %xmm4
	.loc	1 72 40
	movdqu	%xmm3, 32(%rsi,%rdi)
	movdqu	%xmm4, 48(%rsi,%rdi)
	.loc	1 72 31
	addq	$64, %rdi
	addq	$-2, %rax
	jne	.LBB265_10
	testb	$1, %r8b
	je	.LBB265_13
.LBB265_12:
	.loc	1 72 42
	movdqu	(%rdx,%rdi), %xmm0
	movdqu	16(%rdx,%rdi), %xmm1
	.loc	1 72 54
	movdqa	.LCPI265_0(%rip), %xmm2
	movdqa	%xmm0, %xmm3
	paddb	%xmm2, %xmm3
	paddb	%xmm1, %xmm2
	movdqa	.LCPI265_1(%rip), %xmm4
	movdqa	%xmm3, %xmm5
	pminub	%xmm4, %xmm5
	pcmpeqb	%xmm3, %xmm5
	pminub	%xmm2, %xmm4
	pcmpeqb	%xmm2, %xmm4
	movdqa	.LCPI265_2(%rip), %xmm2
	movdqa	%xmm5, %xmm3
	pandn	%xmm0, %xmm3
	paddb	%xmm2, %xmm0
	paddb	%xmm1, %xmm2
	pand	%xmm5, %xmm0
	por	%xmm3, %xmm0
	pand	%xmm4, %xmm2
	pandn	%xmm1, %xmm4
	por	%xmm2, %xmm4
	.loc	1 72 40
	movdqu	%xmm0, (%rsi,%rdi)
	movdqu	%xmm4, 16(%rsi,%rdi)
.LBB265_13:
	.loc	1 72 31
	cmpq	%r9, %rbx
	je	.LBB265_22
	testb	$24, %r9b
	je	.LBB265_18
.LBB265_15:
	.loc	1 0 31
	movq	%rbx, %rax
	.loc	1 72 31
	movl	%r9d, %ebx
	andl	$-8, %ebx
	movdqa	.LCPI265_3(%rip), %xmm0
	movdqa	.LCPI265_4(%rip), %xmm1
	movdqa	.LCPI265_5(%rip), %xmm2
.LBB265_16:
	.loc	1 72 42
	movq	(%rdx,%rax), %xmm3
	.loc	1 72 54
	movdqa	%xmm3, %xmm4
	paddb	%xmm0, %xmm4
	movdqa	%xmm4, %xmm5
	pmaxub	%xmm1, %xmm5
	pcmpeqb	%xmm4, %xmm5
	movdqa	%xmm5, %xmm4
	pand	%xmm3, %xmm4
	paddb	%xmm2, %xmm3
	pandn	%xmm3, %xmm5
	por	%xmm4, %xmm5
	.loc	1 72 40
	movq	%xmm5, (%rsi,%rax)
	.loc	1 72 31
	addq	$8, %rax
	cmpq	%rax, %rbx
	jne	.LBB265_16
	cmpq	%r9, %rbx
	je	.LBB265_22
	jmp	.LBB265_18
.LBB265_23:
	.loc	1 0 31
	xorl	%edi, %edi
	.loc	1 72 31
	testb	$1, %r8b
	jne	.LBB265_12
	jmp	.LBB265_13
	.globl	kpopcount_u8
kpopcount_u8:
	.loc	1 87 0
	pushq	%rbx
	.loc	1 87 37
	testl	%edi, %edi
	jle	.LBB278_1
	movl	%edi, %r8d
	cmpl	$4, %edi
	jae	.LBB278_4
	.loc	1 0 37
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	jmp	.LBB278_7
.LBB278_1:
	xorps	%xmm0, %xmm0
	.loc	1 87 83
	movq	k_result@GOTPCREL(%rip), %rax
	movsd	%xmm0, (%rax)
	.loc	1 87 96
	popq	%rbx
	retq
.LBB278_4:
	.loc	1 87 37
	movl	%r8d, %ecx
	andl	$-4, %ecx
	leaq	(,%r8,8), %rsi
	andq	$-32, %rsi
	pxor	%xmm8, %xmm8
	xorl	%edi, %edi
	movdqa	.LCPI278_0(%rip), %xmm2
	movdqa	.LCPI278_1(%rip), %xmm3
	movdqa	.LCPI278_2(%rip), %xmm5
	pxor	%xmm4, %xmm4
	pxor	%xmm1, %xmm1
.LBB278_5:
	.loc	1 87 67
	movdqu	(%rdx,%rdi), %xmm0
	movdqu	16(%rdx,%rdi), %xmm6
	.loc	1 87 46
	movdqa	%xmm0, %xmm7
	psrlw	$1, %xmm7
	pand	%xmm2, %xmm7
	psubb	%xmm7, %xmm0
	movdqa	%xmm0, %xmm7
	pand	%xmm3, %xmm7
	psrlw	$2, %xmm0
	pand	%xmm3, %xmm0
	paddb	%xmm7, %xmm0
	movdqa	%xmm0, %xmm7
	psrlw	$4, %xmm7
	paddb	%xmm0, %xmm7
	pand	%xmm5, %xmm7
	psadbw	%xmm8, %xmm7
	.loc	1 87 43
	paddq	%xmm7, %xmm4
	.loc	1 87 46
	movdqa	%xmm6, %xmm0
	psrlw	$1, %xmm0
	pand	%xmm2, %xmm0
	psubb	%xmm0, %xmm6
	movdqa	%xmm6, %xmm0
	pand	%xmm3, %xmm0
	psrlw	$2, %xmm6
	pand	%xmm3, %xmm6
	paddb	%xmm0, %xmm6
	movdqa	%xmm6, %xmm0
	psrlw	$4, %xmm0
	paddb	%xmm6, %xmm0
	pand	%xmm5, %xmm0
	psadbw	%xmm8, %xmm0
	.loc	1 87 43
	paddq	%xmm0, %xmm1
	.loc	1 87 37
	addq	$32, %rdi
	cmpq	%rdi, %rsi
	jne	.LBB278_5
	paddq	%xmm4, %xmm1
	pshufd	$238, %xmm1, %xmm0
	paddq	%xmm1, %xmm0
	movq	%xmm0, %rsi
	cmpq	%r8, %rcx
	je	.LBB278_9
.LBB278_7:
	.loc	1 0 37
	movabsq	$6148914691236517205, %r9
	movabsq	$3689348814741910323, %rax
	movabsq	$1085102592571150095, %r10
	movabsq	$72340172838076673, %r11
.LBB278_8:
	.loc	1 87 67
	movq	(%rdx,%rcx,8), %rdi
	.loc	1 87 46
	movq	%rdi, %rbx
	shrq	%rbx
	andq	%r9, %rbx
	subq	%rbx, %rdi
	movq	%rdi, %rbx
	andq	%rax, %rbx
	shrq	$2, %rdi
	andq	%rax, %rdi
	addq	%rbx, %rdi
	movq	%rdi, %rbx
	shrq	$4, %rbx
	addq	%rdi, %rbx
	andq	%r10, %rbx
	imulq	%r11, %rbx
	shrq	$56, %rbx
	.loc	1 87 43
	addq	%rbx, %rsi
	.loc	1 87 37
	addq	$1, %rcx
	cmpq	%rcx, %r8
	jne	.LBB278_8
.LBB278_9:
	.loc	1 87 85
	xorps	%xmm0, %xmm0
	cvtsi2sd	%rsi, %xmm0
	.loc	1 87 83
	movq	k_result@GOTPCREL(%rip), %rax
	movsd	%xmm0, (%rax)
	.loc	1 87 96
	popq	%rbx
	retq
	.globl	kswap_u1
kswap_u1:
	.loc	1 60 62
	testl	%edi, %edi
	jle	.LBB41_22
	movl	%edi, %r9d
	cmpl	$8, %edi
	jb	.LBB41_2
	leaq	(%rdx,%r9), %rax
	cmpq	%rsi, %rax
	jbe	.LBB41_6
	.loc	1 0 62
	leaq	(%rsi,%r9), %rax
	.loc	1 60 62
	cmpq	%rdx, %rax
	jbe	.LBB41_6
.LBB41_2:
	.loc	1 0 62
	xorl	%ecx, %ecx
.LBB41_18:
	.loc	1 60 62
	movq	%rcx, %rdi
	notq	%rdi
	testb	$1, %r9b
	je	.LBB41_20
	movb	(%rsi,%rcx), %r8b
	movb	(%rdx,%rcx), %al
	movb	%al, (%rsi,%rcx)
	movb	%r8b, (%rdx,%rcx)
	orq	$1, %rcx
.LBB41_20:
	addq	%r9, %rdi
	je	.LBB41_22
.LBB41_21:
	movzbl	(%rsi,%rcx), %edi
	movzbl	(%rdx,%rcx), %eax
	movb	%al, (%rsi,%rcx)
	movb	%dil, (%rdx,%rcx)
	movzbl	1(%rsi,%rcx), %edi
	movzbl	1(%rdx,%rcx), %eax
	movb	%al, 1(%rsi,%rcx)
	movb	%dil, 1(%rdx,%rcx)
	addq	$2, %rcx
	cmpq	%rcx, %r9
	jne	.LBB41_21
.LBB41_22:
	retq
.LBB41_6:
	cmpl	$32, %edi
	jae	.LBB41_8
	.loc	1 0 62
	xorl	%ecx, %ecx
	jmp	.LBB41_15
.LBB41_8:
	.loc	1 60 62
	movl	%r9d, %ecx
	andl	$-32, %ecx
	leaq	-32(%rcx), %rax
	movq	%rax, %r8
	shrq	$5, %r8
	addq	$1, %r8
	testq	%rax, %rax
	je	.LBB41_23
	movq	%r8, %rax
	andq	$-2, %rax
	xorl	%edi, %edi
.LBB41_10:
	movups	(%rsi,%rdi), %xmm0
	movups	16(%rsi,%rdi), %xmm1
	movups	(%rdx,%rdi), %xmm2
	movups	16(%rdx,%rdi), %xmm3
	movups	%xmm2, (%rsi,%rdi)
	movups	%xmm3, 16(%rsi,%rdi)
	movups	%xmm0, (%rdx,%rdi)
	movups	%xmm1, 16(%rdx,%rdi)
	movups	32(%rsi,%rdi), %xmm0
	movups	48(%rsi,%rdi), %xmm1
	movups	32(%rdx,%rdi), %xmm2
	movups	48(%rdx,%rdi), %xmm3
	movups	%xmm2, 32(%rsi,%rdi)
	movups	%xmm3, 48(%rsi,%rdi)
	movups	%xmm0, 32(%rdx,%rdi)
	movups	%xmm1, 48(%rdx,%rdi)
	addq	$64, %rdi
	addq	$-2, %rax
	jne	.LBB41_10
	testb	$1, %r8b
	je	.LBB41_13
.LBB41_12:
	movups	(%rsi,%rdi), %xmm0
	movups	16(%rsi,%rdi), %xmm1
	movups	(%rdx,%rdi), %xmm2
	movups	16(%rdx,%rdi), %xmm3
	movups	%xmm2, (%rsi,%rdi)
	movups	%xmm3, 16(%rsi,%rdi)
	movups	%xmm0, (%rdx,%rdi)
	movups	%xmm1, 16(%rdx,%rdi)
.LBB41_13:
	cmpq	%r9, %rcx
	je	.LBB41_22
	testb	$24, %r9b
	je	.LBB41_18
.LBB41_15:
	.loc	1 0 62
	movq	%rcx, %rax
	.loc	1 60 62
	movl	%r9d, %ecx
	andl	$-8, %ecx
.LBB41_16:
	movq	(%rsi,%rax), %r8
	movq	(%rdx,%rax), %rdi
	movq	%rdi, (%rsi,%rax)
	movq	%r8, (%rdx,%rax)
	addq	$8, %rax
	cmpq	%rax, %rcx
	jne	.LBB41_16
	cmpq	%r9, %rcx
	je	.LBB41_22
	jmp	.LBB41_18
.LBB41_23:
	.loc	1 0 62
	xorl	%edi, %edi
	.loc	1 60 62
	testb	$1, %r8b
	jne	.LBB41_12
	jmp	.LBB41_13
	.globl	kreverse_i4
kreverse_i4:
	.loc	1 60 0
	pushq	%rbx
	.loc	1 60 73
	testl	%edi, %edi
	jle	.LBB52_8
	movl	%edi, %r10d
	cmpl	$8, %edi
	jae	.LBB52_9
.LBB52_2:
	.loc	1 0 73
	xorl	%r8d, %r8d
.LBB52_3:
	.loc	1 60 73
	movq	%r8, %rax
	notq	%rax
	testb	$1, %r10b
	je	.LBB52_5
	movl	%r8d, %ecx
	notl	%ecx
	addl	%edi, %ecx
	movslq	%ecx, %rcx
	movl	(%rdx,%rcx,4), %ecx
	movl	%ecx, (%rsi,%r8,4)
	orq	$1, %r8
.LBB52_5:
	addq	%r10, %rax
	je	.LBB52_8
	subq	%r8, %r10
	movl	%r8d, %eax
	notl	%eax
	addl	%edi, %eax
	leaq	(%rsi,%r8,4), %rcx
	addq	$4, %rcx
	xorl	%esi, %esi
.LBB52_7:
	cltq
	movl	(%rdx,%rax,4), %edi
	movl	%edi, -4(%rcx,%rsi,4)
	leal	-1(%rax), %edi
	movslq	%edi, %rdi
	movl	(%rdx,%rdi,4), %edi
	movl	%edi, (%rcx,%rsi,4)
	addq	$2, %rsi
	addl	$-2, %eax
	cmpq	%rsi, %r10
	jne	.LBB52_7
.LBB52_8:
	popq	%rbx
	retq
.LBB52_9:
	leaq	-1(%r10), %rcx
	leal	-1(%rdi), %r9d
	movl	%r9d, %eax
	subl	%ecx, %eax
	xorl	%r8d, %r8d
	cmpl	%r9d, %eax
	jg	.LBB52_3
	.loc	1 0 73
	shrq	$32, %rcx
	jne	.LBB52_3
	.loc	1 60 73
	movslq	%r9d, %rax
	leaq	(%rdx,%rax,4), %rcx
	addq	$4, %rcx
	cmpq	%rsi, %rcx
	jbe	.LBB52_14
	.loc	1 0 73
	leaq	(,%r10,4), %rcx
	leaq	(%rsi,%r10,4), %r8
	leaq	4(,%rax,4), %rax
	subq	%rcx, %rax
	addq	%rdx, %rax
	cmpq	%r8, %rax
	jb	.LBB52_2
.LBB52_14:
	.loc	1 60 73
	movl	%r10d, %r8d
	andl	$-8, %r8d
	leaq	-8(%r8), %rax
	movq	%rax, %r9
	shrq	$3, %r9
	addq	$1, %r9
	testq	%rax, %rax
	je	.LBB52_20
	movq	%r9, %r11
	andq	$-2, %r11
	leal	-9(%rdi), %eax
	xorl	%ecx, %ecx
.LBB52_16:
	leal	8(%rax), %ebx
	movslq	%ebx, %rbx
	movdqu	-28(%rdx,%rbx,4), %xmm0
	movdqu	-12(%rdx,%rbx,4), %xmm1
	pshufd	$27, %xmm1, %xmm1
	pshufd	$27, %xmm0, %xmm0
	movdqu	%xmm1, (%rsi,%rcx,4)
	movdqu	%xmm0, 16(%rsi,%rcx,4)
	cltq
	movdqu	-28(%rdx,%rax,4), %xmm0
	movdqu	-12(%rdx,%rax,4), %xmm1
	pshufd	$27, %xmm1, %xmm1
	pshufd	$27, %xmm0, %xmm0
	movdqu	%xmm1, 32(%rsi,%rcx,4)
	movdqu	%xmm0, 48(%rsi,%rcx,4)
	addq	$16, %rcx
	addl	$-16, %eax
	addq	$-2, %r11
	jne	.LBB52_16
	testb	$1, %r9b
	je	.LBB52_19
.LBB52_18:
	movl	%ecx, %eax
	notl	%eax
	addl	%edi, %eax
	cltq
	movdqu	-28(%rdx,%rax,4), %xmm0
	movdqu	-12(%rdx,%rax,4), %xmm1
	pshufd	$27, %xmm1, %xmm1
	pshufd	$27, %xmm0, %xmm0
	movdqu	%xmm1, (%rsi,%rcx,4)
	movdqu	%xmm0, 16(%rsi,%rcx,4)
.LBB52_19:
	cmpq	%r10, %r8
	jne	.LBB52_3
	jmp	.LBB52_8
.LBB52_20:
	.loc	1 0 73
	xorl	%ecx, %ecx
	.loc	1 60 73
	testb	$1, %r9b
	jne	.LBB52_18
	jmp	.LBB52_19
	.globl	kfill_f8
kfill_f8:
	.loc	1 113 48
	testl	%edi, %edi
	jle	.LBB304_12
	.loc	1 0 0
	movsd	(%rdx), %xmm0
	addsd	.LCPI304_0(%rip), %xmm0
	.loc	1 113 48
	movl	%edi, %eax
	cmpl	$4, %edi
	jae	.LBB304_3
	.loc	1 0 48
	xorl	%ecx, %ecx
	jmp	.LBB304_11
.LBB304_3:
	.loc	1 113 48
	movl	%eax, %ecx
	andl	$-4, %ecx
	movapd	%xmm0, %xmm1
	unpcklpd	%xmm0, %xmm1
	leaq	-4(%rcx), %rdx
	movq	%rdx, %rdi
	shrq	$2, %rdi
	addq	$1, %rdi
	movl	%edi, %r8d
	andl	$7, %r8d
	cmpq	$28, %rdx
	jae	.LBB304_5
	.loc	1 0 48
	xorl	%edx, %edx
	jmp	.LBB304_7
.LBB304_5:
	.loc	1 113 48
	andq	$-8, %rdi
	xorl	%edx, %edx
.LBB304_6:
	.loc	1 113 57
	movupd	%xmm1, (%rsi,%rdx,8)
	movupd	%xmm1, 16(%rsi,%rdx,8)
	movupd	%xmm1, 32(%rsi,%rdx,8)
	movupd	%xmm1, 48(%rsi,%rdx,8)
	movupd	%xmm1, 64(%rsi,%rdx,8)
	movupd	%xmm1, 80(%rsi,%rdx,8)
	movupd	%xmm1, 96(%rsi,%rdx,8)
	movupd	%xmm1, 112(%rsi,%rdx,8)
	movupd	%xmm1, 128(%rsi,%rdx,8)
	movupd	%xmm1, 144(%rsi,%rdx,8)
	movupd	%xmm1, 160(%rsi,%rdx,8)
	movupd	%xmm1, 176(%rsi,%rdx,8)
	movupd	%xmm1, 192(%rsi,%rdx,8)
	movupd	%xmm1, 208(%rsi,%rdx,8)
	movupd	%xmm1, 224(%rsi,%rdx,8)
	movupd	%xmm1, 240(%rsi,%rdx,8)
	.loc	1 113 48
	addq	$32, %rdx
	addq	$-8, %rdi
	jne	.LBB304_6
.LBB304_7:
	testq	%r8, %r8
	je	.LBB304_10
	leaq	(%rsi,%rdx,8), %rdx
	addq	$16, %rdx
	shlq	$5, %r8
	xorl	%edi, %edi
.LBB304_9:
	.loc	1 113 57
	movupd	%xmm1, -16(%rdx,%rdi)
	movupd	%xmm1, (%rdx,%rdi)
	.loc	1 113 48
	addq	$32, %rdi
	cmpq	%rdi, %r8
	jne	.LBB304_9
.LBB304_10:
	cmpq	%rax, %rcx
	je	.LBB304_12
.LBB304_11:
	.loc	1 113 57
	movsd	%xmm0, (%rsi,%rcx,8)
	.loc	1 113 48
	addq	$1, %rcx
	cmpq	%rcx, %rax
	jne	.LBB304_11
.LBB304_12:
	.loc	1 113 62
	retq
	.globl	kpairs_f4
kpairs_f4:
	.loc	1 61 1
	testl	%edi, %edi
	jle	.LBB78_13
	movl	%edi, %r8d
	cmpl	$8, %edi
	jb	.LBB78_2
	leaq	(%rdx,%r8,8), %rax
	cmpq	%rsi, %rax
	jbe	.LBB78_6
	.loc	1 0 1
	leaq	(%rsi,%r8,4), %rax
	.loc	1 61 1
	cmpq	%rdx, %rax
	jbe	.LBB78_6
.LBB78_2:
	.loc	1 0 1
	xorl	%ecx, %ecx
.LBB78_9:
	.loc	1 61 1
	movq	%rcx, %rax
	notq	%rax
	testb	$1, %r8b
	je	.LBB78_11
	movss	(%rdx,%rcx,8), %xmm0
	addss	4(%rdx,%rcx,8), %xmm0
	movss	%xmm0, (%rsi,%rcx,4)
	orq	$1, %rcx
.LBB78_11:
	addq	%r8, %rax
	je	.LBB78_13
.LBB78_12:
	movss	(%rdx,%rcx,8), %xmm0
	addss	4(%rdx,%rcx,8), %xmm0
	movss	%xmm0, (%rsi,%rcx,4)
	movss	8(%rdx,%rcx,8), %xmm0
	addss	12(%rdx,%rcx,8), %xmm0
	movss	%xmm0, 4(%rsi,%rcx,4)
	addq	$2, %rcx
	cmpq	%rcx, %r8
	jne	.LBB78_12
	jmp	.LBB78_13
.LBB78_6:
	movl	%r8d, %ecx
	andl	$-8, %ecx
	leaq	(,%r8,4), %rdi
	andq	$-32, %rdi
	xorl	%eax, %eax
.LBB78_7:
	movups	(%rdx,%rax,2), %xmm0
	movups	16(%rdx,%rax,2), %xmm1
	movups	32(%rdx,%rax,2), %xmm2
	movups	48(%rdx,%rax,2), %xmm3
	movaps	%xmm0, %xmm4
	shufps	$136, %xmm1, %xmm4
	movaps	%xmm2, %xmm5
	shufps	$136, %xmm3, %xmm5
	shufps	$221, %xmm1, %xmm0
	addps	%xmm4, %xmm0
	shufps	$221, %xmm3, %xmm2
	addps	%xmm5, %xmm2
	movups	%xmm0, (%rsi,%rax)
	movups	%xmm2, 16(%rsi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdi
	jne	.LBB78_7
	cmpq	%r8, %rcx
	jne	.LBB78_9
.LBB78_13:
	retq
	.globl	kpointer_i4
kpointer_i4:
	.loc	1 60 48
	movslq	%edi, %rdx
	leaq	(,%rdx,4), %rax
	testq	%rax, %rax
	je	.LBB36_13
	leaq	(%rsi,%rdx,4), %rax
	movabsq	$4611686018427387903, %rdi
	leaq	-1(%rdx), %r9
	andq	%rdi, %r9
	cmpq	$7, %r9
	jb	.LBB36_12
	leaq	(%rcx,%rdx,4), %rdx
	cmpq	%rsi, %rdx
	jbe	.LBB36_4
	cmpq	%rcx, %rax
	ja	.LBB36_12
.LBB36_4:
	addq	$1, %r9
	movq	%r9, %r8
	andq	$-8, %r8
	leaq	-8(%r8), %rdx
	movq	%rdx, %r10
	shrq	$3, %r10
	addq	$1, %r10
	testq	%rdx, %rdx
	je	.LBB36_5
	addq	$-1, %rdi
	andq	%r10, %rdi
	xorl	%edx, %edx
.LBB36_7:
	movdqu	(%rcx,%rdx,4), %xmm0
	movdqu	16(%rcx,%rdx,4), %xmm1
	movdqu	(%rsi,%rdx,4), %xmm2
	paddd	%xmm0, %xmm2
	movdqu	16(%rsi,%rdx,4), %xmm0
	paddd	%xmm1, %xmm0
	movdqu	32(%rsi,%rdx,4), %xmm1
	movdqu	48(%rsi,%rdx,4), %xmm3
	movdqu	%xmm2, (%rsi,%rdx,4)
	movdqu	%xmm0, 16(%rsi,%rdx,4)
	movdqu	32(%rcx,%rdx,4), %xmm0
	paddd	%xmm1, %xmm0
	movdqu	48(%rcx,%rdx,4), %xmm1
	paddd	%xmm3, %xmm1
	movdqu	%xmm0, 32(%rsi,%rdx,4)
	movdqu	%xmm1, 48(%rsi,%rdx,4)
	addq	$16, %rdx
	addq	$-2, %rdi
	jne	.LBB36_7
	.loc	1 0 48
	testb	$1, %r10b
	je	.LBB36_10
.LBB36_9:
	.loc	1 60 48
	movdqu	(%rcx,%rdx,4), %xmm0
	movdqu	16(%rcx,%rdx,4), %xmm1
	movdqu	(%rsi,%rdx,4), %xmm2
	paddd	%xmm0, %xmm2
	movdqu	16(%rsi,%rdx,4), %xmm0
	paddd	%xmm1, %xmm0
	movdqu	%xmm2, (%rsi,%rdx,4)
	movdqu	%xmm0, 16(%rsi,%rdx,4)
.LBB36_10:
	cmpq	%r8, %r9
	je	.LBB36_13
	.loc	1 0 48
	leaq	(%rcx,%r8,4), %rcx
	leaq	(%rsi,%r8,4), %rsi
.LBB36_12:
	.loc	1 60 48
	movl	(%rcx), %edx
	addl	%edx, (%rsi)
	addq	$4, %rsi
	addq	$4, %rcx
	cmpq	%rax, %rsi
	jne	.LBB36_12
.LBB36_13:
	retq
.LBB36_5:
	.loc	1 0 48
	xorl	%edx, %edx
	testb	$1, %r10b
	jne	.LBB36_9
	jmp	.LBB36_10
