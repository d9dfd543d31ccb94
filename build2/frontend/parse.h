/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison interface for Yacc-like parsers in C

   Copyright (C) 1984, 1989-1990, 2000-2015, 2018-2021 Free Software Foundation,
   Inc.

   This program is free software: you can redistribute it and/or modify
   it under the terms of the GNU General Public License as published by
   the Free Software Foundation, either version 3 of the License, or
   (at your option) any later version.

   This program is distributed in the hope that it will be useful,
   but WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
   GNU General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with this program.  If not, see <https://www.gnu.org/licenses/>.  */

/* As a special exception, you may create a larger work that contains
   part or all of the Bison parser skeleton and distribute that work
   under terms of your choice, so long as that work isn't itself a
   parser generator using the skeleton or a modified version thereof
   as a parser skeleton.  Alternatively, if you modify or redistribute
   the parser skeleton itself, you may (at your option) remove this
   special exception, which will cause the skeleton and the resulting
   Bison output files to be licensed under the GNU General Public
   License without this special exception.

   This special exception was added by the Free Software Foundation in
   version 2.2 of Bison.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

#ifndef YY_FORTRAN_FRONTEND_PARSE_H_INCLUDED
# define YY_FORTRAN_FRONTEND_PARSE_H_INCLUDED
/* Debug traces.  */
#ifndef FORTRAN_DEBUG
# if defined YYDEBUG
#if YYDEBUG
#   define FORTRAN_DEBUG 1
#  else
#   define FORTRAN_DEBUG 0
#  endif
# else /* ! defined YYDEBUG */
#  define FORTRAN_DEBUG 0
# endif /* ! defined YYDEBUG */
#endif  /* ! defined FORTRAN_DEBUG */
#if FORTRAN_DEBUG
extern int fortran_debug;
#endif
/* "%code requires" blocks.  */
#line 17 "../frontend/parse.y"

#include "frontend/build.h"

#line 61 "frontend/parse.h"

/* Token kinds.  */
#ifndef FORTRAN_TOKENTYPE
# define FORTRAN_TOKENTYPE
  enum fortran_tokentype
  {
    TOKEN_FORTRAN_EMPTY = -2,
    TOKEN_END = 0,                 /* "the end of the statement"  */
    TOKEN_FORTRAN_error = 256,     /* error  */
    TOKEN_FORTRAN_UNDEF = 257,     /* "invalid token"  */
    TOKEN_NAME = 258,              /* "a name"  */
    TOKEN_INTEGER = 259,           /* "a whole number"  */
    TOKEN_REAL = 260,              /* "a real number"  */
    TOKEN_TEXT = 261,              /* "a character constant"  */
    TOKEN_LOGICAL = 262,           /* "a logical constant"  */
    TOKEN_USER_OPERATOR = 263,     /* "a defined operator"  */
    TOKEN_EQV = 264,               /* ".eqv."  */
    TOKEN_NEQV = 265,              /* ".neqv."  */
    TOKEN_OR = 266,                /* ".or."  */
    TOKEN_AND = 267,               /* ".and."  */
    TOKEN_NOT = 268,               /* ".not."  */
    TOKEN_LT = 269,                /* "<"  */
    TOKEN_LE = 270,                /* "<="  */
    TOKEN_EQ = 271,                /* "=="  */
    TOKEN_NE = 272,                /* "/="  */
    TOKEN_GT = 273,                /* ">"  */
    TOKEN_GE = 274,                /* ">="  */
    TOKEN_POWER = 275,             /* "'**'"  */
    TOKEN_CONCAT = 276,            /* "'//'"  */
    TOKEN_ARROW = 277,             /* "'=>'"  */
    TOKEN_COLONS = 278,            /* "'::'"  */
    TOKEN_LIST_OPEN = 279,         /* "'(/'"  */
    TOKEN_LIST_CLOSE = 280,        /* "'/)'"  */
    TOKEN_DOTS = 281,              /* "'..'"  */
    TOKEN_STRAY = 282,             /* "this character"  */
    TOKEN_S_ASSIGNMENT = 283,      /* S_ASSIGNMENT  */
    TOKEN_S_POINTER_ASSIGNMENT = 284, /* S_POINTER_ASSIGNMENT  */
    TOKEN_S_ALLOCATE = 285,        /* S_ALLOCATE  */
    TOKEN_S_ASSIGN_LABEL = 286,    /* S_ASSIGN_LABEL  */
    TOKEN_S_ATTRIBUTE = 287,       /* S_ATTRIBUTE  */
    TOKEN_S_CALL = 288,            /* S_CALL  */
    TOKEN_S_CASE = 289,            /* S_CASE  */
    TOKEN_S_COMMON = 290,          /* S_COMMON  */
    TOKEN_S_CONDITION = 291,       /* S_CONDITION  */
    TOKEN_S_DATA = 292,            /* S_DATA  */
    TOKEN_S_DIMENSION = 293,       /* S_DIMENSION  */
    TOKEN_S_DO = 294,              /* S_DO  */
    TOKEN_S_ENTRY = 295,           /* S_ENTRY  */
    TOKEN_S_EQUIVALENCE = 296,     /* S_EQUIVALENCE  */
    TOKEN_S_FORALL = 297,          /* S_FORALL  */
    TOKEN_S_FUNCTION = 298,        /* S_FUNCTION  */
    TOKEN_S_GOTO = 299,            /* S_GOTO  */
    TOKEN_S_IF_ARITHMETIC = 300,   /* S_IF_ARITHMETIC  */
    TOKEN_S_IMPLICIT = 301,        /* S_IMPLICIT  */
    TOKEN_S_INTENT = 302,          /* S_INTENT  */
    TOKEN_S_IO_CONTROL = 303,      /* S_IO_CONTROL  */
    TOKEN_S_IO_SHORT = 304,        /* S_IO_SHORT  */
    TOKEN_S_NAMED = 305,           /* S_NAMED  */
    TOKEN_S_NAMELIST = 306,        /* S_NAMELIST  */
    TOKEN_S_NAMES = 307,           /* S_NAMES  */
    TOKEN_S_PARAMETER = 308,       /* S_PARAMETER  */
    TOKEN_S_POINTER = 309,         /* S_POINTER  */
    TOKEN_S_PRINT = 310,           /* S_PRINT  */
    TOKEN_S_READ = 311,            /* S_READ  */
    TOKEN_S_SAVE = 312,            /* S_SAVE  */
    TOKEN_S_SUBROUTINE = 313,      /* S_SUBROUTINE  */
    TOKEN_S_TYPE = 314,            /* S_TYPE  */
    TOKEN_S_TYPE_ATTRIBUTES = 315, /* S_TYPE_ATTRIBUTES  */
    TOKEN_S_TYPE_PREFIX = 316,     /* S_TYPE_PREFIX  */
    TOKEN_S_VALUE = 317,           /* S_VALUE  */
    TOKEN_USER_UNARY = 318         /* USER_UNARY  */
  };
  typedef enum fortran_tokentype fortran_token_kind_t;
#endif

/* Value type.  */
#if ! defined FORTRAN_STYPE && ! defined FORTRAN_STYPE_IS_DECLARED
union FORTRAN_STYPE
{
  const char * TOKEN_NAME;                 /* "a name"  */
  const char * TOKEN_USER_OPERATOR;        /* "a defined operator"  */
  const char * TOKEN_name_opt;             /* name_opt  */
  const char * TOKEN_dummy;                /* dummy  */
  struct expr * TOKEN_INTEGER;             /* "a whole number"  */
  struct expr * TOKEN_REAL;                /* "a real number"  */
  struct expr * TOKEN_TEXT;                /* "a character constant"  */
  struct expr * TOKEN_LOGICAL;             /* "a logical constant"  */
  struct expr * TOKEN_expr_opt;            /* expr_opt  */
  struct expr * TOKEN_bound_step;          /* bound_step  */
  struct expr * TOKEN_unit;                /* unit  */
  struct expr * TOKEN_format;              /* format  */
  struct expr * TOKEN_size;                /* size  */
  struct expr * TOKEN_initial;             /* initial  */
  struct expr * TOKEN_object;              /* object  */
  struct expr * TOKEN_value;               /* value  */
  struct expr * TOKEN_constant;            /* constant  */
  struct expr * TOKEN_number;              /* number  */
  struct expr * TOKEN_bare_number;         /* bare_number  */
  struct expr * TOKEN_designator;          /* designator  */
  struct expr * TOKEN_argument;            /* argument  */
  struct expr * TOKEN_argument_value;      /* argument_value  */
  struct expr * TOKEN_primary;             /* primary  */
  struct expr * TOKEN_expr;                /* expr  */
  struct exprs TOKEN_items_opt;            /* items_opt  */
  struct exprs TOKEN_items;                /* items  */
  struct exprs TOKEN_dims_opt;             /* dims_opt  */
  struct exprs TOKEN_objects;              /* objects  */
  struct exprs TOKEN_constants;            /* constants  */
  struct exprs TOKEN_arguments;            /* arguments  */
  struct exprs TOKEN_argument_list;        /* argument_list  */
  struct exprs TOKEN_expr_list;            /* expr_list  */

#line 174 "frontend/parse.h"

};
typedef union FORTRAN_STYPE FORTRAN_STYPE;
# define FORTRAN_STYPE_IS_TRIVIAL 1
# define FORTRAN_STYPE_IS_DECLARED 1
#endif

/* Location type.  */
typedef struct span FORTRAN_LTYPE;




int fortran_parse (struct parser *p);

/* "%code provides" blocks.  */
#line 20 "../frontend/parse.y"

#define YY_DECL int fortran_scan(FORTRAN_STYPE *yylval, struct span *yylloc, void *yyscanner)
YY_DECL;
int fortran_lex_init_extra(struct parser *p, void **scanner);
int fortran_lex_destroy(void *scanner);
struct yy_buffer_state *fortran__scan_buffer(char *base, size_t n, void *scanner);
void fortran__delete_buffer(struct yy_buffer_state *b, void *scanner);

#line 200 "frontend/parse.h"

#endif /* !YY_FORTRAN_FRONTEND_PARSE_H_INCLUDED  */
