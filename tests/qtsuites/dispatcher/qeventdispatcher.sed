# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Nothing but the threads.
