// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TLSTYPES_H
#define TLSTYPES_H

#include "types.h"

#include <QtRdma/rdmatlsserver.h>
#include <QtRdma/rdmatlsstream.h>

#include <QtCore/qstringlist.h>

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
// Arguments of signals, as in types.h.
namespace QmlSsl {
Q_NAMESPACE
Q_CLASSINFO("QML.Element", "anonymous") // QML_ANONYMOUS of Qt 6.11 stands in classes only
QML_FOREIGN_NAMESPACE(QSsl)
} // namespace QmlSsl

struct QmlSslSocket
{
    Q_GADGET
    QML_FOREIGN(QSslSocket)
    QML_ANONYMOUS
};

struct QmlSslError
{
    Q_GADGET
    QML_FOREIGN(QSslError)
    QML_ANONYMOUS
};
#endif

// The files of a QSslConfiguration, by their names or URLs. A file that cannot be read is a warning
// of the owner, and gives no certificate or key.
class TlsFiles
{
public:
    explicit TlsFiles(QObject *owner) : m_owner(owner) { }

    // Sets one of the files in the configuration of a stream or server. Returns whether it is
    // another file.
    template <typename Object, typename Set>
    bool change(Object *object, Set set, const QString &file)
    {
        QSslConfiguration configuration = object->sslConfiguration();
        if (!(this->*set)(file, &configuration))
            return false;
        object->setSslConfiguration(configuration);
        return true;
    }
    bool setCertificate(const QString &file, QSslConfiguration *configuration);
    bool setPrivateKey(const QString &file, QSslConfiguration *configuration);
    bool setCaCertificates(const QString &file, QSslConfiguration *configuration);

    QString certificate() const { return m_certificate; }
    QString privateKey() const { return m_privateKey; }
    QString caCertificates() const { return m_caCertificates; }

private:
    QByteArray contents(const QString &file) const;
    QList<QSslCertificate> certificatesOf(const QString &file) const;
    QSslKey keyOf(const QString &file) const;

    QObject *const m_owner;
    QString m_certificate;
    QString m_privateKey;
    QString m_caCertificates;
};

class QmlRdmaTlsStream : public RdmaTlsStream
{
    Q_OBJECT
    QML_NAMED_ELEMENT(RdmaTlsStream)
    Q_PROPERTY(QString peerAddress READ peerAddressText NOTIFY endsChanged)
    Q_PROPERTY(QString localAddress READ localAddressText NOTIFY endsChanged)
    Q_PROPERTY(int peerPort READ peerPort NOTIFY endsChanged)
    Q_PROPERTY(int localPort READ localPort NOTIFY endsChanged)
    Q_PROPERTY(bool isConnected READ isConnected NOTIFY endsChanged)
    Q_PROPERTY(double readBufferSize READ readBufferSize WRITE limitReading NOTIFY limitsChanged)
    Q_PROPERTY(double writeBufferSize READ writeBufferSize WRITE limitWriting NOTIFY limitsChanged)
    Q_PROPERTY(RdmaError rdmaError READ rdmaError NOTIFY rdmaErrorChanged)
    Q_PROPERTY(QString certificate READ certificate WRITE setCertificate NOTIFY certificateChanged)
    Q_PROPERTY(
            QString privateKey READ privateKeyFile WRITE setPrivateKeyFile NOTIFY privateKeyChanged)
    Q_PROPERTY(QString caCertificates READ caCertificates WRITE setCaCertificates NOTIFY
                       caCertificatesChanged)
    Q_PROPERTY(VerifyMode peerVerifyMode READ verifyMode WRITE setVerifyMode NOTIFY
                       peerVerifyModeChanged)
    Q_PROPERTY(QString peerVerifyName READ peerVerifyName WRITE setVerifyName NOTIFY
                       peerVerifyNameChanged)
    Q_PROPERTY(QStringList sslErrorTexts READ sslErrorTexts NOTIFY sslErrorTextsChanged)

public:
    QML_SOCKET_NAMES
    // QSslSocket::PeerVerifyMode, which QML does not know.
    enum VerifyMode {
        VerifyNone = QSslSocket::VerifyNone,
        QueryPeer = QSslSocket::QueryPeer,
        VerifyPeer = QSslSocket::VerifyPeer,
        AutoVerifyPeer = QSslSocket::AutoVerifyPeer,
    };
    Q_ENUM(VerifyMode)

    explicit QmlRdmaTlsStream(QObject *parent = nullptr);
    explicit QmlRdmaTlsStream(RdmaStream *stream, QObject *parent);
    ~QmlRdmaTlsStream() override;

    QString peerAddressText() const { return peerAddress().toString(); }
    QString localAddressText() const { return localAddress().toString(); }
    bool isConnected() const { return state() == QAbstractSocket::ConnectedState; }
    void limitReading(double bytes) { setReadBufferSize(QmlTypes::toSize(bytes)); }
    void limitWriting(double bytes) { setWriteBufferSize(QmlTypes::toSize(bytes)); }

    QString certificate() const { return m_files.certificate(); }
    void setCertificate(const QString &file);
    QString privateKeyFile() const { return m_files.privateKey(); }
    void setPrivateKeyFile(const QString &file);
    QString caCertificates() const { return m_files.caCertificates(); }
    void setCaCertificates(const QString &file);
    VerifyMode verifyMode() const { return VerifyMode(peerVerifyMode()); }
    void setVerifyMode(VerifyMode mode);
    void setVerifyName(const QString &name);
    QStringList sslErrorTexts() const;

    using RdmaTlsStream::connectToHost;
    Q_INVOKABLE void connectToHost(const QString &host, int port);
    using RdmaTlsStream::connectToHostEncrypted;
    Q_INVOKABLE void connectToHostEncrypted(const QString &host, int port);
    Q_INVOKABLE int send(const QVariant &data) { return QmlTypes::send(this, data); }
    Q_INVOKABLE QByteArray receive() { return QmlTypes::receive(this, bytesAvailable()); }
    Q_INVOKABLE QByteArray receive(int most) { return QmlTypes::receive(this, most); }
    Q_INVOKABLE QVariant receiveLine() { return QmlTypes::receiveLine(this); }

Q_SIGNALS:
    void endsChanged();
    void limitsChanged();
    void rdmaErrorChanged();
    void certificateChanged();
    void privateKeyChanged();
    void caCertificatesChanged();
    void peerVerifyModeChanged();
    void peerVerifyNameChanged();
    void sslErrorTextsChanged();

private:
    void listen();

    TlsFiles m_files{ this };
};

class QmlRdmaTlsServer : public RdmaTlsServer
{
    Q_OBJECT
    QML_NAMED_ELEMENT(RdmaTlsServer)
    Q_PROPERTY(QString serverAddress READ serverAddressText NOTIFY addressChanged)
    Q_PROPERTY(int serverPort READ serverPort NOTIFY addressChanged)
    Q_PROPERTY(QString certificate READ certificate WRITE setCertificate NOTIFY certificateChanged)
    Q_PROPERTY(QString privateKey READ privateKey WRITE setPrivateKey NOTIFY privateKeyChanged)
    Q_PROPERTY(QString caCertificates READ caCertificates WRITE setCaCertificates NOTIFY
                       caCertificatesChanged)
    Q_PROPERTY(QmlRdmaTlsStream::VerifyMode peerVerifyMode READ peerVerifyMode WRITE
                       setPeerVerifyMode NOTIFY peerVerifyModeChanged)

public:
    explicit QmlRdmaTlsServer(QObject *parent = nullptr);

    QString serverAddressText() const { return serverAddress().toString(); }
    QString certificate() const { return m_files.certificate(); }
    void setCertificate(const QString &file);
    QString privateKey() const { return m_files.privateKey(); }
    void setPrivateKey(const QString &file);
    QString caCertificates() const { return m_files.caCertificates(); }
    void setCaCertificates(const QString &file);
    QmlRdmaTlsStream::VerifyMode peerVerifyMode() const;
    void setPeerVerifyMode(QmlRdmaTlsStream::VerifyMode mode);

    using RdmaTlsServer::listen;
    Q_INVOKABLE bool listen(const QString &address, int port = 0);
    Q_INVOKABLE QmlRdmaTlsStream *nextPendingConnection() override;

Q_SIGNALS:
    void addressChanged();
    void certificateChanged();
    void privateKeyChanged();
    void caCertificatesChanged();
    void peerVerifyModeChanged();

protected:
    RdmaTlsStream *createStream(RdmaStream *stream) override;

private:
    TlsFiles m_files{ this };
};

#endif // TLSTYPES_H
