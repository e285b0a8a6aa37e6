// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SPINNING_H
#define SPINNING_H

#include "description.h"

#include <QHostAddress>

namespace Perf {

// Polls before sleeping, as a run wants it, until it is stopped or destroyed.
class Spinning
{
public:
    Spinning() = default;
    ~Spinning() { stop(); }
    Q_DISABLE_COPY_MOVE(Spinning)

    QString start(const QHostAddress &local, const Description &description); // why not, or empty
    void stop();

private:
    QHostAddress m_local; // null while it does not
};

} // namespace Perf

#endif // SPINNING_H
