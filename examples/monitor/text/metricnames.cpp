// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "metricnames.h"

#include <QtCore/qregularexpression.h>
#include <QtCore/qstringlist.h>

#include <algorithm>

namespace {

struct KnownName
{
    const char *counter;
    const char *metric;
};

constexpr KnownName knownNames[] = {
    { "port_xmit_data", "port_data_transmitted_bytes" },
    { "port_rcv_data", "port_data_received_bytes" },
    { "port_xmit_packets", "port_packets_transmitted" },
    { "port_rcv_packets", "port_packets_received" },
    { "port_rcv_errors", "port_errors_received" },
    { "port_xmit_discards", "port_discards_transmitted" },
    { "port_rcv_constraint_errors", "port_constraint_errors_received" },
    { "port_xmit_constraint_errors", "port_constraint_errors_transmitted" },
    { "port_xmit_wait", "port_transmit_wait" },
    { "multicast_rcv_packets", "multicast_packets_received" },
    { "multicast_xmit_packets", "multicast_packets_transmitted" },
    { "unicast_rcv_packets", "unicast_packets_received" },
    { "unicast_xmit_packets", "unicast_packets_transmitted" },
    // the same of rxe and bnxt_re
    { "sent_pkts", "port_packets_transmitted" },
    { "rcvd_pkts", "port_packets_received" },
    { "tx_bytes", "port_data_transmitted_bytes" },
    { "rx_bytes", "port_data_received_bytes" },
    { "tx_pkts", "port_packets_transmitted" },
    { "rx_pkts", "port_packets_received" },
};

// "ip4InOctets" becomes "ip4_in_octets".
QString snakeCase(QString name)
{
    static const QRegularExpression humps(
            QStringLiteral("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"));
    static const QRegularExpression others(QStringLiteral("[^a-z0-9]+"));
    return name.replace(humps, QStringLiteral("_")).toLower().replace(others, QStringLiteral("_"));
}

// Whole words in place of abbreviations, and none that Prometheus adds itself.
QString byConvention(const QString &counter, const QString &unit)
{
    QStringList words = snakeCase(counter).split(u'_', Qt::SkipEmptyParts);
    words.replaceInStrings(QStringLiteral("pkts"), QStringLiteral("packets"));
    words.replaceInStrings(QStringLiteral("octets"), QStringLiteral("bytes"));
    for (const char *needless : { "rdma", "counter", "count", "total" })
        words.removeAll(QLatin1String(needless));
    if (unit == QLatin1String("bytes")) {
        words.removeAll(unit);
        words.append(unit);
    }
    return words.isEmpty() ? QStringLiteral("unnamed") : words.join(u'_');
}

} // namespace

QString metricName(const QString &counter, const QString &unit)
{
    const auto known =
            std::find_if(std::begin(knownNames), std::end(knownNames), [&](const KnownName &name) {
                return counter == QLatin1String(name.counter);
            });
    const QString name = known == std::end(knownNames) ? byConvention(counter, unit)
                                                       : QString::fromLatin1(known->metric);
    const bool isCounter = unit != QLatin1String("objects");
    return QLatin1String("rdma_") + name + QLatin1String(isCounter ? "_total" : "");
}
