	.text
	.globl	interpret
	.type	interpret, @function
interpret:
	leaq	.L4(%rip), %r8
	movq	(%r8,%rax,8), %rsi
	jmp	*%rsi
.L1:
	mulsd	%xmm2, %xmm0
	subq	$1, %rdx
	je	.L3
.L5:
	movzbl	(%rdi,%rdx), %eax
	movq	(%r8,%rax,8), %rsi
	jmp	*%rsi
.L2:
	addsd	%xmm3, %xmm0
	subq	$1, %rdx
	jne	.L5
.L3:
	ret
	.size	interpret, .-interpret
	.section	.data.rel.ro,"aw"
.L4:
	.quad	.L1
	.quad	.L2
