// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engineobject_p.h"

#include "../verbs/verbscall_p.h"

#include <QtCore/qmetaobject.h>

#include <utility>

namespace QtRdmaPrivate {

void EngineObject::leaveThread(const char *warning)
{
    if (isInUse()) {
        qWarning("%s", warning);
        endWith(movedError());
    }
    if (engine)
        engine->removeObject(this);
    leaveEngine();
    DeletionGuard::tell(std::exchange(guards, nullptr));
    hasNews = true;
    QMetaObject::invokeMethod(
            m_object, [this] { deliver(); }, Qt::QueuedConnection);
}

} // namespace QtRdmaPrivate
