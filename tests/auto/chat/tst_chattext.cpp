// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The parts of the chat that need no connection.

#include "endpoint.h"
#include "filetransfer.h"
#include "lineeditor.h"
#include "protocol.h"
#include "text.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace Protocol;

class tst_ChatText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void nameKeys();
    void printable_data();
    void printable();
    void endpoints_data();
    void endpoints();
    void anyEndpoint();
    void fileNames_data();
    void fileNames();
    void sizes();
    void messages_data();
    void messages();
    void corruptPayload_data();
    void corruptPayload();
    void framesInPieces();
    void frameTooLong();
    void lineEditor_data();
    void lineEditor();
    void lineHistory();
    void incomingFileNeverReplaces();
    void incomingFileRefuses_data();
    void incomingFileRefuses();
    void outgoingFileRefuses();
};

void tst_ChatText::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("good");

    QTest::newRow("plain") << QStringLiteral("alice") << true;
    QTest::newRow("other scripts") << QStringLiteral("Жанна_李-7.x") << true;
    QTest::newRow("longest") << QString(Text::MaxName, u'a') << true;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("too long") << QString(Text::MaxName + 1, u'a') << false;
    QTest::newRow("space") << QStringLiteral("a b") << false;
    QTest::newRow("escape") << QStringLiteral("a\x1b[31m") << false;
    QTest::newRow("newline") << QStringLiteral("a\nb") << false;
    QTest::newRow("null") << QString(1, QChar(u'\0')) << false;
    QTest::newRow("C1") << QString(QChar(0x9b)) << false;
    QTest::newRow("right-to-left override")
            << QString(QStringLiteral("a") + QChar(0x202e)) << false;
    QTest::newRow("zero width joiner") << QString(QStringLiteral("a") + QChar(0x200d)) << false;
    QTest::newRow("lone surrogate") << QString(QChar(0xd800)) << false;
}

void tst_ChatText::names()
{
    QFETCH(QString, name);
    QFETCH(bool, good);
    QCOMPARE(Text::nameProblem(name).isEmpty(), good);
}

void tst_ChatText::nameKeys()
{
    QCOMPARE(Text::nameKey(QStringLiteral("Ann")), Text::nameKey(QStringLiteral("aNN")));
    QCOMPARE(Text::nameKey(QString(QChar(0xe9))),
             Text::nameKey(QString(QStringLiteral("e") + QChar(0x301))));
    QVERIFY(Text::nameKey(QStringLiteral("ann")) != Text::nameKey(QStringLiteral("anne")));
}

void tst_ChatText::printable_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *title, const char *text, const char *expected) {
        QTest::newRow(title) << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("plain", "Grüße, 你好 👋", "Grüße, 你好 👋");
    row("colour", "a\x1b[1;31mb\x1b[0mc", "abc");
    row("cursor and erase", "\x1b[2J\x1b[Hgone", "gone");
    row("title", "a\x1b]0;title\x07z", "az");
    row("title with ST", "a\x1b]0;title\x1b\\z", "az");
    row("clipboard", "\x1b]52;c;ZXZpbA==\x07ok", "ok");
    row("device control", "a\x1bPq#0;2\x1b\\z", "az");
    row("unterminated string", "a\x1b]0;rest", "a");
    row("unterminated sequence", "a\x1b[12", "a");
    row("short sequence",
        "a\x1b"
        "cz",
        "az");
    row("charset", "a\x1b(0z", "az");
    row("lone escape at the end", "a\x1b", "a");
    row("C1 sequence",
        "a\xc2\x9b"
        "31mz",
        "az");
    row("C1 string",
        "a\xc2\x9d"
        "0;x\xc2\x9cz",
        "az");
    row("bell and backspace", "a\x07\x08z", "az");
    row("carriage return", "real\rfake", "real fake");
    row("tab and newline", "a\tb\nc", "a b c");
    row("line separator", "a\xe2\x80\xa8z", "a z");
    row("direction override",
        "a\xe2\x80\xae"
        "b\xe2\x81\xa7z",
        "abz");
    row("escape within escape", "\x1b\x1b[31mred", "red");
}

void tst_ChatText::printable()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(Text::printable(text), expected);
}

void tst_ChatText::endpoints_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("host"); // null: it is no endpoint
    QTest::addColumn<int>("port");

    const auto row = [](const char *text, const char *host, int port) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(host) << port;
    };
    row("10.77.0.1", "10.77.0.1", 4747);
    row("10.77.0.1:80", "10.77.0.1", 80);
    row("relay:0", "relay", 0);
    row("::1", "::1", 4747);
    row("[fe80::1%eth0]", "fe80::1%eth0", 4747);
    row("[::1]:65535", "::1", 65535);
    row("", nullptr, 0);
    row(":80", nullptr, 0);
    row("relay:", nullptr, 0);
    row("relay:http", nullptr, 0);
    row("relay:65536", nullptr, 0);
    row("[::1", nullptr, 0);
    row("[]:80", nullptr, 0);
    row("[::1]80", nullptr, 0);
}

void tst_ChatText::endpoints()
{
    QFETCH(QString, text);
    QFETCH(QString, host);
    QFETCH(int, port);
    const auto endpoint = Endpoint::fromString(text, DefaultPort);
    QCOMPARE(endpoint.has_value(), !host.isNull());
    if (!endpoint)
        return;
    QCOMPARE(endpoint->host, host);
    QCOMPARE(int(endpoint->port), port);
    const auto again = Endpoint::fromString(endpoint->toString(), 1);
    QVERIFY(again && again->host == host && again->port == port);
}

void tst_ChatText::anyEndpoint()
{
    QCOMPARE((Endpoint{ QStringLiteral("any"), 1 }).address(), QHostAddress(QHostAddress::Any));
    QCOMPARE((Endpoint{ QStringLiteral("*"), 1 }).address(), QHostAddress(QHostAddress::Any));
    QCOMPARE((Endpoint{ QStringLiteral("::1"), 1 }).address(),
             QHostAddress(QHostAddress::LocalHostIPv6));
    QVERIFY((Endpoint{ QStringLiteral("relay"), 1 }).address().isNull());
}

void tst_ChatText::fileNames_data()
{
    QTest::addColumn<QString>("offered");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char *offered, const char *expected) {
        QTest::newRow(offered) << QString::fromUtf8(offered) << QString::fromUtf8(expected);
    };
    row("photo.png", "photo.png");
    row("../../etc/passwd", "passwd");
    row("/etc/passwd", "passwd");
    row("..\\..\\boot.ini", "boot.ini");
    row("..", "file");
    row(".", "file");
    row("", "file");
    row("dir/", "file");
    row(".bashrc", "bashrc");
    row("...x", "x");
    row("a\x1b[2Jb", "ab");
    row("a\nb", "a b");
}

void tst_ChatText::fileNames()
{
    QFETCH(QString, offered);
    QFETCH(QString, expected);
    QCOMPARE(Text::fileName(offered), expected);
    const QString longName = Text::fileName(QString(255, QChar(0x4f60)));
    QVERIFY(longName.toUtf8().size() <= 200);
}

// A person reads sizes in their language, a peer in the one of C.
void tst_ChatText::sizes()
{
    const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(Text::size(1536), QStringLiteral("1,5 KiB"));
    QCOMPARE(Text::size(1536, QLocale::c()), QStringLiteral("1.5 KiB"));
}

void tst_ChatText::messages_data()
{
    QTest::addColumn<int>("type");
    for (int type = 0; type < int(std::variant_size_v<Message>); ++type)
        QTest::addRow("type %d", type) << type;
}

// One message of every type, with something in every field.
template <std::size_t... Types>
static Message sample(int type, std::index_sequence<Types...>)
{
    Message result;
    const auto fill = Overloaded{
        [](QString &text) { text = QStringLiteral("Grüße, 你好"); },
        [](QStringList &list) {
            list = { QStringLiteral("a"), QString(), QStringLiteral("ü") };
        },
        [](QByteArray &data) { data = QByteArray(300, '\0'); },
        [](bool &flag) { flag = true; },
        [](auto &number) { number = 77; },
    };
    const auto make = [&]<std::size_t Type>() {
        std::variant_alternative_t<Type, Message> content;
        std::apply([&fill](auto &...field) { (fill(field), ...); }, content.fields());
        if (type == int(Type))
            result = content;
    };
    (make.template operator()<Types>(), ...);
    return result;
}

static Message sample(int type)
{
    return sample(type, std::make_index_sequence<std::variant_size_v<Message>>());
}

void tst_ChatText::messages()
{
    QFETCH(int, type);
    const QByteArray frame = encode(sample(type));
    const QByteArray payload = frame.mid(HeaderSize);
    QCOMPARE(qFromBigEndian<quint32>(frame.constData()), quint32(payload.size()));
    QCOMPARE(int(frame.at(4)), type);

    const auto decoded = decode(quint8(type), payload);
    QVERIFY(decoded);
    QCOMPARE(encode(*decoded), frame);
    for (qsizetype size = 0; size < payload.size(); ++size)
        QVERIFY2(!decode(quint8(type), payload.left(size)), qPrintable(QString::number(size)));
    QVERIFY(!decode(quint8(type), payload + '\0'));
}

void tst_ChatText::corruptPayload_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("payload");

    const int say = int(Message(Say{}).index());
    const int members = int(Message(Members{}).index());
    QTest::newRow("unknown type") << 200 << QByteArray();
    QTest::newRow("type after the last") << int(std::variant_size_v<Message>) << QByteArray();
    QTest::newRow("invalid UTF-8") << say << QByteArray("\0\0\0\2\xc3\x28", 6);
    QTest::newRow("cut UTF-8") << say << QByteArray("\0\0\0\1\xc3", 5);
    QTest::newRow("surrogate in UTF-8") << say << QByteArray("\0\0\0\3\xed\xa0\x80", 7);
    QTest::newRow("text of 2 GiB") << say << QByteArray("\x7f\xff\xff\xff", 4);
    QTest::newRow("4 billion names") << members << QByteArray("\xff\xff\xff\xff", 4);
}

void tst_ChatText::corruptPayload()
{
    QFETCH(int, type);
    QFETCH(QByteArray, payload);
    QVERIFY(!decode(quint8(type), payload));
}

void tst_ChatText::framesInPieces()
{
    const QByteArray frames = encode(Say{ QStringLiteral("one") }) + encode(Who{})
            + encode(Say{ QStringLiteral("three") });
    QBuffer device;
    device.open(QIODevice::ReadWrite);
    FrameReader reader;
    QStringList seen;
    for (char byte : frames) {
        device.buffer() = QByteArray(1, byte);
        device.seek(0);
        while (reader.read(&device) == FrameReader::Complete) {
            const Message message = reader.take();
            const Say *say = std::get_if<Say>(&message);
            seen += say ? say->text : QStringLiteral("who");
        }
    }
    QCOMPARE(
            seen,
            QStringList({ QStringLiteral("one"), QStringLiteral("who"), QStringLiteral("three") }));
}

void tst_ChatText::frameTooLong()
{
    QByteArray bytes(HeaderSize, '\0');
    qToBigEndian(MaxPayload + 1, bytes.data());
    QBuffer device(&bytes);
    device.open(QIODevice::ReadOnly);
    QCOMPARE(FrameReader().read(&device), FrameReader::TooLong);

    qToBigEndian(MaxPayload, bytes.data());
    device.seek(0);
    QCOMPARE(FrameReader().read(&device), FrameReader::Incomplete);
}

void tst_ChatText::lineEditor_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("cursor");

    const auto row = [](const char *title, const char *keys, const char *text, int cursor) {
        QTest::newRow(title) << QByteArray(keys) << QString::fromUtf8(text) << cursor;
    };
    row("typing", "hello", "hello", 5);
    row("backspace", "hello\x7f", "hell", 4);
    row("backspace at the start", "\x7f", "", 0);
    row("left and insert", "helo\x1b[Dl", "hello", 4);
    row("left, right", "ab\x1b[D\x1b[D\x1b[C-", "a-b", 2);
    row("application keys", "ab\x1bOD-", "a-b", 2);
    row("^A and ^E",
        "bc\x01"
        "a\x05"
        "d",
        "abcd", 4);
    row("home and end",
        "bc\x1b[Ha\x1b[F"
        "d",
        "abcd", 4);
    row("numbered home and end", "bc\x1b[1~a\x1b[4~d", "abcd", 4);
    row("delete", "abc\x01\x1b[3~", "bc", 0);
    row("^D with text deletes", "abc\x01\x04", "bc", 0);
    row("^U", "abc\x1b[D\x15", "c", 0);
    row("^K", "abc\x1b[D\x0b", "ab", 2);
    row("^W", "one two  \x17", "one ", 4);
    row("unknown sequence", "a\x1b[15;5~b", "ab", 2);
    row("UTF-8", "ü你", "ü你", 2);
    row("backspace over a combined character", "ae\xcc\x81\x7f", "a", 1);
    row("left over an emoji", "👋\x1b[Dx", "x👋", 1);
    row("control characters", "a\x02\x06\x07z", "az", 2);
}

void tst_ChatText::lineEditor()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, text);
    QFETCH(int, cursor);
    LineEditor editor;
    for (char key : keys)
        editor.key(key);
    QCOMPARE(editor.text(), text);
    QCOMPARE(editor.cursor(), cursor);
}

void tst_ChatText::lineHistory()
{
    LineEditor editor;
    const auto type = [&editor](const char *keys) {
        LineEditor::Event event = LineEditor::Nothing;
        for (const char *key = keys; *key; ++key)
            event = editor.key(*key);
        return event;
    };
    QCOMPARE(type("one\r"), LineEditor::Line);
    QCOMPARE(editor.takeLine(), QStringLiteral("one"));
    QCOMPARE(type("two\r"), LineEditor::Line);
    editor.takeLine();
    type("draft\x1b[A");
    QCOMPARE(editor.text(), QStringLiteral("two"));
    type("\x1b[A\x1b[A");
    QCOMPARE(editor.text(), QStringLiteral("one"));
    type("\x1b[B\x1b[B\x1b[B");
    QCOMPARE(editor.text(), QStringLiteral("draft"));
    editor.clear();
    QCOMPARE(type("\x04"), LineEditor::EndOfInput);
    QCOMPARE(type("\x03"), LineEditor::Interrupt);
    QCOMPARE(type("\x1a"), LineEditor::Suspend);
}

static QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
}

static QByteArray sha256(const QByteArray &data)
{
    return QCryptographicHash::hash(data, QCryptographicHash::Sha256);
}

void tst_ChatText::incomingFileNeverReplaces()
{
    QTemporaryDir outer;
    QDir(outer.path()).mkdir(QStringLiteral("in"));
    const QDir directory(outer.filePath(QStringLiteral("in")));
    QFile::link(outer.filePath(QStringLiteral("target")),
                directory.filePath(QStringLiteral("a (2).txt")));
    for (const char *data : { "first", "second" }) {
        IncomingFile file(directory.path(), QStringLiteral("../a.txt"), qstrlen(data));
        QVERIFY(file.open());
        QVERIFY(file.write(data));
        QVERIFY2(file.finish(sha256(data)), qPrintable(file.errorString()));
    }
    QCOMPARE(contents(directory.filePath(QStringLiteral("a.txt"))), QByteArray("first"));
    QCOMPARE(contents(directory.filePath(QStringLiteral("a (3).txt"))), QByteArray("second"));
    QVERIFY(!QFile::exists(outer.filePath(QStringLiteral("target"))));
    QCOMPARE(QDir(outer.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList(QStringLiteral("in")));
}

void tst_ChatText::incomingFileRefuses_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("hash");
    QTest::newRow("wrong hash") << QByteArray("12345") << sha256("54321");
    QTest::newRow("no hash") << QByteArray("12345") << QByteArray();
    QTest::newRow("too short") << QByteArray("1234") << sha256("1234");
    QTest::newRow("too long") << QByteArray("123456") << sha256("123456");
}

void tst_ChatText::incomingFileRefuses()
{
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, hash);
    QTemporaryDir directory;
    {
        IncomingFile file(directory.path(), QStringLiteral("a"), 5);
        QVERIFY(file.open());
        QVERIFY(!(file.write(data) && file.finish(hash)));
        QVERIFY(!file.errorString().isEmpty());
    }
    QVERIFY(QDir(directory.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void tst_ChatText::outgoingFileRefuses()
{
    QTemporaryDir directory;
    QVERIFY(!OutgoingFile(directory.path()).open());
    QVERIFY(!OutgoingFile(directory.filePath(QStringLiteral("none"))).open());
    QVERIFY(!OutgoingFile(QStringLiteral("/dev/zero")).open());
}

QTEST_GUILESS_MAIN(tst_ChatText)

#include "tst_chattext.moc"
