	.file	"sum.c"
	.text
	.globl	sum
	.type	sum, @function
sum:
	.file 1 "sum.c"
	.loc 1 5 12
	pxor	%xmm0, %xmm0
.L4:
	addsd	(%rax), %xmm0
	.loc 1 7 9
	addq	$16, %rax
	.loc 1 7 11
	addsd	-8(%rax), %xmm0
	.loc 1 6 23
	cmpq	%rax, %rdx
	jne	.L4
	.loc 1 7 11
	addsd	(%rdi,%rcx,8), %xmm0
	.loc 1 9 1
	ret
