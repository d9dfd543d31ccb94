.L1:	fadd8.tr %f1, %f2, %f3 ; ld8 0(%c1), %f1
	fsub8 %f1, %f2, %f3 ; ld8.ex 0(%c1), %f2
	fmul8.ntr %f1, %f2, %f3 ; ld64 0(%c1), %f8
	fdiv8.tr %f1, %f2, %f3 ; ld8 0(%c1), %c2
	fmad8.tr %f1, %f2, %f3 ; ld8.ro 0(%c1), %fp
	fmsu8.tr %f1, %f2, %f3 ; st8 %f3, 0(%c1)
	fnad8.tr %f1, %f2, %f3 ; st64 %f8, 0(%c1)
	fnsu8 %f1, %f2, %f3 ; st1 %i3, 0(%c1)
	mov8_8 %f1, %f2 ; pcsp.ro.nbl 128(%c1)
	movin8 %f4 ; movout8 %i4
	add8.ntr 1, %i1, %i1 ; pstsp 0(%c1)
	itsteq8 %i1, %i2 ; cxnop
	selsc8 %i1, %i2, %i3 ; bcc.qt @citst, .L1
