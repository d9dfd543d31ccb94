CopyTo:	.word CopyTo$TXT
.L1: .L2:finop ; cxnop
.L3:	.align 8
	finop ; bcc.qt @citst, .L1
