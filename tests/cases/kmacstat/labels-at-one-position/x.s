.L1:
.L2: .L3:
	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; bcc.qt @citst, .L2
	finop ; bcc.qt @citst, .L3
	finop ; bcc.qt @citst, .L1
