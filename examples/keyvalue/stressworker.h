// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STRESSWORKER_H
#define STRESSWORKER_H

#include "client.h"
#include "stressmodel.h"

#include <QObject>
#include <QRandomGenerator>

#include <array>
#include <memory>
#include <set>
#include <vector>

namespace KeyValue {

// One client of the stress test, in a process that may be killed at any moment. It writes keys of
// its own, reads everybody's, and compares with what it knows.
//
// Before it sends a change it says so on its standard output, and again when the change was
// acknowledged: so its parent knows what must be there when it is dead. Lines: "? KEY NUMBER
// PRESENT" sent, "= KEY NUMBER PRESENT" acknowledged, "! TEXT" a difference, "+ NAME COUNT" of what
// was done.
class StressWorker : public QObject
{
    Q_OBJECT

public:
    StressWorker(int index, int clients, quint64 name, QObject *parent = nullptr);

    void setModel(int key, const ModelKey &state) { m_keys[size_t(key)].model = state; }
    void start(const QHostAddress &address, quint16 port);
    void stop(); // after the requests under way

Q_SIGNALS:
    void finished(int status);

private:
    // The contents that a read under way may find.
    struct Expectation
    {
        QList<KeyState> allowed;
    };
    struct Key
    {
        ModelKey model;
        quint32 changes = 0; // started
        quint64 version = 0; // of the last change that was acknowledged; 0: the key is not there
        std::set<std::shared_ptr<Expectation>> reads;
    };

    void settle();
    void settled(int key, const Result &result);
    void fill();
    void startOne();
    void change(int key, bool present);
    void changed(int key, const KeyState &state, const Result &result);
    void readOwn(int key);
    void readForeign();
    void loseRace(int key);
    void putMortal();
    void list();
    void ended();
    void differ(const QString &text);
    void say(char what, int key, const KeyState &state);
    void count(const char *what, quint64 number = 1);
    void finish(int status);

    int m_index;
    int m_clients;
    Client m_client;
    std::array<Key, KeysOfClient> m_keys;
    std::map<QByteArray, quint32> m_seen; // the numbers of the others' keys
    std::map<QByteArray, quint64> m_counts;
    QRandomGenerator m_random;
    int m_mortals = 0;
    int m_running = 0;
    int m_unsettled = 0; // nothing is changed before everything is known
    bool m_stopping = false;
    bool m_over = false;
};

} // namespace KeyValue

#endif // STRESSWORKER_H
