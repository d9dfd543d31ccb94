/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bounds/passes.h"
#include "bounds/steady.h"

static struct pass_bound mac_of(struct arena *a, const struct pass_model *p)
{
    struct bound mac = bound_mac_body(a, p, known(1));
    return (struct pass_bound){mac.cpl, mac.limit ? mac.limit : ""};
}

/* A mean of many passes can be slightly below MAC: then MACS is MAC. */
static struct pass_bound macs_of(struct arena *a, const struct pass_model *p,
                                 const struct pass_bound *mac)
{
    struct steady macs = steady_state(a, p);
    if (is_known(macs.cycles) && is_known(mac->cycles) && macs.cycles.value < mac->cycles.value &&
        macs.period == 0)
        return *mac;
    return (struct pass_bound){macs.cycles, macs.limit ? macs.limit : ""};
}

static struct path_range range_of(struct arena *a, const struct pass_model *p,
                                  const struct compiled_loop *c)
{
    struct path_range r = {p->paths.n, p->paths.compared, c->mac, c->macs, c->mac, c->macs};
    if (p->paths.n > 1) {
        struct pass_model longest = longest_pass_model(a, p);
        r.mac = mac_of(a, &longest);
        r.macs = macs_of(a, &longest, &r.mac);
    }
    return r;
}

void bound_passes(struct arena *a, const struct machine *m, struct compiled_loop *c)
{
    if (!c->body)
        return;
    struct pass_model p = find_pass_model(a, m, c->body, NULL);
    c->mac = mac_of(a, &p);
    c->macs = macs_of(a, &p, &c->mac);
    c->recurrence = body_recurrence(a, &p);
    c->paths = range_of(a, &p, c);
    if (c->frequencies) {
        p = find_pass_model(a, m, c->body, c->frequencies);
        c->mac = mac_of(a, &p);
        c->macs = macs_of(a, &p, &c->mac);
    }
    const char *why = compiled_loop_check(a, c);
    if (why)
        bug("loop %s: %s", c->label, why);
}
