	.text
	.globl	f
	.type	f, @function
f:
.L2:
	vxorpd	%xmm0, %xmm0, %xmm0
.L3:
	vaddsd	(%rdi,%rax,8), %xmm0, %xmm0
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L3
	addq	$5, %rsi
	vmovsd	%xmm0, (%rdx)
	addq	$8, %rdx
	cmpq	%rdx, %rcx
	jne	.L2
	ret
	.size	f, .-f
