// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadatagram.h>

#include <QtCore/qdebug.h>

/*!
    \class RdmaDatagram
    \inmodule QtRdma
    \brief A datagram that an RdmaDatagramSocket received.

    A default-constructed datagram is not valid.
*/

/*! \fn void RdmaDatagram::swap(RdmaDatagram &other)
    Swaps this value with \a other. This is fast and never fails.
*/

/*!
    \property RdmaDatagram::data
    \brief What was sent, in one packet; may be empty.
*/

/*!
    \property RdmaDatagram::sender
    \brief The queue pair that sent the datagram: give it to RdmaDatagramSocket::writeDatagram() for
    an answer.

    Its queue key is the one that all datagram sockets have, its packet sequence number is 0.
*/

/*!
    \property RdmaDatagram::group
    \brief The multicast group that the datagram was sent to; null when it was sent to this socket
    alone.
*/

/*!
    \property RdmaDatagram::hasImmediate
    \brief Whether a number came beside the data.
*/

/*!
    \property RdmaDatagram::immediate
    \brief The number that came beside the data.

    Setting it sets \l hasImmediate.
*/

/*! \fn bool RdmaDatagram::isValid() const
    Whether there is a datagram; \c false for what RdmaDatagramSocket::receiveDatagram() returns when none has come.
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
