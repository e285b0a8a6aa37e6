// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DELETIONGUARD_P_H
#define DELETIONGUARD_P_H

#include <QtCore/qglobal.h>

namespace QtRdmaPrivate {

// Tells a function that has emitted a signal whether a slot has deleted the object. It does what a
// QPointer does, for an object that keeps the innermost of its guards. Each message needs four
// guards, and the atomic operations of a QPointer would be dear.
class DeletionGuard
{
public:
    explicit DeletionGuard(DeletionGuard **innermost) : m_innermost(innermost), m_outer(*innermost)
    {
        // gcc 12 does not see that the destructor takes the address away.
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_GCC("-Wdangling-pointer")
        *innermost = this;
        QT_WARNING_POP
    }
    ~DeletionGuard()
    {
        if (m_innermost)
            *m_innermost = m_outer;
    }
    Q_DISABLE_COPY_MOVE(DeletionGuard)

    explicit operator bool() const { return m_innermost != nullptr; }
    // The destructor of the object calls this.
    static void tell(DeletionGuard *innermost)
    {
        for (DeletionGuard *guard = innermost; guard; guard = guard->m_outer)
            guard->m_innermost = nullptr;
    }

private:
    mutable DeletionGuard **m_innermost; // null: deleted; also where the guard is const
    DeletionGuard *m_outer;
};

} // namespace QtRdmaPrivate

#endif // DELETIONGUARD_P_H
