.L1:	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; bcc.qn @citst, .L1
	finop ; cxnop
.L2:
	fmul8.tr %f1, %f2, %f3 ; cxnop
	finop ; bcs.qn @citst, .L2
	finop ; cxnop
	finop ; cxnop
