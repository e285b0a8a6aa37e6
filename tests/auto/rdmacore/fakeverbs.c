// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A libibverbs with one device, which cannot be opened, and without most functions.

#include <errno.h>
#include <stdlib.h>

#include <infiniband/verbs.h>

static struct ibv_device device = { .name = "fake0", .dev_name = "fake0" };
static struct ibv_device *devices[] = { &device, NULL };

#ifdef HAS_LATER_VERSION
// A later version of a function has other structures: a program that was built for the earlier one
// must not call it.
#  define ibv_get_device_list earlier_get_device_list
__asm__(".symver earlier_get_device_list,ibv_get_device_list@IBVERBS_1.1");

void later_get_device_list(void)
{
    abort();
}
__asm__(".symver later_get_device_list,ibv_get_device_list@@IBVERBS_9.9");
#endif

struct ibv_device **ibv_get_device_list(int *count)
{
    if (count)
        *count = 1;
    return devices;
}

void ibv_free_device_list(struct ibv_device **list)
{
    (void)list;
}

#ifndef LACKS_OPEN_DEVICE
struct ibv_context *ibv_open_device(struct ibv_device *opened)
{
    (void)opened;
    errno = EACCES;
    return NULL;
}
#endif
