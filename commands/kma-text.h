/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma's text report: a table a file, details under it, coverage at the end. */
#ifndef COMMANDS_KMA_TEXT_H
#define COMMANDS_KMA_TEXT_H

#include "commands/kma-print.h"

/* A loop of the file that comes next; loops: whether it has any, shown or not. */
void kma_text_loop(struct kma_report *r, const struct kma_loop *l);
void kma_text_file(struct kma_report *r, const struct source_file *file, bool loops);
void kma_text_end(struct kma_report *r);

#endif
