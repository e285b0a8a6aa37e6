// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "../../../src/verbs/addresserrors_p.h"
#include "../../../src/verbs/verbscall_p.h"

#include <QtRdma/Rdma>
#include <QtRdma/RdmaCompletion>

#include <QtCore/qcoreapplication.h>
#include <QtCore/qfile.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qregularexpression.h>
#include <QtCore/qset.h>
#include <QtCore/qtranslator.h>
#include <QtTest/qtest.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <limits>
#include <utility>

using Explain = Rdma::Explanation (*)(int);
Q_DECLARE_METATYPE(Explain)

namespace {

struct Enumerator
{
    QString name;
    int value = 0;
};

// The values of the enumeration 'name' as the header says them: a newer rdma-core brings its own.
QList<Enumerator> enumerators(const QString &header, const QString &name)
{
    QFile file(QLatin1String(VERBS_HEADERS "/") + header);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString source = QString::fromUtf8(file.readAll());
    source.remove(QRegularExpression(QStringLiteral("/\\*.*?\\*/|//[^\n]*"),
                                     QRegularExpression::DotMatchesEverythingOption));
    const QRegularExpression definition(QStringLiteral("enum\\s+") + name
                                        + QStringLiteral("\\s*\\{([^}]*)\\}"));
    const QStringList items = definition.match(source).captured(1).split(u',', Qt::SkipEmptyParts);
    QList<Enumerator> result;
    int next = 0;
    for (const QString &item : items) {
        const QStringList parts = item.simplified().split(u'=');
        if (parts.first().trimmed().isEmpty())
            continue;
        if (parts.size() > 1) {
            bool isNumber = false;
            next = parts.at(1).trimmed().toInt(&isNumber, 0);
            if (!isNumber)
                return {};
        }
        result.append({ parts.first().trimmed(), next++ });
    }
    return result;
}

bool isPlain(const QString &text)
{
    return !text.isEmpty() && text.trimmed() == text && !text.contains(u'%');
}

// Turns every text of the library upside down, so to speak.
class Shouting : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return qstrcmp(context, "QtRdma") == 0 ? QString::fromUtf8(source).toUpper() : QString();
    }
};

} // namespace

class tst_ErrorTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueOfTheHeaders_data();
    void everyValueOfTheHeaders();
    void rejectReasons();
    void iwarpStatuses();
    void unknownValues_data();
    void unknownValues();
    void everyCompletionStatusOfOurs();
    void objectsOfDeviceEvents();
    void errors();
    void eventErrors();
    void advice_data();
    void advice();
    void protectedPort();
    void causes();
    void translated();
};

void tst_ErrorTexts::everyValueOfTheHeaders_data()
{
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("type");
    QTest::addColumn<Explain>("explain");
    QTest::addColumn<int>("oldest"); // of rdma-core 44: a parser that finds fewer is broken
    QTest::addColumn<QStringList>("newer"); // that the headers may not know
    const QString verbs = QStringLiteral("infiniband/verbs.h");
    QTest::newRow("completion") << verbs << QStringLiteral("ibv_wc_status")
                                << Explain(&Rdma::explainCompletion) << 24 << QStringList();
    QTest::newRow("device") << verbs << QStringLiteral("ibv_event_type")
                            << Explain(&Rdma::explainDeviceEvent) << 20
                            << QStringList{ QStringLiteral("IBV_EVENT_DEVICE_SPEED_CHANGE") };
    QTest::newRow("connection manager")
            << QStringLiteral("rdma/rdma_cma.h") << QStringLiteral("rdma_cm_event_type")
            << Explain(&Rdma::explainConnectionEvent) << 16
            << QStringList{ QStringLiteral("RDMA_CM_EVENT_ADDRINFO_RESOLVED"),
                            QStringLiteral("RDMA_CM_EVENT_ADDRINFO_ERROR"),
                            QStringLiteral("RDMA_CM_EVENT_USER"),
                            QStringLiteral("RDMA_CM_EVENT_INTERNAL") };
}

void tst_ErrorTexts::everyValueOfTheHeaders()
{
    QFETCH(const QString, header);
    QFETCH(const QString, type);
    QFETCH(const Explain, explain);
    QFETCH(const int, oldest);
    QFETCH(const QStringList, newer);
    QList<Enumerator> all = enumerators(header, type);
    QVERIFY2(all.size() >= oldest, qPrintable(QStringLiteral("%1 values").arg(all.size())));
    for (qsizetype value = all.size(); value < oldest + newer.size(); ++value)
        all.append({ newer.at(value - oldest), int(value) });
    QSet<QString> texts;
    QSet<QString> hints;
    for (const auto &[name, value] : std::as_const(all)) {
        const Rdma::Explanation entry = explain(value);
        QCOMPARE(entry.name(), name);
        QVERIFY2(isPlain(entry.text()) && !entry.text().startsWith(QLatin1String("Unknown")),
                 qPrintable(name));
        QVERIFY2(isPlain(entry.hint()) && entry.hint().endsWith(u'.'), qPrintable(name));
        QVERIFY2(!texts.contains(entry.text()), qPrintable(name));
        QVERIFY2(!hints.contains(entry.hint()), qPrintable(name));
        texts.insert(entry.text());
        hints.insert(entry.hint());
    }
    const Rdma::Explanation beyond = explain(all.last().value + 1);
    QVERIFY(beyond.text().contains(QString::number(all.last().value + 1)));
}

// Table 108 of the InfiniBand specification has 34 reasons, 1 to 35 without 34.
void tst_ErrorTexts::rejectReasons()
{
    QSet<QString> names;
    QSet<QString> texts;
    for (int reason = 1; reason <= 35; ++reason) {
        const Rdma::Explanation entry = Rdma::explainRejection(reason);
        if (reason == 34) {
            QVERIFY(entry.text().contains(QLatin1String("34")));
            continue;
        }
        QVERIFY2(entry.name().startsWith(QLatin1String("IB_CM_REJ_")), qPrintable(entry.name()));
        QVERIFY2(isPlain(entry.text()) && isPlain(entry.hint()), qPrintable(entry.name()));
        names.insert(entry.name());
        texts.insert(entry.text());
    }
    QCOMPARE(names.size(), 34);
    QCOMPARE(texts.size(), 34);
}

void tst_ErrorTexts::iwarpStatuses()
{
    QSet<QString> texts;
    for (const int status : { ECONNREFUSED, ECONNRESET, ETIMEDOUT, EPROTO, EHOSTUNREACH,
                              ENETUNREACH, ENOMEM, EINVAL, EOPNOTSUPP }) {
        const Rdma::Explanation entry = Rdma::explainIwarpRejection(-status);
        QVERIFY2(entry.name().startsWith(u'E'), qPrintable(entry.name()));
        QVERIFY2(isPlain(entry.text()) && isPlain(entry.hint()), qPrintable(entry.name()));
        texts.insert(entry.text());
    }
    QCOMPARE(texts.size(), 9);
}

void tst_ErrorTexts::unknownValues_data()
{
    QTest::addColumn<Explain>("explain");
    QTest::newRow("completion") << Explain(&Rdma::explainCompletion);
    QTest::newRow("device") << Explain(&Rdma::explainDeviceEvent);
    QTest::newRow("connection manager") << Explain(&Rdma::explainConnectionEvent);
    QTest::newRow("rejection") << Explain(&Rdma::explainRejection);
    QTest::newRow("iWARP rejection") << Explain(&Rdma::explainIwarpRejection);
}

void tst_ErrorTexts::unknownValues()
{
    QFETCH(const Explain, explain);
    for (const int value :
         { 4711, -4711, std::numeric_limits<int>::max(), std::numeric_limits<int>::min() }) {
        const Rdma::Explanation entry = explain(value);
        const QString number = QString::number(value);
        QVERIFY2(entry.name().contains(number), qPrintable(entry.name()));
        QVERIFY2(entry.text().contains(number), qPrintable(entry.text()));
        QVERIFY(!entry.hint().isEmpty());
    }
}

void tst_ErrorTexts::everyCompletionStatusOfOurs()
{
    const auto all = QMetaEnum::fromType<Rdma::CompletionStatus>();
    QVERIFY(all.keyCount() >= 25);
    for (int i = 0; i < all.keyCount(); ++i) {
        const Rdma::Explanation entry = Rdma::explainCompletion(all.value(i));
        QVERIFY2(!entry.text().contains(QLatin1String("Unknown")), all.key(i));
    }
}

void tst_ErrorTexts::objectsOfDeviceEvents()
{
    constexpr int SpeedChange = 20; // the last one of rdma-core 65
    for (int event = 0; event <= SpeedChange; ++event) {
        QVERIFY2(Rdma::objectOfDeviceEvent(event) != Rdma::EventObject::Unknown,
                 qPrintable(QString::number(event)));
    }
    QCOMPARE(Rdma::objectOfDeviceEvent(SpeedChange), Rdma::EventObject::Device);
    QCOMPARE(Rdma::objectOfDeviceEvent(IBV_EVENT_GID_CHANGE), Rdma::EventObject::Port);
    QCOMPARE(Rdma::objectOfDeviceEvent(4711), Rdma::EventObject::Unknown);
}

void tst_ErrorTexts::errors()
{
    RdmaError error = QtRdmaPrivate::completionError(IBV_WC_RETRY_EXC_ERR, 0x81);
    QCOMPARE(error.category(), RdmaError::Category::Completion);
    QCOMPARE(error.code(), int(IBV_WC_RETRY_EXC_ERR));
    const Rdma::Explanation retry = Rdma::explainCompletion(IBV_WC_RETRY_EXC_ERR);
    QVERIFY(error.text().startsWith(retry.text()));
    QVERIFY(error.text().contains(retry.name()));
    QVERIFY(error.text().contains(QLatin1String("0x81")));
    QCOMPARE(error.hint(), retry.hint());

    error = QtRdmaPrivate::completionError(4711, 0);
    QVERIFY(error.toString().contains(QLatin1String("4711")));

    error = QtRdmaPrivate::rejectError(27, false);
    QCOMPARE(error.category(), RdmaError::Category::ConnectionRejected);
    QCOMPARE(error.text(), Rdma::explainRejection(27).text());
    QCOMPARE(error.hint(), Rdma::explainRejection(27).hint());
    error = QtRdmaPrivate::rejectError(-ECONNRESET, true);
    QCOMPARE(error.text(), Rdma::explainIwarpRejection(-ECONNRESET).text());
    QVERIFY(QtRdmaPrivate::rejectError(34, false).text().contains(QLatin1String("34")));
    QVERIFY(QtRdmaPrivate::rejectError(-4711, true).text().contains(QLatin1String("-4711")));
}

void tst_ErrorTexts::eventErrors()
{
    // With an errno: what failed, why, and the advice for that errno.
    RdmaError error =
            QtRdmaPrivate::eventError("rdma_connect", RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT);
    QCOMPARE(error.category(), RdmaError::Category::System);
    QCOMPARE(error.code(), ETIMEDOUT);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketTimeoutError);
    const Rdma::Explanation unreachable = Rdma::explainConnectionEvent(RDMA_CM_EVENT_UNREACHABLE);
    QVERIFY(error.text().startsWith(unreachable.text()));
    QVERIFY(!error.hint().isEmpty() && error.hint() != unreachable.hint());
    // With one that says nothing: the advice for the event.
    error = QtRdmaPrivate::eventError("rdma_connect", RDMA_CM_EVENT_CONNECT_ERROR, -EXFULL);
    QCOMPARE(error.hint(), Rdma::explainConnectionEvent(RDMA_CM_EVENT_CONNECT_ERROR).hint());
    // And without: the event alone.
    error = QtRdmaPrivate::eventError("rdma_get_cm_event", RDMA_CM_EVENT_DEVICE_REMOVAL, 0);
    QCOMPARE(error.category(), RdmaError::Category::ConnectionManager);
    QCOMPARE(error.code(), int(RDMA_CM_EVENT_DEVICE_REMOVAL));
    QCOMPARE(error.text(), Rdma::explainConnectionEvent(RDMA_CM_EVENT_DEVICE_REMOVAL).text());
}

void tst_ErrorTexts::advice_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("advice"); // a part; empty: none
    const auto row = [](const char *call, int number, const char *advice) {
        QTest::addRow("%s %d", call, number)
                << QByteArray(call) << number << QString::fromLatin1(advice);
    };
    row("ibv_open_device", EACCES, "permissions of /dev/infiniband");
    row("ibv_open_device", ENOENT, "permissions of /dev/infiniband");
    row("rdma_create_event_channel", EACCES, "permissions of /dev/infiniband");
    row("ibv_post_send", EACCES, "changed its user, groups or capabilities");
    row("ibv_wr_complete", EACCES, "changed its user, groups or capabilities");
    row("ibv_wr_complete", ENOMEM, "queue is full");
    row("rdma_get_cm_event", EACCES, "changed its user, groups or capabilities");
    row("socket", EACCES, "");
    row("ibv_modify_qp", EPERM, "CAP_NET_RAW");
    row("rdma_create_event_channel", ENODEV, "Load an RDMA driver");
    row("rdma_create_event_channel", ENOENT, "Load an RDMA driver");
    row("ibv_post_send", ENOENT, "");
    row("ibv_post_send", ENODEV, "removed");
    row("ibv_modify_qp", EIO, "removed");
    row("rdma_create_qp", EIO, "removed");
    row("read", EIO, "");
    row("rdma_connect", ETIMEDOUT, "too busy");
    row("rdma_resolve_addr", ETIMEDOUT, "Nobody answers");
    row("rdma_resolve_addr", ENETUNREACH, "route");
}

// What is to be done about an errno depends on the call.
void tst_ErrorTexts::advice()
{
    QFETCH(const QByteArray, call);
    QFETCH(const int, number);
    QFETCH(const QString, advice);
    const RdmaError error = QtRdmaPrivate::callError(call.constData(), number);
    QCOMPARE(error.hint().isEmpty(), advice.isEmpty());
    QVERIFY2(error.hint().contains(advice), qPrintable(error.hint()));
}

void tst_ErrorTexts::protectedPort()
{
    const RdmaError error = QtRdmaPrivate::bindError("rdma_resolve_addr", EACCES, 1023);
    QCOMPARE(error.socketError(), QAbstractSocket::SocketAccessError);
    QVERIFY(error.text().contains(QLatin1String("1023")));
    QVERIFY(error.hint().contains(QLatin1String("CAP_NET_BIND_SERVICE")));
    // Of another port, or none, the port is not the reason.
    for (const int port : { 0, 1024 }) {
        const RdmaError other = QtRdmaPrivate::bindError("rdma_bind_addr", EACCES, quint16(port));
        QCOMPARE(other.hint(), QtRdmaPrivate::callError("rdma_bind_addr", EACCES).hint());
    }
}

void tst_ErrorTexts::causes()
{
    using namespace QtRdmaPrivate;
    constexpr int Timeout = 4;
    constexpr int NobodyThere = 8;
    constexpr int SaidNo = 28;
    QCOMPARE(RdmaError().cause(), RdmaError::Cause::Other);
    QCOMPARE(rejectError(NobodyThere, false).cause(), RdmaError::Cause::NobodyListens);
    QCOMPARE(rejectError(SaidNo, false).cause(), RdmaError::Cause::Refused);
    QCOMPARE(rejectError(Timeout, false).cause(), RdmaError::Cause::ConnectTimeout);
    QCOMPARE(rejectError(-ECONNREFUSED, true).cause(), RdmaError::Cause::NobodyListens);
    QCOMPARE(rejectError(-ECONNRESET, true).cause(), RdmaError::Cause::Refused);
    QCOMPARE(eventError("rdma_connect", RDMA_CM_EVENT_UNREACHABLE, -ETIMEDOUT).cause(),
             RdmaError::Cause::ConnectTimeout);
    QCOMPARE(callError("rdma_accept", EINVAL).cause(), RdmaError::Cause::Other);
    // A plain TCP server is no refusal, and its answer no unknown event.
    const RdmaError nonsense = iwarpConnectError(-EPROTO);
    QCOMPARE(nonsense.category(), RdmaError::Category::System);
    QCOMPARE(nonsense.hint(), Rdma::explainIwarpRejection(-EPROTO).hint());
}

void tst_ErrorTexts::translated()
{
    const QString plain = Rdma::explainCompletion(IBV_WC_RETRY_EXC_ERR).text();
    const QString unknown = Rdma::explainDeviceEvent(4711).text();
    Shouting shouting;
    QVERIFY(QCoreApplication::installTranslator(&shouting));
    QCOMPARE(Rdma::explainCompletion(IBV_WC_RETRY_EXC_ERR).text(), plain.toUpper());
    QCOMPARE(Rdma::explainDeviceEvent(4711).text(), unknown.toUpper());
    QVERIFY(QtRdmaPrivate::callError("ibv_open_device", EACCES)
                    .hint()
                    .startsWith(QLatin1String("CHECK")));
    QCoreApplication::removeTranslator(&shouting);
}

QTEST_GUILESS_MAIN(tst_ErrorTexts)
#include "tst_errortexts.moc"
