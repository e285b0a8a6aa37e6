// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESCRIPTOR_P_H
#define DESCRIPTOR_P_H

namespace QtRdmaPrivate {

// A call on the descriptor has failed for good. If the error says that the program has closed the
// descriptor, its number is free or belongs to another file by now, which the caller must not
// close: *fd becomes -1.
void descriptorFailed(int *fd, int errorNumber);

} // namespace QtRdmaPrivate

#endif // DESCRIPTOR_P_H
