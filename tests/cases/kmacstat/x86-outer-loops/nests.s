	.text
	.globl	nests
	.type	nests, @function
nests:
	xorl	%eax, %eax
.L2:
	imulq	%r9, %rbx
	movq	%rbx, (%rdi)
	addq	$8, %rdi
.L3:
	addq	(%rcx,%rax,8), %rdx
	addq	$1, %rax
	cmpq	%rax, %r8
	jne	.L3
	cmpq	%rdi, %rsi
	jne	.L2
	xorl	%eax, %eax
.L4:
	imulq	%r9, %rbx
	imulq	%rbx, %r10
	addq	$8, %rdi
.L5:
	addq	(%rcx,%rax,8), %rbx
	movq	%rbx, %r10
	addq	$1, %rax
	cmpq	%rax, %r8
	jne	.L5
	cmpq	%rdi, %rsi
	jne	.L4
	ret
	.size	nests, .-nests
