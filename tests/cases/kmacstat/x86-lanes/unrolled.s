	.text
	.file 1 "kernels.c"
	.globl	kmult_u1
kmult_u1:
	.loc 1 63 24
	movq	%rdx, %r8
	testl	%edi, %edi
	jle	.L8296
	movslq	%edi, %r9
	xorl	%edx, %edx
	andl	$7, %edi
	je	.L8298
	cmpq	$1, %rdi
	je	.L8321
	cmpq	$2, %rdi
	je	.L8322
	cmpq	$3, %rdi
	je	.L8323
	cmpq	$4, %rdi
	je	.L8324
	cmpq	$5, %rdi
	je	.L8325
	cmpq	$6, %rdi
	jne	.L8335
.L8326:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
.L8325:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
.L8324:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
.L8323:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
.L8322:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
.L8321:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	addq	$1, %rdx
	cmpq	%rdx, %r9
	je	.L8336
.L8298:
	movzbl	(%r8,%rdx), %eax
	mulb	(%rcx,%rdx)
	movb	%al, (%rsi,%rdx)
	movzbl	1(%r8,%rdx), %eax
	mulb	1(%rcx,%rdx)
	movb	%al, 1(%rsi,%rdx)
	movzbl	2(%r8,%rdx), %eax
	mulb	2(%rcx,%rdx)
	movb	%al, 2(%rsi,%rdx)
	movzbl	3(%r8,%rdx), %eax
	mulb	3(%rcx,%rdx)
	movb	%al, 3(%rsi,%rdx)
	movzbl	4(%r8,%rdx), %eax
	mulb	4(%rcx,%rdx)
	movb	%al, 4(%rsi,%rdx)
	movzbl	5(%r8,%rdx), %eax
	mulb	5(%rcx,%rdx)
	movb	%al, 5(%rsi,%rdx)
	movzbl	6(%r8,%rdx), %eax
	mulb	6(%rcx,%rdx)
	movb	%al, 6(%rsi,%rdx)
	movzbl	7(%r8,%rdx), %eax
	mulb	7(%rcx,%rdx)
	movb	%al, 7(%rsi,%rdx)
	addq	$8, %rdx
	cmpq	%rdx, %r9
	jne	.L8298
.L8296:
	ret
.L8335:
	movzbl	(%r8), %eax
	mulb	(%rcx)
	movl	$1, %edx
	movb	%al, (%rsi)
	jmp	.L8326
.L8336:
	ret
	.size	kmult_u1, .-kmult_u1
	.globl	kstruct_move
kstruct_move:
	.loc 1 126 48
	testl	%edi, %edi
	jle	.L12939
	movabsq	$768614336404564651, %r9
	movslq	%edi, %rdi
	leaq	(%rdi,%rdi,2), %rax
	leaq	-24(,%rax,8), %r8
	leaq	(%rsi,%rax,8), %rcx
	shrq	$3, %r8
	imulq	%r9, %r8
	addq	$1, %r8
	andl	$3, %r8d
	je	.L12941
	cmpq	$1, %r8
	je	.L12952
	cmpq	$2, %r8
	je	.L12953
	.loc 1 126 61
	movupd	(%rdx), %xmm0
	movupd	(%rsi), %xmm7
	.loc 1 126 48
	addq	$24, %rdx
	addq	$24, %rsi
	.loc 1 126 97
	movsd	-8(%rsi), %xmm1
	.loc 1 126 61
	addpd	%xmm7, %xmm0
	movups	%xmm0, -24(%rsi)
	.loc 1 126 97
	addsd	-8(%rdx), %xmm1
	movsd	%xmm1, -8(%rsi)
.L12953:
	.loc 1 126 61
	movupd	(%rdx), %xmm2
	movupd	(%rsi), %xmm6
	.loc 1 126 48
	addq	$24, %rdx
	addq	$24, %rsi
	.loc 1 126 97
	movsd	-8(%rsi), %xmm3
	.loc 1 126 61
	addpd	%xmm6, %xmm2
	movups	%xmm2, -24(%rsi)
	.loc 1 126 97
	addsd	-8(%rdx), %xmm3
	movsd	%xmm3, -8(%rsi)
.L12952:
	.loc 1 126 61
	movupd	(%rdx), %xmm4
	movupd	(%rsi), %xmm5
	.loc 1 126 48
	addq	$24, %rsi
	addq	$24, %rdx
	.loc 1 126 97
	movsd	-8(%rsi), %xmm8
	.loc 1 126 61
	addpd	%xmm5, %xmm4
	movups	%xmm4, -24(%rsi)
	.loc 1 126 97
	addsd	-8(%rdx), %xmm8
	movsd	%xmm8, -8(%rsi)
	.loc 1 126 48
	cmpq	%rcx, %rsi
	je	.L12958
.L12941:
	.loc 1 126 61 discriminator 3
	movupd	(%rdx), %xmm9
	movupd	(%rsi), %xmm10
	.loc 1 126 48 discriminator 3
	addq	$96, %rsi
	addq	$96, %rdx
	.loc 1 126 97 discriminator 3
	movsd	-80(%rsi), %xmm11
	.loc 1 126 61 discriminator 3
	movupd	-72(%rsi), %xmm13
	addpd	%xmm10, %xmm9
	.loc 1 126 97 discriminator 3
	movsd	-56(%rsi), %xmm14
	.loc 1 126 61 discriminator 3
	movupd	-48(%rsi), %xmm0
	.loc 1 126 97 discriminator 3
	movsd	-32(%rsi), %xmm7
	.loc 1 126 61 discriminator 3
	movupd	-24(%rsi), %xmm2
	.loc 1 126 97 discriminator 3
	movsd	-8(%rsi), %xmm6
	.loc 1 126 61 discriminator 3
	movups	%xmm9, -96(%rsi)
	.loc 1 126 97 discriminator 3
	addsd	-80(%rdx), %xmm11
	movsd	%xmm11, -80(%rsi)
	.loc 1 126 61 discriminator 3
	movupd	-72(%rdx), %xmm12
	addpd	%xmm13, %xmm12
	movups	%xmm12, -72(%rsi)
	.loc 1 126 97 discriminator 3
	addsd	-56(%rdx), %xmm14
	movsd	%xmm14, -56(%rsi)
	.loc 1 126 61 discriminator 3
	movupd	-48(%rdx), %xmm15
	addpd	%xmm0, %xmm15
	movups	%xmm15, -48(%rsi)
	.loc 1 126 97 discriminator 3
	addsd	-32(%rdx), %xmm7
	movsd	%xmm7, -32(%rsi)
	.loc 1 126 61 discriminator 3
	movupd	-24(%rdx), %xmm1
	addpd	%xmm2, %xmm1
	movups	%xmm1, -24(%rsi)
	.loc 1 126 97 discriminator 3
	addsd	-8(%rdx), %xmm6
	movsd	%xmm6, -8(%rsi)
	.loc 1 126 48 discriminator 3
	cmpq	%rcx, %rsi
	jne	.L12941
.L12939:
	.loc 1 126 110
	ret
.L12958:
	ret
	.size	kstruct_move, .-kstruct_move
	.globl	kstencil_f8
kstencil_f8:
	.loc 1 61 40
	movq	%rsi, %rcx
	testl	%edi, %edi
	jle	.L4233
	movslq	%edi, %rdi
	xorl	%eax, %eax
	leaq	0(,%rdi,8), %rsi
	leaq	-8(%rsi), %r8
	shrq	$3, %r8
	addq	$1, %r8
	andl	$7, %r8d
	je	.L4235
	cmpq	$1, %r8
	je	.L4258
	cmpq	$2, %r8
	je	.L4259
	cmpq	$3, %r8
	je	.L4260
	cmpq	$4, %r8
	je	.L4261
	cmpq	$5, %r8
	je	.L4262
	cmpq	$6, %r8
	jne	.L4272
.L4263:
	movsd	8(%rdx,%rax), %xmm1
	addsd	16(%rdx,%rax), %xmm1
	addsd	24(%rdx,%rax), %xmm1
	movsd	%xmm1, (%rcx,%rax)
	addq	$8, %rax
.L4262:
	movsd	8(%rdx,%rax), %xmm2
	addsd	16(%rdx,%rax), %xmm2
	addsd	24(%rdx,%rax), %xmm2
	movsd	%xmm2, (%rcx,%rax)
	addq	$8, %rax
.L4261:
	movsd	8(%rdx,%rax), %xmm3
	addsd	16(%rdx,%rax), %xmm3
	addsd	24(%rdx,%rax), %xmm3
	movsd	%xmm3, (%rcx,%rax)
	addq	$8, %rax
.L4260:
	movsd	8(%rdx,%rax), %xmm4
	addsd	16(%rdx,%rax), %xmm4
	addsd	24(%rdx,%rax), %xmm4
	movsd	%xmm4, (%rcx,%rax)
	addq	$8, %rax
.L4259:
	movsd	8(%rdx,%rax), %xmm5
	addsd	16(%rdx,%rax), %xmm5
	addsd	24(%rdx,%rax), %xmm5
	movsd	%xmm5, (%rcx,%rax)
	addq	$8, %rax
.L4258:
	movsd	8(%rdx,%rax), %xmm6
	addsd	16(%rdx,%rax), %xmm6
	addsd	24(%rdx,%rax), %xmm6
	movsd	%xmm6, (%rcx,%rax)
	addq	$8, %rax
	cmpq	%rsi, %rax
	je	.L4273
.L4235:
	movsd	8(%rdx,%rax), %xmm7
	addsd	16(%rdx,%rax), %xmm7
	addsd	24(%rdx,%rax), %xmm7
	movsd	%xmm7, (%rcx,%rax)
	movsd	16(%rdx,%rax), %xmm8
	addsd	24(%rdx,%rax), %xmm8
	addsd	32(%rdx,%rax), %xmm8
	movsd	%xmm8, 8(%rcx,%rax)
	movsd	24(%rdx,%rax), %xmm9
	addsd	32(%rdx,%rax), %xmm9
	addsd	40(%rdx,%rax), %xmm9
	movsd	%xmm9, 16(%rcx,%rax)
	movsd	32(%rdx,%rax), %xmm10
	addsd	40(%rdx,%rax), %xmm10
	addsd	48(%rdx,%rax), %xmm10
	movsd	%xmm10, 24(%rcx,%rax)
	movsd	40(%rdx,%rax), %xmm11
	addsd	48(%rdx,%rax), %xmm11
	addsd	56(%rdx,%rax), %xmm11
	movsd	%xmm11, 32(%rcx,%rax)
	movsd	48(%rdx,%rax), %xmm12
	addsd	56(%rdx,%rax), %xmm12
	addsd	64(%rdx,%rax), %xmm12
	movsd	%xmm12, 40(%rcx,%rax)
	movsd	56(%rdx,%rax), %xmm13
	addsd	64(%rdx,%rax), %xmm13
	addsd	72(%rdx,%rax), %xmm13
	movsd	%xmm13, 48(%rcx,%rax)
	movsd	64(%rdx,%rax), %xmm14
	addsd	72(%rdx,%rax), %xmm14
	addsd	80(%rdx,%rax), %xmm14
	movsd	%xmm14, 56(%rcx,%rax)
	addq	$64, %rax
	cmpq	%rsi, %rax
	jne	.L4235
.L4233:
	ret
.L4272:
	movsd	8(%rdx), %xmm0
	addsd	16(%rdx), %xmm0
	movl	$8, %eax
	addsd	24(%rdx), %xmm0
	movsd	%xmm0, (%rcx)
	jmp	.L4263
.L4273:
	ret
	.size	kstencil_f8, .-kstencil_f8
