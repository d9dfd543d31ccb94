	.file	"k.f90"
	.text
.Ltext0:
	.p2align 4
	.globl	kernels_
	.type	kernels_, @function
kernels_:
.LFB0:
	.file 1 "k.f90"
	.loc 1 1 18
	.cfi_startproc
	.loc 1 1 23
	movl	(%rdi), %edi
	.loc 1 1 18
	movq	%rcx, %r10
.LBB2:
.LBB3:
	.loc 1 4 8
	xorl	%eax, %eax
	leal	-1(%rdi), %ecx
	testl	%edi, %edi
	jle	.L1
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 5 27
	movsd	(%r10,%rax,8), %xmm0
	mulsd	(%r8,%rax,8), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	movsd	%xmm0, (%rsi,%rax,8)
	.loc 1 4 8
	addq	$1, %rax
	cmpq	%rax, %rdi
	jne	.L4
	movsd	(%r9), %xmm1
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L7:
.LBE3:
.LBE2:
.LBB4:
.LBB5:
	.loc 1 8 21
	movsd	(%rsi,%rax,8), %xmm0
	mulsd	(%rdx,%rax,8), %xmm0
	movq	%rax, %rdi
	.loc 1 7 8
	addq	$1, %rax
	.loc 1 8 21
	addsd	%xmm0, %xmm1
	.loc 1 7 8
	cmpq	%rdi, %rcx
	jne	.L7
	movsd	%xmm1, (%r9)
	xorl	%eax, %eax
	jmp	.L5
	.p2align 4,,10
	.p2align 3
.L14:
.LBE5:
.LBE4:
.LBB6:
.LBB7:
	movq	%rsi, %rax
.L5:
	.loc 1 11 8
	movsd	(%rdx,%rax,8), %xmm0
	comisd	%xmm1, %xmm0
	jbe	.L8
	.loc 1 11 34 discriminator 1
	mulsd	(%r8,%rax,8), %xmm0
	movsd	%xmm0, (%r10,%rax,8)
.L8:
	.loc 1 10 8 discriminator 2
	leaq	1(%rax), %rsi
	cmpq	%rax, %rcx
	jne	.L14
.L1:
.LBE7:
.LBE6:
	.loc 1 13 14
	ret
	.cfi_endproc
.LFE0:
	.size	kernels_, .-kernels_
