	.file	"lfk.f"
	.vstamp	7
	.data
f:	.word	f$TXT
	.text
	.def	f; .val f; .scl 2; .type 0x24; .endef
f$TXT:
	.def	.bf; .val .; .scl 101; .line 20; .endef
	.ln	3
.L1:	finop ; cxnop
	.ln	5
	finop ; bcc.qt @citst, .L1
	.def	.ef; .val .; .scl 101; .line 9; .endef
	.data
other:	.half 3
	.text
g$TXT:	.def	.bf; .val .; .scl 101; .line 40; .endef
	.ln	2
.L2:	finop ; bcc.qt @citst, .L2
