.L1:	finop ; cxnop
.L2:	finop ; cxnop
.L3:	finop ; cxnop
	finop ; bcc.qt @citst, .L3
	finop ; bcc.qt @citst, .L2
.L4:	finop ; cxnop
	finop ; bcc.qt @citst, .L4
	finop ; bcc.qt @citst, .L1
