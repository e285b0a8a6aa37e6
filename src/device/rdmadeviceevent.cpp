// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "rdmadeviceevent_p.h"

#include <QtCore/qdebug.h>

using namespace QtRdmaPrivate;

/*!
    \class RdmaDeviceEvent
    \inmodule QtRdma
    \since 0.1
    \brief One asynchronous event of a device, with its port or queue pair and its meaning.

    \l type is an \c ibv_event_type, \l object the kind of thing it is about. Values of a newer
    rdma-core are kept, as Rdma::EventObject::Unknown.
*/

/*!
    \property RdmaDeviceEvent::object
    \brief What the event is about.
*/

/*!
    \property RdmaDeviceEvent::name
    \brief The name of the event in the headers of rdma-core.
*/

/*!
    \property RdmaDeviceEvent::text
    \brief What the event means, in words, translated.
*/

/*! Constructs a value with nothing in it. A value that was moved from is the same. */
RdmaDeviceEvent::RdmaDeviceEvent() noexcept = default;
RdmaDeviceEvent::RdmaDeviceEvent(const RdmaDeviceEvent &other) = default;
RdmaDeviceEvent::RdmaDeviceEvent(RdmaDeviceEvent &&other) noexcept = default;
RdmaDeviceEvent &RdmaDeviceEvent::operator=(const RdmaDeviceEvent &other) = default;
RdmaDeviceEvent::~RdmaDeviceEvent() = default;

/*! \fn void RdmaDeviceEvent::swap(RdmaDeviceEvent &other)
    Swaps this value with \a other. This is fast and never fails.
*/

bool RdmaDeviceEvent::equals(const RdmaDeviceEvent &a, const RdmaDeviceEvent &b) noexcept
{
    return Access::equal(a, b);
}

/*!
    \property RdmaDeviceEvent::deviceName
    \brief The name of the device.
*/

QString RdmaDeviceEvent::deviceName() const
{
    return Access::read(*this).deviceName;
}

/*!
    \property RdmaDeviceEvent::type
    \brief The \c ibv_event_type.
*/

int RdmaDeviceEvent::type() const
{
    return Access::read(*this).type;
}

/*!
    \property RdmaDeviceEvent::port
    \brief The number of the port; 0 unless the event is about one.
*/

int RdmaDeviceEvent::port() const
{
    return Access::read(*this).port;
}

/*!
    \property RdmaDeviceEvent::queuePairNumber
    \brief The number of the queue pair; 0 unless the event is about one.
*/

quint32 RdmaDeviceEvent::queuePairNumber() const
{
    return Access::read(*this).queuePairNumber;
}

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDeviceEvent &event)
{
    const QDebugStateSaver saver(debug);
    debug.nospace().noquote() << "RdmaDeviceEvent(" << event.deviceName();
    if (event.port() > 0)
        debug << '/' << event.port();
    if (event.queuePairNumber() > 0)
        debug << ", queue pair " << event.queuePairNumber();
    debug << ", " << event.name() << ": " << event.text() << ')';
    return debug;
}
#endif
