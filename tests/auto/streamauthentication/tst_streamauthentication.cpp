// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "stream/native/streamauthentication_p.h"

#include <QtCore/qcryptographichash.h>
#include <QtCore/qfile.h>
#include <QtCore/qmessageauthenticationcode.h>
#include <QtCore/qrandom.h>
#include <QtTest/qtest.h>

#include <dlfcn.h>

using namespace QtRdmaPrivate;
using Role = StreamAuthentication::Role;

namespace {

const QByteArray Key(32, 'k');
const QByteArray Request(40, 'q');
const QByteArray Reply(40, 'r');

QByteArray mac(const char *who, const QByteArray &clientChallenge,
               const QByteArray &serverChallenge, const QByteArray &key = Key)
{
    const QByteArray message = who + clientChallenge + serverChallenge + Request + Reply;
    return QMessageAuthenticationCode::hash(message, key, QCryptographicHash::Sha256);
}

// A random key that is searched for without being in memory for that.
class HiddenKey
{
public:
    HiddenKey()
    {
        for (quint32 &word : m_masked)
            word = QRandomGenerator::system()->generate();
    }

    explicit HiddenKey(const QByteArray &clear)
    {
        for (size_t i = 0; i < sizeof(m_masked); ++i)
            reinterpret_cast<uchar *>(m_masked)[i] = uchar(clear.at(qsizetype(i))) ^ Mask;
    }

    QByteArray inClear() const
    {
        QByteArray key(sizeof(m_masked), '\0');
        for (size_t i = 0; i < sizeof(m_masked); ++i)
            key[qsizetype(i)] = char(masked()[i] ^ Mask);
        return key;
    }

    // In what this process can write to.
    int copiesInMemory() const
    {
        int copies = 0;
        QFile maps(QStringLiteral("/proc/self/maps"));
        QFile memory(QStringLiteral("/proc/self/mem"));
        if (!maps.open(QIODevice::ReadOnly)
            || !memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return -1;
        const QByteArray list = maps.readAll();
        for (const QByteArray &line : list.split('\n')) {
            const QByteArrayList words = line.split(' ');
            const QByteArrayList ends = words.first().split('-');
            if (words.size() < 2 || !words.at(1).startsWith("rw"))
                continue;
            const quintptr end = ends.last().toULongLong(nullptr, 16);
            for (quintptr at = ends.first().toULongLong(nullptr, 16); at < end; at += Step)
                copies += copiesWithin(&memory, at, qMin<quintptr>(end - at, sizeof(buffer)));
        }
        return copies;
    }

private:
    static constexpr uchar Mask = 0xa5;
    static constexpr quintptr Step = 1024 * 1024;

    const uchar *masked() const { return reinterpret_cast<const uchar *>(m_masked); }

    // Those that begin in the first Step of it, and not those in the buffer itself.
    int copiesWithin(QFile *memory, quintptr start, quintptr size) const
    {
        if (!memory->seek(qint64(start)))
            return 0;
        const qint64 count = memory->read(buffer, qint64(size));
        int copies = 0;
        for (qint64 i = 0; i + qint64(sizeof(m_masked)) <= count && i < qint64(Step); ++i) {
            const quintptr address = start + quintptr(i);
            const bool isOwn = address + sizeof(m_masked) > quintptr(buffer)
                    && address < quintptr(buffer) + sizeof(buffer);
            copies += !isOwn && isAt(i);
        }
        return copies;
    }

    // As it is, and combined with the constants of RFC 2104.
    bool isAt(qint64 offset) const
    {
        const uchar pad = uchar(buffer[offset]) ^ Mask ^ masked()[0];
        if (pad != 0 && pad != 0x36 && pad != 0x5c)
            return false;
        for (size_t i = 1; i < sizeof(m_masked); ++i) {
            if ((uchar(buffer[offset + qint64(i)]) ^ Mask ^ pad) != masked()[i])
                return false;
        }
        return true;
    }

    static inline char buffer[Step + 32];
    quint32 m_masked[8];
};

// Also one that only the library was built with.
bool isSanitized()
{
    return ::dlsym(RTLD_DEFAULT, "__asan_init") || ::dlsym(RTLD_DEFAULT, "__tsan_init");
}

} // namespace

class tst_StreamAuthentication : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothHaveTheKey();
    void differ_data();
    void differ();
    void everyBitCounts();
    void replay();
    void reflection();
    void lengthOfKey_data();
    void lengthOfKey();
    void wrongLength_data();
    void wrongLength();
    void keyIsNotOnTheWire();
    void keyIsNotCopied();
    void hashOfLongKeyIsWiped();
};

// The three messages, as doc/wire-format.md has them.
void tst_StreamAuthentication::bothHaveTheKey()
{
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    StreamAuthentication server(Role::Server, Key, Request, Reply);
    QVERIFY(client.hasMessage());
    QVERIFY(!server.hasMessage());

    const QByteArray first = client.takeMessage();
    QCOMPARE(first.size(), 32);
    QVERIFY(!client.hasMessage());
    QVERIFY(server.received(first));
    QVERIFY(!server.peerHasKey());

    const QByteArray second = server.takeMessage();
    QCOMPARE(second.mid(32), mac("QtRdmaS1 server", first, second.first(32)));
    QVERIFY(client.received(second));
    QVERIFY(client.peerHasKey());

    const QByteArray third = client.takeMessage();
    QCOMPARE(third, mac("QtRdmaS1 client", first, second.first(32)));
    QVERIFY(server.received(third));
    QVERIFY(server.peerHasKey());
    QVERIFY(!client.hasMessage() && !server.hasMessage());
    QVERIFY(!server.received(third)); // that was all
}

void tst_StreamAuthentication::differ_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("key") << QByteArray(32, 'x') << Request << Reply;
    QTest::newRow("shorter key") << Key.first(31) << Request << Reply;
    QTest::newRow("request changed on its way") << Key << QByteArray(40, 'x') << Reply;
    QTest::newRow("reply changed on its way") << Key << Request << QByteArray(40, 'x');
}

void tst_StreamAuthentication::differ()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, reply);
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    StreamAuthentication server(Role::Server, key, request, reply);
    QVERIFY(server.received(client.takeMessage()));
    QVERIFY(!client.received(server.takeMessage()));
    QVERIFY(!client.peerHasKey());
    QVERIFY(!client.hasMessage()); // who has not proved it gets no proof
    QVERIFY(!server.received(QByteArray(32, '\0')));
    QVERIFY(!server.peerHasKey());
}

void tst_StreamAuthentication::everyBitCounts()
{
    for (int bit = 0; bit < 64 * 8; ++bit) {
        StreamAuthentication client(Role::Client, Key, Request, Reply);
        StreamAuthentication server(Role::Server, Key, Request, Reply);
        QVERIFY(server.received(client.takeMessage()));
        QByteArray changed = server.takeMessage();
        changed[bit / 8] = char(changed.at(bit / 8) ^ (1 << bit % 8));
        QVERIFY(!client.received(changed));
    }
}

// All that was said when somebody with the key connected, said again.
void tst_StreamAuthentication::replay()
{
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    StreamAuthentication server(Role::Server, Key, Request, Reply);
    const QByteArray first = client.takeMessage();
    QVERIFY(server.received(first));
    const QByteArray second = server.takeMessage();
    QVERIFY(client.received(second));
    const QByteArray third = client.takeMessage();

    StreamAuthentication again(Role::Server, Key, Request, Reply);
    QVERIFY(again.received(first));
    QVERIFY(again.takeMessage() != second);
    QVERIFY(!again.received(third));
    StreamAuthentication other(Role::Client, Key, Request, Reply);
    QVERIFY(other.takeMessage() != first);
    QVERIFY(!other.received(second));
}

// A server without the key cannot have a client, or a second server, say the proof for it.
void tst_StreamAuthentication::reflection()
{
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    const QByteArray challenge = client.takeMessage();
    StreamAuthentication server(Role::Server, Key, Request, Reply);
    QVERIFY(server.received(challenge));
    const QByteArray said = server.takeMessage();
    QVERIFY(!server.received(said.mid(32))); // its own proof
    QVERIFY(!client.received(challenge + mac("QtRdmaS1 client", challenge, challenge)));
}

void tst_StreamAuthentication::lengthOfKey_data()
{
    QTest::addColumn<int>("length");
    for (int length : { 1, 63, 64, 65, 1000 })
        QTest::addRow("%d", length) << length;
}

void tst_StreamAuthentication::lengthOfKey()
{
    QFETCH(const int, length);
    const QByteArray key(length, 'k');
    StreamAuthentication client(Role::Client, key, Request, Reply);
    StreamAuthentication server(Role::Server, key, Request, Reply);
    const QByteArray challenge = client.takeMessage();
    QVERIFY(server.received(challenge));
    const QByteArray said = server.takeMessage();
    QCOMPARE(said.mid(32), mac("QtRdmaS1 server", challenge, said.first(32), key));
    QVERIFY(client.received(said));
    QVERIFY(server.received(client.takeMessage()));
}

void tst_StreamAuthentication::wrongLength_data()
{
    QTest::addColumn<int>("length");
    for (int length : { 0, 1, 31, 33, 63, 64 })
        QTest::addRow("%d", length) << length;
}

void tst_StreamAuthentication::wrongLength()
{
    QFETCH(const int, length);
    StreamAuthentication server(Role::Server, Key, Request, Reply);
    QVERIFY(!server.received(QByteArray(length, 'x')));
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    QVERIFY(!client.received(QByteArray(length, 'x')));
}

void tst_StreamAuthentication::keyIsNotOnTheWire()
{
    StreamAuthentication client(Role::Client, Key, Request, Reply);
    StreamAuthentication server(Role::Server, Key, Request, Reply);
    QByteArray said = client.takeMessage();
    QVERIFY(server.received(said));
    const QByteArray second = server.takeMessage();
    QVERIFY(client.received(second));
    said += second + client.takeMessage();
    QVERIFY(!said.contains(Key.first(8)));
}

// Nor is one left in what was freed: a core dump would have it. Whoever wipes the only one has wiped it.
void tst_StreamAuthentication::keyIsNotCopied()
{
    if (isSanitized())
        QSKIP("A sanitizer maps more memory than can be searched");
    const HiddenKey hidden;
    QByteArray key = hidden.inClear();
    QCOMPARE(hidden.copiesInMemory(), 1);
    {
        StreamAuthentication client(Role::Client, key, Request, Reply);
        StreamAuthentication server(Role::Server, key, Request, Reply);
        QVERIFY(server.received(client.takeMessage()));
        QVERIFY(client.received(server.takeMessage()));
        QVERIFY(server.received(client.takeMessage()));
        QCOMPARE(hidden.copiesInMemory(), 1);
    }
    QCOMPARE(hidden.copiesInMemory(), 1);
    key.fill('\0');
    QCOMPARE(hidden.copiesInMemory(), 0);
}

// A key of more than a block is hashed first (RFC 2104), and the hash proves as much as the key.
void tst_StreamAuthentication::hashOfLongKeyIsWiped()
{
    if (isSanitized())
        QSKIP("A sanitizer maps more memory than can be searched");
    const QByteArray key = HiddenKey().inClear().repeated(3);
    QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256);
    const HiddenKey hidden(hash);
    QVERIFY(hidden.copiesInMemory() >= 1);
    hash.fill('\0');
    StreamAuthentication client(Role::Client, key, Request, Reply);
    StreamAuthentication server(Role::Server, key, Request, Reply);
    QVERIFY(server.received(client.takeMessage()));
    QVERIFY(client.received(server.takeMessage()));
    QVERIFY(server.received(client.takeMessage()));
    QVERIFY(server.peerHasKey());
    QCOMPARE(hidden.copiesInMemory(), 0);
}

QTEST_GUILESS_MAIN(tst_StreamAuthentication)
#include "tst_streamauthentication.moc"
