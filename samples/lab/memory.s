# SPDX-License-Identifier: GPL-3.0-or-later
# What the memory's micro-benchmarks share: walks through memory and their clocks.
# Assumed by all: %c16 is the block of this file, "memory"; a routine's link is the register that its
# head names; registers that it names are its arguments; %c5-%c8, %c10, %c13, %c14, %i0-%i9 are
# anybody's. What is loaded is 0 everywhere, so adding it to the address makes each load wait for
# the one before, and changes nothing. Between two loads or stores are 0, 5 ... 35 clocks, at random
# from %i29 on, so that they do not fall into step with the slots of the ring; measure takes the
# same pauses off again.
	.data
	.align 8
memory:	.word f_clock, f_clock$TXT			# 0
	.word f_write, f_write$TXT			# 16
	.word f_put_characters, f_put_characters$TXT	# 32
	.word f_put_double, f_put_double$TXT		# 48
	.word f_end, f_end$TXT				# 64
	.word scratch, meeting				# 80
	.word walk_read, walk_write, walk_prefetch	# 96
	.word format, 0x4000000000000000		# 120: 2.0
	.word cell_count, cell_count$TXT		# 136
format:	.word 0x29322e39462c4128			# (A,F9.2)
	.align 128
scratch:	.space 2048
	.align 128
meeting:	.space 128	# counter of who has come
	.space 128		# how often all had come
	.globl memory
	.text
	.globl now, walk_read, walk_write, walk_prefetch, hold_pages, measure, say, meet
# %i0 = the cell's clock; touches no memory. %c9, %c31 are f_clock's block and text. Link %c17.
now:
	finop ; mov8_8 %c9, %c10
	finop ; mov8_8 %c31, %c7
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	finop ; jmp 32(%c17)
	finop ; cxnop
	finop ; cxnop
# From %c20 on, %i20 loads %c21 bytes apart; %i21 times, each %c22 bytes behind the one
# before. %i22 = clocks. Link %c18.
walk_read:
	finop ; ld8 0(%c16), %c9
	finop ; ld8 8(%c16), %c31
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i0, %i23 ; mov8_8 %c20, %c23
	mov8_8 %i21, %i24 ; cxnop
	mov8_8 %i29, %i7 ; cxnop
.Louter_walk_read:
	mov8_8 %i20, %i9 ; mov8_8 %c23, %c5
.Linner_walk_read:
	add8.ntr -1, %i9, %i9 ; ld8 0(%c5), %c6
	ash8.ntr 2, %i7, %i6 ; sadd8.ntr 0, %c21, %c5, %c5
	add8.ntr %i6, %i7, %i7 ; cxnop
	add8.ntr 1, %i7, %i7 ; sadd8.ntr 0, %c6, %c5, %c5
	ash8.ntr -16, %i7, %i6 ; cxnop
	clrh8 3, %i6, %i6 ; cxnop
.Lpause_walk_read:
	add8.ntr -1, %i6, %i6 ; cxnop
	itstge8 %i6, 0 ; cxnop
	finop ; bcs.qn @citst, .Lpause_walk_read
	finop ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .Linner_walk_read
	finop ; cxnop
	finop ; cxnop
	add8.ntr -1, %i24, %i24 ; sadd8.ntr 0, %c22, %c23, %c23
	itstgt8 %i24, 0 ; cxnop
	finop ; bcs.qn @citst, .Louter_walk_read
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	sub8.ntr %i0, %i23, %i22 ; cxnop
	finop ; jmp 32(%c18)
	finop ; cxnop
	finop ; cxnop
# From %c20 on, %i20 stores %c21 bytes apart; %i21 times, each %c22 bytes behind the one
# before. %i22 = clocks. Link %c18.
walk_write:
	finop ; ld8 0(%c16), %c9
	finop ; ld8 8(%c16), %c31
	finop ; cxnop
	finop ; cxnop
	finop ; movi8 0, %c6
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i0, %i23 ; mov8_8 %c20, %c23
	mov8_8 %i21, %i24 ; cxnop
	mov8_8 %i29, %i7 ; cxnop
.Louter_walk_write:
	finop ; movi8 0, %c6
	mov8_8 %i20, %i9 ; mov8_8 %c23, %c5
.Linner_walk_write:
	add8.ntr -1, %i9, %i9 ; st8 %c6, 0(%c5)
	ash8.ntr 2, %i7, %i6 ; sadd8.ntr 0, %c21, %c5, %c5
	add8.ntr %i6, %i7, %i7 ; cxnop
	add8.ntr 1, %i7, %i7 ; sadd8.ntr 0, %c6, %c5, %c5
	ash8.ntr -16, %i7, %i6 ; cxnop
	clrh8 3, %i6, %i6 ; cxnop
.Lpause_walk_write:
	add8.ntr -1, %i6, %i6 ; cxnop
	itstge8 %i6, 0 ; cxnop
	finop ; bcs.qn @citst, .Lpause_walk_write
	finop ; cxnop
	itstgt8 %i9, 0 ; cxnop
	finop ; bcs.qn @citst, .Linner_walk_write
	finop ; cxnop
	finop ; cxnop
	add8.ntr -1, %i24, %i24 ; sadd8.ntr 0, %c22, %c23, %c23
	itstgt8 %i24, 0 ; cxnop
	finop ; bcs.qn @citst, .Louter_walk_write
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	sub8.ntr %i0, %i23, %i22 ; cxnop
	finop ; jmp 32(%c18)
	finop ; cxnop
	finop ; cxnop
# From %c20 on, %i20 prefetches %c21 bytes apart; %i21 times, each %c22 bytes behind the one
# before. %i22 = clocks. Link %c18.
walk_prefetch:
	finop ; ld8 0(%c16), %c9
	finop ; ld8 8(%c16), %c31
	finop ; cxnop
	finop ; cxnop
	finop ; movi8 0, %c6
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i0, %i23 ; mov8_8 %c20, %c23
	mov8_8 %i21, %i24 ; cxnop
.Louter_walk_prefetch:
	finop ; movi8 0, %c6
	mov8_8 %i20, %i9 ; mov8_8 %c23, %c5
.Linner_walk_prefetch:
	finop ; movi8 0, %c6
	add8.ntr -1, %i9, %i9 ; pcsp.ro.bl 0(%c5)
	itstgt8 %i9, 0 ; sadd8.ntr 0, %c21, %c5, %c5
	finop ; cxnop
	finop ; sadd8.ntr 0, %c6, %c5, %c5
	finop ; bcs.qn @citst, .Linner_walk_prefetch
	finop ; cxnop
	finop ; cxnop
	add8.ntr -1, %i24, %i24 ; sadd8.ntr 0, %c22, %c23, %c23
	itstgt8 %i24, 0 ; cxnop
	finop ; bcs.qn @citst, .Louter_walk_prefetch
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c17, now
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	sub8.ntr %i0, %i23, %i22 ; cxnop
	finop ; jmp 32(%c18)
	finop ; cxnop
	finop ; cxnop
# Makes %i20 pages from %c20 on the cell's own, without taking any of them into its subcache.
# Link %c18.
hold_pages:
	mov8_8 %i20, %i9 ; mov8_8 %c20, %c5
.Lhold:
	add8.ntr -1, %i9, %i9 ; gsp.wt 0(%c5)
	itstgt8 %i9, 0 ; rsp 0(%c5)
	finop ; sadd8.ntr 0, %c5, 16384, %c5
	finop ; bcs.qn @citst, .Lhold
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c18)
	finop ; cxnop
	finop ; cxnop
# The walk whose routine is %c19, measured: %f20 = clocks that one access takes: those beyond what
# the same pairs take where they hit, and the hit's own 2; %i24 = all its clocks. Link %c24.
measure:
	finop ; mov8_8 %c20, %c25
	finop ; mov8_8 %c21, %c26
	finop ; mov8_8 %c22, %c27
	finop ; ld8 80(%c16), %c20
	finop ; movi8 0, %c21
	finop ; movi8 0, %c22
	finop ; jsr %c18, 0(%c19)
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	finop ; jsr %c18, 0(%c19)
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i22, %i25 ; mov8_8 %c25, %c20
	finop ; mov8_8 %c26, %c21
	finop ; mov8_8 %c27, %c22
	finop ; jsr %c18, 0(%c19)
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop # nobody counts arguments
	mov8_8 %i22, %i24 ; cxnop
	sub8.ntr %i22, %i25, %i22 ; ld8 128(%c16), %f22
	mul8.ntr %i20, %i21, %i25 ; cxnop
	finop ; cxnop
	movin8 %f20 ; movout8 %i22
	movin8 %f21 ; movout8 %i25
	finop ; cxnop
	finop ; cxnop
	fflt8.tr %f20, %f20 ; cxnop
	fflt8.tr %f21, %f21 ; cxnop
	finop ; cxnop
	finop ; cxnop
	fdiv8.tr %f20, %f21, %f20 ; cxnop
	finop ; cxnop
	finop ; cxnop
	fadd8.tr %f20, %f22, %f20 ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c24)
	finop ; cxnop
	finop ; cxnop
# Prints the eight letters at %c28 and %f20. Link %c29.
say:
	movi8 6, %i2 ; ld8 120(%c16), %c5
	movi8 8, %i4 ; cxnop
	movi8 0, %i5 ; cxnop
	finop ; movb8_8 %c5, %i3
	finop ; ld8 16(%c16), %c10
	finop ; ld8 24(%c16), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 4, %i0 ; movi8 0, %c8
	movi8 8, %i3 ; movb8_8 %c28, %i2
	finop ; ld8 32(%c16), %c10
	finop ; ld8 40(%c16), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 2, %i0 ; movi8 0, %c8
	movin8 %i2 ; movout8 %f20
	finop ; ld8 48(%c16), %c10
	finop ; ld8 56(%c16), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 1, %i0 ; movi8 0, %c8
	finop ; ld8 64(%c16), %c10
	finop ; ld8 72(%c16), %c7
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	finop ; jmp 32(%c29)
	finop ; cxnop
	finop ; cxnop
# Waits until all %i27 cells have come as often as this one, %i28 times so far. Link %c18.
meet:
	add8.ntr 1, %i28, %i28 ; ld8 88(%c16), %c5
	finop ; cxnop
	finop ; cxnop
	finop ; gsp.wt 0(%c5)
	finop ; ld8 0(%c5), %i9
	finop ; cxnop
	finop ; cxnop
	add8.ntr 1, %i9, %i9 ; cxnop
	itsteq8 %i9, %i27 ; cxnop
	movi8 0, %i8 ; cxnop
	selsc8 %i8, %i9, %i9 ; cxnop
	finop ; bcc.qn @citst, .Lnot_last
	finop ; st8 %i9, 0(%c5)
	finop ; rsp 0(%c5)
	finop ; st8 %i28, 128(%c5)
.Lnot_last:
	finop ; ld8 128(%c5), %i9
	finop ; cxnop
	finop ; cxnop
	itstlt8 %i9, %i28 ; cxnop
	finop ; bcs.qn @citst, .Lnot_last
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c18)
	finop ; cxnop
	finop ; cxnop
