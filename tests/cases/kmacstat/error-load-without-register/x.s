.L1:	finop ; ld8 0(%c1)
	finop ; st8
	finop ; bcc.qt @citst, .L1
