// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/tcp/tcpopening_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;
using Role = StreamAuthentication::Role;
using State = TcpOpening::State;

// Both sides of a TCP connection with a pre-shared key say and prove this first.
class tst_TcpOpening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothProve_data();
    void bothProve();
    void leavesWhatFollows();
    void changesAreNoticed_data();
    void changesAreNoticed();
    void deniesAnotherKey();
    void deniesAMirror();
    void deniesWhoOffersNoTcp();
};

static TcpHello hello(Role role)
{
    return { role, Rdma::TransportPolicy::PreferRdma,
             Rdma::StreamTransport::Rdma | Rdma::StreamTransport::Tcp };
}

// Carries messages until neither side has one. 'change' may change what the client says.
template <typename Change>
static void talk(TcpOpening *client, TcpOpening *server, qsizetype piece, Change change)
{
    for (bool any = true; any;) {
        any = false;
        for (const bool isClients : { true, false }) {
            QByteArray message = (isClients ? client : server)->takeMessage();
            any = any || !message.isEmpty();
            if (isClients)
                change(&message);
            TcpOpening *const other = isClients ? server : client;
            for (qsizetype at = 0; at < message.size(); at += piece)
                other->received(message.constData() + at, qMin(piece, message.size() - at));
        }
    }
}

void tst_TcpOpening::bothProve_data()
{
    QTest::addColumn<qsizetype>("piece");
    QTest::newRow("whole") << qsizetype(1000);
    QTest::newRow("byte by byte") << qsizetype(1);
    QTest::newRow("in sevens") << qsizetype(7);
}

void tst_TcpOpening::bothProve()
{
    QFETCH(const qsizetype, piece);
    TcpOpening client(hello(Role::Client), "key");
    TcpOpening server(hello(Role::Server), "key");
    talk(&client, &server, piece, [](QByteArray *) {});
    QCOMPARE(client.state(), State::Proved);
    QCOMPARE(server.state(), State::Proved);
}

void tst_TcpOpening::leavesWhatFollows()
{
    TcpOpening client(hello(Role::Client), "key");
    TcpOpening server(hello(Role::Server), "key");
    const auto pass = [](TcpOpening *from, TcpOpening *to) {
        const QByteArray message = from->takeMessage();
        QCOMPARE(to->received(message.constData(), message.size()), message.size());
    };
    pass(&client, &server);
    pass(&server, &client);
    pass(&client, &server);
    pass(&server, &client);
    const QByteArray last = client.takeMessage() + "data";
    QCOMPARE(server.received(last.constData(), last.size()), last.size() - 4);
    QCOMPARE(server.state(), State::Proved);
}

void tst_TcpOpening::changesAreNoticed_data()
{
    QTest::addColumn<int>("byte");
    QTest::addColumn<char>("value");
    QTest::newRow("the policy") << 10 << char(Rdma::TransportPolicy::TcpOnly);
    QTest::newRow("the transports") << 11 << char(Rdma::StreamTransport::Tcp);
    QTest::newRow("a byte without a meaning") << 15 << '\1';
}

void tst_TcpOpening::changesAreNoticed()
{
    QFETCH(const int, byte);
    QFETCH(const char, value);
    TcpOpening client(hello(Role::Client), "key");
    TcpOpening server(hello(Role::Server), "key");
    bool isFirst = true;
    talk(&client, &server, 1000, [&](QByteArray *message) {
        if (std::exchange(isFirst, false))
            (*message)[byte] = value;
    });
    QCOMPARE(client.state(), State::Denied);
    QVERIFY(server.state() != State::Proved);
}

void tst_TcpOpening::deniesAnotherKey()
{
    TcpOpening client(hello(Role::Client), "key");
    TcpOpening server(hello(Role::Server), "yek");
    talk(&client, &server, 1000, [](QByteArray *) {});
    QCOMPARE(client.state(), State::Denied);
    QVERIFY(server.state() != State::Proved);
}

// A peer that sends back what was said has proved nothing.
void tst_TcpOpening::deniesAMirror()
{
    TcpOpening client(hello(Role::Client), "key");
    const QByteArray message = client.takeMessage();
    client.received(message.constData(), message.size());
    QCOMPARE(client.state(), State::Denied);
}

void tst_TcpOpening::deniesWhoOffersNoTcp()
{
    TcpHello wrong = hello(Role::Client);
    wrong.policy = Rdma::TransportPolicy::RdmaOnly;
    TcpOpening server(hello(Role::Server), "key");
    const QByteArray bytes = wrong.toBytes();
    server.received(bytes.constData(), bytes.size());
    QCOMPARE(server.state(), State::Denied);
    QVERIFY(!server.failure().isEmpty());
}

QTEST_GUILESS_MAIN(tst_TcpOpening)
#include "tst_tcpopening.moc"
