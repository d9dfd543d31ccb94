	.file	"sel.f90"
	.text
	.globl	sel_
	.type	sel_, @function
sel_:
	.file 1 "sel.f90"
	xorl	%eax, %eax
.L3:
	.loc 1 5 7
	comisd	(%rsi,%rax), %xmm1
	jbe	.L4
.L5:
	.loc 1 6 7
	movsd	(%rdx,%rax), %xmm0
	mulsd	%xmm2, %xmm0
	addsd	%xmm3, %xmm0
	movsd	%xmm0, (%rdx,%rax)
.L4:
	.loc 1 4 7
	addq	$8, %rax
	cmpq	%rax, %rdi
	jne	.L3
	ret
