// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SPINNING_H
#define SPINNING_H

#include "description.h"

#include <QHostAddress>

namespace Perf {

// Polls or yields before sleeping, as a run wants it, until it is stopped or destroyed.
class Spinning
{
public:
    Spinning() = default;
    ~Spinning() { stop(); }
    Q_DISABLE_COPY_MOVE(Spinning)

    QString start(const QHostAddress &local, const Description &description); // why not, or empty
    void stop();

private:
    QHostAddress m_local; // null while it leaves all as it is
    bool m_stopsYielding = false;
};

} // namespace Perf

#endif // SPINNING_H
