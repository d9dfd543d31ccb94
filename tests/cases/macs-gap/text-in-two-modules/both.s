	.file	"both.F90"
	.text
.Ltext0:
	.file 0 "/src" "both.F90"
	.p2align 4
	.globl	__kern_single_MOD_work
	.type	__kern_single_MOD_work, @function
__kern_single_MOD_work:
.LFB0:
	.file 1 "kern.inc"
	.loc 1 2 17
	.cfi_startproc
	.loc 1 2 17
	movq	%rdi, %rcx
	.loc 1 2 19
	movl	(%rdx), %edi
.LBB2:
.LBB3:
	.loc 1 7 10
	testl	%edi, %edi
	jle	.L14
	leal	-1(%rdi), %eax
	cmpl	$6, %eax
	jbe	.L8
	vbroadcastss	.LC1(%rip), %ymm1
	movl	%edi, %edx
	xorl	%eax, %eax
	shrl	$3, %edx
	salq	$5, %rdx
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 8 31
	vmovups	(%rcx,%rax), %ymm0
	vfmadd213ps	(%rsi,%rax), %ymm1, %ymm0
	vmovups	%ymm0, (%rcx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L4
	movl	%edi, %eax
	andl	$-8, %eax
	leal	1(%rax), %edx
	cmpl	%eax, %edi
	je	.L16
	vzeroupper
.L3:
	movl	%edi, %r8d
	subl	%eax, %r8d
	leal	-1(%r8), %r9d
	cmpl	$2, %r9d
	jbe	.L6
	leaq	(%rcx,%rax,4), %r9
	vmovups	(%rsi,%rax,4), %xmm2
	vbroadcastss	.LC1(%rip), %xmm0
	movl	%r8d, %eax
	vfmadd132ps	(%r9), %xmm2, %xmm0
	andl	$-4, %eax
	addl	%eax, %edx
	andl	$3, %r8d
	vmovups	%xmm0, (%r9)
	je	.L14
.L6:
	movslq	%edx, %rax
	vmovss	.LC1(%rip), %xmm0
	salq	$2, %rax
	addq	%rax, %rcx
	addq	%rax, %rsi
	vmovss	-4(%rcx), %xmm1
	vfmadd213ss	-4(%rsi), %xmm0, %xmm1
	vmovss	%xmm1, -4(%rcx)
	.loc 1 7 10
	cmpl	%edx, %edi
	jle	.L14
	.loc 1 8 31
	vmovss	(%rcx), %xmm1
	vfmadd213ss	(%rsi), %xmm0, %xmm1
	.loc 1 7 10
	addl	$2, %edx
	.loc 1 8 31
	vmovss	%xmm1, (%rcx)
	.loc 1 7 10
	cmpl	%edx, %edi
	jl	.L14
	.loc 1 8 31
	vmovss	4(%rsi), %xmm3
	vfmadd132ss	4(%rcx), %xmm3, %xmm0
	vmovss	%xmm0, 4(%rcx)
.L14:
.LBE3:
.LBE2:
	.loc 1 10 16
	ret
	.p2align 4,,10
	.p2align 3
.L16:
	vzeroupper
	ret
.L8:
.LBB5:
.LBB4:
	.loc 1 7 10
	xorl	%eax, %eax
.LBE4:
	movl	$1, %edx
	jmp	.L3
.LBE5:
	.cfi_endproc
.LFE0:
	.size	__kern_single_MOD_work, .-__kern_single_MOD_work
	.p2align 4
	.globl	__kern_double_MOD_work
	.type	__kern_double_MOD_work, @function
__kern_double_MOD_work:
.LFB1:
	.loc 1 2 17
	.cfi_startproc
	.loc 1 2 19
	movl	(%rdx), %edx
	.loc 1 2 17
	movq	%rdi, %rcx
.LBB6:
.LBB7:
	.loc 1 7 10
	testl	%edx, %edx
	jle	.L33
	leal	-1(%rdx), %eax
	cmpl	$2, %eax
	jbe	.L24
	vbroadcastsd	.LC4(%rip), %ymm1
	movl	%edx, %edi
	xorl	%eax, %eax
	shrl	$2, %edi
	salq	$5, %rdi
	.p2align 4,,10
	.p2align 3
.L20:
	.loc 1 8 31
	vmovupd	(%rcx,%rax), %ymm0
	vfmadd213pd	(%rsi,%rax), %ymm1, %ymm0
	vmovupd	%ymm0, (%rcx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdi
	jne	.L20
	movl	%edx, %edi
	andl	$-4, %edi
	testb	$3, %dl
	je	.L32
	leal	1(%rdi), %eax
	vzeroupper
.L19:
	subl	%edi, %edx
	cmpl	$1, %edx
	je	.L22
	leaq	(%rcx,%rdi,8), %r8
	vmovupd	(%rsi,%rdi,8), %xmm3
	vmovddup	.LC4(%rip), %xmm0
	vfmadd132pd	(%r8), %xmm3, %xmm0
	vmovupd	%xmm0, (%r8)
	testb	$1, %dl
	je	.L33
	andl	$-2, %edx
	addl	%edx, %eax
.L22:
	decl	%eax
	cltq
	vmovsd	(%rcx,%rax,8), %xmm0
	vmovsd	(%rsi,%rax,8), %xmm2
	vfmadd132sd	.LC4(%rip), %xmm2, %xmm0
	vmovsd	%xmm0, (%rcx,%rax,8)
.LBE7:
.LBE6:
	.loc 1 10 16
	ret
	.p2align 4,,10
	.p2align 3
.L32:
	vzeroupper
.L33:
	ret
.L24:
.LBB9:
.LBB8:
	.loc 1 7 10
	xorl	%edi, %edi
.LBE8:
	movl	$1, %eax
	jmp	.L19
.LBE9:
	.cfi_endproc
.LFE1:
	.size	__kern_double_MOD_work, .-__kern_double_MOD_work
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC1:
	.long	1056964608
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC4:
	.long	0
	.long	1071644672
	.text
.Letext0:
