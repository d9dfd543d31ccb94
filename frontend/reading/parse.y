/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grammar of the tails of statements. classify.c selects the rule of a tail: the scanner returns the
 * start token of that rule first. An error ends the statement; the caller continues with the next. */
%define api.pure full
%define api.prefix {fortran_}
%define api.token.prefix {TOKEN_}
%define api.value.type union
%define api.location.type {struct span}
%define api.header.include {"frontend/reading/parse.h"}
%define parse.error custom
/* Finds an error at its token, and the tokens expected there, without trying each token. */
%define lr.type canonical-lr
%define lr.default-reduction consistent
%locations
%expect 0
%param {struct parser *p}

%code requires {
#include "frontend/reading/build.h"
}
%code {
#include <string.h>
}
%code provides {
#define YY_DECL int fortran_scan(FORTRAN_STYPE *yylval, struct span *yylloc, void *yyscanner)
YY_DECL;
int fortran_lex_init_extra(struct parser *p, void **scanner);
int fortran_lex_destroy(void *scanner);
/* Scans the n bytes at text, which two zero bytes follow. */
void fortran_scan_text(char *text, size_t n, void *scanner);
/* Stops scanning and restores the byte after the last token. */
void fortran_scan_stop(void *scanner);
}
%code {
#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
    ((current) = (n) ? (struct span){YYRHSLOC(rhs, 1).at, YYRHSLOC(rhs, n).end}                    \
                     : (struct span){YYRHSLOC(rhs, 0).end, YYRHSLOC(rhs, 0).end})

static int fortran_lex(FORTRAN_STYPE *value, struct span *where, struct parser *p)
{
    if (p->deep) /* the rest is not needed after an error */
        return TOKEN_END;
    return fortran_scan(value, where, p->scanner);
}
static void fortran_error(struct span *where, struct parser *p, const char *message)
{
    (void)where, (void)message;
    p->deep = true;
}
}

%token END 0 "the end of the statement"
%token <const char *> NAME "a name"
%token <struct expr *> INTEGER "a whole number" REAL "a real number" TEXT "a character constant"
%token <struct expr *> LOGICAL "a logical constant"
%token <const char *> USER_OPERATOR "a defined operator"
%token EQV ".eqv." NEQV ".neqv." OR ".or." AND ".and." NOT ".not."
%token LT "<" LE "<=" EQ "==" NE "/=" GT ">" GE ">="
%token POWER "'**'" CONCAT "'//'" ARROW "'=>'" COLONS "'::'"
%token LIST_OPEN "'(/'" LIST_CLOSE "'/)'"
%token DOTS "'..'" STRAY "this character"
%token '+' "'+'" '-' "'-'" '*' "'*'" '/' "'/'" '(' "'('" ')' "')'" ',' "','" '=' "'='"
%token '.' "'.'" '&' "'&'" ':' "':'" '%' "'%'" '[' "'['" ']' "']'"

%token S_ASSIGNMENT S_POINTER_ASSIGNMENT S_ALLOCATE S_ASSIGN_LABEL S_ATTRIBUTE S_CALL S_CASE
%token S_COMMON S_CONDITION S_DATA S_DIMENSION S_DO S_ENTRY S_EQUIVALENCE S_FORALL S_FUNCTION
%token S_GOTO S_IF_ARITHMETIC S_IMPLICIT S_INTENT S_IO_CONTROL S_IO_SHORT S_NAMED S_NAMELIST
%token S_ASSOCIATE S_SELECT
%token S_NAMES S_PARAMETER S_POINTER S_PRINT S_PROGRAM S_READ S_SAVE S_SUBROUTINE S_TYPE
%token S_TYPE_ATTRIBUTES S_TYPE_PREFIX S_VALUE

%left USER_OPERATOR
%left EQV NEQV
%left OR
%left AND
%precedence NOT
%left LT LE EQ NE GT GE
%left CONCAT
%left '+' '-'
%left '*' '/'
%right POWER
%precedence USER_UNARY

%type <struct expr *> expr part designator expr_opt argument value_or_none no_value size
%type <struct expr *> initial value constant number bare_number unit format object bound_step
%type <struct exprs> list arguments argument_list items items_opt constants objects dims_opt expr_list
%type <const char *> name_opt dummy

%printer { fputs($$ ? expr_text(p->arena, $$) : "", yyo); } <struct expr *>
%printer { fputs($$ ? $$ : "", yyo); } <const char *>
%printer { fprintf(yyo, "%u expressions", (unsigned)$$.n); } <struct exprs>

%%
statement:
  S_ASSIGNMENT designator '=' expr                  { build_assignment(p, $designator, $expr); }
| S_POINTER_ASSIGNMENT designator ARROW expr        { build_assignment(p, $designator, $expr); }
| S_ALLOCATE '(' arguments ')'                      { build_io(p, (struct exprs){0}, $arguments); }
| S_ASSOCIATE '(' associations ')'
| S_ASSIGN_LABEL INTEGER NAME                       { build_assign_label(p, $INTEGER, $NAME, @NAME); }
| S_ASSIGN_LABEL INTEGER NAME NAME                  { build_assign_to(p, $INTEGER, $3, $4, @3); }
| S_ATTRIBUTE colons_opt entities_or_blocks
| S_CALL designator                                 { build_call(p, $designator); }
| S_CASE '(' arguments ')' name_opt                 { build_io(p, (struct exprs){0}, $arguments); }
| S_COMMON entities_or_blocks
| S_CONDITION '(' expr ')'                          { build_condition(p, $expr); }
| S_DATA data_sets
| S_DIMENSION colons_opt entities
| S_DO NAME '=' expr ',' expr bound_step            { build_do(p, $NAME, $4, $6, $bound_step); }
| S_ENTRY NAME dummies_opt suffixes                 { build_stmt_name(p, $NAME); }
| S_EQUIVALENCE equivalences
| S_FORALL '(' arguments ')'                        { build_io(p, (struct exprs){0}, $arguments); }
| S_FUNCTION NAME length_opt dummies_opt suffixes   { build_stmt_name(p, $NAME); }
| S_GOTO goto
| S_IF_ARITHMETIC '(' expr ')' label ',' label ',' label { build_condition(p, $expr); }
| S_IMPLICIT implicit
| S_INTENT '(' arguments ')' colons_opt entities    { build_attribute(p, NULL, $arguments, @arguments); }
| S_IO_CONTROL '(' arguments ')' items_opt          { build_io(p, $arguments, $items_opt); }
| S_IO_SHORT unit                                   { build_io(p, exprs_add(p, (struct exprs){0}, $unit), (struct exprs){0}); }
| S_IO_SHORT '(' arguments ')'                      { build_io(p, $arguments, (struct exprs){0}); }
| S_IO_SHORT
| S_NAMED name_opt                                  { build_stmt_name(p, $name_opt); }
| S_NAMELIST entities_or_blocks
| S_NAMES colons_opt names
| S_PARAMETER '(' parameters ')'
| S_PARAMETER parameters
| S_POINTER cray_pointers
| S_POINTER colons_opt entities
| S_PRINT format                                    { build_io(p, exprs_add(p, (struct exprs){0}, $format), (struct exprs){0}); }
| S_PRINT format ',' items                          { build_io(p, exprs_add(p, (struct exprs){0}, $format), $items); }
| S_PROGRAM name_opt                                { build_stmt_name(p, $name_opt); }
| S_PROGRAM NAME '(' arguments ')'                  { build_stmt_name(p, $NAME); }
| S_READ '(' arguments ')' items_opt                { build_io(p, $arguments, $items_opt); }
| S_READ unit                                       { build_io(p, exprs_add(p, (struct exprs){0}, $unit), (struct exprs){0}); }
| S_READ unit ',' items                             { build_io(p, exprs_add(p, (struct exprs){0}, $unit), $items); }
| S_SAVE colons_opt entities_or_blocks
| S_SELECT '(' association ')'
| S_SELECT '(' expr ')'
| S_SUBROUTINE NAME dummies_opt suffixes            { build_stmt_name(p, $NAME); }
| S_TYPE kind_opt comma_opt entities
| S_TYPE_ATTRIBUTES kind_opt attributes COLONS entities
| S_TYPE_PREFIX kind_opt
| S_VALUE expr_opt ',' NAME '=' expr                { build_condition(p, $expr_opt); }
| S_VALUE expr_opt                                  { build_condition(p, $expr_opt); }
;

colons_opt: %empty | COLONS;
comma_opt: %empty | ',';
name_opt: %empty { $$ = NULL; } | NAME;
expr_opt: %empty { $$ = NULL; } | expr;

/* ---- control ---- */

associations: association | associations ',' association;
association: NAME ARROW expr { build_item(p, $NAME, (struct exprs){0}, NULL, $expr, @NAME); };
bound_step: %empty { $$ = NULL; } | ',' expr { $$ = $expr; };
label: INTEGER { build_label(p, $INTEGER); };
labels: label | labels ',' label;
goto:
  label                           { build_goto(p, STMT_GOTO, NULL); }
| '(' labels ')' comma_opt expr   { build_goto(p, STMT_GOTO_COMPUTED, $expr); }
| NAME                            { build_goto(p, STMT_GOTO_ASSIGNED, build_named(p, $NAME, @NAME)); }
| NAME comma_opt '(' labels ')'   { build_goto(p, STMT_GOTO_ASSIGNED, build_named(p, $NAME, @NAME)); }
;
length_opt: %empty | '*' INTEGER { build_size(p, $INTEGER, (struct exprs){0}); };
dummies_opt: %empty | '(' ')' | '(' dummies ')';
dummies: dummy { build_dummy(p, $dummy); } | dummies ',' dummy { build_dummy(p, $dummy); };
dummy: NAME | '*' { $$ = build_name(p, "*", 1); };
suffixes: %empty | suffixes NAME '(' arguments ')' { build_suffix(p, $NAME, $arguments, @NAME); };

/* ---- input and output ---- */

unit:
  designator
| INTEGER
| TEXT
| '*' { $$ = build_star(p, @$); }
;
format: expr | '*' { $$ = build_star(p, @$); };
items_opt: %empty { $$ = (struct exprs){0}; } | items | ',' items { $$ = $items; };
items:
  expr           { $$ = exprs_add(p, (struct exprs){0}, $expr); }
| items ',' expr { $$ = exprs_add(p, $1, $expr); }
;

/* ---- declarations ---- */

kind_opt:
  %empty
| '*' size          { build_size(p, $size, (struct exprs){0}); }
| '(' arguments ')' { build_size(p, NULL, $arguments); }
;
size: INTEGER | '(' expr ')' { $$ = $expr; } | '(' argument ')' { $$ = $argument; };
attributes:
  %empty
| attributes ',' NAME                    { build_attribute(p, $NAME, (struct exprs){0}, @NAME); }
| attributes ',' NAME '[' arguments ']'  { build_attribute(p, $NAME, $arguments, @NAME); }
| attributes ',' NAME '(' arguments ')'  { build_attribute(p, $NAME, $arguments, @NAME); }
;
entities: entity | entities ',' entity;
entity:
  NAME dims_opt codims_opt initial        { build_item(p, $NAME, $dims_opt, NULL, $initial, @NAME); }
| NAME '*' size initial                   { build_item(p, $NAME, (struct exprs){0}, $size, $initial, @NAME); }
| NAME '*' size '(' arguments ')' initial { build_item(p, $NAME, $arguments, $size, $initial, @NAME); }
| NAME '(' arguments ')' '*' size initial { build_item(p, $NAME, $arguments, $size, $initial, @NAME); }
;
codims_opt: %empty | '[' arguments ']';
dims_opt: %empty { $$ = (struct exprs){0}; } | '(' arguments ')' { $$ = $arguments; };
initial:
  %empty            { $$ = NULL; }
| '=' expr          { $$ = $expr; }
| ARROW expr        { $$ = $expr; }
| '/' constants '/' { $$ = build_list(p, $constants, @$); }
;
entities_or_blocks: %empty | entities_or_blocks entity_or_block;
entity_or_block:
  '/' NAME '/'  { build_block(p, $NAME); }
| '/' '/'       { build_block(p, ""); }
| CONCAT        { build_block(p, ""); }
| NAME dims_opt { build_item(p, $NAME, $dims_opt, NULL, NULL, @NAME); }
| ','
;
names: name_item | names ',' name_item;
name_item: NAME { build_item(p, $NAME, (struct exprs){0}, NULL, NULL, @NAME); };
parameters: parameter | parameters ',' parameter;
parameter: NAME '=' expr { build_item(p, $NAME, (struct exprs){0}, NULL, $expr, @NAME); };
cray_pointers: cray_pointer | cray_pointers ',' cray_pointer;
cray_pointer: '(' NAME ',' name_dims ')' { build_cray_pointer(p, $NAME); };
name_dims: NAME dims_opt { build_item(p, $NAME, $dims_opt, NULL, NULL, @NAME); };
equivalences: equivalence | equivalences ',' equivalence;
equivalence: '(' references ')' { build_next_set(p); };
references:
  designator                { build_reference(p, $designator); }
| references ',' designator { build_reference(p, $designator); }
;
implicit: implicit_item | implicit ',' implicit_item;
implicit_item:
  NAME '(' arguments ')'                        { build_implicit(p, $NAME, NULL, $3, (struct exprs){0}, false, @NAME); }
| NAME '(' arguments ')' '(' arguments ')'      { build_implicit(p, $NAME, NULL, $3, $6, true, @NAME); }
| NAME '*' size '(' arguments ')'               { build_implicit(p, $NAME, $size, $arguments, (struct exprs){0}, false, @NAME); }
| NAME                                          { build_implicit_none(p, $NAME, @NAME); }
;

/* ---- DATA ---- */

data_sets: data_set | data_sets comma_opt data_set;
data_set: data_objects '/' constants '/' { build_data_values(p, $constants, @constants); };
data_objects:
  object                  { build_reference(p, $object); }
| data_objects ',' object { build_reference(p, $object); }
;
object:
  designator
| '(' objects ',' NAME '=' expr ',' expr bound_step ')'
    { $$ = build_implied_do(p, $objects, $NAME, $6, $8, $bound_step, @$); }
| '(' objects COLONS NAME '=' expr ',' expr bound_step ')'
    { $$ = build_typed_do(p, $objects, $NAME, $6, $8, $bound_step, @$); }
;
objects:
  object             { $$ = exprs_add(p, (struct exprs){0}, $object); }
| objects ',' object { $$ = exprs_add(p, $1, $object); }
;
constants:
  value               { $$ = exprs_add(p, (struct exprs){0}, $value); }
| constants ',' value { $$ = exprs_add(p, $1, $value); }
;
value:
  constant
| INTEGER '*' constant { $$ = build_repeat(p, $INTEGER, $constant, @$); }
| NAME '*' constant    { $$ = build_repeat(p, build_named(p, $NAME, @NAME), $constant, @$); }
;
constant:
  number
| TEXT
| LOGICAL
| part
| '(' number ',' number ')' { $$ = build_paren(p, exprs_add(p, exprs_add(p, (struct exprs){0}, $2), $4), @$); }
;
number:
  bare_number
| '+' bare_number { $$ = build_unary(p, OPERATOR_PLUS, NULL, $2, @$); }
| '-' bare_number { $$ = build_unary(p, OPERATOR_MINUS, NULL, $2, @$); }
;
bare_number: INTEGER | REAL | NAME { $$ = build_named(p, $NAME, @NAME); };

/* ---- expressions ---- */

designator:
  NAME       { $$ = build_named(p, $NAME, @$); }
| part       { $$ = $part; }
;
/* Elements of arrays, components of structures and values of functions. Names have no rule of their
 * own, because most tokens are names and each further rule costs time. */
part:
  NAME '(' argument_list ')'       { $$ = build_apply(p, build_named(p, $NAME, @NAME), $argument_list, @$); }
| NAME '(' ')'                     { $$ = build_apply(p, build_named(p, $NAME, @NAME), (struct exprs){0}, @$); }
| part '(' arguments ')'           { $$ = build_apply(p, $1, $arguments, @$); }
| '%' NAME '(' arguments ')'       { $$ = build_apply(p, build_named(p, $NAME, @NAME), $arguments, @$); }
| designator '%' NAME              { $$ = build_member(p, $1, $NAME, @$); }
| designator '.' NAME              { $$ = build_member(p, $1, $NAME, @$); }
| designator '[' arguments ']'     { $$ = $1; }
;
arguments: %empty { $$ = (struct exprs){0}; } | argument_list;
argument_list:
  expr                       { $$ = exprs_add(p, (struct exprs){0}, $expr); }
| argument                   { $$ = exprs_add(p, (struct exprs){0}, $argument); }
| argument_list ',' expr     { $$ = exprs_add(p, $1, $expr); }
| argument_list ',' argument { $$ = exprs_add(p, $1, $argument); }
;
/* An argument that is not just an expression. */
argument:
  no_value
| NAME '=' value_or_none                  { $$ = build_keyword(p, $NAME, $3, @$); }
| expr_opt COLONS NAME '=' value_or_none  { $$ = build_keyword(p, $NAME, $5, @$); }
;
value_or_none: expr | no_value;
no_value:
  '*'                            { $$ = build_star(p, @$); }
| DOTS                           { $$ = build_star(p, @$); }
| '&' INTEGER                    { $$ = build_label_argument(p, $INTEGER, @$); }
| '*' INTEGER                    { $$ = build_label_argument(p, $INTEGER, @$); }
| expr_opt ':' expr_opt          { $$ = build_range(p, $1, $3, NULL, @$); }
| expr_opt ':' '*'               { $$ = build_range(p, $1, build_star(p, @3), NULL, @$); }
| expr_opt ':' expr_opt ':' expr { $$ = build_range(p, $1, $3, $5, @$); }
| expr_opt COLONS expr           { $$ = build_range(p, $1, NULL, $3, @$); }
;
expr_list:
  expr               { $$ = exprs_add(p, (struct exprs){0}, $expr); }
| expr_list ',' expr { $$ = exprs_add(p, $1, $expr); }
;
list:
  expr_list                   { $$ = $1; }
| designator COLONS           { $$ = (struct exprs){0}; }
| designator COLONS expr_list { $$ = $3; }
;
expr:
  NAME                           { $$ = build_named(p, $NAME, @$); }
| part
| INTEGER
| REAL
| TEXT
| LOGICAL
| TEXT '(' arguments ')'         { $$ = build_apply(p, $TEXT, $arguments, @$); }
| '(' expr_list ')'              { $$ = build_paren(p, $expr_list, @$); }
| '(' expr_list ',' NAME '=' expr ',' expr bound_step ')'
    { $$ = build_implied_do(p, $expr_list, $NAME, $6, $8, $bound_step, @$); }
| '(' expr_list COLONS NAME '=' expr ',' expr bound_step ')'
    { $$ = build_typed_do(p, $expr_list, $NAME, $6, $8, $bound_step, @$); }
| LIST_OPEN list LIST_CLOSE      { $$ = build_list(p, $list, @$); }
| '[' list ']'                   { $$ = build_list(p, $list, @$); }
| '+' expr                  { $$ = build_unary(p, OPERATOR_PLUS, NULL, $2, @$); }
| '-' expr                  { $$ = build_unary(p, OPERATOR_MINUS, NULL, $2, @$); }
| NOT expr                  { $$ = build_unary(p, OPERATOR_NOT, NULL, $2, @$); }
| USER_OPERATOR expr %prec USER_UNARY { $$ = build_unary(p, OPERATOR_USER, $1, $2, @$); }
| expr '+'           expr  { $$ = build_binary(p, OPERATOR_PLUS, NULL, $1, $3, @$); }
| expr '-'           expr  { $$ = build_binary(p, OPERATOR_MINUS, NULL, $1, $3, @$); }
| expr '*'           expr  { $$ = build_binary(p, OPERATOR_TIMES, NULL, $1, $3, @$); }
| expr '/'           expr  { $$ = build_binary(p, OPERATOR_DIVIDE, NULL, $1, $3, @$); }
| expr POWER         expr  { $$ = build_binary(p, OPERATOR_POWER, NULL, $1, $3, @$); }
| expr CONCAT        expr  { $$ = build_binary(p, OPERATOR_CONCAT, NULL, $1, $3, @$); }
| expr LT            expr  { $$ = build_binary(p, OPERATOR_LT, NULL, $1, $3, @$); }
| expr LE            expr  { $$ = build_binary(p, OPERATOR_LE, NULL, $1, $3, @$); }
| expr EQ            expr  { $$ = build_binary(p, OPERATOR_EQ, NULL, $1, $3, @$); }
| expr NE            expr  { $$ = build_binary(p, OPERATOR_NE, NULL, $1, $3, @$); }
| expr GT            expr  { $$ = build_binary(p, OPERATOR_GT, NULL, $1, $3, @$); }
| expr GE            expr  { $$ = build_binary(p, OPERATOR_GE, NULL, $1, $3, @$); }
| expr AND           expr  { $$ = build_binary(p, OPERATOR_AND, NULL, $1, $3, @$); }
| expr OR            expr  { $$ = build_binary(p, OPERATOR_OR, NULL, $1, $3, @$); }
| expr EQV           expr  { $$ = build_binary(p, OPERATOR_EQV, NULL, $1, $3, @$); }
| expr NEQV          expr  { $$ = build_binary(p, OPERATOR_NEQV, NULL, $1, $3, @$); }
| expr USER_OPERATOR expr  { $$ = build_binary(p, OPERATOR_USER, $2, $1, $3, @$); }
;
%%
/* Removes '%' where a name is expected, too: there it begins %VAL or %REF, which only a list of
 * arguments may contain. Returns the number of tokens that remain. */
static int drop_percent(yysymbol_kind_t *expected, int n)
{
    bool name = false;
    int kept = 0;
    for (int i = 0; i < n; i++)
        name |= expected[i] == YYSYMBOL_NAME;
    for (int i = 0; i < n; i++)
        if (!name || strcmp(yysymbol_name(expected[i]), "'%'") != 0)
            expected[kept++] = expected[i];
    return kept;
}

/* Reports "found ')'; expected a name or '('", or "')' is not expected here" if more than four
 * tokens are possible. */
static int yyreport_syntax_error(const yypcontext_t *ctx, struct parser *p)
{
    enum { SHOWN = 4 };
    yysymbol_kind_t expected[SHOWN + 1];
    char text[400];
    int n = drop_percent(expected, yypcontext_expected_tokens(ctx, expected, SHOWN + 1));
    yysymbol_kind_t found = yypcontext_token(ctx);
    const char *name = found == YYSYMBOL_YYEMPTY ? "the end" : yysymbol_name(found);
    bool lists = n > 0 && n <= SHOWN;
    size_t used = (size_t)snprintf(text, sizeof text, lists ? "found %s; expected " : "%s is not expected here", name);
    for (int i = 0; i < n && lists && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i == 0 ? "" : (i == n - 1 ? " or " : ", "),
                                 yysymbol_name(expected[i]));
    build_wrong(p, *yypcontext_location(ctx), "%s", text);
    return 0;
}
