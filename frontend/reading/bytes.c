/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/reading/bytes.h"

enum {
    BLANK = BYTE_BLANK,
    DIGIT = BYTE_DIGIT | BYTE_NAME,
    LETTER = BYTE_LETTER | BYTE_NAME | BYTE_SENTINEL,
    COMMENT = BYTE_COMMENT,
    SHAPE = BYTE_SHAPE
};

/* clang-format off */
const unsigned char byte_classes[UCHAR_MAX + 1] = {
    [0] = COMMENT,
    ['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK, ['\r'] = BLANK, [' '] = BLANK,
    ['\n'] = BLANK | COMMENT,
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['A'] = LETTER, ['a'] = LETTER, ['B'] = LETTER, ['b'] = LETTER,
    ['C'] = LETTER | COMMENT, ['c'] = LETTER | COMMENT,
    ['D'] = LETTER | COMMENT, ['d'] = LETTER | COMMENT,
    ['E'] = LETTER, ['e'] = LETTER, ['F'] = LETTER, ['f'] = LETTER, ['G'] = LETTER, ['g'] = LETTER,
    ['H'] = LETTER, ['h'] = LETTER, ['I'] = LETTER, ['i'] = LETTER, ['J'] = LETTER, ['j'] = LETTER,
    ['K'] = LETTER, ['k'] = LETTER, ['L'] = LETTER, ['l'] = LETTER, ['M'] = LETTER, ['m'] = LETTER,
    ['N'] = LETTER, ['n'] = LETTER, ['O'] = LETTER, ['o'] = LETTER, ['P'] = LETTER, ['p'] = LETTER,
    ['Q'] = LETTER, ['q'] = LETTER, ['R'] = LETTER, ['r'] = LETTER, ['S'] = LETTER, ['s'] = LETTER,
    ['T'] = LETTER, ['t'] = LETTER, ['U'] = LETTER, ['u'] = LETTER, ['V'] = LETTER, ['v'] = LETTER,
    ['W'] = LETTER, ['w'] = LETTER, ['X'] = LETTER, ['x'] = LETTER, ['Y'] = LETTER, ['y'] = LETTER,
    ['Z'] = LETTER, ['z'] = LETTER,
    ['_'] = BYTE_NAME, ['$'] = BYTE_NAME | BYTE_SENTINEL,
    ['*'] = COMMENT | BYTE_SENTINEL, ['!'] = COMMENT,
    ['('] = SHAPE, [')'] = SHAPE, ['\''] = SHAPE, ['"'] = SHAPE,
    ['='] = SHAPE, [','] = SHAPE, [':'] = SHAPE
};
/* clang-format on */
