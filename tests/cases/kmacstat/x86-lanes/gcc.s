	.text
	.file 1 "kernels.c"
	.globl	kadd_i2
kadd_i2:
	.loc 1 60 1
	movslq	%edi, %rax
	movq	%rcx, %r8
	movq	%rdx, %rdi
	testl	%eax, %eax
	jle	.L78
	leal	-1(%rax), %edx
	movl	%eax, %r9d
	cmpl	$6, %edx
	jbe	.L56
	leaq	2(%rdi), %r10
	movq	%rsi, %rcx
	subq	%r10, %rcx
	cmpq	$28, %rcx
	jbe	.L56
	leaq	2(%r8), %r10
	movq	%rsi, %rcx
	subq	%r10, %rcx
	cmpq	$28, %rcx
	jbe	.L56
	cmpl	$14, %edx
	jbe	.L64
	movl	%eax, %ecx
	xorl	%edx, %edx
	shrl	$4, %ecx
	salq	$5, %rcx
.L58:
	vmovdqu	(%rdi,%rdx), %ymm1
	vpaddw	(%r8,%rdx), %ymm1, %ymm0
	vmovdqu	%ymm0, (%rsi,%rdx)
	addq	$32, %rdx
	cmpq	%rdx, %rcx
	jne	.L58
	movl	%eax, %edx
	andl	$-16, %edx
	movl	%edx, %ecx
	cmpl	%edx, %eax
	je	.L76
	movl	%eax, %r9d
	subl	%edx, %r9d
	leal	-1(%r9), %r10d
	cmpl	$6, %r10d
	jbe	.L79
	vzeroupper
.L57:
	vmovdqu	(%rdi,%rcx,2), %xmm2
	vpaddw	(%r8,%rcx,2), %xmm2, %xmm0
	vmovdqu	%xmm0, (%rsi,%rcx,2)
	movl	%r9d, %ecx
	andl	$-8, %ecx
	addl	%ecx, %edx
	andl	$7, %r9d
	je	.L78
.L60:
	movslq	%edx, %r9
	movzwl	(%r8,%r9,2), %r10d
	addw	(%rdi,%r9,2), %r10w
	leaq	(%r9,%r9), %rcx
	movw	%r10w, (%rsi,%r9,2)
	leal	1(%rdx), %r9d
	cmpl	%r9d, %eax
	jle	.L78
	movzwl	2(%r8,%rcx), %r9d
	addw	2(%rdi,%rcx), %r9w
	movw	%r9w, 2(%rsi,%rcx)
	leal	2(%rdx), %r9d
	cmpl	%r9d, %eax
	jle	.L78
	movzwl	4(%rdi,%rcx), %r9d
	addw	4(%r8,%rcx), %r9w
	movw	%r9w, 4(%rsi,%rcx)
	leal	3(%rdx), %r9d
	cmpl	%r9d, %eax
	jle	.L78
	movzwl	6(%r8,%rcx), %r9d
	addw	6(%rdi,%rcx), %r9w
	movw	%r9w, 6(%rsi,%rcx)
	leal	4(%rdx), %r9d
	cmpl	%r9d, %eax
	jle	.L78
	movzwl	8(%r8,%rcx), %r9d
	addw	8(%rdi,%rcx), %r9w
	movw	%r9w, 8(%rsi,%rcx)
	leal	5(%rdx), %r9d
	cmpl	%r9d, %eax
	jle	.L78
	movzwl	10(%r8,%rcx), %r9d
	addl	$6, %edx
	addw	10(%rdi,%rcx), %r9w
	movw	%r9w, 10(%rsi,%rcx)
	cmpl	%edx, %eax
	jle	.L78
	movzwl	12(%r8,%rcx), %eax
	addw	12(%rdi,%rcx), %ax
	movw	%ax, 12(%rsi,%rcx)
	ret
.L76:
	vzeroupper
.L78:
	ret
.L56:
	leaq	(%rax,%rax), %rcx
	xorl	%eax, %eax
.L62:
	movzwl	(%r8,%rax), %edx
	addw	(%rdi,%rax), %dx
	movw	%dx, (%rsi,%rax)
	addq	$2, %rax
	cmpq	%rax, %rcx
	jne	.L62
	ret
.L64:
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	jmp	.L57
.L79:
	vzeroupper
	jmp	.L60
	.size	kadd_i2, .-kadd_i2
	.globl	kdot_i2_i4
kdot_i2_i4:
	.loc 1 67 25
	movl	%edi, %r8d
	movq	%rcx, %rdi
	testl	%r8d, %r8d
	jle	.L4597
	leal	-1(%r8), %eax
	cmpl	$14, %eax
	jbe	.L4598
	movl	%r8d, %ecx
	xorl	%eax, %eax
	vpxor	%xmm1, %xmm1, %xmm1
	shrl	$4, %ecx
	salq	$5, %rcx
.L4593:
	vmovdqu	(%rdx,%rax), %ymm3
	vpmaddwd	(%rdi,%rax), %ymm3, %ymm0
	addq	$32, %rax
	vpaddd	%ymm0, %ymm1, %ymm1
	cmpq	%rax, %rcx
	jne	.L4593
	vmovdqa	%xmm1, %xmm0
	vextracti128	$0x1, %ymm1, %xmm1
	movl	%r8d, %ecx
	vpaddd	%xmm1, %xmm0, %xmm0
	andl	$-16, %ecx
	vpsrldq	$8, %xmm0, %xmm1
	movl	%ecx, %esi
	vpaddd	%xmm1, %xmm0, %xmm1
	vpsrldq	$4, %xmm1, %xmm2
	vpaddd	%xmm2, %xmm1, %xmm1
	vmovd	%xmm1, %eax
	cmpl	%ecx, %r8d
	je	.L4604
	vzeroupper
.L4592:
	movl	%r8d, %r9d
	subl	%esi, %r9d
	leal	-1(%r9), %r10d
	cmpl	$6, %r10d
	jbe	.L4595
	movl	%esi, %eax
	movl	%r9d, %esi
	vmovdqu	(%rdx,%rax,2), %xmm4
	vpmaddwd	(%rdi,%rax,2), %xmm4, %xmm1
	andl	$-8, %esi
	addl	%esi, %ecx
	andl	$7, %r9d
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrldq	$8, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vpsrldq	$4, %xmm0, %xmm1
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovd	%xmm0, %eax
	je	.L4594
.L4595:
	movslq	%ecx, %r10
	movswl	(%rdx,%r10,2), %r9d
	leaq	(%r10,%r10), %rsi
	movswl	(%rdi,%r10,2), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leal	1(%rcx), %r9d
	cmpl	%r9d, %r8d
	jle	.L4594
	movswl	2(%rdi,%rsi), %r9d
	movswl	2(%rdx,%rsi), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leal	2(%rcx), %r9d
	cmpl	%r8d, %r9d
	jge	.L4594
	movswl	4(%rdx,%rsi), %r9d
	movswl	4(%rdi,%rsi), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leal	3(%rcx), %r9d
	cmpl	%r9d, %r8d
	jle	.L4594
	movswl	6(%rdx,%rsi), %r9d
	movswl	6(%rdi,%rsi), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leal	4(%rcx), %r9d
	cmpl	%r9d, %r8d
	jle	.L4594
	movswl	8(%rdx,%rsi), %r9d
	movswl	8(%rdi,%rsi), %r10d
	imull	%r10d, %r9d
	addl	%r9d, %eax
	leal	5(%rcx), %r9d
	cmpl	%r9d, %r8d
	jle	.L4594
	movswl	10(%rdx,%rsi), %r9d
	movswl	10(%rdi,%rsi), %r10d
	addl	$6, %ecx
	imull	%r10d, %r9d
	addl	%r9d, %eax
	cmpl	%ecx, %r8d
	jle	.L4594
	movswl	12(%rdx,%rsi), %edx
	movswl	12(%rdi,%rsi), %ecx
	imull	%ecx, %edx
	addl	%edx, %eax
.L4594:
	vxorps	%xmm0, %xmm0, %xmm0
	vcvtsi2sdl	%eax, %xmm0, %xmm0
	vmovsd	%xmm0, k_result(%rip)
	ret
.L4597:
	vxorpd	%xmm0, %xmm0, %xmm0
	vmovsd	%xmm0, k_result(%rip)
	ret
.L4598:
	vpxor	%xmm0, %xmm0, %xmm0
	xorl	%esi, %esi
	xorl	%ecx, %ecx
	xorl	%eax, %eax
	jmp	.L4592
.L4604:
	vzeroupper
	jmp	.L4594
	.size	kdot_i2_i4, .-kdot_i2_i4
	.globl	kaffine_i4
kaffine_i4:
	.loc 1 63 11
	movslq	%edi, %rax
	movq	%rdx, %rdi
	testl	%eax, %eax
	jle	.L3898
	leal	-1(%rax), %edx
	movl	%eax, %r8d
	cmpl	$2, %edx
	jbe	.L3882
	leaq	4(%rdi), %r9
	movq	%rsi, %rcx
	subq	%r9, %rcx
	cmpq	$24, %rcx
	ja	.L3899
.L3882:
	leaq	0(,%rax,4), %rcx
	xorl	%eax, %eax
.L3888:
	movl	(%rdi,%rax), %edx
	leal	7(%rdx,%rdx,2), %edx
	movl	%edx, (%rsi,%rax)
	addq	$4, %rax
	cmpq	%rax, %rcx
	jne	.L3888
	ret
.L3896:
	vzeroupper
.L3898:
	ret
.L3899:
	cmpl	$6, %edx
	jbe	.L3890
	movl	%eax, %ecx
	movl	$7, %r8d
	xorl	%edx, %edx
	shrl	$3, %ecx
	vmovd	%r8d, %xmm1
	salq	$5, %rcx
	vpbroadcastd	%xmm1, %ymm1
.L3884:
	vmovdqu	(%rdi,%rdx), %ymm2
	vpslld	$1, %ymm2, %ymm0
	vpaddd	%ymm2, %ymm0, %ymm0
	vpaddd	%ymm1, %ymm0, %ymm0
	vmovdqu	%ymm0, (%rsi,%rdx)
	addq	$32, %rdx
	cmpq	%rcx, %rdx
	jne	.L3884
	movl	%eax, %edx
	andl	$-8, %edx
	movl	%edx, %ecx
	cmpl	%edx, %eax
	je	.L3896
	movl	%eax, %r8d
	subl	%edx, %r8d
	leal	-1(%r8), %r9d
	cmpl	$2, %r9d
	jbe	.L3900
	vzeroupper
.L3883:
	vmovdqu	(%rdi,%rcx,4), %xmm3
	movl	$7, %r10d
	vmovd	%r10d, %xmm1
	vpslld	$1, %xmm3, %xmm0
	vpshufd	$0, %xmm1, %xmm1
	vpaddd	%xmm3, %xmm0, %xmm0
	vpaddd	%xmm1, %xmm0, %xmm0
	vmovdqu	%xmm0, (%rsi,%rcx,4)
	movl	%r8d, %ecx
	andl	$-4, %ecx
	addl	%ecx, %edx
	andl	$3, %r8d
	je	.L3898
.L3886:
	movslq	%edx, %r8
	movl	(%rdi,%r8,4), %r9d
	leaq	0(,%r8,4), %rcx
	leal	7(%r9,%r9,2), %r9d
	movl	%r9d, (%rsi,%r8,4)
	leal	1(%rdx), %r8d
	cmpl	%r8d, %eax
	jle	.L3898
	movl	4(%rdi,%rcx), %r8d
	addl	$2, %edx
	leal	7(%r8,%r8,2), %r8d
	movl	%r8d, 4(%rsi,%rcx)
	cmpl	%edx, %eax
	jle	.L3898
	movl	8(%rdi,%rcx), %eax
	leal	7(%rax,%rax,2), %eax
	movl	%eax, 8(%rsi,%rcx)
	ret
.L3890:
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	jmp	.L3883
.L3900:
	vzeroupper
	jmp	.L3886
	.size	kaffine_i4, .-kaffine_i4
	.globl	kmixing_u8
kmixing_u8:
	.loc 1 82 14
	movl	%edi, %ecx
	.loc 1 82 30
	testl	%edi, %edi
	jle	.L5354
	leal	-1(%rcx), %eax
	movq	%rsi, %rdi
	movq	%rdx, %r8
	cmpl	$2, %eax
	jbe	.L5342
	leaq	8(%rdx), %rdx
	movq	%rsi, %rax
	subq	%rdx, %rax
	cmpq	$16, %rax
	ja	.L5357
.L5342:
	.loc 1 81 39
	movabsq	$-4658895280553007687, %r10
	movslq	%ecx, %rsi
	.loc 1 82 30
	xorl	%edx, %edx
	.loc 1 81 79
	movabsq	$-7723592293110705685, %r9
	salq	$3, %rsi
.L5345:
	.loc 1 82 41
	movq	(%r8,%rdx), %rcx
	.loc 1 81 30
	movq	%rcx, %rax
	shrq	$30, %rax
	.loc 1 81 25
	xorq	%rcx, %rax
	.loc 1 81 39
	imulq	%r10, %rax
	.loc 1 81 70
	movq	%rax, %rcx
	shrq	$27, %rcx
	.loc 1 81 65
	xorq	%rcx, %rax
	.loc 1 81 79
	imulq	%r9, %rax
	.loc 1 81 116
	movq	%rax, %rcx
	shrq	$31, %rcx
	.loc 1 81 112
	xorq	%rcx, %rax
	movq	%rax, (%rdi,%rdx)
	.loc 1 82 30
	addq	$8, %rdx
	cmpq	%rdx, %rsi
	jne	.L5345
	ret
.L5357:
	.loc 1 81 39
	movabsq	$-4658895280553007687, %r9
	movl	%ecx, %edx
	.loc 1 82 30
	xorl	%eax, %eax
	.loc 1 81 79
	movabsq	$-7723592293110705685, %rsi
	.loc 1 81 39
	vmovq	%r9, %xmm5
	shrl	$2, %edx
	vpbroadcastq	%xmm5, %ymm4
	.loc 1 81 79
	vmovq	%rsi, %xmm5
	salq	$5, %rdx
	vpbroadcastq	%xmm5, %ymm3
	.loc 1 81 39
	vpsrlq	$32, %ymm4, %ymm6
	.loc 1 81 79
	vpsrlq	$32, %ymm3, %ymm5
.L5343:
	.loc 1 81 30 discriminator 3
	vmovdqu	(%r8,%rax), %ymm7
	vpsrlq	$30, %ymm7, %ymm1
	.loc 1 81 25 discriminator 3
	vpxor	%ymm7, %ymm1, %ymm1
	.loc 1 81 39 discriminator 3
	vpsrlq	$32, %ymm1, %ymm0
	vpmuludq	%ymm4, %ymm1, %ymm2
	vpmuludq	%ymm4, %ymm0, %ymm0
	vpmuludq	%ymm1, %ymm6, %ymm1
	vpaddq	%ymm1, %ymm0, %ymm0
	vpsllq	$32, %ymm0, %ymm0
	vpaddq	%ymm0, %ymm2, %ymm0
	.loc 1 81 70 discriminator 3
	vpsrlq	$27, %ymm0, %ymm1
	.loc 1 81 65 discriminator 3
	vpxor	%ymm0, %ymm1, %ymm1
	.loc 1 81 79 discriminator 3
	vpsrlq	$32, %ymm1, %ymm0
	vpmuludq	%ymm3, %ymm1, %ymm2
	vpmuludq	%ymm3, %ymm0, %ymm0
	vpmuludq	%ymm1, %ymm5, %ymm1
	vpaddq	%ymm1, %ymm0, %ymm0
	vpsllq	$32, %ymm0, %ymm0
	vpaddq	%ymm0, %ymm2, %ymm0
	.loc 1 81 116 discriminator 3
	vpsrlq	$31, %ymm0, %ymm1
	.loc 1 81 112 discriminator 3
	vpxor	%ymm0, %ymm1, %ymm0
	.loc 1 82 39 discriminator 3
	vmovdqu	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rdx
	jne	.L5343
	movl	%ecx, %edx
	andl	$-4, %edx
	testb	$3, %cl
	je	.L5349
	.loc 1 82 14
	pushq	%rbp
	.loc 1 82 46
	movl	%edx, %r11d
	leaq	0(,%r11,8), %r10
	.loc 1 82 14
	movq	%rsp, %rbp
	pushq	%rbx
	.loc 1 82 41
	movq	(%r8,%r11,8), %rbx
	.loc 1 81 30
	movq	%rbx, %rax
	shrq	$30, %rax
	.loc 1 81 25
	xorq	%rbx, %rax
	.loc 1 81 39
	imulq	%r9, %rax
	.loc 1 81 70
	movq	%rax, %rbx
	shrq	$27, %rbx
	.loc 1 81 65
	xorq	%rbx, %rax
	.loc 1 81 79
	imulq	%rsi, %rax
	.loc 1 81 116
	movq	%rax, %rbx
	shrq	$31, %rbx
	.loc 1 81 112
	xorq	%rbx, %rax
	movq	%rax, (%rdi,%r11,8)
	.loc 1 82 30
	leal	1(%rdx), %eax
	cmpl	%eax, %ecx
	jle	.L5351
	.loc 1 82 41
	movq	8(%r8,%r10), %r11
	.loc 1 82 30
	addl	$2, %edx
	.loc 1 81 30
	movq	%r11, %rax
	shrq	$30, %rax
	.loc 1 81 25
	xorq	%r11, %rax
	.loc 1 81 39
	imulq	%r9, %rax
	.loc 1 81 70
	movq	%rax, %r11
	shrq	$27, %r11
	.loc 1 81 65
	xorq	%r11, %rax
	.loc 1 81 79
	imulq	%rsi, %rax
	.loc 1 81 116
	movq	%rax, %r11
	shrq	$31, %r11
	.loc 1 81 112
	xorq	%r11, %rax
	movq	%rax, 8(%rdi,%r10)
	.loc 1 82 30
	cmpl	%edx, %ecx
	jle	.L5351
	.loc 1 82 41
	movq	16(%r8,%r10), %rdx
	.loc 1 81 30
	movq	%rdx, %rax
	shrq	$30, %rax
	.loc 1 81 25
	xorq	%rdx, %rax
	.loc 1 81 39
	imulq	%r9, %rax
	.loc 1 81 70
	movq	%rax, %rdx
	shrq	$27, %rdx
	.loc 1 81 65
	xorq	%rdx, %rax
	.loc 1 81 79
	imulq	%rsi, %rax
	.loc 1 81 116
	movq	%rax, %rdx
	shrq	$31, %rdx
	.loc 1 81 112
	xorq	%rdx, %rax
	movq	%rax, 16(%rdi,%r10)
	vzeroupper
.L5352:
	.loc 1 82 52
	movq	-8(%rbp), %rbx
	leave
	ret
.L5354:
	ret
.L5349:
	vzeroupper
	ret
.L5351:
	vzeroupper
	jmp	.L5352
	.size	kmixing_u8, .-kmixing_u8
	.globl	kconv_i4_f8
kconv_i4_f8:
	.loc 1 68 27
	movq	%rsi, %rcx
	testl	%edi, %edi
	jle	.L4738
	leal	-1(%rdi), %eax
	cmpl	$6, %eax
	jbe	.L4732
	movl	%edi, %esi
	xorl	%eax, %eax
	shrl	$3, %esi
	salq	$5, %rsi
.L4728:
	vmovdqu	(%rdx,%rax), %ymm0
	vcvtdq2pd	%xmm0, %ymm1
	vextracti128	$0x1, %ymm0, %xmm0
	vmovupd	%ymm1, (%rcx,%rax,2)
	vcvtdq2pd	%xmm0, %ymm0
	vmovupd	%ymm0, 32(%rcx,%rax,2)
	addq	$32, %rax
	cmpq	%rax, %rsi
	jne	.L4728
	movl	%edi, %eax
	andl	$-8, %eax
	movl	%eax, %esi
	cmpl	%eax, %edi
	je	.L4739
	vzeroupper
.L4727:
	movl	%edi, %r8d
	subl	%esi, %r8d
	leal	-1(%r8), %r9d
	cmpl	$2, %r9d
	jbe	.L4730
	vmovdqu	(%rdx,%rsi,4), %xmm0
	leaq	(%rcx,%rsi,8), %r9
	movl	%r8d, %esi
	andl	$-4, %esi
	vcvtdq2pd	%xmm0, %xmm1
	addl	%esi, %eax
	vpshufd	$238, %xmm0, %xmm0
	andl	$3, %r8d
	vcvtdq2pd	%xmm0, %xmm0
	vmovupd	%xmm1, (%r9)
	vmovupd	%xmm0, 16(%r9)
	je	.L4738
.L4730:
	movslq	%eax, %rsi
	vxorps	%xmm0, %xmm0, %xmm0
	vcvtsi2sdl	(%rdx,%rsi,4), %xmm0, %xmm1
	leaq	0(,%rsi,4), %r9
	leaq	0(,%rsi,8), %r8
	vmovsd	%xmm1, (%rcx,%rsi,8)
	leal	1(%rax), %esi
	cmpl	%esi, %edi
	jle	.L4738
	vcvtsi2sdl	4(%rdx,%r9), %xmm0, %xmm1
	addl	$2, %eax
	vmovsd	%xmm1, 8(%rcx,%r8)
	cmpl	%edi, %eax
	jge	.L4738
	vcvtsi2sdl	8(%rdx,%r9), %xmm0, %xmm0
	vmovsd	%xmm0, 16(%rcx,%r8)
.L4738:
	ret
.L4739:
	vzeroupper
	ret
.L4732:
	xorl	%esi, %esi
	xorl	%eax, %eax
	jmp	.L4727
	.size	kconv_i4_f8, .-kconv_i4_f8
	.globl	kcomplex_add_c8
kcomplex_add_c8:
	.loc 1 139 1
	movslq	%edi, %rax
	movq	%rdx, %rdi
	testl	%eax, %eax
	jle	.L6139
	cmpl	$1, %eax
	je	.L6111
	movq	%rsi, %rdx
	subq	%rdi, %rdx
	subq	$4, %rdx
	cmpq	$24, %rdx
	jbe	.L6111
	movq	%rsi, %rdx
	subq	%rcx, %rdx
	subq	$4, %rdx
	cmpq	$24, %rdx
	jbe	.L6111
	leal	-1(%rax), %edx
	movl	%eax, %r9d
	cmpl	$2, %edx
	jbe	.L6119
	movl	%eax, %r8d
	xorl	%edx, %edx
	shrl	$2, %r8d
	salq	$5, %r8
.L6113:
	vmovups	(%rdi,%rdx), %ymm2
	vaddps	(%rcx,%rdx), %ymm2, %ymm0
	vmovups	%ymm0, (%rsi,%rdx)
	addq	$32, %rdx
	cmpq	%r8, %rdx
	jne	.L6113
	movl	%eax, %edx
	andl	$-4, %edx
	movl	%edx, %r8d
	cmpl	%edx, %eax
	je	.L6137
	subl	%edx, %eax
	movl	%eax, %r9d
	cmpl	$1, %eax
	je	.L6140
	vzeroupper
.L6112:
	movl	%r8d, %eax
	vmovups	(%rdi,%rax,8), %xmm3
	vaddps	(%rcx,%rax,8), %xmm3, %xmm0
	vmovups	%xmm0, (%rsi,%rax,8)
	testb	$1, %r9b
	je	.L6139
	andl	$-2, %r9d
	addl	%r9d, %edx
.L6115:
	movslq	%edx, %rax
	vmovq	(%rdi,%rax,8), %xmm0
	vmovq	(%rcx,%rax,8), %xmm1
	vaddps	%xmm1, %xmm0, %xmm0
	vmovlps	%xmm0, (%rsi,%rax,8)
	ret
.L6137:
	vzeroupper
.L6139:
	ret
.L6111:
	leaq	0(,%rax,8), %rdx
	xorl	%eax, %eax
.L6117:
	vmovq	(%rcx,%rax), %xmm0
	vmovq	(%rdi,%rax), %xmm1
	vaddps	%xmm1, %xmm0, %xmm0
	vmovlps	%xmm0, (%rsi,%rax)
	addq	$8, %rax
	cmpq	%rdx, %rax
	jne	.L6117
	ret
.L6119:
	xorl	%r8d, %r8d
	xorl	%edx, %edx
	jmp	.L6112
.L6140:
	vzeroupper
	jmp	.L6115
	.size	kcomplex_add_c8, .-kcomplex_add_c8
	.globl	kstride_in_f8
kstride_in_f8:
	.loc 1 60 100
	movl	%edi, %r9d
	movq	%rsi, %r8
	movq	%rdx, %rax
	testl	%edi, %edi
	jle	.L1689
	leal	-1(%rdi), %esi
	movslq	%edi, %rcx
	cmpl	$3, %esi
	jbe	.L1673
	movq	%rcx, %rdx
	salq	$4, %rdx
	leaq	-8(%rax,%rdx), %rdx
	cmpq	%rdx, %r8
	jnb	.L1678
	leaq	(%r8,%rcx,8), %rdx
	cmpq	%rdx, %rax
	jnb	.L1678
.L1673:
	salq	$4, %rcx
	vmovsd	.LC36(%rip), %xmm1
	movq	%r8, %rdx
	addq	%rax, %rcx
.L1677:
	vaddsd	(%rax), %xmm1, %xmm0
	addq	$16, %rax
	addq	$8, %rdx
	vmovsd	%xmm0, -8(%rdx)
	cmpq	%rax, %rcx
	jne	.L1677
	ret
.L1688:
	vzeroupper
.L1689:
	ret
.L1678:
	vbroadcastsd	.LC36(%rip), %ymm1
	movl	%esi, %edi
	xorl	%ecx, %ecx
	shrl	$2, %edi
	salq	$5, %rdi
.L1675:
	vmovupd	(%rax,%rcx,2), %ymm2
	vunpcklpd	32(%rax,%rcx,2), %ymm2, %ymm0
	vpermpd	$216, %ymm0, %ymm0
	vaddpd	%ymm1, %ymm0, %ymm0
	vmovupd	%ymm0, (%r8,%rcx)
	addq	$32, %rcx
	cmpq	%rcx, %rdi
	jne	.L1675
	andl	$-4, %esi
	vmovsd	.LC36(%rip), %xmm0
	leal	(%rsi,%rsi), %edx
	movl	%esi, %r10d
	movslq	%edx, %rdx
	leaq	0(,%r10,8), %rcx
	vaddsd	(%rax,%rdx,8), %xmm0, %xmm1
	leaq	0(,%rdx,8), %rdi
	leal	1(%rsi), %edx
	vmovsd	%xmm1, (%r8,%r10,8)
	cmpl	%edx, %r9d
	jle	.L1688
	vaddsd	16(%rax,%rdi), %xmm0, %xmm1
	leal	2(%rsi), %edx
	vmovsd	%xmm1, 8(%r8,%rcx)
	cmpl	%edx, %r9d
	jle	.L1688
	vaddsd	32(%rax,%rdi), %xmm0, %xmm1
	addl	$3, %esi
	vmovsd	%xmm1, 16(%r8,%rcx)
	cmpl	%esi, %r9d
	jle	.L1688
	vaddsd	48(%rax,%rdi), %xmm0, %xmm0
	vmovsd	%xmm0, 24(%r8,%rcx)
	vzeroupper
	ret
	.size	kstride_in_f8, .-kstride_in_f8
	.globl	kpopcount_u1
kpopcount_u1:
	.loc 1 89 32
	testl	%edi, %edi
	jle	.L5442
	movslq	%edi, %rdi
	xorl	%eax, %eax
.L5440:
	.loc 1 89 47 discriminator 3
	movzbl	(%rdx,%rax), %ecx
	popcntl	%ecx, %ecx
	.loc 1 89 43 discriminator 3
	movb	%cl, (%rsi,%rax)
	.loc 1 89 32 discriminator 3
	addq	$1, %rax
	cmpq	%rax, %rdi
	jne	.L5440
.L5442:
	.loc 1 89 73
	ret
	.size	kpopcount_u1, .-kpopcount_u1
