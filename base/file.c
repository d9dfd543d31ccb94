/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/file.h"

#include <errno.h>

bool file_close(FILE *f)
{
    errno = 0;
    bool good = !ferror(f);
    good &= fclose(f) == 0;
    if (!good && !errno)
        errno = EIO;
    return good;
}

void file_drop(FILE *f)
{
    int error = errno;
    if (f)
        fclose(f);
    errno = error;
}
