# SPDX-License-Identifier: GPL-3.0-or-later
# Inserts a counter after each local label in the executable sections of a compiler's assembly. The counters are the
# words of k_count; names of the labels go to the file LABELS, one a line. The flags are kept, and the red zone.
BEGIN { text = 1 }
/^[ \t]*\.text/ { text = 1 }
/^[ \t]*\.section/ { text = /\.text/ }
/^[ \t]*\.(data|bss)/ { text = 0 }
{ print }
/^\.L[A-Za-z0-9_]*:/ && text && !/^\.L(FB|FE|func|tmp|VL|text|etext|BI|BE)/ {
    sub(/:.*/, "")
    printf "\tleaq\t-128(%%rsp), %%rsp\n\tpushfq\n\tincq\tk_count+%d(%%rip)\n\tpopfq\n\tleaq\t128(%%rsp), %%rsp\n", 8 * n++
    print $0 >LABELS
}
