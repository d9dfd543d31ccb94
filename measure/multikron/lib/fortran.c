/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fortran interface; multikron.inc declares it. Arguments are passed by reference. Symbols are
 * lower-case names with a trailing underscore. The length of a character argument follows the other
 * arguments. */
#include "measure/multikron/lib/multikron.h"

#include <stdlib.h>
#include <string.h>

/* MARK_1 defines subroutine name(region), MARK_2 subroutine name(region, value). */
#define MARK_1(name, call)                                                                         \
    MK_API void name##_(const int32_t *region);                                                    \
    void name##_(const int32_t *region)                                                            \
    {                                                                                              \
        call((unsigned)*region);                                                                   \
    }
#define MARK_2(name, call, type)                                                                   \
    MK_API void name##_(const int32_t *region, const int32_t *value);                              \
    void name##_(const int32_t *region, const int32_t *value)                                      \
    {                                                                                              \
        call((unsigned)*region, (type)*value);                                                     \
    }
static void iterations(unsigned region, int32_t n)
{
    if (n > 0)
        mk_iterations(region, (uint64_t)n);
}
static void count(unsigned counter, int32_t n)
{
    if (n > 0)
        mk_count(counter, (uint32_t)n);
}
static void resource(unsigned level, uint32_t value)
{
    mk_resource(level, mk_mark(MK_USER, 0, value));
}
static void trace(unsigned level, uint32_t value)
{
    mk_trace(level, mk_mark(MK_USER, 0, value));
}
MARK_1(mkenter, mk_enter)
MARK_1(mkexit, mk_exit)
MARK_1(mkenterres, mk_enter_resource)
MARK_1(mkexitres, mk_exit_resource)
MARK_1(mkparexit, mk_parallel_exit)
MARK_2(mkiter, iterations, int32_t)
MARK_2(mkskip, mk_skipped, uint32_t)
MARK_2(mkparenter, mk_parallel_enter, uint32_t)
MARK_2(mkuser, mk_user, uint32_t)
MARK_2(mkcount, count, int32_t)
MARK_2(mkresource, resource, uint32_t)
MARK_2(mktrace, trace, uint32_t)

/* Returns the text without trailing blanks, terminated by 0. The caller frees it. */
static char *text_of(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    return strndup(text, length);
}

MK_API void mkregion_(const char *name, int32_t *region, size_t length);
void mkregion_(const char *name, int32_t *region, size_t length)
{
    char *text = text_of(name, length);
    *region = text ? (int32_t)mk_region(text) : 0;
    free(text);
}

MK_API void mkname_(const int32_t *region, const char *name, size_t length);
void mkname_(const int32_t *region, const char *name, size_t length)
{
    char *text = text_of(name, length);
    if (text && *region > 0)
        mk_name_region((unsigned)*region, text);
    free(text);
}

MK_API void mkcounter_(const int32_t *counter, const char *name, size_t length);
void mkcounter_(const int32_t *counter, const char *name, size_t length)
{
    char *text = text_of(name, length);
    if (text && *counter >= 0)
        mk_name_counter((unsigned)*counter, text);
    free(text);
}

MK_API void mkfilter_(const int32_t *levels);
void mkfilter_(const int32_t *levels)
{
    mk_set_filter((uint32_t)*levels);
}

MK_API void mkflush_(void);
void mkflush_(void)
{
    mk_flush();
}

/* Calls that kma --instrument inserts. Each has a second name, for programs that already use the
 * first. */
#define LOOP_1(name, call)                                                                         \
    MK_API void name##_(const int32_t *region);                                                    \
    void name##_(const int32_t *region)                                                            \
    {                                                                                              \
        call((unsigned)*region);                                                                   \
    }
#define LOOP_TRIP(name, call)                                                                      \
    MK_API void name##_(const int32_t *region, const int64_t *from, const int64_t *to,             \
                        const int64_t *step);                                                      \
    void name##_(const int32_t *region, const int64_t *from, const int64_t *to,                    \
                 const int64_t *step)                                                              \
    {                                                                                              \
        call((unsigned)*region, *from, *to, *step);                                                \
    }
#define LOOP_PAST(name)                                                                            \
    MK_API void name##_(const int32_t *region, const int32_t *block, const int32_t *n);            \
    void name##_(const int32_t *region, const int32_t *block, const int32_t *n)                    \
    {                                                                                              \
        mk_loop_past((unsigned)*region, (uint32_t)*block, *n);                                     \
    }
LOOP_1(mkbegin, mk_loop_begin)
LOOP_1(mkend, mk_loop_end)
LOOP_1(mkpass, mk_loop_pass)
LOOP_TRIP(mktrip, mk_loop_trip)
LOOP_TRIP(mkmore, mk_loop_more)
LOOP_PAST(mkpast)
LOOP_1(mkbgnz, mk_loop_begin)
LOOP_1(mkendz, mk_loop_end)
LOOP_1(mkpssz, mk_loop_pass)
LOOP_TRIP(mktrpz, mk_loop_trip)
LOOP_TRIP(mkmorz, mk_loop_more)
LOOP_PAST(mkpstz)
