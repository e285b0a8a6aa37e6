// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QMLOBJECTS_H
#define QMLOBJECTS_H

#include <QtCore/qabstractitemmodel.h>
#include <QtQml/qqmlcomponent.h>
#include <QtQml/qqmlengine.h>
#include <QtTest/qtest.h>

#include <memory>

namespace RdmaTest {

// The objects of a QML text, as a program has them that knows the module only by its name.
class QmlObjects
{
public:
    explicit QmlObjects(const QByteArray &body)
    {
        m_engine.addImportPath(QStringLiteral(QML_IMPORTS));
        m_engine.setOutputWarningsToStandardError(true);
        QQmlComponent component(&m_engine);
        component.setData("import QtQml\nimport QtRdma\nQtObject {\n" + body + "\n}\n", QUrl());
        m_root.reset(component.create());
        if (!m_root)
            qWarning() << component.errorString();
    }

    QObject *root() const { return m_root.get(); }
    QObject *object(const char *name) const
    {
        return m_root ? m_root->property(name).value<QObject *>() : nullptr;
    }
    QAbstractItemModel *model(const char *name) const
    {
        return qobject_cast<QAbstractItemModel *>(object(name));
    }

private:
    QQmlEngine m_engine;
    std::unique_ptr<QObject> m_root;
};

inline int roleOf(const QAbstractItemModel *model, const QByteArray &name)
{
    return model->roleNames().key(name, -1);
}

inline QVariant valueAt(const QAbstractItemModel *model, int row, const QByteArray &role)
{
    return model->index(row, 0).data(roleOf(model, role));
}

// The first row that has this value; -1 if there is none.
inline int rowWith(const QAbstractItemModel *model, const QByteArray &role, const QVariant &value)
{
    for (int row = 0; row < model->rowCount(); ++row) {
        if (valueAt(model, row, role) == value)
            return row;
    }
    return -1;
}

} // namespace RdmaTest

#endif // QMLOBJECTS_H
