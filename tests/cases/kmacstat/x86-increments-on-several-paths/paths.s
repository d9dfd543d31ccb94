# Each of five paths increments both counters and goes to the next iteration.
	.text
	.globl	f
	.type	f, @function
f:
.L1:
	testl	%ecx, %eax
	js	.L2
	cmpl	%eax, %r11d
	jg	.L3
	testl	%edi, %edi
	je	.L4
	cmpl	$1, %edi
	jne	.L5
	addq	$1, %rax
	addq	$8, %r9
	cmpl	%eax, %edx
	jge	.L1
	ret
.L2:
	addq	$1, %rax
	addq	$8, %r9
	cmpl	%eax, %edx
	jge	.L1
	ret
.L3:
	addq	$1, %rax
	addq	$8, %r9
	cmpl	%eax, %edx
	jge	.L1
	ret
.L4:
	addq	$1, %rax
	addq	$8, %r9
	cmpl	%eax, %edx
	jge	.L1
	ret
.L5:
	addq	$1, %rax
	addq	$8, %r9
	cmpl	%eax, %edx
	jge	.L1
	ret
