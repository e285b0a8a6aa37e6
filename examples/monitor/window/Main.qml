// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import RdmaMonitor

// The window: its pages, their common parts, and the keys.
ApplicationWindow {
    id: window

    property alias interval: shown.interval
    property alias record: shown.record
    property alias overwrite: shown.overwrite
    property alias replay: shown.replay
    property alias follow: shown.follow
    property Cluster cluster: null
    property int host: 0 // the row of the one that all pages show
    property string adviceText
    property string adviceHint

    property string page: cluster ? "cluster" : "devices"
    property string theme: "system"
    property bool isReplayOver: false
    property string loss // why the host is not live that all pages show
    readonly property var source: shown.source
    readonly property bool running: cluster ? cluster.running : source.running
    readonly property var alarms: shown.alarms
    // Live, the program that is observed would be this one, which has no streams.
    readonly property var pages: allPages.slice(cluster ? 0 : 1, replay ? undefined : -1)
    readonly property var allPages: [
        { name: "cluster", title: qsTr("Hosts") },
        { name: "devices", title: qsTr("Devices") },
        { name: "alarms", title: qsTr("Alarms") },
        { name: "port", title: qsTr("Port") },
        { name: "gids", title: qsTr("GIDs") },
        { name: "connections", title: qsTr("Connections") },
        { name: "resources", title: qsTr("Resources") },
        { name: "events", title: qsTr("Events") },
        { name: "streams", title: qsTr("Streams") }
    ]
    readonly property var pageNames: pages.map(entry => entry.name)
    readonly property var pageItems: [
        clusterPage, devicesPage, alarmsPage, portPage, gidsPage, connectionsPage, resourcesPage,
        eventsPage, streamsPage
    ]
    readonly property var pictures: pageNames.map(name => ({ page: name, view: 0, name })).concat(
        connectionsPage.viewNames.map((name, index) => ({ page: "connections", view: index, name }))
                                 .slice(1))
    property alias connectionsView: connectionsPage.view
    readonly property int pageIndex: allPages.findIndex(entry => entry.name === page)

    function statusText(): string {
        if (source.errorString)
            return source.errorString;
        if (isReplayOver)
            return qsTr("The recording is over. Space shows it again.");
        const what = cluster ? clusterPage.statusText : follow ? qsTr("Replay, followed")
                   : replay ? qsTr("Replay") : qsTr("Live");
        return running ? what : qsTr("%1, paused").arg(what);
    }

    function noteLoss() {
        loss = cluster?.lossOf(host) ?? "";
    }

    function togglePause() {
        if (!isReplayOver) {
            (cluster ?? source).running = !running;
            return;
        }
        isReplayOver = false;
        const file = replay;
        replay = "";
        replay = file;
    }

    function openHost(row: int) {
        host = row;
        page = "devices";
    }

    function openPort(device: string, port: int) {
        portPage.show(device, port);
        page = "port";
    }

    function openAlarm(alarm: var) {
        if (alarm.kind === "DeviceGone") {
            page = "devices";
            return;
        }
        openPort(alarm.device, alarm.port);
        portPage.showCounter(alarm.name, alarm.lastTime);
    }

    function exportPage() {
        exporting.ask(pageItems[pageIndex].model, pageItems[pageIndex].selectedRows(), page);
    }

    width: 1280
    height: 800
    minimumWidth: 640
    minimumHeight: 480
    visible: true
    title: replay ? qsTr("Replay of %1").arg(replay) : qsTr("RDMA Monitor") // Qt adds the program
    color: Theme.window
    font.pixelSize: Theme.fontText
    onIntervalChanged: cluster?.setInterval(interval)
    onThemeChanged: Theme.mode = theme
    onHostChanged: noteLoss()
    onClusterChanged: noteLoss()
    onPageChanged: header.needle = ""

    // Large windows are on large screens, which people look at from further away.
    Binding {
        target: Theme
        property: "zoom"
        value: zoomKeys.factor
            * Math.max(1, Math.min(2.5, window.width / 1920, window.height / 1080))
    }

    palette {
        window: Theme.window
        windowText: Theme.text
        base: Theme.field
        alternateBase: Theme.hover
        text: Theme.text
        button: Theme.card
        buttonText: Theme.text
        brightText: Theme.accentText
        highlight: Theme.accent
        highlightedText: Theme.accentText
        placeholderText: Theme.weakText
        light: Theme.hover
        midlight: Theme.line
        mid: Theme.line
        dark: Theme.weakText
        toolTipBase: Theme.card
        toolTipText: Theme.text
    }

    Tables {
        id: shown

        other: window.cluster ? window.cluster.sourceAt(window.host) : null
    }

    History {
        id: past

        objectName: "past"

        source: shown.source
        counters: shown.counters
        live: !window.loss
    }

    Connections {
        target: shown.source

        function onReplayEnded() {
            window.isReplayOver = true;
        }
    }

    Connections {
        target: window.cluster

        function onStatesChanged() {
            window.noteLoss();
        }
    }

    Repeater {
        model: window.pageNames

        Item {
            id: key

            required property string modelData
            required property int index

            Shortcut {
                sequence: "Ctrl+" + (key.index + 1)
                onActivated: window.page = key.modelData // qmllint disable unqualified
            }
        }
    }

    Shortcut {
        sequences: [StandardKey.Find] // qmllint disable unqualified
        onActivated: header.focusFilter()
    }

    Shortcut {
        sequence: "Space"
        // It presses buttons and boxes.
        enabled: !(window.activeFocusItem instanceof AbstractButton
                   || window.activeFocusItem instanceof ComboBox)
        onActivated: window.togglePause()
    }

    Shortcut {
        sequence: "Ctrl+E"
        onActivated: window.exportPage()
    }

    Shortcut {
        sequence: "Ctrl+T"
        onActivated: header.nextTheme()
    }

    Shortcut {
        sequences: [StandardKey.Copy] // qmllint disable unqualified
        enabled: window.page === "gids" && gidsPage.selectedRow >= 0
        onActivated: gidsPage.activated(gidsPage.selectedRow)
    }

    Shortcut {
        sequences: [StandardKey.Quit] // qmllint disable unqualified
        onActivated: Qt.quit()
    }

    QtObject {
        id: zoomKeys

        property real factor: 1
    }

    Shortcut {
        sequences: [StandardKey.ZoomIn, "Ctrl+="] // qmllint disable unqualified
        onActivated: zoomKeys.factor = Math.min(3, zoomKeys.factor * 1.1)
    }

    Shortcut {
        sequences: [StandardKey.ZoomOut] // qmllint disable unqualified
        onActivated: zoomKeys.factor = Math.max(0.7, zoomKeys.factor / 1.1)
    }

    Shortcut {
        sequence: "Ctrl+0"
        onActivated: zoomKeys.factor = 1
    }

    RowLayout {
        anchors.fill: parent
        spacing: 0

        NavigationBar {
            id: navigation

            Layout.fillHeight: true
            isNarrow: window.width < 760 * Theme.zoom
            pages: window.pages
            hosts: window.cluster ? clusterPage.marked : []
            host: window.host
            counts: ({
                cluster: window.cluster ? window.cluster.count : 0,
                devices: shown.devices.count, alarms: shown.alarms.open, gids: shown.gids.count,
                connections: shown.endpoints.count, resources: shown.resources.count,
                events: shown.events.count, streams: shown.connections.count
            })
            alarmed: "alarms"
            alarmColor: shown.alarms.active > 0 ? Theme.bad : Theme.warning
            current: window.page
            status: window.statusText()
            statusColor: window.source.errorString || clusterPage.isDead ? Theme.bad
                : window.running && !window.isReplayOver && clusterPage.isComplete ? Theme.good
                                                                                   : Theme.warning
            onChosen: name => window.page = name
            onHostChosen: row => window.host = row
        }

        ColumnLayout {
            spacing: 0

            HeaderBar {
                id: header

                Layout.fillWidth: true
                title: window.pageItems[window.pageIndex].title
                isPaused: !window.running || window.isReplayOver
                interval: window.interval
                theme: window.theme
                onPauseChosen: window.togglePause()
                onIntervalChosen: interval => window.interval = interval
                onExportChosen: window.exportPage()
                onThemeChosen: theme => window.theme = theme
            }

            LossNote {
                Layout.fillWidth: true
                Layout.leftMargin: Theme.wideGap
                Layout.rightMargin: Theme.wideGap
                Layout.bottomMargin: Theme.gap
                visible: window.loss && window.page !== "cluster"
                host: clusterPage.names[window.host] ?? ""
                loss: window.loss
            }

            StackLayout {
                id: stack

                Layout.fillWidth: true
                Layout.fillHeight: true
                currentIndex: window.pageIndex

                ClusterPage {
                    id: clusterPage

                    cluster: window.cluster
                    needle: window.page === "cluster" ? header.needle : ""
                    onHostChosen: row => window.openHost(row)
                    onPortChosen: (row, device, port) => {
                        window.host = row;
                        window.openPort(device, port);
                    }
                }

                DevicesPage {
                    id: devicesPage

                    tables: shown
                    history: past
                    needle: window.page === "devices" ? header.needle : ""
                    adviceText: window.adviceText
                    adviceHint: window.adviceHint
                    onPortChosen: (device, port) => window.openPort(device, port)
                }

                AlarmsPage {
                    id: alarmsPage

                    tables: shown
                    needle: window.page === "alarms" ? header.needle : ""
                    onChosen: alarm => window.openAlarm(alarm)
                    onThresholdsWanted: counter => thresholds.ask(shown.alarms.thresholds, counter)
                }

                PortPage {
                    id: portPage

                    tables: shown
                    history: past
                    needle: window.page === "port" ? header.needle : ""
                }

                GidsPage {
                    id: gidsPage

                    tables: shown
                    needle: window.page === "gids" ? header.needle : ""
                    onCopied: text => toast.show(text, false)
                }

                ConnectionsPage {
                    id: connectionsPage

                    tables: shown
                    needle: window.page === "connections" ? header.needle : ""
                }

                ResourcesPage {
                    id: resourcesPage

                    tables: shown
                    needle: window.page === "resources" ? header.needle : ""
                }

                EventsPage {
                    id: eventsPage

                    tables: shown
                    needle: window.page === "events" ? header.needle : ""
                }

                StreamsPage {
                    id: streamsPage

                    tables: shown
                    needle: window.page === "streams" ? header.needle : ""
                }
            }
        }
    }

    ExportDialog {
        id: exporting

        objectName: "exportDialog"
        onSaved: (message, isError) => toast.show(message, isError)
    }

    ThresholdDialog {
        id: thresholds
    }

    Toast {
        id: toast

        objectName: "toast"
        anchors.bottom: parent.bottom
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottomMargin: Theme.wideGap
        width: implicitWidth
        height: implicitHeight
    }
}
