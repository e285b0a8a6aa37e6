// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef WAITFOR_H
#define WAITFOR_H

#include <QtCore/qeventloop.h>
#include <QtCore/qtimer.h>

#include <functional>

namespace RdmaTest {

// Like QTest::qWaitFor(), for conditions that take many turns of the event loop: qWaitFor() sleeps
// 10 ms after each turn.
inline bool waitFor(const std::function<bool()> &done, int msecs)
{
    if (done())
        return true;
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (done())
            loop.quit();
    });
    look.start(10);
    QTimer::singleShot(msecs, &loop, &QEventLoop::quit);
    loop.exec();
    return done();
}

} // namespace RdmaTest

#endif // WAITFOR_H
