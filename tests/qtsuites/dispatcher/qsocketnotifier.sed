# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# unexpectedDisconnection() uses Qt's socket engine, whose symbols only Qt's own builds export.
/void unexpectedDisconnection\(\);/d
/^class UnexpectedDisconnectTester/,/^\};/d
/^void tst_QSocketNotifier::unexpectedDisconnection/,/^\}/d
/qnativesocketengine_p\.h|NATIVESOCKETENGINE/d
