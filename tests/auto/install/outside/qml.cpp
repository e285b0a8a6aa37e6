// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtCore/QCoreApplication>
#include <QtCore/QTextStream>
#include <QtQml/QQmlApplicationEngine>

// Runs a QML file and prints what it has in "text".
int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QQmlApplicationEngine engine(QUrl::fromLocalFile(app.arguments().value(1)));
    const QObjectList roots = engine.rootObjects();
    if (roots.isEmpty())
        return 1;
    QTextStream(stdout) << roots.first()->property("text").toString() << Qt::endl;
    return 0;
}
