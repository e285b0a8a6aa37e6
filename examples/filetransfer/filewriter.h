// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FILEWRITER_H
#define FILEWRITER_H

#include <QtCore/qcryptographichash.h>
#include <QtCore/qobject.h>
#include <QtCore/qtemporaryfile.h>
#include <QtQml/qqmlregistration.h>

#include <memory>

// A file that arrives in pieces. It gets its name when it is whole; until then it is a temporary
// one.
class FileWriter : public QObject
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QString name READ name NOTIFY changed)
    Q_PROPERTY(double size READ size NOTIFY changed)
    Q_PROPERTY(double position READ position NOTIFY changed)
    Q_PROPERTY(QString error READ error NOTIFY changed)

public:
    using QObject::QObject;

    QString name() const { return m_name; }
    double size() const { return double(m_size); }
    double position() const { return double(m_position); }
    QString error() const { return m_error; }

    // Which file is to come. Nothing is stored before open().
    Q_INVOKABLE bool announce(const QString &name, double size);
    Q_INVOKABLE bool open(const QString &directory);
    Q_INVOKABLE bool write(const QByteArray &data);
    Q_INVOKABLE bool commit(const QString &sha256); // true if the hash is that of the written bytes
    Q_INVOKABLE void discard();

Q_SIGNALS:
    void changed();

private:
    bool fail(const QString &error);

    std::unique_ptr<QTemporaryFile> m_file;
    QCryptographicHash m_hash{ QCryptographicHash::Sha256 };
    QString m_directory;
    QString m_name;
    qint64 m_size = 0;
    qint64 m_position = 0;
    QString m_error;
};

#endif // FILEWRITER_H
