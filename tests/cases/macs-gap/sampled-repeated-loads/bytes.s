	.file	"bytes.c"
	.text
	.globl	sum
	.type	sum, @function
sum:
	.file 1 "bytes.c"
.L3:
	.loc 1 7 9
	vpmovsxbw	(%rax), %ymm1
	vmovdqa	(%rax), %ymm6
	.loc 1 6 5
	addq	$32, %rax
	.loc 1 7 9
	vextracti128	$0x1, %ymm6, %xmm0
	vpmovsxbw	%xmm0, %ymm0
	vpaddw	%ymm1, %ymm3, %ymm3
	vpaddw	%ymm0, %ymm3, %ymm3
	.loc 1 6 5
	cmpq	%rdi, %rax
	jne	.L3
	ret
	.size	sum, .-sum
