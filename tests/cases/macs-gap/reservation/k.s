	.file "k.f"
	.ln 4
.L1:
	fmad8.tr %f1, %f2, %f3 ; ld8	0(%c7), %f1
	finop ; bcc.qt @citst, .L2
	fadd8.tr  %f3, %f4, %f5 ; cxnop
	finop ; sadd8.ntr 0, %c7, 16, %c7
.L2:
	.ln 5
	finop ; bcc.qn @citst, .L1
	finop ; st8 %f3, 0(%c6)
	finop ; cxnop
