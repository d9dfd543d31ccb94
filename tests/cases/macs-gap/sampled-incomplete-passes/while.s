	.file	"while.c"
	.text
	.globl	find
	.type	find, @function
find:
	.file 1 "while.c"
.L2:
	.loc 1 3 5
	movq	8(%rdi), %rax
	cmpw	%dx, 2(%rax)
	je	.L9
.L3:
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	.L2
	ret
.L5:
	.loc 1 4 5
	movq	8(%rdi), %rax
	cmpw	%dx, 2(%rax)
	je	.L9
.L6:
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	jne	.L5
.L9:
	ret
