	.file	"lib/k.f"
	.text
one$TXT:
	.def	.bf; .val .; .scl 101; .line 1; .endef
	.ln	4
.L1:
	finop                     ; ld8       0(%c6), %f1
	finop                     ; ld8       16(%c6), %f2
	finop                     ; sadd8.ntr 0, %c6, 32, %c6
	fadd8.tr  %f1, %f9, %f1   ; sadd8.ntr 0, %c7, 32, %c7
	fadd8.tr  %f2, %f9, %f2   ; cxnop
	add8.ntr  -2, %i9, %i9    ; cxnop
	itstge8   %i9, 0          ; st8       %f1, -32(%c7)
	finop                     ; st8       %f2, -16(%c7)
	finop                     ; bcc.qt    @citst, .L1
	.ln	14
.L2:
	finop                     ; st8       %f9, 0(%c7)
	finop                     ; sadd8.ntr 0, %c7, 8, %c7
	finop                     ; bcc.qt    @citst, .L2
