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
