// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// For programs that load QML files.

#ifndef QMLIMPORTS_H
#define QMLIMPORTS_H

#include <QCoreApplication>
#include <QDir>
#include <QQmlEngine>

// Qt looks for the module QtRdma below its own prefix. A program that was installed together with
// the module below another one looks there, too; QTRDMA_QML_DIR is the way from the program.
inline void addQmlImports(QQmlEngine *engine)
{
#ifdef QTRDMA_QML_DIR
    const QDir directory(QCoreApplication::applicationDirPath());
    engine->addImportPath(QDir::cleanPath(directory.filePath(QStringLiteral(QTRDMA_QML_DIR))));
#else
    Q_UNUSED(engine)
#endif
}

#endif // QMLIMPORTS_H
