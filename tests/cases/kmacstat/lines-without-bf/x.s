	.ln	7
.L1:	finop ; cxnop
	.ln	9
	finop ; bcc.qt @citst, .L1
