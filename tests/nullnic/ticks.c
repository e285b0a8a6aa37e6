/* SPDX-FileCopyrightText: 2026 The QtRdma authors
   SPDX-License-Identifier: MIT */

/* A clock that advances by the same time at each reading, so that a program which looks at the clock does the same in each run,
   however fast it is. count.py preloads it, and counts the readings. */

#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { Tick = 100, Second = 1000000000 }; /* ns */

static int64_t realTime(clockid_t clock)
{
    struct timespec now = { 0, 0 };
    syscall(SYS_clock_gettime, clock, &now); /* not the function below */
    return (int64_t)now.tv_sec * Second + now.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int64_t begin[2];
    static int64_t readings;
    const int isWall = clock == CLOCK_REALTIME;
    if (begin[isWall] == 0)
        begin[isWall] = realTime(clock);
    const int64_t shown = begin[isWall] + __atomic_add_fetch(&readings, Tick, __ATOMIC_RELAXED);
    now->tv_sec = shown / Second;
    now->tv_nsec = shown % Second;
    return 0;
}
