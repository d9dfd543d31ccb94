/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma's text report: for each file a table with details below it; coverage at the end. */
#ifndef COMMANDS_KMA_TEXT_H
#define COMMANDS_KMA_TEXT_H

#include "commands/kma/print.h"

/* Adds a loop of the current file. */
void kma_text_loop(struct kma_report *r, const struct kma_loop *l);
/* Prints the current file. loops: the file has loops, reported or not. */
void kma_text_file(struct kma_report *r, const struct source_file *file, bool loops);
/* Prints the legend and the coverage. */
void kma_text_end(struct kma_report *r);

#endif
