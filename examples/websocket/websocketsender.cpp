// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "websocketsender.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QUrl>
#include <QtEndian>

namespace {

constexpr qint64 MaxAnswer = 8 * 1024;
constexpr qsizetype MaxText = 65535;

QByteArray randomBytes(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    for (char &byte : bytes)
        byte = char(QRandomGenerator::system()->generate());
    return bytes;
}

// A server of WebSockets proves with it that it has understood the request with the key.
QByteArray proofFor(const QByteArray &key)
{
    const QByteArray text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    return QCryptographicHash::hash(text, QCryptographicHash::Sha1).toBase64();
}

// A whole message of text in one frame. The mask is for proxies, which must not take the text for a
// request of HTTP.
QByteArray frameOf(const QByteArray &text)
{
    QByteArray frame("\x81"); // the last frame of a message, text
    if (text.size() < 126) {
        frame += char(0x80 | text.size());
    } else {
        const quint16 size = qToBigEndian(quint16(text.size()));
        frame += char(0x80 | 126);
        frame += QByteArray(reinterpret_cast<const char *>(&size), sizeof size);
    }
    const QByteArray mask = randomBytes(4);
    frame += mask;
    for (qsizetype i = 0; i < text.size(); ++i)
        frame += char(text.at(i) ^ mask.at(i % 4));
    return frame;
}

} // namespace

WebSocketSender::WebSocketSender(const RdmaStreamOptions &options, QObject *parent)
    : QObject(parent)
{
    m_stream.setOptions(options);
    connect(&m_stream, &RdmaStream::connected, this, &WebSocketSender::ask);
    connect(&m_stream, &RdmaStream::readyRead, this, &WebSocketSender::readAnswer);
    connect(&m_stream, &RdmaStream::errorOccurred, this, [this] { fail(m_stream.errorString()); });
    connect(&m_stream, &RdmaStream::disconnected, this,
            [this] { fail(tr("the server has ended the connection")); });
}

void WebSocketSender::open(const QString &host, quint16 port, const QString &path)
{
    m_state = State::Asking;
    m_host = host.contains(u':') ? u'[' + host + u']' : host;
    m_path = path;
    m_stream.connectToHost(host, port);
}

void WebSocketSender::ask()
{
    m_key = randomBytes(16).toBase64();
    m_stream.write("GET " + QUrl::toPercentEncoding(m_path, "/") + " HTTP/1.1\r\nHost: "
                   + m_host.toLatin1() + ':' + QByteArray::number(m_stream.peerPort())
                   + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                     "\r\nSec-WebSocket-Key: "
                   + m_key + "\r\n\r\n");
}

void WebSocketSender::readAnswer()
{
    if (m_state == State::Open) {
        m_stream.readAll();
        return;
    }
    const QByteArray head = m_stream.peek(MaxAnswer);
    const qsizetype end = head.indexOf("\r\n\r\n");
    if (end < 0 && head.size() < MaxAnswer)
        return;
    if (!head.startsWith("HTTP/1.1 101 ") || !head.left(end).contains(proofFor(m_key))) {
        fail(tr("the server answers: %1").arg(QString::fromLatin1(head.left(head.indexOf('\r')))));
        return;
    }
    m_stream.readAll();
    m_state = State::Open;
    Q_EMIT opened(m_stream);
}

void WebSocketSender::send(const QByteArray &text)
{
    if (m_state == State::Open && text.size() <= MaxText)
        m_stream.write(frameOf(text));
}

qint64 WebSocketSender::bytesToWrite() const
{
    return m_stream.bytesToWrite();
}

void WebSocketSender::fail(const QString &problem)
{
    if (std::exchange(m_state, State::Ended) == State::Ended)
        return;
    m_stream.abort();
    Q_EMIT failed(problem);
}
