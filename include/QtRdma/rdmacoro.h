// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMACORO_H
#define RDMACORO_H

// Streams, servers and queue pairs for C++20 coroutines, by QCoro: see doc/coroutines.md. This
// header needs QCoro 0.8 or newer (find_package(QCoro6 COMPONENTS Core), target QCoro6::Core); the
// library itself does not.

#if !__has_include(<QCoroTask>)
#  error "<QtRdma/RdmaCoro> needs QCoro: link to QCoro6::Core"
#endif

#include <QtRdma/rdmaabstractstream.h>
#include <QtRdma/rdmaqueuepair.h>
#include <QtRdma/rdmaserver.h>
#include <QtRdma/rdmastream.h>

#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>

#include <QCoroFuture>
#include <QCoroTask>

#include <chrono>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace RdmaCoro {

using Milliseconds = std::chrono::milliseconds;
constexpr Milliseconds Forever{ -1 };
constexpr Milliseconds ConnectPatience{ 30000 };

// Suspends until 'reached' holds, and resumes in the slot that finds it, without another turn of
// the event loop. Also resumes when 'watch' calls its 'end', when the object is deleted, and when
// time is up. The result is whether 'reached' holds.
template <typename T>
class Until
{
public:
    using Wake = std::function<void()>;
    // Connects signals: those that may change the answer of 'reached' to 'look', and those after
    // which 'reached' can never hold to 'end'.
    using Watch = void (*)(T *object, QObject *context, const Wake &look, const Wake &end);

    Until(T *awaited, bool (*condition)(T *), Watch signalsOf, Milliseconds time)
        : object(awaited)
        , reached(condition)
        , watch(signalsOf)
        , timeout(time)
    {
    }

    bool await_ready() const { return !object || reached(object); }

    void await_suspend(std::coroutine_handle<> coroutine)
    {
        context = std::make_shared<QObject>();
        const Wake end = [coroutine] { std::coroutine_handle<>(coroutine).resume(); };
        const Wake look = [awaited = object, condition = reached, end] {
            if (!awaited || condition(awaited))
                end();
        };
        watch(object, context.get(), look, end);
        QObject::connect(object, &QObject::destroyed, context.get(), end);
        if (timeout >= Milliseconds::zero())
            startTimer(end);
    }

    bool await_resume()
    {
        context.reset(); // this also removes every connection
        return object && reached(object);
    }

private:
    // The timer is a child of the context, so that a loop of reads with a long time-out does not
    // gather timers.
    void startTimer(const Wake &end)
    {
        auto *timer = new QTimer(context.get());
        timer->setSingleShot(true);
        QObject::connect(timer, &QTimer::timeout, context.get(), end);
        timer->start(timeout);
    }

    QPointer<T> object;
    bool (*reached)(T *);
    Watch watch;
    Milliseconds timeout;
    std::shared_ptr<QObject> context; // an awaiter may be copied
};

// The functions that a stream and a queue pair share: both connect and disconnect as sockets do.
template <typename T>
class Connecting
{
public:
    /*! Returns whether there is a connection; rdmaError() of the object tells why there is none. */
    QCoro::Task<bool> waitForConnected(Milliseconds timeout = ConnectPatience)
    {
        const QPointer<T> object = awaited;
        Until<T> until(object, isSettled, watchState, timeout);
        co_await until;
        co_return object && object->state() == QAbstractSocket::ConnectedState;
    }

    /*! Returns whether the connection has ended. */
    QCoro::Task<bool> waitForDisconnected(Milliseconds timeout = ConnectPatience)
    {
        const QPointer<T> object = awaited;
        Until<T> until(object, isUnconnected, watchState, timeout);
        co_return co_await until;
    }

    /*! Ends the connection; that of a stream ends after everything that was written. */
    QCoro::Task<bool> disconnectFromHost(Milliseconds timeout = ConnectPatience)
    {
        if (awaited)
            awaited->disconnectFromHost();
        return waitForDisconnected(timeout);
    }

protected:
    explicit Connecting(T *object) : awaited(object) { }

    static bool isUnconnected(T *object)
    {
        return object->state() == QAbstractSocket::UnconnectedState;
    }
    static bool isSettled(T *object)
    {
        return isUnconnected(object) || object->state() == QAbstractSocket::ConnectedState;
    }
    static void watchState(T *object, QObject *context, const typename Until<T>::Wake &look,
                           const typename Until<T>::Wake &)
    {
        QObject::connect(object, &T::stateChanged, context, look);
    }

    QPointer<T> awaited;
};

// An RdmaStream or an RdmaTlsStream. Data that are written to an RdmaTlsStream before its handshake
// has finished leave when it has.
class Stream : public Connecting<RdmaAbstractStream>
{
public:
    explicit Stream(RdmaAbstractStream *stream) : Connecting(stream) { }

    template <typename Host>
    QCoro::Task<bool> connectToHost(const Host &host, quint16 port,
                                    Milliseconds timeout = ConnectPatience)
    {
        if (awaited)
            awaited->connectToHost(host, port);
        return waitForConnected(timeout);
    }

    /*! Returns whether there is something to read. False means that there never will be, because
        the peer has closed its side, the connection has ended, or the stream was closed or deleted;
        or that time is up, and the stream is still connected.
    */
    QCoro::Task<bool> waitForReadyRead(Milliseconds timeout = Forever)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        Until<RdmaAbstractStream> until(stream, mayRead, watchReading, timeout);
        co_await until;
        co_return stream && stream->bytesAvailable() > 0;
    }

    /*! Returns the bytes that have arrived, at least one; an empty array where waitForReadyRead()
        is false. Bytes that arrived before the end of the connection are returned before the end.
    */
    QCoro::Task<QByteArray> read(qint64 maxSize, Milliseconds timeout = Forever)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        Until<RdmaAbstractStream> until(stream, mayRead, watchReading, timeout);
        co_await until;
        co_return stream ? stream->read(maxSize) : QByteArray();
    }

    QCoro::Task<QByteArray> readAll(Milliseconds timeout = Forever)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        Until<RdmaAbstractStream> until(stream, mayRead, watchReading, timeout);
        co_await until;
        co_return stream ? stream->readAll() : QByteArray();
    }

    /*! Returns a line with its end, or the rest when no more comes; an empty array at the end, and
        when time is up before the line is complete.
    */
    QCoro::Task<QByteArray> readLine(Milliseconds timeout = Forever)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        Until<RdmaAbstractStream> until(stream, mayReadLine, watchReading, timeout);
        const bool ready = co_await until;
        if (!ready || !stream)
            co_return QByteArray();
        co_return stream->readLine();
    }

    /*! Writes, and waits until all that was written is on its way: this is how back-pressure
        reaches a coroutine. Returns the size of 'data', or -1 if the connection ended, or began to
        end, before that.
    */
    QCoro::Task<qint64> write(const QByteArray &data)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        const qint64 size = data.size();
        if (!stream || stream->write(data) != size)
            co_return -1;
        Until<RdmaAbstractStream> until(stream, hasWritten, watchWriting, Forever);
        co_await until;
        if (!isAllWritten(stream))
            co_return -1;
        co_return size;
    }

    /*! Returns whether everything is on its way. */
    QCoro::Task<bool> waitForBytesWritten(Milliseconds timeout = Forever)
    {
        const QPointer<RdmaAbstractStream> stream = awaited;
        Until<RdmaAbstractStream> until(stream, hasWritten, watchWriting, timeout);
        co_await until;
        co_return isAllWritten(stream);
    }

private:
    static bool isAllWritten(RdmaAbstractStream *stream)
    {
        return stream && stream->state() == QAbstractSocket::ConnectedState
                && stream->bytesToWrite() == 0;
    }
    static bool isReadingOver(RdmaAbstractStream *stream)
    {
        return stream->isReadChannelFinished() || isUnconnected(stream) || !stream->isReadable();
    }
    static bool mayRead(RdmaAbstractStream *stream)
    {
        return stream->bytesAvailable() > 0 || isReadingOver(stream);
    }
    static bool mayReadLine(RdmaAbstractStream *stream)
    {
        return stream->canReadLine() || isReadingOver(stream);
    }
    static bool hasWritten(RdmaAbstractStream *stream)
    {
        return stream->bytesToWrite() == 0 || isUnconnected(stream);
    }
    using Wake = Until<RdmaAbstractStream>::Wake;
    static void watchReading(RdmaAbstractStream *stream, QObject *context, const Wake &look,
                             const Wake &end)
    {
        QObject::connect(stream, &QIODevice::readyRead, context, look);
        QObject::connect(stream, &QIODevice::readChannelFinished, context, look);
        QObject::connect(stream, &QIODevice::aboutToClose, context, end);
        watchState(stream, context, look, end);
    }
    static void watchWriting(RdmaAbstractStream *stream, QObject *context, const Wake &look,
                             const Wake &end)
    {
        QObject::connect(stream, &QIODevice::bytesWritten, context, look);
        watchState(stream, context, look, end);
    }
};

// An RdmaServer or an RdmaTlsServer: the connections are of its kind.
template <typename T>
class Server
{
public:
    using Connection = decltype(std::declval<T &>().nextPendingConnection());

    explicit Server(T *server) : awaited(server) { }

    /*! Returns the next connection. Returns null when time is up, when the server does not listen,
        was closed or deleted, and after acceptError(), when the server has stopped accepting: see
        RdmaServer::serverError() and resumeAccepting().
    */
    QCoro::Task<Connection> nextConnection(Milliseconds timeout = Forever)
    {
        const QPointer<T> server = awaited;
        Until<T> until(server, hasConnection, watch, timeout);
        co_await until;
        co_return server ? server->nextPendingConnection() : nullptr;
    }

private:
    static bool hasConnection(T *server)
    {
        return server->hasPendingConnections() || !server->isListening();
    }
    using Wake = typename Until<T>::Wake;
    static void watch(T *server, QObject *context, const Wake &look, const Wake &end)
    {
        QObject::connect(server, &RdmaAbstractServer::newConnection, context, look);
        QObject::connect(server, &RdmaAbstractServer::listeningChanged, context, look);
        QObject::connect(server, &RdmaAbstractServer::acceptError, context, end);
    }

    QPointer<T> awaited;
};

class QueuePair : public Connecting<RdmaQueuePair>
{
public:
    explicit QueuePair(RdmaQueuePair *queuePair) : Connecting(queuePair) { }

    QCoro::Task<bool> connectToHost(const QHostAddress &address, quint16 port,
                                    const RdmaConnectionOptions &options = RdmaConnectionOptions(),
                                    Milliseconds timeout = ConnectPatience)
    {
        if (awaited)
            awaited->connectToHost(address, port, options);
        return waitForConnected(timeout);
    }

    QCoro::Task<bool> accept(const RdmaConnectionRequest &request,
                             const RdmaConnectionOptions &options = RdmaConnectionOptions(),
                             Milliseconds timeout = ConnectPatience)
    {
        if (awaited)
            awaited->accept(request, options);
        return waitForConnected(timeout);
    }

    /*! Returns the completion of the work request with this id, for example
        completed(queuePair.postSend("hello")). Must be called before control returns to the event
        loop. Does the same as RdmaQueuePair::whenCompleted(): the status is
        Rdma::CompletionStatus::NotPosted for a post that was refused (id 0), or without a queue
        pair, and Rdma::CompletionStatus::Flushed when the queue pair is deleted.
    */
    QCoro::Task<RdmaCompletion> completed(quint64 wrId)
    {
        if (!awaited) {
            RdmaCompletion nobodys;
            nobodys.setWrId(wrId);
            nobodys.setStatus(Rdma::CompletionStatus::NotPosted);
            co_return nobodys;
        }
        const QFuture<RdmaCompletion> future = awaited->whenCompleted(wrId);
        co_return co_await future;
    }
};

} // namespace RdmaCoro

inline RdmaCoro::Stream qCoro(RdmaAbstractStream *stream)
{
    return RdmaCoro::Stream(stream);
}
inline RdmaCoro::Stream qCoro(RdmaAbstractStream &stream)
{
    return RdmaCoro::Stream(&stream);
}
template <typename T, std::enable_if_t<std::is_base_of_v<RdmaAbstractServer, T>, int> = 0>
inline RdmaCoro::Server<T> qCoro(T *server)
{
    return RdmaCoro::Server<T>(server);
}
template <typename T, std::enable_if_t<std::is_base_of_v<RdmaAbstractServer, T>, int> = 0>
inline RdmaCoro::Server<T> qCoro(T &server)
{
    return RdmaCoro::Server<T>(&server);
}
inline RdmaCoro::QueuePair qCoro(RdmaQueuePair *queuePair)
{
    return RdmaCoro::QueuePair(queuePair);
}
inline RdmaCoro::QueuePair qCoro(RdmaQueuePair &queuePair)
{
    return RdmaCoro::QueuePair(&queuePair);
}

#endif // RDMACORO_H
