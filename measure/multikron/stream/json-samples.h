/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the reader of samples as text: JSON. */
#ifndef MULTIKRON_STREAM_JSON_SAMPLES_H
#define MULTIKRON_STREAM_JSON_SAMPLES_H

#include "measure/multikron/stream/text.h"

/* Every object with the key "kind", however deep, is a sample. */
void json_samples_read(struct text_reader *r);

#endif
