	.ln	4
	.ln	x
	.ln
.L1:	finop ; bcc.qt @citst, .L1
