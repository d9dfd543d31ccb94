
/tmp/rd/o.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <lfk1k_>:
   0:	48 89 f8             	mov    rax,rdi
   3:	48 89 f7             	mov    rdi,rsi
   6:	48 8b 74 24 08       	mov    rsi,QWORD PTR [rsp+0x8]
   b:	8b 00                	mov    eax,DWORD PTR [rax]
   d:	85 c0                	test   eax,eax
   f:	7e 52                	jle    63 <lfk1k_+0x63>
  11:	f2 0f 10 2f          	movsd  xmm5,QWORD PTR [rdi]
  15:	f2 0f 10 19          	movsd  xmm3,QWORD PTR [rcx]
  19:	f2 0f 10 4e 50       	movsd  xmm1,QWORD PTR [rsi+0x50]
  1e:	f2 0f 10 22          	movsd  xmm4,QWORD PTR [rdx]
  22:	89 c2                	mov    edx,eax
  24:	31 c0                	xor    eax,eax
  26:	66 2e 0f 1f 84 00 00 	cs nop WORD PTR [rax+rax*1+0x0]
  2d:	00 00 00 
  30:	66 0f 28 d1          	movapd xmm2,xmm1
  34:	f2 0f 10 4c c6 58    	movsd  xmm1,QWORD PTR [rsi+rax*8+0x58]
  3a:	66 0f 28 c3          	movapd xmm0,xmm3
  3e:	f2 0f 59 d4          	mulsd  xmm2,xmm4
  42:	f2 0f 59 c1          	mulsd  xmm0,xmm1
  46:	f2 0f 58 c2          	addsd  xmm0,xmm2
  4a:	f2 41 0f 59 04 c1    	mulsd  xmm0,QWORD PTR [r9+rax*8]
  50:	f2 0f 58 c5          	addsd  xmm0,xmm5
  54:	f2 41 0f 11 04 c0    	movsd  QWORD PTR [r8+rax*8],xmm0
  5a:	48 83 c0 01          	add    rax,0x1
  5e:	48 39 c2             	cmp    rdx,rax
  61:	75 cd                	jne    30 <lfk1k_+0x30>
  63:	c3                   	ret
