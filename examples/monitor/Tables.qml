// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma
import RdmaMonitor

// The models of the monitor, all from one source.
QtObject {
    id: tables

    property int interval: 1000
    property string record
    property bool overwrite: false
    property string replay
    property bool follow: false

    property QtObject other: null // a source in place of this machine
    readonly property RdmaSource source: (other as RdmaSource) ?? own
    // This machine, or a recording.
    readonly property RdmaSource own: RdmaSource {
        id: ownSource

        running: tables.source === ownSource
        interval: tables.interval
        record: tables.record
        overwrite: tables.overwrite
        replay: tables.replay
        follow: tables.follow
    }
    property RdmaDeviceModel devices: RdmaDeviceModel {
        source: tables.source
    }
    property RdmaPortModel ports: RdmaPortModel {
        source: tables.source
    }
    property RdmaGidModel gids: RdmaGidModel {
        source: tables.source
    }
    property RdmaDetailModel details: RdmaDetailModel {
        source: tables.source
    }
    property RdmaLimitModel limits: RdmaLimitModel {
        source: tables.source
    }
    property RdmaCounterModel counters: RdmaCounterModel {
        source: tables.source
    }
    property RdmaResourceModel resources: RdmaResourceModel {
        source: tables.source
    }
    property RdmaEndpointModel endpoints: RdmaEndpointModel {
        source: tables.source
    }
    property RdmaProcessModel processes: RdmaProcessModel {
        source: tables.source
    }
    property RdmaConnectionModel connections: RdmaConnectionModel {
        source: tables.source
    }
    property RdmaEventModel events: RdmaEventModel {
        source: tables.source
    }
    property AlarmList alarms: AlarmList {
        source: tables.source
        devices: tables.devices
        ports: tables.ports
        counters: tables.counters
        events: tables.events
    }
}
