// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

//! [counters]
import QtQuick
import QtRdma

ListView {
    model: RdmaCounterModel { source: RdmaSource { interval: 500 } }
    delegate: Text {
        required property string name
        required property double rate
        required property string meaning
        text: `${name}: ${rate}/s. ${meaning}`
        textFormat: Text.PlainText
    }
}
//! [counters]
