# SPDX-License-Identifier: GPL-3.0-or-later
# Loops with branches for x86-paths.sh: NAME(passes, which, values, to). which: an int for each pass, which selects its
# path; values and to: doubles. Addresses wrap around after 1024 elements: %r8 is the index of the pass.
	.text
	.globl	stores, conditional_add, cases, exits, rows5, rows20, two_sums
# An if with one store, an else with two.
stores:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
.stores:
	movl	%eax, %r8d
	andl	$1023, %r8d
	cmpl	$0, (%rsi,%r8,4)
	je	.stores_else
.stores_then:
	movq	%rax, (%rcx,%r8,8)
	jmp	.stores_end
.stores_else:
	movq	%rax, (%rcx,%r8,8)
	movq	%rax, 8192(%rcx,%r8,8)
.stores_end:
	incq	%rax
	cmpq	%rdi, %rax
	jb	.stores
	ret
# Some passes add to a sum.
conditional_add:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
.add:
	movl	%eax, %r8d
	andl	$1023, %r8d
	cmpl	$0, (%rsi,%r8,4)
	je	.add_end
.add_run:
	mulsd	%xmm1, %xmm0
.add_end:
	incq	%rax
	cmpq	%rdi, %rax
	jb	.add
	ret
# A switch by comparisons, with a recurrence in two of three cases.
cases:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
	movl	$3, %r9d
.cases:
	movl	%eax, %r8d
	andl	$1023, %r8d
	movl	(%rsi,%r8,4), %r10d
	cmpl	$1, %r10d
	je	.cases_1
.cases_not_1:
	cmpl	$2, %r10d
	je	.cases_2
.cases_0:
	movq	%rax, (%rcx,%r8,8)
	jmp	.cases_end
.cases_1:
	imulq	%r9, %r9
	imulq	%r9, %r9
	jmp	.cases_end
.cases_2:
	mulsd	%xmm1, %xmm0
	mulsd	%xmm1, %xmm0
.cases_end:
	incq	%rax
	cmpq	%rdi, %rax
	jb	.cases
	ret
# A cold block that is never executed, and a sum.
exits:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
.exits:
	movl	%eax, %r8d
	andl	$1023, %r8d
	cmpl	$9, (%rsi,%r8,4)
	je	.exits_cold
.exits_sum:
	mulsd	%xmm1, %xmm0
	incq	%rax
	cmpq	%rdi, %rax
	jb	.exits
	ret
.exits_cold:
	divsd	%xmm1, %xmm0
	divsd	%xmm1, %xmm0
	cmpl	$10, (%rsi,%r8,4)
	je	.exits_end
.exits_on:
	jmp	.exits_sum
.exits_end:
	ret
# Products of rows of 5 elements.
rows5:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
.rows5_outer:
	movsd	%xmm1, %xmm0
	leaq	5(%rax), %r9
.rows5:
	mulsd	%xmm1, %xmm0
	incq	%rax
	cmpq	%r9, %rax
	jb	.rows5
	movsd	%xmm0, (%rcx)
	cmpq	%rdi, %rax
	jb	.rows5_outer
	ret
# Products of rows of 20 elements.
rows20:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
.rows20_outer:
	movsd	%xmm1, %xmm0
	leaq	20(%rax), %r9
.rows20:
	mulsd	%xmm1, %xmm0
	incq	%rax
	cmpq	%r9, %rax
	jb	.rows20
	movsd	%xmm0, (%rcx)
	cmpq	%rdi, %rax
	jb	.rows20_outer
	ret
# Either of two products.
two_sums:
	xorl	%eax, %eax
	movsd	(%rdx), %xmm1
	movaps	%xmm1, %xmm0
	movsd	%xmm1, %xmm2
.two:
	movl	%eax, %r8d
	andl	$1023, %r8d
	cmpl	$0, (%rsi,%r8,4)
	je	.two_else
.two_then:
	mulsd	%xmm1, %xmm0
	jmp	.two_end
.two_else:
	mulsd	%xmm1, %xmm2
.two_end:
	incq	%rax
	cmpq	%rdi, %rax
	jb	.two
	ret
	.section .note.GNU-stack,"",@progbits
