/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints words of the modelled memory when they change. */
#include "base/shown.h"
#include "commands/procmon/sim.h"

#include <inttypes.h>

enum { NAME_ROOM = 160 };
static const uint32_t min_int = UINT32_C(0x80000000);

/* Returns the meaning of the value for the scheduler; buf has NAME_ROOM bytes. */
static const char *value_meaning(const struct tp_program *p, const struct tp_change *c, char *buf)
{
    if (c->descriptor >= 0)
        snprintf(buf, NAME_ROOM, "descriptor of %s", p->processes[c->descriptor].name);
    else if (c->value - min_int < 4)
        snprintf(buf, NAME_ROOM, c->value == min_int ? "MinInt" : "MinInt + %d",
                 (int)(c->value - min_int));
    else
        snprintf(buf, NAME_ROOM, "%s", c->channel >= 0 ? "another descriptor" : "an address");
    return buf;
}

static const char *word_name(const struct tp_program *p, const struct tp_change *c, char *buf)
{
    if (c->channel >= 0)
        snprintf(buf, NAME_ROOM, "channel %s", p->channels[c->channel].name);
    else
        snprintf(buf, NAME_ROOM, "%s[-3]", p->processes[c->process].name);
    return buf;
}

/* Writes a change as a CSV row. */
static void put_word_row(const struct sim_words *w, const struct tp_change *c, double us)
{
    char text[NAME_ROOM];
    fprintf(w->out, "%.2f,", us);
    csv_put(w->out, w->p->transputers[c->transputer].name);
    putc(',', w->out);
    csv_put(w->out, word_name(w->p, c, text));
    fprintf(w->out, ",#%08" PRIX32 ",#%08" PRIX32 ",", c->address, c->value);
    csv_put(w->out, value_meaning(w->p, c, text));
    putc('\n', w->out);
}

void sim_word_changed(void *context, const struct tp_change *c)
{
    struct sim_words *w = context;
    char name[NAME_ROOM], value[NAME_ROOM];
    if (!w->begun && w->csv)
        fputs("us,transputer,word,address,value,meaning\n", w->out);
    if (!w->begun && !w->csv)
        fprintf(w->out, "%12s  %-10s  %-20s  %-9s  %-9s  %s\n", "us", "transputer", "word",
                "address", "value", "meaning");
    w->begun = true;
    double us = (double)c->cycle / w->p->parameters.megahertz;
    const char *transputer = w->p->transputers[c->transputer].name;
    if (w->csv)
        put_word_row(w, c, us);
    else
        fprintf(w->out, "%12.2f  %-10s  %-20s  #%08" PRIX32 "  #%08" PRIX32 "  %s\n", us,
                transputer, word_name(w->p, c, name), c->address, c->value,
                value_meaning(w->p, c, value));
}
