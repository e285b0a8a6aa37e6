// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// Asks from which rate on a counter raises an alarm.
Popup {
    id: dialog

    property Thresholds thresholds

    function ask(ofAlarms: Thresholds, counter: string) {
        thresholds = ofAlarms;
        rules.clear();
        for (const rule of thresholds.rules)
            rules.append({ pattern: rule.pattern, perSecond: `${rule.perSecond}` });
        if (counter || rules.count === 0)
            add(counter);
        open();
    }

    // The first that matches counts, so the newest comes first.
    function add(counter: string) {
        rules.insert(0, { pattern: counter, perSecond: "1" });
    }

    function save() {
        const all = Array.from({ length: rules.count }, (value, i) => rules.get(i));
        thresholds.rules = all.map(
            rule => ({ pattern: rule.pattern, perSecond: Number(rule.perSecond || "x") }));
        close();
    }

    objectName: "thresholds"
    anchors.centerIn: parent
    width: Math.min(parent.width - 2 * Theme.wideGap, Math.round(520 * Theme.zoom))
    padding: Theme.wideGap * 1.25
    modal: true

    ListModel {
        id: rules
    }

    background: Card {
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.gap * 1.5

        Text {
            textFormat: Text.PlainText
            text: qsTr("Thresholds")
            color: Theme.text
            font.pixelSize: Theme.fontHeading
            font.weight: Font.DemiBold
        }

        Text {
            Layout.fillWidth: true
            textFormat: Text.PlainText
            text: qsTr("A counter that should stay zero raises an alarm whenever it moves. "
                       + "Those that are named here do so above a rate only. "
                       + "A * stands for any letters.")
            wrapMode: Text.WordWrap
            color: Theme.weakText
            font.pixelSize: Theme.fontText
        }

        ListView {
            objectName: "thresholdRules"
            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(contentHeight, Math.round(200 * Theme.zoom))
            clip: true
            spacing: Theme.gap
            model: rules

            // qmllint disable unqualified
            delegate: RowLayout {
                id: rule

                required property string pattern
                required property string perSecond
                required property int index

                width: ListView.view.width
                spacing: Theme.gap

                SearchField {
                    objectName: "pattern"
                    Layout.fillWidth: true
                    placeholderText: qsTr("Counter")
                    Accessible.name: qsTr("Counter")
                    text: rule.pattern
                    onTextEdited: rules.setProperty(rule.index, "pattern", text)
                    Keys.onEscapePressed: dialog.close()
                    onAccepted: dialog.save()
                }

                SearchField {
                    objectName: "perSecond"
                    Layout.preferredWidth: Math.round(96 * Theme.zoom)
                    placeholderText: qsTr("Rate")
                    Accessible.name: qsTr("Events per second")
                    text: rule.perSecond
                    validator: RegularExpressionValidator {
                        regularExpression: /\d{1,9}(\.\d{0,3})?/
                    }
                    onTextEdited: rules.setProperty(rule.index, "perSecond", text)
                    Keys.onEscapePressed: dialog.close()
                    onAccepted: dialog.save()
                }

                Text {
                    textFormat: Text.PlainText
                    text: qsTr("per second")
                    color: Theme.weakText
                    font.pixelSize: Theme.fontText
                }

                FlatButton {
                    text: "×"
                    Layout.preferredWidth: Theme.control
                    leftPadding: 0
                    rightPadding: 0
                    hint: qsTr("Remove")
                    Accessible.name: hint
                    onClicked: rules.remove(rule.index)
                }
            }
            // qmllint enable unqualified
        }

        RowLayout {
            spacing: Theme.gap

            FlatButton {
                text: qsTr("Add")
                enabled: rules.count < 100
                onClicked: dialog.add("")
            }

            Item {
                Layout.fillWidth: true
            }

            FlatButton {
                text: qsTr("Cancel")
                onClicked: dialog.close()
            }

            FlatButton {
                objectName: "saveThresholds"
                text: qsTr("Save")
                highlighted: true
                onClicked: dialog.save()
            }
        }
    }
}
