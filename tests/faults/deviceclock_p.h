// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECLOCK_P_H
#define DEVICECLOCK_P_H

#include <cstdint>

struct ibv_cq_ex;
struct ibv_cq_init_attr_ex;
struct ibv_device_attr_ex;
struct ibv_values_ex;

// The clock of a device that has none.
namespace DeviceClock {

bool isOn();
void describe(ibv_device_attr_ex *attributes);
// What a queue is made of is the device's: it does not stamp. The queue that was made is stamped.
void withoutStamps(ibv_cq_init_attr_ex *attributes);
void stamp(ibv_cq_ex *queue);
// Returns 0 or an errno.
int read(ibv_values_ex *values);

} // namespace DeviceClock

#endif // DEVICECLOCK_P_H
