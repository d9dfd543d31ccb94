/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs: measures a program on this machine, from its source to the gap chart. */
#include "commands/macs/macs.h"
#include "base/util.h"
#include "commands/common.h"
#include "commands/macs/compilers/wrapper.h"

#include <string.h>

static const struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
} verbs[] = {
#define VERB(name, text) {#name, macs_##name},
#include "commands/macs/macs.def"
#undef VERB
};

int main(int argc, char **argv)
{
    if (wrapper_is_meant(argv[0]))
        return wrapper_main(argc, argv);
    outlive_closed_pipes();
    for (size_t i = 0; argc > 1 && i < COUNT_OF(verbs); i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    return macs_files(argc, argv);
}
