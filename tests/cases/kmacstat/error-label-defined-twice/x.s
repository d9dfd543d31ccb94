.L1:	finop ; cxnop
	finop ; cxnop
.L1:	finop ; cxnop
	finop ; bcc.qt @citst, .L1
