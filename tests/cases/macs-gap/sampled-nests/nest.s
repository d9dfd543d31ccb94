	.file	"nest.f90"
	.text
	.globl	nest_
	.type	nest_, @function
nest_:
	.file 1 "nest.f90"
	.loc 1 1 1
	movslq	(%rdi), %rdi
.L4:
	.loc 1 6 7
	movsd	(%rsi), %xmm0
	addsd	(%rdx), %xmm0
	movsd	%xmm0, (%rsi)
	.loc 1 6 7
	movsd	8(%rsi), %xmm0
	addsd	8(%rdx), %xmm0
	movsd	%xmm0, 8(%rsi)
	.loc 1 6 7
	movsd	16(%rsi), %xmm0
	addsd	16(%rdx), %xmm0
	movsd	%xmm0, 16(%rsi)
	.loc 1 4 3
	addq	$24, %rsi
	addq	$24, %rdx
	cmpq	%rdi, %rsi
	jne	.L4
.L7:
	.loc 1 14 7
	movsd	(%rdx), %xmm0
	addsd	(%rcx), %xmm0
	movsd	%xmm0, (%rdx)
	.loc 1 14 7
	movsd	8(%rdx), %xmm0
	addsd	8(%rcx), %xmm0
	movsd	%xmm0, 8(%rdx)
	.loc 1 14 7
	movsd	16(%rdx), %xmm0
	addsd	16(%rcx), %xmm0
	movsd	%xmm0, 16(%rdx)
	.loc 1 9 3
	addq	$24, %rdx
	addq	$24, %rcx
	cmpq	%rdi, %rdx
	jne	.L7
.L9:
	.loc 1 19 7
	movsd	(%rsi), %xmm0
	addsd	(%rcx), %xmm0
	movsd	%xmm0, (%rsi)
	.loc 1 19 7
	movsd	8(%rsi), %xmm0
	addsd	8(%rcx), %xmm0
	movsd	%xmm0, 8(%rsi)
	.loc 1 19 7
	movsd	16(%rsi), %xmm0
	addsd	16(%rcx), %xmm0
	movsd	%xmm0, 16(%rsi)
	.loc 1 17 3
	addq	$24, %rsi
	addq	$24, %rcx
	cmpq	%rdi, %rsi
	jne	.L9
	ret
	.size	nest_, .-nest_
