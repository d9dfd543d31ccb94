/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that each block of a unit (DO, IF, SELECT CASE ...) has a begin and an end. */
#include "frontend/reading/cards.h"
#include "frontend/reading/units.h"

struct open_block {
    struct stmt *begin;
    enum stmt_kind opener; /* all kinds of DO are STMT_DO */
    long label;            /* DO: label of its last statement; 0 = it ends at END DO */
    bool other;            /* IF: its ELSE was found */
};

/* A label of the unit. */
struct label_use {
    long label;               /* 0 = unused entry */
    uint32_t loops;           /* open loops that end there */
    const struct stmt *first; /* first statement with the label; NULL = none yet */
};

struct blocks {
    struct arena *arena;
    ARRAY(struct open_block) open;
    size_t waiting[STMT_KINDS]; /* open blocks by opener; loops to a label not among them */
    struct label_use *labels;   /* hash table of room entries, a power of two */
    size_t room;
    struct diag *diag;
    bool quiet; /* a statement of the unit is WRONG: errors that may follow from it are not reported
                 */
    bool unread_labels; /* a statement of the unit is WRONG, and its label may be unread */
};

/* Allocates the table for every label that the unit's statements define or use. */
static void make_labels(struct blocks *b, const struct unit *unit)
{
    size_t n = 0;
    for (size_t i = 0; i < unit->n; i++)
        n += (unit->at[i]->label != 0) + (unit->at[i]->target != 0);
    for (b->room = 4; b->room < 2 * n;)
        b->room *= 2;
    b->labels = ARENA_ARRAY(b->arena, struct label_use, b->room);
}

static struct label_use *label_use_of(const struct blocks *b, long label)
{
    size_t i = (unsigned long)label * 2654435761U >> 8 & (b->room - 1);
    while (b->labels[i].label && b->labels[i].label != label)
        i = (i + 1) & (b->room - 1);
    b->labels[i].label = label;
    return &b->labels[i];
}

/* The role of a kind of statement in blocks. opener: the kind that opens the block, where all kinds
 * of DO are STMT_DO. */
struct role {
    enum { NO_ROLE, OPENS, DIVIDES, CLOSES } what;
    enum stmt_kind opener;
};

static const struct role roles[STMT_KINDS] = {
    [STMT_DO] = {OPENS, STMT_DO},
    [STMT_DO_WHILE] = {OPENS, STMT_DO},
    [STMT_DO_FOREVER] = {OPENS, STMT_DO},
    [STMT_DO_CONCURRENT] = {OPENS, STMT_DO},
    [STMT_END_DO] = {CLOSES, STMT_DO},
    [STMT_IF_THEN] = {OPENS, STMT_IF_THEN},
    [STMT_ELSE_IF] = {DIVIDES, STMT_IF_THEN},
    [STMT_ELSE] = {DIVIDES, STMT_IF_THEN},
    [STMT_END_IF] = {CLOSES, STMT_IF_THEN},
    [STMT_SELECT_CASE] = {OPENS, STMT_SELECT_CASE},
    [STMT_CASE] = {DIVIDES, STMT_SELECT_CASE},
    [STMT_END_SELECT] = {CLOSES, STMT_SELECT_CASE},
    [STMT_WHERE_BLOCK] = {OPENS, STMT_WHERE_BLOCK},
    [STMT_ELSE_WHERE] = {DIVIDES, STMT_WHERE_BLOCK},
    [STMT_END_WHERE] = {CLOSES, STMT_WHERE_BLOCK},
    [STMT_FORALL_BLOCK] = {OPENS, STMT_FORALL_BLOCK},
    [STMT_END_FORALL] = {CLOSES, STMT_FORALL_BLOCK},
    [STMT_BLOCK] = {OPENS, STMT_BLOCK},
    [STMT_END_BLOCK] = {CLOSES, STMT_BLOCK},
    [STMT_ASSOCIATE] = {OPENS, STMT_ASSOCIATE},
    [STMT_END_ASSOCIATE] = {CLOSES, STMT_ASSOCIATE},
};

static void mark_wrong(struct blocks *b, struct stmt *s, const char *why)
{
    enum stmt_kind meant = s->kind;
    if (!b->quiet)
        stmt_wrong(b->diag, s, why);
    s->meant = meant;
    s->kind = STMT_WRONG;
    s->text = why;
}

static const char *end_of(enum stmt_kind opener)
{
    switch (opener) {
    case STMT_DO:
        return "END DO";
    case STMT_IF_THEN:
        return "END IF";
    case STMT_SELECT_CASE:
        return "END SELECT";
    case STMT_WHERE_BLOCK:
        return "END WHERE";
    case STMT_FORALL_BLOCK:
        return "END FORALL";
    case STMT_ASSOCIATE:
        return "END ASSOCIATE";
    default:
        return "END BLOCK";
    }
}

static struct open_block pop_block(struct blocks *b)
{
    struct open_block last = b->open.at[--b->open.n];
    if (last.label)
        label_use_of(b, last.label)->loops--;
    else
        b->waiting[last.opener]--;
    return last;
}

/* Reports a block without an end. A missing label of a DO is also reported in a unit with WRONG
 * statements, unless one of them may have an unread label. */
static void report_missing_end(struct blocks *b, const struct open_block *block)
{
    bool quiet = b->quiet;
    b->quiet &= !block->label || b->unread_labels || label_use_of(b, block->label)->first;
    mark_wrong(b, block->begin,
               block->label
                   ? arena_printf(b->arena,
                                  "no statement after this DO has the label %ld; add "
                                  "'%ld CONTINUE' where the loop ends",
                                  block->label, block->label)
                   : arena_printf(b->arena, "%s without %s; add it where the block ends",
                                  stmt_kind_text(block->begin->kind), end_of(block->opener)));
    b->quiet = quiet;
}

/* Reports the blocks inside the innermost block of that opener: they have no end. */
static void close_inner_blocks(struct blocks *b, enum stmt_kind opener)
{
    for (;;) {
        const struct open_block *top = &b->open.at[b->open.n - 1];
        if (top->opener == opener && !top->label)
            return;
        struct open_block lost = pop_block(b);
        report_missing_end(b, &lost);
    }
}

/* Closes every loop that ends at the label. */
static void end_loops(struct blocks *b, long label)
{
    while (label_use_of(b, label)->loops) {
        struct open_block last = pop_block(b);
        if (last.label != label)
            report_missing_end(b, &last);
    }
}

static void match_block_part(struct blocks *b, struct stmt *s)
{
    struct role role = roles[s->kind];
    enum stmt_kind opener = role.opener;
    if (role.what != DIVIDES && role.what != CLOSES)
        return;
    if (!b->waiting[opener]) {
        mark_wrong(b, s,
                   arena_printf(b->arena, "%s without %s before it; remove it, or add the %s",
                                stmt_kind_text(s->kind), stmt_kind_text(opener),
                                stmt_kind_text(opener)));
        return;
    }
    close_inner_blocks(b, opener);
    if (s->kind == STMT_ELSE || s->kind == STMT_ELSE_IF) {
        struct open_block *block = &b->open.at[b->open.n - 1];
        if (block->other) {
            mark_wrong(b, s, "this IF already has an ELSE; remove one of the two");
            return;
        }
        block->other = s->kind == STMT_ELSE;
    }
    if (role.what == CLOSES)
        pop_block(b);
}

static bool is_label(long label)
{
    return label > 0 && label < LABELS;
}

static void define_label(struct blocks *b, const struct stmt *s)
{
    if (!is_label(s->label))
        return;
    struct label_use *use = label_use_of(b, s->label);
    const struct stmt *first = use->first;
    if (!first)
        use->first = s;
    else
        diag_error(b->diag, cards_where(s->source, s->at, s->file, s->line, s->at),
                   "label %ld is already used in line %ld, where jumps to it go; give one of the "
                   "two another label",
                   s->label, first->line);
}

/* Whether a loop may end at this statement; as in gfortran also at DATA. */
static bool may_end_loop(const struct stmt *s)
{
    return (stmt_kind_executable(s->kind) && roles[s->kind].what != OPENS) ||
           s->kind == STMT_DATA || s->kind == STMT_UNSUPPORTED || s->kind == STMT_WRONG;
}

static void check_statement(struct blocks *b, struct stmt *s)
{
    bool ends_unit = s->kind == STMT_END || s->kind == STMT_CONTAINS;
    bool ends_loop = is_label(s->label) && label_use_of(b, s->label)->loops && !ends_unit;
    if (!(ends_loop && s->kind == STMT_END_DO))
        match_block_part(b, s);
    if (ends_loop)
        end_loops(b, s->label);
    if (ends_loop && !may_end_loop(s)) {
        mark_wrong(b, s,
                   "a loop cannot end at this kind of statement; put its label on a CONTINUE");
        return;
    }
    enum stmt_kind opener = roles[s->kind].opener;
    if (roles[s->kind].what != OPENS)
        return;
    *array_push(&b->open) = (struct open_block){
        .begin = s, .opener = opener, .label = opener == STMT_DO ? s->target : 0};
    if (opener == STMT_DO && s->target)
        label_use_of(b, s->target)->loops++;
    else
        b->waiting[opener]++;
}

void blocks_check(struct arena *a, struct unit *unit, struct diag *d)
{
    struct blocks b = {.arena = a, .diag = d};
    make_labels(&b, unit);
    for (size_t i = 0; i < unit->n; i++) {
        b.quiet |= unit->at[i]->kind == STMT_WRONG;
        b.unread_labels |= unit->at[i]->kind == STMT_WRONG && unit->at[i]->meant == STMT_WRONG;
    }
    for (size_t i = 0; i < unit->n; i++) {
        struct stmt *s = unit->at[i];
        if (s->label || roles[s->kind].what != NO_ROLE) {
            define_label(&b, s);
            check_statement(&b, s);
        }
    }
    while (b.open.n) {
        struct open_block last = pop_block(&b);
        report_missing_end(&b, &last);
    }
    array_free(&b.open);
}
