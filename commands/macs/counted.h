/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directory of a count build: what macs insert writes and macs count reads. */
#ifndef MACS_COUNTED_H
#define MACS_COUNTED_H

/* The counted program, and the program with labels of its blocks. */
#define COUNTED_PROGRAM "program"
#define LABELLED_PROGRAM "program.labelled"
/* Ends of the names of maps and of labelled programs and libraries. */
#define COUNTED_MAP_END ".map"
#define LABELLED_END ".labelled"
/* A text with the reason why the program could not be counted. */
#define COUNTED_REFUSAL "refusal"

#endif
