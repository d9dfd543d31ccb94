	.file	"k.f90"
	.text
.Ltext0:
	.file 0 "/tmp/xs" "k.f90"
	.p2align 4
	.globl	rev_
	.type	rev_, @function
rev_:
.LFB0:
	.file 1 "k.f90"
	.loc 1 1 14
	.cfi_startproc
	.loc 1 1 20
	movslq	(%rdi), %rax
	.loc 1 4 6
	testl	%eax, %eax
	jle	.L1
	.p2align 4,,10
	.p2align 3
.L3:
	.loc 1 5 16
	movsd	-8(%rdx,%rax,8), %xmm0
	addsd	-8(%rsi,%rax,8), %xmm0
	movsd	%xmm0, -8(%rdx,%rax,8)
	.loc 1 4 6
	subq	$1, %rax
	testl	%eax, %eax
	jg	.L3
.L1:
	.loc 1 7 3
	ret
	.cfi_endproc
.LFE0:
	.size	rev_, .-rev_
	.p2align 4
	.globl	two_
	.type	two_, @function
two_:
.LFB1:
	.loc 1 8 14
	.cfi_startproc
	.loc 1 8 20
	movl	(%rdi), %eax
	addl	%eax, %eax
	.loc 1 11 6
	leal	-1(%rax), %ecx
	shrl	%ecx
	testl	%eax, %eax
	jle	.L6
	addl	$1, %ecx
	xorl	%eax, %eax
	salq	$4, %rcx
	.p2align 4,,10
	.p2align 3
.L8:
	.loc 1 12 16
	movsd	(%rdx,%rax), %xmm0
	addsd	(%rsi,%rax), %xmm0
	movsd	%xmm0, (%rdx,%rax)
	.loc 1 11 6
	addq	$16, %rax
	cmpq	%rax, %rcx
	jne	.L8
.L6:
	.loc 1 14 3
	ret
	.cfi_endproc
.LFE1:
	.size	two_, .-two_
	.p2align 4
	.globl	mixed_
	.type	mixed_, @function
mixed_:
.LFB2:
	.loc 1 15 16
	.cfi_startproc
	.loc 1 15 22
	movl	(%rdi), %ecx
	.loc 1 19 6
	testl	%ecx, %ecx
	jle	.L10
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L12:
	.loc 1 20 16
	pxor	%xmm0, %xmm0
	cvtss2sd	(%rsi,%rax,4), %xmm0
	addsd	(%rdx,%rax,8), %xmm0
	movsd	%xmm0, (%rdx,%rax,8)
	.loc 1 19 6
	addq	$1, %rax
	cmpq	%rax, %rcx
	jne	.L12
.L10:
	.loc 1 22 3
	ret
	.cfi_endproc
.LFE2:
	.size	mixed_, .-mixed_
	.p2align 4
	.globl	cplx_
	.type	cplx_, @function
cplx_:
.LFB3:
	.loc 1 23 15
	.cfi_startproc
	.loc 1 23 23
	movl	(%rdi), %eax
	.loc 1 26 6
	testl	%eax, %eax
	jle	.L14
	movsd	(%rsi), %xmm4
	movsd	8(%rsi), %xmm3
	movl	%eax, %esi
	xorl	%eax, %eax
	salq	$4, %rsi
	unpcklpd	%xmm4, %xmm4
	unpcklpd	%xmm3, %xmm3
	.p2align 4,,10
	.p2align 3
.L16:
	.loc 1 27 18
	movupd	(%rdx,%rax), %xmm1
	movupd	(%rdx,%rax), %xmm0
	movupd	(%rcx,%rax), %xmm5
	mulpd	%xmm4, %xmm1
	mulpd	%xmm3, %xmm0
	movapd	%xmm1, %xmm2
	shufpd	$1, %xmm0, %xmm0
	subpd	%xmm0, %xmm2
	addpd	%xmm1, %xmm0
	movsd	%xmm2, %xmm0
	addpd	%xmm5, %xmm0
	movups	%xmm0, (%rcx,%rax)
	addq	$16, %rax
	cmpq	%rsi, %rax
	jne	.L16
.L14:
	.loc 1 29 3
	ret
	.cfi_endproc
.LFE3:
	.size	cplx_, .-cplx_
	.p2align 4
	.globl	gather_
	.type	gather_, @function
gather_:
.LFB4:
	.loc 1 30 17
	.cfi_startproc
	.loc 1 30 25
	movl	(%rdi), %r8d
	.loc 1 33 6
	testl	%r8d, %r8d
	jle	.L18
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L20:
	.loc 1 34 19
	movslq	(%rsi,%rax,4), %rdi
	movsd	(%rcx,%rax,8), %xmm0
	addsd	-8(%rdx,%rdi,8), %xmm0
	movsd	%xmm0, (%rcx,%rax,8)
	.loc 1 33 6
	addq	$1, %rax
	cmpq	%rax, %r8
	jne	.L20
.L18:
	.loc 1 36 3
	ret
	.cfi_endproc
.LFE4:
	.size	gather_, .-gather_
	.p2align 4
	.globl	dot_
	.type	dot_, @function
dot_:
.LFB5:
	.loc 1 37 20
	.cfi_startproc
	.loc 1 37 24
	movl	(%rdi), %ecx
	.loc 1 41 6
	testl	%ecx, %ecx
	jle	.L25
	xorl	%eax, %eax
	.loc 1 40 6
	pxor	%xmm1, %xmm1
	.p2align 4,,10
	.p2align 3
.L24:
	.loc 1 42 19
	movsd	(%rsi,%rax,8), %xmm0
	mulsd	(%rdx,%rax,8), %xmm0
	.loc 1 41 6
	addq	$1, %rax
	.loc 1 42 19
	addsd	%xmm0, %xmm1
	.loc 1 41 6
	cmpq	%rax, %rcx
	jne	.L24
	.loc 1 44 3
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L25:
	.loc 1 40 6
	pxor	%xmm1, %xmm1
	.loc 1 44 3
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE5:
	.size	dot_, .-dot_
	.p2align 4
	.globl	strided_
	.type	strided_, @function
strided_:
.LFB6:
	.loc 1 45 18
	.cfi_startproc
	.loc 1 49 9
	movl	(%rdi), %edi
	.loc 1 49 6
	testl	%edi, %edi
	jle	.L27
	movslq	(%rsi), %r8
	addl	$1, %edi
	.loc 1 51 11
	xorl	%eax, %eax
	.loc 1 49 6
	movl	$1, %esi
	salq	$3, %r8
	.p2align 4,,10
	.p2align 3
.L29:
	.loc 1 50 19
	movsd	(%rcx,%rax), %xmm0
	addsd	(%rdx,%rax), %xmm0
	.loc 1 49 6
	addl	$1, %esi
	.loc 1 50 19
	movsd	%xmm0, (%rcx,%rax)
	.loc 1 49 6
	addq	%r8, %rax
	cmpl	%esi, %edi
	jne	.L29
.L27:
	.loc 1 53 3
	ret
	.cfi_endproc
.LFE6:
	.size	strided_, .-strided_
	.p2align 4
	.globl	pi_
	.type	pi_, @function
pi_:
.LFB7:
	.loc 1 54 19
	.cfi_startproc
	.loc 1 57 8
	movl	(%rdi), %edx
	pxor	%xmm0, %xmm0
	movsd	.LC1(%rip), %xmm3
	cvtsi2sdl	%edx, %xmm0
	movapd	%xmm3, %xmm4
	divsd	%xmm0, %xmm4
	.loc 1 59 6
	testl	%edx, %edx
	jle	.L34
	movsd	.LC2(%rip), %xmm5
	addl	$1, %edx
	.loc 1 58 5
	pxor	%xmm1, %xmm1
	.loc 1 59 6
	movl	$1, %eax
	.p2align 4,,10
	.p2align 3
.L33:
	.loc 1 60 7
	pxor	%xmm0, %xmm0
	.loc 1 61 17
	movapd	%xmm5, %xmm2
	.loc 1 60 7
	cvtsi2sdl	%eax, %xmm0
	.loc 1 59 6
	addl	$1, %eax
	.loc 1 60 7
	mulsd	%xmm4, %xmm0
	.loc 1 61 17
	mulsd	%xmm0, %xmm0
	addsd	%xmm3, %xmm0
	divsd	%xmm0, %xmm2
	addsd	%xmm2, %xmm1
	.loc 1 59 6
	cmpl	%edx, %eax
	jne	.L33
	.loc 1 63 3
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L34:
	.loc 1 58 5
	pxor	%xmm1, %xmm1
	.loc 1 63 3
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE7:
	.size	pi_, .-pi_
	.p2align 4
	.globl	gsum_
	.type	gsum_, @function
gsum_:
.LFB8:
	.loc 1 64 21
	.cfi_startproc
	.loc 1 64 25
	movl	(%rdi), %eax
	.loc 1 68 6
	testl	%eax, %eax
	jle	.L39
	subl	$1, %eax
	.loc 1 67 7
	pxor	%xmm0, %xmm0
	leaq	4(%rsi,%rax,4), %rcx
	.p2align 4,,10
	.p2align 3
.L38:
	.loc 1 69 19
	movslq	(%rsi), %rax
	.loc 1 68 6
	addq	$4, %rsi
	.loc 1 69 19
	addsd	-8(%rdx,%rax,8), %xmm0
	.loc 1 68 6
	cmpq	%rcx, %rsi
	jne	.L38
	ret
	.p2align 4,,10
	.p2align 3
.L39:
	.loc 1 67 7
	pxor	%xmm0, %xmm0
	.loc 1 71 3
	ret
	.cfi_endproc
.LFE8:
	.size	gsum_, .-gsum_
	.p2align 4
	.globl	rec_
	.type	rec_, @function
rec_:
.LFB9:
	.loc 1 72 14
	.cfi_startproc
	.loc 1 72 18
	movl	(%rdi), %eax
	.loc 1 75 6
	cmpl	$1, %eax
	jle	.L41
	movsd	(%rsi), %xmm0
	leal	-1(%rax), %ecx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L43:
	.loc 1 76 18
	mulsd	8(%rdx,%rax,8), %xmm0
	movsd	%xmm0, 8(%rsi,%rax,8)
	.loc 1 75 6
	addq	$1, %rax
	cmpq	%rax, %rcx
	jne	.L43
.L41:
	.loc 1 78 3
	ret
	.cfi_endproc
.LFE9:
	.size	rec_, .-rec_
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1072693248
	.align 8
.LC2:
	.long	0
	.long	1074790400
	.text
.Letext0:
