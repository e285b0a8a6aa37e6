// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QDebug>
#include <QtCore/QFile>
#include <QtRdma/RdmaAbstractStream>
#include <QtRdma/RdmaError>
#include <QtRdma/RdmaStream>

namespace {

//! [serve]
void serve(RdmaAbstractStream *stream)
{
    QObject::connect(stream, &RdmaAbstractStream::readyRead, stream,
                     [stream] { stream->write(stream->readAll()); });
    QObject::connect(stream, &RdmaAbstractStream::disconnected, stream, &QObject::deleteLater);
}
//! [serve]

class Sender : public QObject
{
public:
    void sendFile();
    void sendMore();
    void watch();

private:
    RdmaStream *stream = new RdmaStream(this);
    QFile file;
    qint64 expected = 0;
};

void Sender::sendFile()
{
    //! [send file]
    connect(stream, &RdmaStream::fileSent, this, [this](qint64 bytes) {
        if (bytes < expected)
            stream->abort(); // rdmaError() has told why
    });
    expected = stream->sendFile(&file);
    //! [send file]
}

//! [write]
void Sender::sendMore() // connected to bytesWritten()
{
    while (!file.atEnd()) {
        const qint64 taken = stream->write(file.peek(65536));
        if (taken <= 0)
            return;
        file.skip(taken);
    }
}
//! [write]

void Sender::watch()
{
    //! [error]
    connect(stream, &RdmaStream::errorOccurred, this,
            [this] { qWarning() << stream->rdmaError(); });
    //! [error]
}

} // namespace

void useBase(RdmaAbstractStream *stream)
{
    serve(stream);
    Sender sender;
    sender.sendFile();
    sender.sendMore();
    sender.watch();
}
