// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef METRICNAMES_H
#define METRICNAMES_H

#include <QtCore/qstring.h>

// The name of a counter for Prometheus. The kernel's "port_xmit_data" in bytes becomes
// "rdma_port_data_transmitted_bytes_total": where node_exporter has the same counter, the part
// behind "rdma_" is that behind its "node_infiniband_". Counters that drivers name differently, and
// that mean the same, have the same name. A unit of "objects" has no "_total": it is no counter.
QString metricName(const QString &counter, const QString &unit);

#endif // METRICNAMES_H
