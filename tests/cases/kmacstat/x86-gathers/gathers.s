	.text
	.globl	gathers
	.type	gathers, @function
gathers:
.L2:
	vmovdqu	(%r11,%rax), %ymm0
	kmovb	%k1, %k4
	vgatherdpd	(%r15,%xmm0,8), %ymm10{%k4}
	vperm2i128	$0x11, %ymm0, %ymm0, %ymm0
	vmovdqa	%xmm0, %xmm11
	kmovb	%k1, %k5
	vgatherdpd	(%r15,%xmm11,8), %ymm0{%k5}
	vdivpd	%ymm10, %ymm12, %ymm11
	vmovupd	%ymm11, (%rdx,%rax,2)
	vdivpd	%ymm0, %ymm12, %ymm11
	vmovupd	%ymm11, 32(%rdx,%rax,2)
	addq	$32, %rax
	cmpq	%rsi, %rax
	jne	.L2
	xorl	%eax, %eax
.L3:
	vmovdqu	(%r11,%rax,2), %ymm0
	kmovb	%k1, %k4
	vgatherqps	(%r15,%ymm0,4), %xmm1{%k4}
	vmovups	%xmm1, (%rdx,%rax)
	addq	$16, %rax
	cmpq	%rsi, %rax
	jne	.L3
	xorl	%eax, %eax
.L4:
	vmovdqu	(%r11,%rax), %ymm0
	vmovups	(%rdx,%rax), %ymm1
	kmovb	%k1, %k4
	vscatterdps	%ymm1, (%r15,%ymm0,4){%k4}
	addq	$32, %rax
	cmpq	%rsi, %rax
	jne	.L4
	xorl	%eax, %eax
.L5:
	vmovdqu	(%rdx,%rax), %ymm1
	vmovdqu	(%rcx,%rax), %ymm5
	vpand	%ymm1, %ymm0, %ymm9
	vpmaddubsw	%ymm9, %ymm5, %ymm9
	vpand	%ymm0, %ymm9, %ymm9
	vpandn	%ymm1, %ymm0, %ymm1
	vpmaddubsw	%ymm1, %ymm5, %ymm1
	vpsllw	$8, %ymm1, %ymm1
	vpor	%ymm1, %ymm9, %ymm1
	vmovdqu	%ymm1, (%rsi,%rax)
	addq	$32, %rax
	cmpq	$1024, %rax
	jne	.L5
	ret
	.size	gathers, .-gathers
