	.file	"pairs.c"
	.text
	.p2align 4
	.globl	held_pairs
	.type	held_pairs, @function
held_pairs:
.LFB0:
	.file 1 "pairs.c"
	.loc 1 4 23
	movsd	.LC1(%rip), %xmm3
	leaq	8+pairs(%rip), %rax
	leaq	firsts(%rip), %rcx
	leaq	seconds(%rip), %rdx
	leaq	16352(%rax), %rsi
	unpcklpd	%xmm3, %xmm3
	.p2align 4,,10
	.p2align 3
.L2:
.LBB2:
	.loc 1 6 30
	movupd	(%rax), %xmm0
	.loc 1 7 33
	movapd	(%rdx), %xmm1
	addq	$32, %rax
	addq	$16, %rcx
	addq	$16, %rdx
	.loc 1 6 30
	movhpd	-16(%rax), %xmm0
	.loc 1 6 33
	mulpd	%xmm3, %xmm0
	.loc 1 6 39
	addpd	-16(%rcx), %xmm0
	.loc 1 7 33
	addpd	%xmm0, %xmm1
	.loc 1 7 20
	movapd	%xmm0, %xmm2
	unpcklpd	%xmm1, %xmm2
	unpckhpd	%xmm1, %xmm0
	movaps	%xmm2, -40(%rax)
	movaps	%xmm0, -24(%rax)
	cmpq	%rsi, %rax
	jne	.L2
	.loc 1 6 33
	movsd	.LC1(%rip), %xmm0
	movsd	16360+pairs(%rip), %xmm1
	.loc 1 7 33
	movsd	8184+seconds(%rip), %xmm2
	.loc 1 6 33
	mulsd	%xmm0, %xmm1
	mulsd	16376+pairs(%rip), %xmm0
	.loc 1 6 39
	addsd	8176+firsts(%rip), %xmm1
	addsd	8184+firsts(%rip), %xmm0
	.loc 1 7 33
	addsd	%xmm0, %xmm2
	unpcklpd	%xmm2, %xmm0
	movsd	8176+seconds(%rip), %xmm2
	.loc 1 6 20
	movaps	%xmm0, 16368+pairs(%rip)
	.loc 1 7 33
	addsd	%xmm1, %xmm2
	.loc 1 6 20
	unpcklpd	%xmm2, %xmm1
	movaps	%xmm1, 16352+pairs(%rip)
.LBE2:
	.loc 1 9 1
	ret
.LFE0:
	.size	held_pairs, .-held_pairs
	.globl	seconds
	.bss
	.align 32
	.type	seconds, @object
	.size	seconds, 8192
seconds:
	.zero	8192
	.globl	firsts
	.align 32
	.type	firsts, @object
	.size	firsts, 8192
firsts:
	.zero	8192
	.globl	pairs
	.align 32
	.type	pairs, @object
	.size	pairs, 16384
pairs:
	.zero	16384
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1071644672
	.text
