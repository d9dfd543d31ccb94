.L1:	fmad8.tr %f1, %f2, %f3 ; ld8 0(%c6), %f1
	fsqrs8.tr %f4, %f5 ; sadd8.ntr 0, %c6, 8, %c6
	finop ; bcc.qt @citst, .L1
