/* SPDX-FileCopyrightText: 2026 The QtRdma authors
 * SPDX-License-Identifier: MIT */

/* Clock and statistics of all ping-pongs, in C and C++. */

#ifndef HALFROUNDTRIPS_H
#define HALFROUNDTRIPS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline int64_t monotonicNanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int compareNanoseconds(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a;
    const int64_t right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Sorts the round trips and prints half of their median and of their mean; bench.sh reads this. */
static inline void printHalfRoundTrips(const char *name, int64_t *roundTrips, size_t count)
{
    double sum = 0;
    double median;
    size_t i;
    qsort(roundTrips, count, sizeof(*roundTrips), compareNanoseconds);
    for (i = 0; i < count; ++i)
        sum += (double)roundTrips[i];
    if (count % 2)
        median = (double)roundTrips[count / 2];
    else
        median = ((double)roundTrips[count / 2 - 1] + (double)roundTrips[count / 2]) / 2;
    printf("%s: half round trip median=%.2f mean=%.2f min=%.2f max=%.2f us rounds=%zu\n", name,
           median / 2000, sum / (double)count / 2000, (double)roundTrips[0] / 2000,
           (double)roundTrips[count - 1] / 2000, count);
}

static inline void printThroughput(const char *name, int64_t bytes, int64_t nanoseconds)
{
    printf("%s: bulk rate=%.2f MB/s bytes=%lld\n", name, (double)bytes * 1000 / (double)nanoseconds,
           (long long)bytes);
}

#endif /* HALFROUNDTRIPS_H */
