	.ln	4
	.ln	x
	.ln
	.ln	7, .-
/* a */	.ln	x /* b */
	.ln	7, .-x
.L1:	finop ; bcc.qt @citst, .L1
