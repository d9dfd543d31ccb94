.L1:	finop ; bcs.qt @citst, .A
	fadd8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; cxnop
.A:	finop ; bcs.qn @citst, .B
	fadd8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; st8 %f3, 0(%c6)
.B:	finop ; jmp .C
	fadd8.tr %f1, %f2, %f3 ; cxnop
	fadd8.tr %f1, %f2, %f3 ; cxnop
.C:	finop ; bcs.qf @citst, .D
	fadd8.tr %f1, %f2, %f3 ; cxnop
.D:	fadd8.tr %f1, %f2, %f3 ; cxnop
	finop ; bcc.qt @citst, .L1
