	.file	"c.f"
	.text
.Ltext0:
	.cfi_sections	.debug_frame
	.file 0 "/src" "c.f"
	.globl	addc_
	.type	addc_, @function
addc_:
.LFB0:
	.file 1 "c.f"
	.loc 1 1 21
	.cfi_startproc
	.loc 1 1 29
	movl	(%rdi), %ecx
.LBB2:
.LBB3:
	.loc 1 4 15
	testl	%ecx, %ecx
	jle	.L1
	leaq	8(%rsi), %rax
	addq	$8, %rdx
	leal	-1(%rcx), %ecx
	salq	$4, %rcx
	leaq	24(%rsi,%rcx), %rcx
.L3:
	.loc 1 5 72
	movsd	(%rax), %xmm0
	addsd	(%rdx), %xmm0
	movsd	-8(%rdx), %xmm1
	addsd	-8(%rax), %xmm1
	movsd	%xmm1, -8(%rdx)
	movsd	%xmm0, (%rdx)
	.loc 1 4 15
	addq	$16, %rax
	addq	$16, %rdx
	cmpq	%rcx, %rax
	jne	.L3
.L1:
.LBE3:
.LBE2:
	.loc 1 6 72
	ret
	.cfi_endproc
.LFE0:
	.size	addc_, .-addc_
