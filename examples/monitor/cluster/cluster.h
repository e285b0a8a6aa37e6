// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef CLUSTER_H
#define CLUSTER_H

#include "hostfeed.h"

#include <QtCore/qabstractitemmodel.h>
#include <QtQml/qqmlregistration.h>

#include <memory>
#include <vector>

QT_BEGIN_NAMESPACE
class QQmlEngine;
QT_END_NAMESPACE

// The hosts whose samples are shown, one row for each.
class Cluster : public QAbstractListModel
{
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("The program makes it.")
    Q_PROPERTY(int count READ count CONSTANT)
    Q_PROPERTY(bool running READ isRunning WRITE setRunning NOTIFY runningChanged)
    Q_PROPERTY(QAbstractItemModel *loads READ loads CONSTANT)

public:
    enum Role {
        Name = Qt::UserRole,
        State, // the name of a HostFeed::State
        StateText,
        Devices,
        Ports,
        Alarms, // ports that are not active, or had errors in the last ten minutes
        Sent, // bytes per second; -1 where no driver counts them
        Received,
        PacketsSent, // per second; -1 where no driver counts them
        PacketsReceived,
        Traffic, // these in words; empty without a port
        ErrorRate,
        Errors,
        Samples,
        Skipped,
        ClockOffset, // milliseconds
        RoleCount = ClockOffset - Qt::UserRole + 1
    };
    Q_ENUM(Role)

    explicit Cluster(QObject *parent = nullptr);
    ~Cluster() override;

    // Returns false, and prints the reason, when there can be no sources.
    bool open(QQmlEngine *engine, const QList<HostAddress> &hosts, const RdmaStreamOptions &options,
              int interval);

    int count() const { return int(m_hosts.size()); }
    // The samples of all hosts are shown, not the last ones before it became false.
    bool isRunning() const { return m_running; }
    void setRunning(bool running);
    // Milliseconds from one sample of each host to its next one.
    Q_INVOKABLE void setInterval(int interval);
    QAbstractItemModel *loads() const { return m_loads; }
    // The source of a host; null when there is no such host.
    Q_INVOKABLE QObject *sourceAt(int row) const;
    Q_INVOKABLE QStringList names() const;
    Q_INVOKABLE int live() const; // how many hosts are so
    // Why the host in a row is not live, in words; empty if it is.
    Q_INVOKABLE QString lossOf(int row) const;
    // Bytes per second by "sent" and "received", or packets where no driver counts bytes. A
    // direction that nothing counts is left out, and that of a host which is not live is not a
    // number.
    QVariantMap traffic(int row) const;

    int rowCount(const QModelIndex &parent = QModelIndex()) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void runningChanged();
    void updated(); // the loads are those of now
    void statesChanged(); // of the hosts

private Q_SLOTS:
    void update();

private:
    struct Host
    {
        std::unique_ptr<QObject> source;
        std::unique_ptr<HostFeed> feed;
        QVariantList values; // by role
        int portsWithErrors = 0;
        qint64 lastErrors = 0; // when they had them last, in milliseconds since 1970
    };
    struct Load;

    QVariant valueOf(const Host &host, Role role) const { return host.values.value(role - Name); }
    std::vector<Load> sumLoads() const;
    static QString textOf(const Load &load);
    static void rememberErrors(Host *host, int ports);
    static QVariantList valuesOf(const Host &host, const Load &load);
    void setValues(int row, const QVariantList &values);

    std::unique_ptr<QObject> m_root; // Remotes.qml
    QAbstractItemModel *m_loads = nullptr; // part of it
    std::vector<Host> m_hosts;
    bool m_running = true;
};

#endif // CLUSTER_H
