.L1:	finop ; jmp 32(%c14)
	finop ; jmp %c14
	finop ; bcc.qn @citst, 12
	finop ; bcc.qn @citst, -3
	finop ; jmp .L1+8
	finop ; bcc.qt @citst, .L1
