/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of x86-64 assembly. The registers that instructions read and write are derived from
 * Intel's manual, volume 2; zeroing idioms and fusion from the optimization manual (3.5.1.7
 * and 3.4.2.2). */
#include "tests/unit/check.h"
#include "x86-asm/reader.h"
#include "x86-asm/x86-asm.h"

#include <stdlib.h>

enum { TEXT = 400 };
static struct arena arena;
static const struct x86_isa *isa;

/* ---- the instructions read, as text ---- */

static void register_text(char *to, uint8_t reg)
{
    static const char *const general[] = {"a", "c", "d", "b", "sp", "bp", "si", "di"};
    static const char *const last[] = {"F", "C", "U"};
    if (reg < 8)
        strcat(to, general[reg]);
    else if (reg >= X86_FLAGS && reg <= X86_FP_STATUS)
        strcat(to, last[reg - X86_FLAGS]);
    else if (reg < X86_VECTOR)
        sprintf(to + strlen(to), "r%d", reg);
    else if (reg < X86_MASK)
        sprintf(to + strlen(to), "v%d", reg - X86_VECTOR);
    else if (reg < X86_ST)
        sprintf(to + strlen(to), "k%d", reg - X86_MASK);
    else if (reg < X86_MMX)
        sprintf(to + strlen(to), "st%d", reg - X86_ST);
    else
        sprintf(to + strlen(to), "m%d", reg - X86_MMX);
}

/* "di@ v1 v2+ v3~ = v1 F": reads (@ for an address, + for an addend, ~ for the old destination of a
 * gather), and writes. */
static void registers_text(char *to, const struct x86_instruction *i)
{
    struct x86_use use[X86_USES];
    uint8_t def[X86_DEFS];
    int n = x86_uses(i, use);
    *to = 0;
    for (int k = 0; k < n; k++) {
        register_text(to, use[k].reg);
        strcat(to, (const char *[]){"", "+", "@", "", "~"}[use[k].input]);
        strcat(to, " ");
    }
    strcat(to, "=");
    n = x86_defs(i, def);
    for (int k = 0; k < n; k++) {
        strcat(to, " ");
        register_text(to, def[k]);
    }
}

/* "lfl load.8.ymm 32, fma fma.8.ymm x4". */
static void parts_text(char *to, const struct x86_instruction *i)
{
    struct instruction f;
    char *at = to;
    x86_to_facts(i, &f);
    *to = 0;
    if (f.unmodelled)
        strcat(to, "unmodelled");
    if (f.load.base)
        at += sprintf(at, "%s %s %d, ", op_class_name(f.load_class), form_name(&arena, f.load),
                      f.load_bytes);
    if (f.work.base)
        at += sprintf(at, "%s %s, ", f.class < OP_CLASSES ? op_class_name(f.class) : "-",
                      form_name(&arena, f.work));
    if (f.store.base)
        at += sprintf(at, "%s %s %d, ", op_class_name(f.store_class), form_name(&arena, f.store),
                      f.store_bytes);
    if (at > to)
        sprintf(at - 2, " x%d%s%s", f.elements, f.indexed ? " indexed" : "",
                f.destructive ? " destructive" : "");
}

/* The first instruction of a text. */
static struct x86_instruction instruction_of(const char *text)
{
    static struct source s;
    struct x86_reader r;
    struct diag d = {.quiet = true};
    source_free(&s);
    source_from_bytes(&s, "test.s", text, strlen(text));
    x86_reader_open(&r, isa, &s, &d);
    enum x86_event e = X86_END;
    while ((e = x86_next(&r)) != X86_END && e != X86_INSTRUCTION && e != X86_WRONG)
        continue;
    struct x86_instruction i = r.instruction;
    if (e != X86_INSTRUCTION)
        i = (struct x86_instruction){.n = 0};
    x86_reader_close(&r);
    return i;
}

#define INTEL ".intel_syntax noprefix\n"

/* Checks the registers and parts of an instruction in both syntaxes; intel NULL: AT&T only. */
static void check_instruction(const char *att, const char *intel, const char *registers,
                              const char *parts)
{
    char text[TEXT];
    struct x86_instruction i = instruction_of(att);
    registers_text(text, &i);
    if (strcmp(text, registers) != 0)
        printf("# %s\n", att);
    CHECK_TEXT(registers, text);
    if (parts) {
        parts_text(text, &i);
        if (strcmp(text, parts) != 0)
            printf("# %s\n", att);
        CHECK_TEXT(parts, text);
    }
    if (intel) {
        char line[TEXT];
        snprintf(line, sizeof line, INTEL "%s", intel);
        check_instruction(line, NULL, registers, parts);
    }
}

/* ---- general registers ---- */

static void moves_of_general_registers(void)
{
    check_instruction("movq %rdi, %rax", "mov rax, rdi", "di = a", "left move.r64 x1");
    check_instruction("movl %edi, %eax", "mov eax, edi", "di = a", "left move.r32 x1");
    /* 8 and 16 bits preserve the rest of the register: it is read. */
    check_instruction("movb %dil, %al", "mov al, dil", "a di = a", "left move-part.r8 x1");
    check_instruction("movw (%rdi), %ax", "mov ax, WORD PTR [rdi]", "a di@ = a",
                      "li load.r16 2, left move-part.r16 x1");
    check_instruction("movl (%rdi,%rcx,4), %eax", "mov eax, DWORD PTR [rdi+rcx*4]", "di@ c@ = a",
                      "li load.r32 4 x1 indexed");
    check_instruction("movq %rax, -8(%rsp)", "mov QWORD PTR [rsp-8], rax",
                      "sp@ a =", "si store.r64 8 x1");
    check_instruction("movl $1, 4(%rdx)", "mov DWORD PTR [rdx+4], 1", "d@ =", "si store.r32 4 x1");
    check_instruction("movzbl (%rdi), %eax", "movzx eax, BYTE PTR [rdi]", "di@ = a",
                      "li load-sign.r32 1 x1");
    check_instruction("movslq %ecx, %rdx", "movsxd rdx, ecx", "c = d", "left extend.r64 x1");
    check_instruction("cltq", "cdqe", "a = a", "left sign x1");
    check_instruction("cqto", "cqo", "a = d", "left sign-pair x1");
    check_instruction("leaq 8(%rax,%rbx,2), %rcx", "lea rcx, [rax+rbx*2+8]", "a b = c",
                      "right lea-slow.r64 x1");
    check_instruction("leaq (%rax,%rbx), %rcx", "lea rcx, [rax+rbx]", "a b = c",
                      "right lea.r64 x1");
    check_instruction("leaq 8(%rax,%rbx), %rcx", "lea rcx, [rax+rbx+8]", "a b = c",
                      "right lea-three.r64 x1");
    check_instruction("leaq (%rax,%rbx,8), %rcx", "lea rcx, [rax+rbx*8]", "a b = c",
                      "right lea-scaled.r64 x1");
    check_instruction("leaq 0(,%rbx,8), %rcx", "lea rcx, [0+rbx*8]", "b = c",
                      "right lea-scaled.r64 x1");
    check_instruction("leaq -8(%rax), %rcx", "lea rcx, [rax-8]", "a = c", "right lea-disp.r64 x1");
    check_instruction("leaq 800(%rax), %rcx", "lea rcx, [rax+800]", "a = c", "right lea.r64 x1");
    check_instruction("movzbl %al, %ecx", "movzx ecx, al", "a = c", "left extend-zero.1.r32 x1");
    check_instruction("movzwl %ax, %ecx", "movzx ecx, ax", "a = c", "left extend-zero.2.r32 x1");
    check_instruction("leaq foo(%rip), %rcx", "lea rcx, foo[rip]", "= c", "right lea.r64 x1");
}

static void integer_arithmetic(void)
{
    check_instruction("addq $1, %rax", "add rax, 1", "a = a F C",
                      "left alu-imm.r64 x1 destructive");
    check_instruction("addq $128, %rax", "add rax, 128", "a = a F C",
                      "left alu.r64 x1 destructive");
    check_instruction("subq $-128, %rax", "sub rax, -128", "a = a F C",
                      "left alu-imm.r64 x1 destructive");
    check_instruction("addq $foo, %rax", NULL, "a = a F C", "left alu.r64 x1 destructive");
    check_instruction("incq (%rax)", "inc QWORD PTR [rax]", "a@ = F",
                      "li load.r64 8, left alu.r64, si store.r64 8 x1");
    check_instruction("ADDQ $1, %RAX", "ADD RAX, 1", "a = a F C",
                      "left alu-imm.r64 x1 destructive");
    check_instruction("addl (%rdi), %eax", "add eax, DWORD PTR [rdi]", "a di@ = a F C",
                      "li load.r32 4, left alu.r32 x1 destructive");
    check_instruction("addl %eax, (%rdi)", "add DWORD PTR [rdi], eax", "di@ a = F C",
                      "li load.r32 4, left alu.r32, si store.r32 4 x1");
    check_instruction("cmpq %rsi, %rax", "cmp rax, rsi", "a si = F C", "left alu.r64 x1");
    check_instruction("decl %ecx", "dec ecx", "c = c F", "left alu-imm.r32 x1 destructive");
    check_instruction("adcq %rdx, %rax", "adc rax, rdx", "a d C = a F C",
                      "left alu-carry.r64 x1 destructive");
    check_instruction("imulq $24, %rax, %rdx", "imul rdx, rax, 24", "a = d F C", "left mul.r64 x1");
    check_instruction("imull %ecx, %edx", "imul edx, ecx", "d c = d F C",
                      "left mul.r32 x1 destructive");
    check_instruction("mulq %rcx", "mul rcx", "c a = a d F C", "left mul-wide.r64 x1");
    check_instruction("idivl %ecx", "idiv ecx", "c a d = a d F C", "left div.r32 x1");
    check_instruction("sarq %cl, %rax", "sar rax, cl", "a c F C = a F C",
                      "left shift-cl.r64 x1 destructive");
    check_instruction("shrl %eax", "shr eax, 1", "a = a F C", "left shift.r32 x1 destructive");
    check_instruction("shlx %rcx, %rdx, %rax", "shlx rax, rdx, rcx", "d c = a",
                      "left shift-x.r64 x1");
    check_instruction("cmovle %ecx, %eax", "cmovle eax, ecx", "a c F = a", /* ZF, SF, OF */
                      "left cmov.r32 x1 destructive");
    check_instruction("cmova %ecx, %eax", "cmova eax, ecx", "a c C F = a", /* CF and ZF */
                      "left cmov-be.r32 x1 destructive");
    check_instruction("setne %al", "setne al", "a F = a", "left setcc.r8 x1");
    check_instruction("lock addl $1, (%rdi)", "lock add DWORD PTR [rdi], 1", "di@ = F C",
                      "li load.r32 4, left lock.r32, si store.r32 4 x1");
    check_instruction("pushq %rbx", "push rbx", "b sp = sp", "left push.r64, si store.r64 8 x1");
    /* Compilers write REP BSF, which older processors execute as BSF; newer ones execute TZCNT,
     * which does not read the old value. */
    check_instruction("rep bsfl %ecx, %eax", "rep bsf eax, ecx", "c = a F C", "left count.r32 x1");
    check_instruction("bsfl %ecx, %eax", "bsf eax, ecx", "a c = a F C",
                      "left count.r32 x1 destructive");
    check_instruction("rep stosq", "rep stosq", "a di c = di c", NULL);
}

static void idioms_of_zero(void)
{
    check_instruction("xorl %eax, %eax", "xor eax, eax", "= a F C", "left zero.r32 x1");
    check_instruction("subq %rcx, %rcx", "sub rcx, rcx", "= c F C", "left zero.r64 x1");
    /* 8 bits: not an idiom. */
    check_instruction("xorb %al, %al", "xor al, al", "a = a F C", "left alu.r8 x1 destructive");
    check_instruction("xorl %eax, %ecx", "xor ecx, eax", "c a = c F C",
                      "left alu.r32 x1 destructive");
    check_instruction("pxor %xmm1, %xmm1", "pxor xmm1, xmm1", "= v1", "left zero.xmm x1");
    check_instruction("vxorps %xmm2, %xmm2, %xmm1", "vxorps xmm1, xmm2, xmm2", "= v1",
                      "left zero.4.xmm x4");
    check_instruction("vpcmpeqd %ymm1, %ymm1, %ymm3", "vpcmpeqd ymm3, ymm1, ymm1", "= v3",
                      "left ones.4.ymm x8");
    check_instruction("vpxord %zmm1, %zmm1, %zmm1{%k1}", "vpxord zmm1{k1}, zmm1, zmm1",
                      "v1 k1 = v1", "left vlogic.4.zmm x16");
}

/* ---- vectors ---- */

static void scalars_merge(void)
{
    check_instruction("addsd (%rdi), %xmm0", "addsd xmm0, QWORD PTR [rdi]", "v0 di@ = v0",
                      "lfl load.8.scalar 8, fa fadd.8.scalar x1 destructive");
    check_instruction("vaddsd (%rdi), %xmm1, %xmm0", "vaddsd xmm0, xmm1, QWORD PTR [rdi]",
                      "v1 di@ = v0", "lfl load.8.scalar 8, fa fadd.8.scalar x1");
    /* The elements of the destination above the lowest one are preserved. */
    check_instruction("sqrtsd %xmm1, %xmm0", "sqrtsd xmm0, xmm1", "v0 v1 = v0",
                      "fmisc fsqrt.8.scalar x1 destructive");
    check_instruction("vsqrtsd %xmm1, %xmm2, %xmm0", "vsqrtsd xmm0, xmm2, xmm1", "v2 v1 = v0",
                      "fmisc fsqrt.8.scalar x1");
    check_instruction("cvtsi2sdl %eax, %xmm0", "cvtsi2sd xmm0, eax", "v0 a = v0",
                      "fmisc cvt-int.8.scalar x1 destructive");
    check_instruction("cvtsi2sdq (%rax), %xmm0", "cvtsi2sd xmm0, QWORD PTR [rax]", "v0 a@ = v0",
                      "li load.8.scalar 8, fmisc cvt-loaded.8.scalar x1 destructive");
    check_instruction("movsd %xmm1, %xmm0", "movsd xmm0, xmm1", "v0 v1 = v0",
                      "left fmerge.8.scalar x1 destructive");
    /* From memory the upper half becomes 0. */
    check_instruction("movsd (%rdi), %xmm0", "movsd xmm0, QWORD PTR [rdi]", "di@ = v0",
                      "lfl load.8.scalar 8 x1");
    check_instruction("movss %xmm0, (%rdi)", "movss DWORD PTR [rdi], xmm0",
                      "di@ v0 =", "sfl store.4.scalar 4 x1");
    check_instruction("ucomisd %xmm1, %xmm0", "ucomisd xmm0, xmm1", "v0 v1 = F C",
                      "fmisc fcomi.8.scalar x1");
    check_instruction("cvttsd2si %xmm1, %rax", "cvttsd2si rax, xmm1", "v1 = a",
                      "fmisc cvt-to-int.8.scalar x1");
}

/* VFMADD132: op1 = op1 * op3 + op2; 213: op2 * op1 + op3; 231: op2 * op3 + op1. */
static void addends_of_multiply_add(void)
{
    check_instruction("vfmadd132pd %ymm3, %ymm2, %ymm1", "vfmadd132pd ymm1, ymm2, ymm3",
                      "v1 v2+ v3 = v1", "fma fma.8.ymm x4");
    check_instruction("vfmadd213pd %ymm3, %ymm2, %ymm1", "vfmadd213pd ymm1, ymm2, ymm3",
                      "v1 v2 v3+ = v1", "fma fma.8.ymm x4");
    check_instruction("vfmadd231pd %ymm3, %ymm2, %ymm1", "vfmadd231pd ymm1, ymm2, ymm3",
                      "v1+ v2 v3 = v1", "fma fma.8.ymm x4");
    check_instruction("vfnmadd231sd 8(%rdi), %xmm2, %xmm1",
                      "vfnmadd231sd xmm1, xmm2, QWORD PTR [rdi+8]", "v1+ v2 di@ = v1",
                      "lfl load.8.scalar 8, fma fma.8.scalar x1");
    check_instruction("vfmadd213pd (%rdi){1to8}, %zmm2, %zmm1",
                      "vfmadd213pd zmm1, zmm2, QWORD PTR [rdi]{1to8}", "v1 v2 di@ = v1",
                      "lfl load-broadcast.8.zmm 8, fma fma.8.zmm x8");
}

static void masks_merge(void)
{
    check_instruction("vaddpd %zmm3, %zmm2, %zmm1{%k1}", "vaddpd zmm1{k1}, zmm2, zmm3",
                      "v1 v2 v3 k1 = v1", "fa fadd.8.zmm x8");
    check_instruction("vaddpd %zmm3, %zmm2, %zmm1{%k1}{z}", "vaddpd zmm1{k1}{z}, zmm2, zmm3",
                      "v2 v3 k1 = v1", "fa fadd.8.zmm x8");
    check_instruction("vaddpd {rn-sae}, %zmm3, %zmm2, %zmm1", "vaddpd zmm1, zmm2, zmm3, {rn-sae}",
                      "v2 v3 = v1", "fa fadd.8.zmm x8");
    check_instruction("vmovupd (%rdi), %zmm1{%k2}{z}", "vmovupd zmm1{k2}{z}, ZMMWORD PTR [rdi]",
                      "di@ k2 = v1", "lfl load-masked.8.zmm 64, left blend.8.zmm x8");
    check_instruction("vbroadcastsd (%rdi), %ymm18{%k7}", "vbroadcastsd ymm18{k7}, QWORD PTR [rdi]",
                      "v18 di@ k7 = v18", "lfl load-broadcast.8.ymm 8, left blend.8.ymm x4");
    check_instruction("vmovupd %zmm1, (%rdi){%k2}", "vmovupd ZMMWORD PTR [rdi]{k2}, zmm1",
                      "di@ v1 k2 =", "sfl store-masked.8.zmm 64 x8");
    check_instruction("vcmpltpd %zmm2, %zmm1, %k1", "vcmpltpd k1, zmm1, zmm2", "v1 v2 = k1",
                      "fmisc fcmp-mask.8.zmm x8");
    check_instruction("vgatherqpd (%rax,%zmm1,8), %zmm0{%k1}",
                      "vgatherqpd zmm0{k1}, QWORD PTR [rax+zmm1*8]", "v0~ a@ v1@ k1 = v0 k1",
                      "lfl gather.8.zmm 64 x8 indexed");
    check_instruction("vgatherdpd %ymm2, (%rax,%xmm1,8), %ymm0",
                      "vgatherdpd ymm0, QWORD PTR [rax+xmm1*8], ymm2", "v0~ a@ v1@ v2 = v0 v2",
                      "lfl gather.8.ymm 32 x4 indexed");
}

static void widths_that_differ(void)
{
    check_instruction("vcvtps2pd (%rdi), %ymm0", "vcvtps2pd ymm0, XMMWORD PTR [rdi]", "di@ = v0",
                      "lfl load.8.xmm 16, fmisc cvt-loaded.8.ymm x4");
    check_instruction("vcvtpd2psy (%rdi), %xmm0", "vcvtpd2ps xmm0, YMMWORD PTR [rdi]", "di@ = v0",
                      "lfl load.8.ymm 32, fmisc cvt.8.ymm x4");
    check_instruction("vextractf64x4 $1, %zmm1, %ymm0", "vextractf64x4 ymm0, zmm1, 1", "v1 = v0",
                      "left lane-extract.8.zmm x8");
    check_instruction("vinsertf128 $1, (%rdi), %ymm1, %ymm0",
                      "vinsertf128 ymm0, ymm1, XMMWORD PTR [rdi], 1", "v1 di@ = v0",
                      "lfl load.8.xmm 16, left blend.8.ymm x4");
    check_instruction("vbroadcastsd (%rdi), %zmm0", "vbroadcastsd zmm0, QWORD PTR [rdi]",
                      "di@ = v0", "lfl load-broadcast.8.zmm 8 x8");
    check_instruction("vpmovzxdq (%rdi), %zmm0", "vpmovzxdq zmm0, YMMWORD PTR [rdi]", "di@ = v0",
                      "li load.8.ymm 32, left vextend.8.zmm x8");
    check_instruction("movhpd (%rdi), %xmm0", "movhpd xmm0, QWORD PTR [rdi]", "v0 di@ = v0",
                      "lfl load.8.scalar 8, left unpack.8.xmm x2 destructive");
    check_instruction("pshufd $0xee, %xmm1, %xmm0", "pshufd xmm0, xmm1, 0xee", "v1 = v0",
                      "left shuffle.4.xmm x4");
}

/* Registers are numbered from the top of the stack before the instruction: a pushed value is ST(7).
 */
static void x87_stack(void)
{
    check_instruction("fldl (%rdi)", "fld QWORD PTR [rdi]", "di@ = st7", "lfl load-x87 8 x1");
    check_instruction("fld %st(2)", "fld st(2)", "st2 = st7", "left x87-move x1");
    check_instruction("fstpt (%rdi)", "fstp TBYTE PTR [rdi]", "di@ st0 =", "sfl store-x87 10 x1");
    check_instruction("fadds (%rdi)", "fadd DWORD PTR [rdi]", "di@ st0 = st0",
                      "lfl load 4, fa x87-add x1");
    check_instruction("faddp %st, %st(1)", "faddp st(1), st", "st1 st0 = st1",
                      "fa x87-add x1 destructive");
    check_instruction("fildl (%rdi)", "fild DWORD PTR [rdi]", "di@ = st7",
                      "li load 4, fmisc x87-add x1");
    CHECK(instruction_of("fldl (%rdi)").opcode->stack == 1);
    CHECK(instruction_of("fucompp").opcode->stack == -2);
}

/* ---- fusion ---- */

static bool fuse(const char *first, const char *branch)
{
    struct x86_instruction i = instruction_of(first), j = instruction_of(branch);
    return x86_fuses(&i, &j);
}

static void compare_and_branch_fuse(void)
{
    CHECK(fuse("cmpq %rax, %rsi", "jne .L4"));
    CHECK(fuse("cmpq %rax, %rsi", "jb .L4"));
    CHECK(!fuse("cmpq %rax, %rsi", "js .L4"));
    CHECK(fuse("testl %eax, %eax", "js .L4"));
    CHECK(fuse("subl $1, %eax", "ja .L4"));
    CHECK(fuse("decl %eax", "jne .L4"));
    CHECK(!fuse("decl %eax", "ja .L4"));
    CHECK(fuse("cmpl (%rdi), %eax", "jl .L4"));
    CHECK(!fuse("cmpl $3, (%rdi)", "jl .L4"));
    CHECK(!fuse("addl %eax, (%rdi)", "jne .L4"));
    CHECK(!fuse("orl %eax, %ecx", "jne .L4"));
    CHECK(!fuse("cmpq %rax, %rsi", "jmp .L4"));
    CHECK(!fuse("negl %eax", "jne .L4"));
}

/* ---- texts ---- */

static void put_event(FILE *f, const struct x86_reader *r, enum x86_event e)
{
    const struct x86_instruction *i = &r->instruction;
    if (e == X86_LABEL)
        fprintf(f, "%.*s:%s", (int)r->label.n, r->label.at, r->function ? "function" : "");
    else if (e == X86_DIRECTIVE)
        fprintf(f, "%.*s(%.*s)", (int)r->directive.n, r->directive.at, (int)r->rest.n, r->rest.at);
    else if (e == X86_SOURCE)
        fprintf(f, "%.*s@%u", (int)r->rest.n, r->rest.at, (unsigned)r->source_line);
    else if (e == X86_WRONG)
        fprintf(f, "wrong");
    else
        fprintf(f, "%s%s%s", i->lock ? "lock " : "", i->rep ? "rep " : "",
                i->opcode ? i->opcode->name : "?");
    if (e == X86_INSTRUCTION && i->n && i->at[0].kind == X86_TARGET)
        fprintf(f, " %.*s", (int)i->at[0].symbol.n, i->at[0].symbol.at);
    fprintf(f, " %u; ", (unsigned)r->line);
}

/* Returns the events of a text with their lines, which must be the same when it is read again.
 * Stores the messages in *said. */
static char *events_of(const char *text, size_t n, char **said)
{
    char *got[2];
    size_t size, said_size;
    struct source s;
    struct x86_reader r;
    struct diag d = {.out = open_memstream(said, &said_size)};
    source_from_bytes(&s, "t.s", text, n);
    x86_reader_open(&r, isa, &s, &d);
    for (int k = 0; k < 2; k++) {
        FILE *f = open_memstream(&got[k], &size);
        enum x86_event e;
        while ((e = x86_next(&r)) != X86_END)
            put_event(f, &r, e);
        fclose(f);
        x86_reader_rewind(&r);
    }
    CHECK_TEXT(got[0], got[1]);
    free(got[1]);
    x86_reader_close(&r);
    source_free(&s);
    fclose(d.out);
    return got[0];
}

/* message: the first line of the messages; "" = no message. */
static void check_events_of(const char *text, size_t n, const char *events, const char *message)
{
    char *said, *got = events_of(text, n, &said);
    said[strcspn(said, "\n")] = 0;
    CHECK_TEXT(events, got);
    CHECK_TEXT(message, said);
    free(got);
    free(said);
}
#define EVENTS(text, events, message) check_events_of(text, sizeof text - 1, events, message)

static void statements_and_comments(void)
{
    EVENTS("f: .loc 1 7 0 # here\n\tret; nop ; /* a\n# b */ cltq /* c */\n",
           "f: 1; .loc(1 7 0) 1; ret 2; nop 2; cdqe 3; ", "");
    EVENTS("\t.ascii \"a#b;\\\"c\"\n/ a line of comment\n#APP\n\tlock; addl $1, (%rax)\n",
           ".ascii(\"a#b;\\\"c\") 1; lock add 4; ", "");
    EVENTS("movl $'#, %eax\nmovq 4 /* four */ (%rax), /* and\n */ %rbx\nx = 5\n",
           "mov 1; mov 2; =(5) 4; ", "");
    EVENTS("\"a b\": jne \"a b\"\r\n\tret\r\n", "\"a b\": 1; jne \"a b\" 1; ret 2; ", "");
    EVENTS("\trep\n\tstosq\n\trep ret\n\tnotrack jmp *%rax\n", "rep stos 2; rep ret 3; jmp 4; ",
           "");
}

static void local_labels(void)
{
    /* 1b is the preceding 1:, 1f the following one. */
    EVENTS("1: jne 1b\njmp 1f\n1: loop 1b\n", "1#1: 1; jne 1#1 1; jmp 1#2 2; 1#2: 3; loop 1#2 3; ",
           "");
    EVENTS(INTEL "12: jne 12b\n", ".intel_syntax(noprefix) 1; 12#1: 2; jne 12#1 2; ", "");
}

static void syntaxes_change(void)
{
    EVENTS(INTEL "mov rax, QWORD PTR [rdi]\n.att_syntax\nmovq (%rdi), %rax\n",
           ".intel_syntax(noprefix) 1; mov 2; .att_syntax() 3; mov 4; ", "");
    /* Only brackets distinguish the syntax. */
    EVENTS("f:\n\tadd rax, QWORD PTR [rdi+8]\n", "f: 1; add 2; ", "");
}

/* Whether the last line of n lines is read as an instruction, after lines of another kind. */
static bool reads_last(int n, const char *others, const char *last)
{
    char *text;
    size_t size;
    struct source s;
    struct x86_reader r;
    struct diag d = {.quiet = true};
    FILE *f = open_memstream(&text, &size);
    for (int i = 1; i < n; i++)
        fputs(others, f);
    fputs(last, f);
    fclose(f);
    source_from_bytes(&s, "t.s", text, size);
    x86_reader_open(&r, isa, &s, &d);
    bool known = false;
    for (enum x86_event e; (e = x86_next(&r)) != X86_END;)
        known = e == X86_INSTRUCTION && r.instruction.opcode && (long)r.line == n;
    x86_reader_close(&r);
    source_free(&s);
    free(text);
    return known;
}

/* The syntax is detected from 5000 lines, output of objdump from 2000. */
static void limits_of_the_search(void)
{
    CHECK(reads_last(5000, "\tnop\n", "\taddpd xmm0, [rdi]\n"));
    CHECK(!reads_last(5001, "\tnop\n", "\taddpd xmm0, [rdi]\n"));
    CHECK(reads_last(2000, "\n", "  401126:\t55                   \tpush   %rbp\n"));
    CHECK(!reads_last(2001, "\n", "  401126:\t55                   \tpush   %rbp\n"));
}

static void unknown_instructions(void)
{
    char text[TEXT];
    struct x86_instruction i = instruction_of("\tVFOO (%rax), %ymm1");
    CHECK(!i.opcode && !i.known && i.n == 2);
    CHECK_TEXT("vfoo v,m", x86_shape(&arena, &i));
    registers_text(text, &i); /* it may read its operands, and writes the first */
    CHECK_TEXT("v1 a@ = v1", text);
    parts_text(text, &i);
    CHECK_TEXT("unmodelled", text);
    i = instruction_of("addl %xmm0, %eax");
    CHECK(!i.opcode && i.known);
}

static void errors_are_reported(void)
{
    EVENTS("\tret\n\tmovq %raz, %rbx\n\tret", "ret 1; wrong 2; ret 3; ",
           "t.s:2:7: error: unknown register '%raz'; the instruction is ignored");
    /* The column is unknown in a line whose comments were replaced by blanks. */
    EVENTS("\tmovq %raz, /* a */ %rbx\n", "wrong 1; ",
           "t.s:1: error: unknown register '%raz'; the instruction is ignored");
    EVENTS("\tvmovupd (%rdi,%r", "wrong 1; ",
           "t.s:1:16: error: unknown register '%r'; the instruction is ignored");
    EVENTS("\tvmovupd (%rdi,", "wrong 1; ",
           "t.s:1:16: error: missing closing parenthesis; the instruction is ignored");
    EVENTS("\tmovq (%rdi,%rax,3), %rax\n", "wrong 1; ",
           "t.s:1:18: error: the scale of an index can't be '3'; the instruction is ignored");
    EVENTS("\taddq\t\0%rax\n", "wrong 1; ",
           "t.s:1:7: error: assembly text can't contain a byte 0; the line is ignored");
    EVENTS("program that is none\n", "wrong 1; ",
           "t.s:1:14: error: expected a comma before 'is none'; the instruction is ignored");
    EVENTS(INTEL "\tadd rax, )\n", ".intel_syntax(noprefix) 1; wrong 2; ",
           "t.s:2:11: error: an operand can't begin with ')'; the instruction is ignored");
    EVENTS(
        "\177ELF\2\1\1", "",
        "t.s: error: this is machine code, not assembly text; use the output of 'objdump -d -l'");
    EVENTS(
        "!<arch>\n/               0           0     0     0       10        `\n", "",
        "t.s: error: this is machine code, not assembly text; use the output of 'objdump -d -l'");
    EVENTS("/* never closed", "", "");
}

/* Lines of objdump -d -l of two functions of one name, cut from real ones. */
static const char dumped[] =
    "\na.out:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n"
    "0000000000401126 <f>:\n"
    "f():\n"
    "/src/a.f90:12 (discriminator 3)\n"
    "  401126:\t55                   \tpush   %rbp\n"
    "  401127:\t48 b8 f0 de bc 9a 78 \tmovabs $0x123456789abcdef0,%rax\n"
    "  40112e:\t56 34 12 \n"
    "  401131:\tf2 0f 10 05 b8 2e 00 \tmovsd  0x2eb8(%rip),%xmm0        # 404010 <x>\n"
    "  401138:\t00 \n"
    "  401139:\t75 f6                \tjne    401131 <f+0xb>\n"
    "  40113b:\t74 e9                \tje     401126 <f>\n"
    "  40113d:\te9 0e 00 00 00       \tjmp    401150 <g+0x5>\n"
    "\n"
    "0000000000401142 <f>:\n"
    "  401142:\teb fe                \tjmp    401142 <f>\n"
    "  401144:\tff e0                \tjmp    *%rax\n"
    "  401146:\t06                   \t(bad)\n"
    "  401147:\t8c fa                \tmov    %?,%edx\n"; /* data between code */

static void text_of_objdump(void)
{
    EVENTS(dumped,
           "f:function 7; /src/a.f90@12 9; push 10; movabs 11; f+0xb: 13; movsd 13; jne f+0xb 15; "
           "je f 16; jmp g+0x5 17; f#2:function 19; jmp f#2 20; jmp 21; ? 22; ? 23; ",
           "");
    EVENTS(
        "0000000000401126 <f>:\n  401126:\t75 fe      \tjne    0x401126 <f>\n"
        "  401128:\t75 fc      \tjne    0x401126\n  40112a:\t74 fa      \tnotrack je 401126 <f>\n",
        "f:function 1; jne f 2; jne f 3; je f 4; ", "");
    EVENTS("0000000000401126 <f>:\n  401126:\t90         \tnop\n"
           "  401127:\t75 fe      \tjne    0x401127 <f+0x1>\n",
           "f:function 1; nop 2; f+0x1: 3; jne f+0x1 3; ", "");
    struct x86_instruction i = instruction_of(
        "  401131:\tf2 0f 10 05 b8 2e 00 \tmovsd  0x2eb8(%rip),%xmm0        # 404010 <x>\n");
    CHECK(i.at[1].base == X86_RIP && i.at[1].symbol.n == 6 && i.at[1].value == 0);
    i = instruction_of("  401131:\tadd    rax,QWORD PTR [rdi+0x10]\n"); /* without bytes */
    CHECK(i.opcode && i.at[1].value == 16 && i.at[1].base == X86_RDI && i.at[1].bytes == 8);
}

static void constants_have_signs(void)
{
    /* objdump writes constants with the width of the other operand. */
    CHECK(instruction_of("0000000000000000 <f>:\n 0:\t add $0xffffff80,%eax\n").at[1].value ==
          -128);
    CHECK(instruction_of("addl $-128, %eax\n").at[1].value == -128);
    CHECK(instruction_of("movabsq $0x80000000, %rax\n").at[1].value == INT64_C(0x80000000));
    CHECK(instruction_of("addq $(8*4+0b11), %rax\n").at[1].value == 35);
}

int main(void)
{
    isa = x86_isa_new(&arena);
    TEST(statements_and_comments);
    TEST(local_labels);
    TEST(syntaxes_change);
    TEST(limits_of_the_search);
    TEST(unknown_instructions);
    TEST(errors_are_reported);
    TEST(text_of_objdump);
    TEST(constants_have_signs);
    TEST(moves_of_general_registers);
    TEST(integer_arithmetic);
    TEST(idioms_of_zero);
    TEST(scalars_merge);
    TEST(addends_of_multiply_add);
    TEST(masks_merge);
    TEST(widths_that_differ);
    TEST(x87_stack);
    TEST(compare_and_branch_fuse);
    arena_free(&arena);
    return tests_end();
}
