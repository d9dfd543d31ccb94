	.file	"recur.f"
	.text
.Ltext0:
	.file 0 "/src" "recur.f"
	.globl	recur_
	.type	recur_, @function
recur_:
.LFB0:
	.file 1 "recur.f"
	.loc 1 1 22
	.cfi_startproc
	.loc 1 1 27
	movl	(%rdi), %eax
.LBB2:
.LBB3:
	.loc 1 4 12
	cmpl	$1, %eax
	jle	.L1
	leal	-1(%rax), %edi
	movl	$0, %eax
.L3:
	.loc 1 5 72
	movsd	8(%rdx,%rax,8), %xmm0
	subsd	(%rsi,%rax,8), %xmm0
	mulsd	8(%rcx,%rax,8), %xmm0
	movsd	%xmm0, 8(%rsi,%rax,8)
	.loc 1 4 12
	addq	$1, %rax
	cmpq	%rdi, %rax
	jne	.L3
.L1:
.LBE3:
.LBE2:
	.loc 1 7 72
	ret
	.cfi_endproc
.LFE0:
	.size	recur_, .-recur_
