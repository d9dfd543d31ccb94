# SPDX-License-Identifier: GPL-3.0-or-later
# Loads that the cell's own subcache and local cache answer: with memory.s, on one cell.
#     ksr1 local.s memory.s
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT, memory			# 0
	.word room			# 16: pages of its own
	.word l1, l2, l3		# 24: what is printed
	.word 0x4090000000000000		# 48: 64 times 16
l1:	.word 0x202020636f6c6c61			# alloc   
l2:	.word 0x20636f6c6c616e75			# unalloc 
l3:	.word 0x2020202073746968			# hits
	.align 16384
room:	.space 2097152
	.text
	.globl main$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	finop ; mov8_8 %c10, %c15
	finop ; mov8_8 %c14, %c30
	movi8 1, %i29 ; ld8 8(%c15), %c16
# 128 pages.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 0, %c21
	finop ; movi8 0, %c22
	movi8 128, %i20 ; cxnop
	movi8 1, %i21 ; cxnop
	finop ; jsr %c18, hold_pages
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 64 blocks are allocated, one in each set; then come their other 31 subblocks.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 2048, %c21
	finop ; movi8 0, %c22
	movi8 64, %i20 ; cxnop
	movi8 1, %i21 ; cxnop
	finop ; ld8 96(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c18, 0(%c19)
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 16(%c15), %c20
	finop ; movi8 2048, %c21
	finop ; movi8 64, %c22
	finop ; sadd8.ntr 0, %c20, 64, %c20
	movi8 64, %i20 ; cxnop
	movi8 31, %i21 ; cxnop
	finop ; ld8 96(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c24, measure
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 24(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 896 other blocks, each allocated by its load.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 2048, %c21
	finop ; movi8 0, %c22
	finop ; sadd8.ntr 0, %c20, 131072, %c20
	movi8 896, %i20 ; cxnop
	movi8 1, %i21 ; cxnop
	finop ; ld8 96(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c24, measure
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 32(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 64 times 16 loads of one word, less the same without them; both twice, for their instructions.
	movi8 2, %i21 ; ld8 16(%c15), %c5
.Ltwice:
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i0, %i23 ; cxnop
	movi8 64, %i9 ; cxnop
.Lhits:
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	finop ; ld8 0(%c5), %i8
	add8.ntr -1, %i9, %i9 ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .Lhits
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	sub8.ntr %i0, %i23, %i24 ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i0, %i23 ; cxnop
	movi8 64, %i9 ; cxnop
.Lbare:
	add8.ntr -1, %i9, %i9 ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .Lbare
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	sub8.ntr %i0, %i23, %i25 ; cxnop
	add8.ntr -1, %i21, %i21 ; cxnop
	itstgt8 %i21, 0 ; cxnop
	finop ; bcs.qn @citst, .Ltwice
	finop ; cxnop
	finop ; cxnop
	sub8.ntr %i24, %i25, %i24 ; ld8 48(%c15), %f21
	movin8 %f20 ; movout8 %i24
	finop ; cxnop
	finop ; cxnop
	fflt8.tr %f20, %f20 ; ld8 40(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	fdiv8.tr %f20, %f21, %f20 ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jmp 32(%c30)
	finop ; cxnop
	finop ; cxnop
