# SPDX-License-Identifier: GPL-3.0-or-later
# Calls roles_function with the registers of *roles_state, and stores the registers there after the call.
# With the symbol AVX2 the code is for a CPU with AVX2 and without AVX-512: 16 registers of 32 bytes, no masks.
	.text
	.globl	roles_enter
	.type	roles_enter, @function
	.ifdef	AVX2
	.macro	vectors to:req
	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	.if	\to
	vmovdqu	256+64*\r(%rax), %ymm\r
	.else
	vmovdqu	%ymm\r, 256+64*\r(%rax)
	.endif
	.endr
	.endm
	.macro	masks to:req
	.endm
	.else
	.macro	vectors to:req
	.irp	r,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	.if	\to
	vmovdqu64	256+64*\r(%rax), %zmm\r
	.else
	vmovdqu64	%zmm\r, 256+64*\r(%rax)
	.endif
	.endr
	.endm
	.macro	masks to:req
	.irp	r,0,1,2,3,4,5,6,7
	.if	\to
	kmovq	128+8*\r(%rax), %k\r
	.else
	kmovq	%k\r, 128+8*\r(%rax)
	.endif
	.endr
	.endm
	.endif
roles_enter:
	.irp	r,rbx,rbp,r12,r13,r14,r15
	push	%\r
	.endr
	mov	roles_state(%rip), %rax
	vectors	1
	masks	1
	push	192(%rax)
	mov	8(%rax), %rcx
	mov	16(%rax), %rdx
	mov	24(%rax), %rbx
	mov	40(%rax), %rbp
	mov	48(%rax), %rsi
	mov	56(%rax), %rdi
	.irp	r,8,9,10,11,12,13,14,15
	mov	8*\r(%rax), %r\r
	.endr
	mov	(%rax), %rax
	popf
	call	*roles_function(%rip)
	pushf
	push	%rax
	mov	roles_state(%rip), %rax
	vectors	0
	masks	0
	mov	%rcx, 8(%rax)
	mov	%rdx, 16(%rax)
	mov	%rbx, 24(%rax)
	mov	%rbp, 40(%rax)
	mov	%rsi, 48(%rax)
	mov	%rdi, 56(%rax)
	.irp	r,8,9,10,11,12,13,14,15
	mov	%r\r, 8*\r(%rax)
	.endr
	pop	(%rax)
	pop	192(%rax)
	cld
	vzeroupper
	.irp	r,r15,r14,r13,r12,rbp,rbx
	pop	%\r
	.endr
	ret
	.size	roles_enter, .-roles_enter
	.section	.note.GNU-stack,"",@progbits
