// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QCoreApplication>
#include <QtCore/QThread>
#include <QtRdma/RdmaEventDispatcher>

void runWorker()
{
    //! [thread]
    QThread thread;
    thread.setEventDispatcher(new RdmaEventDispatcher);
    thread.start();
    //! [thread]
    thread.quit();
    thread.wait();
}

int runProgram(int argc, char *argv[])
{
    //! [main]
    QCoreApplication::setEventDispatcher(new RdmaEventDispatcher);
    QCoreApplication app(argc, argv);
    //! [main]
    return app.exec();
}
