// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LOCALSOCKET_P_H
#define LOCALSOCKET_P_H

#include <QtRdma/rdmaerror.h>

#include <QtCore/qbytearrayview.h>
#include <QtCore/qobject.h>
#include <QtCore/qsocketnotifier.h>

namespace QtRdmaPrivate {

RdmaError localError(const char *call, int code, const QString &hint = {});

// The close that follows is a reset: the peer learns that the connection was cut. A Unix socket can
// only end.
void setReset(int descriptor);

// A connected socket of TCP or of Unix. QTcpSocket and QLocalSocket cannot end one direction, and
// have buffers of their own: here the bytes go from and to where the caller has them.
class LocalSocket final : public QObject
{
    Q_OBJECT

public:
    struct Transfer
    {
        qint64 count = 0;
        int error = 0; // EAGAIN: nothing can be moved now
    };

    // The socket belongs to this object, and does not block.
    explicit LocalSocket(int descriptor, QObject *parent = nullptr);
    ~LocalSocket() override;

    Transfer receive(char *to, qint64 size); // 0 without an error: the peer has ended its direction
    Transfer send(QByteArrayView bytes);
    // The peer reads the end behind all that was sent.
    bool finishSending();
    void setReset() { QtRdmaPrivate::setReset(m_descriptor); }

    void watchReading(bool on);
    void watchWriting(bool on);

Q_SIGNALS:
    void readable();
    void writable();
    void broken(const RdmaError &error);

private:
    void close();
    void examine();

    const int m_descriptor;
    QSocketNotifier m_reading;
    QSocketNotifier m_writing;
    QSocketNotifier m_breaking; // tells of a reset even while nobody reads
};

} // namespace QtRdmaPrivate

#endif // LOCALSOCKET_P_H
