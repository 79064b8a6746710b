#define _GNU_SOURCE
#include "harrier_lookup.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Name services are loaded into the thread (glibc, nsswitch.conf), and some of them are generous with their stack. */
#define STACK_BYTES (512 << 10)

struct question {
    int answer;
    uint16_t port;
    char host[];
};

void harrier_lookup_now(const char *host, uint16_t port, int is_number, struct harrier_lookup *result) {
    memset(result, 0, sizeof *result);
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | (is_number ? AI_NUMERICHOST : 0)}, *list = NULL;
    result->status = getaddrinfo(host, service, &hints, &list);
    if (result->status) {
        if (result->status == EAI_SYSTEM) result->error = errno;
        return;
    }
    for (struct addrinfo *info = list; info && result->count < HARRIER_LOOKUP_MOST; info = info->ai_next) {
        struct harrier_address *address = &result->addresses[result->count];
        if (!info->ai_addr || info->ai_addrlen > sizeof address->bytes) continue;
        address->family = info->ai_family;
        address->length = info->ai_addrlen;
        memcpy(address->bytes, info->ai_addr, info->ai_addrlen);
        result->count++;
    }
    freeaddrinfo(list);
    if (!result->count) result->status = EAI_NONAME;
}

static void *answer(void *context) {
    struct question *question = context;
    struct harrier_lookup result;
    harrier_lookup_now(question->host, question->port, 0, &result);
    /* Whoever asked may have gone meanwhile. */
    send(question->answer, &result, sizeof result, MSG_NOSIGNAL);
    close(question->answer);
    free(question);
    return NULL;
}

/* A thread that nobody waits for, and to which no signal goes. */
static int start_detached(void *(*body)(void *), void *context) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return -error;
}

int harrier_lookup_start(const char *host, uint16_t port) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return -errno;
    size_t length = strlen(host) + 1;
    struct question *question = malloc(sizeof *question + length);
    int status = -ENOMEM;
    if (question) {
        question->answer = ends[1];
        question->port = port;
        memcpy(question->host, host, length);
        status = start_detached(answer, question);
        if (!status) return ends[0];
        free(question);
    }
    close(ends[0]);
    close(ends[1]);
    return status;
}

int harrier_lookup_take(int descriptor, struct harrier_lookup *result) {
    ssize_t count;
    do count = recv(descriptor, result, sizeof *result, 0);
    while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    return count == sizeof *result ? 0 : -EPIPE;
}
