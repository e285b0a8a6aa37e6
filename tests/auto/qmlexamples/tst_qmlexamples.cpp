// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "contrast.h"
#include "rdmatest.h"

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qtemporarydir.h>
#include <QtGui/qwindow.h>
#include <QtQml/qqmlcontext.h>
#include <QtQml/qqmlengine.h>
#include <QtQuickTest/quicktest.h>
#include <QtTest/qtest.h>

#include <cstring>

// Made by qmltyperegistrar. That they are named here keeps them in the program.
extern void qml_register_types_ChatWindow();
extern void qml_register_types_FileTransfer();

// What tests in QML cannot do by themselves: files, and what they know of the run.
class Disk : public QObject
{
    Q_OBJECT
    Q_PROPERTY(QString address READ address CONSTANT)
    Q_PROPERTY(QString toldByRoce READ toldByRoce CONSTANT)

public:
    QString address() const { return RdmaTest::address().toString(); }
    QString toldByRoce() const { return QLatin1String(RdmaTest::ToldByRoce); }
    Q_INVOKABLE bool isWorthIt() const
    {
        return RdmaTest::isWorthIt({ "Chat::test_room", "FileTransfer::test_transfers" });
    }

    // A directory with nothing in it.
    Q_INVOKABLE QString directory()
    {
        const QString name = m_root.filePath(QString::number(++m_last));
        return QDir().mkpath(name) ? name : QString();
    }
    // A file with so many bytes, no two blocks of 512 of which are the same.
    Q_INVOKABLE QString make(const QString &name, int size)
    {
        QFile file(directory() + u'/' + name);
        QByteArray bytes(size, 'x');
        char *const data = bytes.data();
        for (qsizetype i = 0; i + qsizetype(sizeof i) <= size; i += 512)
            std::memcpy(data + i, &i, sizeof i);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == size ? file.fileName()
                                                                            : QString();
    }
    Q_INVOKABLE bool shorten(const QString &name, int size) { return QFile::resize(name, size); }
    Q_INVOKABLE bool remove(const QString &name) { return QFile::remove(name); }
    Q_INVOKABLE QByteArray contents(const QString &name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    Q_INVOKABLE bool same(const QString &a, const QString &b)
    {
        return QFile::exists(a) && QFile::exists(b) && contents(a) == contents(b);
    }
    Q_INVOKABLE int rights(const QString &name) const { return int(QFile::permissions(name)); }
    Q_INVOKABLE QStringList names(const QString &directory)
    {
        return QDir(directory).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

private:
    QTemporaryDir m_root;
    int m_last = 0;
};

// TestCase presses keys in its own window only.
class Keyboard : public QObject
{
    Q_OBJECT

public:
    Q_INVOKABLE void type(QWindow *window, const QString &text)
    {
        for (const QChar letter : text)
            QTest::keyClick(window, letter.toLatin1());
    }
    Q_INVOKABLE void press(QWindow *window, int key, int modifiers = 0)
    {
        QTest::keyClick(window, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    }
};

class Eye : public QObject
{
    Q_OBJECT

public:
    Q_INVOKABLE QString weakTexts(QQuickWindow *window) const
    {
        return RdmaTest::Contrast::weakTexts(window);
    }
    // Dialogs have their items in the window.
    Q_INVOKABLE QQuickItem *find(QQuickWindow *window, const QString &name) const
    {
        return find(window->contentItem(), name);
    }

private:
    static QQuickItem *find(QQuickItem *root, const QString &name)
    {
        QQuickItem *found = root->isVisible() && root->objectName() == name ? root : nullptr;
        const auto children = root->childItems();
        for (auto child = children.begin(); !found && child != children.end(); ++child)
            found = find(*child, name);
        return found;
    }
};

class Setup : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void qmlEngineAvailable(QQmlEngine *engine)
    {
        volatile const auto chat = &qml_register_types_ChatWindow;
        volatile const auto files = &qml_register_types_FileTransfer;
        Q_UNUSED(chat)
        Q_UNUSED(files)
        engine->addImportPath(QStringLiteral(QML_IMPORTS));
        engine->addImportPath(QStringLiteral("qrc:/"));
        engine->rootContext()->setContextProperty(QStringLiteral("disk"), &m_disk);
        engine->rootContext()->setContextProperty(QStringLiteral("keyboard"), &m_keyboard);
        engine->rootContext()->setContextProperty(QStringLiteral("eye"), &m_eye);
    }

private:
    Disk m_disk;
    Keyboard m_keyboard;
    Eye m_eye;
};

QUICK_TEST_MAIN_WITH_SETUP(qmlexamples, Setup)
#include "tst_qmlexamples.moc"
