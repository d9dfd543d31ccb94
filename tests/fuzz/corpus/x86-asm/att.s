	.file	"daxpy.f"
	.text
.Ltext0:
	.file 0 "/src" "/src/daxpy.f"
	.p2align 4
	.globl	daxpyk_
	.type	daxpyk_, @function
daxpyk_:
.LFB0:
	.file 1 "/src/daxpy.f"
	.loc 1 1 23
	.cfi_startproc
	.loc 1 1 23
	movq	%rdi, %rax
	movq	%rdx, %rdi
	movq	%rcx, %rdx
	.loc 1 1 31
	movl	(%rax), %ecx
.LBB2:
.LBB3:
	.loc 1 4 14
	testl	%ecx, %ecx
	jle	.L17
	leal	-1(%rcx), %eax
	.loc 1 5 72
	vmovsd	(%rsi), %xmm0
	cmpl	$2, %eax
	jbe	.L8
	movl	%ecx, %esi
	shrl	$2, %esi
	vbroadcastsd	%xmm0, %ymm2
	salq	$5, %rsi
	xorl	%eax, %eax
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
	vmovupd	(%r8), %xmm4
	vmovddup	%xmm0, %xmm1
	vfmadd132pd	(%rdi,%rsi,8), %xmm4, %xmm1
	vmovupd	%xmm1, (%r8)
	testb	$1, %cl
	je	.L17
	andl	$-2, %ecx
	addl	%ecx, %eax
.L6:
	decl	%eax
	cltq
	vmovsd	(%rdx,%rax,8), %xmm3
	vfmadd132sd	(%rdi,%rax,8), %xmm3, %xmm0
	vmovsd	%xmm0, (%rdx,%rax,8)
.LBE3:
.LBE2:
	.loc 1 6 72
	ret
	.p2align 4,,10
	.p2align 3
.L16:
	vzeroupper
.L17:
	ret
.L8:
.LBB5:
.LBB4:
	.loc 1 5 72
	xorl	%esi, %esi
.LBE4:
	.loc 1 4 14
	movl	$1, %eax
	jmp	.L3
.LBE5:
	.cfi_endproc
.LFE0:
	.size	daxpyk_, .-daxpyk_
.Letext0:
	.section	.debug_info,"",@progbits
.Ldebug_info0:
	.long	0x4a
	.value	0x5
	.byte	0x1
	.byte	0x8
	.long	.Ldebug_abbrev0
	.uleb128 0x1
	.long	.LASF2
	.byte	0x23
	.byte	0x2
	.long	.LASF0
	.long	.LASF1
	.quad	.Ltext0
	.quad	.Letext0-.Ltext0
	.long	.Ldebug_line0
	.uleb128 0x2
	.long	.LASF3
	.byte	0x1
	.byte	0x1
	.byte	0x17
	.long	.LASF4
	.quad	.LFB0
	.quad	.LFE0-.LFB0
	.uleb128 0x1
	.byte	0x9c
	.byte	0
	.section	.debug_abbrev,"",@progbits
.Ldebug_abbrev0:
	.uleb128 0x1
	.uleb128 0x11
	.byte	0x1
	.uleb128 0x25
	.uleb128 0xe
	.uleb128 0x13
	.uleb128 0xb
	.uleb128 0x42
	.uleb128 0xb
	.uleb128 0x3
	.uleb128 0x1f
	.uleb128 0x1b
	.uleb128 0x1f
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x7
	.uleb128 0x10
	.uleb128 0x17
	.byte	0
	.byte	0
	.uleb128 0x2
	.uleb128 0x2e
	.byte	0
	.uleb128 0x3f
	.uleb128 0x19
	.uleb128 0x3
	.uleb128 0xe
	.uleb128 0x3a
	.uleb128 0xb
	.uleb128 0x3b
	.uleb128 0xb
	.uleb128 0x39
	.uleb128 0xb
	.uleb128 0x6e
	.uleb128 0xe
	.uleb128 0x11
	.uleb128 0x1
	.uleb128 0x12
	.uleb128 0x7
	.uleb128 0x40
	.uleb128 0x18
	.uleb128 0x7c
	.uleb128 0x19
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_aranges,"",@progbits
	.long	0x2c
	.value	0x2
	.long	.Ldebug_info0
	.byte	0x8
	.byte	0
	.value	0
	.value	0
	.quad	.Ltext0
	.quad	.Letext0-.Ltext0
	.quad	0
	.quad	0
	.section	.debug_line,"",@progbits
.Ldebug_line0:
	.section	.debug_str,"MS",@progbits,1
.LASF3:
	.string	"daxpyk"
.LASF2:
	.string	"GNU Fortran2008 12.2.0 -ffixed-form -march=icelake-server -g1 -O3 -std=legacy -fintrinsic-modules-path /usr/lib/gcc/x86_64-linux-gnu/12/finclude -fpre-include=/usr/include/finclude/x86_64-linux-gnu/math-vector-fortran.h"
.LASF4:
	.string	"daxpyk_"
	.section	.debug_line_str,"MS",@progbits,1
.LASF1:
	.string	"/src"
.LASF0:
	.string	"/src/daxpy.f"
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
