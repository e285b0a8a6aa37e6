// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef QTRDMANULL_H
#define QTRDMANULL_H

#ifdef __cplusplus
extern "C" {
#endif

// How many objects there are, by the names of the kernel's resource tracking: "qp", "cq", "mr",
// "pd", "srq" and "cm_id"; "cq0" to "cq3" are the queues of one completion vector, "relaxed" the
// memory regions with relaxed ordering, and "pinned" is the registered memory in KiB. -1: there is
// no such kind. A program that may run without the device finds it by dlsym().
int qtrdmanull_count(const char *kind);

#ifdef __cplusplus
}
#endif

#endif // QTRDMANULL_H
