// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick.Controls.Basic

// A scroll bar that is seen whenever there is more than fits.
ScrollBar {
    policy: size > 0 && size < 1 ? ScrollBar.AlwaysOn : ScrollBar.AsNeeded
}
