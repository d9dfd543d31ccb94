.addend:	fmad8.tr %f1, %f2, %f3 ; bcc.qt @citst, .addend
.factor:	fmul8.tr %f3, %f2, %f3 ; bcc.qt @citst, .factor
.two:	fadd8.tr %f3, %f1, %f3 ; cxnop
	fmul8.tr %f3, %f2, %f3 ; bcc.qt @citst, .two
.rotate:	fadd8.tr %f2, %f3, %f1 ; cxnop
	mov8_8 %f1, %f2 ; bcc.qt @citst, .rotate
.memory:	finop ; ld8 0(%c6), %f1
	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; st8 %f3, 8(%c6)
	finop ; sadd8.ntr 0, %c6, 8, %c6
	finop ; bcc.qt @citst, .memory
.far:	finop ; ld8 0(%c6), %f1
	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; st8 %f3, 16(%c6)
	finop ; sadd8.ntr 0, %c6, 8, %c6
	finop ; bcc.qt @citst, .far
.chase:	finop ; ld8 8(%c6), %c6
	finop ; bcc.qt @citst, .chase
.chain:	add8.ntr -1, %i1, %i1 ; cxnop
	itstge8 %i1, 0 ; cxnop
	finop ; bcc.qt @citst, .chain
.between:	add8.ntr 8, %i1, %i2 ; movb8_8 %i2, %c6
	finop ; ld8 0(%c6), %i1
	finop ; bcc.qt @citst, .between
.hex:	finop ; ld8 0x0(%c6), %f1
	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; st8 %f3, 0x10(%c6)
	finop ; sadd8.ntr 0, %c6, 0X8, %c6
	finop ; bcc.qt @citst, .hex
.tested:	fadd8.tr %f3, %f1, %f3 ; cxnop
	ftstle8 %f1, %f3 ; cxnop
	finop ; bcc.qt @citst, .tested
