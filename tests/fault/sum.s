# SPDX-License-Identifier: GPL-3.0-or-later
	.globl	f
	.type	f, @function
f:
.L3:
	vmovupd	(%rdi,%rax), %ymm0
	vaddpd	(%rsi,%rax), %ymm0, %ymm0
	vmovupd	%ymm0, (%rdi,%rax)
	addq	$32, %rax
	cmpq	%rdx, %rax
	jne	.L3
	ret
