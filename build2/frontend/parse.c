/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison implementation for Yacc-like parsers in C

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

/* C LALR(1) parser skeleton written by Richard Stallman, by
   simplifying the original so-called "semantic" parser.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

/* All symbols defined below should begin with yy or YY, to avoid
   infringing on user name space.  This should be done even for local
   variables, as they might otherwise be expanded by user macros.
   There are some unavoidable exceptions within include files to
   define necessary library symbols; they are noted "INFRINGES ON
   USER NAME SPACE" below.  */

/* Identify Bison output, and Bison version.  */
#define YYBISON 30802

/* Bison version string.  */
#define YYBISON_VERSION "3.8.2"

/* Skeleton name.  */
#define YYSKELETON_NAME "yacc.c"

/* Pure parsers.  */
#define YYPURE 2

/* Push parsers.  */
#define YYPUSH 0

/* Pull parsers.  */
#define YYPULL 1

/* Substitute the type names.  */
#define YYSTYPE         FORTRAN_STYPE
#define YYLTYPE         FORTRAN_LTYPE
/* Substitute the variable and function names.  */
#define yyparse         fortran_parse
#define yylex           fortran_lex
#define yyerror         fortran_error
#define yydebug         fortran_debug
#define yynerrs         fortran_nerrs


# ifndef YY_CAST
#  ifdef __cplusplus
#   define YY_CAST(Type, Val) static_cast<Type> (Val)
#   define YY_REINTERPRET_CAST(Type, Val) reinterpret_cast<Type> (Val)
#  else
#   define YY_CAST(Type, Val) ((Type) (Val))
#   define YY_REINTERPRET_CAST(Type, Val) ((Type) (Val))
#  endif
# endif
# ifndef YY_NULLPTR
#  if defined __cplusplus
#   if 201103L <= __cplusplus
#    define YY_NULLPTR nullptr
#   else
#    define YY_NULLPTR 0
#   endif
#  else
#   define YY_NULLPTR ((void*)0)
#  endif
# endif

#include "frontend/parse.h"
/* Symbol kind.  */
enum yysymbol_kind_t
{
  YYSYMBOL_YYEMPTY = -2,
  YYSYMBOL_YYEOF = 0,                      /* "the end of the statement"  */
  YYSYMBOL_YYerror = 1,                    /* error  */
  YYSYMBOL_YYUNDEF = 2,                    /* "invalid token"  */
  YYSYMBOL_NAME = 3,                       /* "a name"  */
  YYSYMBOL_INTEGER = 4,                    /* "a whole number"  */
  YYSYMBOL_REAL = 5,                       /* "a real number"  */
  YYSYMBOL_TEXT = 6,                       /* "a character constant"  */
  YYSYMBOL_LOGICAL = 7,                    /* "a logical constant"  */
  YYSYMBOL_USER_OPERATOR = 8,              /* "a defined operator"  */
  YYSYMBOL_EQV = 9,                        /* ".eqv."  */
  YYSYMBOL_NEQV = 10,                      /* ".neqv."  */
  YYSYMBOL_OR = 11,                        /* ".or."  */
  YYSYMBOL_AND = 12,                       /* ".and."  */
  YYSYMBOL_NOT = 13,                       /* ".not."  */
  YYSYMBOL_LT = 14,                        /* "<"  */
  YYSYMBOL_LE = 15,                        /* "<="  */
  YYSYMBOL_EQ = 16,                        /* "=="  */
  YYSYMBOL_NE = 17,                        /* "/="  */
  YYSYMBOL_GT = 18,                        /* ">"  */
  YYSYMBOL_GE = 19,                        /* ">="  */
  YYSYMBOL_POWER = 20,                     /* "'**'"  */
  YYSYMBOL_CONCAT = 21,                    /* "'//'"  */
  YYSYMBOL_ARROW = 22,                     /* "'=>'"  */
  YYSYMBOL_COLONS = 23,                    /* "'::'"  */
  YYSYMBOL_LIST_OPEN = 24,                 /* "'(/'"  */
  YYSYMBOL_LIST_CLOSE = 25,                /* "'/)'"  */
  YYSYMBOL_DOTS = 26,                      /* "'..'"  */
  YYSYMBOL_STRAY = 27,                     /* "this character"  */
  YYSYMBOL_28_ = 28,                       /* "'+'"  */
  YYSYMBOL_29_ = 29,                       /* "'-'"  */
  YYSYMBOL_30_ = 30,                       /* "'*'"  */
  YYSYMBOL_31_ = 31,                       /* "'/'"  */
  YYSYMBOL_32_ = 32,                       /* "'('"  */
  YYSYMBOL_33_ = 33,                       /* "')'"  */
  YYSYMBOL_34_ = 34,                       /* "','"  */
  YYSYMBOL_35_ = 35,                       /* "'='"  */
  YYSYMBOL_36_ = 36,                       /* "':'"  */
  YYSYMBOL_37_ = 37,                       /* "'%'"  */
  YYSYMBOL_38_ = 38,                       /* "'['"  */
  YYSYMBOL_39_ = 39,                       /* "']'"  */
  YYSYMBOL_S_ASSIGNMENT = 40,              /* S_ASSIGNMENT  */
  YYSYMBOL_S_POINTER_ASSIGNMENT = 41,      /* S_POINTER_ASSIGNMENT  */
  YYSYMBOL_S_ALLOCATE = 42,                /* S_ALLOCATE  */
  YYSYMBOL_S_ASSIGN_LABEL = 43,            /* S_ASSIGN_LABEL  */
  YYSYMBOL_S_ATTRIBUTE = 44,               /* S_ATTRIBUTE  */
  YYSYMBOL_S_CALL = 45,                    /* S_CALL  */
  YYSYMBOL_S_CASE = 46,                    /* S_CASE  */
  YYSYMBOL_S_COMMON = 47,                  /* S_COMMON  */
  YYSYMBOL_S_CONDITION = 48,               /* S_CONDITION  */
  YYSYMBOL_S_DATA = 49,                    /* S_DATA  */
  YYSYMBOL_S_DIMENSION = 50,               /* S_DIMENSION  */
  YYSYMBOL_S_DO = 51,                      /* S_DO  */
  YYSYMBOL_S_ENTRY = 52,                   /* S_ENTRY  */
  YYSYMBOL_S_EQUIVALENCE = 53,             /* S_EQUIVALENCE  */
  YYSYMBOL_S_FORALL = 54,                  /* S_FORALL  */
  YYSYMBOL_S_FUNCTION = 55,                /* S_FUNCTION  */
  YYSYMBOL_S_GOTO = 56,                    /* S_GOTO  */
  YYSYMBOL_S_IF_ARITHMETIC = 57,           /* S_IF_ARITHMETIC  */
  YYSYMBOL_S_IMPLICIT = 58,                /* S_IMPLICIT  */
  YYSYMBOL_S_INTENT = 59,                  /* S_INTENT  */
  YYSYMBOL_S_IO_CONTROL = 60,              /* S_IO_CONTROL  */
  YYSYMBOL_S_IO_SHORT = 61,                /* S_IO_SHORT  */
  YYSYMBOL_S_NAMED = 62,                   /* S_NAMED  */
  YYSYMBOL_S_NAMELIST = 63,                /* S_NAMELIST  */
  YYSYMBOL_S_NAMES = 64,                   /* S_NAMES  */
  YYSYMBOL_S_PARAMETER = 65,               /* S_PARAMETER  */
  YYSYMBOL_S_POINTER = 66,                 /* S_POINTER  */
  YYSYMBOL_S_PRINT = 67,                   /* S_PRINT  */
  YYSYMBOL_S_READ = 68,                    /* S_READ  */
  YYSYMBOL_S_SAVE = 69,                    /* S_SAVE  */
  YYSYMBOL_S_SUBROUTINE = 70,              /* S_SUBROUTINE  */
  YYSYMBOL_S_TYPE = 71,                    /* S_TYPE  */
  YYSYMBOL_S_TYPE_ATTRIBUTES = 72,         /* S_TYPE_ATTRIBUTES  */
  YYSYMBOL_S_TYPE_PREFIX = 73,             /* S_TYPE_PREFIX  */
  YYSYMBOL_S_VALUE = 74,                   /* S_VALUE  */
  YYSYMBOL_USER_UNARY = 75,                /* USER_UNARY  */
  YYSYMBOL_YYACCEPT = 76,                  /* $accept  */
  YYSYMBOL_statement = 77,                 /* statement  */
  YYSYMBOL_colons_opt = 78,                /* colons_opt  */
  YYSYMBOL_comma_opt = 79,                 /* comma_opt  */
  YYSYMBOL_name_opt = 80,                  /* name_opt  */
  YYSYMBOL_expr_opt = 81,                  /* expr_opt  */
  YYSYMBOL_bound_step = 82,                /* bound_step  */
  YYSYMBOL_label = 83,                     /* label  */
  YYSYMBOL_labels = 84,                    /* labels  */
  YYSYMBOL_goto = 85,                      /* goto  */
  YYSYMBOL_dummies_opt = 86,               /* dummies_opt  */
  YYSYMBOL_dummies = 87,                   /* dummies  */
  YYSYMBOL_dummy = 88,                     /* dummy  */
  YYSYMBOL_suffixes = 89,                  /* suffixes  */
  YYSYMBOL_unit = 90,                      /* unit  */
  YYSYMBOL_format = 91,                    /* format  */
  YYSYMBOL_items_opt = 92,                 /* items_opt  */
  YYSYMBOL_items = 93,                     /* items  */
  YYSYMBOL_kind_opt = 94,                  /* kind_opt  */
  YYSYMBOL_size = 95,                      /* size  */
  YYSYMBOL_attributes = 96,                /* attributes  */
  YYSYMBOL_entities = 97,                  /* entities  */
  YYSYMBOL_entity = 98,                    /* entity  */
  YYSYMBOL_dims_opt = 99,                  /* dims_opt  */
  YYSYMBOL_initial = 100,                  /* initial  */
  YYSYMBOL_entities_or_blocks = 101,       /* entities_or_blocks  */
  YYSYMBOL_entity_or_block = 102,          /* entity_or_block  */
  YYSYMBOL_names = 103,                    /* names  */
  YYSYMBOL_name_item = 104,                /* name_item  */
  YYSYMBOL_parameters = 105,               /* parameters  */
  YYSYMBOL_parameter = 106,                /* parameter  */
  YYSYMBOL_cray_pointers = 107,            /* cray_pointers  */
  YYSYMBOL_cray_pointer = 108,             /* cray_pointer  */
  YYSYMBOL_name_dims = 109,                /* name_dims  */
  YYSYMBOL_equivalences = 110,             /* equivalences  */
  YYSYMBOL_equivalence = 111,              /* equivalence  */
  YYSYMBOL_references = 112,               /* references  */
  YYSYMBOL_implicit = 113,                 /* implicit  */
  YYSYMBOL_implicit_item = 114,            /* implicit_item  */
  YYSYMBOL_data_sets = 115,                /* data_sets  */
  YYSYMBOL_data_set = 116,                 /* data_set  */
  YYSYMBOL_data_objects = 117,             /* data_objects  */
  YYSYMBOL_object = 118,                   /* object  */
  YYSYMBOL_objects = 119,                  /* objects  */
  YYSYMBOL_constants = 120,                /* constants  */
  YYSYMBOL_value = 121,                    /* value  */
  YYSYMBOL_constant = 122,                 /* constant  */
  YYSYMBOL_number = 123,                   /* number  */
  YYSYMBOL_bare_number = 124,              /* bare_number  */
  YYSYMBOL_designator = 125,               /* designator  */
  YYSYMBOL_arguments = 126,                /* arguments  */
  YYSYMBOL_argument_list = 127,            /* argument_list  */
  YYSYMBOL_argument = 128,                 /* argument  */
  YYSYMBOL_argument_value = 129,           /* argument_value  */
  YYSYMBOL_expr_list = 130,                /* expr_list  */
  YYSYMBOL_primary = 131,                  /* primary  */
  YYSYMBOL_expr = 132                      /* expr  */
};
typedef enum yysymbol_kind_t yysymbol_kind_t;



/* Unqualified %code blocks.  */
#line 28 "../frontend/parse.y"

#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
    ((current) = (n) ? (struct span){YYRHSLOC(rhs, 1).at, YYRHSLOC(rhs, n).end}                    \
                     : (struct span){YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end})

static int fortran_lex(FORTRAN_STYPE *value, struct span *where, struct parser *p)
{
    return fortran_scan(value, where, p->scanner);
}
static void fortran_error(struct span *where, struct parser *p, const char *message)
{
    (void)where, (void)message;
    p->deep = true;
}

#line 259 "frontend/parse.c"

#ifdef short
# undef short
#endif

/* On compilers that do not define __PTRDIFF_MAX__ etc., make sure
   <limits.h> and (if available) <stdint.h> are included
   so that the code can choose integer types of a good width.  */

#ifndef __PTRDIFF_MAX__
# include <limits.h> /* INFRINGES ON USER NAME SPACE */
# if defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stdint.h> /* INFRINGES ON USER NAME SPACE */
#  define YY_STDINT_H
# endif
#endif

/* Narrow types that promote to a signed type and that can represent a
   signed or unsigned integer of at least N bits.  In tables they can
   save space and decrease cache pressure.  Promoting to a signed type
   helps avoid bugs in integer arithmetic.  */

#ifdef __INT_LEAST8_MAX__
typedef __INT_LEAST8_TYPE__ yytype_int8;
#elif defined YY_STDINT_H
typedef int_least8_t yytype_int8;
#else
typedef signed char yytype_int8;
#endif

#ifdef __INT_LEAST16_MAX__
typedef __INT_LEAST16_TYPE__ yytype_int16;
#elif defined YY_STDINT_H
typedef int_least16_t yytype_int16;
#else
typedef short yytype_int16;
#endif

/* Work around bug in HP-UX 11.23, which defines these macros
   incorrectly for preprocessor constants.  This workaround can likely
   be removed in 2023, as HPE has promised support for HP-UX 11.23
   (aka HP-UX 11i v2) only through the end of 2022; see Table 2 of
   <https://h20195.www2.hpe.com/V2/getpdf.aspx/4AA4-7673ENW.pdf>.  */
#ifdef __hpux
# undef UINT_LEAST8_MAX
# undef UINT_LEAST16_MAX
# define UINT_LEAST8_MAX 255
# define UINT_LEAST16_MAX 65535
#endif

#if defined __UINT_LEAST8_MAX__ && __UINT_LEAST8_MAX__ <= __INT_MAX__
typedef __UINT_LEAST8_TYPE__ yytype_uint8;
#elif (!defined __UINT_LEAST8_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST8_MAX <= INT_MAX)
typedef uint_least8_t yytype_uint8;
#elif !defined __UINT_LEAST8_MAX__ && UCHAR_MAX <= INT_MAX
typedef unsigned char yytype_uint8;
#else
typedef short yytype_uint8;
#endif

#if defined __UINT_LEAST16_MAX__ && __UINT_LEAST16_MAX__ <= __INT_MAX__
typedef __UINT_LEAST16_TYPE__ yytype_uint16;
#elif (!defined __UINT_LEAST16_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST16_MAX <= INT_MAX)
typedef uint_least16_t yytype_uint16;
#elif !defined __UINT_LEAST16_MAX__ && USHRT_MAX <= INT_MAX
typedef unsigned short yytype_uint16;
#else
typedef int yytype_uint16;
#endif

#ifndef YYPTRDIFF_T
# if defined __PTRDIFF_TYPE__ && defined __PTRDIFF_MAX__
#  define YYPTRDIFF_T __PTRDIFF_TYPE__
#  define YYPTRDIFF_MAXIMUM __PTRDIFF_MAX__
# elif defined PTRDIFF_MAX
#  ifndef ptrdiff_t
#   include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  endif
#  define YYPTRDIFF_T ptrdiff_t
#  define YYPTRDIFF_MAXIMUM PTRDIFF_MAX
# else
#  define YYPTRDIFF_T long
#  define YYPTRDIFF_MAXIMUM LONG_MAX
# endif
#endif

#ifndef YYSIZE_T
# ifdef __SIZE_TYPE__
#  define YYSIZE_T __SIZE_TYPE__
# elif defined size_t
#  define YYSIZE_T size_t
# elif defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  define YYSIZE_T size_t
# else
#  define YYSIZE_T unsigned
# endif
#endif

#define YYSIZE_MAXIMUM                                  \
  YY_CAST (YYPTRDIFF_T,                                 \
           (YYPTRDIFF_MAXIMUM < YY_CAST (YYSIZE_T, -1)  \
            ? YYPTRDIFF_MAXIMUM                         \
            : YY_CAST (YYSIZE_T, -1)))

#define YYSIZEOF(X) YY_CAST (YYPTRDIFF_T, sizeof (X))


/* Stored state numbers (used for stacks). */
typedef yytype_int16 yy_state_t;

/* State numbers in computations.  */
typedef int yy_state_fast_t;

#ifndef YY_
# if defined YYENABLE_NLS && YYENABLE_NLS
#  if ENABLE_NLS
#   include <libintl.h> /* INFRINGES ON USER NAME SPACE */
#   define YY_(Msgid) dgettext ("bison-runtime", Msgid)
#  endif
# endif
# ifndef YY_
#  define YY_(Msgid) Msgid
# endif
#endif


#ifndef YY_ATTRIBUTE_PURE
# if defined __GNUC__ && 2 < __GNUC__ + (96 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_PURE __attribute__ ((__pure__))
# else
#  define YY_ATTRIBUTE_PURE
# endif
#endif

#ifndef YY_ATTRIBUTE_UNUSED
# if defined __GNUC__ && 2 < __GNUC__ + (7 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_UNUSED __attribute__ ((__unused__))
# else
#  define YY_ATTRIBUTE_UNUSED
# endif
#endif

/* Suppress unused-variable warnings by "using" E.  */
#if ! defined lint || defined __GNUC__
# define YY_USE(E) ((void) (E))
#else
# define YY_USE(E) /* empty */
#endif

/* Suppress an incorrect diagnostic about yylval being uninitialized.  */
#if defined __GNUC__ && ! defined __ICC && 406 <= __GNUC__ * 100 + __GNUC_MINOR__
# if __GNUC__ * 100 + __GNUC_MINOR__ < 407
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")
# else
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")              \
    _Pragma ("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
# endif
# define YY_IGNORE_MAYBE_UNINITIALIZED_END      \
    _Pragma ("GCC diagnostic pop")
#else
# define YY_INITIAL_VALUE(Value) Value
#endif
#ifndef YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_END
#endif
#ifndef YY_INITIAL_VALUE
# define YY_INITIAL_VALUE(Value) /* Nothing. */
#endif

#if defined __cplusplus && defined __GNUC__ && ! defined __ICC && 6 <= __GNUC__
# define YY_IGNORE_USELESS_CAST_BEGIN                          \
    _Pragma ("GCC diagnostic push")                            \
    _Pragma ("GCC diagnostic ignored \"-Wuseless-cast\"")
# define YY_IGNORE_USELESS_CAST_END            \
    _Pragma ("GCC diagnostic pop")
#endif
#ifndef YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_END
#endif


#define YY_ASSERT(E) ((void) (0 && (E)))

#if 1

/* The parser invokes alloca or malloc; define the necessary symbols.  */

# ifdef YYSTACK_ALLOC
   /* Pacify GCC's 'empty if-body' warning.  */
#  define YYSTACK_FREE(Ptr) do { /* empty */; } while (0)
#  ifndef YYSTACK_ALLOC_MAXIMUM
    /* The OS might guarantee only one guard page at the bottom of the stack,
       and a page size can be as small as 4096 bytes.  So we cannot safely
       invoke alloca (N) if N exceeds 4096.  Use a slightly smaller number
       to allow for a few compiler-allocated temporary stack slots.  */
#   define YYSTACK_ALLOC_MAXIMUM 4032 /* reasonable circa 2006 */
#  endif
# else
#  define YYSTACK_ALLOC YYMALLOC
#  define YYSTACK_FREE YYFREE
#  ifndef YYSTACK_ALLOC_MAXIMUM
#   define YYSTACK_ALLOC_MAXIMUM YYSIZE_MAXIMUM
#  endif
#  if (defined __cplusplus && ! defined EXIT_SUCCESS \
       && ! ((defined YYMALLOC || defined malloc) \
             && (defined YYFREE || defined free)))
#   include <stdlib.h> /* INFRINGES ON USER NAME SPACE */
#   ifndef EXIT_SUCCESS
#    define EXIT_SUCCESS 0
#   endif
#  endif
#  ifndef YYMALLOC
#   define YYMALLOC malloc
#   if ! defined malloc && ! defined EXIT_SUCCESS
void *malloc (YYSIZE_T); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
#  ifndef YYFREE
#   define YYFREE free
#   if ! defined free && ! defined EXIT_SUCCESS
void free (void *); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
# endif
# define YYCOPY_NEEDED 1
#endif /* 1 */

#if (! defined yyoverflow \
     && (! defined __cplusplus \
         || (defined FORTRAN_LTYPE_IS_TRIVIAL && FORTRAN_LTYPE_IS_TRIVIAL \
             && defined FORTRAN_STYPE_IS_TRIVIAL && FORTRAN_STYPE_IS_TRIVIAL)))

/* A type that is properly aligned for any stack member.  */
union yyalloc
{
  yy_state_t yyss_alloc;
  YYSTYPE yyvs_alloc;
  YYLTYPE yyls_alloc;
};

/* The size of the maximum gap between one aligned stack and the next.  */
# define YYSTACK_GAP_MAXIMUM (YYSIZEOF (union yyalloc) - 1)

/* The size of an array large to enough to hold all stacks, each with
   N elements.  */
# define YYSTACK_BYTES(N) \
     ((N) * (YYSIZEOF (yy_state_t) + YYSIZEOF (YYSTYPE) \
             + YYSIZEOF (YYLTYPE)) \
      + 2 * YYSTACK_GAP_MAXIMUM)

# define YYCOPY_NEEDED 1

/* Relocate STACK from its old location to the new one.  The
   local variables YYSIZE and YYSTACKSIZE give the old and new number of
   elements in the stack, and YYPTR gives the new location of the
   stack.  Advance YYPTR to a properly aligned location for the next
   stack.  */
# define YYSTACK_RELOCATE(Stack_alloc, Stack)                           \
    do                                                                  \
      {                                                                 \
        YYPTRDIFF_T yynewbytes;                                         \
        YYCOPY (&yyptr->Stack_alloc, Stack, yysize);                    \
        Stack = &yyptr->Stack_alloc;                                    \
        yynewbytes = yystacksize * YYSIZEOF (*Stack) + YYSTACK_GAP_MAXIMUM; \
        yyptr += yynewbytes / YYSIZEOF (*yyptr);                        \
      }                                                                 \
    while (0)

#endif

#if defined YYCOPY_NEEDED && YYCOPY_NEEDED
/* Copy COUNT objects from SRC to DST.  The source and destination do
   not overlap.  */
# ifndef YYCOPY
#  if defined __GNUC__ && 1 < __GNUC__
#   define YYCOPY(Dst, Src, Count) \
      __builtin_memcpy (Dst, Src, YY_CAST (YYSIZE_T, (Count)) * sizeof (*(Src)))
#  else
#   define YYCOPY(Dst, Src, Count)              \
      do                                        \
        {                                       \
          YYPTRDIFF_T yyi;                      \
          for (yyi = 0; yyi < (Count); yyi++)   \
            (Dst)[yyi] = (Src)[yyi];            \
        }                                       \
      while (0)
#  endif
# endif
#endif /* !YYCOPY_NEEDED */

/* YYFINAL -- State number of the termination state.  */
#define YYFINAL  115
/* YYLAST -- Last index in YYTABLE.  */
#define YYLAST   779

/* YYNTOKENS -- Number of terminals.  */
#define YYNTOKENS  76
/* YYNNTS -- Number of nonterminals.  */
#define YYNNTS  57
/* YYNRULES -- Number of rules.  */
#define YYNRULES  203
/* YYNSTATES -- Number of states.  */
#define YYNSTATES  428

/* YYMAXUTOK -- Last valid token kind.  */
#define YYMAXUTOK   318


/* YYTRANSLATE(TOKEN-NUM) -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex, with out-of-bounds checking.  */
#define YYTRANSLATE(YYX)                                \
  (0 <= (YYX) && (YYX) <= YYMAXUTOK                     \
   ? YY_CAST (yysymbol_kind_t, yytranslate[YYX])        \
   : YYSYMBOL_YYUNDEF)

/* YYTRANSLATE[TOKEN-NUM] -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex.  */
static const yytype_int8 yytranslate[] =
{
       0,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,    37,     2,     2,
      32,    33,    30,    28,    34,    29,     2,    31,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,    36,     2,
       2,    35,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,    38,     2,    39,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     1,     2,     3,     4,
       5,     6,     7,     8,     9,    10,    11,    12,    13,    14,
      15,    16,    17,    18,    19,    20,    21,    22,    23,    24,
      25,    26,    27,    40,    41,    42,    43,    44,    45,    46,
      47,    48,    49,    50,    51,    52,    53,    54,    55,    56,
      57,    58,    59,    60,    61,    62,    63,    64,    65,    66,
      67,    68,    69,    70,    71,    72,    73,    74,    75
};

#if FORTRAN_DEBUG
/* YYRLINE[YYN] -- Source line where rule number YYN was defined.  */
static const yytype_int16 yyrline[] =
{
       0,    86,    86,    87,    88,    89,    90,    91,    92,    93,
      94,    95,    96,    97,    98,    99,   100,   101,   102,   103,
     104,   105,   106,   107,   108,   109,   110,   111,   112,   113,
     114,   115,   116,   117,   118,   119,   120,   121,   122,   123,
     124,   125,   126,   129,   129,   130,   130,   131,   131,   132,
     132,   136,   136,   137,   138,   138,   140,   141,   142,   143,
     145,   145,   145,   146,   146,   147,   147,   148,   148,   153,
     154,   155,   156,   158,   158,   159,   159,   159,   161,   162,
     168,   169,   170,   172,   172,   174,   175,   176,   178,   178,
     180,   181,   182,   183,   185,   185,   187,   188,   189,   190,
     192,   192,   194,   195,   196,   197,   198,   200,   200,   201,
     202,   202,   203,   204,   204,   205,   206,   207,   207,   208,
     210,   211,   213,   213,   215,   216,   217,   218,   223,   223,
     224,   226,   227,   230,   231,   235,   236,   239,   240,   243,
     244,   245,   248,   249,   250,   251,   252,   255,   256,   257,
     259,   259,   259,   264,   265,   266,   268,   268,   270,   271,
     273,   273,   275,   276,   277,   278,   279,   280,   281,   282,
     285,   286,   289,   290,   291,   292,   293,   294,   295,   296,
     298,   299,   302,   303,   304,   305,   306,   307,   308,   309,
     310,   311,   312,   313,   314,   315,   316,   317,   318,   319,
     320,   321,   322,   323
};
#endif

/** Accessing symbol of state STATE.  */
#define YY_ACCESSING_SYMBOL(State) YY_CAST (yysymbol_kind_t, yystos[State])

#if 1
/* The user-facing name of the symbol whose (internal) number is
   YYSYMBOL.  No bounds checking.  */
static const char *yysymbol_name (yysymbol_kind_t yysymbol) YY_ATTRIBUTE_UNUSED;

static const char *
yysymbol_name (yysymbol_kind_t yysymbol)
{
  static const char *const yy_sname[] =
  {
  "the end of the statement", "error", "invalid token", "a name",
  "a whole number", "a real number", "a character constant",
  "a logical constant", "a defined operator", ".eqv.", ".neqv.", ".or.",
  ".and.", ".not.", "<", "<=", "==", "/=", ">", ">=", "'**'", "'//'",
  "'=>'", "'::'", "'(/'", "'/)'", "'..'", "this character", "'+'", "'-'",
  "'*'", "'/'", "'('", "')'", "','", "'='", "':'", "'%'", "'['", "']'",
  "S_ASSIGNMENT", "S_POINTER_ASSIGNMENT", "S_ALLOCATE", "S_ASSIGN_LABEL",
  "S_ATTRIBUTE", "S_CALL", "S_CASE", "S_COMMON", "S_CONDITION", "S_DATA",
  "S_DIMENSION", "S_DO", "S_ENTRY", "S_EQUIVALENCE", "S_FORALL",
  "S_FUNCTION", "S_GOTO", "S_IF_ARITHMETIC", "S_IMPLICIT", "S_INTENT",
  "S_IO_CONTROL", "S_IO_SHORT", "S_NAMED", "S_NAMELIST", "S_NAMES",
  "S_PARAMETER", "S_POINTER", "S_PRINT", "S_READ", "S_SAVE",
  "S_SUBROUTINE", "S_TYPE", "S_TYPE_ATTRIBUTES", "S_TYPE_PREFIX",
  "S_VALUE", "USER_UNARY", "$accept", "statement", "colons_opt",
  "comma_opt", "name_opt", "expr_opt", "bound_step", "label", "labels",
  "goto", "dummies_opt", "dummies", "dummy", "suffixes", "unit", "format",
  "items_opt", "items", "kind_opt", "size", "attributes", "entities",
  "entity", "dims_opt", "initial", "entities_or_blocks", "entity_or_block",
  "names", "name_item", "parameters", "parameter", "cray_pointers",
  "cray_pointer", "name_dims", "equivalences", "equivalence", "references",
  "implicit", "implicit_item", "data_sets", "data_set", "data_objects",
  "object", "objects", "constants", "value", "constant", "number",
  "bare_number", "designator", "arguments", "argument_list", "argument",
  "argument_value", "expr_list", "primary", "expr", YY_NULLPTR
  };
  return yy_sname[yysymbol];
}
#endif

#define YYPACT_NINF (-337)

#define yypact_value_is_default(Yyn) \
  ((Yyn) == YYPACT_NINF)

#define YYTABLE_NINF (-163)

#define yytable_value_is_error(Yyn) \
  0

/* YYPACT[STATE-NUM] -- Index in YYTABLE of the portion describing
   STATE-NUM.  */
static const yytype_int16 yypact[] =
{
     412,    60,    60,    67,   118,   108,    60,   119,  -337,   123,
      19,   108,   125,   190,   186,   200,   198,    25,   230,   232,
     245,   249,    97,   284,  -337,   108,   257,    52,   322,   105,
     108,   290,   196,   196,   196,   401,   222,  -337,   112,    48,
     110,   292,  -337,  -337,   155,   110,    24,   401,    19,    15,
    -337,   169,  -337,   155,   296,   270,   278,    60,   282,  -337,
     110,   278,    16,  -337,   314,  -337,  -337,   401,   206,   285,
    -337,   110,   110,  -337,  -337,  -337,   110,  -337,   155,  -337,
    -337,    24,   317,   319,   320,   296,   302,  -337,  -337,  -337,
     306,  -337,   401,   401,   401,   401,   401,  -337,   401,   401,
     315,   155,  -337,   666,   110,   321,  -337,   278,    14,   110,
     323,  -337,  -337,  -337,   666,  -337,   110,   401,   337,   401,
     289,  -337,   343,    66,   326,   327,  -337,  -337,   479,  -337,
      24,   329,   316,  -337,    31,  -337,  -337,   614,  -337,   332,
    -337,    19,    32,    19,   216,   341,  -337,   401,    23,  -337,
     146,   155,   186,   330,  -337,   324,  -337,   177,   640,    14,
     110,   232,   344,   346,   347,  -337,   342,  -337,   348,   208,
    -337,   350,   341,   349,   110,  -337,   748,   116,   666,    11,
      11,   238,   147,   401,   401,   401,   401,   401,   401,   401,
     401,   401,   401,   401,   401,   401,   401,   401,   401,   401,
     401,   352,   401,    24,  -337,  -337,   201,  -337,   353,   296,
      96,   354,   666,  -337,   666,   250,  -337,   401,   365,  -337,
     201,   284,   110,  -337,   357,  -337,  -337,    22,  -337,   219,
     361,  -337,  -337,  -337,   280,   280,   149,   181,  -337,  -337,
    -337,  -337,  -337,    14,   110,    90,   296,   506,  -337,  -337,
    -337,   264,  -337,   389,  -337,    60,  -337,  -337,   389,   314,
     323,   314,   314,   364,   366,  -337,   108,   262,  -337,   317,
     401,  -337,   319,   397,  -337,   368,  -337,   401,  -337,   413,
    -337,   376,   666,   689,   710,   710,   730,   748,   313,   313,
     313,   313,   313,   313,   382,   154,    11,    11,   382,   382,
     262,   376,   389,   378,  -337,   341,   296,   409,  -337,  -337,
     666,  -337,   377,  -337,  -337,   390,  -337,   380,  -337,   192,
     110,   192,  -337,  -337,  -337,  -337,   388,  -337,    32,    75,
     391,   401,    32,   401,  -337,  -337,   401,  -337,    44,   395,
     155,   268,   401,  -337,   394,   110,   399,   296,   401,  -337,
     376,  -337,   666,  -337,   316,   402,  -337,   666,   403,   401,
    -337,  -337,   341,   400,   401,  -337,   401,   404,  -337,   407,
    -337,   149,  -337,   110,  -337,   414,   666,   203,   666,   533,
    -337,   110,  -337,   666,   314,   410,   110,   341,   376,  -337,
    -337,   401,   666,   110,   666,   560,  -337,   415,   416,    14,
    -337,   401,  -337,   417,   458,  -337,   468,   587,   469,   401,
    -337,    90,    90,   666,  -337,   314,  -337,   401,  -337,   533,
    -337,  -337,  -337,   533,   470,   471,  -337,  -337
};

/* YYDEFACT[STATE-NUM] -- Default reduction number in state STATE-NUM.
   Performed when YYTABLE does not specify something else to do.  Zero
   means the default is an error.  */
static const yytype_uint8 yydefact[] =
{
       0,     0,     0,     0,     0,    43,     0,     0,   100,     0,
       0,    43,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,    25,    47,   100,    43,     0,    43,     0,     0,
      43,     0,    80,    80,    80,    49,     0,   153,     0,     0,
      49,     0,    44,   100,     7,    49,     9,     0,     0,    45,
     128,     0,   131,   133,     0,     0,    60,     0,    15,   117,
      49,    60,    45,    53,     0,    56,    18,     0,   127,    20,
     122,    49,    49,    70,    71,    72,    49,    23,    69,    48,
      26,    27,     0,     0,     0,     0,    30,   113,   173,   174,
     175,   176,     0,     0,     0,     0,     0,    74,     0,     0,
      32,   172,   182,    73,    49,    35,   100,    60,     0,    49,
      45,    85,    41,    42,    50,     1,    49,     0,     0,     0,
     153,   164,   163,     0,     0,   157,   158,   160,    50,     5,
       6,     0,    94,   104,     0,   106,   101,     0,   135,     0,
      46,     0,     0,     0,    94,    12,    88,     0,     0,    67,
       0,   120,     0,     0,    67,     0,    54,     0,     0,     0,
      49,     0,     0,     0,     0,   109,    28,   107,     0,     0,
     110,     0,    31,     0,    49,   186,   185,     0,   170,   183,
     184,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,    37,    67,    83,    49,    81,     0,     0,
       0,     0,     2,   155,     3,    49,   165,     0,    49,     4,
      49,    47,    49,   105,     0,   103,    10,     0,   129,   152,
     150,   151,   143,   144,     0,     0,     0,     0,   137,   139,
     142,   147,   132,     0,    49,    96,     0,     0,    65,    66,
      61,     0,    63,    14,   119,     0,   118,    16,    17,     0,
      45,     0,     0,     0,     0,   123,    43,    75,    24,     0,
       0,    29,     0,     0,   114,     0,   180,     0,   178,     0,
     181,    33,    78,   203,   201,   202,   200,   199,   193,   194,
     195,   196,   197,   198,   191,   192,   187,   188,   189,   190,
      75,    36,    38,     0,    82,    39,     0,     0,   154,   161,
     169,   167,   166,   159,     8,     0,   102,   153,   136,     0,
      49,     0,   152,   150,   148,   149,     0,   130,     0,    96,
       0,     0,     0,     0,    90,    89,     0,    62,     0,     0,
     121,     0,     0,    55,     0,    49,   124,     0,     0,    22,
      76,   108,   112,   111,    94,     0,   177,   171,   153,     0,
      34,    84,    40,    86,     0,    95,     0,   152,   141,     0,
     140,     0,   138,    49,    91,    95,    98,     0,    97,    51,
      64,    49,    59,    57,     0,     0,    49,    21,    77,   116,
     115,     0,    79,    49,   168,     0,   145,     0,     0,     0,
      99,     0,    13,     0,     0,   126,     0,     0,     0,     0,
     146,    96,    96,    52,    68,     0,   125,     0,    87,    51,
      92,    93,    19,    51,     0,     0,   134,   179
};

/* YYPGOTO[NTERM-NUM].  */
static const yytype_int16 yypgoto[] =
{
    -337,  -337,    -6,   -58,   213,   -29,  -336,   -17,   187,  -337,
     -48,  -337,   109,  -131,   476,  -337,   211,  -172,   274,  -152,
    -337,   -83,   260,  -141,  -317,   -10,  -337,  -337,   259,  -337,
     247,  -337,   356,  -337,  -337,   379,  -337,  -337,   369,  -337,
     392,  -337,   -39,  -337,   207,   204,   -60,  -226,    77,    76,
     -28,  -337,  -127,   331,   215,  -337,   -27
};

/* YYDEFGOTO[NTERM-NUM].  */
static const yytype_int16 yydefgoto[] =
{
       0,    36,    43,   141,    80,   123,   402,   156,   157,    66,
     149,   251,   252,   253,    77,   100,   349,   350,   110,   207,
     210,   145,   146,   223,   334,    46,   136,   166,   167,   169,
     170,    86,    87,   355,    58,    59,   150,    69,    70,    49,
      50,    51,    52,   139,   237,   238,   239,   240,   241,   101,
     124,   125,   126,   127,   177,   102,   128
};

/* YYTABLE[YYPACT[STATE-NUM]] -- What to do in state STATE-NUM.  If
   positive, shift that token.  If negative, reduce the rule whose
   number is the opposite.  If YYTABLE_NINF, syntax error.  */
static const yytype_int16 yytable[] =
{
      65,   103,   172,   245,   155,    54,   113,   263,   114,   138,
     326,   281,   374,   154,    81,   -11,   -58,   131,   205,    82,
     137,    85,    37,   258,   106,   317,   248,   132,    62,    63,
     301,   195,   153,   130,   224,   229,   230,   231,   232,   233,
     158,   199,   200,   162,   163,   133,   206,   248,   164,   140,
     140,    48,   209,   249,    48,   134,   250,    64,   135,   204,
     234,   235,   225,    37,   236,   175,   176,   178,   179,   180,
     119,   178,   178,   302,   249,    42,   201,    38,    39,   303,
     116,   208,    44,   424,    84,   118,    53,   425,   211,   217,
     212,   329,   214,   313,   420,   421,   203,   331,    78,    40,
      37,    73,   218,    74,   242,    78,   332,   373,    37,    73,
     333,    74,   331,   120,    88,    89,    90,    91,    92,   306,
     247,   332,    41,    93,    53,   333,   305,    75,    55,    76,
     307,    42,   264,   151,    94,    75,   121,   104,    95,    96,
     122,   276,    98,  -156,   116,   397,   275,   117,    99,   118,
     277,    45,   322,   323,   231,    47,   282,   283,   284,   285,
     286,   287,   288,   289,   290,   291,   292,   293,   294,   295,
     296,   297,   298,   299,   195,   282,   388,   234,   235,   254,
     255,   277,   197,   198,   199,   200,   280,   116,   318,   312,
     310,   114,   118,    56,   315,   367,   323,   231,   232,   233,
     142,    61,   342,   143,   120,    88,    89,    90,    91,    92,
     260,   261,   327,   389,    93,   328,   330,    53,    57,    53,
     234,   235,   115,   362,   236,    94,   108,   121,   109,    95,
      96,   122,    60,    98,   400,    68,   159,   328,   160,    99,
     282,   271,   272,   352,   343,   344,   243,   412,   244,   319,
     357,   320,   357,    37,    88,    89,    90,    91,    92,   368,
     347,   370,    67,    93,   387,    37,    88,    89,    90,    91,
      92,   278,   279,   282,    94,    93,   121,    71,    95,    96,
     122,    72,    98,   322,   323,   231,    94,    79,    99,    83,
      95,    96,   369,   107,    98,   129,   348,   337,   338,   144,
      99,   382,   261,    53,   376,   147,   378,   111,   112,   379,
     148,   324,   325,   181,   182,   383,   152,   385,    63,   161,
     165,   282,   168,   171,   215,    37,    88,    89,    90,    91,
      92,   340,   392,   195,   196,    93,   173,   394,   174,   395,
     213,   197,   198,   199,   200,   398,    94,   216,   222,   183,
      95,    96,    97,   403,    98,   202,   259,   140,   406,   219,
      99,   220,   221,   257,   407,   408,   227,   404,    37,    88,
      89,    90,    91,    92,   413,   246,   269,   266,    93,   267,
     268,    84,   419,   270,   273,   300,   304,   308,   316,    94,
     423,   321,   339,    95,    96,   311,   345,    98,   422,   346,
     354,   356,   195,    99,    37,    88,    89,    90,    91,    92,
     359,   361,   363,   364,    93,   366,   358,    88,    89,    90,
      91,    92,   371,   365,   375,    94,    93,   381,   384,    95,
      96,   386,   393,    98,   314,   390,   320,    94,   391,    99,
     396,    95,    96,   405,   399,    98,   341,   380,   410,   411,
     414,    99,     1,     2,     3,     4,     5,     6,     7,     8,
       9,    10,    11,    12,    13,    14,    15,    16,    17,    18,
      19,    20,    21,    22,    23,    24,    25,    26,    27,    28,
      29,    30,    31,    32,    33,    34,    35,   184,   185,   186,
     187,   188,   415,   189,   190,   191,   192,   193,   194,   195,
     196,   416,   418,   426,   427,   105,   335,   197,   198,   199,
     200,   360,  -162,  -162,   184,   185,   186,   187,   188,   353,
     189,   190,   191,   192,   193,   194,   195,   196,   351,   274,
     265,   256,   372,   228,   197,   198,   199,   200,     0,   377,
     336,   184,   185,   186,   187,   188,   309,   189,   190,   191,
     192,   193,   194,   195,   196,     0,     0,     0,     0,     0,
       0,   197,   198,   199,   200,     0,     0,   401,   184,   185,
     186,   187,   188,     0,   189,   190,   191,   192,   193,   194,
     195,   196,     0,     0,     0,     0,     0,     0,   197,   198,
     199,   200,     0,     0,   409,   184,   185,   186,   187,   188,
       0,   189,   190,   191,   192,   193,   194,   195,   196,     0,
       0,     0,     0,     0,     0,   197,   198,   199,   200,     0,
       0,   417,   184,   185,   186,   187,   188,     0,   189,   190,
     191,   192,   193,   194,   195,   196,     0,     0,     0,     0,
       0,     0,   197,   198,   199,   200,     0,   226,   184,   185,
     186,   187,   188,     0,   189,   190,   191,   192,   193,   194,
     195,   196,     0,     0,     0,     0,     0,     0,   197,   198,
     199,   200,     0,   262,   184,   185,   186,   187,   188,     0,
     189,   190,   191,   192,   193,   194,   195,   196,     0,     0,
       0,     0,     0,     0,   197,   198,   199,   200,   185,   186,
     187,   188,     0,   189,   190,   191,   192,   193,   194,   195,
     196,     0,     0,     0,     0,     0,     0,   197,   198,   199,
     200,   187,   188,     0,   189,   190,   191,   192,   193,   194,
     195,   196,     0,     0,     0,     0,     0,     0,   197,   198,
     199,   200,   188,     0,   189,   190,   191,   192,   193,   194,
     195,   196,     0,     0,     0,     0,     0,     0,   197,   198,
     199,   200,   189,   190,   191,   192,   193,   194,   195,   196,
       0,     0,     0,     0,     0,     0,   197,   198,   199,   200
};

static const yytype_int16 yycheck[] =
{
      17,    28,    85,   144,    62,    11,    35,   159,    35,    48,
     236,   183,   329,    61,    24,     0,     0,    45,     4,    25,
      47,    27,     3,   154,    30,     3,     3,     3,     3,     4,
     202,    20,    60,    43,     3,     3,     4,     5,     6,     7,
      67,    30,    31,    71,    72,    21,    32,     3,    76,    34,
      34,    32,   110,    30,    32,    31,    33,    32,    34,   107,
      28,    29,    31,     3,    32,    92,    93,    94,    95,    96,
      22,    98,    99,   204,    30,    23,   104,     1,     2,   206,
      32,   109,     6,   419,    32,    37,    10,   423,   116,    23,
     117,   243,   119,   220,   411,   412,   106,    22,    22,    32,
       3,     4,    36,     6,   143,    29,    31,    32,     3,     4,
      35,     6,    22,     3,     4,     5,     6,     7,     8,    23,
     147,    31,     4,    13,    48,    35,   209,    30,     3,    32,
      34,    23,   160,    57,    24,    30,    26,    32,    28,    29,
      30,    25,    32,    33,    32,   371,   174,    35,    38,    37,
      34,    32,     3,     4,     5,    32,   183,   184,   185,   186,
     187,   188,   189,   190,   191,   192,   193,   194,   195,   196,
     197,   198,   199,   200,    20,   202,   348,    28,    29,    33,
      34,    34,    28,    29,    30,    31,    39,    32,   227,   218,
     217,   218,    37,     3,   222,     3,     4,     5,     6,     7,
      31,     3,   260,    34,     3,     4,     5,     6,     7,     8,
      33,    34,    31,   354,    13,    34,   244,   141,    32,   143,
      28,    29,     0,   306,    32,    24,    30,    26,    32,    28,
      29,    30,    32,    32,    31,     3,    30,    34,    32,    38,
     267,    33,    34,   270,   261,   262,    30,   399,    32,    30,
     277,    32,   279,     3,     4,     5,     6,     7,     8,   319,
     266,   321,    32,    13,   347,     3,     4,     5,     6,     7,
       8,    33,    34,   300,    24,    13,    26,    32,    28,    29,
      30,    32,    32,     3,     4,     5,    24,     3,    38,    32,
      28,    29,   320,     3,    32,     3,    34,    33,    34,     3,
      38,    33,    34,   227,   331,    35,   333,    33,    34,   336,
      32,   234,   235,    98,    99,   342,    34,   345,     4,    34,
       3,   348,     3,     3,    35,     3,     4,     5,     6,     7,
       8,   255,   359,    20,    21,    13,    34,   364,    32,   366,
       3,    28,    29,    30,    31,   373,    24,     4,    32,    34,
      28,    29,    30,   381,    32,    34,    32,    34,   386,    33,
      38,    34,    33,    33,   391,   393,    34,   384,     3,     4,
       5,     6,     7,     8,   401,    34,    34,    33,    13,    33,
      33,    32,   409,    35,    34,    33,    33,    33,    31,    24,
     417,    30,     3,    28,    29,    30,    32,    32,   415,    33,
       3,    33,    20,    38,     3,     4,     5,     6,     7,     8,
      34,    33,     3,    36,    13,    35,     3,     4,     5,     6,
       7,     8,    34,    33,    33,    24,    13,    32,    34,    28,
      29,    32,    32,    32,   221,    33,    32,    24,    35,    38,
      33,    28,    29,    33,    30,    32,   259,   338,    33,    33,
      33,    38,    40,    41,    42,    43,    44,    45,    46,    47,
      48,    49,    50,    51,    52,    53,    54,    55,    56,    57,
      58,    59,    60,    61,    62,    63,    64,    65,    66,    67,
      68,    69,    70,    71,    72,    73,    74,     8,     9,    10,
      11,    12,    34,    14,    15,    16,    17,    18,    19,    20,
      21,    33,    33,    33,    33,    29,   246,    28,    29,    30,
      31,   300,    33,    34,     8,     9,    10,    11,    12,   272,
      14,    15,    16,    17,    18,    19,    20,    21,   269,   173,
     161,   152,   328,   141,    28,    29,    30,    31,    -1,   332,
      34,     8,     9,    10,    11,    12,   215,    14,    15,    16,
      17,    18,    19,    20,    21,    -1,    -1,    -1,    -1,    -1,
      -1,    28,    29,    30,    31,    -1,    -1,    34,     8,     9,
      10,    11,    12,    -1,    14,    15,    16,    17,    18,    19,
      20,    21,    -1,    -1,    -1,    -1,    -1,    -1,    28,    29,
      30,    31,    -1,    -1,    34,     8,     9,    10,    11,    12,
      -1,    14,    15,    16,    17,    18,    19,    20,    21,    -1,
      -1,    -1,    -1,    -1,    -1,    28,    29,    30,    31,    -1,
      -1,    34,     8,     9,    10,    11,    12,    -1,    14,    15,
      16,    17,    18,    19,    20,    21,    -1,    -1,    -1,    -1,
      -1,    -1,    28,    29,    30,    31,    -1,    33,     8,     9,
      10,    11,    12,    -1,    14,    15,    16,    17,    18,    19,
      20,    21,    -1,    -1,    -1,    -1,    -1,    -1,    28,    29,
      30,    31,    -1,    33,     8,     9,    10,    11,    12,    -1,
      14,    15,    16,    17,    18,    19,    20,    21,    -1,    -1,
      -1,    -1,    -1,    -1,    28,    29,    30,    31,     9,    10,
      11,    12,    -1,    14,    15,    16,    17,    18,    19,    20,
      21,    -1,    -1,    -1,    -1,    -1,    -1,    28,    29,    30,
      31,    11,    12,    -1,    14,    15,    16,    17,    18,    19,
      20,    21,    -1,    -1,    -1,    -1,    -1,    -1,    28,    29,
      30,    31,    12,    -1,    14,    15,    16,    17,    18,    19,
      20,    21,    -1,    -1,    -1,    -1,    -1,    -1,    28,    29,
      30,    31,    14,    15,    16,    17,    18,    19,    20,    21,
      -1,    -1,    -1,    -1,    -1,    -1,    28,    29,    30,    31
};

/* YYSTOS[STATE-NUM] -- The symbol kind of the accessing symbol of
   state STATE-NUM.  */
static const yytype_uint8 yystos[] =
{
       0,    40,    41,    42,    43,    44,    45,    46,    47,    48,
      49,    50,    51,    52,    53,    54,    55,    56,    57,    58,
      59,    60,    61,    62,    63,    64,    65,    66,    67,    68,
      69,    70,    71,    72,    73,    74,    77,     3,   125,   125,
      32,     4,    23,    78,   125,    32,   101,    32,    32,   115,
     116,   117,   118,   125,    78,     3,     3,    32,   110,   111,
      32,     3,     3,     4,    32,    83,    85,    32,     3,   113,
     114,    32,    32,     4,     6,    30,    32,    90,   125,     3,
      80,   101,    78,    32,    32,    78,   107,   108,     4,     5,
       6,     7,     8,    13,    24,    28,    29,    30,    32,    38,
      91,   125,   131,   132,    32,    90,    78,     3,    30,    32,
      94,    94,    94,    81,   132,     0,    32,    35,    37,    22,
       3,    26,    30,    81,   126,   127,   128,   129,   132,     3,
     101,   126,     3,    21,    31,    34,   102,   132,   118,   119,
      34,    79,    31,    34,     3,    97,    98,    35,    32,    86,
     112,   125,    34,   126,    86,    79,    83,    84,   132,    30,
      32,    34,   126,   126,   126,     3,   103,   104,     3,   105,
     106,     3,    97,    34,    32,   132,   132,   130,   132,   132,
     132,   130,   130,    34,     8,     9,    10,    11,    12,    14,
      15,    16,    17,    18,    19,    20,    21,    28,    29,    30,
      31,   126,    34,   101,    86,     4,    32,    95,   126,    79,
      96,   126,   132,     3,   132,    35,     4,    23,    36,    33,
      34,    33,    32,    99,     3,    31,    33,    34,   116,     3,
       4,     5,     6,     7,    28,    29,    32,   120,   121,   122,
     123,   124,   118,    30,    32,    99,    34,   132,     3,    30,
      33,    87,    88,    89,    33,    34,   111,    33,    89,    32,
      33,    34,    33,    95,   126,   114,    33,    33,    33,    34,
      35,    33,    34,    34,   108,   126,    25,    34,    33,    34,
      39,    93,   132,   132,   132,   132,   132,   132,   132,   132,
     132,   132,   132,   132,   132,   132,   132,   132,   132,   132,
      33,    93,    89,   128,    33,    97,    23,    34,    33,   129,
     132,    30,    81,   128,    80,   126,    31,     3,   118,    30,
      32,    30,     3,     4,   124,   124,   123,    31,    34,    95,
     126,    22,    31,    35,   100,    98,    34,    33,    34,     3,
     125,    84,    79,    83,    83,    32,    33,    78,    34,    92,
      93,   104,   132,   106,     3,   109,    33,   132,     3,    34,
      92,    33,    97,     3,    36,    33,    35,     3,   122,   126,
     122,    34,   121,    32,   100,    33,   132,   120,   132,   132,
      88,    32,    33,   132,    34,   126,    32,    97,    93,    99,
      33,    35,   132,    32,   132,   132,    33,   123,   126,    30,
      31,    34,    82,   126,    83,    33,   126,   132,   126,    34,
      33,    33,    95,   132,    33,    34,    33,    34,    33,   132,
     100,   100,    83,   132,    82,    82,    33,    33
};

/* YYR1[RULE-NUM] -- Symbol kind of the left-hand side of rule RULE-NUM.  */
static const yytype_uint8 yyr1[] =
{
       0,    76,    77,    77,    77,    77,    77,    77,    77,    77,
      77,    77,    77,    77,    77,    77,    77,    77,    77,    77,
      77,    77,    77,    77,    77,    77,    77,    77,    77,    77,
      77,    77,    77,    77,    77,    77,    77,    77,    77,    77,
      77,    77,    77,    78,    78,    79,    79,    80,    80,    81,
      81,    82,    82,    83,    84,    84,    85,    85,    85,    85,
      86,    86,    86,    87,    87,    88,    88,    89,    89,    90,
      90,    90,    90,    91,    91,    92,    92,    92,    93,    93,
      94,    94,    94,    95,    95,    96,    96,    96,    97,    97,
      98,    98,    98,    98,    99,    99,   100,   100,   100,   100,
     101,   101,   102,   102,   102,   102,   102,   103,   103,   104,
     105,   105,   106,   107,   107,   108,   109,   110,   110,   111,
     112,   112,   113,   113,   114,   114,   114,   114,   115,   115,
     116,   117,   117,   118,   118,   119,   119,   120,   120,   121,
     121,   121,   122,   122,   122,   122,   122,   123,   123,   123,
     124,   124,   124,   125,   125,   125,   126,   126,   127,   127,
     128,   128,   129,   129,   129,   129,   129,   129,   129,   129,
     130,   130,   131,   131,   131,   131,   131,   131,   131,   131,
     131,   131,   132,   132,   132,   132,   132,   132,   132,   132,
     132,   132,   132,   132,   132,   132,   132,   132,   132,   132,
     132,   132,   132,   132
};

/* YYR2[RULE-NUM] -- Number of symbols on the right-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr2[] =
{
       0,     2,     4,     4,     4,     3,     3,     2,     5,     2,
       4,     2,     3,     7,     4,     2,     4,     4,     2,     9,
       2,     6,     5,     2,     4,     1,     2,     2,     3,     4,
       2,     3,     2,     4,     5,     2,     4,     3,     4,     4,
       5,     2,     2,     0,     1,     0,     1,     0,     1,     0,
       1,     0,     2,     1,     1,     3,     1,     5,     1,     5,
       0,     2,     3,     1,     3,     1,     1,     0,     5,     1,
       1,     1,     1,     1,     1,     0,     1,     2,     1,     3,
       0,     2,     3,     1,     3,     0,     3,     6,     1,     3,
       3,     4,     7,     7,     0,     3,     0,     2,     2,     3,
       0,     2,     3,     2,     1,     2,     1,     1,     3,     1,
       1,     3,     3,     1,     3,     5,     2,     1,     3,     3,
       1,     3,     1,     3,     4,     7,     6,     1,     1,     3,
       4,     1,     3,     1,    10,     1,     3,     1,     3,     1,
       3,     3,     1,     1,     1,     4,     5,     1,     2,     2,
       1,     1,     1,     1,     4,     3,     0,     1,     1,     3,
       1,     3,     1,     1,     1,     2,     3,     3,     5,     3,
       1,     3,     1,     1,     1,     1,     1,     4,     3,    10,
       3,     3,     1,     2,     2,     2,     2,     3,     3,     3,
       3,     3,     3,     3,     3,     3,     3,     3,     3,     3,
       3,     3,     3,     3
};


enum { YYENOMEM = -2 };

#define yyerrok         (yyerrstatus = 0)
#define yyclearin       (yychar = TOKEN_FORTRAN_EMPTY)

#define YYACCEPT        goto yyacceptlab
#define YYABORT         goto yyabortlab
#define YYERROR         goto yyerrorlab
#define YYNOMEM         goto yyexhaustedlab


#define YYRECOVERING()  (!!yyerrstatus)

#define YYBACKUP(Token, Value)                                    \
  do                                                              \
    if (yychar == TOKEN_FORTRAN_EMPTY)                                        \
      {                                                           \
        yychar = (Token);                                         \
        yylval = (Value);                                         \
        YYPOPSTACK (yylen);                                       \
        yystate = *yyssp;                                         \
        YY_LAC_DISCARD ("YYBACKUP");                              \
        goto yybackup;                                            \
      }                                                           \
    else                                                          \
      {                                                           \
        yyerror (&yylloc, p, YY_("syntax error: cannot back up")); \
        YYERROR;                                                  \
      }                                                           \
  while (0)

/* Backward compatibility with an undocumented macro.
   Use TOKEN_FORTRAN_error or TOKEN_FORTRAN_UNDEF. */
#define YYERRCODE TOKEN_FORTRAN_UNDEF

/* YYLLOC_DEFAULT -- Set CURRENT to span from RHS[1] to RHS[N].
   If N is 0, then set CURRENT to the empty location which ends
   the previous symbol: RHS[0] (always defined).  */

#ifndef YYLLOC_DEFAULT
# define YYLLOC_DEFAULT(Current, Rhs, N)                                \
    do                                                                  \
      if (N)                                                            \
        {                                                               \
          (Current).first_line   = YYRHSLOC (Rhs, 1).first_line;        \
          (Current).first_column = YYRHSLOC (Rhs, 1).first_column;      \
          (Current).last_line    = YYRHSLOC (Rhs, N).last_line;         \
          (Current).last_column  = YYRHSLOC (Rhs, N).last_column;       \
        }                                                               \
      else                                                              \
        {                                                               \
          (Current).first_line   = (Current).last_line   =              \
            YYRHSLOC (Rhs, 0).last_line;                                \
          (Current).first_column = (Current).last_column =              \
            YYRHSLOC (Rhs, 0).last_column;                              \
        }                                                               \
    while (0)
#endif

#define YYRHSLOC(Rhs, K) ((Rhs)[K])


/* Enable debugging if requested.  */
#if FORTRAN_DEBUG

# ifndef YYFPRINTF
#  include <stdio.h> /* INFRINGES ON USER NAME SPACE */
#  define YYFPRINTF fprintf
# endif

# define YYDPRINTF(Args)                        \
do {                                            \
  if (yydebug)                                  \
    YYFPRINTF Args;                             \
} while (0)


/* YYLOCATION_PRINT -- Print the location on the stream.
   This macro was not mandated originally: define only if we know
   we won't break user code: when these are the locations we know.  */

# ifndef YYLOCATION_PRINT

#  if defined YY_LOCATION_PRINT

   /* Temporary convenience wrapper in case some people defined the
      undocumented and private YY_LOCATION_PRINT macros.  */
#   define YYLOCATION_PRINT(File, Loc)  YY_LOCATION_PRINT(File, *(Loc))

#  elif defined FORTRAN_LTYPE_IS_TRIVIAL && FORTRAN_LTYPE_IS_TRIVIAL

/* Print *YYLOCP on YYO.  Private, do not rely on its existence. */

YY_ATTRIBUTE_UNUSED
static int
yy_location_print_ (FILE *yyo, YYLTYPE const * const yylocp)
{
  int res = 0;
  int end_col = 0 != yylocp->last_column ? yylocp->last_column - 1 : 0;
  if (0 <= yylocp->first_line)
    {
      res += YYFPRINTF (yyo, "%d", yylocp->first_line);
      if (0 <= yylocp->first_column)
        res += YYFPRINTF (yyo, ".%d", yylocp->first_column);
    }
  if (0 <= yylocp->last_line)
    {
      if (yylocp->first_line < yylocp->last_line)
        {
          res += YYFPRINTF (yyo, "-%d", yylocp->last_line);
          if (0 <= end_col)
            res += YYFPRINTF (yyo, ".%d", end_col);
        }
      else if (0 <= end_col && yylocp->first_column < end_col)
        res += YYFPRINTF (yyo, "-%d", end_col);
    }
  return res;
}

#   define YYLOCATION_PRINT  yy_location_print_

    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT(File, Loc)  YYLOCATION_PRINT(File, &(Loc))

#  else

#   define YYLOCATION_PRINT(File, Loc) ((void) 0)
    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT  YYLOCATION_PRINT

#  endif
# endif /* !defined YYLOCATION_PRINT */


# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)                    \
do {                                                                      \
  if (yydebug)                                                            \
    {                                                                     \
      YYFPRINTF (stderr, "%s ", Title);                                   \
      yy_symbol_print (stderr,                                            \
                  Kind, Value, Location, p); \
      YYFPRINTF (stderr, "\n");                                           \
    }                                                                     \
} while (0)


/*-----------------------------------.
| Print this symbol's value on YYO.  |
`-----------------------------------*/

static void
yy_symbol_value_print (FILE *yyo,
                       yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct parser *p)
{
  FILE *yyoutput = yyo;
  YY_USE (yyoutput);
  YY_USE (yylocationp);
  YY_USE (p);
  if (!yyvaluep)
    return;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  switch (yykind)
    {
    case YYSYMBOL_NAME: /* "a name"  */
#line 81 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_NAME) ? ((*yyvaluep).TOKEN_NAME) : "", yyo); }
#line 1260 "frontend/parse.c"
        break;

    case YYSYMBOL_INTEGER: /* "a whole number"  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_INTEGER) ? expr_text(p->arena, ((*yyvaluep).TOKEN_INTEGER)) : "", yyo); }
#line 1266 "frontend/parse.c"
        break;

    case YYSYMBOL_REAL: /* "a real number"  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_REAL) ? expr_text(p->arena, ((*yyvaluep).TOKEN_REAL)) : "", yyo); }
#line 1272 "frontend/parse.c"
        break;

    case YYSYMBOL_TEXT: /* "a character constant"  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_TEXT) ? expr_text(p->arena, ((*yyvaluep).TOKEN_TEXT)) : "", yyo); }
#line 1278 "frontend/parse.c"
        break;

    case YYSYMBOL_LOGICAL: /* "a logical constant"  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_LOGICAL) ? expr_text(p->arena, ((*yyvaluep).TOKEN_LOGICAL)) : "", yyo); }
#line 1284 "frontend/parse.c"
        break;

    case YYSYMBOL_USER_OPERATOR: /* "a defined operator"  */
#line 81 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_USER_OPERATOR) ? ((*yyvaluep).TOKEN_USER_OPERATOR) : "", yyo); }
#line 1290 "frontend/parse.c"
        break;

    case YYSYMBOL_name_opt: /* name_opt  */
#line 81 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_name_opt) ? ((*yyvaluep).TOKEN_name_opt) : "", yyo); }
#line 1296 "frontend/parse.c"
        break;

    case YYSYMBOL_expr_opt: /* expr_opt  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_expr_opt) ? expr_text(p->arena, ((*yyvaluep).TOKEN_expr_opt)) : "", yyo); }
#line 1302 "frontend/parse.c"
        break;

    case YYSYMBOL_bound_step: /* bound_step  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_bound_step) ? expr_text(p->arena, ((*yyvaluep).TOKEN_bound_step)) : "", yyo); }
#line 1308 "frontend/parse.c"
        break;

    case YYSYMBOL_dummy: /* dummy  */
#line 81 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_dummy) ? ((*yyvaluep).TOKEN_dummy) : "", yyo); }
#line 1314 "frontend/parse.c"
        break;

    case YYSYMBOL_unit: /* unit  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_unit) ? expr_text(p->arena, ((*yyvaluep).TOKEN_unit)) : "", yyo); }
#line 1320 "frontend/parse.c"
        break;

    case YYSYMBOL_format: /* format  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_format) ? expr_text(p->arena, ((*yyvaluep).TOKEN_format)) : "", yyo); }
#line 1326 "frontend/parse.c"
        break;

    case YYSYMBOL_items_opt: /* items_opt  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_items_opt).n); }
#line 1332 "frontend/parse.c"
        break;

    case YYSYMBOL_items: /* items  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_items).n); }
#line 1338 "frontend/parse.c"
        break;

    case YYSYMBOL_size: /* size  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_size) ? expr_text(p->arena, ((*yyvaluep).TOKEN_size)) : "", yyo); }
#line 1344 "frontend/parse.c"
        break;

    case YYSYMBOL_dims_opt: /* dims_opt  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_dims_opt).n); }
#line 1350 "frontend/parse.c"
        break;

    case YYSYMBOL_initial: /* initial  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_initial) ? expr_text(p->arena, ((*yyvaluep).TOKEN_initial)) : "", yyo); }
#line 1356 "frontend/parse.c"
        break;

    case YYSYMBOL_object: /* object  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_object) ? expr_text(p->arena, ((*yyvaluep).TOKEN_object)) : "", yyo); }
#line 1362 "frontend/parse.c"
        break;

    case YYSYMBOL_objects: /* objects  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_objects).n); }
#line 1368 "frontend/parse.c"
        break;

    case YYSYMBOL_constants: /* constants  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_constants).n); }
#line 1374 "frontend/parse.c"
        break;

    case YYSYMBOL_value: /* value  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_value) ? expr_text(p->arena, ((*yyvaluep).TOKEN_value)) : "", yyo); }
#line 1380 "frontend/parse.c"
        break;

    case YYSYMBOL_constant: /* constant  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_constant) ? expr_text(p->arena, ((*yyvaluep).TOKEN_constant)) : "", yyo); }
#line 1386 "frontend/parse.c"
        break;

    case YYSYMBOL_number: /* number  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_number) ? expr_text(p->arena, ((*yyvaluep).TOKEN_number)) : "", yyo); }
#line 1392 "frontend/parse.c"
        break;

    case YYSYMBOL_bare_number: /* bare_number  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_bare_number) ? expr_text(p->arena, ((*yyvaluep).TOKEN_bare_number)) : "", yyo); }
#line 1398 "frontend/parse.c"
        break;

    case YYSYMBOL_designator: /* designator  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_designator) ? expr_text(p->arena, ((*yyvaluep).TOKEN_designator)) : "", yyo); }
#line 1404 "frontend/parse.c"
        break;

    case YYSYMBOL_arguments: /* arguments  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_arguments).n); }
#line 1410 "frontend/parse.c"
        break;

    case YYSYMBOL_argument_list: /* argument_list  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_argument_list).n); }
#line 1416 "frontend/parse.c"
        break;

    case YYSYMBOL_argument: /* argument  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_argument) ? expr_text(p->arena, ((*yyvaluep).TOKEN_argument)) : "", yyo); }
#line 1422 "frontend/parse.c"
        break;

    case YYSYMBOL_argument_value: /* argument_value  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_argument_value) ? expr_text(p->arena, ((*yyvaluep).TOKEN_argument_value)) : "", yyo); }
#line 1428 "frontend/parse.c"
        break;

    case YYSYMBOL_expr_list: /* expr_list  */
#line 82 "../frontend/parse.y"
         { fprintf(yyo, "%u expressions", (unsigned)((*yyvaluep).TOKEN_expr_list).n); }
#line 1434 "frontend/parse.c"
        break;

    case YYSYMBOL_primary: /* primary  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_primary) ? expr_text(p->arena, ((*yyvaluep).TOKEN_primary)) : "", yyo); }
#line 1440 "frontend/parse.c"
        break;

    case YYSYMBOL_expr: /* expr  */
#line 80 "../frontend/parse.y"
         { fputs(((*yyvaluep).TOKEN_expr) ? expr_text(p->arena, ((*yyvaluep).TOKEN_expr)) : "", yyo); }
#line 1446 "frontend/parse.c"
        break;

      default:
        break;
    }
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}


/*---------------------------.
| Print this symbol on YYO.  |
`---------------------------*/

static void
yy_symbol_print (FILE *yyo,
                 yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct parser *p)
{
  YYFPRINTF (yyo, "%s %s (",
             yykind < YYNTOKENS ? "token" : "nterm", yysymbol_name (yykind));

  YYLOCATION_PRINT (yyo, yylocationp);
  YYFPRINTF (yyo, ": ");
  yy_symbol_value_print (yyo, yykind, yyvaluep, yylocationp, p);
  YYFPRINTF (yyo, ")");
}

/*------------------------------------------------------------------.
| yy_stack_print -- Print the state stack from its BOTTOM up to its |
| TOP (included).                                                   |
`------------------------------------------------------------------*/

static void
yy_stack_print (yy_state_t *yybottom, yy_state_t *yytop)
{
  YYFPRINTF (stderr, "Stack now");
  for (; yybottom <= yytop; yybottom++)
    {
      int yybot = *yybottom;
      YYFPRINTF (stderr, " %d", yybot);
    }
  YYFPRINTF (stderr, "\n");
}

# define YY_STACK_PRINT(Bottom, Top)                            \
do {                                                            \
  if (yydebug)                                                  \
    yy_stack_print ((Bottom), (Top));                           \
} while (0)


/*------------------------------------------------.
| Report that the YYRULE is going to be reduced.  |
`------------------------------------------------*/

static void
yy_reduce_print (yy_state_t *yyssp, YYSTYPE *yyvsp, YYLTYPE *yylsp,
                 int yyrule, struct parser *p)
{
  int yylno = yyrline[yyrule];
  int yynrhs = yyr2[yyrule];
  int yyi;
  YYFPRINTF (stderr, "Reducing stack by rule %d (line %d):\n",
             yyrule - 1, yylno);
  /* The symbols being reduced.  */
  for (yyi = 0; yyi < yynrhs; yyi++)
    {
      YYFPRINTF (stderr, "   $%d = ", yyi + 1);
      yy_symbol_print (stderr,
                       YY_ACCESSING_SYMBOL (+yyssp[yyi + 1 - yynrhs]),
                       &yyvsp[(yyi + 1) - (yynrhs)],
                       &(yylsp[(yyi + 1) - (yynrhs)]), p);
      YYFPRINTF (stderr, "\n");
    }
}

# define YY_REDUCE_PRINT(Rule)          \
do {                                    \
  if (yydebug)                          \
    yy_reduce_print (yyssp, yyvsp, yylsp, Rule, p); \
} while (0)

/* Nonzero means print parse trace.  It is left uninitialized so that
   multiple parsers can coexist.  */
int yydebug;
#else /* !FORTRAN_DEBUG */
# define YYDPRINTF(Args) ((void) 0)
# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)
# define YY_STACK_PRINT(Bottom, Top)
# define YY_REDUCE_PRINT(Rule)
#endif /* !FORTRAN_DEBUG */


/* YYINITDEPTH -- initial size of the parser's stacks.  */
#ifndef YYINITDEPTH
# define YYINITDEPTH 200
#endif

/* YYMAXDEPTH -- maximum size the stacks can grow to (effective only
   if the built-in stack extension method is used).

   Do not make this value too large; the results are undefined if
   YYSTACK_ALLOC_MAXIMUM < YYSTACK_BYTES (YYMAXDEPTH)
   evaluated with infinite-precision integer arithmetic.  */

#ifndef YYMAXDEPTH
# define YYMAXDEPTH 10000
#endif


/* Given a state stack such that *YYBOTTOM is its bottom, such that
   *YYTOP is either its top or is YYTOP_EMPTY to indicate an empty
   stack, and such that *YYCAPACITY is the maximum number of elements it
   can hold without a reallocation, make sure there is enough room to
   store YYADD more elements.  If not, allocate a new stack using
   YYSTACK_ALLOC, copy the existing elements, and adjust *YYBOTTOM,
   *YYTOP, and *YYCAPACITY to reflect the new capacity and memory
   location.  If *YYBOTTOM != YYBOTTOM_NO_FREE, then free the old stack
   using YYSTACK_FREE.  Return 0 if successful or if no reallocation is
   required.  Return YYENOMEM if memory is exhausted.  */
static int
yy_lac_stack_realloc (YYPTRDIFF_T *yycapacity, YYPTRDIFF_T yyadd,
#if FORTRAN_DEBUG
                      char const *yydebug_prefix,
                      char const *yydebug_suffix,
#endif
                      yy_state_t **yybottom,
                      yy_state_t *yybottom_no_free,
                      yy_state_t **yytop, yy_state_t *yytop_empty)
{
  YYPTRDIFF_T yysize_old =
    *yytop == yytop_empty ? 0 : *yytop - *yybottom + 1;
  YYPTRDIFF_T yysize_new = yysize_old + yyadd;
  if (*yycapacity < yysize_new)
    {
      YYPTRDIFF_T yyalloc = 2 * yysize_new;
      yy_state_t *yybottom_new;
      /* Use YYMAXDEPTH for maximum stack size given that the stack
         should never need to grow larger than the main state stack
         needs to grow without LAC.  */
      if (YYMAXDEPTH < yysize_new)
        {
          YYDPRINTF ((stderr, "%smax size exceeded%s", yydebug_prefix,
                      yydebug_suffix));
          return YYENOMEM;
        }
      if (YYMAXDEPTH < yyalloc)
        yyalloc = YYMAXDEPTH;
      yybottom_new =
        YY_CAST (yy_state_t *,
                 YYSTACK_ALLOC (YY_CAST (YYSIZE_T,
                                         yyalloc * YYSIZEOF (*yybottom_new))));
      if (!yybottom_new)
        {
          YYDPRINTF ((stderr, "%srealloc failed%s", yydebug_prefix,
                      yydebug_suffix));
          return YYENOMEM;
        }
      if (*yytop != yytop_empty)
        {
          YYCOPY (yybottom_new, *yybottom, yysize_old);
          *yytop = yybottom_new + (yysize_old - 1);
        }
      if (*yybottom != yybottom_no_free)
        YYSTACK_FREE (*yybottom);
      *yybottom = yybottom_new;
      *yycapacity = yyalloc;
    }
  return 0;
}

/* Establish the initial context for the current lookahead if no initial
   context is currently established.

   We define a context as a snapshot of the parser stacks.  We define
   the initial context for a lookahead as the context in which the
   parser initially examines that lookahead in order to select a
   syntactic action.  Thus, if the lookahead eventually proves
   syntactically unacceptable (possibly in a later context reached via a
   series of reductions), the initial context can be used to determine
   the exact set of tokens that would be syntactically acceptable in the
   lookahead's place.  Moreover, it is the context after which any
   further semantic actions would be erroneous because they would be
   determined by a syntactically unacceptable token.

   YY_LAC_ESTABLISH should be invoked when a reduction is about to be
   performed in an inconsistent state (which, for the purposes of LAC,
   includes consistent states that don't know they're consistent because
   their default reductions have been disabled).  Iff there is a
   lookahead token, it should also be invoked before reporting a syntax
   error.  This latter case is for the sake of the debugging output.

   For parse.lac=full, the implementation of YY_LAC_ESTABLISH is as
   follows.  If no initial context is currently established for the
   current lookahead, then check if that lookahead can eventually be
   shifted if syntactic actions continue from the current context.
   Report a syntax error if it cannot.  */
#define YY_LAC_ESTABLISH                                                \
do {                                                                    \
  if (!yy_lac_established)                                              \
    {                                                                   \
      YYDPRINTF ((stderr,                                               \
                  "LAC: initial context established for %s\n",          \
                  yysymbol_name (yytoken)));                            \
      yy_lac_established = 1;                                           \
      switch (yy_lac (yyesa, &yyes, &yyes_capacity, yyssp, yytoken))    \
        {                                                               \
        case YYENOMEM:                                                  \
          YYNOMEM;                                                      \
        case 1:                                                         \
          goto yyerrlab;                                                \
        }                                                               \
    }                                                                   \
} while (0)

/* Discard any previous initial lookahead context because of Event,
   which may be a lookahead change or an invalidation of the currently
   established initial context for the current lookahead.

   The most common example of a lookahead change is a shift.  An example
   of both cases is syntax error recovery.  That is, a syntax error
   occurs when the lookahead is syntactically erroneous for the
   currently established initial context, so error recovery manipulates
   the parser stacks to try to find a new initial context in which the
   current lookahead is syntactically acceptable.  If it fails to find
   such a context, it discards the lookahead.  */
#if FORTRAN_DEBUG
# define YY_LAC_DISCARD(Event)                                           \
do {                                                                     \
  if (yy_lac_established)                                                \
    {                                                                    \
      YYDPRINTF ((stderr, "LAC: initial context discarded due to "       \
                  Event "\n"));                                          \
      yy_lac_established = 0;                                            \
    }                                                                    \
} while (0)
#else
# define YY_LAC_DISCARD(Event) yy_lac_established = 0
#endif

/* Given the stack whose top is *YYSSP, return 0 iff YYTOKEN can
   eventually (after perhaps some reductions) be shifted, return 1 if
   not, or return YYENOMEM if memory is exhausted.  As preconditions and
   postconditions: *YYES_CAPACITY is the allocated size of the array to
   which *YYES points, and either *YYES = YYESA or *YYES points to an
   array allocated with YYSTACK_ALLOC.  yy_lac may overwrite the
   contents of either array, alter *YYES and *YYES_CAPACITY, and free
   any old *YYES other than YYESA.  */
static int
yy_lac (yy_state_t *yyesa, yy_state_t **yyes,
        YYPTRDIFF_T *yyes_capacity, yy_state_t *yyssp, yysymbol_kind_t yytoken)
{
  yy_state_t *yyes_prev = yyssp;
  yy_state_t *yyesp = yyes_prev;
  /* Reduce until we encounter a shift and thereby accept the token.  */
  YYDPRINTF ((stderr, "LAC: checking lookahead %s:", yysymbol_name (yytoken)));
  if (yytoken == YYSYMBOL_YYUNDEF)
    {
      YYDPRINTF ((stderr, " Always Err\n"));
      return 1;
    }
  while (1)
    {
      int yyrule = yypact[+*yyesp];
      if (yypact_value_is_default (yyrule)
          || (yyrule += yytoken) < 0 || YYLAST < yyrule
          || yycheck[yyrule] != yytoken)
        {
          /* Use the default action.  */
          yyrule = yydefact[+*yyesp];
          if (yyrule == 0)
            {
              YYDPRINTF ((stderr, " Err\n"));
              return 1;
            }
        }
      else
        {
          /* Use the action from yytable.  */
          yyrule = yytable[yyrule];
          if (yytable_value_is_error (yyrule))
            {
              YYDPRINTF ((stderr, " Err\n"));
              return 1;
            }
          if (0 < yyrule)
            {
              YYDPRINTF ((stderr, " S%d\n", yyrule));
              return 0;
            }
          yyrule = -yyrule;
        }
      /* By now we know we have to simulate a reduce.  */
      YYDPRINTF ((stderr, " R%d", yyrule - 1));
      {
        /* Pop the corresponding number of values from the stack.  */
        YYPTRDIFF_T yylen = yyr2[yyrule];
        /* First pop from the LAC stack as many tokens as possible.  */
        if (yyesp != yyes_prev)
          {
            YYPTRDIFF_T yysize = yyesp - *yyes + 1;
            if (yylen < yysize)
              {
                yyesp -= yylen;
                yylen = 0;
              }
            else
              {
                yyesp = yyes_prev;
                yylen -= yysize;
              }
          }
        /* Only afterwards look at the main stack.  */
        if (yylen)
          yyesp = yyes_prev -= yylen;
      }
      /* Push the resulting state of the reduction.  */
      {
        yy_state_fast_t yystate;
        {
          const int yylhs = yyr1[yyrule] - YYNTOKENS;
          const int yyi = yypgoto[yylhs] + *yyesp;
          yystate = (0 <= yyi && yyi <= YYLAST && yycheck[yyi] == *yyesp
                     ? yytable[yyi]
                     : yydefgoto[yylhs]);
        }
        if (yyesp == yyes_prev)
          {
            yyesp = *yyes;
            YY_IGNORE_USELESS_CAST_BEGIN
            *yyesp = YY_CAST (yy_state_t, yystate);
            YY_IGNORE_USELESS_CAST_END
          }
        else
          {
            if (yy_lac_stack_realloc (yyes_capacity, 1,
#if FORTRAN_DEBUG
                                      " (", ")",
#endif
                                      yyes, yyesa, &yyesp, yyes_prev))
              {
                YYDPRINTF ((stderr, "\n"));
                return YYENOMEM;
              }
            YY_IGNORE_USELESS_CAST_BEGIN
            *++yyesp = YY_CAST (yy_state_t, yystate);
            YY_IGNORE_USELESS_CAST_END
          }
        YYDPRINTF ((stderr, " G%d", yystate));
      }
    }
}

/* Context of a parse error.  */
typedef struct
{
  yy_state_t *yyssp;
  yy_state_t *yyesa;
  yy_state_t **yyes;
  YYPTRDIFF_T *yyes_capacity;
  yysymbol_kind_t yytoken;
  YYLTYPE *yylloc;
} yypcontext_t;

/* Put in YYARG at most YYARGN of the expected tokens given the
   current YYCTX, and return the number of tokens stored in YYARG.  If
   YYARG is null, return the number of expected tokens (guaranteed to
   be less than YYNTOKENS).  Return YYENOMEM on memory exhaustion.
   Return 0 if there are more than YYARGN expected tokens, yet fill
   YYARG up to YYARGN. */
static int
yypcontext_expected_tokens (const yypcontext_t *yyctx,
                            yysymbol_kind_t yyarg[], int yyargn)
{
  /* Actual size of YYARG. */
  int yycount = 0;

  int yyx;
  for (yyx = 0; yyx < YYNTOKENS; ++yyx)
    {
      yysymbol_kind_t yysym = YY_CAST (yysymbol_kind_t, yyx);
      if (yysym != YYSYMBOL_YYerror && yysym != YYSYMBOL_YYUNDEF)
        switch (yy_lac (yyctx->yyesa, yyctx->yyes, yyctx->yyes_capacity, yyctx->yyssp, yysym))
          {
          case YYENOMEM:
            return YYENOMEM;
          case 1:
            continue;
          default:
            if (!yyarg)
              ++yycount;
            else if (yycount == yyargn)
              return 0;
            else
              yyarg[yycount++] = yysym;
          }
    }
  if (yyarg && yycount == 0 && 0 < yyargn)
    yyarg[0] = YYSYMBOL_YYEMPTY;
  return yycount;
}




/* The kind of the lookahead of this context.  */
static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx)
{
  return yyctx->yytoken;
}

/* The location of the lookahead of this context.  */
static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx)
{
  return yyctx->yylloc;
}

/* User defined function to report a syntax error.  */
static int
yyreport_syntax_error (const yypcontext_t *yyctx, struct parser *p);

/*-----------------------------------------------.
| Release the memory associated to this symbol.  |
`-----------------------------------------------*/

static void
yydestruct (const char *yymsg,
            yysymbol_kind_t yykind, YYSTYPE *yyvaluep, YYLTYPE *yylocationp, struct parser *p)
{
  YY_USE (yyvaluep);
  YY_USE (yylocationp);
  YY_USE (p);
  if (!yymsg)
    yymsg = "Deleting";
  YY_SYMBOL_PRINT (yymsg, yykind, yyvaluep, yylocationp);

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  YY_USE (yykind);
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}






/*----------.
| yyparse.  |
`----------*/

int
yyparse (struct parser *p)
{
/* Lookahead token kind.  */
int yychar;


/* The semantic value of the lookahead symbol.  */
/* Default value used for initialization, for pacifying older GCCs
   or non-GCC compilers.  */
YY_INITIAL_VALUE (static YYSTYPE yyval_default;)
YYSTYPE yylval YY_INITIAL_VALUE (= yyval_default);

/* Location data for the lookahead symbol.  */
static YYLTYPE yyloc_default
# if defined FORTRAN_LTYPE_IS_TRIVIAL && FORTRAN_LTYPE_IS_TRIVIAL
  = { 1, 1, 1, 1 }
# endif
;
YYLTYPE yylloc = yyloc_default;

    /* Number of syntax errors so far.  */
    int yynerrs = 0;

    yy_state_fast_t yystate = 0;
    /* Number of tokens to shift before error messages enabled.  */
    int yyerrstatus = 0;

    /* Refer to the stacks through separate pointers, to allow yyoverflow
       to reallocate them elsewhere.  */

    /* Their size.  */
    YYPTRDIFF_T yystacksize = YYINITDEPTH;

    /* The state stack: array, bottom, top.  */
    yy_state_t yyssa[YYINITDEPTH];
    yy_state_t *yyss = yyssa;
    yy_state_t *yyssp = yyss;

    /* The semantic value stack: array, bottom, top.  */
    YYSTYPE yyvsa[YYINITDEPTH];
    YYSTYPE *yyvs = yyvsa;
    YYSTYPE *yyvsp = yyvs;

    /* The location stack: array, bottom, top.  */
    YYLTYPE yylsa[YYINITDEPTH];
    YYLTYPE *yyls = yylsa;
    YYLTYPE *yylsp = yyls;

    yy_state_t yyesa[20];
    yy_state_t *yyes = yyesa;
    YYPTRDIFF_T yyes_capacity = 20 < YYMAXDEPTH ? 20 : YYMAXDEPTH;

  /* Whether LAC context is established.  A Boolean.  */
  int yy_lac_established = 0;
  int yyn;
  /* The return value of yyparse.  */
  int yyresult;
  /* Lookahead symbol kind.  */
  yysymbol_kind_t yytoken = YYSYMBOL_YYEMPTY;
  /* The variables used to return semantic value and location from the
     action routines.  */
  YYSTYPE yyval;
  YYLTYPE yyloc;

  /* The locations where the error started and ended.  */
  YYLTYPE yyerror_range[3];



#define YYPOPSTACK(N)   (yyvsp -= (N), yyssp -= (N), yylsp -= (N))

  /* The number of symbols on the RHS of the reduced rule.
     Keep to zero when no symbol should be popped.  */
  int yylen = 0;

  YYDPRINTF ((stderr, "Starting parse\n"));

  yychar = TOKEN_FORTRAN_EMPTY; /* Cause a token to be read.  */

  yylsp[0] = yylloc;
  goto yysetstate;


/*------------------------------------------------------------.
| yynewstate -- push a new state, which is found in yystate.  |
`------------------------------------------------------------*/
yynewstate:
  /* In all cases, when you get here, the value and location stacks
     have just been pushed.  So pushing a state here evens the stacks.  */
  yyssp++;


/*--------------------------------------------------------------------.
| yysetstate -- set current state (the top of the stack) to yystate.  |
`--------------------------------------------------------------------*/
yysetstate:
  YYDPRINTF ((stderr, "Entering state %d\n", yystate));
  YY_ASSERT (0 <= yystate && yystate < YYNSTATES);
  YY_IGNORE_USELESS_CAST_BEGIN
  *yyssp = YY_CAST (yy_state_t, yystate);
  YY_IGNORE_USELESS_CAST_END
  YY_STACK_PRINT (yyss, yyssp);

  if (yyss + yystacksize - 1 <= yyssp)
#if !defined yyoverflow && !defined YYSTACK_RELOCATE
    YYNOMEM;
#else
    {
      /* Get the current used size of the three stacks, in elements.  */
      YYPTRDIFF_T yysize = yyssp - yyss + 1;

# if defined yyoverflow
      {
        /* Give user a chance to reallocate the stack.  Use copies of
           these so that the &'s don't force the real ones into
           memory.  */
        yy_state_t *yyss1 = yyss;
        YYSTYPE *yyvs1 = yyvs;
        YYLTYPE *yyls1 = yyls;

        /* Each stack pointer address is followed by the size of the
           data in use in that stack, in bytes.  This used to be a
           conditional around just the two extra args, but that might
           be undefined if yyoverflow is a macro.  */
        yyoverflow (YY_("memory exhausted"),
                    &yyss1, yysize * YYSIZEOF (*yyssp),
                    &yyvs1, yysize * YYSIZEOF (*yyvsp),
                    &yyls1, yysize * YYSIZEOF (*yylsp),
                    &yystacksize);
        yyss = yyss1;
        yyvs = yyvs1;
        yyls = yyls1;
      }
# else /* defined YYSTACK_RELOCATE */
      /* Extend the stack our own way.  */
      if (YYMAXDEPTH <= yystacksize)
        YYNOMEM;
      yystacksize *= 2;
      if (YYMAXDEPTH < yystacksize)
        yystacksize = YYMAXDEPTH;

      {
        yy_state_t *yyss1 = yyss;
        union yyalloc *yyptr =
          YY_CAST (union yyalloc *,
                   YYSTACK_ALLOC (YY_CAST (YYSIZE_T, YYSTACK_BYTES (yystacksize))));
        if (! yyptr)
          YYNOMEM;
        YYSTACK_RELOCATE (yyss_alloc, yyss);
        YYSTACK_RELOCATE (yyvs_alloc, yyvs);
        YYSTACK_RELOCATE (yyls_alloc, yyls);
#  undef YYSTACK_RELOCATE
        if (yyss1 != yyssa)
          YYSTACK_FREE (yyss1);
      }
# endif

      yyssp = yyss + yysize - 1;
      yyvsp = yyvs + yysize - 1;
      yylsp = yyls + yysize - 1;

      YY_IGNORE_USELESS_CAST_BEGIN
      YYDPRINTF ((stderr, "Stack size increased to %ld\n",
                  YY_CAST (long, yystacksize)));
      YY_IGNORE_USELESS_CAST_END

      if (yyss + yystacksize - 1 <= yyssp)
        YYABORT;
    }
#endif /* !defined yyoverflow && !defined YYSTACK_RELOCATE */


  if (yystate == YYFINAL)
    YYACCEPT;

  goto yybackup;


/*-----------.
| yybackup.  |
`-----------*/
yybackup:
  /* Do appropriate processing given the current state.  Read a
     lookahead token if we need one and don't already have one.  */

  /* First try to decide what to do without reference to lookahead token.  */
  yyn = yypact[yystate];
  if (yypact_value_is_default (yyn))
    goto yydefault;

  /* Not known => get a lookahead token if don't already have one.  */

  /* YYCHAR is either empty, or end-of-input, or a valid lookahead.  */
  if (yychar == TOKEN_FORTRAN_EMPTY)
    {
      YYDPRINTF ((stderr, "Reading a token\n"));
      yychar = yylex (&yylval, &yylloc, p);
    }

  if (yychar <= TOKEN_END)
    {
      yychar = TOKEN_END;
      yytoken = YYSYMBOL_YYEOF;
      YYDPRINTF ((stderr, "Now at end of input.\n"));
    }
  else if (yychar == TOKEN_FORTRAN_error)
    {
      /* The scanner already issued an error message, process directly
         to error recovery.  But do not keep the error token as
         lookahead, it is too special and may lead us to an endless
         loop in error recovery. */
      yychar = TOKEN_FORTRAN_UNDEF;
      yytoken = YYSYMBOL_YYerror;
      yyerror_range[1] = yylloc;
      goto yyerrlab1;
    }
  else
    {
      yytoken = YYTRANSLATE (yychar);
      YY_SYMBOL_PRINT ("Next token is", yytoken, &yylval, &yylloc);
    }

  /* If the proper action on seeing token YYTOKEN is to reduce or to
     detect an error, take that action.  */
  yyn += yytoken;
  if (yyn < 0 || YYLAST < yyn || yycheck[yyn] != yytoken)
    {
      YY_LAC_ESTABLISH;
      goto yydefault;
    }
  yyn = yytable[yyn];
  if (yyn <= 0)
    {
      if (yytable_value_is_error (yyn))
        goto yyerrlab;
      yyn = -yyn;
      YY_LAC_ESTABLISH;
      goto yyreduce;
    }

  /* Count tokens shifted since error; after three, turn off error
     status.  */
  if (yyerrstatus)
    yyerrstatus--;

  /* Shift the lookahead token.  */
  YY_SYMBOL_PRINT ("Shifting", yytoken, &yylval, &yylloc);
  yystate = yyn;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END
  *++yylsp = yylloc;

  /* Discard the shifted token.  */
  yychar = TOKEN_FORTRAN_EMPTY;
  YY_LAC_DISCARD ("shift");
  goto yynewstate;


/*-----------------------------------------------------------.
| yydefault -- do the default action for the current state.  |
`-----------------------------------------------------------*/
yydefault:
  yyn = yydefact[yystate];
  if (yyn == 0)
    goto yyerrlab;
  goto yyreduce;


/*-----------------------------.
| yyreduce -- do a reduction.  |
`-----------------------------*/
yyreduce:
  /* yyn is the number of a rule to reduce with.  */
  yylen = yyr2[yyn];

  /* If YYLEN is nonzero, implement the default value of the action:
     '$$ = $1'.

     Otherwise, the following line sets YYVAL to garbage.
     This behavior is undocumented and Bison
     users should not rely upon it.  Assigning to YYVAL
     unconditionally makes the parser a bit smaller, and it avoids a
     GCC warning that YYVAL may be used uninitialized.  */
  yyval = yyvsp[1-yylen];

  /* Default location. */
  YYLLOC_DEFAULT (yyloc, (yylsp - yylen), yylen);
  yyerror_range[1] = yyloc;
  YY_REDUCE_PRINT (yyn);
  {
    int yychar_backup = yychar;
    switch (yyn)
      {
  case 2: /* statement: S_ASSIGNMENT designator "'='" expr  */
#line 86 "../frontend/parse.y"
                                                    { build_assignment(p, (yyvsp[-2].TOKEN_designator), (yyvsp[0].TOKEN_expr)); }
#line 2202 "frontend/parse.c"
    break;

  case 3: /* statement: S_POINTER_ASSIGNMENT designator "'=>'" expr  */
#line 87 "../frontend/parse.y"
                                                    { build_assignment(p, (yyvsp[-2].TOKEN_designator), (yyvsp[0].TOKEN_expr)); }
#line 2208 "frontend/parse.c"
    break;

  case 4: /* statement: S_ALLOCATE "'('" arguments "')'"  */
#line 88 "../frontend/parse.y"
                                                    { build_io(p, (struct exprs){0}, (yyvsp[-1].TOKEN_arguments)); }
#line 2214 "frontend/parse.c"
    break;

  case 5: /* statement: S_ASSIGN_LABEL "a whole number" "a name"  */
#line 89 "../frontend/parse.y"
                                                    { build_assign_label(p, (yyvsp[-1].TOKEN_INTEGER), (yyvsp[0].TOKEN_NAME), (yylsp[0])); }
#line 2220 "frontend/parse.c"
    break;

  case 7: /* statement: S_CALL designator  */
#line 91 "../frontend/parse.y"
                                                    { build_call(p, (yyvsp[0].TOKEN_designator)); }
#line 2226 "frontend/parse.c"
    break;

  case 8: /* statement: S_CASE "'('" arguments "')'" name_opt  */
#line 92 "../frontend/parse.y"
                                                    { build_io(p, (struct exprs){0}, (yyvsp[-2].TOKEN_arguments)); }
#line 2232 "frontend/parse.c"
    break;

  case 10: /* statement: S_CONDITION "'('" expr "')'"  */
#line 94 "../frontend/parse.y"
                                                    { build_condition(p, (yyvsp[-1].TOKEN_expr)); }
#line 2238 "frontend/parse.c"
    break;

  case 13: /* statement: S_DO "a name" "'='" expr "','" expr bound_step  */
#line 97 "../frontend/parse.y"
                                                    { build_do(p, (yyvsp[-5].TOKEN_NAME), (yyvsp[-3].TOKEN_expr), (yyvsp[-1].TOKEN_expr), (yyvsp[0].TOKEN_bound_step)); }
#line 2244 "frontend/parse.c"
    break;

  case 14: /* statement: S_ENTRY "a name" dummies_opt suffixes  */
#line 98 "../frontend/parse.y"
                                                    { build_stmt_name(p, (yyvsp[-2].TOKEN_NAME)); }
#line 2250 "frontend/parse.c"
    break;

  case 16: /* statement: S_FORALL "'('" arguments "')'"  */
#line 100 "../frontend/parse.y"
                                                    { build_io(p, (struct exprs){0}, (yyvsp[-1].TOKEN_arguments)); }
#line 2256 "frontend/parse.c"
    break;

  case 17: /* statement: S_FUNCTION "a name" dummies_opt suffixes  */
#line 101 "../frontend/parse.y"
                                                    { build_stmt_name(p, (yyvsp[-2].TOKEN_NAME)); }
#line 2262 "frontend/parse.c"
    break;

  case 19: /* statement: S_IF_ARITHMETIC "'('" expr "')'" label "','" label "','" label  */
#line 103 "../frontend/parse.y"
                                                         { build_condition(p, (yyvsp[-6].TOKEN_expr)); }
#line 2268 "frontend/parse.c"
    break;

  case 21: /* statement: S_INTENT "'('" arguments "')'" colons_opt entities  */
#line 105 "../frontend/parse.y"
                                                    { build_attribute(p, NULL, (yyvsp[-3].TOKEN_arguments), (yylsp[-3])); }
#line 2274 "frontend/parse.c"
    break;

  case 22: /* statement: S_IO_CONTROL "'('" arguments "')'" items_opt  */
#line 106 "../frontend/parse.y"
                                                    { build_io(p, (yyvsp[-2].TOKEN_arguments), (yyvsp[0].TOKEN_items_opt)); }
#line 2280 "frontend/parse.c"
    break;

  case 23: /* statement: S_IO_SHORT unit  */
#line 107 "../frontend/parse.y"
                                                    { build_io(p, exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_unit)), (struct exprs){0}); }
#line 2286 "frontend/parse.c"
    break;

  case 24: /* statement: S_IO_SHORT "'('" arguments "')'"  */
#line 108 "../frontend/parse.y"
                                                    { build_io(p, (yyvsp[-1].TOKEN_arguments), (struct exprs){0}); }
#line 2292 "frontend/parse.c"
    break;

  case 26: /* statement: S_NAMED name_opt  */
#line 110 "../frontend/parse.y"
                                                    { build_stmt_name(p, (yyvsp[0].TOKEN_name_opt)); }
#line 2298 "frontend/parse.c"
    break;

  case 32: /* statement: S_PRINT format  */
#line 116 "../frontend/parse.y"
                                                    { build_io(p, exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_format)), (struct exprs){0}); }
#line 2304 "frontend/parse.c"
    break;

  case 33: /* statement: S_PRINT format "','" items  */
#line 117 "../frontend/parse.y"
                                                    { build_io(p, exprs_add(p, (struct exprs){0}, (yyvsp[-2].TOKEN_format)), (yyvsp[0].TOKEN_items)); }
#line 2310 "frontend/parse.c"
    break;

  case 34: /* statement: S_READ "'('" arguments "')'" items_opt  */
#line 118 "../frontend/parse.y"
                                                    { build_io(p, (yyvsp[-2].TOKEN_arguments), (yyvsp[0].TOKEN_items_opt)); }
#line 2316 "frontend/parse.c"
    break;

  case 35: /* statement: S_READ unit  */
#line 119 "../frontend/parse.y"
                                                    { build_io(p, exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_unit)), (struct exprs){0}); }
#line 2322 "frontend/parse.c"
    break;

  case 36: /* statement: S_READ unit "','" items  */
#line 120 "../frontend/parse.y"
                                                    { build_io(p, exprs_add(p, (struct exprs){0}, (yyvsp[-2].TOKEN_unit)), (yyvsp[0].TOKEN_items)); }
#line 2328 "frontend/parse.c"
    break;

  case 38: /* statement: S_SUBROUTINE "a name" dummies_opt suffixes  */
#line 122 "../frontend/parse.y"
                                                    { build_stmt_name(p, (yyvsp[-2].TOKEN_NAME)); }
#line 2334 "frontend/parse.c"
    break;

  case 42: /* statement: S_VALUE expr_opt  */
#line 126 "../frontend/parse.y"
                                                    { build_condition(p, (yyvsp[0].TOKEN_expr_opt)); }
#line 2340 "frontend/parse.c"
    break;

  case 47: /* name_opt: %empty  */
#line 131 "../frontend/parse.y"
                 { (yyval.TOKEN_name_opt) = NULL; }
#line 2346 "frontend/parse.c"
    break;

  case 49: /* expr_opt: %empty  */
#line 132 "../frontend/parse.y"
                 { (yyval.TOKEN_expr_opt) = NULL; }
#line 2352 "frontend/parse.c"
    break;

  case 51: /* bound_step: %empty  */
#line 136 "../frontend/parse.y"
                   { (yyval.TOKEN_bound_step) = NULL; }
#line 2358 "frontend/parse.c"
    break;

  case 52: /* bound_step: "','" expr  */
#line 136 "../frontend/parse.y"
                                             { (yyval.TOKEN_bound_step) = (yyvsp[0].TOKEN_expr); }
#line 2364 "frontend/parse.c"
    break;

  case 53: /* label: "a whole number"  */
#line 137 "../frontend/parse.y"
               { build_label(p, (yyvsp[0].TOKEN_INTEGER)); }
#line 2370 "frontend/parse.c"
    break;

  case 56: /* goto: label  */
#line 140 "../frontend/parse.y"
                                  { build_goto(p, STMT_GOTO, NULL); }
#line 2376 "frontend/parse.c"
    break;

  case 57: /* goto: "'('" labels "')'" comma_opt expr  */
#line 141 "../frontend/parse.y"
                                  { build_goto(p, STMT_GOTO_COMPUTED, (yyvsp[0].TOKEN_expr)); }
#line 2382 "frontend/parse.c"
    break;

  case 58: /* goto: "a name"  */
#line 142 "../frontend/parse.y"
                                  { build_goto(p, STMT_GOTO_ASSIGNED, build_named(p, (yyvsp[0].TOKEN_NAME), (yylsp[0]))); }
#line 2388 "frontend/parse.c"
    break;

  case 59: /* goto: "a name" comma_opt "'('" labels "')'"  */
#line 143 "../frontend/parse.y"
                                  { build_goto(p, STMT_GOTO_ASSIGNED, build_named(p, (yyvsp[-4].TOKEN_NAME), (yylsp[-4]))); }
#line 2394 "frontend/parse.c"
    break;

  case 63: /* dummies: dummy  */
#line 146 "../frontend/parse.y"
               { build_dummy(p, (yyvsp[0].TOKEN_dummy)); }
#line 2400 "frontend/parse.c"
    break;

  case 64: /* dummies: dummies "','" dummy  */
#line 146 "../frontend/parse.y"
                                                               { build_dummy(p, (yyvsp[0].TOKEN_dummy)); }
#line 2406 "frontend/parse.c"
    break;

  case 66: /* dummy: "'*'"  */
#line 147 "../frontend/parse.y"
                  { (yyval.TOKEN_dummy) = build_name(p, "*", 1); }
#line 2412 "frontend/parse.c"
    break;

  case 68: /* suffixes: suffixes "a name" "'('" arguments "')'"  */
#line 148 "../frontend/parse.y"
                                                   { build_suffix(p, (yyvsp[-3].TOKEN_NAME), (yyvsp[-1].TOKEN_arguments), (yylsp[-3])); }
#line 2418 "frontend/parse.c"
    break;

  case 72: /* unit: "'*'"  */
#line 156 "../frontend/parse.y"
      { (yyval.TOKEN_unit) = build_star(p, (yyloc)); }
#line 2424 "frontend/parse.c"
    break;

  case 74: /* format: "'*'"  */
#line 158 "../frontend/parse.y"
                   { (yyval.TOKEN_format) = build_star(p, (yyloc)); }
#line 2430 "frontend/parse.c"
    break;

  case 75: /* items_opt: %empty  */
#line 159 "../frontend/parse.y"
                  { (yyval.TOKEN_items_opt) = (struct exprs){0}; }
#line 2436 "frontend/parse.c"
    break;

  case 77: /* items_opt: "','" items  */
#line 159 "../frontend/parse.y"
                                                                  { (yyval.TOKEN_items_opt) = (yyvsp[0].TOKEN_items); }
#line 2442 "frontend/parse.c"
    break;

  case 78: /* items: expr  */
#line 161 "../frontend/parse.y"
                 { (yyval.TOKEN_items) = exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_expr)); }
#line 2448 "frontend/parse.c"
    break;

  case 79: /* items: items "','" expr  */
#line 162 "../frontend/parse.y"
                 { (yyval.TOKEN_items) = exprs_add(p, (yyvsp[-2].TOKEN_items), (yyvsp[0].TOKEN_expr)); }
#line 2454 "frontend/parse.c"
    break;

  case 81: /* kind_opt: "'*'" size  */
#line 169 "../frontend/parse.y"
                    { build_size(p, (yyvsp[0].TOKEN_size), (struct exprs){0}); }
#line 2460 "frontend/parse.c"
    break;

  case 82: /* kind_opt: "'('" arguments "')'"  */
#line 170 "../frontend/parse.y"
                    { build_size(p, NULL, (yyvsp[-1].TOKEN_arguments)); }
#line 2466 "frontend/parse.c"
    break;

  case 84: /* size: "'('" argument "')'"  */
#line 172 "../frontend/parse.y"
                                 { (yyval.TOKEN_size) = (yyvsp[-1].TOKEN_argument); }
#line 2472 "frontend/parse.c"
    break;

  case 86: /* attributes: attributes "','" "a name"  */
#line 175 "../frontend/parse.y"
                                         { build_attribute(p, (yyvsp[0].TOKEN_NAME), (struct exprs){0}, (yylsp[0])); }
#line 2478 "frontend/parse.c"
    break;

  case 87: /* attributes: attributes "','" "a name" "'('" arguments "')'"  */
#line 176 "../frontend/parse.y"
                                         { build_attribute(p, (yyvsp[-3].TOKEN_NAME), (yyvsp[-1].TOKEN_arguments), (yylsp[-3])); }
#line 2484 "frontend/parse.c"
    break;

  case 90: /* entity: "a name" dims_opt initial  */
#line 180 "../frontend/parse.y"
                                          { build_item(p, (yyvsp[-2].TOKEN_NAME), (yyvsp[-1].TOKEN_dims_opt), NULL, (yyvsp[0].TOKEN_initial), (yylsp[-2])); }
#line 2490 "frontend/parse.c"
    break;

  case 91: /* entity: "a name" "'*'" size initial  */
#line 181 "../frontend/parse.y"
                                          { build_item(p, (yyvsp[-3].TOKEN_NAME), (struct exprs){0}, (yyvsp[-1].TOKEN_size), (yyvsp[0].TOKEN_initial), (yylsp[-3])); }
#line 2496 "frontend/parse.c"
    break;

  case 92: /* entity: "a name" "'*'" size "'('" arguments "')'" initial  */
#line 182 "../frontend/parse.y"
                                          { build_item(p, (yyvsp[-6].TOKEN_NAME), (yyvsp[-2].TOKEN_arguments), (yyvsp[-4].TOKEN_size), (yyvsp[0].TOKEN_initial), (yylsp[-6])); }
#line 2502 "frontend/parse.c"
    break;

  case 93: /* entity: "a name" "'('" arguments "')'" "'*'" size initial  */
#line 183 "../frontend/parse.y"
                                          { build_item(p, (yyvsp[-6].TOKEN_NAME), (yyvsp[-4].TOKEN_arguments), (yyvsp[-1].TOKEN_size), (yyvsp[0].TOKEN_initial), (yylsp[-6])); }
#line 2508 "frontend/parse.c"
    break;

  case 94: /* dims_opt: %empty  */
#line 185 "../frontend/parse.y"
                 { (yyval.TOKEN_dims_opt) = (struct exprs){0}; }
#line 2514 "frontend/parse.c"
    break;

  case 95: /* dims_opt: "'('" arguments "')'"  */
#line 185 "../frontend/parse.y"
                                                                 { (yyval.TOKEN_dims_opt) = (yyvsp[-1].TOKEN_arguments); }
#line 2520 "frontend/parse.c"
    break;

  case 96: /* initial: %empty  */
#line 187 "../frontend/parse.y"
                    { (yyval.TOKEN_initial) = NULL; }
#line 2526 "frontend/parse.c"
    break;

  case 97: /* initial: "'='" expr  */
#line 188 "../frontend/parse.y"
                    { (yyval.TOKEN_initial) = (yyvsp[0].TOKEN_expr); }
#line 2532 "frontend/parse.c"
    break;

  case 98: /* initial: "'=>'" expr  */
#line 189 "../frontend/parse.y"
                    { (yyval.TOKEN_initial) = (yyvsp[0].TOKEN_expr); }
#line 2538 "frontend/parse.c"
    break;

  case 99: /* initial: "'/'" constants "'/'"  */
#line 190 "../frontend/parse.y"
                    { (yyval.TOKEN_initial) = build_list(p, (yyvsp[-1].TOKEN_constants), (yyloc)); }
#line 2544 "frontend/parse.c"
    break;

  case 102: /* entity_or_block: "'/'" "a name" "'/'"  */
#line 194 "../frontend/parse.y"
                { build_block(p, (yyvsp[-1].TOKEN_NAME)); }
#line 2550 "frontend/parse.c"
    break;

  case 103: /* entity_or_block: "'/'" "'/'"  */
#line 195 "../frontend/parse.y"
                { build_block(p, ""); }
#line 2556 "frontend/parse.c"
    break;

  case 104: /* entity_or_block: "'//'"  */
#line 196 "../frontend/parse.y"
                { build_block(p, ""); }
#line 2562 "frontend/parse.c"
    break;

  case 105: /* entity_or_block: "a name" dims_opt  */
#line 197 "../frontend/parse.y"
                { build_item(p, (yyvsp[-1].TOKEN_NAME), (yyvsp[0].TOKEN_dims_opt), NULL, NULL, (yylsp[-1])); }
#line 2568 "frontend/parse.c"
    break;

  case 109: /* name_item: "a name"  */
#line 201 "../frontend/parse.y"
                { build_item(p, (yyvsp[0].TOKEN_NAME), (struct exprs){0}, NULL, NULL, (yylsp[0])); }
#line 2574 "frontend/parse.c"
    break;

  case 112: /* parameter: "a name" "'='" expr  */
#line 203 "../frontend/parse.y"
                         { build_item(p, (yyvsp[-2].TOKEN_NAME), (struct exprs){0}, NULL, (yyvsp[0].TOKEN_expr), (yylsp[-2])); }
#line 2580 "frontend/parse.c"
    break;

  case 115: /* cray_pointer: "'('" "a name" "','" name_dims "')'"  */
#line 205 "../frontend/parse.y"
                                         { build_cray_pointer(p, (yyvsp[-3].TOKEN_NAME)); }
#line 2586 "frontend/parse.c"
    break;

  case 116: /* name_dims: "a name" dims_opt  */
#line 206 "../frontend/parse.y"
                         { build_item(p, (yyvsp[-1].TOKEN_NAME), (yyvsp[0].TOKEN_dims_opt), NULL, NULL, (yylsp[-1])); }
#line 2592 "frontend/parse.c"
    break;

  case 119: /* equivalence: "'('" references "')'"  */
#line 208 "../frontend/parse.y"
                                { build_next_set(p); }
#line 2598 "frontend/parse.c"
    break;

  case 120: /* references: designator  */
#line 210 "../frontend/parse.y"
                            { build_reference(p, (yyvsp[0].TOKEN_designator)); }
#line 2604 "frontend/parse.c"
    break;

  case 121: /* references: references "','" designator  */
#line 211 "../frontend/parse.y"
                            { build_reference(p, (yyvsp[0].TOKEN_designator)); }
#line 2610 "frontend/parse.c"
    break;

  case 124: /* implicit_item: "a name" "'('" arguments "')'"  */
#line 215 "../frontend/parse.y"
                                                { build_implicit(p, (yyvsp[-3].TOKEN_NAME), NULL, (yyvsp[-1].TOKEN_arguments), (struct exprs){0}, false, (yylsp[-3])); }
#line 2616 "frontend/parse.c"
    break;

  case 125: /* implicit_item: "a name" "'('" arguments "')'" "'('" arguments "')'"  */
#line 216 "../frontend/parse.y"
                                                { build_implicit(p, (yyvsp[-6].TOKEN_NAME), NULL, (yyvsp[-4].TOKEN_arguments), (yyvsp[-1].TOKEN_arguments), true, (yylsp[-6])); }
#line 2622 "frontend/parse.c"
    break;

  case 126: /* implicit_item: "a name" "'*'" size "'('" arguments "')'"  */
#line 217 "../frontend/parse.y"
                                                { build_implicit(p, (yyvsp[-5].TOKEN_NAME), (yyvsp[-3].TOKEN_size), (yyvsp[-1].TOKEN_arguments), (struct exprs){0}, false, (yylsp[-5])); }
#line 2628 "frontend/parse.c"
    break;

  case 127: /* implicit_item: "a name"  */
#line 218 "../frontend/parse.y"
                                                { build_implicit_none(p, (yyvsp[0].TOKEN_NAME), (yylsp[0])); }
#line 2634 "frontend/parse.c"
    break;

  case 130: /* data_set: data_objects "'/'" constants "'/'"  */
#line 224 "../frontend/parse.y"
                                         { build_data_values(p, (yyvsp[-1].TOKEN_constants), (yylsp[-1])); }
#line 2640 "frontend/parse.c"
    break;

  case 131: /* data_objects: object  */
#line 226 "../frontend/parse.y"
                          { build_reference(p, (yyvsp[0].TOKEN_object)); }
#line 2646 "frontend/parse.c"
    break;

  case 132: /* data_objects: data_objects "','" object  */
#line 227 "../frontend/parse.y"
                          { build_reference(p, (yyvsp[0].TOKEN_object)); }
#line 2652 "frontend/parse.c"
    break;

  case 134: /* object: "'('" objects "','" "a name" "'='" expr "','" expr bound_step "')'"  */
#line 232 "../frontend/parse.y"
    { (yyval.TOKEN_object) = build_implied_do(p, (yyvsp[-8].TOKEN_objects), (yyvsp[-6].TOKEN_NAME), (yyvsp[-4].TOKEN_expr), (yyvsp[-2].TOKEN_expr), (yyvsp[-1].TOKEN_bound_step), (yyloc)); }
#line 2658 "frontend/parse.c"
    break;

  case 135: /* objects: object  */
#line 235 "../frontend/parse.y"
                     { (yyval.TOKEN_objects) = exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_object)); }
#line 2664 "frontend/parse.c"
    break;

  case 136: /* objects: objects "','" object  */
#line 236 "../frontend/parse.y"
                     { (yyval.TOKEN_objects) = exprs_add(p, (yyvsp[-2].TOKEN_objects), (yyvsp[0].TOKEN_object)); }
#line 2670 "frontend/parse.c"
    break;

  case 137: /* constants: value  */
#line 239 "../frontend/parse.y"
                      { (yyval.TOKEN_constants) = exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_value)); }
#line 2676 "frontend/parse.c"
    break;

  case 138: /* constants: constants "','" value  */
#line 240 "../frontend/parse.y"
                      { (yyval.TOKEN_constants) = exprs_add(p, (yyvsp[-2].TOKEN_constants), (yyvsp[0].TOKEN_value)); }
#line 2682 "frontend/parse.c"
    break;

  case 140: /* value: "a whole number" "'*'" constant  */
#line 244 "../frontend/parse.y"
                       { (yyval.TOKEN_value) = build_repeat(p, (yyvsp[-2].TOKEN_INTEGER), (yyvsp[0].TOKEN_constant), (yyloc)); }
#line 2688 "frontend/parse.c"
    break;

  case 141: /* value: "a name" "'*'" constant  */
#line 245 "../frontend/parse.y"
                       { (yyval.TOKEN_value) = build_repeat(p, build_named(p, (yyvsp[-2].TOKEN_NAME), (yylsp[-2])), (yyvsp[0].TOKEN_constant), (yyloc)); }
#line 2694 "frontend/parse.c"
    break;

  case 145: /* constant: "a name" "'('" arguments "')'"  */
#line 251 "../frontend/parse.y"
                            { (yyval.TOKEN_constant) = build_apply(p, build_named(p, (yyvsp[-3].TOKEN_NAME), (yylsp[-3])), (yyvsp[-1].TOKEN_arguments), (yyloc)); }
#line 2700 "frontend/parse.c"
    break;

  case 146: /* constant: "'('" number "','" number "')'"  */
#line 252 "../frontend/parse.y"
                            { (yyval.TOKEN_constant) = build_paren(p, exprs_add(p, exprs_add(p, (struct exprs){0}, (yyvsp[-3].TOKEN_number)), (yyvsp[-1].TOKEN_number)), (yyloc)); }
#line 2706 "frontend/parse.c"
    break;

  case 148: /* number: "'+'" bare_number  */
#line 256 "../frontend/parse.y"
                  { (yyval.TOKEN_number) = build_unary(p, OPERATOR_PLUS, NULL, (yyvsp[0].TOKEN_bare_number), (yyloc)); }
#line 2712 "frontend/parse.c"
    break;

  case 149: /* number: "'-'" bare_number  */
#line 257 "../frontend/parse.y"
                  { (yyval.TOKEN_number) = build_unary(p, OPERATOR_MINUS, NULL, (yyvsp[0].TOKEN_bare_number), (yyloc)); }
#line 2718 "frontend/parse.c"
    break;

  case 152: /* bare_number: "a name"  */
#line 259 "../frontend/parse.y"
                                   { (yyval.TOKEN_bare_number) = build_named(p, (yyvsp[0].TOKEN_NAME), (yylsp[0])); }
#line 2724 "frontend/parse.c"
    break;

  case 153: /* designator: "a name"  */
#line 264 "../frontend/parse.y"
                               { (yyval.TOKEN_designator) = build_named(p, (yyvsp[0].TOKEN_NAME), (yyloc)); }
#line 2730 "frontend/parse.c"
    break;

  case 154: /* designator: designator "'('" arguments "')'"  */
#line 265 "../frontend/parse.y"
                               { (yyval.TOKEN_designator) = build_apply(p, (yyvsp[-3].TOKEN_designator), (yyvsp[-1].TOKEN_arguments), (yyloc)); }
#line 2736 "frontend/parse.c"
    break;

  case 155: /* designator: designator "'%'" "a name"  */
#line 266 "../frontend/parse.y"
                               { (yyval.TOKEN_designator) = build_member(p, (yyvsp[-2].TOKEN_designator), (yyvsp[0].TOKEN_NAME), (yyloc)); }
#line 2742 "frontend/parse.c"
    break;

  case 156: /* arguments: %empty  */
#line 268 "../frontend/parse.y"
                  { (yyval.TOKEN_arguments) = (struct exprs){0}; }
#line 2748 "frontend/parse.c"
    break;

  case 158: /* argument_list: argument  */
#line 270 "../frontend/parse.y"
                             { (yyval.TOKEN_argument_list) = exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_argument)); }
#line 2754 "frontend/parse.c"
    break;

  case 159: /* argument_list: argument_list "','" argument  */
#line 271 "../frontend/parse.y"
                             { (yyval.TOKEN_argument_list) = exprs_add(p, (yyvsp[-2].TOKEN_argument_list), (yyvsp[0].TOKEN_argument)); }
#line 2760 "frontend/parse.c"
    break;

  case 161: /* argument: "a name" "'='" argument_value  */
#line 273 "../frontend/parse.y"
                                                   { (yyval.TOKEN_argument) = build_keyword(p, (yyvsp[-2].TOKEN_NAME), (yyvsp[0].TOKEN_argument_value), (yyloc)); }
#line 2766 "frontend/parse.c"
    break;

  case 163: /* argument_value: "'*'"  */
#line 276 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_star(p, (yyloc)); }
#line 2772 "frontend/parse.c"
    break;

  case 164: /* argument_value: "'..'"  */
#line 277 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_star(p, (yyloc)); }
#line 2778 "frontend/parse.c"
    break;

  case 165: /* argument_value: "'*'" "a whole number"  */
#line 278 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_label_argument(p, (yyvsp[0].TOKEN_INTEGER), (yyloc)); }
#line 2784 "frontend/parse.c"
    break;

  case 166: /* argument_value: expr_opt "':'" expr_opt  */
#line 279 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_range(p, (yyvsp[-2].TOKEN_expr_opt), (yyvsp[0].TOKEN_expr_opt), NULL, (yyloc)); }
#line 2790 "frontend/parse.c"
    break;

  case 167: /* argument_value: expr_opt "':'" "'*'"  */
#line 280 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_range(p, (yyvsp[-2].TOKEN_expr_opt), build_star(p, (yylsp[0])), NULL, (yyloc)); }
#line 2796 "frontend/parse.c"
    break;

  case 168: /* argument_value: expr_opt "':'" expr_opt "':'" expr  */
#line 281 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_range(p, (yyvsp[-4].TOKEN_expr_opt), (yyvsp[-2].TOKEN_expr_opt), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2802 "frontend/parse.c"
    break;

  case 169: /* argument_value: expr_opt "'::'" expr  */
#line 282 "../frontend/parse.y"
                                 { (yyval.TOKEN_argument_value) = build_range(p, (yyvsp[-2].TOKEN_expr_opt), NULL, (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2808 "frontend/parse.c"
    break;

  case 170: /* expr_list: expr  */
#line 285 "../frontend/parse.y"
                     { (yyval.TOKEN_expr_list) = exprs_add(p, (struct exprs){0}, (yyvsp[0].TOKEN_expr)); }
#line 2814 "frontend/parse.c"
    break;

  case 171: /* expr_list: expr_list "','" expr  */
#line 286 "../frontend/parse.y"
                     { (yyval.TOKEN_expr_list) = exprs_add(p, (yyvsp[-2].TOKEN_expr_list), (yyvsp[0].TOKEN_expr)); }
#line 2820 "frontend/parse.c"
    break;

  case 177: /* primary: "a character constant" "'('" arguments "')'"  */
#line 294 "../frontend/parse.y"
                                 { (yyval.TOKEN_primary) = build_apply(p, (yyvsp[-3].TOKEN_TEXT), (yyvsp[-1].TOKEN_arguments), (yyloc)); }
#line 2826 "frontend/parse.c"
    break;

  case 178: /* primary: "'('" expr_list "')'"  */
#line 295 "../frontend/parse.y"
                                 { (yyval.TOKEN_primary) = build_paren(p, (yyvsp[-1].TOKEN_expr_list), (yyloc)); }
#line 2832 "frontend/parse.c"
    break;

  case 179: /* primary: "'('" expr_list "','" "a name" "'='" expr "','" expr bound_step "')'"  */
#line 297 "../frontend/parse.y"
    { (yyval.TOKEN_primary) = build_implied_do(p, (yyvsp[-8].TOKEN_expr_list), (yyvsp[-6].TOKEN_NAME), (yyvsp[-4].TOKEN_expr), (yyvsp[-2].TOKEN_expr), (yyvsp[-1].TOKEN_bound_step), (yyloc)); }
#line 2838 "frontend/parse.c"
    break;

  case 180: /* primary: "'(/'" expr_list "'/)'"  */
#line 298 "../frontend/parse.y"
                                 { (yyval.TOKEN_primary) = build_list(p, (yyvsp[-1].TOKEN_expr_list), (yyloc)); }
#line 2844 "frontend/parse.c"
    break;

  case 181: /* primary: "'['" expr_list "']'"  */
#line 299 "../frontend/parse.y"
                                 { (yyval.TOKEN_primary) = build_list(p, (yyvsp[-1].TOKEN_expr_list), (yyloc)); }
#line 2850 "frontend/parse.c"
    break;

  case 183: /* expr: "'+'" expr  */
#line 303 "../frontend/parse.y"
                            { (yyval.TOKEN_expr) = build_unary(p, OPERATOR_PLUS, NULL, (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2856 "frontend/parse.c"
    break;

  case 184: /* expr: "'-'" expr  */
#line 304 "../frontend/parse.y"
                            { (yyval.TOKEN_expr) = build_unary(p, OPERATOR_MINUS, NULL, (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2862 "frontend/parse.c"
    break;

  case 185: /* expr: ".not." expr  */
#line 305 "../frontend/parse.y"
                            { (yyval.TOKEN_expr) = build_unary(p, OPERATOR_NOT, NULL, (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2868 "frontend/parse.c"
    break;

  case 186: /* expr: "a defined operator" expr  */
#line 306 "../frontend/parse.y"
                                      { (yyval.TOKEN_expr) = build_unary(p, OPERATOR_USER, (yyvsp[-1].TOKEN_USER_OPERATOR), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2874 "frontend/parse.c"
    break;

  case 187: /* expr: expr "'+'" expr  */
#line 307 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_PLUS, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2880 "frontend/parse.c"
    break;

  case 188: /* expr: expr "'-'" expr  */
#line 308 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_MINUS, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2886 "frontend/parse.c"
    break;

  case 189: /* expr: expr "'*'" expr  */
#line 309 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_TIMES, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2892 "frontend/parse.c"
    break;

  case 190: /* expr: expr "'/'" expr  */
#line 310 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_DIVIDE, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2898 "frontend/parse.c"
    break;

  case 191: /* expr: expr "'**'" expr  */
#line 311 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_POWER, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2904 "frontend/parse.c"
    break;

  case 192: /* expr: expr "'//'" expr  */
#line 312 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_CONCAT, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2910 "frontend/parse.c"
    break;

  case 193: /* expr: expr "<" expr  */
#line 313 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_LT, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2916 "frontend/parse.c"
    break;

  case 194: /* expr: expr "<=" expr  */
#line 314 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_LE, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2922 "frontend/parse.c"
    break;

  case 195: /* expr: expr "==" expr  */
#line 315 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_EQ, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2928 "frontend/parse.c"
    break;

  case 196: /* expr: expr "/=" expr  */
#line 316 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_NE, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2934 "frontend/parse.c"
    break;

  case 197: /* expr: expr ">" expr  */
#line 317 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_GT, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2940 "frontend/parse.c"
    break;

  case 198: /* expr: expr ">=" expr  */
#line 318 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_GE, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2946 "frontend/parse.c"
    break;

  case 199: /* expr: expr ".and." expr  */
#line 319 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_AND, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2952 "frontend/parse.c"
    break;

  case 200: /* expr: expr ".or." expr  */
#line 320 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_OR, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2958 "frontend/parse.c"
    break;

  case 201: /* expr: expr ".eqv." expr  */
#line 321 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_EQV, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2964 "frontend/parse.c"
    break;

  case 202: /* expr: expr ".neqv." expr  */
#line 322 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_NEQV, NULL, (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2970 "frontend/parse.c"
    break;

  case 203: /* expr: expr "a defined operator" expr  */
#line 323 "../frontend/parse.y"
                           { (yyval.TOKEN_expr) = build_binary(p, OPERATOR_USER, (yyvsp[-1].TOKEN_USER_OPERATOR), (yyvsp[-2].TOKEN_expr), (yyvsp[0].TOKEN_expr), (yyloc)); }
#line 2976 "frontend/parse.c"
    break;


#line 2980 "frontend/parse.c"

        default: break;
      }
    if (yychar_backup != yychar)
      YY_LAC_DISCARD ("yychar change");
  }
  /* User semantic actions sometimes alter yychar, and that requires
     that yytoken be updated with the new translation.  We take the
     approach of translating immediately before every use of yytoken.
     One alternative is translating here after every semantic action,
     but that translation would be missed if the semantic action invokes
     YYABORT, YYACCEPT, or YYERROR immediately after altering yychar or
     if it invokes YYBACKUP.  In the case of YYABORT or YYACCEPT, an
     incorrect destructor might then be invoked immediately.  In the
     case of YYERROR or YYBACKUP, subsequent parser actions might lead
     to an incorrect destructor call or verbose syntax error message
     before the lookahead is translated.  */
  YY_SYMBOL_PRINT ("-> $$ =", YY_CAST (yysymbol_kind_t, yyr1[yyn]), &yyval, &yyloc);

  YYPOPSTACK (yylen);
  yylen = 0;

  *++yyvsp = yyval;
  *++yylsp = yyloc;

  /* Now 'shift' the result of the reduction.  Determine what state
     that goes to, based on the state we popped back to and the rule
     number reduced by.  */
  {
    const int yylhs = yyr1[yyn] - YYNTOKENS;
    const int yyi = yypgoto[yylhs] + *yyssp;
    yystate = (0 <= yyi && yyi <= YYLAST && yycheck[yyi] == *yyssp
               ? yytable[yyi]
               : yydefgoto[yylhs]);
  }

  goto yynewstate;


/*--------------------------------------.
| yyerrlab -- here on detecting error.  |
`--------------------------------------*/
yyerrlab:
  /* Make sure we have latest lookahead translation.  See comments at
     user semantic actions for why this is necessary.  */
  yytoken = yychar == TOKEN_FORTRAN_EMPTY ? YYSYMBOL_YYEMPTY : YYTRANSLATE (yychar);
  /* If not already recovering from an error, report this error.  */
  if (!yyerrstatus)
    {
      ++yynerrs;
      {
        yypcontext_t yyctx
          = {yyssp, yyesa, &yyes, &yyes_capacity, yytoken, &yylloc};
        if (yychar != TOKEN_FORTRAN_EMPTY)
          YY_LAC_ESTABLISH;
        if (yyreport_syntax_error (&yyctx, p) == 2)
          YYNOMEM;
      }
    }

  yyerror_range[1] = yylloc;
  if (yyerrstatus == 3)
    {
      /* If just tried and failed to reuse lookahead token after an
         error, discard it.  */

      if (yychar <= TOKEN_END)
        {
          /* Return failure if at end of input.  */
          if (yychar == TOKEN_END)
            YYABORT;
        }
      else
        {
          yydestruct ("Error: discarding",
                      yytoken, &yylval, &yylloc, p);
          yychar = TOKEN_FORTRAN_EMPTY;
        }
    }

  /* Else will try to reuse lookahead token after shifting the error
     token.  */
  goto yyerrlab1;


/*---------------------------------------------------.
| yyerrorlab -- error raised explicitly by YYERROR.  |
`---------------------------------------------------*/
yyerrorlab:
  /* Pacify compilers when the user code never invokes YYERROR and the
     label yyerrorlab therefore never appears in user code.  */
  if (0)
    YYERROR;
  ++yynerrs;

  /* Do not reclaim the symbols of the rule whose action triggered
     this YYERROR.  */
  YYPOPSTACK (yylen);
  yylen = 0;
  YY_STACK_PRINT (yyss, yyssp);
  yystate = *yyssp;
  goto yyerrlab1;


/*-------------------------------------------------------------.
| yyerrlab1 -- common code for both syntax error and YYERROR.  |
`-------------------------------------------------------------*/
yyerrlab1:
  yyerrstatus = 3;      /* Each real token shifted decrements this.  */

  /* Pop stack until we find a state that shifts the error token.  */
  for (;;)
    {
      yyn = yypact[yystate];
      if (!yypact_value_is_default (yyn))
        {
          yyn += YYSYMBOL_YYerror;
          if (0 <= yyn && yyn <= YYLAST && yycheck[yyn] == YYSYMBOL_YYerror)
            {
              yyn = yytable[yyn];
              if (0 < yyn)
                break;
            }
        }

      /* Pop the current state because it cannot handle the error token.  */
      if (yyssp == yyss)
        YYABORT;

      yyerror_range[1] = *yylsp;
      yydestruct ("Error: popping",
                  YY_ACCESSING_SYMBOL (yystate), yyvsp, yylsp, p);
      YYPOPSTACK (1);
      yystate = *yyssp;
      YY_STACK_PRINT (yyss, yyssp);
    }

  /* If the stack popping above didn't lose the initial context for the
     current lookahead token, the shift below will for sure.  */
  YY_LAC_DISCARD ("error recovery");

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END

  yyerror_range[2] = yylloc;
  ++yylsp;
  YYLLOC_DEFAULT (*yylsp, yyerror_range, 2);

  /* Shift the error token.  */
  YY_SYMBOL_PRINT ("Shifting", YY_ACCESSING_SYMBOL (yyn), yyvsp, yylsp);

  yystate = yyn;
  goto yynewstate;


/*-------------------------------------.
| yyacceptlab -- YYACCEPT comes here.  |
`-------------------------------------*/
yyacceptlab:
  yyresult = 0;
  goto yyreturnlab;


/*-----------------------------------.
| yyabortlab -- YYABORT comes here.  |
`-----------------------------------*/
yyabortlab:
  yyresult = 1;
  goto yyreturnlab;


/*-----------------------------------------------------------.
| yyexhaustedlab -- YYNOMEM (memory exhaustion) comes here.  |
`-----------------------------------------------------------*/
yyexhaustedlab:
  yyerror (&yylloc, p, YY_("memory exhausted"));
  yyresult = 2;
  goto yyreturnlab;


/*----------------------------------------------------------.
| yyreturnlab -- parsing is finished, clean up and return.  |
`----------------------------------------------------------*/
yyreturnlab:
  if (yychar != TOKEN_FORTRAN_EMPTY)
    {
      /* Make sure we have latest lookahead translation.  See comments at
         user semantic actions for why this is necessary.  */
      yytoken = YYTRANSLATE (yychar);
      yydestruct ("Cleanup: discarding lookahead",
                  yytoken, &yylval, &yylloc, p);
    }
  /* Do not reclaim the symbols of the rule whose action triggered
     this YYABORT or YYACCEPT.  */
  YYPOPSTACK (yylen);
  YY_STACK_PRINT (yyss, yyssp);
  while (yyssp != yyss)
    {
      yydestruct ("Cleanup: popping",
                  YY_ACCESSING_SYMBOL (+*yyssp), yyvsp, yylsp, p);
      YYPOPSTACK (1);
    }
#ifndef yyoverflow
  if (yyss != yyssa)
    YYSTACK_FREE (yyss);
#endif
  if (yyes != yyesa)
    YYSTACK_FREE (yyes);

  return yyresult;
}

#line 325 "../frontend/parse.y"

/* "')' is not expected here, but a name or '('" - up to four of what could stand there. */
static int yyreport_syntax_error(const yypcontext_t *ctx, struct parser *p)
{
    enum { SHOWN = 4 };
    yysymbol_kind_t expected[SHOWN + 1];
    char text[400];
    int n = yypcontext_expected_tokens(ctx, expected, SHOWN + 1);
    yysymbol_kind_t found = yypcontext_token(ctx);
    size_t used = (size_t)snprintf(text, sizeof text, "%s is not expected here",
                                   found == YYSYMBOL_YYEMPTY ? "the end" : yysymbol_name(found));
    for (int i = 0; i < n && n <= SHOWN && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i == 0 ? ", but " : (i == n - 1 ? " or " : ", "),
                                 yysymbol_name(expected[i]));
    build_wrong(p, *yypcontext_location(ctx), "%s", text);
    return 0;
}
