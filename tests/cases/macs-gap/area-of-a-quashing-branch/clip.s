	.file	"clip.f"
	.text
clip_$TXT:
	.def	.bf; .val .; .scl 101; .line 1; .endef
	.ln	3
	finop                  ; cxnop
.L5:
	.ln	4
	add8.ntr -1, %i9, %i9  ; ld8 0(%c6), %f1
	finop                  ; ld8 0(%c7), %f2
	finop                  ; cxnop
	fmul8.tr %f10, %f1, %f3 ; cxnop
	.ln	6
	fcmp8 %f2, %f11, %i8   ; cxnop
	finop                  ; cxnop
	finop                  ; cxnop
	itstle8 %i8, 0         ; cxnop
	finop                  ; bcs.qt @citst, .L6
	finop                  ; cxnop
	finop                  ; cxnop
	.ln	7
	fadd8.tr %f3, %f2, %f3 ; cxnop
	.ln	8
	finop                  ; st8 %f11, 0(%c7)
.L6:
	.ln	10
	finop                  ; sadd8.ntr 0, %c6, 8, %c6
	finop                  ; sadd8.ntr 0, %c7, 8, %c7
	itstge8 %i9, 1         ; st8 %f3, -8(%c6)
	finop                  ; bcs.qn @citst, .L5
	finop                  ; cxnop
	finop                  ; cxnop
