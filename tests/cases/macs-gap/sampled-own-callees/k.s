	.file	"k.c"
	.text
	.globl	main
	.type	main, @function
main:
	.file 1 "k.c"
.L3:
	.loc 1 5 7
	call	term
	imull	%ebx, %ebx
	imull	%ebx, %ebx
	imull	%ebx, %ebx
	cmpl	%ebx, %edi
	jne	.L3
	ret
