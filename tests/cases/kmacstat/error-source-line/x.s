	.ln	4
	.ln	x
	.ln
	.ln	7, .-
	.ln	7, .-x
.L1:	finop ; bcc.qt @citst, .L1
