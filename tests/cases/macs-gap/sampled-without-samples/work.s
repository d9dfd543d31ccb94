	.file	"work.f90"
	.text
	.globl	jam_
	.type	jam_, @function
jam_:
	.file 1 "work.f90"
	.loc 1 1 1
	movl	(%rsi), %edi
.L2:
	.loc 1 4 3
	movapd	(%r10), %xmm4
	movapd	16(%r10), %xmm5
	movq	%r11, %rax
.L3:
	.loc 1 6 7
	movapd	(%r8,%rax), %xmm0
	movapd	(%r9,%rax), %xmm1
	mulpd	%xmm4, %xmm0
	mulpd	%xmm5, %xmm1
	addpd	(%rdx,%rax), %xmm0
	addpd	%xmm1, %xmm0
	movaps	%xmm0, (%rdx,%rax)
	.loc 1 5 5
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L3
	.loc 1 4 3
	addq	$32, %r10
	subl	$2, %edi
	jne	.L2
	ret
	.size	jam_, .-jam_
	.globl	sums_
	.type	sums_, @function
sums_:
	.loc 1 10 1
	movl	(%rsi), %edi
.L6:
	.loc 1 13 3
	movapd	(%r10), %xmm1
	movq	%r11, %rax
.L7:
	.loc 1 15 7
	movapd	(%r8,%rax), %xmm0
	mulpd	(%r9,%rax), %xmm0
	addpd	%xmm0, %xmm1
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L7
	.loc 1 14 5
	addsd	(%rdx), %xmm1
	movsd	%xmm1, (%rdx)
	.loc 1 13 3
	addq	$8, %rdx
	subl	$1, %edi
	jne	.L6
	ret
	.size	sums_, .-sums_
