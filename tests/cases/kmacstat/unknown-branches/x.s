.qf:	fadd8.tr %f3, %f1, %f3 ; cxnop
	finop ; bfoo.qf @citst, .qf
	fmul8.tr %f4, %f1, %f4 ; cxnop
	fmul8.tr %f5, %f1, %f5 ; cxnop
	fadd8.tr %f6, %f1, %f6 ; cxnop
.qn:	fadd8.tr %f3, %f1, %f3 ; cxnop
	finop ; bfoo.qn @citst, .qn
	fmul8.tr %f4, %f1, %f4 ; cxnop
	fmul8.tr %f5, %f1, %f5 ; cxnop
	fadd8.tr %f6, %f1, %f6 ; cxnop
.qt:	fadd8.tr %f3, %f1, %f3 ; cxnop
	finop ; bfoo.qt @citst, .qt
	fmul8.tr %f4, %f1, %f4 ; cxnop
