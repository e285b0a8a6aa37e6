// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtNetwork/QHostAddress>
#include <QtRdma/RdmaDatagram>
#include <QtRdma/RdmaDatagramSocket>

using namespace Qt::StringLiterals;

class Receiver : public QObject
{
public:
    void start();
};

void Receiver::start()
{
    //! [socket]
    auto *socket = new RdmaDatagramSocket(this);
    connect(socket, &RdmaDatagramSocket::readyRead, this, [socket] {
        while (socket->hasPendingDatagrams()) {
            const RdmaDatagram datagram = socket->receiveDatagram();
            socket->writeDatagram("seen: " + datagram.data(), datagram.sender());
        }
    });
    socket->bind(QHostAddress(u"10.77.0.1"_s));
    socket->joinMulticastGroup(QHostAddress(u"239.1.2.3"_s));
    //! [socket]
}
