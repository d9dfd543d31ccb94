/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/passes.h"
#include "bounds/steady.h"

void bound_passes(struct arena *a, const struct machine *m, struct compiled_loop *c)
{
    if (!c->body)
        return;
    struct bound mac = bound_mac_body(a, m, c->body, (struct area_shares){0}, known(1));
    struct steady macs = steady_state(a, m, c->body, (struct area_shares){0});
    c->recurrence = body_recurrence(a, m, c->body);
    c->mac = (struct pass_bound){mac.cpl, mac.limit ? mac.limit : ""};
    c->macs = (struct pass_bound){macs.cycles, macs.limit ? macs.limit : ""};
    const char *why = compiled_loop_check(a, c);
    if (why)
        bug("loop %s: %s", c->label, why);
}
