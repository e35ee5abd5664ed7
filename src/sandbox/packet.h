/* A packet with descriptors, on a SOCK_SEQPACKET pair. */
#ifndef EVALTOP_SANDBOX_PACKET_H
#define EVALTOP_SANDBOX_PACKET_H

#include <stddef.h>
#include <sys/types.h>

#define JAIL_PACKET_FDS_MAX 8

/* 0 or -errno; the descriptors stay the caller's. */
int jail_packet_send(int socket, const void *data, size_t size,
    const int *fds, unsigned n_fds);

/*
 * Bytes received, 0 at the end, or -errno (-EPROTO when anything was cut or
 * more than n_max descriptors came; then none is left open).  The
 * descriptors are close-on-exec.
 */
ssize_t jail_packet_receive(int socket, void *data, size_t size, int *fds,
    unsigned n_max, unsigned *ret_n);

#endif
