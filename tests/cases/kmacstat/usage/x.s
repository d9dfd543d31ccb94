.L1:	finop ; bcc.qt @citst, .L1
