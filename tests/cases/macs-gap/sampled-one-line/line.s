	.file	"line.c"
	.text
	.globl	f
	.type	f, @function
f:
	.file 1 "line.c"
	.loc 1 6 3
.L1:
	addq	$1, %rdx
.L2:
	addq	$1, %rcx
.L3:
	movl	(%rdi), %eax
	addq	$4, %rdi
	cmpl	$7, %eax
	jne	.L3
.L4:
	movl	(%rsi), %eax
	addq	$4, %rsi
	cmpl	$9, %eax
	jne	.L4
	cmpq	%rcx, %r8
	jne	.L2
	cmpq	%rdx, %r9
	jne	.L1
.L5:
	addq	$1, %rdx
	cmpq	%rdx, %r9
	jne	.L5
	ret
