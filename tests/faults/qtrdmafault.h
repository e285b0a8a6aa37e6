// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// A library that stands between a program and rdma-core and makes the n-th call fail.
//
// A test links it ("LIBRARIES qtrdmafault", before anything that links libibverbs), any other
// program gets it by LD_PRELOAD=libqtrdmafault.so. With LD_PRELOAD the functions below are found by
// dlsym(RTLD_DEFAULT, …), or the environment is used:
//
//   QTRDMA_FAULT=N[:ERRNO]      the N-th counted call fails, with this number or the call's usual one
//   QTRDMA_FAULT_CALLS=LIST     which calls count; without it all do
//   QTRDMA_FAULT_LOG=1          say on stderr which call was made to fail
//
// LIST is made of names and patterns with '*', separated by commas, a '-' in front leaves one out:
// "ibv_reg_mr,rdma_connect", "rdma_*", "-ibv_poll_cq,-ibv_req_notify_cq". All variants of
// ibv_reg_mr count as ibv_reg_mr. Calls that librdmacm and libibverbs make themselves pass and do
// not count: their caller is the call that fails. Destroying fails only by
// qtrdmafault_refuse_to_destroy().
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
// error is 0. n = 0 counts and lets everything pass, n = -1 makes every one of them fail. calls is a LIST or null for all.
void qtrdmafault_arm(const char *calls, int n, int error);

// Matching calls since arm().
int qtrdmafault_count(void);

// Whether the failure has happened since arm().
int qtrdmafault_fired(void);

// The name of the call that was made to fail; an empty string if none was.
const char *qtrdmafault_failed_call(void);

// Everything passes and nothing is counted.
void qtrdmafault_reset(void);

// The next ibv_get_async_event() of the context, an ibv_context, or of any for null, gives an event of this ibv_event_type about the element: an
// ibv_qp, an ibv_cq, an ibv_srq or null. Only one at a time.
void qtrdmafault_raise_async(void *context, int type, void *element);

// Whether the event has been acknowledged.
int qtrdmafault_async_done(void);

// From now on, until two zeros are given, each event of the connection manager comes so late, and all but requests come a second
// time while their id is there, as lost and repeated messages between the two sides can make it.
void qtrdmafault_disturb_cm(int milliseconds, int repeat);

// What has been taken and acknowledged since the start of the process, of the connection manager
// and of the completion queues that have ended. A queue is shared when several threads polled it.
// The ids are those that exist: made, or come with a request, and not destroyed. Sends are requests to send or write; silent ones are of
// a page or more and asked for no signal.
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

// From now on, until null and 0 are given, the n-th call of this name leaves its object where it is and says EBUSY: rdma_destroy_id,
// ibv_destroy_qp (librdmacm's calls too), ibv_destroy_srq, ibv_destroy_cq, ibv_destroy_comp_channel, ibv_dereg_mr or ibv_dealloc_pd.
void qtrdmafault_refuse_to_destroy(const char *call, int n);

// Calls of that name since then.
int qtrdmafault_destructions(void);

// From now on, until null is given, calls of this name that other threads make wait, as a call does that waits for a peer. A call of the thread
// that holds them goes through and counts as not held: a thread that serves others must not make one that waits.
void qtrdmafault_hold(const char *call);

// Calls that wait now, and calls that went through since they are held.
int qtrdmafault_held(void);
int qtrdmafault_not_held(void);

// From now on, until 0 is given, no thread can be started, as where the limit of processes is reached.
void qtrdmafault_refuse_threads(int refuse);

// How many were asked for in vain.
int qtrdmafault_threads_refused(void);

// Calls of getrlimit() since the start of the process.
int qtrdmafault_limits_asked(void);

// The interposed calls by name, ended by a null pointer.
const char *const *qtrdmafault_calls(void);

#ifdef __cplusplus
}
#endif

#endif // QTRDMAFAULT_H
