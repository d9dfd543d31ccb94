/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands of multikron. */
#ifndef COMMANDS_MULTIKRON_H
#define COMMANDS_MULTIKRON_H

#define SUBCOMMAND(name, text) int multikron_##name(int argc, char **argv);
#include "commands/multikron/multikron.def"
#undef SUBCOMMAND

#endif
