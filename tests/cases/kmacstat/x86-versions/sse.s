	.file	"v.c"
	.text
.Ltext0:
	.file 0 "/tmp/xs" "v.c"
	.p2align 4
	.globl	add
	.type	add, @function
add:
.LFB0:
	.file 1 "v.c"
	.loc 1 1 63
	.cfi_startproc
	.loc 1 1 63
	movq	%rsi, %r8
	.loc 1 1 80
	testq	%rcx, %rcx
	jle	.L1
	leaq	-1(%rcx), %rax
	cmpq	$1, %rax
	jbe	.L9
	leaq	8(%rdx), %rax
	cmpq	%rax, %rdi
	je	.L9
	leaq	8(%rsi), %rax
	cmpq	%rax, %rdi
	je	.L9
	movq	%rcx, %rsi
	xorl	%eax, %eax
	shrq	%rsi
	salq	$4, %rsi
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 1 97 discriminator 3
	movupd	(%r8,%rax), %xmm0
	movupd	(%rdx,%rax), %xmm1
	addpd	%xmm1, %xmm0
	.loc 1 1 92 discriminator 3
	movups	%xmm0, (%rdi,%rax)
	addq	$16, %rax
	cmpq	%rsi, %rax
	jne	.L4
	movq	%rcx, %rax
	andq	$-2, %rax
	andl	$1, %ecx
	je	.L1
	.loc 1 1 97
	movsd	(%r8,%rax,8), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	.loc 1 1 92
	movsd	%xmm0, (%rdi,%rax,8)
	ret
	.p2align 4,,10
	.p2align 3
.L9:
	.loc 1 1 80
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L6:
	.loc 1 1 97
	movsd	(%r8,%rax,8), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	.loc 1 1 92
	movsd	%xmm0, (%rdi,%rax,8)
	.loc 1 1 84
	addq	$1, %rax
	.loc 1 1 80
	cmpq	%rax, %rcx
	jne	.L6
.L1:
	.loc 1 1 104
	ret
	.cfi_endproc
.LFE0:
	.size	add, .-add
	.p2align 4
	.globl	dot
	.type	dot, @function
dot:
.LFB1:
	.loc 1 2 50
	.cfi_startproc
	.loc 1 2 50
	movq	%rdi, %rcx
	.loc 1 2 77
	testl	%edx, %edx
	jle	.L25
	leal	-1(%rdx), %eax
	cmpl	$2, %eax
	jbe	.L26
	movl	%edx, %edi
	xorl	%eax, %eax
	.loc 1 2 58
	pxor	%xmm0, %xmm0
	shrl	$2, %edi
	salq	$4, %rdi
	.p2align 4,,10
	.p2align 3
.L22:
	.loc 1 2 92 discriminator 3
	movups	(%rcx,%rax), %xmm1
	movups	(%rsi,%rax), %xmm3
	addq	$16, %rax
	mulps	%xmm3, %xmm1
	addss	%xmm1, %xmm0
	movaps	%xmm1, %xmm2
	shufps	$85, %xmm1, %xmm2
	addss	%xmm2, %xmm0
	movaps	%xmm1, %xmm2
	unpckhps	%xmm1, %xmm2
	.loc 1 2 86 discriminator 3
	shufps	$255, %xmm1, %xmm1
	addss	%xmm2, %xmm0
	addss	%xmm1, %xmm0
	cmpq	%rdi, %rax
	jne	.L22
	movl	%edx, %eax
	andl	$-4, %eax
	testb	$3, %dl
	je	.L28
.L21:
	.loc 1 2 89
	movslq	%eax, %r8
	.loc 1 2 92
	movss	(%rcx,%r8,4), %xmm1
	mulss	(%rsi,%r8,4), %xmm1
	.loc 1 2 89
	leaq	0(,%r8,4), %rdi
	.loc 1 2 81
	leal	1(%rax), %r8d
	.loc 1 2 86
	addss	%xmm1, %xmm0
	.loc 1 2 77
	cmpl	%r8d, %edx
	jle	.L19
	.loc 1 2 92
	movss	4(%rcx,%rdi), %xmm1
	mulss	4(%rsi,%rdi), %xmm1
	.loc 1 2 81
	addl	$2, %eax
	.loc 1 2 86
	addss	%xmm1, %xmm0
	.loc 1 2 77
	cmpl	%eax, %edx
	jle	.L19
	.loc 1 2 92
	movss	8(%rsi,%rdi), %xmm1
	mulss	8(%rcx,%rdi), %xmm1
	.loc 1 2 86
	addss	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L25:
	.loc 1 2 58
	pxor	%xmm0, %xmm0
.L19:
	.loc 1 2 109
	ret
	.p2align 4,,10
	.p2align 3
.L28:
	ret
.L26:
	.loc 1 2 72
	xorl	%eax, %eax
	.loc 1 2 58
	pxor	%xmm0, %xmm0
	jmp	.L21
	.cfi_endproc
.LFE1:
	.size	dot, .-dot
	.p2align 4
	.globl	gath
	.type	gath, @function
gath:
.LFB2:
	.loc 1 3 60
	.cfi_startproc
	.loc 1 3 76
	testl	%ecx, %ecx
	jle	.L29
	movslq	%ecx, %rcx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L31:
	.loc 1 3 92 discriminator 3
	movslq	(%rdx,%rax,4), %r8
	.loc 1 3 90 discriminator 3
	movsd	(%rsi,%r8,8), %xmm0
	.loc 1 3 88 discriminator 3
	movsd	%xmm0, (%rdi,%rax,8)
	.loc 1 3 76 discriminator 3
	addq	$1, %rax
	cmpq	%rcx, %rax
	jne	.L31
.L29:
	.loc 1 3 98
	ret
	.cfi_endproc
.LFE2:
	.size	gath, .-gath
.Letext0:
