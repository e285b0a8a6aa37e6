// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmadatagram.h>

#include <QtCore/qdebug.h>

/*!
    \class RdmaDatagram
    \inmodule QtRdma
    \brief A datagram that an RdmaDatagramSocket received.

    \table
    \row \li data \li what was sent, in one packet; may be empty
    \row \li sender \li the queue pair that sent it: give it to RdmaDatagramSocket::writeDatagram() for an answer. Its queue key is the one
        that all datagram sockets have, its packet sequence number is 0
    \row \li group \li the multicast group it was sent to, null when it was sent to this socket alone
    \row \li immediate \li a number that came beside the data, where hasImmediate says so
    \endtable
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
    debug << datagram.data.size() << " bytes from " << datagram.sender;
    if (!datagram.group.isNull())
        debug.noquote() << " to " << datagram.group.toString();
    if (datagram.hasImmediate)
        debug << ", immediate " << datagram.immediate;
    return debug << ')';
}
#endif
