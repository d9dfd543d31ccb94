	.file	"triad.f90"
	.text
	.globl	triad_
	.type	triad_, @function
triad_:
	.file 1 "triad.f90"
	xorl	%eax, %eax
.L4:
	.loc 1 5 7
	vmovupd	(%rsi,%rax), %ymm1
	vfmadd213pd	(%rdx,%rax), %ymm0, %ymm1
	vmovupd	%ymm1, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rcx
	jne	.L4
	ret
