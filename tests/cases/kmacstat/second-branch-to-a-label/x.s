.L1:	finop ; bcc.qn @citst, .L1
	finop ; cxnop
	finop ; cxnop
	finop ; bcs.qn @citst, .L1
	add8.ntr 1, %i1, %i1 ; cxnop
	finop ; cxnop
