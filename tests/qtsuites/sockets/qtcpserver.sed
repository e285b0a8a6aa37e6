# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# This server does to a descriptor what no request can do: then it is not called.
/^class SeverWithBlockingSockets/,/^\};/ s/IncomingUnderTest (socketDescriptor\)) override/qintptr \1/
# The warning has the name of the class.
s/"ServerUnderTest::listen\(\)/NAME_OF_SERVER "::listen()/
