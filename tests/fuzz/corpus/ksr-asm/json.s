	.file	"k.f"
f$TXT:	.def	.bf; .line 100; .endef
	.ln	2
.L5:	finop                    ; ld8 0(%c6), %f1
	add8.ntr -1, %i1, %i1    ; sadd8.ntr 0, %c6, 8, %c6
	finop                    ; bcs.qt @citst, .L6
	.ln	3
	fadd8.tr %f1, %f1, %f2   ; cxnop
	finop                    ; st8 %f2, 128(%c6)
	.ln	4
.L6:	fadd8.tr %f1, %f3, %f3   ; cxnop
	finop                    ; st8 %f3, 256(%c6)
	finop                    ; bcc.qt @citst, .L5
