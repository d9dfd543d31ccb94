/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function that preserve.c calls: it writes few registers or none. */
CONVENTION void change(long *p, long n);
CONVENTION void change(long *p, long n)
{
    if (n & 1)
        *p += n;
    else if (n & 2)
        *p -= 1;
    if (*p > 1000)
        *p = 0;
}
