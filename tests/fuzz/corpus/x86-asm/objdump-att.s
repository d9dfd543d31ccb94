
/tmp/rd/o.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <lfk1k_>:
lfk1k_():
/tmp/lfk1.f:1
   0:	48 89 f8             	mov    %rdi,%rax
   3:	48 89 f7             	mov    %rsi,%rdi
   6:	48 8b 74 24 08       	mov    0x8(%rsp),%rsi
   b:	8b 00                	mov    (%rax),%eax
/tmp/lfk1.f:4
   d:	85 c0                	test   %eax,%eax
   f:	7e 52                	jle    63 <lfk1k_+0x63>
/tmp/lfk1.f:5
  11:	f2 0f 10 2f          	movsd  (%rdi),%xmm5
  15:	f2 0f 10 19          	movsd  (%rcx),%xmm3
  19:	f2 0f 10 4e 50       	movsd  0x50(%rsi),%xmm1
  1e:	f2 0f 10 22          	movsd  (%rdx),%xmm4
  22:	89 c2                	mov    %eax,%edx
  24:	31 c0                	xor    %eax,%eax
  26:	66 2e 0f 1f 84 00 00 	cs nopw 0x0(%rax,%rax,1)
  2d:	00 00 00 
  30:	66 0f 28 d1          	movapd %xmm1,%xmm2
  34:	f2 0f 10 4c c6 58    	movsd  0x58(%rsi,%rax,8),%xmm1
  3a:	66 0f 28 c3          	movapd %xmm3,%xmm0
  3e:	f2 0f 59 d4          	mulsd  %xmm4,%xmm2
  42:	f2 0f 59 c1          	mulsd  %xmm1,%xmm0
  46:	f2 0f 58 c2          	addsd  %xmm2,%xmm0
  4a:	f2 41 0f 59 04 c1    	mulsd  (%r9,%rax,8),%xmm0
  50:	f2 0f 58 c5          	addsd  %xmm5,%xmm0
  54:	f2 41 0f 11 04 c0    	movsd  %xmm0,(%r8,%rax,8)
/tmp/lfk1.f:4
  5a:	48 83 c0 01          	add    $0x1,%rax
  5e:	48 39 c2             	cmp    %rax,%rdx
  61:	75 cd                	jne    30 <lfk1k_+0x30>
/tmp/lfk1.f:6
  63:	c3                   	ret
