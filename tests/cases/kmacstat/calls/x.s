.L1:
	finop ; jsr %c14, .L1
	finop ; cxnop
	finop ; jsr %c14, 16(%c10)
	finop ; bcc.qt @citst, .L1
