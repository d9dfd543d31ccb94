	.text
	.globl	store
store:
	.loc 1 1 1
.L1:
	vmovsd	%xmm0, (%rdi)
	addq	$64, %rdi
	cmpq	%rdi, %rcx
	jne	.L1
	ret
	.globl	line
line:
	.loc 1 2 1
.L2:
	vmovsd	%xmm0, (%rdi)
	vmovsd	%xmm0, 8(%rdi)
	addq	$64, %rdi
	cmpq	%rdi, %rcx
	jne	.L2
	ret
	.globl	split
split:
	.loc 1 3 1
.L3:
	vaddsd	(%rdi,%rax,8), %xmm1, %xmm0
	vaddsd	%xmm0, %xmm2, %xmm3
	incq	%rax
	cmpq	%rax, %rcx
	jne	.L3
	ret
