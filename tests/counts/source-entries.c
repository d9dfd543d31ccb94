/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop whose executions do not follow from the counts of its blocks: the condition before it and its own continue at the
 * same place. entered() is called for n = 0 to 4: 0 + 1 + 2 + 3 + 4 iterations. */
#include <stdio.h>

static int sum;

static void entered(int n)
{
    if (n != 0) do {
        sum += n; /* the first line of the loop: LOOP - 10 */
    } while (--n);
}

int main(void)
{
    for (int n = 0; n < 5; n++) /* LOOP 1 5 */
        entered(n);
    printf("%d\n", sum);
    return 0;
}
