	.file	"dtos.f"
	.text
	.globl	dtosk_
	.type	dtosk_, @function
dtosk_:
	.file 1 "dtos.f"
.L4:
	.loc 1 7 72
	vmovupd	(%rsi,%rax,2), %zmm2
	vmovupd	64(%rsi,%rax,2), %zmm3
	vmulpd	%zmm2, %zmm2, %zmm0
	vmulpd	%zmm3, %zmm3, %zmm1
	vcvtpd2ps	%zmm0, %ymm0
	vcvtpd2ps	%zmm1, %ymm1
	vinsertf64x4	$0x1, %ymm1, %zmm0, %zmm0
	vmovups	%zmm0, (%rdx,%rax)
	addq	$64, %rax
	cmpq	%rax, %rdi
	jne	.L4
	ret
	.size	dtosk_, .-dtosk_
