/* See packet.h. */
#include "config.h"

#include "sandbox/packet.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(int) * JAIL_PACKET_FDS_MAX)];
};

int
jail_packet_send(int socket, const void *data, size_t size, const int *fds,
    unsigned n_fds)
{
	struct iovec iov = { .iov_base = (void *)(size_t)data,
		.iov_len = size };
	union control control;
	struct msghdr message = { .msg_iov = &iov, .msg_iovlen = 1 };
	ssize_t n;

	if (n_fds > 0) {
		memset(&control, 0, sizeof control);
		control.head.cmsg_level = SOL_SOCKET;
		control.head.cmsg_type = SCM_RIGHTS;
		control.head.cmsg_len = CMSG_LEN(sizeof(int) * n_fds);
		memcpy(CMSG_DATA(&control.head), fds, sizeof(int) * n_fds);
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(sizeof(int) * n_fds);
	}
	do
		n = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : 0;
}

static unsigned
take_descriptors(struct msghdr *message, int *fds, unsigned n_max)
{
	struct cmsghdr *head = CMSG_FIRSTHDR(message);
	size_t n;

	if (!head || head->cmsg_level != SOL_SOCKET ||
	    head->cmsg_type != SCM_RIGHTS)
		return 0;
	n = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	if (n > n_max)
		n = n_max;
	memcpy(fds, CMSG_DATA(head), n * sizeof(int));
	return (unsigned)n;
}

ssize_t
jail_packet_receive(int socket, void *data, size_t size, int *fds,
    unsigned n_max, unsigned *ret_n)
{
	struct iovec iov = { .iov_base = data, .iov_len = size };
	int taken[JAIL_PACKET_FDS_MAX];
	union control control;
	struct msghdr message = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof control,
	};
	unsigned n_taken;
	ssize_t n;

	do
		n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n < 0 ? -errno : 0;
	n_taken = take_descriptors(&message, taken, JAIL_PACKET_FDS_MAX);
	if (n_taken <= n_max &&
	    !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
		if (n_taken > 0)
			memcpy(fds, taken, sizeof(int) * n_taken);
		*ret_n = n_taken;
		return n;
	}
	for (unsigned i = 0; i < n_taken; i++)
		(void)close(taken[i]);
	return -EPROTO;
}
