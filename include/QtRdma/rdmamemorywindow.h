// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYWINDOW_H
#define RDMAMEMORYWINDOW_H

#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qhashfunctions.h>
#include <QtCore/qshareddata.h>

namespace QtRdmaPrivate {
struct Access;
struct MemoryWindowData;
} // namespace QtRdmaPrivate

class Q_RDMA_EXPORT RdmaMemoryWindow
{
public:
    enum class Type : quint8 { One = 1, Two = 2 };

    RdmaMemoryWindow() noexcept;
    RdmaMemoryWindow(const RdmaMemoryWindow &other);
    RdmaMemoryWindow(RdmaMemoryWindow &&other) noexcept;
    RdmaMemoryWindow &operator=(const RdmaMemoryWindow &other);
    QT_MOVE_ASSIGNMENT_OPERATOR_IMPL_VIA_MOVE_AND_SWAP(RdmaMemoryWindow)
    ~RdmaMemoryWindow();
    void swap(RdmaMemoryWindow &other) noexcept { d.swap(other.d); }

    static RdmaMemoryWindow allocate(const RdmaProtectionDomain &domain, Type type = Type::Two,
                                     RdmaError *error = nullptr);

    bool isValid() const noexcept { return bool(d); }
    bool isBound() const;
    Type type() const;
    quint32 remoteKey() const;
    RdmaRemoteMemory remoteMemory() const;
    RdmaProtectionDomain protectionDomain() const;
    void *nativeHandle() const;

private:
    friend struct QtRdmaPrivate::Access;
    friend bool operator==(const RdmaMemoryWindow &a, const RdmaMemoryWindow &b) noexcept
    {
        return a.d == b.d;
    }
    friend bool operator!=(const RdmaMemoryWindow &a, const RdmaMemoryWindow &b) noexcept
    {
        return !(a == b);
    }
    friend size_t qHash(const RdmaMemoryWindow &window, size_t seed = 0) noexcept
    {
        return ::qHash(static_cast<const void *>(window.d.data()), seed);
    }

    QExplicitlySharedDataPointer<QtRdmaPrivate::MemoryWindowData> d; // null: invalid
};

Q_DECLARE_SHARED(RdmaMemoryWindow)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemoryWindow &window);
#endif

#endif // RDMAMEMORYWINDOW_H
