	.text
	.globl	merged
	.type	merged, @function
merged:
.L2:
	kmovw	%k2, %k1
	vgatherdpd	(%rsi,%xmm0,8), %ymm1{%k1}
	addq	$1, %rax
	cmpq	%rdx, %rax
	jne	.L2
.L3:
	vmovupd	(%rsi), %zmm2{%k3}
	addq	$64, %rsi
	cmpq	%rdx, %rsi
	jne	.L3
	ret
	.size	merged, .-merged
