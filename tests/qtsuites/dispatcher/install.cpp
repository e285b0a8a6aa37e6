// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "install.h"

#include <QtCore/qcoreapplication.h>

// Before main(), which makes the application object.
static const bool installed = [] {
    if (ThreadUnderTest::isInstalled())
        QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    return true;
}();
