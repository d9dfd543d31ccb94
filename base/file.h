/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of streams and descriptors. What goes wrong between opening and closing leaves a mark in
 * the stream, so closing is where it is seen: nobody outside of base/ calls fclose() himself. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Closes a stream. False with errno where something that was written or read is lost. */
bool file_close(FILE *f) __attribute__((warn_unused_result));
/* Closes a stream that nothing more depends on: its end was not needed, or what failed was reported
 * before. NULL is none. errno stays. */
void file_drop(FILE *f);

#endif
