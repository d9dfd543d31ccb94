/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that Fortran calls; procmon.inc has their interfaces. Arguments are passed by
 * reference, names are in lower case with a trailing underscore, and lengths of character
 * arguments follow all other arguments. */
#include "measure/monitor/lib/procmon.h"

#include <stdint.h>
#include <string.h>

enum { NAME = 128 };

/* Copies the text without trailing blanks. */
static const char *text_of(char to[NAME], const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    if (length >= NAME)
        length = NAME - 1;
    memcpy(to, text, length);
    to[length] = 0;
    return to;
}

PROCMON_API void pmregister_(const char *name, const char *group, const int32_t *waits,
                             size_t name_length, size_t group_length);
void pmregister_(const char *name, const char *group, const int32_t *waits, size_t name_length,
                 size_t group_length)
{
    char n[NAME], g[NAME];
    procmon_register(text_of(n, name, name_length), text_of(g, group, group_length),
                     (unsigned)*waits);
}

PROCMON_API void pmunregister_(void);
void pmunregister_(void)
{
    procmon_unregister();
}

PROCMON_API void pmregion_(const char *name, int32_t *region, size_t length);
void pmregion_(const char *name, int32_t *region, size_t length)
{
    char n[NAME];
    *region = (int32_t)procmon_region(text_of(n, name, length));
}

PROCMON_API void pmenter_(const int32_t *region);
void pmenter_(const int32_t *region)
{
    procmon_enter((unsigned)*region);
}

PROCMON_API void pmleave_(const int32_t *region);
void pmleave_(const int32_t *region)
{
    procmon_leave((unsigned)*region);
}

PROCMON_API void pmwatched_(int32_t *watched);
void pmwatched_(int32_t *watched)
{
    *watched = procmon_watched();
}

PROCMON_API void pmstart_(void);
void pmstart_(void)
{
    procmon_start();
}

PROCMON_API void pmprocessing_(const char *name, double *share, size_t length);
void pmprocessing_(const char *name, double *share, size_t length)
{
    char n[NAME];
    *share = procmon_processing(text_of(n, name, length));
}
