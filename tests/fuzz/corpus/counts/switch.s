	.text
	.type	g, @function
g:
	endbr64
.LVL0:
.L2:
	testl	%edi, %edi
	je	.L4
#APP
1: dec %eax; jnz 1b
#NO_APP
	call	h
	jmp	.L5
.L4:
	subl	$2, %eax
.L5:
	subl	$1, %edi
	jne	.L2
	notrack jmp	*.L9(,%rdi,8)
.L7:
	ret
	.section	.rodata
.L9:
	.quad	.L7
	.quad	.L4
	.ident	"GCC: test"
