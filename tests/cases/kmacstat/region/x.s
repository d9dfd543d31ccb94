.L1:	finop ; cxnop
	finop ; bcc.qt @citst, .L1
.L2:	finop ; cxnop
	finop ; bcc.qt @citst, .L2
.L3:	finop ; cxnop
.L4:	finop ; cxnop
	finop ; bcc.qt @citst, .L4
	finop ; bcc.qt @citst, .L3
.End:
