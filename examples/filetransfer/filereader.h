// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FILEREADER_H
#define FILEREADER_H

#include <QtCore/qcryptographichash.h>
#include <QtCore/qfile.h>
#include <QtCore/qobject.h>
#include <QtQml/qqmlregistration.h>

// A file that is read in pieces, and its hash. QML cannot read files.
class FileReader : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(double size READ size NOTIFY changed)
    Q_PROPERTY(double position READ position NOTIFY changed)
    Q_PROPERTY(QString error READ error NOTIFY changed)

public:
    using QObject::QObject;

    QString name() const;
    double size() const { return double(m_size); }
    double position() const { return double(m_position); }
    QString error() const { return m_error; }

    Q_INVOKABLE bool open(const QString &file); // a path, or file:…
    Q_INVOKABLE QByteArray read(int most); // nothing at the end, and after an error
    Q_INVOKABLE QString sha256() const; // of the bytes that were read
    Q_INVOKABLE void close();

Q_SIGNALS:
    void changed();

private:
    QFile m_file;
    QCryptographicHash m_hash{ QCryptographicHash::Sha256 };
    qint64 m_size = 0;
    qint64 m_position = 0;
    QString m_error;
};

#endif // FILEREADER_H
