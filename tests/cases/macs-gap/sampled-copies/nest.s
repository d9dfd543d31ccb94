	.file	"nest.f90"
	.text
	.globl	nest_
	.type	nest_, @function
nest_:
	.file 1 "nest.f90"
	.loc 1 1 1
	movl	(%rsi), %edi
	movapd	.LC0(%rip), %xmm1
	movl	$32, %eax
	movl	$0, %r10d
.L3:
	.loc 1 4 7
	movq	%r10, %r9
.L4:
	.loc 1 5 7
	movupd	(%rcx,%r9), %xmm0
	addpd	%xmm1, %xmm0
	movups	%xmm0, (%rdx,%r9)
	.loc 1 4 7
	addq	$16, %r9
	cmpq	%rax, %r9
	jne	.L4
	.loc 1 5 7
	movsd	32(%rcx), %xmm0
	addsd	%xmm1, %xmm0
	movsd	%xmm0, 32(%rdx)
	movsd	40(%rcx), %xmm0
	addsd	%xmm1, %xmm0
	movsd	%xmm0, 40(%rdx)
	.loc 1 4 7
	addq	$48, %rcx
	addq	$48, %rdx
	subl	$1, %edi
	jne	.L3
	ret
	.size	nest_, .-nest_
