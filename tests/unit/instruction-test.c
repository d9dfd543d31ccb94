/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the lines instruction.FORM of a machine, and their queries. */
#include "machines/machine.h"
#include "base/util.h"
#include "tests/unit/check.h"

#define DUO                                                                                        \
    "name duo\nsummary \"two pipes\"\nports p0 p1 5 mem divider\n"                                 \
    "use.fa p0|p1\nuse.fm p0\nuse.fma p0\nuse.fmisc p1\nuse.lfl mem\nuse.sfl mem\n"                \
    "peak.8 2 flops/cycle\nfp-registers 16\ndisplacement 2 KB\nunroll 4\nwidest-load 8 bytes\n"    \
    "overhead.x 1 instruction\noverhead.branch 0 instructions\n"                                   \
    "overhead.increment 0 instructions\nschedule dynamic\n"

static struct machine *read_text(struct arena *a, const char *text, char *said, size_t room)
{
    struct diag d = {.out = fmemopen(said, room, "w")};
    struct machine *m = machine_from_text(a, "m", text, NULL, &d);
    CHECK((!m) == (d.errors > 0));
    fclose(d.out);
    return m;
}

static const struct machine_instruction *of(const struct machine *m, const char *name)
{
    struct instruction_form f;
    CHECK(form_of(name, strlen(name), &f));
    return machine_instruction(m, f);
}

static struct quantity into(const struct machine_instruction *from, const char *name, bool addend)
{
    struct instruction_form f;
    CHECK(form_of(name, strlen(name), &f));
    return instruction_latency(from, f, addend);
}

/* Ports count from bit 0: p0 1, p1 2, 5 4, mem 8, divider 16. */
static void needs_as_written(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(&a,
                                  DUO "instruction.fadd p0|p1, latency 4 cycles\n"
                                      "instruction.store mem + p1|p0, issue 1\n"
                                      "instruction.gather 4 mem + 2 5|p0 for 3 cycles, latency 20 "
                                      "cycles, merged 1 cycle\n"
                                      "instruction.fdiv p0 with divider for 6.5 cycles\n"
                                      "instruction.mul 5\n"
                                      "instruction.zero eliminated\ninstruction.nop none\n",
                                  said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(m->n_instructions == 7 && m->core.stated);
    const struct machine_instruction *i = of(m, "fadd.8.ymm");
    CHECK(i->n_needs == 1 && i->needs[0].ports == 3 && i->needs[0].cycles == 1);
    CHECK(i->issue == 1 && i->latency.value == 4 && i->addend_latency.value == 4);
    i = of(m, "store");
    CHECK(i->n_needs == 2 && i->needs[0].ports == 8 && i->needs[1].ports == 3 && i->issue == 1);
    CHECK_TEXT("the machine file gives no latency of store", i->latency.missing);
    i = of(m, "gather");
    CHECK(i->n_needs == 6 && i->needs[3].ports == 8 && i->needs[3].cycles == 1);
    CHECK(i->needs[4].ports == 5 && i->needs[5].cycles == 3 && i->issue == 6);
    CHECK(i->merged_latency.value == 1 && !is_known(of(m, "fdiv")->merged_latency));
    i = of(m, "fdiv");
    CHECK(i->n_needs == 2 && !i->needs[0].with && i->needs[1].with && i->issue == 1);
    CHECK(i->needs[1].ports == 16 && i->needs[1].cycles == 6.5);
    CHECK(of(m, "mul")->needs[0].ports == 4);
    i = of(m, "zero");
    CHECK(i->eliminated && i->n_needs == 0 && i->issue == 1 && i->latency.value == 0);
    i = of(m, "nop");
    CHECK(!i->eliminated && i->n_needs == 0 && i->issue == 1 && !is_known(i->latency));
    CHECK(!of(m, "fmul") && !of(m, "alu.r32"));
    arena_free(&a);
}

/* Element and width, width, element, neither. */
static void the_most_special_line_holds(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(&a,
                                  DUO "instruction.fdiv p0, latency 1 cycle\n"
                                      "instruction.fdiv.8 p0, latency 2 cycles\n"
                                      "instruction.alu.r32 p0, latency 1 cycle\n"
                                      "instruction.fdiv.8.ymm p0, latency 4 cycles\n"
                                      "instruction.fdiv.ymm p0, latency 3 cycles\n",
                                  said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(of(m, "fdiv.8.ymm")->latency.value == 4);
    CHECK(of(m, "fdiv.4.ymm")->latency.value == 3);
    CHECK(of(m, "fdiv.8.zmm")->latency.value == 2);
    CHECK(of(m, "fdiv.4.zmm")->latency.value == 1);
    CHECK(of(m, "fdiv")->latency.value == 1);
    CHECK(of(m, "alu.r32") && !of(m, "alu.r64") && !of(m, "alu"));
    arena_free(&a);
}

static void latencies_by_what_follows(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(
        &a,
        DUO "instruction.fadd p1, latency 3 cycles, to fadd.8 2 cycles, to fma addend 1 cycle\n"
            "instruction.fma p0, latency 4 cycles, addend 2 cycles\ninstruction.fmul p0\n",
        said, sizeof said);
    CHECK_TEXT("", said);
    const struct machine_instruction *add = of(m, "fadd");
    CHECK(into(add, "fadd.8.ymm", false).value == 2);
    CHECK(into(add, "fadd.4", false).value == 3);
    CHECK(into(add, "fma.8", false).value == 3);
    CHECK(into(add, "fma.8", true).value == 1);
    CHECK(of(m, "fma")->addend_latency.value == 2 && into(of(m, "fma"), "fma", true).value == 4);
    CHECK_TEXT("the machine file gives no latency of fmul",
               into(of(m, "fmul"), "fadd", false).missing);
    arena_free(&a);
}

static void limits_of_the_core(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(&a,
                                  DUO "isa x86-64\nissue.width 6 operations/cycle\n"
                                      "reorder-buffer 512\nscheduler.int 97 p0|p1|5\n"
                                      "scheduler.mem 70 mem\nunlaminate three-operands\n"
                                      "store.forward 5 cycles\nfetch.window 64 bytes\n",
                                  said, sizeof said);
    CHECK_TEXT("", said);
    CHECK(m->isa == MACHINE_X86_64 && m->core.issue == 6 && m->core.reorder == 512);
    CHECK(m->core.n_schedulers == 2 && m->core.schedulers[0].ports == 7);
    CHECK(m->core.schedulers[1].entries == 70 && m->core.unlaminate == UNLAMINATE_SOURCES);
    CHECK(m->core.forward.value == 5 && m->core.fetch_window == 64 && m->core.retire == 0);
    CHECK_TEXT("the machine file gives no store.forward-blocked", m->core.forward_blocked.missing);
    CHECK(!m->core.stated);
    arena_free(&a);
}

/* Returns whether it is a division or root of a general register; no form of it exists. */
static bool general(uint8_t base, uint8_t width)
{
    return (base == FORM_FDIV || base == FORM_FSQRT) && width < WIDTH_SCALAR;
}

/* A form that is absent, or wider than the machine's vectors, is not reported as unknown.
 */
static void missing_instructions_of_a_machine(void)
{
    struct arena a = {0};
    char said[2000] = "";
    struct machine *m = read_text(&a,
                                  DUO "vector 32 bytes\ninstruction.fadd p0\n"
                                      "instruction.mask absent\n",
                                  said, sizeof said);
    CHECK_TEXT("", said);
    struct instruction_form zmm = {FORM_FADD, 8, WIDTH_ZMM}, ymm = {FORM_FADD, 8, WIDTH_YMM},
                            mask = {FORM_MASK, 0, 0}, mul = {FORM_MUL, 0, 0};
    CHECK(machine_lacks(m, zmm) && !machine_instruction(m, zmm));
    CHECK(!machine_lacks(m, ymm) && machine_instruction(m, ymm));
    CHECK(machine_lacks(m, mask) && !machine_instruction(m, mask));
    CHECK(!machine_lacks(m, mul) && !machine_instruction(m, mul));
    arena_free(&a);
}

/* Every x86-64 machine has a line for each form, element and width, or lacks it. */
static void x86_machines_are_complete(void)
{
    struct arena list = {0};
    const char *const *machines;
    size_t n = machine_list(&list, &machines), complete = 0;
    static const uint8_t elements[] = {4, 8},
                         widths[] = {WIDTH_8,      WIDTH_16,  WIDTH_32,  WIDTH_64,
                                     WIDTH_SCALAR, WIDTH_XMM, WIDTH_YMM, WIDTH_ZMM};
    for (size_t i = 0; i < n; i++) {
        struct arena a = {0};
        struct diag d = {.out = stdout};
        struct machine *m = machine_read(&a, machines[i], NULL, &d);
        bool x86 = m && m->isa == MACHINE_X86_64;
        complete += x86;
        CHECK(m && (!x86 || (m->core.stated && m->core.issue > 0)));
        for (uint8_t b = FORM_NONE + 1; x86 && b < FORM_BASES; b++)
            for (size_t e = 0; e < sizeof elements; e++)
                for (size_t w = 0; w < sizeof widths; w++) {
                    struct instruction_form f = {b, elements[e], widths[w]};
                    if (!machine_instruction(m, f) && !machine_lacks(m, f) &&
                        !general(b, widths[w]))
                        CHECK_TEXT(form_name(&a, f), "");
                }
        arena_free(&a);
    }
    CHECK(complete >= 5);
    arena_free(&list);
}

static void wrong_lines_are_located(void)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"instruction.fad p0",
         "19:1: error: instruction.fad: unknown form of instruction 'fad'; did you mean 'fadd'?"},
        {"instructoin.fadd p0",
         "19:1: error: unknown key of a machine: 'instructoin.fadd'; did you "
         "mean 'instruction.fadd'?"},
        {"instruction.fadd.ynm p0", "19:1: error: instruction.fadd.ynm: expected the bytes of an "
                                    "element (.1 .2 .4 .8) after 'fadd', then a width (.r8 .r16 "
                                    ".r32 .r64 .scalar .xmm .ymm .zmm), not '.ynm'"},
        {"instruction.fadd p0 | p2", "19:23: error: instruction.fadd: unknown port 'p2'; did "
                                     "you mean 'p0'?"},
        {"instruction.fadd p0 + ", "19:22: error: instruction.fadd: missing port"},
        {"instruction.fadd p0 p1",
         "19:21: error: instruction.fadd: expected '|', '+', 'with', 'for N cycles' or a comma"},
        {"instruction.fadd p0, latncy 4 cycles", "19:22: error: instruction.fadd: expected issue, "
                                                 "latency, addend, merged, to, on or split after a "
                                                 "comma; did you "
                                                 "mean 'latency'?"},
        {"instruction.fadd p0, latency 4",
         "19:31: error: instruction.fadd: this number needs the unit cycles"},
        {"instruction.fadd p0, latency many", "19:30: error: instruction.fadd: expected a number"},
        {"instruction.fadd p0, latency -1 cycles",
         "19:30: error: instruction.fadd: expected a number"},
        {"instruction.fadd p0, to fsub 2 cycles",
         "19:25: error: instruction.fadd: unknown form of instruction 'fsub'; did you mean "
         "'fmul'?"},
        {"instruction.fadd p0, latency 1 cycle, latency 2 cycles",
         "19:47: error: instruction.fadd: this latency is given twice in the line"},
        {"instruction.fadd 1.5 p0",
         "19:22: error: instruction.fadd: the number before a port must be a whole number"},
        {"instruction.gather 40 p0 + 30 p1", "19:33: error: instruction.gather: an instruction has "
                                             "at most 64 needs"},
        {"instruction.fadd", "19:1: error: instruction.fadd needs a value"},
        {"isa x86", "19:5: error: isa is 'other', 'ksr1' or 'x86-64'"},
        {"scheduler.int p0|p1", "19:15: error: scheduler.int: expected its entries, a whole number "
                                "from 1 to 65536, then its ports"},
        {"scheduler.int 97 p0 p1", "19:21: error: scheduler.int: expected '|' between ports"},
        {"unlaminate indxed", "19:12: error: unlaminate is 'never', 'three-operands' or 'indexed'; "
                              "did you mean 'indexed'?"},
        {"issue.width 6", "19:14: error: issue.width needs a unit: operations/cycle"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        char said[2000] = "";
        read_text(&a, arena_printf(&a, "%s%s\n", DUO, cases[i].line), said, sizeof said);
        said[strcspn(said, "\n")] = '\0';
        CHECK_TEXT(arena_printf(&a, "m:%s", cases[i].said), said);
        arena_free(&a);
    }
}

int main(void)
{
    TEST(needs_as_written);
    TEST(the_most_special_line_holds);
    TEST(latencies_by_what_follows);
    TEST(limits_of_the_core);
    TEST(missing_instructions_of_a_machine);
    TEST(x86_machines_are_complete);
    TEST(wrong_lines_are_located);
    return tests_end();
}
