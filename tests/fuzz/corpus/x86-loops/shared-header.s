.L1: addq $8, %rax
cmpq %rax, %rcx
jne .L1
xorl %eax, %eax
decl %edx
jne .L1
jmp .L2
.L3: incl %eax
.L2: jne .L3
je .L4
.L5: decl %ebx
.L4: jne .L5
jmp *%rax
jmp .L5
