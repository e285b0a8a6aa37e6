// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STILLHERE_P_H
#define STILLHERE_P_H

#include <QtCore/qobject.h>
#include <QtCore/qpointer.h>

namespace QtRdmaPrivate {

// False when a slot has deleted the object or has moved it to another thread. In that case the rest
// is told in the other thread.
class StillHere
{
public:
    explicit StillHere(QObject *object) : m_object(object), m_thread(object->thread()) { }

    explicit operator bool() const { return m_object && m_object->thread() == m_thread; }

private:
    QPointer<QObject> m_object;
    const QThread *m_thread;
};

} // namespace QtRdmaPrivate

#endif // STILLHERE_P_H
