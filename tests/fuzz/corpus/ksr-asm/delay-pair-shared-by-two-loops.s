.L1:	fadd8.tr %f1, %f2, %f3 ; cxnop
.L2:	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; bcc.qn @citst, .L2
	finop ; cxnop
	finop ; bcc.qn @citst, .L1
	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; cxnop
