// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef UEVENTSOCKET_P_H
#define UEVENTSOCKET_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearray.h>
#include <QtCore/qbytearraylist.h>

namespace QtRdmaPrivate {

// The kernel's broadcasts of devices that come and go. To read them needs no rights.
class UeventSocket
{
public:
    UeventSocket();
    ~UeventSocket();
    UeventSocket(const UeventSocket &) = delete;
    UeventSocket &operator=(const UeventSocket &) = delete;

    int fd() const { return m_fd; }
    const RdmaError &error() const { return m_error; }

    // Reads all messages that have come. True when one of them was about RDMA devices, or may have
    // been.
    bool readAll();
    // Whether a message is about RDMA devices.
    static bool concernsRdma(const QByteArray &message)
    {
        const QByteArrayList fields = message.split('\0');
        return fields.contains("SUBSYSTEM=infiniband")
                || fields.contains("SUBSYSTEM=infiniband_verbs");
    }

private:
    int m_fd = -1;
    RdmaError m_error;
};

} // namespace QtRdmaPrivate

#endif // UEVENTSOCKET_P_H
