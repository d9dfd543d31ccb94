	.file	"nest.c"
	.text
	.globl	f
	.type	f, @function
f:
	.file 1 "nest.c"
	.loc 1 6 3
.L3:
	addq	$4, %rsi
.L4:
	.loc 1 7 5
	movl	(%rdi), %eax
	addq	$4, %rdi
	cmpl	$7, %eax
	jne	.L4
	.loc 1 9 5
	cmpq	%rsi, %r8
	jne	.L3
	ret
	.size	f, .-f
