// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslConfiguration>
#include <QtRdma/RdmaTlsStream>

using namespace Qt::StringLiterals;

void connectEncrypted()
{
    //! [client]
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(u"ca.pem"_s)); // not the system's
    RdmaTlsStream stream;
    stream.setSslConfiguration(configuration);
    stream.connectToHostEncrypted(u"10.77.0.1"_s, 7471); // the certificate must be for this address
    //! [client]
}
