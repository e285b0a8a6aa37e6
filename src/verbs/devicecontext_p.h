// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DEVICECONTEXT_P_H
#define DEVICECONTEXT_P_H

#include "devicelist_p.h"

namespace QtRdmaPrivate {

// The device as the connection manager has it open, for objects that its connections shall use.
// librdmacm keeps it open as long as the process lives and the device is there.
ContextPtr connectionContext(const QString &name);
// A share in a context of the connection manager, which closes a context when its device is gone
// and no id is on it. The context of a software device without an address cannot be held: it is
// returned without a share.
ContextPtr holdContext(ibv_context *context);

} // namespace QtRdmaPrivate

#endif // DEVICECONTEXT_P_H
