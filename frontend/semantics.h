/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of a program unit and what they mean, for compilers that read the AST: symbols and
 * their types, shapes and storage, the exports of modules, intrinsic functions, kinds of constants
 * and directives before loops. Directories outside frontend/ include this header instead of those
 * in frontend/analysis/. */
#ifndef FRONTEND_SEMANTICS_H
#define FRONTEND_SEMANTICS_H

#include "frontend/analysis/intrinsics.h"
#include "frontend/analysis/kinds.h"
#include "frontend/analysis/modules.h"
#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

#endif
