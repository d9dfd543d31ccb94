	.text
f:
	xorl %eax, %eax
	jmp .L2
.L3:
	addl (%rdi,%rax,4), %edx
	incq %rax
.L2:
	cmpq %rsi, %rax
	jl .L3
	ret
g:
	xorl %eax, %eax
	testl %edx, %edx
	je .L6
.L5:
	addl (%rdi,%rax,4), %edx
	testl $1, %edx
	je .L7
	imull $3, %edx, %edx
.L6:
	xorl $5, %edx
.L7:
	incq %rax
	cmpq %rsi, %rax
	jl .L5
	ret
