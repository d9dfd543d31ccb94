	.text
	.globl	where
	.type	where, @function
where:
	xorl	%eax, %eax
.L16:
	cmpb	$0, 0(%r13,%rax)
	je	.L15
	vmovsd	(%r15,%rax,8), %xmm0
	vaddsd	%xmm0, %xmm0, %xmm0
	vmovsd	%xmm0, (%rbx,%rax,8)
.L15:
	addq	$1, %rax
	cmpq	$4003, %rax
	jne	.L16
	ret
	.size	where, .-where
