	.file	"find.c"
	.text
	.globl	find
	.type	find, @function
find:
	.file 1 "find.c"
	.loc 1 2 3
	jmp	.L3
.L2:
	.loc 1 4 5
	addq	$4, %rdi
	cmpq	%rdi, %rsi
	je	.L4
.L3:
	.loc 1 3 5
	cmpl	(%rdi), %edx
	jge	.L2
.L4:
	.loc 1 5 5
	movq	%r8, %rcx
.L6:
	.loc 1 5 7
	cmpl	(%rcx), %edx
	je	.L7
	addq	$4, %rcx
	cmpq	%rcx, %rsi
	jne	.L6
.L7:
	.loc 1 7 3
	movq	%rdi, %rax
	ret
