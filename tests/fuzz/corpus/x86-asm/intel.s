	.file	"stencil.f"
	.intel_syntax noprefix
	.text
	.p2align 4
	.globl	stenk_
	.type	stenk_, @function
stenk_:
.LFB0:
	.cfi_startproc
	mov	eax, DWORD PTR [rdi]
	test	eax, eax
	jle	.L1
	movsd	xmm5, QWORD PTR [rsi]
	movsd	xmm0, QWORD PTR [r8]
	movsd	xmm1, QWORD PTR 8[r8]
	movsd	xmm4, QWORD PTR [rdx]
	lea	edx, 2[rax]
	mov	eax, 2
	.p2align 4,,10
	.p2align 3
.L3:
	movapd	xmm2, xmm1
	movsd	xmm1, QWORD PTR [r8+rax*8]
	movapd	xmm3, xmm4
	mulsd	xmm3, xmm2
	addsd	xmm0, xmm1
	mulsd	xmm0, xmm5
	addsd	xmm0, xmm3
	movsd	QWORD PTR -16[rcx+rax*8], xmm0
	add	rax, 1
	movapd	xmm0, xmm2
	cmp	rdx, rax
	jne	.L3
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	stenk_, .-stenk_
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
