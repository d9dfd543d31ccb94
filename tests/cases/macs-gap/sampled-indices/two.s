	.file	"two.f90"
	.text
	.globl	two_
	.type	two_, @function
two_:
	.file 1 "two.f90"
	.loc 1 1 1
	movslq	(%rdi), %rdi
	movsd	.LC0(%rip), %xmm1
.L4:
	.loc 1 6 7
	movsd	(%rsi), %xmm0
	addsd	%xmm1, %xmm0
	.loc 1 5 5
	movsd	%xmm0, (%rsi)
	addq	$8, %rsi
	cmpq	%rdi, %rsi
	jne	.L4
	ret
	.size	two_, .-two_
