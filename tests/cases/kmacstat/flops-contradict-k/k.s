	.file	"k.f"
	.ln	4
.L1:	finop                     ; ld8       0(%c6), %f1
	finop                     ; ld8       200(%c6), %f2
	finop                     ; sadd8.ntr 0, %c6, 400, %c6
	fadd8.tr  %f1, %f9, %f1   ; cxnop
	fadd8.tr  %f2, %f9, %f2   ; cxnop
	finop                     ; bcc.qt    @citst, .L1
	.ln	14
.L2:	finop                     ; ld8       0(%c6), %f1
	finop                     ; ld8       0(%c7), %f1
	finop                     ; sadd8.ntr 0, %c6, 8, %c6
	finop                     ; sadd8.ntr 0, %c7, 16, %c7
	fadd8.tr  %f1, %f9, %f1   ; cxnop
	finop                     ; bcc.qt    @citst, .L2
