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

/// A shared handle of a memory window, which shows a part of a region to a peer until it is closed.
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

    /// Makes a window of the given `type` in `domain`.
    static RdmaMemoryWindow allocate(const RdmaProtectionDomain &domain, Type type = Type::Two,
                                     RdmaError *error = nullptr);

    /// Returns whether there is a window behind this handle.
    bool isValid() const noexcept { return bool(d); }
    /// Returns whether a binding has completed and this side has not ended it.
    bool isBound() const;
    /// Returns the type that it was allocated with; Type::Two for a handle that is not valid.
    Type type() const;
    /// Returns the key that opens the window (`rkey`); binding a window of type 2 changes it.
    quint32 remoteKey() const;
    /// Returns the value by which the peer uses the memory that the window shows.
    RdmaRemoteMemory remoteMemory() const;
    /// Returns the domain that it was allocated in.
    RdmaProtectionDomain protectionDomain() const;
    /// Returns the `ibv_mw *` behind this handle, or null.
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
