	.text
.L1:	finop ; cxnop
	fadd8.tr %f1, %f2, %f3 ld8 0(%c7), %f1
	fadd8.tr %f1, %f2, %f3 ;
	; ld8 0(%c7), %f1
	finop ; cxnop ; cxnop
	finop ; %f3
	finop ; bcc.qt @citst, .L1
