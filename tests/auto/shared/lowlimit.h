// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOWLIMIT_H
#define LOWLIMIT_H

#include <QtCore/qglobal.h>

#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace RdmaTest {

// The limit restricts the numbers of descriptors, not how many there are.
inline rlim_t lowestFreeFile()
{
    const int file = dup(STDERR_FILENO);
    close(file);
    return file;
}

// Lowers a limit of the process while it lives.
class LowLimit
{
public:
    LowLimit(int resource, rlim_t value) : m_resource(__rlimit_resource_t(resource))
    {
        getrlimit(m_resource, &m_before);
        const rlimit low = { value, m_before.rlim_max };
        m_isSet = setrlimit(m_resource, &low) == 0;
    }
    Q_DISABLE_COPY_MOVE(LowLimit)
    ~LowLimit() { setrlimit(m_resource, &m_before); }

    bool isSet() const { return m_isSet; }

private:
    __rlimit_resource_t m_resource;
    rlimit m_before = {};
    bool m_isSet = false;
};

// A process with this capability may lock as much memory as it likes. The call also holds for
// threads that this one starts later. The kernel refuses verbs objects to a thread whose
// capabilities are not those of the thread that opened the device.
inline bool dropLockingCapability()
{
    __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
    if (syscall(SYS_capget, &header, data) != 0)
        return false;
    data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective &= ~CAP_TO_MASK(CAP_IPC_LOCK);
    return syscall(SYS_capset, &header, data) == 0;
}

} // namespace RdmaTest

#endif // LOWLIMIT_H
