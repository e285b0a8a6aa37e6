# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# For both suites.
s|"../../../network-settings.h"|"network-settings.h"|
# There is no proxy to run all of it through.
/newRow\("With(Socks5|Http)/d
# The name is an alias.
/^QT_FORWARD_DECLARE_CLASS/d
