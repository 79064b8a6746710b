/* Looks a host name up without blocking the caller.
 *
 * getaddrinfo(3) blocks for as long as name servers take, which without a network can be half a minute, and glibc's getaddrinfo_a has
 * no descriptor to wait on. A thread of its own makes the call, sends the answer through a socket, and ends. */
#ifndef HARRIER_LOOKUP_H
#define HARRIER_LOOKUP_H

#include <stdint.h>

/* Addresses of a name that are kept; the rest is not tried. */
#define HARRIER_LOOKUP_MOST 8

/* One socket address. */
struct harrier_address {
    int32_t family;   /* AF_INET or AF_INET6 */
    uint32_t length;  /* of the bytes that count */
    uint8_t bytes[28]; /* as connect(2) takes them; 28 is struct sockaddr_in6 */
};

/* What a look-up found. */
struct harrier_lookup {
    int32_t status; /* 0, or one of EAI_* */
    int32_t error;  /* the errno if `status` is EAI_SYSTEM */
    int32_t count;  /* of the addresses */
    struct harrier_address addresses[HARRIER_LOOKUP_MOST];
};

/* Looks up stream addresses in the calling thread. `is_number`: only numbers are understood, and nothing blocks. */
void harrier_lookup_now(const char *host, uint16_t port, int is_number, struct harrier_lookup *result);

/* Starts a look-up. Returns a descriptor that becomes readable when the answer is there, and that may be closed at any time.
 * -EMFILE, -EAGAIN, -ENOMEM: the system gives no descriptor, thread or memory. Allocates. */
int harrier_lookup_start(const char *host, uint16_t port);
/* Takes the answer. Returns 0; -EAGAIN: it is not there yet; -EPIPE: there will be none. */
int harrier_lookup_take(int descriptor, struct harrier_lookup *result);

#endif
