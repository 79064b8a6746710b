/* Datagrams of Unix sockets with who sent them: credentials come as control messages, whose macros do not cross to Swift (unix(7)). */
#ifndef HARRIER_SOCKET_H
#define HARRIER_SOCKET_H

#include <stddef.h>
#include <stdint.h>

/* From now on the kernel says of each datagram who sent it. Returns 0. */
int harrier_socket_name_senders(int descriptor);
/* Receives a datagram without waiting. Returns its length, which is more than `size` if it was cut, and its sender's address and user; a
 * user of -1 is not known. Descriptors that came with it are closed by the kernel. */
int64_t harrier_socket_receive(int descriptor, void *memory, size_t size, void *sender, uint32_t *sender_size, int64_t *user);

#endif
