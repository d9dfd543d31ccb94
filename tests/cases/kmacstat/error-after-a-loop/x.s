.L1:	finop ; cxnop
	finop ; bcc.qt @citst, .L1
	finop
.L2:	finop ; bcc.qt @citst, .L2
.L3:	finop ; bcc.qn @citst, .L3
	finop
	finop ; cxnop
	finop ; cxnop
