// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQml
import QtRdma

// Uses every property, signal, function and enumeration of the module. What the module has and this
// file has not is a failure of the test that loads it.
QtObject {
    id: all

    property var notes: []
    property RdmaAbstractStream eitherStream: tlsStream
    property RdmaAbstractServer eitherServer: tlsServer

    function note(...values) {
        notes = values;
    }

    function enumerators(): var {
        return [
            Rdma.Opcode.Send,
            Rdma.SendFlag.Fenced,
            Rdma.AccessFlag.LocalWrite,
            Rdma.FlushPlacement.Global,
            Rdma.FlushScope.Range,
            Rdma.CompletionStatus.TimedOut,
            Rdma.QueuePairType.ReliableConnected,
            Rdma.QueuePairState.Reset,
            Rdma.NodeType.Unknown,
            Rdma.Transport.Unknown,
            Rdma.LinkLayer.Unspecified,
            Rdma.PortState.NoChange,
            Rdma.GidType.InfiniBand,
            Rdma.WireFormat.QtRdma,
            Rdma.StreamTransport.Tcp,
            Rdma.TransportPolicy.PreferRdma,
            Rdma.EventObject.Unknown,
            RdmaError.Category.Timeout,
            RdmaError.Cause.Refused,
            RdmaServer.AcceptPolicy.Deferred,
            RdmaStream.ConnectedState,
            RdmaStream.HostNotFoundError,
            RdmaTlsStream.ConnectedState,
            RdmaTlsStream.AutoVerifyPeer
        ];
    }

    readonly property RdmaStream stream: RdmaStream {
        readBufferSize: 4096
        writeBufferSize: 8192

        function values(): var {
            return [state, isConnected, peerAddress, peerPort, peerName, localAddress,
                localPort, deviceName, readBufferSize, writeBufferSize, rdmaError.category,
                rdmaError.cause, rdmaError.call, rdmaError.code, rdmaError.text, rdmaError.hint];
        }
        function calls() {
            connectToHost("host.example", 7471);
            all.note(send("text"), receive(), receive(5), receiveLine());
            all.note(bytesAvailable(), bytesToWrite(), canReadLine());
            closeWriteChannel();
            disconnectFromHost();
            abort();
        }

        onReadyRead: all.note()
        onChannelReadyRead: (channel) => all.note(channel)
        onBytesWritten: (bytes) => all.note(bytes)
        onChannelBytesWritten: (channel, bytes) => all.note(channel, bytes)
        onFileSent: (bytes) => all.note(bytes)
        onAboutToClose: all.note()
        onReadChannelFinished: all.note()
        onHostFound: all.note()
        onConnected: all.note()
        onDisconnected: all.note()
        onStateChanged: (state) => all.note(state)
        onErrorOccurred: (error) => all.note(error)
        onReadBufferSizeChanged: all.note()
        onWriteBufferSizeChanged: all.note()
        onRdmaErrorChanged: all.note()
        onEndsChanged: all.note()
        onLimitsChanged: all.note()
    }

    readonly property RdmaTlsStream tlsStream: RdmaTlsStream {
        readBufferSize: 4096
        writeBufferSize: 8192
        certificate: ""
        privateKey: ""
        caCertificates: ""
        peerVerifyMode: RdmaTlsStream.VerifyPeer
        peerVerifyName: "host.example"

        function values(): var {
            return [state, isConnected, peerAddress, peerPort, peerName, localAddress,
                localPort, deviceName, readBufferSize, writeBufferSize, rdmaError.category,
                rdmaError.cause, rdmaError.call, rdmaError.code, rdmaError.text, rdmaError.hint,
                certificate, privateKey, caCertificates, peerVerifyMode, peerVerifyName, encrypted,
                sslErrorTexts];
        }
        function calls() {
            connectToHostEncrypted("host.example", 7471);
            connectToHost("host.example", 7471);
            all.note(send("text"), receive(), receive(5), receiveLine());
            all.note(bytesAvailable(), bytesToWrite(), canReadLine());
            closeWriteChannel();
            disconnectFromHost();
            abort();
            startClientEncryption();
            startServerEncryption();
            ignoreSslErrors();
        }

        onReadyRead: all.note()
        onChannelReadyRead: (channel) => all.note(channel)
        onBytesWritten: (bytes) => all.note(bytes)
        onChannelBytesWritten: (channel, bytes) => all.note(channel, bytes)
        onFileSent: (bytes) => all.note(bytes)
        onAboutToClose: all.note()
        onReadChannelFinished: all.note()
        onHostFound: all.note()
        onConnected: all.note()
        onDisconnected: all.note()
        onStateChanged: (state) => all.note(state)
        onErrorOccurred: (error) => all.note(error)
        onReadBufferSizeChanged: all.note()
        onWriteBufferSizeChanged: all.note()
        onRdmaErrorChanged: all.note()
        onEndsChanged: all.note()
        onLimitsChanged: all.note()
        onEncrypted: all.note()
        onEncryptedChanged: (encrypted) => all.note(encrypted)
        onModeChanged: (mode) => all.note(mode)
        onSslErrors: all.note()
        onSslErrorTextsChanged: all.note()
        onPeerVerifyError: all.note()
        onAlertSent: all.note()
        onAlertReceived: all.note()
        onEncryptedBytesWritten: (bytes) => all.note(bytes)
        onCertificateChanged: all.note()
        onPrivateKeyChanged: all.note()
        onCaCertificatesChanged: all.note()
        onPeerVerifyModeChanged: all.note()
        onPeerVerifyNameChanged: all.note()
    }

    readonly property RdmaServer server: RdmaServer {
        maxPendingConnections: 20
        listenBacklogSize: 40
        maxConnections: 100
        maxConnectionsPerAddress: 10
        sharedReceives: 0
        acceptPolicy: RdmaServer.AcceptPolicy.Ahead

        function values(): var {
            return [listening, serverPort, serverAddress, maxPendingConnections,
                listenBacklogSize, maxConnections, maxConnectionsPerAddress, sharedReceives,
                errorString, rdmaError.category, rdmaError.cause, rdmaError.call, rdmaError.code,
                rdmaError.text, rdmaError.hint, acceptPolicy];
        }
        function calls() {
            all.note(listen("10.77.0.1", 7471), listen("10.77.0.1"));
            all.note(hasPendingConnections(), nextPendingConnection());
            pauseAccepting();
            resumeAccepting();
            close();
        }

        onNewConnection: all.note()
        onPendingConnectionAvailable: all.note()
        onAcceptError: (error) => all.note(error)
        onListeningChanged: (listening) => all.note(listening)
        onServerPortChanged: (port) => all.note(port)
        onServerAddressChanged: all.note()
        onAddressChanged: all.note()
        onMaxPendingConnectionsChanged: (most) => all.note(most)
        onListenBacklogSizeChanged: (size) => all.note(size)
        onMaxConnectionsChanged: (most) => all.note(most)
        onMaxConnectionsPerAddressChanged: (most) => all.note(most)
        onSharedReceivesChanged: (count) => all.note(count)
        onRdmaErrorChanged: all.note()
        onAcceptPolicyChanged: (policy) => all.note(policy)
    }

    readonly property RdmaTlsServer tlsServer: RdmaTlsServer {
        maxPendingConnections: 20
        listenBacklogSize: 40
        maxConnections: 100
        maxConnectionsPerAddress: 10
        sharedReceives: 0
        certificate: ""
        privateKey: ""
        caCertificates: ""
        peerVerifyMode: RdmaTlsStream.QueryPeer
        handshakeTimeout: 4000

        function values(): var {
            return [listening, serverPort, serverAddress, maxPendingConnections,
                listenBacklogSize, maxConnections, maxConnectionsPerAddress, sharedReceives,
                errorString, rdmaError.category, rdmaError.cause, rdmaError.call, rdmaError.code,
                rdmaError.text, rdmaError.hint, certificate, privateKey, caCertificates,
                peerVerifyMode, handshakeTimeout];
        }
        function calls() {
            all.note(listen("10.77.0.1", 7471), listen("10.77.0.1"));
            all.note(hasPendingConnections(), nextPendingConnection());
            pauseAccepting();
            resumeAccepting();
            close();
        }

        onNewConnection: all.note()
        onPendingConnectionAvailable: all.note()
        onAcceptError: (error) => all.note(error)
        onListeningChanged: (listening) => all.note(listening)
        onServerPortChanged: (port) => all.note(port)
        onServerAddressChanged: all.note()
        onAddressChanged: all.note()
        onMaxPendingConnectionsChanged: (most) => all.note(most)
        onListenBacklogSizeChanged: (size) => all.note(size)
        onMaxConnectionsChanged: (most) => all.note(most)
        onMaxConnectionsPerAddressChanged: (most) => all.note(most)
        onSharedReceivesChanged: (count) => all.note(count)
        onRdmaErrorChanged: all.note()
        onStartedEncryptionHandshake: (stream) => all.note(stream)
        onErrorOccurred: (stream, error) => all.note(stream, error)
        onSslErrors: (stream) => all.note(stream)
        onPeerVerifyError: (stream) => all.note(stream)
        onHandshakeTimeoutChanged: (msecs) => all.note(msecs)
        onCertificateChanged: all.note()
        onPrivateKeyChanged: all.note()
        onCaCertificatesChanged: all.note()
        onPeerVerifyModeChanged: all.note()
    }

    readonly property RdmaReconnector reconnector: RdmaReconnector {
        stream: all.stream
        initialDelay: 200
        maxDelay: 5000
        jitter: 0.5
        maxAttempts: 7

        function values(): var {
            return [stream, active, failedAttempts, initialDelay, maxDelay, jitter,
                maxAttempts];
        }
        function calls() {
            connectToHost("host.example", 7471);
            stop();
        }

        onStreamChanged: all.note()
        onActiveChanged: (active) => all.note(active)
        onFailedAttemptsChanged: all.note()
        onInitialDelayChanged: (msecs) => all.note(msecs)
        onMaxDelayChanged: (msecs) => all.note(msecs)
        onJitterChanged: (jitter) => all.note(jitter)
        onMaxAttemptsChanged: (count) => all.note(count)
        onWaiting: (msecs) => all.note(msecs)
        onGaveUp: all.note()
    }

    readonly property RdmaSource source: RdmaSource {
        running: false
        interval: 500
        sysfs: "/nonexistent"
        replay: ""
        follow: false
        record: ""
        overwrite: false
        remote: false
        host: ""

        function values(): var {
            return [interval, running, sysfs, replay, follow, record, overwrite, errorString, samples,
                    time, remote, host, feedState, clockOffset, skipped];
        }
        function calls() {
            refresh();
            feed(recordingHead());
            feed(recordingLine(true, 0));
            expectFeed();
            endFeed();
        }

        onIntervalChanged: all.note()
        onRunningChanged: all.note()
        onSysfsChanged: all.note()
        onReplayChanged: all.note()
        onFollowChanged: all.note()
        onRecordChanged: all.note()
        onOverwriteChanged: all.note()
        onErrorStringChanged: all.note()
        onSampled: all.note()
        onReplayEnded: all.note()
        onRemoteChanged: all.note()
        onHostChanged: all.note()
        onFeedStateChanged: all.note()
        onFeedRead: all.note()
    }

    readonly property RdmaPortLoadModel loads: RdmaPortLoadModel {
        sources: [all.source]
        updateInterval: 200

        function values(): var {
            return [sources.length, updateInterval, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onUpdated: all.note()
        onUpdateIntervalChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaDeviceModel devices: RdmaDeviceModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaPortModel ports: RdmaPortModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaGidModel gids: RdmaGidModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaDetailModel details: RdmaDetailModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaLimitModel limits: RdmaLimitModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaEndpointModel endpoints: RdmaEndpointModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaProcessModel processes: RdmaProcessModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
            toggle("mlx5_0/4711/server");
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaCounterModel counters: RdmaCounterModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaResourceModel resources: RdmaResourceModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaConnectionModel connections: RdmaConnectionModel {
        source: all.source

        function values(): var {
            return [source, count];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
    }

    readonly property RdmaEventModel events: RdmaEventModel {
        source: all.source
        limit: 100

        function values(): var {
            return [source, count, limit];
        }
        function calls() {
            all.note(get(0), csv());
        }

        onSourceChanged: all.note()
        onCountChanged: all.note()
        onLimitChanged: all.note()
    }
}
