// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/RdmaEventDispatcher>

#include <QtCore/qcoreapplication.h>

// Before main(), which makes the application object.
static const bool installed = [] {
    QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    return true;
}();
