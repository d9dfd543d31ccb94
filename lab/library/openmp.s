# SPDX-License-Identifier: GPL-3.0-or-later
# OpenMP functions. Threads run on the first cells, so the number of a thread is the number of its
# cell. This also holds for the only thread of a nested region.
	.file	"openmp.s"
	.text

	.globl	omp_get_thread_num_$TXT
# integer omp_get_thread_num()
omp_get_thread_num_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c2
	finop			; cxnop
	finop			; cxnop
	finop			; jmp		16(%c2)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_get_num_threads_$TXT
# integer omp_get_num_threads()
omp_get_num_threads_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c2
	finop			; cxnop
	finop			; cxnop
	finop			; jmp		16(%c2)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_get_num_procs_$TXT
# integer omp_get_num_procs()
omp_get_num_procs_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c2
	finop			; cxnop
	finop			; cxnop
	finop			; jmp		16(%c2)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_get_wtime_$TXT
# real*8 omp_get_wtime(): seconds of the cell's clock; the clocks of all cells start together
omp_get_wtime_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c2
	finop			; cxnop
	finop			; cxnop
	finop			; jmp		16(%c2)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_get_max_threads_$TXT
# integer omp_get_max_threads(): the number set by omp_set_num_threads, else the number of cells
omp_get_max_threads_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; mov8_8	%c14, %c3
	finop			; ld8		16(%c10), %c4
	finop			; ld8		8(%c10), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		0(%c10), %c14
	finop			; ld8		16(%c4), %i6
	finop			; cxnop
	finop			; jsr		%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	0, %i0		; movi8		0, %c8
	itsteq8	%i6, 0		; cxnop
	selsc8	%i0, %i6, %i0	; cxnop
	finop			; jmp		32(%c3)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_set_num_threads_$TXT
# omp_set_num_threads(address of an integer of 4 bytes)
omp_set_num_threads_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	finop			; ld8		8(%c10), %c4
	finop			; cxnop
	finop			; ld4		0(%c2), %i6
	finop			; cxnop
	finop			; cxnop
	finop			; st8		%i6, 16(%c4)
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop

	.globl	omp_in_parallel_$TXT
# logical omp_in_parallel()
omp_in_parallel_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c10), %c4
	finop			; cxnop
	finop			; cxnop
	finop			; ld8		8(%c4), %i0
	finop			; jmp		32(%c14)
	finop			; cxnop
	finop			; cxnop

	.data
# save masks, text, addresses that the text uses
	.align	16
	.half	0, 0, 0, 0
	.globl	omp_get_thread_num_
omp_get_thread_num_:	.word omp_get_thread_num_$TXT
	.word	cell_number
	.half	0, 0, 0, 0
	.globl	omp_get_num_threads_
omp_get_num_threads_:	.word omp_get_num_threads_$TXT
	.word	lab_threads
	.half	0, 0, 0, 0
	.globl	omp_get_num_procs_
omp_get_num_procs_:	.word omp_get_num_procs_$TXT
	.word	cell_count
	.half	0, 0, 0, 0
	.globl	omp_get_wtime_
omp_get_wtime_:	.word omp_get_wtime_$TXT
	.word	f_seconds
	.half	0, 0, 0, 0
	.globl	omp_get_max_threads_
omp_get_max_threads_:	.word omp_get_max_threads_$TXT
	.word	cell_count
	.word	lab.release
	.half	0, 0, 0, 0
	.globl	omp_set_num_threads_
omp_set_num_threads_:	.word omp_set_num_threads_$TXT
	.word	lab.release
	.half	0, 0, 0, 0
	.globl	omp_in_parallel_
omp_in_parallel_:	.word omp_in_parallel_$TXT
	.word	lab.release
