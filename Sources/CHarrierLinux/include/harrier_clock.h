/* What the kernel knows about the system clock's truth. */
#ifndef HARRIER_CLOCK_H
#define HARRIER_CLOCK_H

#include <stdbool.h>

/* True while something (chrony, ntpd, timesyncd, gpsd with chrony) keeps the system clock disciplined: adjtimex(2) without STA_UNSYNC. */
bool harrier_clock_is_synchronised(void);

#endif
