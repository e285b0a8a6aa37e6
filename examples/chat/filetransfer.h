// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A file that is sent, and one that arrives.

#ifndef FILETRANSFER_H
#define FILETRANSFER_H

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QTemporaryFile>

class OutgoingFile
{
    Q_DECLARE_TR_FUNCTIONS(OutgoingFile)

public:
    explicit OutgoingFile(const QString &path);

    bool open(); // a plain file, not a directory, a device, or a pipe that never ends
    QByteArray read(qint64 most);
    bool failed() const { return !m_error.isEmpty(); }
    QString errorString() const { return m_error; }

    QString name() const;
    quint64 size() const { return m_size; }
    quint64 sent() const { return m_sent; }
    bool atEnd() const { return m_sent == m_size; }
    QByteArray sha256() const { return m_hash.result(); }

private:
    QFile m_file;
    QCryptographicHash m_hash{ QCryptographicHash::Sha256 };
    QString m_error;
    quint64 m_size = 0;
    quint64 m_sent = 0;
};

// Until it is complete and its hash is right, the file has a temporary name in the same directory
// and vanishes with this object. It never replaces a file and never leaves the directory.
class IncomingFile
{
    Q_DECLARE_TR_FUNCTIONS(IncomingFile)

public:
    IncomingFile(const QString &directory, const QString &offeredName, quint64 size);

    bool open();
    bool write(const QByteArray &data);
    bool finish(const QByteArray &sha256);
    QString errorString() const { return m_error; }

    QString name() const { return m_name; }
    QString path() const { return m_path; } // after finish()
    quint64 size() const { return m_size; }
    quint64 received() const { return m_received; }

private:
    QString m_directory;
    QString m_name;
    QString m_path;
    QString m_error;
    QTemporaryFile m_file;
    QCryptographicHash m_hash{ QCryptographicHash::Sha256 };
    quint64 m_size;
    quint64 m_received = 0;
};

#endif // FILETRANSFER_H
