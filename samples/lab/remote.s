# SPDX-License-Identifier: GPL-3.0-or-later
# Loads and stores of cell 0 to what the last cell owns: with memory.s, on 2 cells; on 33, the last
# one is on another ring.
#     ksr1 --cells=2 remote.s memory.s
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT, memory			# 0
	.word room			# 16: pages of the last cell
	.word l1, l2, l3, l4			# 24: what is printed
	.half 0,0,0,0
cell_work:	.word cell_work$TXT, memory, room
	.globl cell_work
l1:	.word 0x20636f6c6c612072			# r alloc 
l2:	.word 0x206c6c616e752072			# r unall 
l3:	.word 0x202079706f632077			# w copy  
l4:	.word 0x2020656e6f6e2077			# w none  
	.align 16384
room:	.space 1310720
	.text
	.globl main$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	finop ; mov8_8 %c10, %c15
	finop ; mov8_8 %c14, %c30
	movi8 1, %i29 ; ld8 8(%c15), %c16
	finop ; cxnop
	finop ; cxnop
	finop ; ld8 136(%c16), %c10
	finop ; ld8 144(%c16), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	mov8_8 %i0, %i27 ; cxnop
	movi8 0, %i28 ; cxnop
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 8 pages, 64 blocks with their first subpages; then come the 15 others of each block.
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
	finop ; movi8 128, %c22
	finop ; sadd8.ntr 0, %c20, 128, %c20
	movi8 64, %i20 ; cxnop
	movi8 15, %i21 ; cxnop
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
# The same again, stored: the cell has a copy.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 2048, %c21
	finop ; movi8 128, %c22
	finop ; sadd8.ntr 0, %c20, 128, %c20
	movi8 64, %i20 ; cxnop
	movi8 15, %i21 ; cxnop
	finop ; ld8 104(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c24, measure
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 40(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 8 other pages, stored: the cell has no copy.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 2048, %c21
	finop ; movi8 0, %c22
	finop ; sadd8.ntr 0, %c20, 131072, %c20
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
	finop ; movi8 128, %c22
	finop ; sadd8.ntr 0, %c20, 131200, %c20
	movi8 64, %i20 ; cxnop
	movi8 15, %i21 ; cxnop
	finop ; ld8 104(%c16), %c19
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c24, measure
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; ld8 48(%c15), %c28
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
# 64 other pages, of which it has the first subpage: 7 blocks of each, allocated by their loads.
	finop ; ld8 16(%c15), %c20
	finop ; movi8 16384, %c21
	finop ; movi8 0, %c22
	finop ; sadd8.ntr 0, %c20, 262144, %c20
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
	finop ; movi8 16384, %c22
	finop ; sadd8.ntr 0, %c20, 264192, %c20
	movi8 7, %i20 ; cxnop
	movi8 64, %i21 ; cxnop
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
	finop ; jmp 32(%c30)
	finop ; cxnop
	finop ; cxnop
	.globl cell_work$TXT
cell_work$TXT:
	finop ; cxnop
	finop ; cxnop
# %i2: the cell, %i3: cells
	mov8_8 %i3, %i27 ; mov8_8 %c10, %c15
	movi8 0, %i28 ; ld8 8(%c15), %c16
	movi8 1, %i29 ; cxnop
	add8.ntr 1, %i2, %i9 ; ld8 16(%c15), %c20
	itsteq8 %i9, %i27 ; cxnop
	movi8 80, %i20 ; cxnop
	finop ; bcc.qn @citst, .Lmeet
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c18, hold_pages
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
.Lmeet:
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
.Lpark:
	finop ; jmp .Lpark
	finop ; cxnop
	finop ; cxnop
