.L1:	fcmp8.tr %f1, %f2 ; ld2 0(%c1), %f1
	iadd8 %i1, %i2, %i3 ; fmul8.tr %f1, %f2, %f3
	fadd8.x %f1, %f2, %f3 ; bgt.qn %c1, %c2, .L1
	sadd8.ntr 0, %c1, 8, %c1 ; cxnop
	finop ; cxnop
