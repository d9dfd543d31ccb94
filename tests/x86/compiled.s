# SPDX-License-Identifier: GPL-3.0-or-later
# An instruction of each shape (mnemonic, kinds and widths of operands, masks) that compilers made
# of a sample of real programs, the commonest first, with how often it came there:
# gfortran 12.2, of every 11th file of LAPACK 3.11's SRC and BLAS/SRC, its INSTALL, and the loops in
# samples/; gcc 12.2 and clang 14.0.6, of MACS's own C, CBLAS and LAPACKE; each with -O1, -O2,
# -O3 -march=x86-64-v3, -O3 -march=icelake-server, with -mprefer-vector-width=512 too, and
# -Ofast -march=sapphirerapids. Made by x86-parts --corpus (tests/x86-parts.c).
movq	128(%r13), %rdx # 225377
movq	%rdx, %r14 # 150652
leaq	176(%rsp), %rbx # 140532
movq	%r14, 144(%rsp) # 83951
jmp	.LBB0_5 # 63819
je	.LBB0_4 # 62776
movl	72(%rdx,%rax), %ecx # 58561
pushq	%rbp # 54923
call	ilaver_@PLT # 54913
movl	$112, %esi # 53178
popq	%rbx # 44593
jne	.LBB0_8 # 42800
addq	$19, %rax # 39101
movl	%ecx, 248(%rsp) # 38731
xorl	%ecx, %ecx # 38615
addq	%rax, %rdx # 34392
vmovsd	464(%rcx), %xmm0 # 32191
movl	%eax, %ebx # 31485
testl	%eax, %eax # 30907
callq	subscripted # 26124
cmpq	%rsi, %rax # 22716
leal	1(%rax), %ecx # 21182
testq	%rsi, %rsi # 20672
vmovsd	%xmm1, 16(%rsp) # 20394
pushq	248(%rsp) # 19387
cmpl	%ebp, %edi # 18074
cmpl	$2, %ecx # 17327
salq	$3, %r10 # 15681
movslq	%ebx, %rcx # 15366
vmovss	4(%rsp), %xmm0 # 14558
movl	$0, 120(%rsp) # 13703
subq	$376, %rsp # 13468
movsd	464(%rcx), %xmm0 # 13146
pushq	$1 # 12462
jle	.LBB0_25 # 12343
subl	%ecx, %edi # 10994
jbe	.LBB0_21 # 10519
vmovss	%xmm0, -312(%rbp) # 10254
movslq	72(%rax,%rcx), %rsi # 9096
movq	$3, 88(%rsp) # 8992
cmpb	$0, 8(%rdx,%rax) # 8876
movsd	%xmm1, 24(%rsp) # 8492
jb	.LBB0_20 # 8457
cmpq	$399, %rax # 8140
imulq	%r15, %rdx # 7782
incq	%rbx # 7773
andl	$-2, %ecx # 7541
vxorpd	%xmm0, %xmm0, %xmm0 # 7429
ret # 7421
cmpq	$0, 48(%rsp) # 7379
vzeroupper # 7366
cmpl	$0, 4(%rbp) # 7311
subq	%r15, %rcx # 6935
testb	%al, %al # 6870
ja	.LBB1_17 # 6861
movups	%xmm0, 64(%rsp) # 6377
addl	$1, %eax # 6204
addl	%eax, %ecx # 5945
jl	.LBB0_24 # 5761
movapd	%xmm0, %xmm2 # 5653
movss	4(%rsp), %xmm0 # 5501
jg	.LBB0_98 # 5482
cmpl	%r15d, 48(%rbp) # 5177
movzbl	(%rsi), %ecx # 5098
vmovups	%ymm2, 56(%rsp) # 4874
cmpq	136(%r13), %rdx # 4748
incl	%ecx # 4627
movb	$0, 52(%rdi) # 4601
jae	.LBB1_10 # 4559
vaddsd	64(%rsp), %xmm0, %xmm0 # 4426
jnb	.L57 # 4323
imulq	$112, %rax, %rax # 4218
cltq # 4070
jge	.LBB0_47 # 4063
retq # 4060
vxorps	%xmm0, %xmm0, %xmm0 # 3970
movss	%xmm0, 56(%rsp) # 3969
vaddsd	%xmm4, %xmm9, %xmm4 # 3828
movaps	%xmm3, %xmm2 # 3811
addq	(%rax), %rcx # 3807
vmulss	%xmm1, %xmm0, %xmm5 # 3795
vmovsd	%xmm5, %xmm5, %xmm4 # 3719
vdivsd	%xmm1, %xmm2, %xmm0 # 3689
vmulsd	%xmm0, %xmm10, %xmm0 # 3559
vcomisd	%xmm3, %xmm0 # 3357
pxor	%xmm1, %xmm1 # 3311
mulsd	%xmm0, %xmm1 # 3274
cmpb	$1, %dl # 3253
vmovdqu	%ymm0, (%rsp) # 3251
vmulsd	.LCPI3_1(%rip), %xmm1, %xmm1 # 3208
mulss	%xmm0, %xmm1 # 3198
js	.LBB0_16 # 3156
vpxor	%xmm9, %xmm9, %xmm9 # 3083
vmovq	.LCPI0_3(%rip), %xmm0 # 3057
shlq	$3, %rcx # 2967
vaddss	%xmm0, %xmm0, %xmm0 # 2884
movb	%r15b, 15(%rsp) # 2849
vucomisd	%xmm0, %xmm2 # 2803
andq	$-16, %rax # 2798
testb	$1, %cl # 2780
vmovaps	%xmm0, %xmm1 # 2715
shrl	$16, %eax # 2704
sete	%cl # 2690
shrq	$3, %rsi # 2641
vmovdqu	(%rax,%rsi,8), %ymm6 # 2552
vmovdqu	%xmm0, 14(%rax) # 2522
vmovups	88(%rsp), %ymm0 # 2455
vdivss	%xmm2, %xmm1, %xmm1 # 2417
jp	.LBB0_28 # 2378
addsd	%xmm1, %xmm2 # 2357
movabsq	$17179869185, %r14 # 2355
vmovupd	%xmm1, (%r14) # 2287
vandps	%xmm5, %xmm1, %xmm7 # 2256
vmulps	%xmm0, %xmm6, %xmm6 # 2221
subl	$1, %eax # 2180
vmovq	%r14, %xmm0 # 2090
cmpq	%rcx, 136(%r12) # 2065
movaps	%xmm0, 32(%rsp) # 2041
vmovupd	%ymm2, (%rsp) # 2038
vfmadd132ss	%xmm1, %xmm3, %xmm6 # 2000
addsd	.LCPI0_3(%rip), %xmm0 # 1964
vsubsd	%xmm0, %xmm1, %xmm2 # 1937
cmpl	12(%rdx), %esi # 1923
decq	%rbx # 1922
vmovupd	(%r14), %xmm1 # 1895
vshufps	$85, %xmm1, %xmm1, %xmm2 # 1821
divsd	%xmm2, %xmm0 # 1786
cmovg	%r12d, %eax # 1736
movdqa	.LCPI0_4(%rip), %xmm10 # 1721
addq	%rdx, 1608(%r12) # 1687
vandpd	%xmm1, %xmm0, %xmm2 # 1675
vmovups	%xmm0, (%rax,%rcx) # 1650
addss	%xmm5, %xmm7 # 1647
vcomiss	%xmm1, %xmm3 # 1624
vmovapd	%xmm0, 48(%rsp) # 1620
movups	152(%rsp), %xmm0 # 1612
movzbl	%cl, %ecx # 1600
imull	%r12d, %eax # 1541
vfmadd132sd	%xmm0, %xmm1, %xmm0 # 1535
decl	%ebx # 1487
movb	$1, %cl # 1483
mulsd	(%rsp), %xmm1 # 1467
vmovapd	%xmm0, %xmm4 # 1466
vunpcklps	%xmm4, %xmm0, %xmm0 # 1432
subsd	%xmm2, %xmm0 # 1423
vsubss	%xmm10, %xmm9, %xmm9 # 1422
vmovdqu8	%ymm0, 584(%rsp) # 1403
vmovdqa	.LCPI0_6(%rip), %ymm5 # 1398
kxnorw	%k0, %k0, %k1 # 1394
divss	%xmm1, %xmm0 # 1368
notq	%rsi # 1347
vmovupd	224(%rsp), %ymm2 # 1344
vmovdqa	560(%rsp), %xmm1 # 1332
movq	%rsi, %xmm1 # 1327
vmovdqu	(%rcx,%rdi,4), %xmm5 # 1313
negl	%eax # 1310
vmovlps	%xmm0, (%rdx) # 1300
vmovsldup	%xmm9, %xmm6 # 1272
vunpcklpd	%xmm3, %xmm2, %xmm2 # 1271
cmovle	%edx, %eax # 1260
vmovapd	.LCPI2_0(%rip), %xmm1 # 1260
ucomisd	%xmm0, %xmm2 # 1251
negq	%rsi # 1247
vpermilpd	$1, %xmm0, %xmm1 # 1246
vmovlhps	%xmm2, %xmm6, %xmm6 # 1245
subss	%xmm7, %xmm5 # 1232
cmoveq	%rax, %rdi # 1192
vmovdqa	%xmm5, 176(%rsp) # 1164
vmaxsd	%xmm0, %xmm1, %xmm2 # 1163
setne	%cl # 1152
cmovne	%edx, %eax # 1147
comisd	%xmm1, %xmm0 # 1138
vmulpd	%xmm2, %xmm3, %xmm2 # 1138
movdqu	640(%rsp), %xmm2 # 1094
movq	$-1, %rdx # 1079
vucomisd	464(%rax), %xmm0 # 1045
vmovups	48(%rsp,%rcx), %xmm0 # 1033
vmovq	%xmm0, %rsi # 1031
vsubsd	64(%rsp), %xmm1, %xmm0 # 1020
vmovhpd	(%rdx,%r11), %xmm0, %xmm0 # 1016
xorpd	%xmm0, %xmm0 # 1007
testb	$2, 36(%rsp) # 1006
orq	%rcx, %rax # 1004
vinsertps	$0x10, (%rax), %xmm4, %xmm0 # 1004
movb	15(%rsp), %r15b # 994
vunpckhpd	%xmm1, %xmm1, %xmm2 # 988
andpd	%xmm0, %xmm1 # 974
vmovaps	%xmm0, 32(%rsp) # 956
vfmsub132ss	%xmm0, %xmm11, %xmm10 # 935
vmovups	%zmm1, 24(%rsp) # 892
vpaddq	%ymm3, %ymm8, %ymm8 # 882
orl	%ecx, %eax # 879
cmovs	%rdx, %r10 # 865
vcomisd	240(%rsp), %xmm0 # 861
vmulpd	%ymm1, %ymm1, %ymm1 # 860
vmovddup	%xmm0, %xmm0 # 827
movapd	%xmm0, 48(%rsp) # 807
vmovq	%xmm0, 568(%r15) # 805
xorps	%xmm0, %xmm0 # 802
vinsertf128	$1, %xmm1, %ymm0, %ymm0 # 795
vfmadd213sd	(%rdi), %xmm1, %xmm0 # 793
vfmadd231ss	%xmm10, %xmm11, %xmm6 # 781
vpinsrb	$1, 16(%rdi,%rbp), %xmm2, %xmm2 # 779
vaddps	%xmm0, %xmm4, %xmm4 # 778
vmulss	-228(%rbp), %xmm0, %xmm7 # 777
subl	-412(%rdx,%rbx), %ecx # 756
vdivsd	24(%rsp), %xmm0, %xmm0 # 750
seta	%cl # 740
setb	%cl # 738
vmovdqu64	%zmm0, (%r14) # 731
cmovl	%r12d, %eax # 718
movapd	.LCPI3_0(%rip), %xmm1 # 701
sarl	%ecx # 693
vaddsubps	%xmm10, %xmm6, %xmm6 # 682
movq	184(%rsp), %xmm0 # 677
addq	$-1, 152(%rsp,%rax,8) # 668
vmovsd	%xmm2, %xmm0, %xmm0 {%k1} # 659
vmovshdup	%xmm9, %xmm10 # 658
andq	%rax, %rcx # 652
vmulps	%ymm4, %ymm25, %ymm0 # 646
movupd	%xmm3, 16(%rsp) # 645
vextractps	$1, %xmm1, (%rdx,%r14) # 642
vminsd	%xmm1, %xmm4, %xmm0 # 641
orb	%cl, %dl # 639
vandpd	.LCPI3_0(%rip), %xmm0, %xmm1 # 636
imulq	192(%rsp), %r12 # 628
setnp	%al # 624
vaddpd	%xmm0, %xmm1, %xmm1 # 624
comiss	%xmm0, %xmm2 # 618
movaps	80(%rsp), %xmm0 # 616
divl	%ebp # 615
vbroadcastsd	%xmm0, %ymm3 # 610
vandps	.LCPI0_17(%rip), %xmm0, %xmm0 # 605
andps	%xmm3, %xmm2 # 587
vfmsub132sd	%xmm0, %xmm3, %xmm2 # 586
cmove	%rax, %rdi # 583
vfmadd231sd	%xmm2, %xmm5, %xmm3 # 581
vmovdqu64	64(%rsp), %zmm0 # 573
vmaxss	%xmm3, %xmm2, %xmm2 # 569
valignd	$5, %ymm3, %ymm3, %ymm0 # 566
setp	%al # 563
ucomisd	464(%rax), %xmm0 # 552
movw	$0, 168(%rsp) # 546
vmovapd	%ymm0, 512(%rsp) # 546
vbroadcastss	.LCPI8_0(%rip), %ymm0 # 542
vmaxps	%xmm5, %xmm8, %xmm2 # 538
vmovupd	%zmm1, 64(%rbx) # 536
vbroadcastss	%xmm4, %ymm3 # 535
jns	.LBB0_11 # 533
subsd	.LCPI0_5(%rip), %xmm0 # 531
setg	%al # 528
movupd	368(%rsp), %xmm3 # 525
cmovneq	%rcx, %rax # 522
vmovdqa	%ymm8, 1120(%rsp) # 519
vbroadcastsd	.LCPI0_2(%rip), %ymm0 # 516
cmovns	%rdi, %rax # 513
vcomiss	(%rdx), %xmm3 # 505
vmovd	%eax, %xmm0 # 500
vcvtsi2sdl	%r13d, %xmm5, %xmm0 # 499
vextractf64x2	$1, %ymm1, %xmm2 # 490
addl	32(%r13), %eax # 488
vmovd	16(%rdi,%rbp), %xmm2 # 480
vfmsub231ss	%xmm11, %xmm13, %xmm6 # 479
orq	$8, %rax # 478
cmovne	%r12, %rdi # 476
vsubps	%xmm1, %xmm0, %xmm0 # 474
vmovaps	224(%rsp), %xmm0 # 467
vxorps	.LCPI6_1(%rip), %xmm0, %xmm0 # 459
vbroadcastss	.LCPI1_8(%rip), %xmm10 # 457
vaddpd	%ymm2, %ymm0, %ymm0 # 456
shufps	$0xe1, %xmm0, %xmm0 # 448
unpcklpd	%xmm3, %xmm1 # 445
vmovups	88(%rsp), %zmm0 # 439
vmovddup	.LCPI0_37(%rip), %xmm0 # 434
vmovapd	128(%rsp), %ymm0 # 429
vmovlpd	%xmm0, (%rdx) # 424
vpermilps	$160, %ymm12, %ymm13 # 424
vucomiss	%xmm0, %xmm1 # 422
vblendvpd	%xmm12, %xmm4, %xmm7, %xmm7 # 421
divsd	8(%rsp), %xmm0 # 420
movq	%xmm1, %rax # 417
vmovhpd	%xmm1, 256(%rsp) # 412
vpgatherqq	32(,%ymm8), %ymm9 {%k1} # 411
incl	1064(%rbx) # 409
vpshufd	$238, %xmm0, %xmm1 # 401
vmovdqu8	%zmm0, 584(%rsp) # 400
vfmadd132ps	%xmm10, %xmm9, %xmm4 # 398
vfmadd213ss	.LC11(%rip), %xmm20, %xmm0 # 394
vxorpd	.LCPI5_4(%rip), %xmm1, %xmm1 # 393
vdivps	%xmm6, %xmm0, %xmm0 # 392
vaddss	(%rsi), %xmm4, %xmm4 # 389
setl	%al # 386
vfnmadd132ss	%xmm11, %xmm15, %xmm1 # 385
valignq	$3, %ymm0, %ymm0, %ymm0 # 381
vmaxsd	.LCPI0_25(%rip), %xmm4, %xmm0 # 381
addl	$1, 1064(%r12) # 379
andl	%ebx, %esi # 375
orb	%al, 64(%rcx) # 375
callq	*8(%rax) # 372
vcvtdq2pd	%xmm6, %ymm6 # 372
vpermilps	$160, %xmm13, %xmm15 # 372
vfmadd132sd	88(%rsp), %xmm0, %xmm1 # 371
maxsd	%xmm0, %xmm1 # 368
adcq	$15, %rcx # 366
cqto # 365
vextractf128	$0x1, %ymm5, %xmm8 # 365
vpermt2pd	%ymm7, %ymm6, %ymm0 # 364
vcmpunordsd	%xmm1, %xmm1, %k1 # 362
vmovapd	%ymm3, %ymm5 # 360
vpermilpd	$5, %ymm1, %ymm1 # 355
vbroadcastss	%xmm4, %xmm3 # 349
comisd	160(%rsp), %xmm0 # 348
vpaddd	%ymm3, %ymm1, %ymm1 # 344
vpsubd	%ymm4, %ymm0, %ymm0 # 343
mulss	72(%rsp), %xmm1 # 342
idivq	%rbp # 337
orpd	%xmm5, %xmm1 # 335
rep stosq # 335
vsqrtsd	%xmm1, %xmm1, %xmm7 # 333
movw	%cx, 2(%rbx) # 332
vextracti128	$1, %ymm0, %xmm1 # 331
vmovss	%xmm4, %xmm0, %xmm0 # 330
vpbroadcastq	.LCPI0_5(%rip), %ymm0 # 330
vunpckhps	%xmm3, %xmm3, %xmm2 # 329
andnpd	%xmm3, %xmm5 # 326
andps	.LCPI0_19(%rip), %xmm0 # 324
andpd	.LCPI0_0(%rip), %xmm0 # 323
notl	%ebx # 322
vmulpd	464(%rsp), %xmm0, %xmm0 # 322
sarq	$5, %rdx # 317
vsubpd	%xmm1, %xmm0, %xmm1 # 314
xorq	%rcx, %rax # 314
vpaddq	%zmm8, %zmm3, %zmm8 # 312
vpermt2ps	%ymm3, %ymm6, %ymm0 # 311
vmovupd	224(%rsp), %zmm0 # 306
vcvtsi2sdq	400(%rdi,%rax), %xmm3, %xmm2 # 305
cmovge	%edx, %eax # 304
vmovd	%xmm0, %esi # 303
vfmadd132pd	%xmm0, %xmm1, %xmm0 # 301
vfmsub231sd	%xmm18, %xmm25, %xmm24 # 299
vpaddd	%xmm1, %xmm0, %xmm1 # 297
incq	152(%rsp,%rcx,8) # 295
vfmadd132pd	%ymm0, %ymm1, %ymm0 # 293
addl	%esi, (%rax,%rcx,4) # 291
mulpd	%xmm1, %xmm0 # 289
call	*32(%rax) # 287
vfmaddsub132pd	%xmm4, %xmm1, %xmm0 # 287
vaddpd	432(%rsp), %xmm0, %xmm0 # 286
vmovhlps	%xmm2, %xmm2, %xmm1 # 282
cmovaq	%rax, %rcx # 281
movzwl	(%rbx), %eax # 278
vmovaps	%ymm0, 128(%rsp) # 268
vmovdqu8	%xmm0, 96(%rdi) # 267
kmovd	%eax, %k1 # 266
vmovaps	%ymm0, %ymm20 # 266
vpslld	$3, %ymm16, %ymm0 # 264
movsbl	(%rsi), %esi # 261
vcvtsi2ssl	%r11d, %xmm5, %xmm0 # 258
mulps	%xmm5, %xmm0 # 257
sbbl	$0, %eax # 256
vpmuldq	%ymm6, %ymm0, %ymm1 # 256
vroundsd	$9, %xmm0, %xmm0, %xmm1 # 256
vaddps	%ymm20, %ymm0, %ymm0 # 255
ucomiss	%xmm1, %xmm0 # 254
cvtsi2sdl	%ebp, %xmm2 # 253
subpd	%xmm3, %xmm4 # 251
vfnmadd132sd	%xmm2, %xmm18, %xmm25 # 250
orl	$8, %edx # 249
xorpd	.LCPI7_4(%rip), %xmm0 # 248
vdivpd	%xmm2, %xmm0, %xmm0 # 245
xorps	.LCPI5_1(%rip), %xmm1 # 245
cvtsi2sdq	%rsi, %xmm1 # 242
vpermilpd	$1, -16(%rbx,%rax,8), %xmm2 # 242
movlps	%xmm0, (%rax,%rcx) # 240
vfmadd231sd	.LCPI0_4(%rip), %xmm1, %xmm3 # 238
vmulpd	(%rdx,%rax), %ymm4, %ymm1 # 238
cmovbq	%rax, %r12 # 236
vmaxpd	3496(%rdi,%rsi,8), %ymm0, %ymm0 # 235
addpd	%xmm1, %xmm2 # 234
unpcklps	%xmm2, %xmm1 # 234
andb	%sil, %cl # 233
jnp	.LBB5_2 # 233
xorl	$32, %ecx # 232
vsqrtss	%xmm2, %xmm2, %xmm3 # 230
cmovsq	%rcx, %rdx # 225
vmovdqa64	.LCPI0_6(%rip), %zmm5 # 220
vcvtsi2sdl	16(%rax), %xmm6, %xmm3 # 219
jo	.LBB1_51 # 216
vfmadd231ss	(%rax,%rbx,4), %xmm0, %xmm2 # 215
vfmaddsub231pd	%xmm2, %xmm1, %xmm0 # 215
vucomiss	8(%rdi), %xmm1 # 215
addss	4(%rax), %xmm0 # 214
vmulpd	%zmm1, %zmm1, %zmm1 # 213
imull	(%rbx), %eax # 212
subq	(%rbp), %rdx # 211
vfnmadd231ss	%xmm5, %xmm1, %xmm12 # 211
vfmadd213pd	(%rdx,%rax), %ymm2, %ymm1 # 210
jmpq	*%rax # 208
sqrtsd	%xmm0, %xmm0 # 208
vgatherqpd	(%rax,%ymm4), %ymm5 {%k1} # 208
vmaxpd	%xmm0, %xmm2, %xmm1 # 208
subps	%xmm1, %xmm0 # 206
vpbroadcastd	%r14d, %ymm9 # 205
maxss	%xmm2, %xmm1 # 204
minsd	%xmm1, %xmm3 # 202
vmaxpd	%ymm8, %ymm2, %ymm1 # 202
andb	$1, %al # 201
setge	%cl # 201
comiss	60(%rsp), %xmm0 # 200
vpermd	32(%rdx,%rax), %ymm10, %ymm2 # 199
unpckhpd	%xmm1, %xmm2 # 198
vfnmadd132ps	%xmm15, %xmm13, %xmm0 # 198
vpinsrq	$1, (%rcx,%r13), %xmm7, %xmm1 # 197
vcvtsi2sd	%eax, %xmm6, %xmm0 # 195
vpgatherqq	32(,%zmm8), %zmm9 {%k1} # 195
addps	%xmm1, %xmm0 # 194
vinserti128	$1, %xmm4, %ymm12, %ymm4 # 194
movsbl	%al, %esi # 193
setnb	%al # 192
vextractf32x4	$1, %ymm3, %xmm2 # 191
vfmsub132ps	%xmm10, %xmm9, %xmm0 # 191
vmovaps	96(%rsp), %ymm0 # 191
cmovaeq	%r13, %rbx # 190
cmpunordsd	%xmm2, %xmm4 # 190
vfnmadd213ss	0(%r13,%rdx,4), %xmm7, %xmm1 # 190
cmova	%rax, %rdx # 189
vpermpd	$27, %ymm11, %ymm11 # 188
vpgatherqd	24(,%ymm11), %xmm4 {%k2} # 188
sbbq	$-1, %rbx # 187
vandps	%ymm3, %ymm1, %ymm1 # 187
vpsrlq	$10, %ymm26, %ymm18 # 187
vpxord	%xmm17, %xmm17, %xmm17 # 185
divq	%rcx # 184
vminps	%xmm3, %xmm7, %xmm1 # 184
cltd # 182
setae	%cl # 182
kmovq	%k1, %k5 # 181
sbbl	%eax, %eax # 180
vinsertf128	$0x1, (%rax,%r12), %ymm1, %ymm0 # 180
vpmaxsd	%xmm1, %xmm0, %xmm0 # 180
vpor	%xmm1, %xmm8, %xmm8 # 180
vcmpunordsd	%xmm2, %xmm2, %xmm2 # 177
sall	$3, %eax # 176
movd	%r13d, %xmm3 # 175
vmovdqa	%ymm0, %ymm2 # 175
vmovhps	(%r10,%rsi), %xmm0, %xmm0 # 175
vminsd	.LCPI0_17(%rip), %xmm0, %xmm0 # 174
vmaxss	-312(%rbp), %xmm1, %xmm1 # 173
vpscatterqd	%xmm5, 72(,%ymm4) {%k1} # 168
cmovnb	%rbx, %rax # 166
vcvttsd2sil	(%rax), %eax # 166
orb	152(%rsp), %al # 162
vsubpd	%ymm10, %ymm1, %ymm3 # 162
vdivss	-312(%rbp), %xmm0, %xmm4 # 161
vminss	%xmm3, %xmm1, %xmm1 # 161
vperm2f128	$0, %ymm9, %ymm9, %ymm7 # 160
vpsrad	$4, %ymm1, %ymm1 # 159
movss	%xmm5, %xmm0 # 158
vandpd	%ymm14, %ymm0, %ymm0 # 158
vmovd	%xmm0, 120(%rsp) # 156
cmpb	(%r14), %bl # 155
movsd	%xmm2, %xmm1 # 154
testl	%r13d, 52(%rsp) # 154
vcvtusi2sd	%rsi, %xmm3, %xmm1 # 154
vpextrq	$1, %xmm16, %rdi # 154
cmove	%eax, %ebx # 153
vaddpd	808(%rsp,%rdx,8), %ymm6, %ymm6 # 152
idivl	%ecx # 151
movq	%xmm0, 576(%rsp) # 151
setbe	%al # 151
vfmsubadd132pd	%xmm15, %xmm1, %xmm7 # 151
xorb	$1, %cl # 151
shll	$18, %ecx # 146
imull	$16843009, %eax, %ecx # 145
vpsrldq	$8, %xmm0, %xmm1 # 145
ucomiss	8(%rcx), %xmm7 # 144
btl	%ecx, %edx # 143
kortestb	%k1, %k1 # 143
vcvtdq2pd	%ymm6, %zmm6 # 142
imulq	$-1, 456(%rsp), %rdx # 141
movdqa	%xmm2, %xmm0 # 139
vpermt2pd	%zmm2, %zmm7, %zmm0 # 135
vpaddd	%zmm3, %zmm1, %zmm1 # 134
vrndscalesd	$9, %xmm0, %xmm0, %xmm1 # 134
vmovdqa32	.LC5(%rip), %zmm7 # 133
vpmullq	%ymm6, %ymm5, %ymm8 # 133
vpunpcklqdq	%xmm0, %xmm1, %xmm0 # 133
cmovlq	%rax, %rcx # 132
decl	1064(%rbx) # 132
vbroadcastsd	.LCPI0_2(%rip), %zmm0 # 132
kmovb	%r10d, %k4 # 131
rep movsq # 131
cmovel	%eax, %edx # 130
sqrtss	%xmm3, %xmm3 # 130
vfmadd231pd	%ymm3, %ymm6, %ymm4 # 130
vpsubd	%zmm4, %zmm0, %zmm0 # 130
vpbroadcastq	%rax, %ymm3 # 129
vpinsrd	$1, 20(%rsp), %xmm1, %xmm1 # 129
vfmsub132pd	%ymm6, %ymm3, %ymm2 # 128
setle	%al # 127
vblendps	$170, %ymm1, %ymm0, %ymm0 # 127
vbroadcastsd	%xmm0, %zmm3 # 126
vpermt2d	%ymm15, %ymm24, %ymm1 # 126
vcvtsi2sdq	%rax, %xmm7, %xmm1 # 125
vfmaddsub132ps	%ymm7, %ymm12, %ymm14 # 123
andl	144(%rsp), %eax # 121
maxsd	8(%r14), %xmm0 # 121
cmovnel	%eax, %edx # 120
vfmaddsub132pd	%ymm5, %ymm1, %ymm0 # 118
vmovapd	%zmm2, %zmm3 # 118
vmovq	%xmm0, %xmm3 # 118
vfmadd132pd	-32(%rax), %ymm3, %ymm0 # 117
vpaddq	%xmm1, %xmm0, %xmm0 # 117
setne	52(%rbx) # 116
subl	%edi, (%rcx,%rdx,4) # 116
jmp	*%rsi # 115
vsubps	%ymm2, %ymm1, %ymm1 # 115
vcvttsd2usi	%xmm5, %rax # 114
vpbroadcastq	.LCPI0_5(%rip), %zmm0 # 114
vpsubq	%ymm1, %ymm29, %ymm29 # 113
orl	(%rax), %r15d # 112
vinsertf64x4	$0x1, %ymm8, %zmm8, %zmm4 # 112
cvtsi2sdl	16(%rax), %xmm4 # 111
testl	$-2147483648, %r14d # 111
shufpd	$1, %xmm7, %xmm7 # 110
vbroadcastss	%xmm5, %zmm3 # 110
vpermilps	$160, %zmm0, %zmm11 # 110
vpermt2ps	%zmm3, %zmm6, %zmm0 # 109
vsqrtsd	-80(%rbp), %xmm7, %xmm1 # 109
call	*%rbx # 108
vpmuldq	%zmm6, %zmm0, %zmm1 # 108
vpslld	$3, %zmm16, %zmm0 # 108
cvtsi2ssl	%eax, %xmm2 # 107
subl	$1, 16(%rsp) # 107
vcvtdq2pd	%xmm9, %xmm9 # 107
vpcmpeqq	%ymm0, %ymm8, %ymm8 # 107
vpsubd	%xmm4, %xmm14, %xmm14 # 106
movsbq	(%r12,%rax), %rcx # 105
vfnmadd231sd	%xmm0, %xmm5, %xmm3 # 105
vmaxps	%ymm1, %ymm5, %ymm5 # 105
vmulps	%zmm21, %zmm28, %zmm0 # 105
shlx	%ecx, %ebx, %ebx # 104
cmova	%eax, %edx # 103
vfmadd213pd	64(%rsp), %xmm1, %xmm0 # 103
cmovbe	%rax, %rdx # 102
vbroadcastss	.LCPI8_0(%rip), %zmm0 # 102
vfmadd132ps	%ymm0, %ymm5, %ymm3 # 102
vfmaddsub132ps	%xmm15, %xmm13, %xmm12 # 102
vpblendd	$48, %ymm12, %ymm14, %ymm14 # 102
cvttsd2siq	%xmm0, %rax # 101
subq	%rsi, 48(%rdi) # 101
addb	$-48, %al # 99
vfnmadd132sd	(%rax,%rbp), %xmm0, %xmm1 # 99
vpinsrd	$1, %ebx, %xmm0, %xmm0 # 99
vpor	%ymm2, %ymm15, %ymm15 # 99
vfmadd132pd	%zmm0, %zmm1, %zmm0 # 98
vfmadd231ps	%xmm15, %xmm14, %xmm11 # 98
vmovdqa	%xmm0, %xmm5 # 98
vfmaddsub231ps	%ymm13, %ymm15, %ymm12 # 97
vfmsub231pd	%ymm3, %ymm10, %ymm0 # 97
vmovapd	%zmm0, 256(%rsp) # 97
divps	%xmm3, %xmm0 # 96
sete	(%rax) # 96
vpmuldq	%xmm10, %xmm9, %xmm11 # 96
cvtsi2sd	%eax, %xmm0 # 95
divss	56(%rsp), %xmm0 # 95
punpckldq	%xmm10, %xmm4 # 95
setb	48(%r14) # 93
vpbroadcastd	%r12d, %xmm1 # 93
vfmadd213sd	%xmm1, %xmm0, %xmm2 # 92
vpaddd	32(%rax), %xmm0, %xmm0 # 92
vsubpd	256(%rsp), %xmm0, %xmm0 # 92
vandps	(%rdx), %ymm4, %ymm2 # 91
vfmsub132pd	%xmm6, %xmm3, %xmm2 # 91
vmulps	(%rdx), %ymm2, %ymm0 # 91
vsubss	-304(%rbp), %xmm0, %xmm1 # 90
vfmadd231ps	%ymm3, %ymm25, %ymm5 # 89
vinsertf32x4	$1, %xmm16, %ymm16, %ymm16 # 89
vpmaxuq	%ymm0, %ymm9, %ymm0 # 89
setno	%r9b # 87
subss	4(%rdx), %xmm0 # 87
vpbroadcastd	%r14d, %zmm6 # 87
cmovle	%rax, %r12 # 86
leave # 85
vmovapd	128(%rsp), %zmm0 # 85
vpextrq	$1, %xmm0, (%r12,%rcx) # 84
vpsllq	$3, %ymm14, %ymm14 # 84
callq	*%rax # 83
vcvtusi2sdq	%rsi, %xmm1, %xmm1 # 83
cmpb	%bl, %cl # 82
cvttsd2sil	(%rax), %eax # 82
vpaddd	(%rax), %ymm0, %ymm0 # 82
vpbroadcastd	%xmm15, %ymm15 # 82
vfnmadd132pd	%xmm2, %xmm1, %xmm4 # 81
vsqrtss	136(%rsp), %xmm7, %xmm1 # 81
vpermilpd	$85, %zmm7, %zmm7 # 80
vpgatherqd	24(,%zmm11), %ymm9 {%k2} # 80
vpmullq	%zmm6, %zmm5, %zmm8 # 79
vpmuludq	%ymm6, %ymm0, %ymm2 # 79
maxss	56(%rsp), %xmm0 # 78
vextractf64x4	$0x1, %zmm1, %ymm1 # 78
decq	152(%rsp,%rbp,8) # 77
pshufd	$238, %xmm2, %xmm0 # 77
vdivpd	%ymm5, %ymm1, %ymm1 # 77
vfmsub132ps	%ymm10, %ymm16, %ymm1 # 77
vfnmadd213sd	(%rcx), %xmm0, %xmm1 # 77
movd	-192(%rsi), %xmm2 # 76
vextracti32x8	$0x1, %zmm0, %ymm0 # 76
vfmaddsub231pd	%ymm0, %ymm4, %ymm1 # 76
btq	%rax, %rdx # 75
cvtsi2sdq	400(%r11,%rax), %xmm1 # 75
vextracti32x4	$1, %zmm0, (%rax,%r15) # 75
vpermt2pd	32(%r10,%rax,2), %ymm4, %ymm1 # 75
cmovgl	%edi, %ebx # 74
movhps	24(%r14), %xmm0 # 74
paddq	%xmm2, %xmm3 # 74
pmuludq	%xmm4, %xmm2 # 74
vaddpd	%zmm9, %zmm0, %zmm0 # 74
vcvtsi2ssl	112(%rsp), %xmm1, %xmm0 # 74
vcvttsd2si	%xmm0, %rcx # 74
vpsubq	%zmm4, %zmm0, %zmm0 # 74
vinserti64x4	$1, %ymm9, %zmm12, %zmm9 # 73
vpermt2q	%ymm11, %ymm6, %ymm14 # 73
movlhps	%xmm13, %xmm3 # 72
popcntl	%r15d, %ebx # 72
vmovupd	(%r10,%rax), %ymm12{%k1} # 72
vpscatterqd	%ymm9, 72(,%zmm4) {%k1} # 72
cmovs	%eax, %ebx # 71
cmpnlesd	%xmm1, %xmm2 # 71
movd	%xmm4, %r13d # 71
vpslld	$3, %xmm11, %xmm12 # 71
minsd	(%r14), %xmm1 # 70
movzwl	%bp, %ecx # 70
vextractf64x2	$0x1, %ymm1, -96(%rax) # 70
vfmsubadd231pd	%xmm15, %xmm7, %xmm0 # 70
vmulps	(%rdx), %xmm1, %xmm1 # 70
kandb	%k0, %k2, %k4 # 69
movswl	(%r14,%rax,2), %eax # 69
vmovaps	%zmm0, %zmm24 # 69
vpermt2d	%zmm15, %zmm21, %zmm1 # 69
vpshufd	$238, %ymm2, %ymm10 # 69
vpmuldq	832(%rsp), %ymm29, %ymm1 # 68
vunpcklpd	32(%rax), %ymm7, %ymm0 # 68
xorq	(%r11,%r9), %r10 # 68
seta	136(%rbx) # 67
vfmadd213ps	(%r14,%rax), %ymm7, %ymm0 # 67
vpcmpeqd	%ymm4, %ymm8, %ymm4 # 67
cmovll	%edi, %ebp # 66
kshiftrb	$3, %k0, %k1 # 66
vcvttsd2sil	%xmm0, %edi # 66
vfmadd231pd	%xmm9, %xmm7, %xmm1 # 65
vpsrad	$4, %zmm1, %zmm1 # 65
mulq	%rdx # 64
vcmpltsd	%xmm0, %xmm8, %xmm2 # 64
vcmpnltsd	%xmm5, %xmm3, %xmm12 # 64
vminpd	%ymm10, %ymm11, %ymm15 # 64
vpsrlq	$10, %zmm0, %zmm18 # 64
vinserti128	$0x1, (%rax,%r15), %ymm4, %ymm0 # 63
cmovns	%eax, %edx # 62
vcmpltsd	%xmm2, %xmm1, %k1 # 62
cmovgeq	%rcx, %r8 # 61
divpd	%xmm0, %xmm1 # 61
sbbq	%r12, %r12 # 61
vandpd	384(%rsp), %ymm0, %ymm0 # 61
vpand	%xmm7, %xmm6, %xmm6 # 61
cmovael	%ecx, %eax # 60
subpd	.LCPI0_1(%rip), %xmm1 # 60
vfmaddsub231pd	-288(%rbp), %xmm1, %xmm0 # 60
vmovdqu8	%xmm10, %xmm5 {%k1} {z} # 60
cmovnb	%r9d, %eax # 59
divl	80(%rsp) # 59
kmovd	%k0, %eax # 59
cmovb	%rdx, %r8 # 58
movsbq	%sil, %rcx # 58
vfmaddsub231ps	%xmm6, %xmm15, %xmm1 # 58
vmovaps	%zmm0, 128(%rsp) # 58
cmovbeq	%rdx, %rsi # 57
vextractf32x8	$0x1, %zmm4, %ymm8 # 57
movdqu	%xmm2, 16(%rsp) # 56
vfmadd213pd	(%rdx,%rax), %zmm2, %zmm0 # 56
vpand	%ymm8, %ymm15, %ymm15 # 56
vpermd	%ymm1, %ymm3, %ymm1 # 56
vunpckhpd	-32(%rax), %ymm7, %ymm0 # 56
adcl	$-1, %eax # 55
andb	14(%rsp), %dl # 55
cmpb	%bpl, 72(%rbx) # 55
vgatherqpd	(%rax,%zmm4), %zmm5 {%k1} # 55
vpbroadcastq	%rax, %zmm3 # 55
subq	$8, 8(%rsp) # 54
vfmadd213ps	(%rcx), %xmm2, %xmm0 # 54
vminpd	%xmm0, %xmm2, %xmm0 # 54
vscatterqpd	%ymm2, 48(,%ymm6) {%k1} # 54
vsubpd	-40(%rax), %ymm1, %ymm0 # 53
vunpcklpd	80(%rsp), %xmm0, %xmm1 # 53
cvttsd2si	%xmm0, %rcx # 52
vfmadd213pd	%ymm14, %ymm3, %ymm19 # 52
vmovsd	%xmm1, %xmm1, %xmm1 {%k1} {z} # 52
kmovb	%k1, %k0 # 51
vfmadd132pd	(%rdi,%rsi,8), %xmm4, %xmm1 # 51
vxorpd	%ymm9, %ymm2, %ymm4 # 51
cmovlel	%ecx, %edx # 50
vfmadd132ss	.LC17(%rip), %xmm3, %xmm10 # 50
vfnmadd231sd	-8(%rbx,%rax,8), %xmm1, %xmm0 # 50
vpsrad	$4, %xmm11, %xmm11 # 50
vaddsubpd	%xmm3, %xmm2, %xmm3 # 49
vdivps	%ymm7, %ymm0, %ymm0 # 49
vpinsrq	$1, %rax, %xmm0, %xmm0 # 49
vpmaxuq	%zmm0, %zmm9, %zmm0 # 49
vpmullq	160(%rsp,%r15,8), %ymm0, %ymm1 # 49
vrcpps	%xmm0, %xmm1 # 49
vshufpd	$10, %ymm2, %ymm1, %ymm1 # 49
shrxl	%r14d, %r15d, %eax # 48
vaddps	%zmm24, %zmm0, %zmm0 # 48
vfmsub231pd	%xmm5, %xmm4, %xmm10 # 48
vminss	.LC6(%rip), %xmm0, %xmm0 # 48
vmovupd	16(%rbx), %xmm9{%k2} # 48
vmulpd	(%rax,%rsi), %zmm5, %zmm1 # 48
mulxq	%rax, %rsi, %rsi # 47
xorl	(%rdi,%rdx), %eax # 47
vcmppd	$14, %ymm2, %ymm4, %k1 # 46
vfmaddsub132pd	%zmm6, %zmm7, %zmm0 # 46
vmovups	%ymm4, (%rcx,%rdi){%k1} # 46
testl	$-3, 8(%rbp) # 45
vandps	%zmm3, %zmm1, %zmm1 # 45
vpmullq	176(%rsp,%r12,8), %zmm0, %zmm1 # 45
kmovw	24(%rsp), %k1 # 44
kmovw	%k1, 24(%rsp) # 44
punpcklqdq	%xmm3, %xmm4 # 44
vcvttsd2siq	%xmm0, %rcx # 44
vcvttss2sil	%xmm0, %eax # 44
vmovdqa64	%zmm0, %zmm2 # 44
cmovg	%rdx, %rax # 43
jno	.LBB2_114 # 43
minss	%xmm2, %xmm0 # 43
orb	$8, %al # 43
vextractf128	$0x1, %ymm1, (%rax,%r12) # 43
cmoval	%r9d, %ecx # 42
vcmplesd	%xmm5, %xmm1, %xmm1 # 42
vcvtsi2sd	%r9, %xmm3, %xmm1 # 42
vpbroadcastd	.LCPI0_1(%rip), %xmm4 # 42
vpermt2q	%zmm14, %zmm4, %zmm15 # 42
cmove	(%rsp), %r13 # 41
kandw	%k6, %k1, %k1 # 41
korb	%k7, %k4, %k4 # 41
rep stosl # 41
vcvtuqq2pd	%ymm15, %ymm19 # 41
vextracti64x2	$1, %ymm0, %xmm1 # 41
vpand	-224(%rcx,%rbx,4), %ymm9, %ymm4 # 41
vperm2i128	$32, -320(%rcx), %ymm1, %ymm1 # 41
vpunpckldq	.LCPI0_0(%rip), %xmm2, %xmm2 # 41
cmovpq	%rax, %rdx # 40
punpckldq	.LCPI0_0(%rip), %xmm1 # 40
vextracti32x4	$2, %zmm10, %xmm0 # 40
vpsubq	176(%rsp,%rsi,8), %ymm4, %ymm0 # 40
addpd	400(%rsp), %xmm0 # 39
cmpltsd	%xmm4, %xmm1 # 39
orq	24(%rbx), %rcx # 39
vmovsd	.LCPI0_42(%rip), %xmm3 {%k1} # 39
vpsrlq	$32, %xmm9, %xmm12 # 39
vpternlogq	$254, %xmm5, %xmm0, %xmm8 # 39
cvtsi2ssl	96(%rsp), %xmm0 # 38
vfmaddsub231ps	%zmm11, %zmm14, %zmm0 # 38
vpermi2pd	%ymm7, %ymm0, %ymm5 # 38
kmovb	%k4, %r14d # 37
knotb	%k2, %k3 # 37
vblendps	$10, %xmm0, %xmm3, %xmm0 # 37
vpmaxsd	%ymm15, %ymm4, %ymm4 # 37
vptestmq	%zmm5, %zmm5, %k0 # 37
cmovb	%eax, %edx # 36
kmovq	%rax, %k0 # 36
negl	(%rax) # 36
vpmaxuq	%xmm1, %xmm0, %xmm0 # 36
divq	88(%rsp) # 35
psubd	%xmm2, %xmm0 # 35
vandpd	%zmm15, %zmm1, %zmm12 # 35
vfnmadd132ps	%ymm0, %ymm19, %ymm4 # 35
vmovdqa32	%zmm1, ishift_(%rip) # 35
vpcmpeqd	%xmm4, %xmm0, %k1 # 35
vpternlogq	$248, .LCPI0_38(%rip), %xmm0, %xmm1 # 35
kmovq	%k0, %rax # 34
vcmpnlesd	%xmm4, %xmm5, %xmm5 # 34
vfmsub231ps	%ymm3, %ymm26, %ymm0 # 34
vpermt2d	%xmm12, %xmm1, %xmm11 # 34
vpmulld	%ymm10, %ymm1, %ymm1 # 34
jnc	.L77 # 33
setns	%cl # 33
vaddps	(%rdx,%rax), %ymm0, %ymm0 # 33
vcvttss2sil	(%rcx), %r11d # 33
vcvtusi2sdq	24(%r15), %xmm7, %xmm2 # 33
vminps	%ymm1, %ymm3, %ymm3 # 33
vmovlpd	8(%rcx), %xmm3, %xmm0 # 33
vpmovm2q	%k0, %zmm4 # 33
vshufps	$136, 16(%rdi), %xmm6, %xmm0 # 33
cmovbe	%r12d, %eax # 32
vcmpltpd	%ymm9, %ymm15, %k4 # 32
vfmsub231ps	%xmm5, %xmm2, %xmm0 # 32
vpermt2d	104(%rax), %ymm1, %ymm3 # 32
vpscatterqq	%ymm15, 24(,%ymm13) {%k1} # 32
vsubpd	%zmm10, %zmm0, %zmm3 # 32
movhpd	24(%rsi), %xmm0 # 31
sets	%al # 31
shrl	%cl, %eax # 31
vfmaddsub132ps	%zmm4, %zmm0, %zmm12 # 31
xorb	%cl, %dl # 31
andb	%r8b, 11(%rsp) # 30
jc	.L118 # 30
movb	%cl, %al # 30
vcvttsd2usi	80(%rsp), %r8 # 30
vextracti32x4	$1, %ymm16, %xmm3 # 30
vmovdqa64	.LCPI0_28(%rip), %ymm22 # 30
vpermilps	$78, (%rsi), %ymm5 # 30
vpminsd	%xmm1, %xmm0, %xmm0 # 30
cmovgel	%eax, %ecx # 29
kshiftlb	$4, %k7, %k7 # 29
pcmpgtd	%xmm0, %xmm2 # 29
seto	%al # 29
vcmpps	$1, %ymm5, %ymm1, %k2 # 29
vcvttpd2qq	24(%rdi,%rcx,8), %ymm2 # 29
vextracti64x4	$1, %zmm0, %ymm1 # 29
vfmsub132pd	%zmm6, %zmm3, %zmm2 # 29
vpalignr	$8, %xmm0, %xmm0, %xmm0 # 29
vpcmpeqd	%xmm6, %xmm6, %xmm6 # 29
vpermi2ps	%ymm2, %ymm0, %ymm1 # 29
btsl	%eax, %r13d # 28
orl	%ebp, 168(%rax) # 28
vaddpd	%ymm0, %ymm10, %ymm10 {%k4} # 28
vdivpd	80(%rsp), %xmm0, %xmm0 # 28
vdivpd	(%r12,%rcx), %ymm1, %ymm1 # 28
vmovups	%xmm4, (%r8){%k1} # 28
vxorps	%ymm5, %ymm0, %ymm0 # 28
cmpw	$3337, 0(%rbp) # 27
jmp	*8(%rax) # 27
paddd	%xmm1, %xmm0 # 27
psrlq	$32, %xmm2 # 27
vaddpd	808(%rsp,%rdi,8), %zmm6, %zmm6 # 27
vfmsub132ss	120(%rsp), %xmm1, %xmm5 # 27
vfmsubadd132pd	%ymm7, %ymm3, %ymm1 # 27
vinsertf32x8	$0x1, %ymm22, %zmm22, %zmm22 # 27
vpbroadcastq	%rax, %xmm0 # 27
vpunpcklqdq	%ymm2, %ymm1, %ymm1 # 27
psllq	$32, %xmm3 # 26
ud2 # 26
vfmsub231pd	%zmm3, %zmm14, %zmm0 # 26
vfnmadd132pd	%ymm2, %ymm1, %ymm3 # 26
vfnmadd132ss	(%r15,%rdx,4), %xmm7, %xmm0 # 26
vpaddd	.LCPI0_3(%rip){1to4}, %xmm2, %xmm3 # 26
vpxor	%ymm0, %ymm8, %ymm7 # 26
btcq	$63, %rax # 25
cmovge	%r15, %r12 # 25
idivl	(%r14) # 25
kxnorb	%k1, %k1, %k1 # 25
sall	%cl, %eax # 25
vfmadd231pd	%zmm3, %zmm6, %zmm4 # 25
vfnmadd213pd	(%r8,%rax), %ymm1, %ymm0 # 25
vmovaps	128(%rsp), %zmm0 # 25
vmovdqa32	%zmm0, %zmm4 # 25
vmovdqa64	%zmm5, (%rsp) # 25
shldq	$1, %rbp, %rax # 24
shlxq	%rcx, %rsi, %rcx # 24
tzcntl	%esi, %eax # 24
vaddsubpd	%ymm0, %ymm1, %ymm1 # 24
vdivpd	%ymm18, %ymm20, %ymm5{%k6}{z} # 24
vfmadd132pd	%ymm5, %ymm18, %ymm5{%k6}{z} # 24
vfnmsub231ss	(%r15,%rdi,4), %xmm8, %xmm3 # 24
vmovupd	(%r9,%rax), %zmm11{%k1} # 24
vpaddq	.LCPI0_0(%rip), %ymm0, %ymm0 # 24
vpcmpnleuq	%ymm0, %ymm13, %k1 # 24
vpgatherdq	(%r10,%xmm31,8), %ymm1 {%k1} # 24
vpmuldq	.LC135(%rip), %zmm7, %zmm0 # 24
vpsrlvd	%xmm2, %xmm1, %xmm6 # 24
vpsubq	8(%rbx), %xmm0, %xmm1 # 24
vpsubq	192(%rsp,%rdi,8), %zmm4, %zmm0 # 24
vptestnmd	%xmm2, %xmm1, %k4 {%k4} # 24
vptestnmq	%ymm9, %ymm9, %k7 # 24
vscatterqpd	%zmm2, 48(,%zmm6) {%k1} # 24
cmovgq	%r12, %rax # 23
cvttsd2sil	%xmm0, %edi # 23
por	%xmm4, %xmm0 # 23
vaddps	(%r10), %xmm12, %xmm12 # 23
vandps	(%rdx), %zmm2, %zmm1 # 23
vblendvps	%xmm3, %xmm0, %xmm1, %xmm0 # 23
vcmpltpd	%ymm2, %ymm0, %ymm4 # 23
vfnmadd231ps	%xmm12, %xmm1, %xmm0 # 23
vfnmadd231ps	%ymm4, %ymm5, %ymm3 # 23
vpmullq	.LCPI0_7(%rip){1to4}, %ymm5, %ymm5 # 23
cmplesd	%xmm0, %xmm1 # 22
cvttss2sil	%xmm0, %eax # 22
kmovd	(%rax), %k0 # 22
rep movsl # 22
mulpd	.LCPI0_22(%rip), %xmm0 # 22
vaddsubps	%ymm3, %ymm2, %ymm2 # 22
vmovdqu32	%zmm1, (%rax) # 22
andb	$1, 8(%rbp) # 21
knotw	%k1, %k1 # 21
movlpd	%xmm2, 160(%rsp) # 21
pand	%xmm2, %xmm0 # 21
pslld	$5, %xmm0 # 21
vblendvpd	%ymm7, %ymm8, %ymm2, %ymm2 # 21
vfmadd132pd	-64(%rax), %zmm1, %zmm0 # 21
vmovapd	%xmm1, %xmm0 {%k1} # 21
vmovapd	%ymm6, %ymm5 {%k4} {z} # 21
vpandn	%ymm3, %ymm1, %ymm1 # 21
vperm2i128	$17, %ymm0, %ymm0, %ymm0 # 21
andnq	%rax, %rcx, %rcx # 20
blsr	%edx, %r8d # 20
cmovl	%rcx, %r14 # 20
cmovpl	%eax, %esi # 20
shlx	%rax, -768(%rbp), %rax # 20
vcmpps	$14, %xmm2, %xmm7, %k1 # 20
vcvtuqq2pd	%zmm15, %zmm19 # 20
vdivpd	%zmm5, %zmm1, %zmm1 # 20
vpcmpq	$4, %ymm3, %ymm1, %k1 # 20
vpmovzxdq	%xmm7, %ymm7 # 20
vpsubd	(%rax), %ymm0, %ymm0 # 20
vsubps	%zmm24, %zmm13, %zmm13 # 20
andq	16(%rsp), %rax # 19
cmovleq	%rax, %rbx # 19
punpcklwd	%xmm1, %xmm0 # 19
vfnmadd231ss	(%r15,%rdi,4), %xmm1, %xmm0 # 19
vpaddq	%ymm17, %ymm6, %ymm0 {%k1} # 19
vpermilps	$78, (%rbx,%rdi), %xmm5 # 19
vpsllq	$3, %zmm11, %zmm11 # 19
cmovnsl	%edx, %eax # 18
notb	%bpl # 18
vcmpps	$1, %ymm4, %ymm7, %k1{%k3} # 18
vmaxps	%zmm1, %zmm4, %zmm4 # 18
vmovdqa32	.LC28(%rip), %ymm24 # 18
vmovups	%zmm4, (%rcx,%rdi){%k1} # 18
vpaddd	(%r8), %zmm1, %zmm0 # 18
vpaddq	(%rbp){1to4}, %ymm0, %ymm0 # 18
vpbroadcastq	%xmm2, %xmm6 # 18
vpermt2pd	64(%r11,%rax,2), %zmm4, %zmm1 # 18
vpsubd	32(%rax), %xmm1, %xmm0 # 18
vptestmq	%ymm9, %ymm9, %k5 # 18
cmovnsq	%rax, %rcx # 17
cvtdq2pd	%xmm0, %xmm1 # 17
cvttss2sil	(%rdx), %r12d # 17
psubq	%xmm0, %xmm2 # 17
punpcklbw	%xmm5, %xmm7 # 17
vcmppd	$14, %xmm0, %xmm4, %k1 # 17
vcvttpd2dqy	%ymm1, %xmm3 # 17
vcvttsd2siq	24(%rsi), %r8 # 17
vfmsubadd132ps	%xmm3, %xmm6, %xmm1 # 17
vfnmadd132pd	(%r14,%r10,8), %xmm4, %xmm1 # 17
vmaxpd	%zmm8, %zmm2, %zmm1 # 17
vminpd	%zmm11, %zmm12, %zmm16 # 17
vmovdqu64	192(%rsp), %ymm20 # 17
vmovsd	.LCPI1_2(%rip), %xmm2 {%k1} {z} # 17
vmulps	(%rdx), %zmm2, %zmm0 # 17
vpandn	%xmm2, %xmm0, %xmm0 # 17
vpandq	%zmm8, %zmm0, %zmm20 # 17
vpmulld	%zmm10, %zmm1, %zmm1 # 17
orpd	224(%rsp), %xmm0 # 16
vblendmpd	%ymm3, %ymm2, %ymm18{%k7} # 16
vcmpnlesd	%xmm1, %xmm2, %k2 # 16
vcvtss2sd	8(%rsp), %xmm0, %xmm0 # 16
vcvttsd2si	%xmm1, %esi # 16
vdivps	%zmm3, %zmm0, %zmm0 # 16
vfmadd213pd	%zmm14, %zmm3, %zmm19 # 16
vfmaddsub231pd	(%rdi,%rcx), %ymm3, %ymm0 # 16
vinserti32x4	$1, %xmm0, %ymm16, %ymm0 # 16
vmovdqa64	%ymm13, %ymm9 {%k1} {z} # 16
vmulpd	%ymm8, %ymm8, %ymm18{%k6}{z} # 16
vpabsq	%ymm15, %ymm13 # 16
vpbroadcastd	484(%rsp), %ymm9 # 16
vpcmpd	$4, %ymm9, %ymm5, %k3{%k5} # 16
vpcmpeqd	%ymm4, %ymm8, %k1 # 16
vpcmpgtq	%ymm0, %ymm25, %k2 {%k2} # 16
vpermilpd	$5, 32(%r9,%rdi,2), %ymm4 # 16
vpmaxsd	%zmm0, %zmm9, %zmm0 # 16
vpminud	%xmm0, %xmm1, %xmm1 # 16
vpmovzxbq	%xmm2, %ymm2 # 16
vpmovzxwd	%xmm1, %xmm1 # 16
vpmulld	%xmm4, %xmm8, %xmm9 # 16
vpscatterqq	%zmm12, 24(,%zmm10) {%k1} # 16
vpshufb	.LC2(%rip), %xmm0, %xmm0 # 16
vptestmq	%ymm6, %ymm6, %k6 {%k6} # 16
vpunpckldq	%xmm2, %xmm0, %xmm0 # 16
vsubpd	%ymm0, %ymm1, %ymm24{%k3}{z} # 16
cmovle	92(%rsp), %eax # 15
idivq	16(%rsp) # 15
minss	60(%rsp), %xmm1 # 15
vcmppd	$14, %zmm2, %zmm4, %k1 # 15
vfmaddsub132pd	-352(%rbp), %xmm1, %xmm0 # 15
vfmaddsub231pd	%zmm0, %zmm13, %zmm2 # 15
vfmsubadd231ps	%ymm2, %ymm11, %ymm8 # 15
vfnmadd231pd	%ymm1, %ymm3, %ymm0 # 15
vfnmsub132sd	%xmm7, %xmm2, %xmm4 # 15
vmovdqa64	%ymm19, %ymm8 # 15
vmovupd	%ymm0, (%rax){%k1} # 15
vpblendw	$204, %xmm4, %xmm3, %xmm3 # 15
vpcmpeqq	608(%rsp,%rax,8), %ymm10, %ymm2 # 15
vpcmpgtq	%ymm11, %ymm7, %ymm7 # 15
adcl	$0, 176(%rsp) # 14
andnps	%xmm2, %xmm1 # 14
kortestw	%k1, %k1 # 14
movq	%xmm0, %xmm0 # 14
orps	%xmm1, %xmm0 # 14
unpcklpd	224(%rsp), %xmm0 # 14
vblendpd	$1, %xmm0, %xmm1, %xmm2 # 14
vfmadd231pd	8056(%rax), %ymm6, %ymm0 # 14
vfmaddsub231ps	-32(%rax), %ymm7, %ymm0 # 14
vfmsubadd231pd	%ymm7, %ymm2, %ymm1 # 14
vfnmadd213ps	(%rdi,%rsi), %xmm11, %xmm1 # 14
vmaskmovps	%xmm6, %xmm0, (%rdi) # 14
vmaskmovps	%ymm7, %ymm0, (%rcx,%rdi) # 14
vmovdqa64	%zmm13, %zmm9 {%k1} {z} # 14
vmovdqu32	(%rax), %zmm7 # 14
vorpd	%xmm2, %xmm1, %xmm1 # 14
vpackssdw	%xmm6, %xmm6, %xmm6 # 14
vpbroadcastq	%xmm6, %ymm0 # 14
vpermt2ps	32(%rsi), %ymm1, %ymm0 # 14
vpextrd	$3, %xmm3, %edx # 14
vpsrld	$16, %xmm0, %xmm1 # 14
vshuff64x2	$3, %ymm2, %ymm0, %ymm1 # 14
cmovbel	%edi, %ebp # 13
cmovbl	%r8d, %ebp # 13
cmpnltsd	%xmm6, %xmm1 # 13
shrb	$2, %al # 13
vblendmpd	%xmm2, %xmm1, %xmm0 {%k1} # 13
vcmpltpd	%xmm1, %xmm0, %k1 # 13
vcmpltsd	.LCPI2_1(%rip), %xmm1, %k1 # 13
vcvtqq2pd	(%rdi,%rax,8), %ymm4 # 13
vcvttpd2qq	24(%rdi,%rcx,8), %zmm2 # 13
vfmadd231ps	(%r11,%rsi), %xmm5, %xmm0 # 13
vfmadd231ps	(%r9,%rax), %ymm0, %ymm1 # 13
vinsertf64x2	$0x1, %xmm0, %ymm13, %ymm28 # 13
vmovapd	%ymm17, %ymm18 {%k1} # 13
vpaddd	.LCPI0_3(%rip){1to8}, %ymm2, %ymm3 # 13
vpternlogd	$254, %ymm3, %ymm0, %ymm15 # 13
vpternlogd	$255, %zmm22, %zmm22, %zmm22 # 13
vsubpd	-72(%rax), %zmm3, %zmm0 # 13
adcq	$0, 40(%r12) # 12
bswapl	%eax # 12
cmoveq	48(%rsp), %r8 # 12
cvtsi2sd	%r9, %xmm0 # 12
movdqa	%xmm0, 64(%rsp) # 12
rorxl	$1, %ecx, %edx # 12
shlx	%rcx, %rsi, %rsi # 12
shlxl	%eax, %ebx, %ecx # 12
shrx	%rax, 8(%rsp), %rbp # 12
shrx	%r12d, %eax, %eax # 12
vandpd	(%r8), %zmm3, %zmm0 # 12
vcmpps	$1, %xmm4, %xmm5, %k1{%k1} # 12
vcmpunordpd	%xmm0, %xmm0, %k1 # 12
vcvttsd2si	24(%rdi,%rax,8), %rcx # 12
vdivpd	.LC1(%rip){1to2}, %xmm5, %xmm0 # 12
vdivpd	.LC1(%rip){1to4}, %ymm7, %ymm0 # 12
vdivpd	%xmm6, %xmm9, %xmm5{%k3}{z} # 12
vdivpd	%zmm31, %zmm30, %zmm17{%k1}{z} # 12
vfmadd132pd	%xmm5, %xmm6, %xmm5{%k3}{z} # 12
vfmadd132pd	%zmm17, %zmm19, %zmm17{%k1}{z} # 12
vfmadd213ps	(%r15,%rax), %zmm7, %zmm0 # 12
vpandq	%ymm8, %ymm26, %ymm19 # 12
vpcmpnleuq	%zmm0, %zmm13, %k1 # 12
vpermd	%zmm0, %zmm5, %zmm0 # 12
vpermt2q	192(%rcx), %zmm3, %zmm2 # 12
vpmovm2d	%k0, %zmm4 # 12
vpsrad	$31, (%rax), %ymm1 # 12
vpternlogd	$228, .LC1(%rip), %xmm1, %xmm3 # 12
vpternlogd	$254, %xmm0, %xmm6, %xmm4 # 12
vptest	%ymm0, %ymm0 # 12
vptestnmd	-448(%rcx,%rdi,4), %zmm6, %k0 # 12
vshufps	$228, %ymm1, %ymm21, %ymm1 # 12
vsqrtpd	%ymm5, %ymm5 # 12
xorq	$114, %rcx # 12
cmove	80(%rsp), %eax # 11
kandnb	%k0, %k2, %k2 # 11
korw	%k7, %k1, %k1 # 11
setns	953(%r13) # 11
shlq	%cl, %rsi # 11
vcvttpd2uqq	%ymm2, %ymm1 # 11
vdivps	(%rsi,%rax), %ymm7, %ymm0 # 11
vfmadd132ps	%zmm19, %zmm18, %zmm20 # 11
vfmsub132ps	%zmm5, %zmm8, %zmm1 # 11
vfmsubadd132ps	%ymm24, %ymm2, %ymm9 # 11
vfnmadd213pd	%ymm5, %ymm4, %ymm11 # 11
vmaxpd	%ymm17, %ymm11, %ymm5{%k7} # 11
vmovdqa64	%ymm18, 704(%rsp) # 11
vpcmpd	$4, %xmm6, %xmm5, %k2{%k1} # 11
vpgatherdd	(%rcx,%zmm6), %zmm2 {%k1} # 11
vpmulld	.LC177(%rip), %ymm9, %ymm9 # 11
vptest	%xmm1, %xmm1 # 11
cmovne	48(%rsp), %eax # 10
imull	$-1431655765, (%rsp), %edx # 10
kmovd	%k1, 416(%rax) # 10
sbbl	$-1, 40(%rsp) # 10
sbbq	$-1, 184(%r14) # 10
shll	%cl, %edx # 10
testq	$-5, %rdx # 10
testw	%dx, %dx # 10
vcmpgtsd	.LCPI0_39(%rip), %xmm4, %k1 # 10
vfmadd231pd	(%r8), %xmm2, %xmm4 # 10
vfmsub231ss	116(%rsp), %xmm1, %xmm4 # 10
vfnmadd213ps	(%r14,%rdx), %ymm1, %ymm5 # 10
vfnmadd213sd	%xmm2, %xmm0, %xmm3 # 10
vfnmadd231pd	%xmm1, %xmm3, %xmm0 # 10
vfnmsub132ps	%xmm2, %xmm6, %xmm0 # 10
vmovupd	%xmm2, (%rdx){%k1} # 10
vpackusdw	%xmm2, %xmm0, %xmm0 # 10
vpcmpd	$6, %ymm4, %ymm1, %k1 # 10
vpermi2q	%ymm1, %ymm2, %ymm3 # 10
vpermt2pd	-1008(%rbp), %ymm6, %ymm0{%k1}{z} # 10
vpgatherdd	(%r8,%xmm31,4), %xmm24 {%k1} # 10
vpmovsxdq	%xmm1, %ymm1 # 10
vpmovzxdq	20(%rbx), %xmm3 # 10
vpsllvd	%xmm1, %xmm10, %xmm2 {%k1} {z} # 10
vpsrlw	$8, %xmm0, %xmm1 # 10
vpternlogq	$254, %ymm0, %ymm5, %ymm6 # 10
vrsqrtss	%xmm1, %xmm1, %xmm2 # 10
paddd	8(%rsp), %xmm0 # 9
psrad	$6, %xmm1 # 9
testq	%r14, 552(%rsp) # 9
unpcklps	.LCPI0_4(%rip), %xmm0 # 9
vcmplesd	%xmm2, %xmm1, %k1 # 9
vcmpltps	%ymm4, %ymm6, %ymm4 # 9
vcmpps	$1, %zmm5, %zmm1, %k2 # 9
vcvtudq2pd	84(%rbx), %xmm2 # 9
vfmsub132sd	(%rsi,%rax,8), %xmm4, %xmm0 # 9
vfmsubadd231ps	%xmm1, %xmm9, %xmm6 # 9
vmovapd	%zmm17, %zmm18 {%k1} # 9
vmovdqu16	(%rbx), %xmm0 # 9
vmovdqu8	-32(%rsp,%rdi), %xmm0 # 9
vpand	.LCPI1_0(%rip), %xmm0, %xmm0 # 9
vpcmpq	$4, %zmm3, %zmm1, %k2 # 9
vpermb	-32(%rsp), %ymm0, %ymm0 # 9
vpgatherdq	(%r10,%ymm9,8), %zmm23 {%k1} # 9
vpmullq	.LCPI0_7(%rip){1to8}, %zmm5, %zmm5 # 9
vpord	%zmm1, %zmm7, %zmm1 # 9
vpsllvd	%ymm0, %ymm4, %ymm3{%k1}{z} # 9
vunpckhps	%ymm5, %ymm2, %ymm2 # 9
vunpcklps	%ymm5, %ymm2, %ymm3 # 9
blsrl	%r8d, %r8d # 8
cvtss2sd	8(%rsp), %xmm0 # 8
cvttsd2si	%xmm0, %ebx # 8
decb	%al # 8
lzcntl	%edx, %eax # 8
movbew	0(%rbp), %r8w # 8
vaddps	(%rdx,%rax), %zmm0, %zmm0 # 8
vcmpltpd	%xmm3, %xmm1, %xmm1 # 8
vcmpltps	%xmm0, %xmm4, %xmm0 # 8
vcmpneqpd	%ymm5, %ymm11, %k4 # 8
vcmpunordpd	%ymm12, %ymm12, %k1 # 8
vcmpunordpd	%zmm12, %zmm12, %k1 # 8
vcvtudq2pd	52(%rbx), %ymm0 # 8
vdivpd	%ymm12, %ymm13, %ymm1{%k1} # 8
vfmadd132ps	(%r14,%rdi,4), %xmm5, %xmm2 # 8
vfnmadd132pd	-8(%rbx,%rdx,8){1to2}, %xmm7, %xmm0 # 8
vgatherdps	(%rsi,%ymm3,4), %ymm0{%k2} # 8
vmovdqa32	.LC5(%rip), %ymm1{%k1}{z} # 8
vmovdqa32	%xmm2, %xmm2 {%k4} {z} # 8
vmovdqa64	%ymm9, %ymm5 {%k5} # 8
vmulpd	%xmm25, %xmm25, %xmm6{%k3}{z} # 8
vmulpd	%ymm18, %ymm2, %ymm2 {%k4} # 8
vmulpd	%zmm9, %zmm9, %zmm19{%k1}{z} # 8
vorpd	352(%rsp), %xmm2, %xmm2 # 8
vpabsq	%zmm12, %zmm10 # 8
vpaddq	40(%rsp), %xmm0, %xmm0 # 8
vpaddq	(%rbp){1to8}, %zmm0, %zmm0 # 8
vpblendmq	%ymm5, %ymm9, %ymm5 {%k7} # 8
vpcmpd	$6, %xmm2, %xmm1, %k1 # 8
vpcmpeqq	%ymm1, %ymm7, %k1 # 8
vpcmpeqq	%xmm4, %xmm1, %xmm1 # 8
vpcmpgtq	%ymm24, %ymm0, %k0 # 8
vpcmpgtq	%zmm9, %zmm23, %k1 {%k1} # 8
vpcmpleud	%xmm24, %xmm1, %k2 {%k2} # 8
vpcmpneqd	%xmm9, %xmm1, %k6 # 8
vpgatherqq	8(,%xmm3,1), %xmm1{%k6} # 8
vpmaxsq	%xmm1, %xmm0, %xmm0 # 8
vpmovm2d	%k0, %xmm4 # 8
vpmovm2q	%k0, %ymm1 # 8
vpmovqd	%ymm9, %xmm7 # 8
vpmovzxbq	%xmm17, %zmm2 # 8
vpmovzxdq	%ymm18, %zmm16 # 8
vpsrlvd	%ymm2, %ymm1, %ymm6 # 8
vpsubw	%xmm1, %xmm0, %xmm0 # 8
vptestmq	%zmm27, %zmm27, %k6 {%k7} # 8
vptestnmq	%ymm1, %ymm1, %k1 {%k1} # 8
vrndscalepd	$3, %ymm0, %ymm0 # 8
vsqrtpd	%xmm5, %xmm5 # 8
vsubpd	%xmm9, %xmm21, %xmm18{%k2}{z} # 8
vsubpd	%zmm1, %zmm2, %zmm19{%k3}{z} # 8
vsubps	(%r10,%rcx), %xmm0, %xmm0 # 8
vunpckhpd	%ymm16, %ymm8, %ymm8 # 8
vunpcklpd	%ymm16, %ymm8, %ymm9 # 8
vxorpd	%zmm10, %zmm18, %zmm18 # 8
vxorps	%zmm4, %zmm0, %zmm0 # 8
cmovel	276(%rsp), %eax # 7
cmovsl	%eax, %ecx # 7
kmovq	(%r9), %k0 # 7
kmovq	%k0, (%rax) # 7
kmovw	%esi, %k1 # 7
movhpd	%xmm4, 192(%rsp) # 7
shrq	%cl, %rax # 7
valignd	$15, %zmm2, %zmm2, %zmm1 # 7
vcmpunordpd	%ymm9, %ymm9, %ymm9 # 7
vcvtusi2sdl	-524(%rbp), %xmm0, %xmm3 # 7
vfmadd231ps	%zmm22, %zmm28, %zmm3 # 7
vfnmadd213pd	(%r8,%rax), %zmm1, %zmm0 # 7
vmulpd	.LC6(%rip){1to2}, %xmm1, %xmm1 # 7
vorps	%xmm0, %xmm4, %xmm4 # 7
vpermi2pd	%zmm2, %zmm0, %zmm7 # 7
vpgatherdd	(%r9,%ymm3,4), %ymm0{%k2} # 7
vpsubq	%xmm0, %xmm3, %xmm0 # 7
vptestnmd	%ymm0, %ymm0, %k3{%k2} # 7
vrcpps	%ymm4, %ymm0 # 7
vshufi64x2	$228, %zmm2, %zmm1, %zmm1 # 7
bsfl	%ebp, %eax # 6
rep bsfl	%edx, %esi # 6
cmovnoq	%rcx, %rdx # 6
cmpunordpd	%xmm0, %xmm0 # 6
cmpw	(%r14), %cx # 6
cvttsd2si	24(%r15,%rax,8), %rcx # 6
kmovw	%k3, %k5 # 6
kmovw	%k0, %esi # 6
kshiftrw	$8, %k3, %k4 # 6
kxorb	%k0, %k0, %k0 # 6
maxpd	%xmm0, %xmm2 # 6
pcmpeqd	%xmm6, %xmm2 # 6
salq	%cl, %r8 # 6
shldq	%cl, %r15, %r9 # 6
shrdq	%rdi, %rsi # 6
shrdq	%cl, %rdx, %rbp # 6
subb	48(%rsp), %cl # 6
subb	%r15b, %bl # 6
vandnps	%xmm3, %xmm6, %xmm4 # 6
vblendmpd	%zmm22, %zmm19, %zmm31{%k6} # 6
vbroadcastsd	.LC8(%rip), %ymm18{%k7} # 6
vcmpeq_usss	%xmm9, %xmm1, %xmm8 # 6
vcmpgesd	.LCPI1_30(%rip), %xmm1, %k1 # 6
vcmppd	$1, %xmm18, %xmm10, %k4{%k2} # 6
vcmppd	$1, %ymm20, %ymm18, %k2{%k1} # 6
vcmpps	$1, %zmm4, %zmm7, %k1{%k3} # 6
vcmpunordpd	%xmm0, %xmm0, %xmm0 # 6
vdivps	(%rsi), %xmm7, %xmm0 # 6
vfnmsub132ps	%ymm8, %ymm5, %ymm0 # 6
vfnmsub132ss	%xmm10, %xmm3, %xmm1 # 6
vgatherdpd	(%rdi,%xmm0,8), %ymm2{%k3} # 6
vgatherdps	-4(%rax,%xmm1,4), %xmm0{%k3} # 6
vmaxpd	%xmm14, %xmm23, %xmm5{%k1} # 6
vminps	%zmm1, %zmm3, %zmm3 # 6
vmovdqa64	48(%rsp), %xmm22 # 6
vmovdqu64	%ymm16, 64(%rdi) # 6
vpblendmd	%xmm2, %xmm0, %xmm3{%k1} # 6
vpblendmd	%ymm2, %ymm0, %ymm3{%k1} # 6
vpbroadcastq	.LCPI6_1(%rip), %xmm1 # 6
vpbroadcastq	%rax, %zmm12 {%k2} # 6
vpcmpd	$1, %zmm4, %zmm7, %k1 # 6
vpcmpgtq	%xmm3, %xmm4, %xmm3 # 6
vpermi2q	%zmm2, %zmm1, %zmm3 # 6
vpermt2q	56(%r8), %ymm3, %ymm0 # 6
vpmaxsd	144(%rsp), %xmm0, %xmm0 # 6
vpmovqd	%zmm1, %ymm1 # 6
vpmovsxdq	%xmm1, %xmm1 # 6
vpmullq	(%r14,%r8,8), %xmm0, %xmm0 # 6
vpord	%ymm17, %ymm0, %ymm17 # 6
vpsubq	.LCPI6_10(%rip){1to4}, %ymm11, %ymm12 # 6
xorb	$1, 23(%rsp) # 6
cmovneq	64(%rsp), %rax # 5
cmpw	%ax, (%r15) # 5
cmpw	$62, %ax # 5
cmpw	%di, %dx # 5
divw	%cx # 5
jmpq	*24(%rax) # 5
kunpckbw	%k6, %k0, %k7 # 5
pandn	%xmm0, %xmm2 # 5
setg	15(%rsp) # 5
vandnpd	%xmm0, %xmm1, %xmm1 # 5
vcvtusi2sdl	%ecx, %xmm2, %xmm0 # 5
vdivpd	(%r12,%r9), %zmm2, %zmm1 # 5
vfmaddsub132ps	-672(%rbp), %xmm13, %xmm5 # 5
vfmaddsub231ps	(%rsi), %xmm8, %xmm0 # 5
vfmsub132ps	(%rbx,%rax), %ymm1, %ymm0 # 5
vfmsub213sd	40(%rsp), %xmm2, %xmm1 # 5
vfmsub231sd	56(%rsp), %xmm7, %xmm1 # 5
vmaxpd	%ymm16, %ymm15, %ymm5{%k7}{z} # 5
vmovdqa32	.LC172(%rip), %xmm27 # 5
vmovdqa32	%zmm2, %zmm1{%k1}{z} # 5
vmovupd	%zmm0, (%rax){%k1} # 5
vpblendvb	%xmm1, %xmm2, %xmm0, %xmm0 # 5
vpcmpeqd	%zmm1, %zmm2, %k1 # 5
vpcmpgtd	%ymm0, %ymm10, %ymm3 # 5
vpcmpneqd	%ymm10, %ymm19, %k7 # 5
vperm2f128	$49, (%rdx), %ymm0, %ymm1 # 5
vpermt2ps	64(%rdx), %zmm1, %zmm0 # 5
vporq	%zmm14, %zmm9, %zmm9 # 5
vpscatterdd	%zmm8, (%rcx,%zmm7) {%k1} # 5
vpsllvd	%xmm0, %xmm4, %xmm5 # 5
vpternlogq	$228, .LC18(%rip){1to4}, %ymm4, %ymm0 # 5
vptestnmd	%ymm0, %ymm0, %k1 # 5
vptestnmd	%zmm2, %zmm2, %k1 {%k1} # 5
vptestnmq	%zmm9, %zmm9, %k7 # 5
vunpcklps	.LCPI0_11(%rip), %xmm2, %xmm2 # 5
andn	%edi, %eax, %eax # 4
blsi	%eax, %edx # 4
blsil	%r8d, %ecx # 4
blsr	%rdx, %rax # 4
blsrq	%rdx, %rax # 4
bsrl	%eax, %eax # 4
cmovbe	192(%rsp), %eax # 4
cmovg	-172(%rbp), %r8d # 4
cmpltsd	.LCPI2_1(%rip), %xmm1 # 4
kmovb	9(%rcx), %k2 # 4
movsq (%rsi), %es:(%rdi) # 4
pmuludq	.LC58(%rip), %xmm2 # 4
popcntl	-1464(%rbp), %ebx # 4
por	.LCPI0_43(%rip), %xmm1 # 4
rorx	$1, %eax, %eax # 4
rorx	$1, %rax, %rax # 4
setbe	39(%rsp) # 4
setle	24(%rbx) # 4
shrx	%rcx, %rdx, %rdx # 4
shrxq	%rcx, %rbp, %rdx # 4
vblendpd	$8, %ymm1, %ymm0, %ymm0 # 4
vcmpless	%xmm1, %xmm5, %xmm5 # 4
vcmpltpd	%zmm9, %zmm4, %k4 # 4
vcmpltsd	.LCPI2_1(%rip), %xmm1, %xmm1 # 4
vcmpnltss	%xmm5, %xmm1, %xmm3 # 4
vcvtdq2pd	-528(%rbp), %ymm3 # 4
vcvtqq2pd	%ymm0, %ymm0 # 4
vdivpd	%xmm11, %xmm12, %xmm1{%k1} # 4
vdivpd	%zmm11, %zmm12, %zmm1{%k1} # 4
vfmsub132pd	%ymm1, %ymm2, %ymm8{%k1}{z} # 4
vfmsub231ps	(%rbx,%rcx,4), %xmm4, %xmm0 # 4
vfnmadd132pd	(%r14,%r11,8), %ymm6, %ymm1 # 4
vfnmadd132pd	%ymm10, %ymm1, %ymm2{%k2}{z} # 4
vfnmadd132ps	%zmm21, %zmm23, %zmm3 # 4
vfnmadd213pd	%zmm5, %zmm4, %zmm12 # 4
vfnmadd231pd	(%r10,%rax), %ymm7, %ymm1 # 4
vfnmsub231ps	(%r11,%rsi), %xmm6, %xmm0 # 4
vgatherdpd	(%r9,%xmm0,8), %xmm2{%k6} # 4
vinsertf64x4	$0x1, (%r10), %zmm1, %zmm0 # 4
vmaxpd	-24(%rsp), %xmm19, %xmm10 # 4
vmaxpd	%zmm6, %zmm11, %zmm17{%k4} # 4
vmaxps	(%rcx), %ymm4, %ymm4 # 4
vminpd	-32(%rdi,%rbx,8), %ymm7, %ymm7 # 4
vminps	(%rcx), %ymm6, %ymm6 # 4
vmovddup	.LC8(%rip), %xmm6{%k6} # 4
vmovdqa32	%ymm9, %ymm8 {%k4} {z} # 4
vmovdqa64	%zmm9, %zmm5 {%k5} # 4
vpacksswb	%xmm6, %xmm6, %xmm6 # 4
vpaddq	.LCPI0_0(%rip), %zmm0, %zmm0 # 4
vpblendmq	%zmm5, %zmm9, %zmm5 {%k7} # 4
vpblendvb	%ymm0, %ymm2, %ymm1, %ymm0 # 4
vpcmpd	$4, %zmm8, %zmm4, %k3{%k2} # 4
vpcmpeqq	%zmm1, %zmm8, %k4 # 4
vpcmpgtd	(%rbx,%rdx,4), %xmm1, %xmm1 # 4
vpcmpgtd	(%rdx), %ymm2, %ymm0 # 4
vpcmpgtd	%xmm0, %xmm3, %xmm3 # 4
vpcmpgtq	%zmm22, %zmm9, %k0 # 4
vpcmpleud	%ymm24, %ymm21, %k2 {%k2} # 4
vpermi2pd	96(%rdi), %ymm7, %ymm1 # 4
vpermpd	$44, (%rax), %ymm0 # 4
vpermpd	%zmm12, %zmm6, %zmm12 # 4
vpermq	$44, (%rax), %ymm0 # 4
vpermt2d	200(%rax), %zmm1, %zmm3 # 4
vpmaxud	%xmm1, %xmm0, %xmm0 # 4
vpmovm2d	%k0, %ymm13 # 4
vpmovmskb	%ymm0, %ecx # 4
vpmovzxdq	52(%rbx), %ymm0 # 4
vpmovzxdq	%xmm0, %xmm3 # 4
vpmovzxwd	20(%rdx), %xmm0 # 4
vpmovzxwd	4(%rdx), %ymm0 # 4
vpshufb	.LCPI4_0(%rip), %ymm0, %ymm0 # 4
vpsllw	$7, %ymm6, %ymm0 # 4
vpsubq	%zmm9, %zmm8, %zmm0 {%k4} # 4
vptestnmd	%xmm8, %xmm1, %k4 # 4
vptestnmq	%zmm1, %zmm1, %k1 {%k1} # 4
vshuff64x2	$221, %zmm1, %zmm0, %zmm2 # 4
vshufps	$228, %zmm1, %zmm0, %zmm0 # 4
vsqrtpd	(%rdx), %ymm0 # 4
vsqrtpd	%zmm17, %zmm17 # 4
vsubps	%ymm3, %ymm1, %ymm4{%k1}{z} # 4
vsubps	%zmm5, %zmm2, %zmm0{%k1} # 4
vxorps	(%rsi,%rdx), %ymm1, %ymm0 # 4
xchgl	%eax, %ebx # 4
andl	%edi, 56(%rsp) # 3
cmovl	64(%rsp), %edx # 3
kmovb	%k2, 9(%rcx) # 3
kortestd	%k0, %k0 # 3
movhlps	%xmm0, %xmm5 # 3
mulx	%r10, %r8, %r9 # 3
pinsrw	$1, %esi, %xmm5 # 3
pshufhw	$232, %xmm0, %xmm0 # 3
pshuflw	$232, %xmm0, %xmm0 # 3
rorl	%ecx # 3
setl	15(%rsp) # 3
vblendmps	%ymm0, %ymm2, %ymm0{%k1} # 3
vblendpd	$4, -64(%rax), %ymm0, %ymm0 # 3
vcmpeq_ussd	%xmm9, %xmm1, %xmm4 # 3
vcmpeqpd	%xmm13, %xmm6, %k1 # 3
vcmpeqsd	%xmm1, %xmm0, %k0 # 3
vcmpgtpd	144(%rsp), %xmm2, %k0 # 3
vcmplepd	%xmm3, %xmm5, %k0 # 3
vcmplepd	%ymm1, %ymm0, %k0 # 3
vcmplesd	.LC4(%rip), %xmm1, %xmm3 # 3
vcmpngesd	.LC0(%rip), %xmm3, %xmm0 # 3
vcmpnltsd	-312(%rbp), %xmm1, %xmm1 # 3
vcvtqq2pd	%xmm0, %xmm0 # 3
vcvtudq2pd	%xmm3, %xmm3 # 3
vdivps	(%rdi,%rax), %zmm7, %zmm0 # 3
vfmadd132pd	.LC1(%rip){1to2}, %xmm6, %xmm0 # 3
vfmadd132ps	-32(%rdx), %ymm5, %ymm4 # 3
vfmadd231pd	.LC6(%rip){1to2}, %xmm1, %xmm2 # 3
vfmsub132pd	(%rbx,%rdi), %ymm3, %ymm1 # 3
vfmsub213sd	%xmm0, %xmm5, %xmm1 # 3
vfmsub231pd	(%rcx,%rax), %ymm5, %ymm2 # 3
vfnmadd132ps	(%r15,%rcx,4), %xmm7, %xmm1 # 3
vfnmsub231sd	%xmm10, %xmm9, %xmm4 # 3
vinserti64x2	$0x1, (%r9), %ymm1, %ymm20 # 3
vmaxpd	264(%rsp), %ymm29, %ymm18{%k4}{z} # 3
vmaxpd	%zmm22, %zmm31, %zmm17{%k6}{z} # 3
vmovaps	%xmm5, %xmm1{%k1} # 3
vmovdqa32	%ymm12, %ymm16 # 3
vmovdqu16	%xmm0, 4(%rsp) # 3
vpaddd	%ymm1, %ymm3, %ymm0{%k1} # 3
vpbroadcastb	%eax, %xmm0 # 3
vpcmpeqq	.LCPI1_1(%rip), %xmm0, %k1 # 3
vpcmpud	$2, %ymm5, %ymm0, %k1 # 3
vpermi2ps	%zmm2, %zmm0, %zmm1 # 3
vpermi2w	16(%rax), %xmm4, %xmm1 # 3
vpermq	$232, %ymm0, %ymm0 # 3
vpermt2w	16(%rbx), %xmm1, %xmm0 # 3
vpmovdw	%ymm0, 4(%r14) # 3
vpmovdw	%xmm0, 20(%r14) # 3
vpmovmskb	%xmm0, %ecx # 3
vpmovqd	%xmm0, 88(%rcx) # 3
vpmovqd	%xmm1, %xmm0 # 3
vpsllw	$7, %xmm5, %xmm0 # 3
vpsrad	$1, %xmm1, %xmm0 {%k1} # 3
vpsravd	%ymm9, %ymm1, %ymm1 # 3
vpsubq	.LCPI6_10(%rip){1to8}, %zmm12, %zmm13 # 3
vrndscalesd	$11, 16016(%rdx), %xmm0, %xmm0 # 3
vsqrtpd	(%rdx), %xmm2 # 3
vsqrtps	(%rax), %ymm1 # 3
cmpeqsd	%xmm0, %xmm1 # 2
cmpless	%xmm2, %xmm1 # 2
cmpnltss	%xmm6, %xmm1 # 2
cvttsd2siq	24(%r14,%rax), %rdx # 2
maxps	%xmm0, %xmm3 # 2
minpd	%xmm0, %xmm1 # 2
movhps	%xmm1, 8(%rax) # 2
pand	.LCPI0_42(%rip), %xmm1 # 2
pmovmskb	%xmm4, %ecx # 2
psllw	$7, %xmm4 # 2
punpckhqdq	%xmm0, %xmm0 # 2
rolw	$8, %di # 2
rorq	%rax # 2
sbbq	-120(%rbp), %rax # 2
setnc	%r12b # 2
vaddpd	.LC30(%rip){1to2}, %xmm0, %xmm0 # 2
vaddpd	%ymm10, %ymm0, %ymm4{%k1}{z} # 2
vaddps	%ymm0, %ymm9, %ymm2{%k2}{z} # 2
vblendvpd	%xmm0, 16(%rsp), %xmm1, %xmm0 # 2
vbroadcastsd	.LC8(%rip), %zmm17{%k6} # 2
vcmpltps	(%rdi), %xmm5, %xmm1 # 2
vcmpltps	(%rcx,%rdi), %ymm1, %ymm0 # 2
vcmpngesd	.LCPI0_43(%rip), %xmm2, %k1 # 2
vcmpnlesd	32(%rsp), %xmm1, %k1 # 2
vcvttpd2dq	%zmm1, %ymm3 # 2
vcvtudq2pd	52(%rbx), %zmm0 # 2
vfmadd231pd	8024(%rax), %zmm5, %zmm0 # 2
vfmsub132pd	%xmm1, %xmm2, %xmm8{%k1}{z} # 2
vfmsub132pd	%zmm1, %zmm2, %zmm3{%k1}{z} # 2
vfmsub231ps	(%r9,%rax), %ymm5, %ymm0 # 2
vfmsub231ps	%zmm22, %zmm29, %zmm0 # 2
vfmsubadd132pd	%zmm8, %zmm4, %zmm2 # 2
vfmsubadd231pd	(%rax), %xmm4, %xmm1 # 2
vfmsubadd231pd	(%rax), %ymm6, %ymm0 # 2
vfnmadd132pd	-8(%rbx,%rdx,8){1to4}, %ymm6, %ymm0 # 2
vfnmadd132pd	%xmm10, %xmm1, %xmm2{%k2}{z} # 2
vfnmadd132pd	%zmm2, %zmm1, %zmm4 # 2
vfnmadd132pd	%zmm9, %zmm1, %zmm2{%k2}{z} # 2
vfnmadd213ps	(%rbx,%rax), %zmm1, %zmm4 # 2
vfnmadd231pd	(%r14,%rcx,8), %xmm7, %xmm1 # 2
vfnmadd231pd	%zmm1, %zmm3, %zmm0 # 2
vfnmsub231ss	%xmm28, %xmm7, %xmm5 # 2
vgatherdpd	(%rdi,%ymm0,8), %zmm2{%k4} # 2
vgatherdps	(%rsi,%zmm3,4), %zmm0{%k2} # 2
vmaxpd	344(%rsp), %xmm31, %xmm5{%k6} # 2
vmaxpd	360(%rsp), %xmm6, %xmm5{%k5}{z} # 2
vmaxpd	%xmm5, %xmm6, %xmm5{%k4}{z} # 2
vminps	(%rdi), %xmm2, %xmm1{%k2} # 2
vminps	(%rsi,%rax), %ymm2, %ymm1{%k3} # 2
vmovapd	%zmm0, %zmm3{%k1}{z} # 2
vmovaps	%ymm4, %ymm1{%k2} # 2
vmovdqa32	.LC7(%rip), %zmm8{%k1}{z} # 2
vmovdqu32	%xmm17, (%r15,%rdx,4) # 2
vmovmskps	%xmm0, %edx # 2
vpabsd	%xmm0, %xmm0 # 2
vpaddd	%xmm1, %xmm2, %xmm0{%k1} # 2
vpaddq	%zmm1, %zmm12, %zmm0 {%k1} # 2
vpbroadcastd	.LCPI1_9(%rip), %zmm8 # 2
vpbroadcastd	%xmm1, %xmm1 # 2
vpermt2d	%ymm3, %ymm1, %ymm0{%k1}{z} # 2
vpermt2ps	%xmm23, %xmm22, %xmm3 # 2
vpmovsxdq	%ymm1, %zmm1 # 2
vpmuldq	.LC150(%rip), %xmm3, %xmm0 # 2
vpmulld	.LC165(%rip), %xmm0, %xmm1 # 2
vpmulld	1216(%rsp), %zmm7, %zmm7 # 2
vpord	%xmm2, %xmm16, %xmm16 # 2
vpshufb	%xmm0, %xmm2, %xmm3 # 2
vpsllq	$3, %xmm0, %xmm0 # 2
vpsubd	(%rax), %zmm1, %zmm0 # 2
vpternlogq	$228, .LC18(%rip){1to2}, %xmm4, %xmm2 # 2
vpunpckhqdq	%xmm1, %xmm1, %xmm1 # 2
vpunpcklqdq	48(%rsp), %xmm9, %xmm0 # 2
vrndscalepd	$3, %xmm2, %xmm5 # 2
vshuff64x2	$2, -128(%rcx), %ymm0, %ymm1 # 2
vshufpd	$170, %zmm3, %zmm2, %zmm2 # 2
vsqrtps	(%rax), %xmm1 # 2
vsubps	%xmm1, %xmm3, %xmm4{%k1}{z} # 2
vsubps	%zmm3, %zmm1, %zmm4{%k1}{z} # 2
xorb	8(%rsp), %bl # 2
andnps	48(%rsp), %xmm2 # 1
andw	$32767, %ax # 1
cmovbeq	112(%rsp), %rbx # 1
cmovne	48(%rsp), %rax # 1
cmovo	%rdx, %rax # 1
cvtdq2pd	120(%rsp), %xmm0 # 1
divpd	256(%rsp), %xmm0 # 1
incb	%al # 1
kortestq	%k0, %k0 # 1
minps	%xmm2, %xmm4 # 1
movd	%xmm3, 8(%rsp) # 1
movlpd	-32(%r14), %xmm5 # 1
paddq	.LCPI0_0(%rip), %xmm0 # 1
pandn	64(%rsp), %xmm0 # 1
pcmpgtd	.LC58(%rip), %xmm7 # 1
psubw	%xmm1, %xmm0 # 1
setae	56(%rsp) # 1
shrw	$10, %ax # 1
subw	(%rax,%rdx,2), %cx # 1
testb	%sil, 44(%rsp) # 1
unpckhps	%xmm0, %xmm12 # 1
vaddpd	.LC30(%rip){1to4}, %ymm0, %ymm0 # 1
vaddpd	%xmm10, %xmm0, %xmm4{%k1}{z} # 1
vaddpd	%zmm12, %zmm0, %zmm1{%k1}{z} # 1
vaddps	%xmm0, %xmm8, %xmm2{%k2}{z} # 1
vaddps	%zmm0, %zmm9, %zmm5{%k2}{z} # 1
vaddsubpd	.LC56(%rip), %xmm1, %xmm7 # 1
vandnpd	%ymm4, %ymm6, %ymm7 # 1
vblendmps	%xmm0, %xmm2, %xmm0{%k1} # 1
vblendmps	%zmm0, %zmm5, %zmm0{%k1} # 1
vbroadcasti128	.LCPI0_7(%rip), %ymm5 # 1
vbroadcasti64x4	.LCPI0_1(%rip), %zmm0 # 1
vcmpeq_ussd	.LC2(%rip), %xmm3, %xmm3 # 1
vcmpeqpd	%xmm6, %xmm14, %xmm4 # 1
vcmpeqsd	%xmm1, %xmm0, %xmm3 # 1
vcmpgtsd	%xmm3, %xmm6, %k1 # 1
vcmplepd	%xmm3, %xmm5, %xmm3 # 1
vcmplepd	%ymm2, %ymm0, %ymm0 # 1
vcmpneq_oqsd	%xmm1, %xmm0, %xmm1 # 1
vcvtdq2pd	-232(%rbp), %xmm0 # 1
vcvtqq2pd	%zmm0, %zmm0 # 1
vcvttpd2uqq	%zmm2, %zmm1 # 1
vcvtuqq2pd	%xmm0, %xmm0 # 1
vcvtusi2ssl	%esi, %xmm0, %xmm9 # 1
vextractf32x4	$0x1, %ymm27, (%rdx,%rbx) # 1
vextractf32x4	$3, %zmm2, %xmm5 # 1
vfmadd132pd	.LC1(%rip){1to4}, %ymm7, %ymm0 # 1
vfmadd213ps	.LC6(%rip){1to4}, %xmm3, %xmm0 # 1
vfmaddsub132pd	(%r9,%rdi,2), %ymm0, %ymm4 # 1
vfmsub132pd	(%rdx), %xmm3, %xmm2 # 1
vfmsub132ps	(%r15,%rax), %zmm1, %zmm0 # 1
vfnmadd132ps	(%r15,%rsi,4), %ymm7, %ymm1 # 1
vfnmadd213pd	(%rdx), %xmm3, %xmm13 # 1
vfnmadd231ps	-32(%r11), %ymm7, %ymm2 # 1
vinsertf64x2	$0x1, 16(%rax), %ymm3, %ymm24 # 1
vinserti32x4	$0, %xmm0, %zmm12, %zmm12 # 1
vmaskmovpd	%xmm2, %xmm0, (%rdx) # 1
vmaskmovpd	%ymm2, %ymm0, (%rax) # 1
vmaxpd	776(%rsp), %ymm25, %ymm4{%k6} # 1
vmaxpd	648(%rsp), %zmm30, %zmm17{%k5}{z} # 1
vmovdqa32	%ymm18, 480(%rsp) # 1
vmovdqu32	%ymm20, (%rax,%rdx,4) # 1
vmovdqu64	(%rax,%rcx), %zmm10 {%k1} {z} # 1
vmovmskps	%ymm0, %ecx # 1
vmulps	.LC8(%rip){1to4}, %xmm3, %xmm3 # 1
vorpd	%ymm6, %ymm7, %ymm2 # 1
vpaddd	%zmm1, %zmm3, %zmm0{%k1} # 1
vpandd	%zmm7, %zmm0, %zmm0 # 1
vpblendd	$48, -64(%rax), %ymm0, %ymm0 # 1
vpbroadcastb	%xmm0, %xmm0 # 1
vpbroadcastq	%xmm6, %zmm0 # 1
vpcmpeqq	%zmm10, %zmm0, %k2 {%k1} # 1
vpcmpeqq	.LCPI1_1(%rip), %xmm0, %xmm0 # 1
vpcmpneqq	%zmm8, %zmm9, %k1 # 1
vpcmpneqq	%zmm10, %zmm0, %k1 {%k1} # 1
vpcmpud	$2, %zmm5, %zmm0, %k1 # 1
vpermi2d	%ymm2, %ymm3, %ymm0 # 1
vpermi2d	%ymm3, %ymm2, %ymm1{%k1}{z} # 1
vpermi2ps	32(%rsi), %ymm6, %ymm0 # 1
vpermt2d	%zmm3, %zmm1, %zmm0{%k1}{z} # 1
vpminud	%ymm6, %ymm0, %ymm4 # 1
vpmovb2m	%zmm0, %k0 # 1
vpshufd	$245, 704(%rsp), %ymm0 # 1
vpsllq	$4, 240(%rsp), %ymm3 # 1
vpsllvd	%ymm0, %ymm5, %ymm3 # 1
vpsllvd	%zmm0, %zmm4, %zmm3{%k1}{z} # 1
vpsllw	$7, %zmm23, %zmm0 # 1
vpsravd	%zmm8, %zmm1, %zmm1 # 1
vpternlogq	$228, .LC18(%rip){1to8}, %zmm4, %zmm0 # 1
vpternlogq	$254, %zmm0, %zmm22, %zmm23 # 1
vpxor	.LCPI1_33(%rip), %ymm1, %ymm1 # 1
vrndscaless	$11, %xmm1, %xmm1, %xmm2 # 1
vrsqrtps	%xmm0, %xmm3 # 1
vrsqrtps	%ymm0, %ymm1 # 1
vscalefsd	-128(%rbp), %xmm0, %xmm0 # 1
vshufi32x4	$238, %zmm0, %zmm0, %zmm0 # 1
vsqrtpd	(%rax), %zmm1 # 1
vsqrtps	(%rax), %zmm1 # 1
vxorps	(%rsi,%rdx), %zmm1, %zmm0 # 1
