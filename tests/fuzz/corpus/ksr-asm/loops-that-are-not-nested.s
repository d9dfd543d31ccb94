.L1:	finop ; cxnop
.L2:	finop ; cxnop
	finop ; bcc.qt @citst, .L1
	finop ; bcc.qt @citst, .L2
.L3:	finop ; cxnop
	finop ; bcc.qt @citst, .L3
