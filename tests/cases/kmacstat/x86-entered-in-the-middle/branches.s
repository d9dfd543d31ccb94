	.text
	.globl	f
	.type	f, @function
f:
.LFB0:
	testl	%ecx, %ecx
	jle	.L14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	movq	%rdx, %rbx
	movq	%rdi, %rbp
	movq	%rsi, %r12
	movslq	%ecx, %rcx
	leaq	(%rdx,%rcx,4), %r13
	jmp	.L9
.L4:
	movsd	0(%rbp), %xmm0
	mulsd	(%r12), %xmm0
	movsd	%xmm0, 0(%rbp)
.L5:
	addq	$4, %rbx
	addq	$8, %rbp
	addq	$8, %r12
	cmpq	%r13, %rbx
	je	.L17
.L9:
	movl	(%rbx), %eax
	testl	%eax, %eax
	jle	.L3
	testb	$1, %al
	je	.L4
	movsd	0(%rbp), %xmm0
	divsd	(%r12), %xmm0
	divsd	.LC0(%rip), %xmm0
	movsd	%xmm0, 0(%rbp)
	jmp	.L5
.L3:
	cmpl	$-5, %eax
	jge	.L5
	movsd	0(%rbp), %xmm0
	pxor	%xmm1, %xmm1
	ucomisd	%xmm0, %xmm1
	ja	.L12
	sqrtsd	%xmm0, %xmm0
.L8:
	addsd	(%r12), %xmm0
	movsd	%xmm0, (%r12)
	jmp	.L5
.L12:
	call	sqrt@PLT
	jmp	.L8
.L17:
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
.L14:
	ret
.LFE0:
	.size	f, .-f
.LC0:
	.long	-1717986918
	.long	1074633113
