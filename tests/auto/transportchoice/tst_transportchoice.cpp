// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/transportchoice_p.h"

#include <QtTest/qtest.h>

using namespace QtRdmaPrivate;
using Policy = Rdma::TransportPolicy;
using Transport = Rdma::StreamTransport;

class tst_TransportChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onePolicyOneTransport();
    void prefersRdma();
    void sharesTheTime();
    void otherTransportsDoNotHelp();
};

static RdmaError error(RdmaError::Category category, RdmaError::Cause cause)
{
    return RdmaError(category, {}, 0, QStringLiteral("reason"), {},
                     QAbstractSocket::ConnectionRefusedError, cause);
}

static const RdmaError Refused =
        error(RdmaError::Category::ConnectionRejected, RdmaError::Cause::Refused);

void tst_TransportChoice::onePolicyOneTransport()
{
    TransportChoice rdma(Policy::RdmaOnly);
    QCOMPARE(rdma.transport(), Transport::Rdma);
    QVERIFY(!rdma.takeNext(Refused));
    TransportChoice tcp(Policy::TcpOnly);
    QCOMPARE(tcp.transport(), Transport::Tcp);
    QVERIFY(!tcp.takeNext(Refused));
}

void tst_TransportChoice::prefersRdma()
{
    TransportChoice choice(Policy::PreferRdma);
    QCOMPARE(choice.transport(), Transport::Rdma);
    QVERIFY(choice.takeNext(Refused));
    QCOMPARE(choice.transport(), Transport::Tcp);
    QVERIFY(!choice.takeNext(Refused));
}

void tst_TransportChoice::sharesTheTime()
{
    TransportChoice choice(Policy::PreferRdma);
    QCOMPARE(choice.share(QDeadlineTimer(QDeadlineTimer::Forever)), -1);
    const QDeadlineTimer end(1'000'000'000);
    const int first = choice.share(end);
    QVERIFY(first > 0 && first <= 500'000'000);
    QVERIFY(!choice.isShareOver(end));
    QVERIFY(choice.isShareOver(QDeadlineTimer(400'000'000)));
    QVERIFY(choice.takeNext(Refused));
    QVERIFY(choice.share(end) > 500'000'000);
    QVERIFY(!choice.isShareOver(end));
}

void tst_TransportChoice::otherTransportsDoNotHelp()
{
    TransportChoice choice(Policy::PreferRdma);
    QVERIFY(!choice.takeNext(error(RdmaError::Category::Usage, RdmaError::Cause::Other)));
    QVERIFY(!choice.takeNext(error(RdmaError::Category::ConnectionRejected,
                                   RdmaError::Cause::AuthenticationFailed)));
    QCOMPARE(choice.transport(), Transport::Rdma);
}

QTEST_APPLESS_MAIN(tst_TransportChoice)
#include "tst_transportchoice.moc"
