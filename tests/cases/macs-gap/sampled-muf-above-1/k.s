	.file	"k.f90"
	.text
	.globl	sums_
	.type	sums_, @function
sums_:
	.file 1 "k.f90"
.L1:
	movsd	(%rcx), %xmm0
	movq	%rdx, %rax
.L2:
	.loc 1 6 7
	addsd	(%rax), %xmm0
	addq	$8, %rax
	cmpq	%rax, %rsi
	jne	.L2
	.loc 1 4 7
	movsd	%xmm0, (%rcx)
	addq	$8, %rcx
	cmpq	%rcx, %r9
	jne	.L1
.L3:
	movsd	(%rcx), %xmm0
	movq	%rdx, %rax
.L4:
	.loc 1 11 7
	addsd	(%rax), %xmm0
	addq	$8, %rax
	cmpq	%rax, %rsi
	jne	.L4
	.loc 1 9 7
	movsd	%xmm0, (%rcx)
	addq	$8, %rcx
	cmpq	%rcx, %r9
	jne	.L3
	ret
