// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARESOURCEREADER_H
#define RDMARESOURCEREADER_H

#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmaresource.h>

#include <QtCore/qlist.h>
#include <QtCore/qscopedpointer.h>

class RdmaResourceReaderPrivate;

/// Lists the RDMA objects of one kind on one device, of all processes, by RDMA netlink.
class Q_RDMA_EXPORT RdmaResourceReader
{
    Q_DISABLE_COPY_MOVE(RdmaResourceReader)

public:
    RdmaResourceReader(const QString &device, RdmaResource::Kind kind);
    ~RdmaResourceReader();

    /// Returns whether the owners of resources are looked up; `true` by default.
    bool isOwnerLookupEnabled() const;
    /// Sets whether RdmaResource::process and RdmaResource::owner are looked up to `on`.
    void setOwnerLookupEnabled(bool on);

    /// Returns whether there is nothing more to read, or an error.
    bool atEnd() const;
    /// The next ones; maybe none, though more follow.
    QList<RdmaResource> readSome();
    /// Returns all that follow: as many as readSome() returns until atEnd().
    QList<RdmaResource> readAll();
    /// Why the list is not complete: the kernel knows no such list, for example, or no such device.
    RdmaError rdmaError() const;

private:
    QScopedPointer<RdmaResourceReaderPrivate> d;
};

#endif // RDMARESOURCEREADER_H
