// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadatagram.h>

#include <QtCore/qdebug.h>

/*!
    \class RdmaDatagram
    \inmodule QtRdma
    \since 0.1
    \brief A datagram that an RdmaDatagramSocket received.

    A default-constructed datagram is not valid.
*/

/*! \fn RdmaDatagram::RdmaDatagram()
    Constructs a datagram that is not valid.
*/

/*! \fn void RdmaDatagram::swap(RdmaDatagram &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*!
    \property RdmaDatagram::data
    \brief The bytes that were sent, in one packet; may be empty.
*/

/*!
    \property RdmaDatagram::sender
    \brief The queue pair that sent the datagram. To answer, pass it to
    RdmaDatagramSocket::writeDatagram().

    Its queue key is the one that all datagram sockets have. Its packet sequence number is 0.
*/

/*!
    \property RdmaDatagram::group
    \brief The multicast group to which the datagram was sent; null if it was sent to this socket
    alone.
*/

/*!
    \property RdmaDatagram::hasImmediate
    \brief Whether the datagram carried an immediate number.
*/

/*!
    \property RdmaDatagram::immediate
    \brief The immediate number that the datagram carried.

    Setting it sets \l hasImmediate.
*/

/*! \fn bool RdmaDatagram::isValid() const
    Returns whether there is a datagram. It is \c false for the value that
    RdmaDatagramSocket::receiveDatagram() returns when no datagram has come.
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaDatagram &datagram)
{
    const QDebugStateSaver saver(debug);
    debug.nospace() << "RdmaDatagram(";
    if (!datagram.isValid())
        return debug << "invalid)";
    debug << datagram.data().size() << " bytes from " << datagram.sender();
    if (!datagram.group().isNull())
        debug.noquote() << " to " << datagram.group().toString();
    if (datagram.hasImmediate())
        debug << ", immediate " << datagram.immediate();
    return debug << ')';
}
#endif
