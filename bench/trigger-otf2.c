/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trigger-otf2: prints the nanoseconds per enter or leave event with OTF2's event writer, including
 * reading its clock (clock_gettime, or rdtsc if there is an argument): the minimum of many rounds.
 * The chunks stay in memory. */
#include <otf2/otf2.h>

#include <stdio.h>
#include <time.h>

enum { EVENTS = 2000, ROUNDS = 500 };

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t stamp(int tsc)
{
#if defined __x86_64__
    if (tsc)
        return __builtin_ia32_rdtsc();
#endif
    (void)tsc;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static OTF2_FlushType flush(void *a, OTF2_FileType b, OTF2_LocationRef c, void *d, bool final)
{
    (void)a, (void)b, (void)c, (void)d, (void) final;
    return OTF2_FLUSH;
}

int main(int argc, char **argv)
{
    OTF2_FlushCallbacks callbacks = {flush, NULL};
    double least = 1e99;
    (void)argv;
    OTF2_Archive *a =
        OTF2_Archive_Open("otf2", "bench", OTF2_FILEMODE_WRITE, 1024 * 1024, 4 * 1024 * 1024,
                          OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!a || OTF2_Archive_SetFlushCallbacks(a, &callbacks, NULL) != OTF2_SUCCESS ||
        OTF2_Archive_SetSerialCollectiveCallbacks(a) != OTF2_SUCCESS ||
        OTF2_Archive_OpenEvtFiles(a) != OTF2_SUCCESS)
        return 1;
    OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(a, 0);
    for (int r = 0; r < ROUNDS; r++) {
        uint64_t from = now();
        for (int i = 0; i < EVENTS; i += 2) {
            OTF2_EvtWriter_Enter(w, NULL, stamp(argc > 1), 1);
            OTF2_EvtWriter_Leave(w, NULL, stamp(argc > 1), 1);
        }
        double t = (double)(now() - from) / EVENTS;
        if (t < least)
            least = t;
    }
    printf("%.3f\n", least);
    OTF2_Archive_CloseEvtWriter(a, w);
    OTF2_Archive_CloseEvtFiles(a);
    OTF2_Archive_Close(a);
    return 0;
}
