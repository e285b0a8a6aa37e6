// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef HTTPCONNECTION_H
#define HTTPCONNECTION_H

#include "fileanswer.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

class QIODevice;

// Answers the requests of one client one after the other. It knows a device, not what carries it.
class HttpConnection : public QObject
{
    Q_OBJECT

public:
    // The device becomes a child of this object. The owner deletes this object after closing() or
    // when the device has disconnected.
    HttpConnection(QIODevice *connected, const QString &root, QObject *parent = nullptr);

    int answers() const { return answerCount; }

Q_SIGNALS:
    // Everything has been written: hang up.
    void closing();

private:
    void readMore();
    void begin(Answer answer, bool isHead);
    void refuse(int status);
    void sendMore();
    void finish();

    QIODevice *device;
    QString root;
    QByteArray input;
    Answer current;
    QTimer next; // turn of the event loop
    QTimer patience; // with a client that says nothing or takes nothing
    int answerCount = 0;
    bool keepsAlive = true;
    bool isAnswering = false;
    bool isClosed = false;
};

#endif // HTTPCONNECTION_H
