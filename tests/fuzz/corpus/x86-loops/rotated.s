	.file	"a.f"
	.text
.Ltext0:
	.file 0 "/tmp/xs" "a.f"
	.p2align 4
	.globl	daxpyk_
	.type	daxpyk_, @function
daxpyk_:
.LFB0:
	.file 1 "a.f"
	.loc 1 1 23
	.cfi_startproc
.LBB2:
	.loc 1 4 72
	movl	(%rdi), %eax
.LBB3:
	.loc 1 4 14
	testl	%eax, %eax
	jle	.L1
	.loc 1 5 72
	movsd	(%rsi), %xmm1
	movl	%eax, %esi
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	movsd	(%rdx,%rax,8), %xmm0
	mulsd	%xmm1, %xmm0
	addsd	(%rcx,%rax,8), %xmm0
	movsd	%xmm0, (%rcx,%rax,8)
	.loc 1 4 14
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L3
.L1:
.LBE3:
.LBE2:
	.loc 1 7 72
	ret
	.cfi_endproc
.LFE0:
	.size	daxpyk_, .-daxpyk_
	.p2align 4
	.globl	cond_
	.type	cond_, @function
cond_:
.LFB1:
	.loc 1 8 21
	.cfi_startproc
	.loc 1 8 25
	movslq	(%rdi), %r8
.LBB4:
	.loc 1 11 72
	movl	(%rcx), %r10d
.LBE4:
	.loc 1 8 25
	xorl	%eax, %eax
	testq	%r8, %r8
	movq	%r8, %r11
	cmovs	%rax, %r8
.LBB13:
.LBB5:
	.loc 1 11 11
	testl	%r10d, %r10d
	jle	.L6
	leal	-1(%r11), %r9d
.LBB6:
.LBB7:
	.loc 1 18 72
	movsd	.LC1(%rip), %xmm3
	salq	$3, %r8
	addl	$1, %r10d
	leaq	8(%rsi,%r9,8), %rsi
	notq	%r9
.LBE7:
.LBE6:
.LBE5:
	.loc 1 11 11
	movl	$1, %edi
	salq	$3, %r9
.LBB12:
.LBB10:
.LBB8:
	.loc 1 14 12
	pxor	%xmm2, %xmm2
	.p2align 4,,10
	.p2align 3
.L13:
	.loc 1 13 11
	testl	%r11d, %r11d
	jle	.L14
	leaq	(%r9,%rsi), %rax
	movq	%rdx, %rcx
.LBE8:
.LBE10:
	.loc 1 12 72
	pxor	%xmm1, %xmm1
	jmp	.L11
	.p2align 4,,10
	.p2align 3
.L19:
.LBB11:
.LBB9:
	.loc 1 15 72
	sqrtsd	%xmm0, %xmm0
	.loc 1 16 72
	addsd	%xmm0, %xmm1
.L9:
	.loc 1 13 11 discriminator 2
	addq	$8, %rax
	movsd	%xmm0, (%rcx)
	addq	$8, %rcx
	cmpq	%rsi, %rax
	je	.L8
.L11:
	.loc 1 14 12
	movsd	(%rax), %xmm0
	comisd	%xmm2, %xmm0
	ja	.L19
	.loc 1 18 72
	movapd	%xmm3, %xmm0
	jmp	.L9
	.p2align 4,,10
	.p2align 3
.L14:
.LBE9:
.LBE11:
	.loc 1 12 72
	pxor	%xmm1, %xmm1
	.p2align 4,,10
	.p2align 3
.L8:
	.loc 1 11 11
	addl	$1, %edi
	.loc 1 21 72
	movsd	%xmm1, (%rdx)
	.loc 1 11 11
	addq	%r8, %rsi
	addq	%r8, %rdx
	cmpl	%r10d, %edi
	jne	.L13
.L6:
.LBE12:
.LBE13:
	.loc 1 23 72
	ret
	.cfi_endproc
.LFE1:
	.size	cond_, .-cond_
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	-1074790400
	.text
.Letext0:
