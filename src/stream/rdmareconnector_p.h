// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARECONNECTOR_P_H
#define RDMARECONNECTOR_P_H

#include <QtRdma/rdmaabstractstream.h>
#include <QtRdma/rdmareconnector.h>

#include <QtCore/qpointer.h>
#include <QtCore/qproperty.h>
#include <QtCore/qtimer.h>

// Uses only what any program can know of the stream: its states and errors. The reason for which a
// connection or an attempt has ended is judged from the event loop ('verdict'), because an attempt
// that fails reports its error only after the state is Unconnected.
class RdmaReconnectorPrivate final
{
public:
    RdmaReconnectorPrivate(RdmaReconnector *reconnector, RdmaAbstractStream *watched);

    bool mayBeUsed(const char *function) const;
    bool isApart() const;
    void act(void (RdmaReconnectorPrivate::*step)());
    void start();
    void stop();
    void attempt();
    void setActive(bool now);

    void stateChanged(QAbstractSocket::SocketState state);
    void errorOccurred(QAbstractSocket::SocketError error);
    void forgetEnd();
    void noteError(QAbstractSocket::SocketError error);
    void aboutToClose();
    void streamDestroyed();

    void judgeEnd();
    void wait();
    void giveUp();

    bool isConnecting() const;
    bool wasLong() const;
    bool hasLasted() const;
    int delay() const;

    RdmaReconnector *q;
    QPointer<RdmaAbstractStream> stream;
    QString hostName;
    quint16 port = 0;
    QIODevice::OpenMode mode;
    QAbstractSocket::NetworkLayerProtocol protocol = QAbstractSocket::AnyIPProtocol;

    QTimer verdict;
    QTimer pause;

    QProperty<int> initialDelay{ 250 };
    QProperty<int> maxDelay{ 30000 };
    QProperty<double> jitter{ 0.5 };
    QProperty<int> maxAttempts{ 0 };
    QPropertyNotifier initialDelayNotifier;
    QPropertyNotifier maxDelayNotifier;
    QPropertyNotifier jitterNotifier;
    QPropertyNotifier maxAttemptsNotifier;

    int failedAttempts = 0;
    int pauses = 0; // how many since the delay was the initial one
    bool active = false;
    // the present attempt or connection is to end, then the first attempt follows
    bool startAgain = false;
    bool failed = false;
    bool hopeless = false;
    // the application has closed it, whether or not everything it wrote has left
    bool closed = false;
    bool lasted = false;
};

#endif // RDMARECONNECTOR_P_H
