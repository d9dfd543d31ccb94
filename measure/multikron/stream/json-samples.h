/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private part of the reader of samples as text: JSON. */
#ifndef MULTIKRON_STREAM_JSON_SAMPLES_H
#define MULTIKRON_STREAM_JSON_SAMPLES_H

#include "measure/multikron/stream/text.h"

/* Reads the samples of a JSON text: all objects with the key "kind", at any depth. */
void json_samples_read(struct text_reader *r);

#endif
