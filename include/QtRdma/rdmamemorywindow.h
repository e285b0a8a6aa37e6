// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMAMEMORYWINDOW_H
#define RDMAMEMORYWINDOW_H

#include <QtRdma/rdmaprotectiondomain.h>
#include <QtRdma/rdmaremotememory.h>

#include <QtCore/qmetatype.h>

#include <memory>

namespace QtRdmaPrivate {
class MemoryWindow;
class RequestPipeline;
} // namespace QtRdmaPrivate

class Q_RDMA_EXPORT RdmaMemoryWindow
{
public:
    enum class Type : quint8 { One = 1, Two = 2 };

    RdmaMemoryWindow();
    RdmaMemoryWindow(const RdmaMemoryWindow &other);
    RdmaMemoryWindow &operator=(const RdmaMemoryWindow &other);
    ~RdmaMemoryWindow();

    static RdmaMemoryWindow allocate(const RdmaProtectionDomain &domain, Type type = Type::Two,
                                     RdmaError *error = nullptr);

    bool isValid() const;
    bool isBound() const;
    Type type() const;
    quint32 remoteKey() const;
    RdmaRemoteMemory remoteMemory() const;
    RdmaProtectionDomain protectionDomain() const;
    void *nativeHandle() const;

private:
    friend class QtRdmaPrivate::RequestPipeline;
    std::shared_ptr<QtRdmaPrivate::MemoryWindow> window;
};

Q_DECLARE_METATYPE(RdmaMemoryWindow)

#ifndef QT_NO_DEBUG_STREAM
Q_RDMA_EXPORT QDebug operator<<(QDebug debug, const RdmaMemoryWindow &window);
#endif

#endif // RDMAMEMORYWINDOW_H
