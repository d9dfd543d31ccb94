	.file	"x87.f90"
	.text
.Ltext0:
	.file 0 "/src" "x87.f90"
	.p2align 4
	.globl	extended_
	.type	extended_, @function
extended_:
.LFB0:
	.file 1 "x87.f90"
	.loc 1 1 19
	.cfi_startproc
	.loc 1 1 21
	movl	(%rcx), %ecx
.LBB2:
.LBB3:
	.loc 1 7 8
	testl	%ecx, %ecx
	jle	.L1
	leal	-1(%rcx), %r8d
	xorl	%eax, %eax
	salq	$4, %rcx
	.p2align 4,,10
	.p2align 3
.L3:
	.loc 1 8 20
	fldt	(%rdi,%rax)
	fldt	(%rsi,%rax)
	fmulp	%st, %st(1)
	fstpt	(%rdi,%rax)
	.loc 1 7 8
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L3
	movq	%r8, %rax
	salq	$5, %rax
	leaq	32(%rdx,%rax), %rax
	.p2align 4,,10
	.p2align 3
.L4:
	fldt	16(%rdx)
.LBE3:
.LBE2:
.LBB4:
.LBB5:
	.loc 1 10 8
	addq	$32, %rdx
	fadd	%st(0), %st
	.loc 1 11 22
	fldt	-32(%rdx)
	fadd	%st(0), %st
	fstpt	-32(%rdx)
	fstpt	-16(%rdx)
	.loc 1 10 8
	cmpq	%rdx, %rax
	jne	.L4
.L1:
.LBE5:
.LBE4:
	.loc 1 13 14
	ret
	.cfi_endproc
.LFE0:
	.size	extended_, .-extended_
.Letext0:
