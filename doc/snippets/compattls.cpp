// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtNetwork/QSslConfiguration>
#include <QtRdma/RdmaBridge>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaTcpSocket>
#include <QtRdma/RdmaTlsStream>

using namespace Qt::StringLiterals;

class Client : public QObject
{
public:
    void openEncrypted();
};

void Client::openEncrypted()
{
    //! [socket]
    auto *tls = new RdmaTlsStream;
    connect(tls, &RdmaTlsStream::connected, tls, &RdmaTlsStream::startClientEncryption);
    auto *socket = new RdmaTcpSocket(tls, this);
    //! [socket]
    socket->connectToHost(u"10.77.0.1"_s, 7471);
}

void encrypt(RdmaBridge &bridge, const QSslConfiguration &configuration)
{
    //! [bridge]
    bridge.setStreamFactory([configuration](const RdmaStreamOptions &options) {
        auto *const stream = new RdmaTlsStream;
        stream->setSslConfiguration(configuration);
        stream->stream()->setOptions(options);
        return stream;
    });
    //! [bridge]
}
