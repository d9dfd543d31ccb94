	.file	"differ.c"
	.text
	.globl	differ
	.type	differ, @function
differ:
	.file 1 "differ.c"
.L3:
	.loc 1 2 1
	vpmovsxbw	(%rax), %ymm1
	vmovdqa	(%rax), %ymm6
	.loc 1 2 1
	addq	$32, %rax
	.loc 1 2 1
	vextracti128	$0x1, %ymm6, %xmm0
	vpmovsxbw	%xmm0, %ymm0
	vpaddw	%ymm1, %ymm3, %ymm3
	vpaddw	%ymm0, %ymm3, %ymm3
	.loc 1 2 1
	cmpq	%rdi, %rax
	jne	.L3
	ret
	.size	differ, .-differ
