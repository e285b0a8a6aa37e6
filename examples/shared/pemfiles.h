// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// Certificates and keys from files in PEM format.

#ifndef PEMFILES_H
#define PEMFILES_H

#include "program.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>

namespace PemFiles {

// Empty, with the problem, if there is nothing to read.
inline QByteArray contentsOf(const QString &file, QString *problem)
{
    constexpr qint64 Longest = 16 * 1024 * 1024;
    QFile source(file);
    QByteArray bytes = source.open(QIODevice::ReadOnly) ? source.read(Longest) : QByteArray();
    if (bytes.isEmpty())
        *problem = Program::Texts::tr("Cannot read %1: %2")
                           .arg(file,
                                source.error() == QFile::NoError ? Program::Texts::tr("it is empty")
                                                                 : source.errorString());
    return bytes;
}

inline QList<QSslCertificate> certificatesOf(const QString &file, QString *problem)
{
    const QByteArray pem = contentsOf(file, problem);
    auto certificates = QSslCertificate::fromData(pem, QSsl::Pem);
    if (certificates.isEmpty() && !pem.isEmpty())
        *problem = Program::Texts::tr("%1 has no certificate in PEM format, which begins with "
                                      "-----BEGIN CERTIFICATE-----")
                           .arg(file);
    return certificates;
}

inline QSslKey keyOf(const QString &file, QString *problem)
{
    const QByteArray pem = contentsOf(file, problem);
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Ec, QSsl::Rsa }) {
        QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    if (!pem.isEmpty())
        *problem = Program::Texts::tr("%1 has no private key in PEM format: one of RSA or of an "
                                      "elliptic curve, without a passphrase")
                           .arg(file);
    return {};
}

} // namespace PemFiles

#endif // PEMFILES_H
