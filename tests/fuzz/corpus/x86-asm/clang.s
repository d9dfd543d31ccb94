	.text
	.file	"-"
	.globl	f                               # -- Begin function f
	.p2align	4, 0x90
	.type	f,@function
f:                                      # @f
	.cfi_startproc
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r13
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
                                        # kill: def $ecx killed $ecx def $rcx
	movq	%rdx, %r15
	movq	%rsi, %r14
	movq	%rdi, %r12
	addl	$-1, %ecx
	cmpl	$4, %ecx
	ja	.LBB0_7
# %bb.1:
	leaq	.LJTI0_0(%rip), %rax
	movslq	(%rax,%rcx,4), %rcx
	addq	%rax, %rcx
	jmpq	*%rcx
.LBB0_2:
	movabsq	$4607182418800017408, %rax      # imm = 0x3FF0000000000000
	movq	%rax, (%r12)
	testq	%r15, %r15
	jg	.LBB0_8
	jmp	.LBB0_15
.LBB0_3:
	movabsq	$4611686018427387904, %rax      # imm = 0x4000000000000000
	movq	%rax, 8(%r12)
	testq	%r15, %r15
	jg	.LBB0_8
	jmp	.LBB0_15
.LBB0_4:
	movabsq	$4611686018427387904, %rax      # imm = 0x4000000000000000
	movq	%rax, 40(%r12)
	testq	%r15, %r15
	jg	.LBB0_8
	jmp	.LBB0_15
.LBB0_5:
	movabsq	$4613937818241073152, %rax      # imm = 0x4008000000000000
	movq	%rax, 72(%r12)
.LBB0_7:
	testq	%r15, %r15
	jle	.LBB0_15
.LBB0_8:
	cmpq	$1, %r15
	jne	.LBB0_16
# %bb.9:
	xorl	%ebx, %ebx
.LBB0_10:
	testb	$1, %r15b
	je	.LBB0_15
# %bb.11:
	movsd	(%r12,%rbx,8), %xmm0            # xmm0 = mem[0],zero
	xorpd	%xmm1, %xmm1
	ucomisd	%xmm1, %xmm0
	jb	.LBB0_13
# %bb.12:
	sqrtsd	%xmm0, %xmm0
	jmp	.LBB0_14
.LBB0_16:
	movq	%r15, %r13
	andq	$-2, %r13
	xorl	%ebx, %ebx
	xorpd	%xmm1, %xmm1
	jmp	.LBB0_17
	.p2align	4, 0x90
.LBB0_22:                               #   in Loop: Header=BB0_17 Depth=1
	callq	sqrt@PLT
	xorpd	%xmm1, %xmm1
.LBB0_23:                               #   in Loop: Header=BB0_17 Depth=1
	movslq	4(%r14,%rbx,4), %rax
	addsd	(%r12,%rax,8), %xmm0
	movsd	%xmm0, (%r12,%rax,8)
	addq	$2, %rbx
	cmpq	%rbx, %r13
	je	.LBB0_10
.LBB0_17:                               # =>This Inner Loop Header: Depth=1
	movsd	(%r12,%rbx,8), %xmm0            # xmm0 = mem[0],zero
	ucomisd	%xmm1, %xmm0
	jb	.LBB0_19
# %bb.18:                               #   in Loop: Header=BB0_17 Depth=1
	sqrtsd	%xmm0, %xmm0
	jmp	.LBB0_20
	.p2align	4, 0x90
.LBB0_19:                               #   in Loop: Header=BB0_17 Depth=1
	callq	sqrt@PLT
	xorpd	%xmm1, %xmm1
.LBB0_20:                               #   in Loop: Header=BB0_17 Depth=1
	movslq	(%r14,%rbx,4), %rax
	addsd	(%r12,%rax,8), %xmm0
	movsd	%xmm0, (%r12,%rax,8)
	movsd	8(%r12,%rbx,8), %xmm0           # xmm0 = mem[0],zero
	ucomisd	%xmm1, %xmm0
	jb	.LBB0_22
# %bb.21:                               #   in Loop: Header=BB0_17 Depth=1
	sqrtsd	%xmm0, %xmm0
	jmp	.LBB0_23
.LBB0_6:
	movabsq	$4607182418800017408, %rax      # imm = 0x3FF0000000000000
	movq	%rax, 56(%r12)
	testq	%r15, %r15
	jg	.LBB0_8
	jmp	.LBB0_15
.LBB0_13:
	callq	sqrt@PLT
.LBB0_14:
	movslq	(%r14,%rbx,4), %rax
	addsd	(%r12,%rax,8), %xmm0
	movsd	%xmm0, (%r12,%rax,8)
.LBB0_15:
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end0:
	.size	f, .Lfunc_end0-f
	.cfi_endproc
	.section	.rodata,"a",@progbits
	.p2align	2
.LJTI0_0:
	.long	.LBB0_2-.LJTI0_0
	.long	.LBB0_3-.LJTI0_0
	.long	.LBB0_4-.LJTI0_0
	.long	.LBB0_5-.LJTI0_0
	.long	.LBB0_6-.LJTI0_0
                                        # -- End function
	.ident	"Debian clang version 14.0.6"
	.section	".note.GNU-stack","",@progbits
	.addrsig
