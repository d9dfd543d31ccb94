	.file	"or.c"
	.text
	.globl	count
	.type	count, @function
count:
	.file 1 "or.c"
	.loc 1 6 9
	xorl	%eax, %eax
.L2:
	.loc 1 7 18
	testl	%edi, %edi
	jle	.L5
.L3:
	.loc 1 8 11
	addl	%edi, %eax
	decl	%edi
	jmp	.L2
.L5:
	.loc 1 14 5
	ret
