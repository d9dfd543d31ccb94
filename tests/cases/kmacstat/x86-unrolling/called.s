	.text
	.globl	zgebak_
	.type	zgebak_, @function
zgebak_:
	.file 1 "zgebak.f"
.L20:
	movq	128(%rsp), %rcx
	movq	8(%rsp), %rsi
	movq	%r15, %rdx
	.loc 1 220 72
	movq	%rax, 16(%rsp)
	.loc 1 221 72
	movq	112(%rsp), %rdi
	.loc 1 220 72
	movsd	.LC7(%rip), %xmm0
	.loc 1 219 21
	addq	$16, %r15
	.loc 1 220 72
	divsd	-8(%r12,%rax,8), %xmm0
	movsd	%xmm0, 40(%rsp)
	.loc 1 221 72
	call	zdscal_@PLT
	.loc 1 219 21
	movq	16(%rsp), %rax
	addq	$1, %rax
	cmpl	%eax, 28(%rsp)
	jge	.L20
	ret
	.size	zgebak_, .-zgebak_
