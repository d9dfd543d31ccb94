	finop ; bcs.qt @citst, .In
.L1:	finop ; cxnop
.In:	finop ; bcs.qt @citst, .Out
	finop ; bcs.qn @citst, .Delay
	finop ; bcc.qn @citst, .L1
.Delay:	finop ; cxnop
	finop ; bcs.qt @citst, .Out
.Out:	finop ; cxnop
