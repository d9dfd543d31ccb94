/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure/monitor/linux/calls.h"
#include "base/util.h"

#include <stddef.h>
#include <sys/syscall.h>

const struct system_call *system_call(long number)
{
    static const struct system_call calls[] = {
#define CALL(name, RULE) [SYS_##name] = {#name, RULE_##RULE},
#include "measure/monitor/linux/syscalls.def"
#undef CALL
    };
    static const struct system_call none = {NULL, RULE_NONE};
    bool known = number >= 0 && (size_t)number < COUNT_OF(calls);
    return known ? &calls[number] : &none;
}
