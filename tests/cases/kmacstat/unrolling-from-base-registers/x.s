.agree:	finop ; ld8 0(%c6), %f1
	finop ; st8 %f1, 8(%c7)
	finop ; sadd8.ntr 0, %c6, 32, %c6
	finop ; sadd8.ntr 0, %c7, 32, %c7
	finop ; bcc.qt @citst, .agree
.down:	finop ; ld8 0(%c6), %f1
	finop ; ssub8.ntr 0, %c6, 16, %c6
	finop ; bcc.qt @citst, .down
.steps:	finop ; ld8 0(%c6), %f1
	finop ; sadd8.ntr 0, %c6, 8, %c6
	finop ; ld8 0(%c6), %f2
	finop ; sadd8.ntr 0, %c6, 24, %c5
	finop ; mov8_8 %c5, %c6
	finop ; bcc.qt @citst, .steps
.number:	finop ; ld8 0(%c6), %f1
	finop ; sadd8.ntr 0, 8, %c6, %c6
	finop ; bcc.qt @citst, .number
.still:	finop ; ld8 0(%c6), %f1
	finop ; st8 %f1, 0(%c7)
	finop ; sadd8.ntr 0, %c6, 16, %c6
	finop ; bcc.qt @citst, .still
.integer:	add8.ntr 7, %i1, %i1 ; ld8 0(%c6), %i2
	finop ; sadd8.ntr 0, %c6, 24, %c6
	finop ; bcc.qt @citst, .integer
.bytes:	finop ; ld1 0(%c6), %i2
	finop ; sadd8.ntr 0, %c6, 5, %c6
	finop ; bcc.qt @citst, .bytes
.single:
	finop			; ld4	0(%c6), %f1
	finop			; ld4	4(%c6), %f2
	sub8.ntr 1, %i1, %i1	; sadd8.ntr 0, %c6, 8, %c6
	itstgt8	%i1, 0		; cxnop
	finop			; cxnop
	finop			; bcs.qn @citst, .single
	finop			; cxnop
	finop			; cxnop
