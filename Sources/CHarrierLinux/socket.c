#define _GNU_SOURCE
#include "harrier_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

int harrier_socket_name_senders(int descriptor) {
    int yes = 1;
    return setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) < 0 ? -errno : 0;
}

int64_t harrier_socket_receive(int descriptor, void *memory, size_t size, void *sender, uint32_t *sender_size, int64_t *user) {
    /* Room for credentials alone, which come first: descriptors that somebody sends along find none, and are closed. */
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec piece = {.iov_base = memory, .iov_len = size};
    struct msghdr message = {
        .msg_name = sender,
        .msg_namelen = *sender_size,
        .msg_iov = &piece,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof control,
    };
    *user = -1;
    ssize_t count = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_TRUNC | MSG_CMSG_CLOEXEC);
    if (count < 0) return -errno;
    *sender_size = message.msg_namelen;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_CREDENTIALS) continue;
        if (header->cmsg_len < CMSG_LEN(sizeof(struct ucred))) continue;
        struct ucred sent;
        memcpy(&sent, CMSG_DATA(header), sizeof sent);
        *user = sent.uid;
    }
    return count;
}
