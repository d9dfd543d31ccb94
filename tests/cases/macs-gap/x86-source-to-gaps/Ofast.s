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
	movq	%rdi, %rax
	movq	%rcx, %rdi
	.loc 1 1 23
	movl	(%rax), %ecx
.LBB2:
.LBB3:
	.loc 1 4 8
	testl	%ecx, %ecx
	jle	.L64
.LBE3:
.LBE2:
	.loc 1 1 18
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	leal	-1(%rcx), %r11d
	movl	%ecx, %r10d
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	pushq	%r12
	pushq	%rbx
	.cfi_offset 12, -24
	.cfi_offset 3, -32
	cmpl	$2, %r11d
	jbe	.L32
	movl	%ecx, %ebx
.LBB6:
.LBB4:
	.loc 1 4 8
	xorl	%eax, %eax
	shrl	$2, %ebx
	salq	$5, %rbx
	.p2align 4,,10
	.p2align 3
.L4:
	.loc 1 5 27
	vmovupd	(%rdi,%rax), %ymm0
	vmovupd	(%rdx,%rax), %ymm5
	vfmadd132pd	(%r8,%rax), %ymm5, %ymm0
	vmovupd	%ymm0, (%rsi,%rax)
	addq	$32, %rax
	cmpq	%rax, %rbx
	jne	.L4
	movl	%ecx, %ebx
	andl	$-4, %ebx
	leal	1(%rbx), %eax
	testb	$3, %cl
	je	.L68
.L3:
	movl	%ecx, %r12d
	subl	%ebx, %r12d
	cmpl	$1, %r12d
	je	.L6
	vmovupd	(%rdi,%rbx,8), %xmm0
	vmovupd	(%rdx,%rbx,8), %xmm3
	vfmadd132pd	(%r8,%rbx,8), %xmm3, %xmm0
	vmovupd	%xmm0, (%rsi,%rbx,8)
	testb	$1, %r12b
	je	.L7
	andl	$-2, %r12d
	addl	%r12d, %eax
.L6:
	decl	%eax
	cltq
	vmovsd	(%rdi,%rax,8), %xmm0
	vmovsd	(%rdx,%rax,8), %xmm7
	vfmadd132sd	(%r8,%rax,8), %xmm7, %xmm0
	vmovsd	%xmm0, (%rsi,%rax,8)
.L7:
	vmovsd	(%r9), %xmm3
	cmpl	$2, %r11d
	jbe	.L33
.L31:
	movl	%ecx, %ebx
.LBE4:
	.loc 1 4 8
	xorl	%eax, %eax
	vxorpd	%xmm1, %xmm1, %xmm1
	shrl	$2, %ebx
	salq	$5, %rbx
	.p2align 4,,10
	.p2align 3
.L11:
.LBE6:
.LBB7:
.LBB8:
	.loc 1 8 21
	vmovupd	(%rsi,%rax), %ymm6
	vfmadd231pd	(%rdx,%rax), %ymm6, %ymm1
	addq	$32, %rax
	cmpq	%rbx, %rax
	jne	.L11
	vextractf128	$0x1, %ymm1, %xmm4
	movl	%ecx, %ebx
	vaddpd	%xmm1, %xmm4, %xmm2
	andl	$-4, %ebx
	vunpckhpd	%xmm2, %xmm2, %xmm0
	vaddpd	%xmm2, %xmm0, %xmm0
	vaddsd	%xmm0, %xmm3, %xmm0
	testb	$3, %cl
	je	.L12
	vaddpd	%xmm4, %xmm1, %xmm1
	leal	1(%rbx), %eax
.L10:
	movl	%ecx, %r12d
	subl	%ebx, %r12d
	cmpl	$1, %r12d
	je	.L14
	vmovupd	(%rsi,%rbx,8), %xmm7
	vfmadd231pd	(%rdx,%rbx,8), %xmm7, %xmm1
	vunpckhpd	%xmm1, %xmm1, %xmm0
	vaddpd	%xmm1, %xmm0, %xmm0
	vaddsd	%xmm0, %xmm3, %xmm0
	testb	$1, %r12b
	je	.L15
	andl	$-2, %r12d
	addl	%r12d, %eax
.L14:
	decl	%eax
	cltq
	vmovsd	(%rsi,%rax,8), %xmm4
	vfmadd231sd	(%rdx,%rax,8), %xmm4, %xmm0
.L15:
	vmovsd	%xmm0, (%r9)
	cmpl	$1, %ecx
	jne	.L69
.L8:
.LBE8:
.LBE7:
.LBB9:
	.loc 1 10 8
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L25:
.LBB10:
	.loc 1 11 8
	vmovsd	(%rdx,%rax,8), %xmm1
	vcomisd	%xmm0, %xmm1
	jbe	.L22
	.loc 1 11 34
	vmulsd	(%r8,%rax,8), %xmm1, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
.L22:
	.loc 1 10 8
	incq	%rax
	cmpq	%rcx, %rax
	jne	.L25
.L61:
	vzeroupper
.LBE10:
.LBE9:
	.loc 1 13 14
	popq	%rbx
	popq	%r12
	popq	%rbp
	.cfi_remember_state
	.cfi_def_cfa 7, 8
	ret
	.p2align 4,,10
	.p2align 3
.L69:
	.cfi_restore_state
	cmpl	$2147483647, %ecx
	je	.L8
	cmpl	$2, %r11d
	jbe	.L34
.L13:
	movl	%ecx, %esi
	vbroadcastsd	%xmm0, %ymm3
.LBB13:
	.loc 1 10 8
	xorl	%eax, %eax
	shrl	$2, %esi
	salq	$5, %rsi
.L29:
.LBB11:
	.loc 1 11 8
	vmovupd	(%rdx,%rax), %ymm2
	vcmpltpd	%ymm2, %ymm3, %ymm1
	vptest	%ymm1, %ymm1
	jne	.L70
.L27:
	addq	$32, %rax
	cmpq	%rax, %rsi
	jne	.L29
	movl	%ecx, %esi
	andl	$-4, %esi
	leal	1(%rsi), %eax
	cmpl	%ecx, %esi
	je	.L61
	subl	%esi, %ecx
	movl	%ecx, %r10d
	cmpl	$1, %ecx
	je	.L17
.L26:
	vmovupd	(%rdx,%rsi,8), %xmm2
	vmovddup	%xmm0, %xmm1
	vcmpltpd	%xmm2, %xmm1, %xmm1
	vptest	%xmm1, %xmm1
	jne	.L71
.L18:
	testb	$1, %r10b
	je	.L61
	andl	$-2, %r10d
	addl	%r10d, %eax
.L17:
	decl	%eax
	cltq
	vmovsd	(%rdx,%rax,8), %xmm1
	vcomisd	%xmm0, %xmm1
	jbe	.L61
	.loc 1 11 34
	vmulsd	(%r8,%rax,8), %xmm1, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
	vzeroupper
.LBE11:
.LBE13:
	.loc 1 13 14
	popq	%rbx
	popq	%r12
	popq	%rbp
	.cfi_remember_state
	.cfi_def_cfa 7, 8
	ret
	.p2align 4,,10
	.p2align 3
.L70:
	.cfi_restore_state
.LBB14:
.LBB12:
	.loc 1 11 34
	vmaskmovpd	(%r8,%rax), %ymm1, %ymm4
	vmulpd	%ymm4, %ymm2, %ymm2
	vmaskmovpd	%ymm2, %ymm1, (%rdi,%rax)
	jmp	.L27
	.p2align 4,,10
	.p2align 3
.L71:
	vmaskmovpd	(%r8,%rsi,8), %xmm1, %xmm3
	vmulpd	%xmm3, %xmm2, %xmm2
	vmaskmovpd	%xmm2, %xmm1, (%rdi,%rsi,8)
	jmp	.L18
	.p2align 4,,10
	.p2align 3
.L12:
	vmovsd	%xmm0, (%r9)
	jmp	.L13
	.p2align 4,,10
	.p2align 3
.L68:
	vmovsd	(%r9), %xmm3
	jmp	.L31
	.p2align 4,,10
	.p2align 3
.L64:
	.cfi_def_cfa 7, 8
	.cfi_restore 3
	.cfi_restore 6
	.cfi_restore 12
	ret
.L33:
	.cfi_def_cfa 6, 16
	.cfi_offset 3, -32
	.cfi_offset 6, -16
	.cfi_offset 12, -24
.LBE12:
.LBE14:
.LBB15:
	.loc 1 4 8
	vmovsd	%xmm3, %xmm3, %xmm0
	vxorpd	%xmm1, %xmm1, %xmm1
	xorl	%ebx, %ebx
.LBE15:
.LBB16:
	.loc 1 7 8
	movl	$1, %eax
	jmp	.L10
.L34:
	xorl	%esi, %esi
.LBE16:
.LBB17:
	.loc 1 10 8
	movl	$1, %eax
	jmp	.L26
.L32:
.LBE17:
.LBB18:
.LBB5:
	.loc 1 4 8
	xorl	%ebx, %ebx
.LBE5:
	movl	$1, %eax
	jmp	.L3
.LBE18:
	.cfi_endproc
.LFE0:
	.size	kernels_, .-kernels_
