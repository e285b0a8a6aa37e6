// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmastreamoptions.h>

#include "../verbs/gadgetdebug_p.h"

/*!
    \class RdmaStreamOptions
    \inmodule QtRdma
    \brief Sizes and time limits of an RdmaStream.

    \c slotSize is how many bytes of data a receive slot of a new stream holds, \c largeSlotSize that of a busy one,
    \c window how many data frames the peer may have on the way to us; all times are in milliseconds.
    \c connectTimeout bounds everything up to connected(), \c lingerTimeout how long data written before a close
    is still offered to a peer, \c keepAliveInterval is the silence after which a peer is asked whether it
    is there (0: never; one that stays silent for a second interval is gone).
*/

#ifndef QT_NO_DEBUG_STREAM
QDebug operator<<(QDebug debug, const RdmaStreamOptions &options)
{
    return QtRdmaPrivate::printGadget(debug, options);
}
#endif
