/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uses plugin.c as a library that it is linked with. */
#include "count.h"

void call_plugin(long n);

int main(void)
{
    call_plugin(1234);
    expect_calls("plugged", 1234 + 1);
    expect_calls("call_plugin", 1);
    return 0;
}
