#define _GNU_SOURCE
#include "harrier_clock.h"

#include <sys/timex.h>

bool harrier_clock_is_synchronised(void) {
    struct timex state = {.modes = 0};
    int clock = adjtimex(&state);
    return clock >= 0 && clock != TIME_ERROR && !(state.status & STA_UNSYNC);
}
