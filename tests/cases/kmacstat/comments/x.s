# .L0: finop ; jmp .L0
.L1:  # fmul8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; cxnop # finop ; cxnop /* open
	fmul8.tr/* ; # */%f1, %f2, %f3 /* ; */ ; cxnop

	/* finop ; cxnop
	   finop ; cxnop # */
/*
	finop ; cxnop
*/
	finop ; bcc.qt @citst, .L1 /* # */
