.L1:	finop ; bcs.qt @citst, .Nowhere
	finop ; bcc.qt @citst, .L1
	finop ; jmp .Nowhere
