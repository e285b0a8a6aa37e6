// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A library that stands between a program and rdma-core and makes the n-th call fail.
//
// A test links it ("LIBRARIES qtrdmafault", before anything that links libibverbs), any other
// program gets it by LD_PRELOAD=libqtrdmafault.so. With LD_PRELOAD the functions below are found by
// dlsym(RTLD_DEFAULT, …), or the environment is used:
//
//   QTRDMA_FAULT=N[:ERRNO]      the N-th counted call fails, with this errno or the usual one
//   QTRDMA_FAULT_CALLS=LIST     which calls count; without it all do
//   QTRDMA_FAULT_LOG=1          say on stderr which call was made to fail
//
// LIST consists of names and patterns with '*', separated by commas; a '-' in front leaves one out:
// "ibv_reg_mr,rdma_connect", "rdma_*", "-ibv_poll_cq,-ibv_req_notify_cq". All variants of
// ibv_reg_mr count as ibv_reg_mr, and ibv_wr_complete() as ibv_post_send. Calls that librdmacm and
// libibverbs make themselves go through and do not count: the call that makes them fails. Only
// qtrdmafault_refuse_to_destroy() makes destroying fail.
//
// To walk through every way a piece of code can fail:
//
//   for (int n = 1;; ++n) {
//       qtrdmafault_arm(nullptr, n, 0);
//       … set up, use, tear down …
//       if (!qtrdmafault_fired())
//           break;
//   }
//   qtrdmafault_reset();

#ifndef QTRDMAFAULT_H
#define QTRDMAFAULT_H

#ifdef __cplusplus
extern "C" {
#endif

// From now on the n-th call that matches fails once, with error, or with the call's usual errno if
// error is 0. n = 0 counts and lets everything pass, n = -1 makes every matching call fail. calls
// is a LIST, or null for all.
void qtrdmafault_arm(const char *calls, int n, int error);

// How many matching calls there were since arm().
int qtrdmafault_count(void);

// Whether the failure has happened since arm().
int qtrdmafault_fired(void);

// The name of the call that was made to fail; empty if none was.
const char *qtrdmafault_failed_call(void);

// Lets everything pass, and counts nothing.
void qtrdmafault_reset(void);

// Whether rdma_connect() says that it has begun and does nothing, as where packets are dropped.
void qtrdmafault_lose_connects(int lose);

// The next ibv_get_async_event() of the context (an ibv_context, or null for any) gives an event of
// this ibv_event_type about the element: an ibv_qp, an ibv_cq, an ibv_srq or null. Only one event
// at a time.
void qtrdmafault_raise_async(void *context, int type, void *element);

// Whether the event has been acknowledged.
int qtrdmafault_async_done(void);

// From now on, until two zeros are given, each event of the connection manager comes late by this
// time. All except requests also come a second time while their id exists. Lost and repeated
// messages between the two sides can have the same effect.
void qtrdmafault_disturb_cm(int milliseconds, int repeat);

// What was taken and acknowledged since the start of the process, of the connection manager and of
// the completion queues that have ended. A queue is shared if several threads polled it. The ids
// are those that exist: they were made, or came with a request, and are not destroyed. Sends are
// requests to send or write. Silent ones are those of a page or more that asked for no signal.
typedef struct
{
    int ids;
    int cm_events;
    int cm_acknowledged;
    int queue_events;
    int queue_acknowledged;
    int queues_ended;
    int queues_shared;
    int sends;
    int silent_sends;
} qtrdmafault_sums;
void qtrdmafault_tally(qtrdmafault_sums *sums);

// From now on, until null and 0 are given, the n-th call of this name leaves its object where it is
// and returns EBUSY: rdma_destroy_id, ibv_destroy_qp (also calls of librdmacm), ibv_destroy_srq,
// ibv_destroy_cq, ibv_destroy_comp_channel, ibv_dereg_mr or ibv_dealloc_pd.
void qtrdmafault_refuse_to_destroy(const char *call, int n);

// How many calls of that name there were since then.
int qtrdmafault_destructions(void);

// From now on, until null is given, calls of this name that other threads make wait, like a call
// that waits for a peer. Calls of the thread that holds them go through and count as not held: a
// thread that serves others must not make a call that waits.
void qtrdmafault_hold(const char *call);

// How many calls wait now, and how many went through since they are held.
int qtrdmafault_held(void);
int qtrdmafault_not_held(void);

// From now on, until 0 is given, no thread can be started, as if the limit of processes were
// reached.
void qtrdmafault_refuse_threads(int refuse);

// How many threads were asked for in vain.
int qtrdmafault_threads_refused(void);

// How many calls of getrlimit() there were since the start of the process.
int qtrdmafault_limits_asked(void);

// From now on, until null is given, each device that is asked for its attributes has a clock that
// counts thousands of ticks a second in a counter of so many bits, from 0 on. Completions of
// extended queues are stamped with what it showed this many nanoseconds ago. readable = 0: the
// device does not tell what it shows.
typedef struct
{
    long long kilohertz;
    int bits;
    long long delay;
    int readable;
} qtrdmafault_clock;
void qtrdmafault_set_clock(const qtrdmafault_clock *clock);

// How often the clock was read since then.
int qtrdmafault_clock_readings(void);

// Of the times at which the stamps since then were right, in nanoseconds since 1970, the one that
// is nearest to this time; 0 if there was no stamp.
long long qtrdmafault_nearest_stamp(long long time);

// From now on, until 0 is given, each device that is asked for its attributes says that it has
// atomic writes and no flushes. Its driver or kernel may not know them.
void qtrdmafault_set_atomic_writes(int has);

// From now on, until 0 is given, each port has this effective speed, in 100 Mbit/s.
void qtrdmafault_set_port_speed(unsigned long long speed);

// The names of the interposed calls, ended by a null pointer.
const char *const *qtrdmafault_calls(void);

#ifdef __cplusplus
}
#endif

#endif // QTRDMAFAULT_H
