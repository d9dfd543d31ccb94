	.file	"sw.f90"
	.text
.Ltext0:
	.file 0 "/tmp/xs" "sw.f90"
	.p2align 4
	.globl	sw_
	.type	sw_, @function
sw_:
.LFB0:
	.file 1 "sw.f90"
	.loc 1 1 13
	.cfi_startproc
	.loc 1 1 17
	movl	(%rdi), %eax
.LBB2:
.LBB3:
	.loc 1 4 6
	testl	%eax, %eax
	jle	.L1
	subl	$1, %eax
	.loc 1 10 22
	movq	.LC3(%rip), %xmm3
	.loc 1 9 23
	movsd	.LC2(%rip), %xmm2
	.loc 1 12 22
	leaq	.L5(%rip), %rcx
	.loc 1 6 23
	movsd	.LC1(%rip), %xmm1
	leaq	8(%rdx,%rax,8), %rdi
	.p2align 4,,10
	.p2align 3
.L11:
	.loc 1 12 22
	cmpl	$6, (%rsi)
	ja	.L12
	movl	(%rsi), %eax
	movslq	(%rcx,%rax,4), %rax
	addq	%rcx, %rax
	jmp	*%rax
	.section	.rodata
	.align 4
	.align 4
.L5:
	.long	.L12-.L5
	.long	.L10-.L5
	.long	.L9-.L5
	.long	.L8-.L5
	.long	.L7-.L5
	.long	.L6-.L5
	.long	.L4-.L5
	.text
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 11 26
	movsd	(%rdx), %xmm0
	mulsd	%xmm0, %xmm0
	.p2align 4,,10
	.p2align 3
.L3:
	.loc 1 6 23 discriminator 2
	movsd	%xmm0, (%rdx)
	.loc 1 4 6 discriminator 2
	addq	$8, %rdx
	addq	$4, %rsi
	cmpq	%rdi, %rdx
	jne	.L11
.L1:
.LBE3:
.LBE2:
	.loc 1 15 3
	ret
	.p2align 4,,10
	.p2align 3
.L6:
.LBB5:
.LBB4:
	.loc 1 10 22
	movsd	(%rdx), %xmm0
	xorpd	%xmm3, %xmm0
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L7:
	.loc 1 9 23
	movsd	(%rdx), %xmm0
	divsd	%xmm2, %xmm0
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L8:
	.loc 1 8 27
	movsd	(%rdx), %xmm0
	sqrtsd	%xmm0, %xmm0
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L9:
	.loc 1 7 23
	movsd	(%rdx), %xmm0
	addsd	%xmm0, %xmm0
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L10:
	.loc 1 6 23
	movsd	(%rdx), %xmm0
	addsd	%xmm1, %xmm0
	jmp	.L3
.L12:
	.loc 1 12 22
	pxor	%xmm0, %xmm0
	jmp	.L3
.LBE4:
.LBE5:
	.cfi_endproc
.LFE0:
	.size	sw_, .-sw_
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1072693248
	.align 8
.LC2:
	.long	0
	.long	1074266112
	.section	.rodata.cst16,"aM",@progbits,16
	.align 16
.LC3:
	.long	0
	.long	-2147483648
	.long	0
	.long	0
	.text
.Letext0:
