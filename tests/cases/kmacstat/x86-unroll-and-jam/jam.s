	.file	"jam.f90"
MAIN__:
	.file 1 "jam.f90"
	.loc 1 7 9
	pushq	%rbp
	.loc 1 9 5
	movl	$32024, %edx
	xorl	%esi, %esi
	.loc 1 7 9
	movq	%rsp, %rbp
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	andq	$-32, %rsp
	subq	$32608, %rsp
	.loc 1 9 5
	leaq	576(%rsp), %r13
	movq	%r13, %rdi
	call	memset@PLT
	vmovsd	.LC2(%rip), %xmm4
	vbroadcastsd	.LC2(%rip), %ymm3
	movl	$1200000, %edx
	leaq	32448(%rsp), %rcx
	vmovddup	.LC2(%rip), %xmm2
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%r13, %r12
	movq	%r13, %rax
	.p2align 4,,10
	.p2align 3
.L2:
	.loc 1 4 17
	vpermpd	$44, (%rax), %ymm1
	addq	$192, %rax
	vblendpd	$4, -160(%rax), %ymm1, %ymm1
	vperm2f128	$33, -128(%rax), %ymm1, %ymm0
	vblendpd	$8, %ymm0, %ymm1, %ymm1
	vpermpd	$44, -96(%rax), %ymm0
	vaddpd	%ymm3, %ymm1, %ymm1
	vblendpd	$4, -64(%rax), %ymm0, %ymm0
	vperm2f128	$33, -32(%rax), %ymm0, %ymm5
	vblendpd	$8, %ymm5, %ymm0, %ymm0
	vaddpd	%ymm3, %ymm1, %ymm1
	vaddpd	%ymm3, %ymm0, %ymm0
	vmovlpd	%xmm1, -192(%rax)
	vaddpd	%ymm3, %ymm0, %ymm0
	vmovhpd	%xmm1, -168(%rax)
	vextractf128	$0x1, %ymm1, %xmm1
	vmovlpd	%xmm1, -144(%rax)
	vmovhpd	%xmm1, -120(%rax)
	vmovlpd	%xmm0, -96(%rax)
	vmovhpd	%xmm0, -72(%rax)
	vextractf128	$0x1, %ymm0, %xmm0
	vmovlpd	%xmm0, -48(%rax)
	vmovhpd	%xmm0, -24(%rax)
	cmpq	%rax, %rcx
	jne	.L2
	vmovapd	32464(%rsp), %xmm6
	vmovapd	32512(%rsp), %xmm7
	vmovlpd	32448(%rsp), %xmm6, %xmm0
	vmovapd	32560(%rsp), %xmm6
	vaddpd	%xmm2, %xmm0, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vmovq	%xmm0, 32448(%rsp)
	vpextrq	$1, %xmm0, 32472(%rsp)
	vmovlpd	32496(%rsp), %xmm7, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vmovq	%xmm0, 32496(%rsp)
	vpextrq	$1, %xmm0, 32520(%rsp)
	vmovlpd	32544(%rsp), %xmm6, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vmovq	%xmm0, 32544(%rsp)
	vpextrq	$1, %xmm0, 32568(%rsp)
	vaddsd	32592(%rsp), %xmm4, %xmm0
	vaddsd	%xmm4, %xmm0, %xmm0
	vmovsd	%xmm0, 32592(%rsp)
	.loc 1 11 7
	subl	$1, %edx
	jne	.L3
	.loc 1 14 15
	leaq	.LC4(%rip), %rax
	movl	$14, 64(%rsp)
	leaq	48(%rsp), %rbx
	movq	%rax, 56(%rsp)
	movq	.LC5(%rip), %rax
	movq	%rbx, %rdi
	vmovsd	%xmm0, 24(%rsp)
	movq	%rax, 48(%rsp)
	vzeroupper
	call	_gfortran_st_write@PLT
	vmovsd	24(%rsp), %xmm0
	vxorpd	%xmm1, %xmm1, %xmm1
	addq	$32000, %r13
	.p2align 4,,10
	.p2align 3
.L4:
	vaddsd	(%r12), %xmm1, %xmm1
	addq	$32, %r12
	vaddsd	-24(%r12), %xmm1, %xmm1
	.loc 1 14 15
	vaddsd	-16(%r12), %xmm1, %xmm1
	vaddsd	-8(%r12), %xmm1, %xmm1
	cmpq	%r13, %r12
	jne	.L4
	.loc 1 14 15
	leaq	40(%rsp), %rsi
	movq	%rbx, %rdi
	movl	$8, %edx
	vaddsd	32576(%rsp), %xmm1, %xmm1
	vaddsd	32584(%rsp), %xmm1, %xmm1
	vaddsd	%xmm0, %xmm1, %xmm1
	vmovsd	%xmm1, 40(%rsp)
	call	_gfortran_transfer_real_write@PLT
	movq	%rbx, %rdi
	call	_gfortran_st_write_done@PLT
	.loc 1 15 3
	leaq	-24(%rbp), %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%rbp
	ret
	.size	MAIN__, .-MAIN__
