# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Two places wait for ever where the machine is busy, with each dispatcher.
# Another thread ends this loop, perhaps before it runs.
s/^( *)_e->quit\(\);/\1while (!_e->isRunning())\n\1    QThread::yieldCurrentThread();\n&/
# The main thread, which waits for the other one after 300 ms, is to end it after 200 ms.
/^void tst_QTimer::moveToThread\(\)/,/^\}/ s/SLOT\(quit\(\)\)\)/SLOT(quit()), Qt::DirectConnection)/
