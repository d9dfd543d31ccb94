.Lqn:
	add8.ntr 1, %i1, %i1 ; cxnop
	finop ; bcc.qn @citst, .Lqn
	finop ; cxnop
	add8.ntr 1, %i2, %i2 ; cxnop
.Lqf:
	add8.ntr 1, %i1, %i1 ; cxnop
	finop ; bcs.qf @citst, .Lqf
	finop ; cxnop
	add8.ntr 1, %i2, %i2 ; cxnop
.Lqt:
	add8.ntr 1, %i1, %i1 ; cxnop
	finop ; beq.qt %c1, %c2, .Lqt
	finop ; cxnop
	add8.ntr 1, %i2, %i2 ; cxnop
.Ljmp:
	add8.ntr 1, %i1, %i1 ; cxnop
	finop ; jmp .Ljmp
	finop ; cxnop
	add8.ntr 1, %i2, %i2 ; cxnop
