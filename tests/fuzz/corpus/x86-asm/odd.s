 .intel_syntax noprefix
1: mov rax, QWORD PTR fs:40[rbx*2]; lock; add DWORD PTR [rax], 1 /* a
comment */ ; jne 1b
 vaddpd zmm1{k2}{z}, zmm2, QWORD PTR [rax+8*rcx-16]{1to8}
 jmp [QWORD PTR .L4[0+rax*8]]
 .att_syntax
"a b": vfmadd231pd {rn-sae}, %zmm1, %zmm2, %zmm3{%k1}
 jne 1f; rep stosq; fxch %st(3)
1: movq $'a', .L3-.L4(,%rcx,8)
 x = 5
 vgatherqpd (%rax,%zmm1,8), %zmm0{%k1}
 vcmpltpd %ymm1, %ymm2, %ymm3
 movabsq $0x123456789abcdef0, %rax
 notrack jmp *.L5(,%rax,8)
