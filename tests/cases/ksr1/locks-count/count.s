# SPDX-License-Identifier: GPL-3.0-or-later
# Each cell adds 1 to a number 50 times between gsp.wt and rsp, and 50 times between gsp.nwt, tried until
# it is got, and rsp; with samples/lab/memory.s.
	.data
	.align 8
	.half 0,0,0,0
main:	.word main$TXT, memory, number			# 0
	.word cell_count, cell_count$TXT, l1		# 24
	.half 0,0,0,0
cell_work:	.word cell_work$TXT, memory, number	# 0
	.globl cell_work
l1:	.word 0x20207265626d756e			# number
	.align 128
number:	.space 128
	.text
	.globl main$TXT, cell_work$TXT
main$TXT:
	finop ; cxnop
	finop ; cxnop
	finop ; mov8_8 %c10, %c15
	finop ; mov8_8 %c14, %c30
	finop ; ld8 24(%c15), %c10
	finop ; ld8 32(%c15), %c7
	finop ; ld8 8(%c15), %c16
	finop ; cxnop
	finop ; jsr %c14, 16(%c7)
	finop ; cxnop
	finop ; cxnop
	movi8 0, %i0 ; movi8 0, %c8
	mov8_8 %i0, %i27 ; cxnop
	finop ; jsr %c11, add
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; ld8 40(%c15), %c28
	finop ; ld8 0(%c5), %f20
	finop ; cxnop
	finop ; cxnop
	fflt8.tr %f20, %f20 ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c29, say
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c30)
	finop ; cxnop
	finop ; cxnop
cell_work$TXT:
	finop ; cxnop
	finop ; cxnop
	mov8_8 %i3, %i27 ; mov8_8 %c10, %c15
	finop ; ld8 8(%c15), %c16
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c11, add
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
.Lpark:
	finop ; jmp .Lpark
	finop ; cxnop
	finop ; cxnop
add:
	movi8 0, %i28 ; ld8 16(%c15), %c5
	movi8 50, %i10 ; cxnop
	movi8 50, %i11 ; cxnop
.Lwait:
	add8.ntr -1, %i10, %i10 ; gsp.wt 0(%c5)
	finop ; ld8 0(%c5), %i9
	finop ; cxnop
	finop ; cxnop
	add8.ntr 1, %i9, %i9 ; cxnop
	finop ; st8 %i9, 0(%c5)
	finop ; rsp 0(%c5)
	itstgt8 %i10, 0 ; cxnop
	finop ; bcs.qn @citst, .Lwait
	finop ; cxnop
	finop ; cxnop
.Ltry:
	finop ; gsp.nwt 0(%c5)
	finop ; bcc.qn @citst, .Ltry
	finop ; cxnop
	finop ; cxnop
	add8.ntr -1, %i11, %i11 ; cxnop
	finop ; ld8 0(%c5), %i9
	finop ; cxnop
	finop ; cxnop
	add8.ntr 1, %i9, %i9 ; cxnop
	finop ; st8 %i9, 0(%c5)
	finop ; rsp 0(%c5)
	itstgt8 %i11, 0 ; cxnop
	finop ; bcs.qn @citst, .Ltry
	finop ; cxnop
	finop ; cxnop
	finop ; jsr %c18, meet
	finop ; cxnop
	finop ; cxnop
	finop ; cxnop
	finop ; ld8 16(%c15), %c5
	finop ; cxnop
	finop ; cxnop
	finop ; jmp 32(%c11)
	finop ; cxnop
	finop ; cxnop
