// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "limitedserver.h"

namespace {

class LimitedSocket : public RdmaTcpSocket
{
public:
    LimitedSocket(RdmaAbstractStream *stream, QObject *parent) : RdmaTcpSocket(stream, parent)
    {
        setReadBufferSize(LimitedServer::MaxRequest);
    }

protected:
    qint64 readData(char *data, qint64 maxSize) override
    {
        const qint64 size = RdmaTcpSocket::readData(data, maxSize);
        unanswered += qMax<qint64>(0, size);
        if (unanswered > LimitedServer::MaxRequest) // later: QHttpServer is reading
            QMetaObject::invokeMethod(this, &LimitedSocket::abort, Qt::QueuedConnection);
        return size;
    }

    qint64 writeData(const char *data, qint64 size) override
    {
        unanswered = 0;
        return RdmaTcpSocket::writeData(data, size);
    }

private:
    qint64 unanswered = 0; // bytes of requests
};

} // namespace

RdmaTcpSocket *LimitedServer::createSocket(RdmaAbstractStream *stream)
{
    return new LimitedSocket(stream, this);
}
