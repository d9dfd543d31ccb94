# SPDX-License-Identifier: GPL-3.0-or-later
# Routines that record samples: those that kma --instrument inserts around loops, and those that
# programs call (libmultikron(3)). Each triggers the cell's MULTIKRON chip. The chip's registers are
# mapped at 0xff00000000: timestamp at offset 16, trace of level 0 at 768, resource at 896.
#
# MKBEGIN and MKEND record resource samples of level 0: mark 1 or 2, the region, the counters.
# MKBEGIN samples as late as possible, MKEND as early as possible. The first MKBEGIN measures the
# time of both with copies that read the chip's time instead: the time inside the measured loop, and
# the total time, which an enclosing loop includes (overhead-marks-inside and overhead-marks-pair of
# the manifests). 16 executions warm the subcaches; the next 16 are measured.
	.file	"multikron.s"
	.text

	.globl	mkbegin_$TXT
	.globl	mkbgnz_$TXT
mkbegin_$TXT:
mkbgnz_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	finop			; ld8	16(%c10), %c3
	movi8	0x010000000000, %i4	; ld8	8(%c10), %c5
	finop			; ld4	0(%c2), %i3
	finop			; ld8	0(%c3), %i5
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	itsteq8	%i5, 0	; cxnop
	add8.ntr	%i3, %i4, %i3	; cxnop
	finop			; bcs.qn	@citst, .Lfirst
	finop			; cxnop
	finop			; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i3, 896(%c5)
.Lfirst:
	finop			; ld8	24(%c10), %c8
	finop			; cxnop
	finop			; cxnop
	finop			; ld8	0(%c8), %c9
	finop			; cxnop
	finop			; cxnop
	finop			; jmp	16(%c9)
	finop			; cxnop
	finop			; cxnop

	.globl	mkend_$TXT
	.globl	mkendz_$TXT
mkend_$TXT:
mkendz_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	movi8	0x020000000000, %i4	; ld8	8(%c10), %c5
	finop			; cxnop
	finop			; ld4	0(%c2), %i3
	finop			; cxnop
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	add8.ntr	%i3, %i4, %i3	; cxnop
	finop			; st8	%i3, 896(%c5)
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; cxnop

# The copies: time of the begin in %i7, of the end in %i8.
mk_begin_copy$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	finop			; ld8	16(%c10), %c3
	movi8	0x010000000000, %i4	; ld8	8(%c10), %c5
	finop			; ld4	0(%c2), %i3
	finop			; ld8	0(%c3), %i5
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	itsteq8	%i5, 0	; cxnop
	add8.ntr	%i3, %i4, %i3	; cxnop
	finop			; bcs.qn	@citst, .Lcopy
	finop			; cxnop
	finop			; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; ld8	16(%c5), %i7
.Lcopy:
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; cxnop
mk_end_copy$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c2
	movi8	0x020000000000, %i4	; ld8	8(%c10), %c5
	finop			; cxnop
	finop			; ld4	0(%c2), %i3
	finop			; cxnop
	finop			; cxnop
	ash8.ntr	24, %i3, %i3	; cxnop
	add8.ntr	%i3, %i4, %i3	; cxnop
	finop			; ld8	16(%c5), %i8
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; cxnop

# mkbegin jumps here with its own registers; %c8 is the block of mk_calibrate. Returns to mkbegin.
mk_calibrate$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; ssub8.ntr	0, %sp, 256, %sp
	finop			; st8	%c14, 0(%sp)
	finop			; st8	%c10, 8(%sp)
	finop			; st8	%i2, 16(%sp)
	finop			; st8	%c15, 24(%sp)
	finop			; st8	%c16, 32(%sp)
	finop			; st8	%i12, 40(%sp)
	finop			; st8	%i13, 48(%sp)
	finop			; st8	%i14, 56(%sp)
	finop			; st8	%i16, 64(%sp)
	movi8	1, %i6	; mov8_8	%c8, %c15
	finop			; ld8	8(%c15), %c3
	movi8	2, %i12	; ld8	16(%c15), %c16
	finop			; cxnop
	finop			; st8	%i6, 0(%c3)
.Lround:
	movi8	16, %i13	; ld8	16(%c16), %i16
	movi8	0, %i14	; cxnop
.Lempty:
	movi8	1, %i2	; ld8	24(%c15), %c10
	finop			; sadd8.ntr	0, %sp, 128, %c2
	finop			; st4	%i2, 0(%c2)
	finop			; ld8	0(%c10), %c14
	finop			; movb8_8	%c2, %i2
	finop			; cxnop
	finop			; jsr	%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	1, %i0	; movi8	0, %c8
	movi8	1, %i2	; ld8	32(%c15), %c10
	finop			; sadd8.ntr	0, %sp, 128, %c2
	finop			; st4	%i2, 0(%c2)
	finop			; ld8	0(%c10), %c14
	finop			; movb8_8	%c2, %i2
	finop			; cxnop
	finop			; jsr	%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	1, %i0	; movi8	0, %c8
	sub8.ntr	%i8, %i7, %i8	; cxnop
	add8.ntr	%i8, %i14, %i14	; cxnop
	sub8.ntr	%i13, 1, %i13	; cxnop
	itstgt8	%i13, 0	; cxnop
	finop			; cxnop
	finop			; bcs.qn	@citst, .Lempty
	finop			; cxnop
	finop			; cxnop
	sub8.ntr	%i12, 1, %i12	; ld8	16(%c16), %i3
	itstgt8	%i12, 0	; cxnop
	finop			; cxnop
	sub8.ntr	%i3, %i16, %i3	; bcs.qn	@citst, .Lround
	mov8_8	%i14, %i2	; cxnop
	finop			; cxnop
	finop			; ld8	40(%c15), %c10
	finop			; cxnop
	finop			; cxnop
	finop			; ld8	0(%c10), %c14
	finop			; cxnop
	finop			; cxnop
	finop			; jsr	%c14, 16(%c14)
	finop			; cxnop
	finop			; cxnop
	movi8	2, %i0	; movi8	0, %c8
	finop			; ld8	0(%sp), %c14
	finop			; ld8	8(%sp), %c10
	finop			; ld8	16(%sp), %i2
	finop			; ld8	24(%sp), %c15
	finop			; ld8	32(%sp), %c16
	finop			; ld8	40(%sp), %i12
	finop			; ld8	48(%sp), %i13
	finop			; ld8	56(%sp), %i14
	finop			; ld8	64(%sp), %i16
	finop			; ld8	0(%c10), %c9
	finop			; sadd8.ntr	0, %sp, 256, %sp
	finop			; cxnop
	finop			; jmp	16(%c9)
	finop			; cxnop
	finop			; cxnop

# Routines that programs call: mkenter(region), mkiter(region, n) and so on.

	.globl	mkenter_$TXT
mkenter_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 768(%c2)

	.globl	mkexit_$TXT
mkexit_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 768(%c2)

	.globl	mkenterres_$TXT
mkenterres_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 896(%c2)

	.globl	mkexitres_$TXT
mkexitres_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 896(%c2)

	.globl	mkiter_$TXT
mkiter_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; movb8_8	%i3, %c4
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; ld4	0(%c4), %i8
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	clrh8	24, %i8, %i8	; cxnop
	or8	%i6, %i8, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 768(%c2)

	.globl	mkskip_$TXT
mkskip_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; movb8_8	%i3, %c4
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; ld4	0(%c4), %i8
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	clrh8	24, %i8, %i8	; cxnop
	or8	%i6, %i8, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 776(%c2)

	.globl	mkparenter_$TXT
mkparenter_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; movb8_8	%i3, %c4
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; ld4	0(%c4), %i8
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	clrh8	24, %i8, %i8	; cxnop
	or8	%i6, %i8, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 784(%c2)

	.globl	mkparexit_$TXT
mkparexit_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 784(%c2)

	.globl	mkuser_$TXT
mkuser_$TXT:
	finop			; cxnop
	finop			; cxnop
	finop			; movb8_8	%i2, %c3
	finop			; movb8_8	%i3, %c4
	finop			; ld8	8(%c10), %c2
	finop			; ld8	16(%c10), %i6
	finop			; ld4	0(%c3), %i7
	finop			; ld4	0(%c4), %i8
	finop			; cxnop
	finop			; cxnop
	clrh8	16, %i7, %i7	; cxnop
	ash8.ntr	24, %i7, %i7	; cxnop
	or8	%i6, %i7, %i6	; cxnop
	clrh8	24, %i8, %i8	; cxnop
	or8	%i6, %i8, %i6	; cxnop
	finop			; jmp	32(%c14)
	finop			; cxnop
	finop			; st8	%i6, 792(%c2)

	.data
# save masks, text, addresses that the text uses
	.align	16
	.half	0, 0, 0, 0
	.globl	mkbegin_
mkbegin_:	.word mkbegin_$TXT
	.word	0xff00000000
	.word	mk.ready
	.word	mk_calibrate
	.half	0, 0, 0, 0
	.globl	mkbgnz_
mkbgnz_:	.word mkbgnz_$TXT
	.word	0xff00000000
	.word	mk.ready
	.word	mk_calibrate
	.half	0, 0, 0, 0
	.globl	mkend_
mkend_:	.word mkend_$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
	.globl	mkendz_
mkendz_:	.word mkendz_$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
mk_begin_copy:	.word mk_begin_copy$TXT
	.word	0xff00000000
	.word	mk.ready
	.half	0, 0, 0, 0
mk_end_copy:	.word mk_end_copy$TXT
	.word	0xff00000000
	.half	0, 0, 0, 0
mk_calibrate:	.word mk_calibrate$TXT
	.word	mk.ready
	.word	0xff00000000
	.word	mk_begin_copy
	.word	mk_end_copy
	.word	mk_calibrated
	.half	0, 0, 0, 0
	.globl	mkenter_
mkenter_:	.word mkenter_$TXT
	.word	0xff00000000
	.word	0x10000000000
	.half	0, 0, 0, 0
	.globl	mkexit_
mkexit_:	.word mkexit_$TXT
	.word	0xff00000000
	.word	0x20000000000
	.half	0, 0, 0, 0
	.globl	mkenterres_
mkenterres_:	.word mkenterres_$TXT
	.word	0xff00000000
	.word	0x10000000000
	.half	0, 0, 0, 0
	.globl	mkexitres_
mkexitres_:	.word mkexitres_$TXT
	.word	0xff00000000
	.word	0x20000000000
	.half	0, 0, 0, 0
	.globl	mkiter_
mkiter_:	.word mkiter_$TXT
	.word	0xff00000000
	.word	0x30000000000
	.half	0, 0, 0, 0
	.globl	mkskip_
mkskip_:	.word mkskip_$TXT
	.word	0xff00000000
	.word	0x40000000000
	.half	0, 0, 0, 0
	.globl	mkparenter_
mkparenter_:	.word mkparenter_$TXT
	.word	0xff00000000
	.word	0x50000000000
	.half	0, 0, 0, 0
	.globl	mkparexit_
mkparexit_:	.word mkparexit_$TXT
	.word	0xff00000000
	.word	0x60000000000
	.half	0, 0, 0, 0
	.globl	mkuser_
mkuser_:	.word mkuser_$TXT
	.word	0xff00000000
	.word	0x70000000000
	.align	128
mk.ready:	.word 0
