.outer:	finop ; cxnop
.differ:	finop ; ld8 0(%c6), %f1
	finop ; st8 %f1, 8(%c7)
	finop ; sadd8.ntr 0, %c6, 8, %c6
	finop ; sadd8.ntr 0, %c7, 16, %c7
	finop ; bcc.qt @citst, .differ
.odd:	finop ; ld8 0(%c6), %f1
	finop ; sadd8.ntr 0, %c6, 12, %c6
	finop ; bcc.qt @citst, .odd
.none:	finop ; ld8 0(%c6), %f1
	finop ; bcc.qt @citst, .none
.loaded:	finop ; ld8 0(%c6), %f1
	finop ; ld8 0(%c5), %c6
	finop ; bcc.qt @citst, .loaded
.sometimes:	finop ; ld8 0(%c6), %f1
	finop ; bcs.qt @citst, .skip
	finop ; sadd8.ntr 0, %c6, 8, %c6
.skip:	finop ; bcc.qt @citst, .sometimes
.quashed:	finop ; ld8 0(%c6), %f1
	finop ; bcs.qf @citst, .over
	finop ; sadd8.ntr 0, %c6, 8, %c6
	finop ; cxnop
.over:	finop ; bcc.qt @citst, .quashed
.scaled:	finop ; ld8 0(%c6), %f1
	finop ; sadd8.ntr 3, %c6, 8, %c6
	finop ; bcc.qt @citst, .scaled
	finop ; bcc.qt @citst, .outer
