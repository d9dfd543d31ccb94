# SPDX-License-Identifier: GPL-3.0-or-later
# Parallel regions: a team of the first cells runs an outlined procedure; barriers and locks.
#
# lab.team     subpage that the master locks and writes at a fork:
#                0 number of the fork, 8 block of the region, 16 its argument, 24 threads
# lab.release  subpage that the master writes when all threads have arrived: 0 number of the arrival;
#                8: 1 while a team runs; 16: number of threads that the program requested, 0 = all
# lab.flags    a subpage for each cell: number of its last arrival
#
# Arrivals form a tree with four children each: cell t waits for 4t+1 ... 4t+4. A waiting cell polls
# with a load. The pauses between polls grow by an eighth each, to at most 4096 clocks, so each is
# about a tenth of the time waited so far. Routines of this file may change %i0-%i11 and %c1-%c14.
	.file	"parallel.s"
	.text
	.globl	lab_fork$TXT
# lab_fork(block of the region, its argument, number of threads; 0 = as the program requested):
# runs region(thread, threads, argument) on each thread; returns when all have ended.
lab_fork$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ssub8.ntr	0, %sp, 128, %sp
	finop			; st8		%c14, 0(%sp)
	finop			; st8		%c10, 8(%sp)
	finop			; st8		%i2, 16(%sp)
	finop			; st8		%i3, 24(%sp)
	finop			; st8		%i4, 32(%sp)
	finop			; ld8		16(%c10), %c2
	finop			; ld8		40(%c10), %c10
	finop			; cxnop
	finop			; ld8		8(%c2), %i6
	finop			; ld8		0(%c10), %c14
	finop			; ld8		16(%c2), %i7
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	0, %i0		; movi8		0, %c8
# threads: the argument, else the program's request, else all; at most the cells; 1 within a team
	finop			; ld8		32(%sp), %i4
	finop			; cxnop
	itsteq8	%i7, 0		; cxnop
	selsc8	%i0, %i7, %i7	; cxnop
	itsteq8	%i4, 0		; cxnop
	selsc8	%i7, %i4, %i4	; cxnop
	itstgt8	%i4, %i0	; cxnop
	selsc8	%i0, %i4, %i4	; cxnop
	itstlt8	%i4, 1		; cxnop
	selsc8	1, %i4, %i4	; cxnop
	itsteq8	%i6, 0		; cxnop
	selsc8	%i4, 1, %i4	; cxnop
	itsteq8	%i4, 1		; st8		%i4, 32(%sp)
	finop			; cxnop
	finop			; bcs.qn	@citst, .Lalone
	finop			; ld8		8(%sp), %c10
	finop			; cxnop
# the team's record
	finop			; cxnop
	finop			; ld8		8(%c10), %c2
	finop			; ld8		16(%c10), %c3
	movi8	1, %i6		; ld8		16(%sp), %i2
	finop			; ld8		24(%sp), %i3
	finop			; st8		%i6, 8(%c3)
	finop			; gsp.wt	0(%c2)
	finop			; ld8		0(%c2), %i5
	finop			; st8		%i2, 8(%c2)
	finop			; st8		%i3, 16(%c2)
	add8.ntr	1, %i5, %i5	; st8	%i4, 24(%c2)
	finop			; st8		%i5, 0(%c2)
	finop			; rsp		0(%c2)
# the master's part
	finop			; ld8		16(%sp), %c10
	finop			; ld8		24(%sp), %i4
	movi8	0, %i2		; ld8		32(%sp), %i3
	finop			; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	3, %i0		; movi8		0, %c8
	movi8	0, %i2		; ld8		8(%sp), %c10
	finop			; ld8		32(%sp), %i3
	finop			; cxnop
	finop			; ld8		24(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	2, %i0		; movi8		0, %c8
	finop			; ld8		8(%sp), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		16(%c10), %c3
	movi8	0, %i6		; cxnop
	finop			; cxnop
	finop			; st8		%i6, 8(%c3)
	finop			; st8		%i0, 0(%c3)
.Ldone:
	finop			; ld8		0(%sp), %c14
	finop			; sadd8.ntr	0, %sp, 128, %sp
	finop			; cxnop
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop
# a team of one
.Lalone:
	finop			; ld8		16(%sp), %c10
	movi8	1, %i3		; ld8		24(%sp), %i4
	movi8	0, %i2		; cxnop
	finop			; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	3, %i0		; movi8		0, %c8
	finop			; jmp		.Ldone
	finop			; cxnop
	finop			; cxnop

	.globl	cell_work$TXT
# cell_work(cell, cells): all cells except cell 0 run this from the start to the end of the program.
cell_work$TXT:
	finop			; cxnop
	finop			; cxnop
	mov8_8	%i2, %i12	; mov8_8	%c10, %c15
	movi8	0, %i13		; ld8		8(%c15), %c16
	finop			; ld8		32(%c15), %c17
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c17), %c18
.Lidle:
	movi8	8, %i14		; cxnop
.Lpoll:
	finop			; ld8		0(%c16), %i15
	finop			; cxnop
	finop			; cxnop
	itstne8	%i15, %i13	; cxnop
	finop			; cxnop
	finop			; bcs.qn	@citst, .Lcalled
	ash8.ntr	-3, %i14, %i11	; mov8_8	%c17, %c10
	add8.ntr	%i11, %i14, %i14	; cxnop
	itstgt8	%i14, 4096	; cxnop
	selsc8	4096, %i14, %i14	; cxnop
	mov8_8	%i14, %i2	; jsr		%c14, 16(%c18)
	finop			; cxnop
	finop			; cxnop
	movi8	1, %i0		; movi8		0, %c8
	finop			; jmp		.Lpoll
	finop			; cxnop
	finop			; cxnop
# a fork; the values read are consistent only if the number of the fork is still the same
.Lcalled:
	finop			; ld8		8(%c16), %c10
	finop			; ld8		16(%c16), %i4
	finop			; ld8		24(%c16), %i3
	finop			; ld8		0(%c16), %i16
	finop			; cxnop
	finop			; cxnop
	itsteq8	%i16, %i15	; cxnop
	finop			; cxnop
	finop			; bcc.qn	@citst, .Lpoll
	finop			; cxnop
	finop			; cxnop
	mov8_8	%i15, %i13	; cxnop
	itstge8	%i12, %i3	; cxnop
	mov8_8	%i3, %i17	; cxnop
	finop			; bcs.qn	@citst, .Lidle
	finop			; cxnop
	finop			; cxnop
	mov8_8	%i12, %i2	; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	3, %i0		; movi8		0, %c8
	mov8_8	%i12, %i2	; ld8		24(%c15), %c10
	mov8_8	%i17, %i3	; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	2, %i0		; movi8		0, %c8
	finop			; jmp		.Lidle
	finop			; cxnop
	finop			; cxnop

	.globl	lab_arrive$TXT
# integer lab_arrive(thread, threads): waits until the thread and all its descendants in the tree
# have arrived. Returns the number of the arrival. Keeps %i2, %i3, %c10 in %i10, %i11, %c11.
lab_arrive$TXT:
	finop			; cxnop
	finop			; cxnop
	mov8_8	%i2, %i10	; mov8_8	%c14, %c3
	mov8_8	%i3, %i11	; mov8_8	%c10, %c11
	ash8.ntr	2, %i10, %i7	; ld8	16(%c11), %c2
	add8.ntr	5, %i7, %i8	; ld8	48(%c11), %c4
	add8.ntr	1, %i7, %i7	; ld8	32(%c11), %c5
	itstgt8	%i8, %i11	; ld8		0(%c2), %i6
	selsc8	%i11, %i8, %i8	; cxnop
	finop			; ld8		0(%c5), %c6
	add8.ntr	1, %i6, %i6	; cxnop
.Lchild:
	itstge8	%i7, %i8	; cxnop
	ash8.ntr	7, %i7, %i9	; cxnop
	movi8	8, %i5		; bcs.qn	@citst, .Lup
	finop			; movb8_8	%i9, %c7
	finop			; cxnop
	finop			; cxnop
	finop			; sadd8.ntr	0, %c4, %c7, %c7
.Lwait:
	finop			; ld8		0(%c7), %i9
	finop			; cxnop
	finop			; cxnop
	itstge8	%i9, %i6	; cxnop
	finop			; cxnop
	finop			; bcs.qn	@citst, .Lnext
	ash8.ntr	-3, %i5, %i4	; mov8_8	%c5, %c10
	add8.ntr	%i4, %i5, %i5	; cxnop
	itstgt8	%i5, 4096	; cxnop
	selsc8	4096, %i5, %i5	; cxnop
	mov8_8	%i5, %i2	; jsr		%c14, 16(%c6)
	finop			; cxnop
	finop			; cxnop
	movi8	1, %i0		; movi8		0, %c8
	finop			; jmp		.Lwait
	finop			; cxnop
	finop			; cxnop
.Lnext:
	add8.ntr	1, %i7, %i7	; jmp		.Lchild
	finop			; cxnop
	finop			; cxnop
.Lup:
	ash8.ntr	7, %i10, %i9	; cxnop
	finop			; movb8_8	%i9, %c7
	finop			; cxnop
	finop			; cxnop
	finop			; sadd8.ntr	0, %c4, %c7, %c7
	mov8_8	%i6, %i0	; st8		%i6, 0(%c7)
	finop			; jmp		32(%c3)
	finop			; cxnop
	finop			; cxnop

	.globl	lab_barrier$TXT
# lab_barrier(thread, threads): waits until all threads of the team have arrived.
lab_barrier$TXT:
	finop			; cxnop
	finop			; cxnop
	itsteq8	%i3, 1		; mov8_8	%c14, %c12
	finop			; mov8_8	%c10, %c13
	finop			; bcs.qn	@citst, .Lon
	finop			; ld8		24(%c13), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	2, %i0		; movi8		0, %c8
	itsteq8	%i10, 0		; ld8		16(%c13), %c2
	mov8_8	%i0, %i6	; ld8		32(%c13), %c5
	movi8	8, %i5		; bcs.qn	@citst, .Lrelease
	finop			; cxnop
	finop			; ld8		0(%c5), %c6
.Lawait:
	finop			; ld8		0(%c2), %i9
	finop			; cxnop
	finop			; cxnop
	itstge8	%i9, %i6	; cxnop
	finop			; cxnop
	finop			; bcs.qn	@citst, .Lon
	ash8.ntr	-3, %i5, %i4	; mov8_8	%c5, %c10
	add8.ntr	%i4, %i5, %i5	; cxnop
	itstgt8	%i5, 4096	; cxnop
	selsc8	4096, %i5, %i5	; cxnop
	mov8_8	%i5, %i2	; jsr		%c14, 16(%c6)
	finop			; cxnop
	finop			; cxnop
	movi8	1, %i0		; movi8		0, %c8
	finop			; jmp		.Lawait
	finop			; cxnop
	finop			; cxnop
.Lrelease:
	finop			; st8		%i6, 0(%c2)
.Lon:
	finop			; jmp		32(%c12)
	finop			; cxnop
	finop			; cxnop

	.globl	lab_lock$TXT
# lab_lock(address): locks the subpage.
lab_lock$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	finop			; cxnop
	finop			; cxnop
	finop			; gsp.wt	0(%c2)
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop

	.globl	lab_unlock$TXT
# lab_unlock(address): unlocks the subpage.
lab_unlock$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	finop			; cxnop
	finop			; cxnop
	finop			; rsp		0(%c2)
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop

	.globl	lab_threads$TXT
# integer lab_threads(): number of threads of the running team; 1 = no team.
lab_threads$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c2
	finop			; ld8		16(%c10), %c3
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c3), %i2
	finop			; ld8		24(%c2), %i0
	finop			; cxnop
	itsteq8	%i2, 0		; cxnop
	finop			; jmp		32(%c14)
	selsc8	1, %i0, %i0	; cxnop
	finop			; cxnop

	.globl	lab_limit$TXT
# lab_limit(threads): sets the number of threads of later teams.
lab_limit$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		16(%c10), %c3
	finop			; cxnop
	finop			; cxnop
	finop			; st8		%i2, 16(%c3)
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop

	.data
# Save masks precede each block. A block has its text and the addresses that its routine uses:
# 8 lab.team, 16 lab.release, 24 lab_arrive, 32 cell_pause, 40 cell_count, 48 lab.flags
	.align	16
	.half	0, 0, 0, 0
	.globl	lab_fork
lab_fork:	.word lab_fork$TXT
	.word	lab.team
	.word	lab.release
	.word	lab_arrive
	.word	cell_pause
	.word	cell_count
	.half	0, 0, 0, 0
	.globl	cell_work
cell_work:	.word cell_work$TXT
	.word	lab.team
	.word	lab.release
	.word	lab_arrive
	.word	cell_pause
	.half	0, 0, 0, 0
	.globl	lab_arrive
lab_arrive:	.word lab_arrive$TXT
	.word	lab.team
	.word	lab.release
	.word	lab_arrive
	.word	cell_pause
	.word	cell_count
	.word	lab.flags
	.half	0, 0, 0, 0
	.globl	lab_barrier
lab_barrier:	.word lab_barrier$TXT
	.word	lab.team
	.word	lab.release
	.word	lab_arrive
	.word	cell_pause
	.half	0, 0, 0, 0
	.globl	lab_lock
lab_lock:	.word lab_lock$TXT
	.half	0, 0, 0, 0
	.globl	lab_unlock
lab_unlock:	.word lab_unlock$TXT
	.half	0, 0, 0, 0
	.globl	lab_threads
lab_threads:	.word lab_threads$TXT
	.word	lab.team
	.word	lab.release
	.half	0, 0, 0, 0
	.globl	lab_limit
lab_limit:	.word lab_limit$TXT
	.word	lab.team
	.word	lab.release
	.align	128
lab.team:	.word 0
	.word	0
	.word	0
	.word	0
	.align	128
lab.release:	.word 0
	.word	0
	.word	0
	.align	128
lab.flags:	.space 139264
