.L2:	finop ; cxnop
.L1:	finop ; ld8 0(%c1), %f1
	finop ; sadd8.ntr 0, %c1, 16, %c1
	finop ; bcc.qt @citst, .L1
	finop ; bcc.qt @citst, .L2
