	.text
	.file	"v.c"
	.globl	add                             # -- Begin function add
	.p2align	4, 0x90
	.type	add,@function
add:                                    # @add
.Lfunc_begin0:
	.file	0 "/tmp/xs" "v.c" md5 0xc457aa0425722f049c16b90f698b955c
	.loc	0 1 0                           # v.c:1:0
	.cfi_startproc
# %bb.0:
	.loc	0 1 80 prologue_end             # v.c:1:80
	testq	%rcx, %rcx
	.loc	0 1 65 is_stmt 0                # v.c:1:65
	jle	.LBB0_16
# %bb.1:
	cmpq	$4, %rcx
	jae	.LBB0_3
# %bb.2:
	.loc	0 0 65                          # v.c:0:65
	xorl	%eax, %eax
.LBB0_12:
	.loc	0 1 65                          # v.c:1:65
	movq	%rax, %r8
	notq	%r8
	addq	%rcx, %r8
	movq	%rcx, %r9
	andq	$3, %r9
	je	.LBB0_14
	.p2align	4, 0x90
.LBB0_13:                               # =>This Inner Loop Header: Depth=1
	.loc	0 1 93                          # v.c:1:93
	movsd	(%rsi,%rax,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 1 97                          # v.c:1:97
	addsd	(%rdx,%rax,8), %xmm0
	.loc	0 1 92                          # v.c:1:92
	movsd	%xmm0, (%rdi,%rax,8)
	.loc	0 1 84                          # v.c:1:84
	addq	$1, %rax
	.loc	0 1 65                          # v.c:1:65
	addq	$-1, %r9
	jne	.LBB0_13
.LBB0_14:
	cmpq	$3, %r8
	jb	.LBB0_16
	.p2align	4, 0x90
.LBB0_15:                               # =>This Inner Loop Header: Depth=1
	.loc	0 1 93                          # v.c:1:93
	movsd	(%rsi,%rax,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 1 97                          # v.c:1:97
	addsd	(%rdx,%rax,8), %xmm0
	.loc	0 1 92                          # v.c:1:92
	movsd	%xmm0, (%rdi,%rax,8)
	.loc	0 1 93                          # v.c:1:93
	movsd	8(%rsi,%rax,8), %xmm0           # xmm0 = mem[0],zero
	.loc	0 1 97                          # v.c:1:97
	addsd	8(%rdx,%rax,8), %xmm0
	.loc	0 1 92                          # v.c:1:92
	movsd	%xmm0, 8(%rdi,%rax,8)
	.loc	0 1 93                          # v.c:1:93
	movsd	16(%rsi,%rax,8), %xmm0          # xmm0 = mem[0],zero
	.loc	0 1 97                          # v.c:1:97
	addsd	16(%rdx,%rax,8), %xmm0
	.loc	0 1 92                          # v.c:1:92
	movsd	%xmm0, 16(%rdi,%rax,8)
	.loc	0 1 93                          # v.c:1:93
	movsd	24(%rsi,%rax,8), %xmm0          # xmm0 = mem[0],zero
	.loc	0 1 97                          # v.c:1:97
	addsd	24(%rdx,%rax,8), %xmm0
	.loc	0 1 92                          # v.c:1:92
	movsd	%xmm0, 24(%rdi,%rax,8)
	.loc	0 1 84                          # v.c:1:84
	addq	$4, %rax
	.loc	0 1 80                          # v.c:1:80
	cmpq	%rax, %rcx
	.loc	0 1 65                          # v.c:1:65
	jne	.LBB0_15
	jmp	.LBB0_16
.LBB0_3:
	leaq	(%rdi,%rcx,8), %r9
	leaq	(%rsi,%rcx,8), %rax
	cmpq	%rdi, %rax
	seta	%r10b
	leaq	(%rdx,%rcx,8), %rax
	cmpq	%rsi, %r9
	seta	%r11b
	cmpq	%rdi, %rax
	seta	%r8b
	cmpq	%rdx, %r9
	seta	%r9b
	xorl	%eax, %eax
	testb	%r11b, %r10b
	jne	.LBB0_12
# %bb.4:
	andb	%r9b, %r8b
	jne	.LBB0_12
# %bb.5:
	movq	%rcx, %rax
	andq	$-4, %rax
	leaq	-4(%rax), %r8
	movq	%r8, %r9
	shrq	$2, %r9
	addq	$1, %r9
	testq	%r8, %r8
	je	.LBB0_6
# %bb.7:
	movq	%r9, %r10
	andq	$-2, %r10
	xorl	%r8d, %r8d
	.p2align	4, 0x90
.LBB0_8:                                # =>This Inner Loop Header: Depth=1
	.loc	0 1 93                          # v.c:1:93
	movupd	(%rsi,%r8,8), %xmm0
	movupd	16(%rsi,%r8,8), %xmm1
	.loc	0 1 98                          # v.c:1:98
	movupd	(%rdx,%r8,8), %xmm2
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm0, %xmm2
	.loc	0 1 98                          # v.c:1:98
	movupd	16(%rdx,%r8,8), %xmm0
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm1, %xmm0
	.loc	0 1 92                          # v.c:1:92
	movupd	%xmm2, (%rdi,%r8,8)
	movupd	%xmm0, 16(%rdi,%r8,8)
	.loc	0 1 93                          # v.c:1:93
	movupd	32(%rsi,%r8,8), %xmm0
	movupd	48(%rsi,%r8,8), %xmm1
	.loc	0 1 98                          # v.c:1:98
	movupd	32(%rdx,%r8,8), %xmm2
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm0, %xmm2
	.loc	0 1 98                          # v.c:1:98
	movupd	48(%rdx,%r8,8), %xmm0
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm1, %xmm0
	.loc	0 1 92                          # v.c:1:92
	movupd	%xmm2, 32(%rdi,%r8,8)
	movupd	%xmm0, 48(%rdi,%r8,8)
	.loc	0 1 84                          # v.c:1:84
	addq	$8, %r8
	addq	$-2, %r10
	jne	.LBB0_8
# %bb.9:
	testb	$1, %r9b
	je	.LBB0_11
.LBB0_10:
	.loc	0 1 93                          # v.c:1:93
	movupd	(%rsi,%r8,8), %xmm0
	movupd	16(%rsi,%r8,8), %xmm1
	.loc	0 1 98                          # v.c:1:98
	movupd	(%rdx,%r8,8), %xmm2
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm0, %xmm2
	.loc	0 1 98                          # v.c:1:98
	movupd	16(%rdx,%r8,8), %xmm0
	.loc	0 1 97                          # v.c:1:97
	addpd	%xmm1, %xmm0
	.loc	0 1 92                          # v.c:1:92
	movupd	%xmm2, (%rdi,%r8,8)
	movupd	%xmm0, 16(%rdi,%r8,8)
.LBB0_11:
	.loc	0 1 65                          # v.c:1:65
	cmpq	%rcx, %rax
	jne	.LBB0_12
.LBB0_16:
	.loc	0 1 104                         # v.c:1:104
	retq
.LBB0_6:
	.loc	0 0 104                         # v.c:0:104
	xorl	%r8d, %r8d
	.loc	0 1 84                          # v.c:1:84
	testb	$1, %r9b
	jne	.LBB0_10
	jmp	.LBB0_11
.Ltmp0:
.Lfunc_end0:
	.size	add, .Lfunc_end0-add
	.cfi_endproc
                                        # -- End function
	.globl	dot                             # -- Begin function dot
	.p2align	4, 0x90
	.type	dot,@function
dot:                                    # @dot
.Lfunc_begin1:
	.loc	0 2 0 is_stmt 1                 # v.c:2:0
	.cfi_startproc
# %bb.0:
	.loc	0 2 77 prologue_end             # v.c:2:77
	testl	%edx, %edx
	.loc	0 2 63 is_stmt 0                # v.c:2:63
	jle	.LBB1_1
# %bb.2:
	.loc	0 2 77                          # v.c:2:77
	movl	%edx, %edx
	.loc	0 2 63                          # v.c:2:63
	leaq	-1(%rdx), %rcx
	movl	%edx, %eax
	andl	$3, %eax
	cmpq	$3, %rcx
	jae	.LBB1_8
# %bb.3:
	.loc	0 0 63                          # v.c:0:63
	xorps	%xmm0, %xmm0
	xorl	%ecx, %ecx
	jmp	.LBB1_4
.LBB1_1:
	xorps	%xmm0, %xmm0
	.loc	0 2 99                          # v.c:2:99
	retq
.LBB1_8:
	.loc	0 2 63                          # v.c:2:63
	andl	$-4, %edx
	xorps	%xmm0, %xmm0
	xorl	%ecx, %ecx
	.p2align	4, 0x90
.LBB1_9:                                # =>This Inner Loop Header: Depth=1
	.loc	0 2 88                          # v.c:2:88
	movss	(%rdi,%rcx,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	movss	4(%rdi,%rcx,4), %xmm2           # xmm2 = mem[0],zero,zero,zero
	.loc	0 2 86                          # v.c:2:86
	mulss	(%rsi,%rcx,4), %xmm1
	mulss	4(%rsi,%rcx,4), %xmm2
	addss	%xmm0, %xmm1
	.loc	0 2 88                          # v.c:2:88
	movss	8(%rdi,%rcx,4), %xmm3           # xmm3 = mem[0],zero,zero,zero
	.loc	0 2 86                          # v.c:2:86
	mulss	8(%rsi,%rcx,4), %xmm3
	addss	%xmm1, %xmm2
	.loc	0 2 88                          # v.c:2:88
	movss	12(%rdi,%rcx,4), %xmm0          # xmm0 = mem[0],zero,zero,zero
	.loc	0 2 86                          # v.c:2:86
	mulss	12(%rsi,%rcx,4), %xmm0
	addss	%xmm2, %xmm3
	addss	%xmm3, %xmm0
	.loc	0 2 81                          # v.c:2:81
	addq	$4, %rcx
	.loc	0 2 63                          # v.c:2:63
	cmpq	%rcx, %rdx
	jne	.LBB1_9
.LBB1_4:
	testq	%rax, %rax
	je	.LBB1_7
# %bb.5:
	leaq	(%rsi,%rcx,4), %rdx
	leaq	(%rdi,%rcx,4), %rcx
	xorl	%esi, %esi
	.p2align	4, 0x90
.LBB1_6:                                # =>This Inner Loop Header: Depth=1
	.loc	0 2 88                          # v.c:2:88
	movss	(%rcx,%rsi,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	.loc	0 2 86                          # v.c:2:86
	mulss	(%rdx,%rsi,4), %xmm1
	addss	%xmm1, %xmm0
	.loc	0 2 63                          # v.c:2:63
	addq	$1, %rsi
	cmpq	%rsi, %rax
	jne	.LBB1_6
.LBB1_7:
	.loc	0 2 99                          # v.c:2:99
	retq
.Ltmp1:
.Lfunc_end1:
	.size	dot, .Lfunc_end1-dot
	.cfi_endproc
                                        # -- End function
	.globl	gath                            # -- Begin function gath
	.p2align	4, 0x90
	.type	gath,@function
gath:                                   # @gath
.Lfunc_begin2:
	.loc	0 3 0 is_stmt 1                 # v.c:3:0
	.cfi_startproc
# %bb.0:
	.loc	0 3 76 prologue_end             # v.c:3:76
	testl	%ecx, %ecx
	.loc	0 3 62 is_stmt 0                # v.c:3:62
	jle	.LBB2_6
# %bb.1:
	.loc	0 3 76                          # v.c:3:76
	movl	%ecx, %r9d
	.loc	0 3 62                          # v.c:3:62
	leaq	-1(%r9), %rax
	movl	%r9d, %r8d
	andl	$3, %r8d
	cmpq	$3, %rax
	jae	.LBB2_7
# %bb.2:
	.loc	0 0 62                          # v.c:0:62
	xorl	%eax, %eax
	jmp	.LBB2_3
.LBB2_7:
	.loc	0 3 62                          # v.c:3:62
	andl	$-4, %r9d
	xorl	%eax, %eax
	.p2align	4, 0x90
.LBB2_8:                                # =>This Inner Loop Header: Depth=1
	.loc	0 3 91                          # v.c:3:91
	movslq	(%rdx,%rax,4), %rcx
	.loc	0 3 89                          # v.c:3:89
	movsd	(%rsi,%rcx,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 3 88                          # v.c:3:88
	movsd	%xmm0, (%rdi,%rax,8)
	.loc	0 3 91                          # v.c:3:91
	movslq	4(%rdx,%rax,4), %rcx
	.loc	0 3 89                          # v.c:3:89
	movsd	(%rsi,%rcx,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 3 88                          # v.c:3:88
	movsd	%xmm0, 8(%rdi,%rax,8)
	.loc	0 3 91                          # v.c:3:91
	movslq	8(%rdx,%rax,4), %rcx
	.loc	0 3 89                          # v.c:3:89
	movsd	(%rsi,%rcx,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 3 88                          # v.c:3:88
	movsd	%xmm0, 16(%rdi,%rax,8)
	.loc	0 3 91                          # v.c:3:91
	movslq	12(%rdx,%rax,4), %rcx
	.loc	0 3 89                          # v.c:3:89
	movsd	(%rsi,%rcx,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 3 88                          # v.c:3:88
	movsd	%xmm0, 24(%rdi,%rax,8)
	.loc	0 3 80                          # v.c:3:80
	addq	$4, %rax
	.loc	0 3 62                          # v.c:3:62
	cmpq	%rax, %r9
	jne	.LBB2_8
.LBB2_3:
	testq	%r8, %r8
	je	.LBB2_6
# %bb.4:
	leaq	(%rdi,%rax,8), %rcx
	leaq	(%rdx,%rax,4), %rax
	xorl	%edx, %edx
	.p2align	4, 0x90
.LBB2_5:                                # =>This Inner Loop Header: Depth=1
	.loc	0 3 91                          # v.c:3:91
	movslq	(%rax,%rdx,4), %rdi
	.loc	0 3 89                          # v.c:3:89
	movsd	(%rsi,%rdi,8), %xmm0            # xmm0 = mem[0],zero
	.loc	0 3 88                          # v.c:3:88
	movsd	%xmm0, (%rcx,%rdx,8)
	.loc	0 3 62                          # v.c:3:62
	addq	$1, %rdx
	cmpq	%rdx, %r8
	jne	.LBB2_5
.LBB2_6:
	.loc	0 3 98                          # v.c:3:98
	retq
.Ltmp2:
.Lfunc_end2:
	.size	gath, .Lfunc_end2-gath
	.cfi_endproc
                                        # -- End function
