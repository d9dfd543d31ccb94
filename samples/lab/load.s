# SPDX-License-Identifier: GPL-3.0-or-later
# All cells at once load what others own, 448 subpages each, a block of the subcache for each, by turns
# from all the other cells: first one by one, with pauses; then others, prefetched. With memory.s, on
# 2 cells or more. Cell 0 prints the clocks that one of its loads takes, and the megabytes (of 10**6
# bytes) a second that all bring in by prefetches.
#     ksr1 --cells=32 load.s memory.s
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT, memory, room			# 0
	.word l1, l2					# 24: what is printed
	.word 0x3faa36e2eb1c432d			# 40: 128 bytes * 20 MHz / 50000
	.word cell_count, cell_count$TXT, total		# 48
	.half 0,0,0,0
cell_work:	.word cell_work$TXT, memory, room, 0	# 0
	.space 32
	.word total					# 64
	.globl cell_work
l1:	.word 0x2020202064616f6c			# load
l2:	.word 0x20202020732f424d			# MB/s
	.align 128
total:	.space 128
	.align 16384
room:	.space 33554432	# 64 pages for each of 32 cells: who loads them
	.text
	.globl main$TXT, cell_work$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	finop ; mov8_8 %c10, %c15
	finop ; mov8_8 %c14, %c30
	finop ; ld8 48(%c10), %c10
	finop ; ld8 56(%c15), %c7
	finop ; ld8 8(%c15), %c16
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	mov8_8 %i0, %i27 ; cxnop
	movi8 0, %i19 ; cxnop
	finop ; jsr %c11, loads
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
	finop ; jsr %c11, prefetches
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 40(%c15), %f21
	finop ; ld8 64(%c15), %c5
	finop ; cxnop
	finop ; cxnop
	finop ; ld8 0(%c5), %f20
	finop ; cxnop
	finop ; cxnop
	fflt8.tr %f20, %f20 ; ld8 32(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	fmul8.tr %f20, %f21, %f20 ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jmp 32(%c30)
	finop ; cxnop
	finop ; cxnop
cell_work$TXT:
	finop ; cxnop
	finop ; cxnop
	mov8_8 %i3, %i27 ; mov8_8 %c10, %c15
	mov8_8 %i2, %i19 ; ld8 8(%c15), %c16
	finop ; jsr %c11, loads
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jsr %c11, prefetches
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
.Lpark:
	finop ; jmp .Lpark
	finop ; cxnop
	finop ; cxnop
# Cell %i19 of %i27 holds, of each other cell i, the pages m with m mod (cells - 1) = (cell - i - 1)
# mod cells; then all load. Link %c11.
loads:
	movi8 0, %i8 ; ld8 16(%c15), %c12
	movi8 0, %i28 ; cxnop
	mul8.ntr %i19, 7919, %i29 ; cxnop
	sub8.ntr %i27, 1, %i20 ; cxnop
.Lreader:
	sub8.ntr %i19, %i8, %i9 ; cxnop
	sub8.ntr %i9, 1, %i9 ; cxnop
	add8.ntr %i9, %i27, %i7 ; cxnop
	itstge8 %i9, 0 ; cxnop
	selsc8 %i9, %i7, %i9 ; cxnop
	itsteq8 %i9, %i20 ; cxnop
	finop ; bcs.qn @citst, .Lnext_reader
	finop ; cxnop
	finop ; cxnop
.Lpage:
	itstge8 %i9, 64 ; cxnop
	finop ; bcs.qn @citst, .Lnext_reader
	ash8.ntr 6, %i8, %i7 ; cxnop
	add8.ntr %i7, %i9, %i7 ; cxnop
	ash8.ntr 14, %i7, %i7 ; cxnop
	add8.ntr %i9, %i20, %i9 ; movb8_8 %i7, %c5
	finop ; cxnop
	finop ; cxnop
	finop ; sadd8.ntr 0, %c5, %c12, %c5
	finop ; gsp.wt 0(%c5)
	finop ; rsp 0(%c5)
	finop ; jmp .Lpage
	finop ; cxnop
	finop ; cxnop
.Lnext_reader:
	add8.ntr 1, %i8, %i8 ; cxnop
	itstlt8 %i8, %i27 ; cxnop
	finop ; bcs.qn @citst, .Lreader
	finop ; cxnop
	finop ; cxnop
# Its own pages are at %c12: their last subpages first, for the frames.
	ash8.ntr 20, %i19, %i9 ; cxnop
	finop ; movb8_8 %i9, %c5
	finop ; cxnop
	finop ; cxnop
	finop ; sadd8.ntr 0, %c5, %c12, %c12
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	movi8 64, %i20 ; sadd8.ntr 0, %c12, 16256, %c20
	movi8 1, %i21 ; movi8 16384, %c21
	finop ; movi8 0, %c22
	finop ; ld8 96(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c18, 0(%c19)
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	clrh8 1, %i19, %i9 ; cxnop
	ash8.ntr 7, %i9, %i9 ; cxnop
	finop ; movb8_8 %i9, %c5
	finop ; cxnop
	finop ; cxnop
	movi8 64, %i20 ; sadd8.ntr 0, %c12, %c5, %c20
	movi8 7, %i21 ; movi8 16384, %c21
	finop ; movi8 2176, %c22
	finop ; ld8 96(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c24, measure
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jmp 32(%c11)
	finop ; cxnop
	finop ; cxnop
# All prefetch for 50000 clocks: the block of each page that nobody has touched but for its last subpage,
# page by page, cells by turns on
# both subrings. What is still under way then, four each, is not counted. Link %c11.
prefetches:
	clrh8 1, %i19, %i9 ; ld8 0(%c16), %c9
	ash8.ntr 7, %i9, %i9 ; ld8 8(%c16), %c31
	movi8 14, %i21 ; sadd8.ntr 0, %c12, 14336, %c23
	movi8 -4, %i22 ; movb8_8 %i9, %c22
	movi8 50000, %i25 ; cxnop
	finop ; cxnop
	finop ; sadd8.ntr 0, %c22, %c23, %c23
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	add8.ntr %i0, %i25, %i25 ; cxnop
.Lsubpage:
	movi8 64, %i20 ; mov8_8 %c23, %c22
.Lahead:
	add8.ntr 1, %i22, %i22 ; pcsp.ro.bl 0(%c22)
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	itstge8 %i0, %i25 ; cxnop
	finop ; bcs.qn @citst, .Lover
	add8.ntr -1, %i20, %i20 ; sadd8.ntr 0, %c22, 16384, %c22
	itstgt8 %i20, 0 ; cxnop
	finop ; bcs.qn @citst, .Lahead
	finop ; cxnop
	finop ; cxnop
	add8.ntr -1, %i21, %i21 ; sadd8.ntr 0, %c23, 128, %c23
	itstgt8 %i21, 0 ; cxnop
	finop ; bcs.qn @citst, .Lsubpage
	finop ; cxnop
	finop ; cxnop
.Lover:
	finop ; ld8 64(%c15), %c5
	finop ; cxnop
	finop ; cxnop
	finop ; gsp.wt 0(%c5)
	finop ; ld8 0(%c5), %i9
	finop ; cxnop
	finop ; cxnop
	add8.ntr %i9, %i22, %i9 ; cxnop
	finop ; st8 %i9, 0(%c5)
	finop ; rsp 0(%c5)
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jmp 32(%c11)
	finop ; cxnop
	finop ; cxnop
