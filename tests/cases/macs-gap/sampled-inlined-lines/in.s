	.file	"in.c"
	.text
	.globl	f
	.type	f, @function
f:
	.file 1 "in.c"
	.loc 1 10 3
.L1:
	addq	$1, %rdx
	.loc 1 13 5
.L2:
	movl	(%rdi), %eax
	addq	$4, %rdi
	cmpl	$7, %eax
	jne	.L2
	.loc 1 3 5
	cmpq	%rdx, %r9
	jne	.L1
	ret
	.size	f, .-f
