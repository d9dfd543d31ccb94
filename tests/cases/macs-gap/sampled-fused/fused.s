	.file	"fused.c"
	.text
	.globl	f
	.type	f, @function
f:
	.file 1 "fused.c"
.L2:
	.loc 1 4 5
	addsd	(%rdi), %xmm0
	addq	$8, %rdi
	cmpq	%rdi, %rsi
	jne	.L2
.L3:
	.loc 1 4 5
	addsd	(%rdi), %xmm0
	.loc 1 7 5
	mulsd	(%rdx), %xmm1
	addq	$8, %rdi
	addq	$8, %rdx
	cmpq	%rdi, %rsi
	jne	.L3
	ret
.L4:
	.loc 1 4 5
	movq	%rcx, %rax
	.loc 1 7 5
	mulsd	(%rdx), %xmm1
	addq	$8, %rdx
	cmpq	%rdx, %rsi
	jne	.L4
	ret
