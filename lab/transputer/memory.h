/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of a transputer's memory that have a meaning for its scheduler (Transputer Reference
 * Manual, "Memory"; Compiler Writer's Guide, "Special workspace locations"; memo 4554, section 2).
 * Addresses are those of bytes and start at MinInt. */
#ifndef LAB_TRANSPUTER_MEMORY_H
#define LAB_TRANSPUTER_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define TP_MIN_INT UINT32_C(0x80000000)
#define TP_NOT_PROCESS TP_MIN_INT
/* Values of offset -3 of a process. */
#define TP_ENABLING (TP_MIN_INT + 1) /* the process enables the guards of an alternative */
#define TP_WAITING (TP_MIN_INT + 2)  /* the process waits for a timer or in an alternative */
#define TP_READY (TP_MIN_INT + 3)    /* its timer has expired, or a guard is ready */

enum {
    TP_WORD = 4, /* bytes */
    TP_LINKS = 4,
    /* Indices of words from MinInt. */
    TP_LINK_OUT = 0, /* channel words of links 0 to 3 */
    TP_LINK_IN = 4,
    TP_TIMER_QUEUE =
        9, /* first process that waits for a timer: of high priority, then of low priority */
    TP_INTERRUPTED = 11,  /* descriptor of the interrupted process, then its Iptr */
    TP_MEMORY_START = 28, /* first word available to programs */
    /* Offsets from a workspace pointer, in words. */
    TP_IPTR = -1,
    TP_LINK = -2,
    TP_STATE = -3, /* or the address of the message */
    TP_TLINK = -4,
    TP_TIME = -5,
    TP_BELOW = 5
};

static inline size_t tp_word_of(uint32_t address)
{
    return (address - TP_MIN_INT) / TP_WORD;
}
static inline uint32_t tp_address_of(size_t word)
{
    return TP_MIN_INT + (uint32_t)word * TP_WORD;
}
/* Priority is the lowest bit of a process descriptor: 0 = high. */
static inline uint32_t tp_workspace_of(uint32_t descriptor)
{
    return descriptor & ~UINT32_C(3);
}

#endif
