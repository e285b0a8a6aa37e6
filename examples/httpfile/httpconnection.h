// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPCONNECTION_H
#define HTTPCONNECTION_H

#include "fileanswer.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <chrono>

class QIODevice;

// Answers the requests of one client one after the other. It knows a device, not what carries it.
class HttpConnection : public QObject
{
    Q_OBJECT

public:
    // The device becomes a child of this object. The owner deletes this object after closing() or
    // breaking(), or when the device has disconnected.
    HttpConnection(QIODevice *connected, const QString &root, std::chrono::milliseconds patience,
                   QObject *parent = nullptr);

    int answers() const { return answerCount; }

Q_SIGNALS:
    // Everything has been written: hang up.
    void closing();
    // The client takes no more of its answer: drop what is left.
    void breaking();

private:
    enum class State { Reading, Answering, LastAnswer, Closed };

    void readMore();
    void begin(Answer answer, bool isHead, State next);
    void sendMore();
    void impatient();
    void finish();

    QIODevice *device;
    QString root;
    QByteArray input;
    Answer current;
    QTimer next; // turn of the event loop
    QTimer patience; // with a client that says nothing or takes nothing
    int answerCount = 0;
    State state = State::Reading;
    bool inputEnded = false; // a client may do that and still wait for its answers
};

#endif // HTTPCONNECTION_H
