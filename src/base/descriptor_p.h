// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef DESCRIPTOR_P_H
#define DESCRIPTOR_P_H

namespace QtRdmaPrivate {

// A call on the descriptor has failed for good. Where the error says that the program has closed it, the number is nobody's, or another
// file's by now, which its owner must not close: it becomes -1.
void descriptorFailed(int *fd, int errorNumber);

} // namespace QtRdmaPrivate

#endif // DESCRIPTOR_P_H
