// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/Rdma>
#include <QtRdma/RdmaError>

#include <QtCore/qdir.h>
#include <QtCore/qfile.h>
#include <QtCore/qmetaobject.h>
#include <QtCore/qregularexpression.h>
#include <QtQml/qjsvalue.h>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlengine.h>
#include <QtTest/qtest.h>

#include <memory>

// Compares AllProperties.qml with the module: the file uses all that there is, so that qmllint sees
// it, and all that the file uses is there.
class tst_QmlNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void types_data();
    void types();
    void enumerations();
    void errorProperties();
    void values_data() { types_data(); }
    void values();

private:
    static QString read(const QString &name);
    static QStringList exportedTypes();
    QString blockOf(const QString &type) const;
    bool uses(const QString &text, const QString &pattern) const;
    QObject *objectOf(const QString &type) const;

    QString file;
    QQmlEngine engine;
    std::unique_ptr<QObject> root;
};

QString tst_QmlNames::read(const QString &name)
{
    QFile source(name);
    return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
}

void tst_QmlNames::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    engine.addImportPath(QStringLiteral(QML_IMPORTS));
    file = read(QStringLiteral(ALL_PROPERTIES));
    QVERIFY(!file.isEmpty());
    QQmlComponent component(&engine, QUrl::fromLocalFile(QStringLiteral(ALL_PROPERTIES)));
    root.reset(component.create());
    QVERIFY2(root, qPrintable(component.errorString()));
}

// Those for which QML has a name. Gadgets and namespaces are among them.
QStringList tst_QmlNames::exportedTypes()
{
    const QString types = read(QStringLiteral(QML_IMPORTS "/QtRdma/qtrdmaqml.qmltypes"));
    QRegularExpression exported(QStringLiteral("exports: \\[\\s*\"QtRdma/(\\w+) "));
    QStringList names;
    for (const QRegularExpressionMatch &match : exported.globalMatch(types))
        names.append(match.captured(1));
    return names;
}

void tst_QmlNames::types_data()
{
    QTest::addColumn<QString>("type");
    const QStringList names = exportedTypes();
    QVERIFY(names.size() > 15);
    for (const QString &name : names) {
        if (name.front().isUpper()) // not the type of a value
            QTest::newRow(qPrintable(name)) << name;
    }
}

// From its name to the bracket that closes it. Empty where the file has no object of it.
QString tst_QmlNames::blockOf(const QString &type) const
{
    const qsizetype begin = file.indexOf(QStringLiteral(": %1 {").arg(type));
    int depth = 0;
    for (qsizetype at = begin; begin >= 0 && at < file.size(); ++at) {
        depth += file[at] == u'{' ? 1 : file[at] == u'}' ? -1 : 0;
        if (file[at] == u'}' && depth == 0)
            return file.mid(begin, at - begin);
    }
    return {};
}

bool tst_QmlNames::uses(const QString &text, const QString &pattern) const
{
    return QRegularExpression(pattern).match(text).hasMatch();
}

QObject *tst_QmlNames::objectOf(const QString &type) const
{
    const QString pattern = QStringLiteral("property %1 (\\w+): %1 ").arg(type);
    const QString name = QRegularExpression(pattern).match(file).captured(1);
    return root->property(name.toLatin1().constData()).value<QObject *>();
}

// Members of QObject, of Qt's models and of devices are Qt's to test, but for the signals of the last.
static int firstOwn(const QMetaObject *meta, bool withDevice)
{
    int first = QObject::staticMetaObject.methodCount();
    for (const QMetaObject *at = meta; at; at = at->superClass()) {
        const QByteArrayView name = at->className();
        if (name == "QAbstractListModel" || (name == "QIODevice" && !withDevice))
            first = qMax(first, at->methodCount());
    }
    return first;
}

void tst_QmlNames::types()
{
    QFETCH(const QString, type);
    QQmlComponent component(&engine);
    component.setData("import QtRdma\n" + type.toLatin1() + " { }\n", QUrl());
    const std::unique_ptr<QObject> object(component.isReady() ? component.create() : nullptr);
    if (!object) { // a namespace, or a base: there are no objects of it
        QVERIFY2(uses(file, QStringLiteral("\\b%1\\b").arg(type)), qPrintable(type));
        return;
    }
    const QString block = blockOf(type);
    QVERIFY(!block.isEmpty());
    const QMetaObject *const meta = object->metaObject();
    for (int i = QObject::staticMetaObject.propertyCount(); i < meta->propertyCount(); ++i) {
        const QMetaProperty property = meta->property(i);
        const QString name = QString::fromLatin1(property.name());
        QVERIFY2(property.isConstant() || property.hasNotifySignal(), property.name());
        QVERIFY2(uses(block, QStringLiteral("\\b%1\\b").arg(name)), qPrintable(name));
    }
    for (int i = firstOwn(meta, true); i < meta->methodCount(); ++i) {
        const QMetaMethod method = meta->method(i);
        if (method.access() != QMetaMethod::Public)
            continue;
        QString name = QString::fromLatin1(method.name());
        const bool isSignal = method.methodType() == QMetaMethod::Signal;
        if (isSignal)
            name = QStringLiteral("on") + name.front().toUpper() + name.mid(1);
        const QString use = isSignal ? QStringLiteral("\\b%1:") : QStringLiteral("\\b%1\\(");
        QVERIFY2(uses(block, use.arg(name)), qPrintable(name));
    }
}

void tst_QmlNames::enumerations()
{
    const std::pair<const QMetaObject *, const char *> owners[] = {
        { &Rdma::staticMetaObject, "Rdma" },
        { &RdmaError::staticMetaObject, "RdmaError" },
        { objectOf(QStringLiteral("RdmaServer"))->metaObject(), "RdmaServer" },
        { objectOf(QStringLiteral("RdmaTlsStream"))->metaObject(), "RdmaTlsStream" },
    };
    int enumerations = 0;
    for (const auto &[meta, owner] : owners) {
        for (int i = 0; i < meta->enumeratorCount(); ++i) {
            const QMetaEnum enumeration = meta->enumerator(i);
            if (enumeration.isFlag() || qstrncmp(enumeration.scope(), "Q", 1) == 0)
                continue;
            // Scoped ones are named with the enumeration, others without.
            const char *const name = enumeration.isScoped()
                    ? enumeration.name()
                    : enumeration.key(enumeration.keyCount() - 1);
            const QString use = QLatin1StringView(owner) + u'.' + QLatin1StringView(name);
            QVERIFY2(file.contains(use), qPrintable(use));
            ++enumerations;
        }
    }
    QVERIFY(enumerations > 10);
    QVariant values;
    QVERIFY(QMetaObject::invokeMethod(root.get(), "enumerators", Q_RETURN_ARG(QVariant, values)));
    const QVariantList list = values.value<QJSValue>().toVariant().toList();
    QVERIFY(list.size() >= enumerations);
    for (qsizetype i = 0; i < list.size(); ++i)
        QVERIFY2(list.at(i).isValid(), qPrintable(QString::number(i)));
}

void tst_QmlNames::errorProperties()
{
    const QMetaObject &meta = RdmaError::staticMetaObject;
    for (int i = 0; i < meta.propertyCount(); ++i) {
        const QString use =
                QStringLiteral("rdmaError.") + QLatin1StringView(meta.property(i).name());
        QVERIFY2(file.contains(use), qPrintable(use));
    }
}

// A name that the module has no more is undefined.
void tst_QmlNames::values()
{
    QFETCH(const QString, type);
    QObject *const object = objectOf(type);
    if (!object)
        return;
    QVariant values;
    QVERIFY(QMetaObject::invokeMethod(object, "values", Q_RETURN_ARG(QVariant, values)));
    const QVariantList list = values.value<QJSValue>().toVariant().toList();
    QVERIFY(!list.isEmpty());
    for (qsizetype i = 0; i < list.size(); ++i)
        QVERIFY2(list.at(i).isValid(), qPrintable(QString::number(i)));
}

QTEST_GUILESS_MAIN(tst_QmlNames)
#include "tst_qmlnames.moc"
