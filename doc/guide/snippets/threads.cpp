// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QThread>
#include <QtRdma/RdmaEventDispatcher>

void runWorker()
{
    //! [dispatcher]
    QThread thread;
    thread.setEventDispatcher(new RdmaEventDispatcher); // before the thread starts
    thread.start();
    //! [dispatcher]
    thread.quit();
    thread.wait();
}
