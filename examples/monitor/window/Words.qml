// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

pragma Singleton

import QtQml

// The words for names that the models have. A name that is not here is shown as it is.
QtObject {
    readonly property var kinds: ({
        QueuePair: qsTr("queue pair"), ConnectionId: qsTr("connection id"),
        CompletionQueue: qsTr("completion queue"), MemoryRegion: qsTr("memory region"),
        ProtectionDomain: qsTr("protection domain"), Context: qsTr("context"),
        SharedReceiveQueue: qsTr("shared receive queue"), MemoryWindow: qsTr("memory window"),
        AddressHandle: qsTr("address handle"), MulticastGroup: qsTr("multicast group")
    })
    readonly property var states: ({
        Reset: qsTr("reset"), Initialized: qsTr("initialized"),
        ReadyToReceive: qsTr("ready to receive"), ReadyToSend: qsTr("ready to send"),
        SendQueueDrained: qsTr("send queue drained"), SendQueueError: qsTr("send queue error"),
        Error: qsTr("error"), Idle: qsTr("idle"), AddressQuery: qsTr("address query"),
        AddressResolved: qsTr("address resolved"), RouteQuery: qsTr("route query"),
        RouteResolved: qsTr("route resolved"), Connect: qsTr("connect"),
        Disconnect: qsTr("disconnect"), AddressBound: qsTr("address bound"),
        Listen: qsTr("listen"), DeviceRemoval: qsTr("device removal"),
        Destroying: qsTr("destroying"), Unconnected: qsTr("unconnected"),
        HostLookup: qsTr("looking up the host"), Connecting: qsTr("connecting"),
        Connected: qsTr("connected"), Bound: qsTr("bound"), Listening: qsTr("listening"),
        Closing: qsTr("closing")
    })

    readonly property var themes: ({
        system: qsTr("as the system"), light: qsTr("light"), dark: qsTr("dark")
    })
    readonly property var plots: ({
        bytes: qsTr("bytes"), packets: qsTr("packets"), messages: qsTr("messages")
    })

    function theme(name: string): string {
        return themes[name] ?? name;
    }

    function plot(name: string): string {
        return plots[name] ?? name;
    }

    // Names that others have chosen can hold line breaks, control characters, and what turns the
    // direction of the text behind it.
    // Nearly all texts are without, and to look costs less than to replace.
    readonly property var others:
        /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

    function inOneLine(text: string): string {
        if (!text || !others.test(text))
            return text ?? "";
        return text.replace(new RegExp(others.source, "g"), " ");
    }

    function kind(name: string): string {
        return kinds[name] ?? name;
    }

    function state(name: string): string {
        return states[name] ?? name;
    }

    // The kernel does not name processes of other containers.
    function owner(name: string, inKernel: bool): string {
        return inKernel ? qsTr("kernel (%1)").arg(name) : name || qsTr("not told");
    }
}
