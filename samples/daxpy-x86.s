	.file	"daxpy.f"
	.text
.Ltext0:
	.p2align 4
	.globl	daxpy_
	.type	daxpy_, @function
daxpy_:
	.file 1 "samples/daxpy.f"
	.loc 1 3 22
	.loc 1 3 22
	movq	%rdi, %rax
	movq	%rdx, %rdi
	movq	%rcx, %rdx
	.loc 1 3 33
	movl	(%rax), %ecx
	.loc 1 6 15
	testl	%ecx, %ecx
	jle	.L17
	leal	-1(%rcx), %eax
	.loc 1 7 72
	vmovsd	(%rsi), %xmm0
	cmpl	$2, %eax
	jbe	.L8
	movl	%ecx, %esi
	vbroadcastsd	%xmm0, %ymm2
	xorl	%eax, %eax
	shrl	$2, %esi
	salq	$5, %rsi
	.p2align 4,,10
	.p2align 3
.L4:
	vmovupd	(%rdi,%rax), %ymm1
	vfmadd213pd	(%rdx,%rax), %ymm2, %ymm1
	vmovupd	%ymm1, (%rdx,%rax)
	addq	$32, %rax
	cmpq	%rax, %rsi
	jne	.L4
	movl	%ecx, %esi
	andl	$-4, %esi
	testb	$3, %cl
	je	.L16
	leal	1(%rsi), %eax
	vzeroupper
.L3:
	subl	%esi, %ecx
	cmpl	$1, %ecx
	je	.L6
	leaq	(%rdx,%rsi,8), %r8
	vmovddup	%xmm0, %xmm1
	vmovupd	(%r8), %xmm4
	vfmadd132pd	(%rdi,%rsi,8), %xmm4, %xmm1
	vmovupd	%xmm1, (%r8)
	testb	$1, %cl
	je	.L17
	andl	$-2, %ecx
	addl	%ecx, %eax
.L6:
	subl	$1, %eax
	cltq
	vmovsd	(%rdx,%rax,8), %xmm3
	vfmadd132sd	(%rdi,%rax,8), %xmm3, %xmm0
	vmovsd	%xmm0, (%rdx,%rax,8)
	.loc 1 8 72
	ret
	.p2align 4,,10
	.p2align 3
.L16:
	vzeroupper
.L17:
	ret
.L8:
	.loc 1 7 72
	xorl	%esi, %esi
	.loc 1 6 15
	movl	$1, %eax
	jmp	.L3
	.size	daxpy_, .-daxpy_
