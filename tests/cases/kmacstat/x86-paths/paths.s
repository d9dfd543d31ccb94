# An if with 1 store and an else with 2.
	.text
	.globl	f
	.type	f, @function
f:
.L1:
	cmpl	$0, (%rdi,%rax,4)
	jle	.L2
	movq	%r8, (%rsi,%rax,8)
	jmp	.L3
.L2:
	movq	%r9, (%rsi,%rax,8)
	movq	%r9, (%rdx,%rax,8)
.L3:
	addq	$1, %rax
	cmpq	%rax, %rcx
	jne	.L1
	ret
# A switch with 3 cases.
.L10:
	movl	(%rdi), %eax
	jmp	*.L20(,%rax,8)
	.section	.rodata
.L20:
	.quad	.L11
	.quad	.L12
	.quad	.L13
	.text
.L11:
	movq	%r8, (%rsi)
	movq	%r8, 8(%rsi)
	movq	%r8, 16(%rsi)
	jmp	.L14
.L12:
	movq	%r9, (%rdx)
	jmp	.L14
.L13:
	imulq	%r10, %r10
.L14:
	addq	$4, %rdi
	cmpq	%rdi, %rcx
	jne	.L10
	ret
# A cold error exit, and a cold block that returns to the loop.
.L30:
	movsd	(%rdi,%rax,8), %xmm1
	ucomisd	%xmm2, %xmm1
	ja	.L40
.L31:
	addsd	%xmm1, %xmm0
	cmpq	%rax, %rcx
	je	.L50
	addq	$1, %rax
	jmp	.L30
.L40:
	divsd	%xmm3, %xmm1
	mulsd	%xmm1, %xmm0
	ucomisd	%xmm4, %xmm1
	ja	.L60
	jmp	.L31
.L50:
	ret
.L60:
	call	abort
	.size	f, .-f
