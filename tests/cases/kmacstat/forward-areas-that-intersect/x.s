.L1:	finop ; bcs.qt @citst, .A
	finop ; bcs.qt @citst, .B
	finop ; cxnop
.A:	finop ; cxnop
.B:	finop ; bcs.qt @citst, .C
.C:	finop ; bcc.qt @citst, .L1
