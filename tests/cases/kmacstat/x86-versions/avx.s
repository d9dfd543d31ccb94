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
	.loc 1 1 80
	testq	%rcx, %rcx
	jle	.L30
	cmpq	$1, %rcx
	je	.L12
	leaq	8(%rdx), %r8
	movq	%rdi, %rax
	subq	%r8, %rax
	cmpq	$16, %rax
	jbe	.L12
	leaq	8(%rsi), %r8
	movq	%rdi, %rax
	subq	%r8, %rax
	cmpq	$16, %rax
	jbe	.L12
	leaq	-1(%rcx), %rax
	movq	%rcx, %r8
	cmpq	$2, %rax
	jbe	.L13
	shrq	$2, %r8
	salq	$5, %r8
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L5:
	.loc 1 1 97 discriminator 3
	vmovupd	(%rsi,%rax), %ymm1
	vaddpd	(%rdx,%rax), %ymm1, %ymm0
	.loc 1 1 92 discriminator 3
	vmovupd	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%r8, %rax
	jne	.L5
	movq	%rcx, %rax
	andq	$-4, %rax
	movq	%rax, %r9
	cmpq	%rax, %rcx
	je	.L28
	subq	%rax, %rcx
	movq	%rcx, %r8
	cmpq	$1, %rcx
	je	.L32
	vzeroupper
.L4:
	.loc 1 1 97
	vmovupd	(%rsi,%r9,8), %xmm2
	vaddpd	(%rdx,%r9,8), %xmm2, %xmm0
	.loc 1 1 92
	vmovupd	%xmm0, (%rdi,%r9,8)
	testb	$1, %r8b
	je	.L30
	andq	$-2, %r8
	addq	%r8, %rax
.L7:
	.loc 1 1 97
	vmovsd	(%rsi,%rax,8), %xmm0
	vaddsd	(%rdx,%rax,8), %xmm0, %xmm0
	.loc 1 1 92
	vmovsd	%xmm0, (%rdi,%rax,8)
	ret
	.p2align 4,,10
	.p2align 3
.L12:
	.loc 1 1 80
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L9:
	.loc 1 1 97
	vmovsd	(%rsi,%rax,8), %xmm0
	vaddsd	(%rdx,%rax,8), %xmm0, %xmm0
	.loc 1 1 92
	vmovsd	%xmm0, (%rdi,%rax,8)
	.loc 1 1 84
	incq	%rax
	.loc 1 1 80
	cmpq	%rax, %rcx
	jne	.L9
	ret
.L28:
	vzeroupper
.L30:
	.loc 1 1 104
	ret
.L13:
	.loc 1 1 80
	xorl	%r9d, %r9d
	.loc 1 1 75
	xorl	%eax, %eax
	jmp	.L4
.L32:
	vzeroupper
	jmp	.L7
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
	movq	%rdi, %rax
	movq	%rsi, %rcx
	.loc 1 2 77
	testl	%edx, %edx
	jle	.L41
	leal	-1(%rdx), %esi
	cmpl	$6, %esi
	jbe	.L42
	movl	%edx, %edi
	shrl	$3, %edi
	salq	$5, %rdi
	xorl	%esi, %esi
	.loc 1 2 58
	vxorps	%xmm0, %xmm0, %xmm0
	.p2align 4,,10
	.p2align 3
.L36:
	.loc 1 2 92 discriminator 3
	vmovups	(%rax,%rsi), %ymm4
	vmulps	(%rcx,%rsi), %ymm4, %ymm1
	addq	$32, %rsi
	vaddss	%xmm1, %xmm0, %xmm0
	vshufps	$85, %xmm1, %xmm1, %xmm3
	vshufps	$255, %xmm1, %xmm1, %xmm2
	vaddss	%xmm3, %xmm0, %xmm0
	vunpckhps	%xmm1, %xmm1, %xmm3
	vaddss	%xmm3, %xmm0, %xmm0
	vaddss	%xmm2, %xmm0, %xmm0
	vextractf32x4	$1, %ymm1, %xmm2
	vaddss	%xmm2, %xmm0, %xmm0
	valignd	$5, %ymm1, %ymm1, %ymm2
	vaddss	%xmm2, %xmm0, %xmm0
	valignd	$6, %ymm1, %ymm1, %ymm2
	.loc 1 2 86 discriminator 3
	valignd	$7, %ymm1, %ymm1, %ymm1
	vaddss	%xmm2, %xmm0, %xmm0
	vaddss	%xmm1, %xmm0, %xmm0
	cmpq	%rsi, %rdi
	jne	.L36
	movl	%edx, %esi
	andl	$-8, %esi
	movl	%esi, %edi
	cmpl	%esi, %edx
	je	.L48
	vzeroupper
.L35:
	movl	%edx, %r8d
	subl	%edi, %r8d
	leal	-1(%r8), %r9d
	cmpl	$2, %r9d
	jbe	.L39
	.loc 1 2 92
	vmovups	(%rax,%rdi,4), %xmm5
	vmulps	(%rcx,%rdi,4), %xmm5, %xmm1
	movl	%r8d, %edi
	andl	$-4, %edi
	addl	%edi, %esi
	andl	$3, %r8d
	vaddss	%xmm1, %xmm0, %xmm0
	vshufps	$85, %xmm1, %xmm1, %xmm2
	vaddss	%xmm2, %xmm0, %xmm0
	vunpckhps	%xmm1, %xmm1, %xmm2
	.loc 1 2 86
	vshufps	$255, %xmm1, %xmm1, %xmm1
	vaddss	%xmm2, %xmm0, %xmm0
	vaddss	%xmm1, %xmm0, %xmm0
	je	.L33
.L39:
	.loc 1 2 89
	movslq	%esi, %r8
	.loc 1 2 86
	vmovss	(%rax,%r8,4), %xmm6
	.loc 1 2 89
	leaq	0(,%r8,4), %rdi
	.loc 1 2 86
	vfmadd231ss	(%rcx,%r8,4), %xmm6, %xmm0
	.loc 1 2 81
	leal	1(%rsi), %r8d
	.loc 1 2 77
	cmpl	%r8d, %edx
	jle	.L33
	.loc 1 2 86
	vmovss	4(%rax,%rdi), %xmm7
	.loc 1 2 81
	addl	$2, %esi
	.loc 1 2 86
	vfmadd231ss	4(%rcx,%rdi), %xmm7, %xmm0
	.loc 1 2 77
	cmpl	%esi, %edx
	jle	.L33
	.loc 1 2 86
	vmovss	8(%rax,%rdi), %xmm7
	vfmadd231ss	8(%rcx,%rdi), %xmm7, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L41:
	.loc 1 2 58
	vxorps	%xmm0, %xmm0, %xmm0
.L33:
	.loc 1 2 109
	ret
	.p2align 4,,10
	.p2align 3
.L48:
	vzeroupper
	ret
.L42:
	.loc 1 2 77
	xorl	%edi, %edi
	.loc 1 2 72
	xorl	%esi, %esi
	.loc 1 2 58
	vxorps	%xmm0, %xmm0, %xmm0
	jmp	.L35
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
	jle	.L53
	movslq	%ecx, %rcx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L51:
	.loc 1 3 92 discriminator 3
	movslq	(%rdx,%rax,4), %r8
	.loc 1 3 90 discriminator 3
	vmovsd	(%rsi,%r8,8), %xmm0
	.loc 1 3 88 discriminator 3
	vmovsd	%xmm0, (%rdi,%rax,8)
	.loc 1 3 76 discriminator 3
	incq	%rax
	cmpq	%rcx, %rax
	jne	.L51
.L53:
	.loc 1 3 98
	ret
	.cfi_endproc
.LFE2:
	.size	gath, .-gath
.Letext0:
