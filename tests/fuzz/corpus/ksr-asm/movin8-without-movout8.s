.addend:	fmad8.tr %f1, %f2, %f3 ; bcc.qt @citst, .addend
.factor:	fmul8.tr %f3, %f2, %f3 ; bcc.qt @citst, .factor
.two:	fadd8.tr %f3, %f1, %f3 ; cxnop
	fmul8.tr %f3, %f2, %f3 ; bcc.qt @citst, .two
.rotate:	fadd8.tr %f2, %f3, %f1 ; cxnop
	mov8_8 %f1, %f2 ; bcc.qt @citst, .rotate
.memory:	finop ; ld8 0(%c6), %f1
	fadd8.tr %f1, %f2, %ntr 0, %c6, 8, %c6
	finop ; bcc.qt @citst, .far
.chase:	finop ; ld8 8(%c6), %c6
	finop ; bcc.qt @citst, .chase
.chain:	add8.ntr -1, %i1, %i1 ; cxnop
	itstge8 %i1, 0 ; cxnop
	finop ; bcc.qt @citst, .chain
.between:	movin8 %f1add8.ntr 8, %i1, %i2 ; movb8_8 %i2, %c6
	finop ; ld8 0(%c6), %i1
	finop ; bcc.qt @citst, .between
