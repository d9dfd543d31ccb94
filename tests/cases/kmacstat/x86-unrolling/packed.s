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
	.loc 1 1 14
	movq	%rdx, %rcx
	.loc 1 1 20
	movslq	(%rdi), %rdx
	.loc 1 1 14
	movq	%rsi, %r8
	.loc 1 4 6
	testl	%edx, %edx
	jle	.L17
	cmpl	$3, %edx
	jle	.L8
	movl	%edx, %edi
	movslq	%edx, %rax
	shrl	$2, %edi
	leaq	-32(,%rax,8), %rsi
	negq	%rdi
	leaq	(%r8,%rsi), %r9
	salq	$5, %rdi
	addq	%rcx, %rsi
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 5 16
	vpermpd	$27, (%rsi,%rax), %ymm1
	vpermpd	$27, (%r9,%rax), %ymm0
	vaddpd	%ymm1, %ymm0, %ymm0
	vpermpd	$27, %ymm0, %ymm0
	vmovupd	%ymm0, (%rsi,%rax)
	subq	$32, %rax
	cmpq	%rax, %rdi
	jne	.L4
	movl	%edx, %esi
	andl	$-4, %esi
	testb	$3, %dl
	je	.L16
	movl	%edx, %eax
	subl	%esi, %eax
	vzeroupper
.L3:
	movl	%edx, %edi
	subl	%esi, %edi
	cmpl	$1, %edi
	je	.L6
	subq	%rsi, %rdx
	vpermilpd	$1, -16(%rcx,%rdx,8), %xmm1
	vpermilpd	$1, -16(%r8,%rdx,8), %xmm0
	vaddpd	%xmm1, %xmm0, %xmm0
	vpermilpd	$1, %xmm0, %xmm0
	vmovupd	%xmm0, -16(%rcx,%rdx,8)
	testb	$1, %dil
	je	.L17
	andl	$-2, %edi
	subl	%edi, %eax
.L6:
	decl	%eax
	cltq
	vmovsd	(%rcx,%rax,8), %xmm0
	vaddsd	(%r8,%rax,8), %xmm0, %xmm0
	vmovsd	%xmm0, (%rcx,%rax,8)
	.loc 1 7 3
	ret
	.p2align 4,,10
	.p2align 3
.L16:
	vzeroupper
.L17:
	ret
.L8:
	.loc 1 4 6
	movl	%edx, %eax
	xorl	%esi, %esi
	jmp	.L3
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
	.loc 1 8 14
	movq	%rdi, %r8
	.loc 1 8 20
	movl	(%r8), %eax
	.loc 1 8 14
	movq	%rsi, %rdi
	.loc 1 8 20
	addl	%eax, %eax
	.loc 1 11 6
	leal	-1(%rax), %r9d
	movl	%r9d, %r8d
	.loc 1 8 14
	movq	%rdx, %rcx
	.loc 1 11 6
	shrl	%r8d
	testl	%eax, %eax
	jle	.L34
	cmpl	$3, %r8d
	jbe	.L23
	shrl	$3, %r9d
	movq	%rsi, %rdx
	movl	%r9d, %esi
	salq	$6, %rsi
	vmovdqa	.LC0(%rip), %ymm2
	movq	%rcx, %rax
	addq	%rdi, %rsi
	.p2align 4,,10
	.p2align 3
.L22:
	.loc 1 12 16
	vmovupd	(%rax), %ymm1
	vmovupd	(%rdx), %ymm0
	vpermt2pd	32(%rax), %ymm2, %ymm1
	vpermt2pd	32(%rdx), %ymm2, %ymm0
	vaddpd	%ymm1, %ymm0, %ymm0
	addq	$64, %rdx
	addq	$64, %rax
	vextractf64x2	$1, %ymm0, %xmm1
	vmovlpd	%xmm0, -64(%rax)
	vmovhpd	%xmm0, -48(%rax)
	valignq	$3, %ymm0, %ymm0, %ymm0
	vmovsd	%xmm1, -32(%rax)
	vmovsd	%xmm0, -16(%rax)
	cmpq	%rsi, %rdx
	jne	.L22
	leal	0(,%r9,4), %edx
	subl	%edx, %r8d
	leal	1(,%r9,8), %eax
	vzeroupper
.L21:
	cltq
	salq	$3, %rax
	leaq	(%rdi,%rax), %rdx
	addq	%rcx, %rax
	vmovsd	-8(%rax), %xmm0
	vaddsd	-8(%rdx), %xmm0, %xmm0
	vmovsd	%xmm0, -8(%rax)
	.loc 1 11 6
	testl	%r8d, %r8d
	je	.L34
	.loc 1 12 16
	vmovsd	8(%rax), %xmm0
	vaddsd	8(%rdx), %xmm0, %xmm0
	vmovsd	%xmm0, 8(%rax)
	.loc 1 11 6
	cmpl	$1, %r8d
	je	.L34
	.loc 1 12 16
	vmovsd	24(%rax), %xmm0
	vaddsd	24(%rdx), %xmm0, %xmm0
	vmovsd	%xmm0, 24(%rax)
	.loc 1 11 6
	cmpl	$2, %r8d
	je	.L34
	.loc 1 12 16
	vmovsd	40(%rax), %xmm0
	vaddsd	40(%rdx), %xmm0, %xmm0
	vmovsd	%xmm0, 40(%rax)
.L34:
	.loc 1 14 3
	ret
	.p2align 4,,10
	.p2align 3
.L23:
	.loc 1 11 13
	movl	$1, %eax
	jmp	.L21
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
	.loc 1 15 16
	movq	%rdi, %rax
	movq	%rsi, %r8
	.loc 1 15 22
	movl	(%rax), %esi
	.loc 1 15 16
	movq	%rdx, %rdi
	.loc 1 19 6
	testl	%esi, %esi
	jle	.L48
	leal	-1(%rsi), %eax
	cmpl	$6, %eax
	jbe	.L42
	movl	%esi, %ecx
	shrl	$3, %ecx
	salq	$6, %rcx
	movq	%rdx, %rax
	addq	%rdi, %rcx
	movq	%r8, %rdx
	.p2align 4,,10
	.p2align 3
.L38:
	.loc 1 20 16
	vmovups	(%rdx), %ymm0
	addq	$64, %rax
	vextractf128	$0x1, %ymm0, %xmm1
	vcvtps2pd	%xmm1, %ymm1
	vcvtps2pd	%xmm0, %ymm0
	vaddpd	-32(%rax), %ymm1, %ymm1
	vaddpd	-64(%rax), %ymm0, %ymm0
	addq	$32, %rdx
	vmovupd	%ymm1, -32(%rax)
	vmovupd	%ymm0, -64(%rax)
	cmpq	%rax, %rcx
	jne	.L38
	movl	%esi, %eax
	andl	$-8, %eax
	leal	1(%rax), %ecx
	cmpl	%eax, %esi
	je	.L49
	vzeroupper
.L37:
	movl	%esi, %r9d
	subl	%eax, %r9d
	leal	-1(%r9), %edx
	cmpl	$2, %edx
	jbe	.L40
	vmovups	(%r8,%rax,4), %xmm1
	vxorps	%xmm0, %xmm0, %xmm0
	leaq	(%rdi,%rax,8), %rdx
	vmovhlps	%xmm1, %xmm0, %xmm0
	movl	%r9d, %eax
	vcvtps2pd	%xmm0, %xmm0
	vcvtps2pd	%xmm1, %xmm1
	vaddpd	16(%rdx), %xmm0, %xmm0
	vaddpd	(%rdx), %xmm1, %xmm1
	andl	$-4, %eax
	addl	%eax, %ecx
	andl	$3, %r9d
	vmovupd	%xmm1, (%rdx)
	vmovupd	%xmm0, 16(%rdx)
	je	.L48
.L40:
	movslq	%ecx, %rdx
	leaq	(%rdi,%rdx,8), %rax
	vxorps	%xmm0, %xmm0, %xmm0
	leaq	(%r8,%rdx,4), %rdx
	vcvtss2sd	-4(%rdx), %xmm0, %xmm1
	vaddsd	-8(%rax), %xmm1, %xmm1
	vmovsd	%xmm1, -8(%rax)
	.loc 1 19 6
	cmpl	%ecx, %esi
	jle	.L48
	.loc 1 20 16
	vcvtss2sd	(%rdx), %xmm0, %xmm1
	vaddsd	(%rax), %xmm1, %xmm1
	.loc 1 19 6
	addl	$2, %ecx
	.loc 1 20 16
	vmovsd	%xmm1, (%rax)
	.loc 1 19 6
	cmpl	%ecx, %esi
	jl	.L48
	.loc 1 20 16
	vcvtss2sd	4(%rdx), %xmm0, %xmm0
	vaddsd	8(%rax), %xmm0, %xmm0
	vmovsd	%xmm0, 8(%rax)
.L48:
	.loc 1 22 3
	ret
	.p2align 4,,10
	.p2align 3
.L49:
	vzeroupper
	ret
.L42:
	.loc 1 19 6
	xorl	%eax, %eax
	movl	$1, %ecx
	jmp	.L37
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
	.loc 1 23 15
	movq	%rdi, %rax
	.loc 1 23 23
	movl	(%rax), %r8d
	.loc 1 23 15
	movq	%rdx, %rdi
	.loc 1 26 6
	testl	%r8d, %r8d
	jle	.L58
	vmovsd	(%rsi), %xmm2
	vmovsd	8(%rsi), %xmm3
	cmpl	$1, %r8d
	je	.L55
	movl	%r8d, %edx
	shrl	%edx
	vbroadcastsd	%xmm2, %ymm5
	vbroadcastsd	%xmm3, %ymm4
	salq	$5, %rdx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L53:
	vmovupd	(%rdi,%rax), %ymm0
	.loc 1 27 18
	vmulpd	%ymm4, %ymm0, %ymm1
	vpermilpd	$5, %ymm1, %ymm1
	vfmaddsub132pd	%ymm5, %ymm1, %ymm0
	vaddpd	(%rcx,%rax), %ymm0, %ymm0
	vmovupd	%ymm0, (%rcx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L53
	movl	%r8d, %eax
	andl	$-2, %eax
	andl	$1, %r8d
	je	.L59
	vzeroupper
.L52:
	salq	$4, %rax
	vmovupd	(%rdi,%rax), %xmm0
	vmovddup	%xmm3, %xmm3
	vmulpd	%xmm0, %xmm3, %xmm3
	vmovddup	%xmm2, %xmm2
	addq	%rax, %rcx
	vpermilpd	$1, %xmm3, %xmm3
	vfmaddsub132pd	%xmm0, %xmm3, %xmm2
	vaddpd	(%rcx), %xmm2, %xmm2
	vmovupd	%xmm2, (%rcx)
.L58:
	.loc 1 29 3
	ret
	.p2align 4,,10
	.p2align 3
.L59:
	vzeroupper
	ret
.L55:
	.loc 1 26 6
	xorl	%eax, %eax
	jmp	.L52
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
	movl	(%rdi), %edi
	.loc 1 30 17
	movq	%rsi, %r8
	movq	%rdx, %r9
	movq	%rcx, %r10
	.loc 1 33 6
	testl	%edi, %edi
	jle	.L73
	leal	-1(%rdi), %eax
	cmpl	$6, %eax
	jbe	.L67
	movq	%rcx, %rax
	movl	%edi, %ecx
	shrl	$3, %ecx
	salq	$6, %rcx
	leaq	-8(%rdx), %rsi
	addq	%r10, %rcx
	movq	%r8, %rdx
	.loc 1 34 19
	kxnorb	%k1, %k1, %k1
	.p2align 4,,10
	.p2align 3
.L63:
	vmovdqu	(%rdx), %ymm0
	kmovb	%k1, %k2
	vgatherdpd	(%rsi,%xmm0,8), %ymm2{%k2}
	vperm2i128	$17, %ymm0, %ymm0, %ymm0
	kmovb	%k1, %k3
	vgatherdpd	(%rsi,%xmm0,8), %ymm1{%k3}
	vaddpd	32(%rax), %ymm1, %ymm0
	vaddpd	(%rax), %ymm2, %ymm1
	addq	$64, %rax
	vmovupd	%ymm0, -32(%rax)
	vmovupd	%ymm1, -64(%rax)
	addq	$32, %rdx
	cmpq	%rax, %rcx
	jne	.L63
	movl	%edi, %eax
	andl	$-8, %eax
	leal	1(%rax), %ecx
	cmpl	%eax, %edi
	je	.L74
	vzeroupper
.L62:
	movl	%edi, %esi
	subl	%eax, %esi
	leal	-1(%rsi), %edx
	cmpl	$2, %edx
	jbe	.L65
	vmovdqu	(%r8,%rax,4), %xmm0
	leaq	-8(%r9), %r11
	kxnorb	%k1, %k1, %k1
	kmovb	%k1, %k4
	vgatherdpd	(%r11,%xmm0,8), %xmm2{%k4}
	vpshufd	$238, %xmm0, %xmm0
	leaq	(%r10,%rax,8), %rdx
	vgatherdpd	(%r11,%xmm0,8), %xmm1{%k1}
	vaddpd	16(%rdx), %xmm1, %xmm0
	movl	%esi, %eax
	vaddpd	(%rdx), %xmm2, %xmm1
	andl	$-4, %eax
	addl	%eax, %ecx
	andl	$3, %esi
	vmovupd	%xmm1, (%rdx)
	vmovupd	%xmm0, 16(%rdx)
	je	.L73
.L65:
	movslq	%ecx, %rdx
	leaq	(%r10,%rdx,8), %rax
	leaq	(%r8,%rdx,4), %rdx
	vmovsd	-8(%rax), %xmm0
	movslq	-4(%rdx), %rsi
	vaddsd	-8(%r9,%rsi,8), %xmm0, %xmm0
	vmovsd	%xmm0, -8(%rax)
	.loc 1 33 6
	cmpl	%ecx, %edi
	jle	.L73
	.loc 1 34 19
	vmovsd	(%rax), %xmm0
	movslq	(%rdx), %rsi
	.loc 1 33 6
	addl	$2, %ecx
	.loc 1 34 19
	vaddsd	-8(%r9,%rsi,8), %xmm0, %xmm0
	vmovsd	%xmm0, (%rax)
	.loc 1 33 6
	cmpl	%ecx, %edi
	jl	.L73
	.loc 1 34 19
	vmovsd	8(%rax), %xmm0
	movslq	4(%rdx), %rdx
	vaddsd	-8(%r9,%rdx,8), %xmm0, %xmm0
	vmovsd	%xmm0, 8(%rax)
.L73:
	.loc 1 36 3
	ret
	.p2align 4,,10
	.p2align 3
.L74:
	vzeroupper
	ret
.L67:
	.loc 1 33 6
	xorl	%eax, %eax
	movl	$1, %ecx
	jmp	.L62
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
	.loc 1 37 20
	movq	%rsi, %rcx
	.loc 1 37 24
	movl	(%rdi), %esi
	.loc 1 41 6
	testl	%esi, %esi
	jle	.L83
	leal	-1(%rsi), %eax
	cmpl	$2, %eax
	jbe	.L84
	movl	%esi, %edi
	shrl	$2, %edi
	salq	$5, %rdi
	xorl	%eax, %eax
	.loc 1 40 6
	vxorpd	%xmm0, %xmm0, %xmm0
	.p2align 4,,10
	.p2align 3
.L79:
	.loc 1 42 19
	vmovupd	(%rcx,%rax), %ymm4
	vmulpd	(%rdx,%rax), %ymm4, %ymm1
	addq	$32, %rax
	vaddsd	%xmm1, %xmm0, %xmm0
	vunpckhpd	%xmm1, %xmm1, %xmm2
	vaddsd	%xmm2, %xmm0, %xmm0
	vextractf64x2	$1, %ymm1, %xmm2
	valignq	$3, %ymm1, %ymm1, %ymm1
	vaddsd	%xmm2, %xmm0, %xmm0
	vaddsd	%xmm1, %xmm0, %xmm0
	cmpq	%rax, %rdi
	jne	.L79
	movl	%esi, %edi
	andl	$-4, %edi
	testb	$3, %sil
	je	.L91
	leal	1(%rdi), %eax
	vzeroupper
.L77:
	subl	%edi, %esi
	cmpl	$1, %esi
	je	.L81
	vmovupd	(%rcx,%rdi,8), %xmm6
	vmulpd	(%rdx,%rdi,8), %xmm6, %xmm1
	vaddsd	%xmm1, %xmm0, %xmm0
	vunpckhpd	%xmm1, %xmm1, %xmm1
	vaddsd	%xmm1, %xmm0, %xmm0
	testb	$1, %sil
	je	.L75
	andl	$-2, %esi
	addl	%esi, %eax
.L81:
	decl	%eax
	cltq
	vmovsd	(%rcx,%rax,8), %xmm5
	vfmadd231sd	(%rdx,%rax,8), %xmm5, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L91:
	vzeroupper
.L75:
	.loc 1 44 3
	ret
	.p2align 4,,10
	.p2align 3
.L83:
	.loc 1 40 6
	vxorpd	%xmm0, %xmm0, %xmm0
	.loc 1 44 3
	ret
.L84:
	.loc 1 41 6
	xorl	%edi, %edi
	.loc 1 40 6
	vxorpd	%xmm0, %xmm0, %xmm0
	.loc 1 41 6
	movl	$1, %eax
	jmp	.L77
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
	.loc 1 45 18
	movq	%rdi, %rax
	movq	%rdx, %rdi
	movq	%rcx, %rdx
	.loc 1 49 9
	movl	(%rax), %ecx
	.loc 1 49 6
	testl	%ecx, %ecx
	jle	.L111
	.loc 1 51 11
	movslq	(%rsi), %rax
	cmpl	$1, %eax
	jne	.L112
	leal	-1(%rcx), %esi
	cmpl	$2, %esi
	jbe	.L102
	movl	%ecx, %esi
	shrl	$2, %esi
	salq	$5, %rsi
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L98:
	.loc 1 50 19
	vmovupd	(%rdx,%rax), %ymm1
	vaddpd	(%rdi,%rax), %ymm1, %ymm0
	vmovupd	%ymm0, (%rdx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rsi
	jne	.L98
	movl	%ecx, %esi
	andl	$-4, %esi
	leal	1(%rsi), %eax
	cmpl	%esi, %ecx
	je	.L113
	vzeroupper
.L97:
	subl	%esi, %ecx
	cmpl	$1, %ecx
	je	.L100
	vmovupd	(%rdi,%rsi,8), %xmm2
	leaq	(%rdx,%rsi,8), %r8
	vaddpd	(%r8), %xmm2, %xmm0
	vmovupd	%xmm0, (%r8)
	testb	$1, %cl
	je	.L111
	andl	$-2, %ecx
	addl	%ecx, %eax
.L100:
	decl	%eax
	cltq
	vmovsd	(%rdx,%rax,8), %xmm0
	vaddsd	(%rdi,%rax,8), %xmm0, %xmm0
	vmovsd	%xmm0, (%rdx,%rax,8)
.L111:
	.loc 1 53 3
	ret
	.p2align 4,,10
	.p2align 3
.L113:
	vzeroupper
	ret
	.p2align 4,,10
	.p2align 3
.L112:
	salq	$3, %rax
	incl	%ecx
	.loc 1 51 11
	xorl	%esi, %esi
	.loc 1 49 6
	movl	$1, %r8d
	.p2align 4,,10
	.p2align 3
.L96:
	.loc 1 50 19
	vmovsd	(%rdx,%rsi), %xmm0
	.loc 1 49 6
	incl	%r8d
	.loc 1 50 19
	vaddsd	(%rdi,%rsi), %xmm0, %xmm0
	vmovsd	%xmm0, (%rdx,%rsi)
	.loc 1 49 6
	addq	%rax, %rsi
	cmpl	%ecx, %r8d
	jne	.L96
	.loc 1 51 11
	ret
.L102:
	xorl	%esi, %esi
	jmp	.L97
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
	vxorps	%xmm4, %xmm4, %xmm4
	vcvtsi2sdl	%edx, %xmm4, %xmm2
	vmovsd	.LC2(%rip), %xmm3
	vdivsd	%xmm2, %xmm3, %xmm2
	.loc 1 59 6
	testl	%edx, %edx
	jle	.L117
	vmovsd	.LC3(%rip), %xmm5
	incl	%edx
	.loc 1 58 5
	vxorpd	%xmm1, %xmm1, %xmm1
	.loc 1 59 6
	movl	$1, %eax
	.p2align 4,,10
	.p2align 3
.L116:
	.loc 1 60 7
	vcvtsi2sdl	%eax, %xmm4, %xmm0
	.loc 1 59 6
	incl	%eax
	.loc 1 60 7
	vmulsd	%xmm2, %xmm0, %xmm0
	.loc 1 61 17
	vfmadd132sd	%xmm0, %xmm3, %xmm0
	vdivsd	%xmm0, %xmm5, %xmm0
	vaddsd	%xmm0, %xmm1, %xmm1
	.loc 1 59 6
	cmpl	%edx, %eax
	jne	.L116
	.loc 1 63 3
	vmovsd	%xmm1, %xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L117:
	.loc 1 58 5
	vxorpd	%xmm1, %xmm1, %xmm1
	.loc 1 63 3
	vmovsd	%xmm1, %xmm1, %xmm0
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
	jle	.L122
	decl	%eax
	leaq	4(%rsi,%rax,4), %rcx
	.loc 1 67 7
	vxorpd	%xmm0, %xmm0, %xmm0
	.p2align 4,,10
	.p2align 3
.L121:
	.loc 1 69 19
	movslq	(%rsi), %rax
	.loc 1 68 6
	addq	$4, %rsi
	.loc 1 69 19
	vaddsd	-8(%rdx,%rax,8), %xmm0, %xmm0
	.loc 1 68 6
	cmpq	%rsi, %rcx
	jne	.L121
	ret
	.p2align 4,,10
	.p2align 3
.L122:
	.loc 1 67 7
	vxorpd	%xmm0, %xmm0, %xmm0
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
	jle	.L128
	vmovsd	(%rsi), %xmm0
	leal	-1(%rax), %ecx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L126:
	.loc 1 76 18
	vmulsd	8(%rdx,%rax,8), %xmm0, %xmm0
	vmovsd	%xmm0, 8(%rsi,%rax,8)
	.loc 1 75 6
	incq	%rax
	cmpq	%rax, %rcx
	jne	.L126
.L128:
	.loc 1 78 3
	ret
	.cfi_endproc
.LFE9:
	.size	rec_, .-rec_
	.section	.rodata.cst32,"aM",@progbits,32
	.align 32
.LC0:
	.quad	0
	.quad	2
	.quad	4
	.quad	6
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC2:
	.long	0
	.long	1072693248
	.align 8
.LC3:
	.long	0
	.long	1074790400
	.text
.Letext0:
