// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMARESOURCEREADER_H
#define RDMARESOURCEREADER_H

#include <QtRdma/rdmaerror.h>
#include <QtRdma/rdmaresource.h>

#include <QtCore/qlist.h>
#include <QtCore/qscopedpointer.h>

class RdmaResourceReaderPrivate;

class Q_RDMA_EXPORT RdmaResourceReader
{
    Q_DISABLE_COPY_MOVE(RdmaResourceReader)

public:
    RdmaResourceReader(const QString &device, RdmaResource::Kind kind);
    ~RdmaResourceReader();

    bool isOwnerLookupEnabled() const;
    void setOwnerLookupEnabled(bool on);

    bool atEnd() const;
    QList<RdmaResource> readSome();
    QList<RdmaResource> readAll();
    RdmaError rdmaError() const;

private:
    QScopedPointer<RdmaResourceReaderPrivate> d;
};

#endif // RDMARESOURCEREADER_H
