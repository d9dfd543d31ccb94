# Loops whose results depend on the limits of a core: stores to consecutive and to different lines, stores and
# loads that cross a line, a value loaded after its store, operations that are split in the front end, divisions.
	.text
	.globl	triad
triad:
	.loc 1 1 1
.L1:
	vmovupd	8(%rsi,%rax), %zmm0
	vfmadd213pd	(%rdx,%rax), %zmm1, %zmm0
	vmovupd	%zmm0, 8(%rdi,%rax)
	addq	$64, %rax
	cmpq	%rax, %rcx
	jne	.L1
	ret
	.globl	forward
forward:
	.loc 1 2 1
.L2:
	vmovsd	-8(%rdi,%rax,8), %xmm0
	vfmadd213sd	(%rsi,%rax,8), %xmm1, %xmm0
	vmovsd	%xmm0, (%rdi,%rax,8)
	incq	%rax
	cmpq	%rax, %rcx
	jne	.L2
	ret
	.globl	columns
columns:
	.loc 1 3 1
.L3:
	vaddsd	(%rsi,%rax,8), %xmm1, %xmm0
	vdivsd	(%rdx,%rax,8), %xmm0, %xmm2
	vmovsd	%xmm0, (%rdi)
	vmovsd	%xmm2, 8(%rdi)
	addq	%rax, (%r8,%rax,8)
	addl	(%r9,%rax,4), %ebx
	addq	%r10, %rdi
	incq	%rax
	cmpq	%rax, %rcx
	jne	.L3
	ret
