.L1:	finop ; cxnop
	finop ; cxnop /* from here on
	finop ; bcc.qt @citst, .L1
