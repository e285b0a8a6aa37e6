// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef POLLING_H
#define POLLING_H

#include "description.h"

#include <QHostAddress>

namespace Perf {

// The way in which the thread waits for completions: spinning, yielding, moderated, as a run wants
// it, until it is stopped or destroyed.
class Polling
{
public:
    Polling() = default;
    ~Polling() { stop(); }
    Q_DISABLE_COPY_MOVE(Polling)

    // Returns why it cannot, or an empty text.
    QString start(const QHostAddress &local, const Description &description);
    void stop();

private:
    QHostAddress m_local;
    bool m_stopsYielding = false; // this and the others say what it has changed
    bool m_spins = false;
    bool m_moderates = false;
};

} // namespace Perf

#endif // POLLING_H
