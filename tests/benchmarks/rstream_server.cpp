// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// What `rstream -b ADDRESS -p PORT -S SIZE -C COUNT` does, by RdmaStream: so that rstream itself measures both. Sends back the 16
// bytes that begin it, and then COUNT messages of SIZE bytes when all of them are there. Ends with the connection.

#include <QtRdma/RdmaServer>
#include <QtRdma/RdmaStream>

#include <QtCore/qbytearray.h>
#include <QtCore/qcoreapplication.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace {

// As rstream does: the buffer of one message is read and sent again and again.
class Echo
{
public:
    Echo(RdmaStream *stream, qsizetype size, int count)
        : m_stream(stream)
        , m_size(size)
        , m_count(count)
        , m_buffer(16, '\0')
    {
    }

    void readyRead()
    {
        // As much as there may be: what is asked for in parts of less than 16 KiB is copied twice, for QIODevice reads ahead.
        qint64 size = 0;
        do {
            size = m_stream->read(m_arrived.data(), qint64(m_arrived.size()));
            take(m_arrived.data(), size);
        } while (size == qint64(m_arrived.size()));
    }

private:
    void take(const char *data, qint64 size)
    {
        while (size > 0) {
            const qint64 count = qMin(size, m_buffer.size() - m_filled);
            memcpy(m_buffer.data() + m_filled, data, size_t(count));
            m_filled += count;
            data += count;
            size -= count;
            if (m_filled == m_buffer.size())
                messageRead();
        }
    }

    void messageRead()
    {
        m_filled = 0;
        if (++m_read < m_expected)
            return;
        for (int i = 0; i < m_expected; ++i)
            m_stream->write(m_buffer);
        m_read = 0;
        if (m_expected == m_count && m_buffer.size() == m_size)
            return;
        m_buffer.resize(m_size);
        m_expected = m_count;
    }

    RdmaStream *m_stream;
    qsizetype m_size;
    int m_count;
    std::array<char, 65536> m_arrived;
    QByteArray m_buffer;
    qsizetype m_filled = 0;
    int m_read = 0; // messages
    int m_expected = 1;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QHostAddress address;
    quint16 port = 0;
    qsizetype size = 0;
    int count = 0;
    for (int option; (option = getopt(argc, argv, "b:p:S:C:I:T:")) != -1;) {
        if (option == 'b')
            address.setAddress(QString::fromLocal8Bit(optarg));
        else if (option == 'p')
            port = quint16(std::atoi(optarg));
        else if (option == 'S')
            size = std::atoi(optarg);
        else if (option == 'C')
            count = std::atoi(optarg);
    }
    RdmaServer server;
    server.setWireFormats(Rdma::WireFormat::Rsocket);
    if (size <= 0 || count <= 0 || !server.listen(address, port)
        || !server.waitForNewConnection(-1)) {
        std::fprintf(stderr, "rstream_server: %s\n", qPrintable(server.errorString()));
        return 1;
    }
    RdmaStream *stream = server.nextPendingConnection();
    Echo echo(stream, size, count);
    QObject::connect(stream, &RdmaStream::readyRead, stream, [&echo] { echo.readyRead(); });
    QObject::connect(stream, &RdmaStream::disconnected, &application, &QCoreApplication::quit);
    echo.readyRead();
    return QCoreApplication::exec();
}
