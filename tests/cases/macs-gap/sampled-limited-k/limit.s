	.file	"limit.c"
	.text
	.globl	limit
	.type	limit, @function
limit:
	.file 1 "limit.c"
.L2:
	.loc 1 3 5
	movdqu	(%rdi), %xmm0
	paddb	%xmm0, %xmm1
	addq	$16, %rdi
	cmpq	%rdi, %rsi
	jne	.L2
.L4:
	.loc 1 6 5
	movslq	(%r8,%rax,4), %rax
	cmpl	$7, %eax
	je	.L5
.L6:
	movslq	(%r9,%rax,4), %rax
	testl	%eax, %eax
	jne	.L4
.L5:
	ret
