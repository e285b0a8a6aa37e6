# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# For all suites: their threads have the event dispatcher under test, too.
1i #include "install.h"
s/: public QThread$/: public ThreadUnderTest/
s/^( *)QThread (\w+(\[\w+\])?);/\1ThreadUnderTest \2;/
s/new QThread;/new ThreadUnderTest;/
s/: QThread\(\), timer/: ThreadUnderTest(), timer/
s/:QThread\(0\)/:ThreadUnderTest(0)/
s/^( *)(auto \*thread = QThread::create.*)/\1\2\n\1ThreadUnderTest::install(thread);/
