	.file	"k.f90"
	.text
.Ltext0:
	.p2align 4
	.globl	kernels_
	.type	kernels_, @function
kernels_:
.LFB0:
	.file 1 "k.f90"
	.loc 1 1 18
	.cfi_startproc
	.loc 1 1 23
	movl	(%rdi), %edi
.LBB2:
.LBB3:
	.loc 1 4 8
	testl	%edi, %edi
	jle	.L37
.LBE3:
.LBE2:
	.loc 1 1 18
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	leal	-1(%rdi), %r11d
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	pushq	%rbx
	.cfi_offset 3, -24
	cmpl	$2, %r11d
	jbe	.L18
	movl	%edi, %r10d
.LBB6:
.LBB4:
	.loc 1 4 8
	xorl	%eax, %eax
	shrl	$2, %r10d
	salq	$5, %r10
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 5 27
	vmovupd	(%rcx,%rax), %ymm0
	vmovupd	(%rdx,%rax), %ymm4
	vfmadd132pd	(%r8,%rax), %ymm4, %ymm0
	vmovupd	%ymm0, (%rsi,%rax)
	addq	$32, %rax
	cmpq	%r10, %rax
	jne	.L4
	movl	%edi, %r10d
	andl	$-4, %r10d
	leal	1(%r10), %eax
	testb	$3, %dil
	je	.L41
.L3:
	movl	%edi, %ebx
	subl	%r10d, %ebx
	cmpl	$1, %ebx
	je	.L6
	vmovupd	(%rcx,%r10,8), %xmm0
	vmovupd	(%rdx,%r10,8), %xmm6
	vfmadd132pd	(%r8,%r10,8), %xmm6, %xmm0
	vmovupd	%xmm0, (%rsi,%r10,8)
	testb	$1, %bl
	je	.L7
	andl	$-2, %ebx
	addl	%ebx, %eax
.L6:
	decl	%eax
	cltq
	vmovsd	(%rcx,%rax,8), %xmm0
	vmovsd	(%rdx,%rax,8), %xmm6
	vfmadd132sd	(%r8,%rax,8), %xmm6, %xmm0
	vmovsd	%xmm0, (%rsi,%rax,8)
.L7:
	vmovsd	(%r9), %xmm2
	cmpl	$2, %r11d
	jbe	.L19
.L17:
	movl	%edi, %r10d
.LBE4:
	.loc 1 4 8
	xorl	%eax, %eax
	shrl	$2, %r10d
	salq	$5, %r10
	.p2align 4,,10
	.p2align 3
.L10:
.LBE6:
.LBB7:
.LBB8:
	.loc 1 8 21
	vmovupd	(%rdx,%rax), %ymm5
	vmulpd	(%rsi,%rax), %ymm5, %ymm0
	addq	$32, %rax
	vaddsd	%xmm2, %xmm0, %xmm1
	vunpckhpd	%xmm0, %xmm0, %xmm3
	vextractf128	$0x1, %ymm0, %xmm0
	vaddsd	%xmm3, %xmm1, %xmm1
	vaddsd	%xmm0, %xmm1, %xmm1
	vunpckhpd	%xmm0, %xmm0, %xmm0
	vaddsd	%xmm0, %xmm1, %xmm2
	cmpq	%r10, %rax
	jne	.L10
	movl	%edi, %r10d
	andl	$-4, %r10d
	leal	1(%r10), %eax
	testb	$3, %dil
	je	.L11
.L9:
	movl	%edi, %r11d
	subl	%r10d, %r11d
	cmpl	$1, %r11d
	je	.L12
	vmovupd	(%rsi,%r10,8), %xmm7
	vmulpd	(%rdx,%r10,8), %xmm7, %xmm0
	vaddsd	%xmm0, %xmm2, %xmm2
	vunpckhpd	%xmm0, %xmm0, %xmm0
	vaddsd	%xmm0, %xmm2, %xmm2
	testb	$1, %r11b
	je	.L11
	andl	$-2, %r11d
	addl	%r11d, %eax
.L12:
	decl	%eax
	cltq
	vmovsd	(%rsi,%rax,8), %xmm7
	vfmadd231sd	(%rdx,%rax,8), %xmm7, %xmm2
.L11:
	vmovsd	%xmm2, (%r9)
.LBE8:
	.loc 1 7 8
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L8:
.LBE7:
.LBB9:
.LBB10:
	.loc 1 11 8
	vmovsd	(%rdx,%rax,8), %xmm0
	vcomisd	%xmm2, %xmm0
	jbe	.L14
	.loc 1 11 34 discriminator 1
	vmulsd	(%r8,%rax,8), %xmm0, %xmm0
	vmovsd	%xmm0, (%rcx,%rax,8)
.L14:
	.loc 1 10 8 discriminator 2
	incq	%rax
	cmpq	%rax, %rdi
	jne	.L8
	vzeroupper
.LBE10:
.LBE9:
	.loc 1 13 14
	movq	-8(%rbp), %rbx
	leave
	.cfi_remember_state
	.cfi_def_cfa 7, 8
	ret
	.p2align 4,,10
	.p2align 3
.L41:
	.cfi_restore_state
	vmovsd	(%r9), %xmm2
	jmp	.L17
	.p2align 4,,10
	.p2align 3
.L37:
	.cfi_def_cfa 7, 8
	.cfi_restore 3
	.cfi_restore 6
	ret
.L19:
	.cfi_def_cfa 6, 16
	.cfi_offset 3, -24
	.cfi_offset 6, -16
.LBB11:
	.loc 1 4 8
	xorl	%r10d, %r10d
.LBE11:
.LBB12:
	.loc 1 7 8
	movl	$1, %eax
	jmp	.L9
.L18:
.LBE12:
.LBB13:
.LBB5:
	.loc 1 4 8
	xorl	%r10d, %r10d
.LBE5:
	movl	$1, %eax
	jmp	.L3
.LBE13:
	.cfi_endproc
.LFE0:
	.size	kernels_, .-kernels_
