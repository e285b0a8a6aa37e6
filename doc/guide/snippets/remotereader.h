// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef REMOTEREADER_H
#define REMOTEREADER_H

//! [reader]
#include <QtCore/QDataStream>
#include <QtNetwork/QHostAddress>
#include <QtQml/QQmlEngine>
#include <QtRdma/RdmaCompletion>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaRemoteMemory>

class RemoteReader : public QObject
{
    Q_OBJECT
    QML_ELEMENT
public:
    explicit RemoteReader(QObject *parent = nullptr) : QObject(parent)
    {
        connect(&queuePair, &RdmaQueuePair::completed, this,
                [this](quint64, const RdmaCompletion &done) { takeResult(done); });
        connect(&queuePair, &RdmaQueuePair::errorOccurred, this,
                [this](const RdmaError &error) { emit failed(error.toString()); });
    }

    Q_INVOKABLE void connectToHost(const QString &address, int port)
    {
        queuePair.postReceive(64); // the description of the memory, which the server sends
        queuePair.connectToHost(QHostAddress(address), quint16(port));
    }
    Q_INVOKABLE void read(int offset, int size) { queuePair.postRead(memory.slice(offset, size)); }

signals:
    void ready();
    void received(const QByteArray &bytes); // an ArrayBuffer in QML
    void failed(const QString &reason);

private:
    void takeResult(const RdmaCompletion &done)
    {
        if (!done.isSuccess()) {
            emit failed(done.rdmaError().toString());
        } else if (done.opcode() == Rdma::Opcode::Read) {
            emit received(done.data());
        } else {
            QDataStream stream(done.data());
            stream >> memory;
            emit ready();
        }
    }

    RdmaQueuePair queuePair;
    RdmaRemoteMemory memory;
};
//! [reader]

#endif // REMOTEREADER_H
