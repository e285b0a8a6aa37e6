// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SPEAKER_H
#define SPEAKER_H

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

namespace RdmaTest {

// Speaks to each that connects.
class Speaker
{
public:
    explicit Speaker(const QByteArray &words)
    {
        m_server.setTransports(Rdma::StreamTransport::Tcp);
        QObject::connect(&m_server, &RdmaServer::newConnection, &m_server, [this, words] {
            while (RdmaStream *stream = m_server.nextPendingConnection()) {
                stream->write(words);
                streams.append(stream);
            }
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qWarning() << m_server.errorString();
    }
    quint16 port() const { return m_server.serverPort(); }

    QList<RdmaStream *> streams;

private:
    RdmaServer m_server;
};

} // namespace RdmaTest

#endif // SPEAKER_H
