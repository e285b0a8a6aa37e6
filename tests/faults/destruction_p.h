// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESTRUCTION_P_H
#define DESTRUCTION_P_H

// What qtrdmafault_refuse_to_destroy() tells of.
namespace Destruction {

// Whether this call, made from that address, has to leave the object where it is.
bool refused(const char *call, const void *object, const void *caller);

} // namespace Destruction

#endif // DESTRUCTION_P_H
