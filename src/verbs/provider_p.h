// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PROVIDER_P_H
#define PROVIDER_P_H

#include "../base/rdmaglobal_p.h"

#include <QtRdma/rdma.h>
#include <QtRdma/rdmaerror.h>

#include <infiniband/verbs.h>

namespace QtRdmaPrivate {

// The reason why queue pairs on this context could send nothing; no error if they can send.
RdmaError checkUsable(ibv_context *context);

// The properties of a device: its limits, and the differences of its driver from others. Other code
// asks for the property that it needs, and never which driver it is. A Provider belongs to one
// context, because another device may have the same name later. doc/verbs.md tells more of each
// driver.
class Q_RDMA_AUTOTEST_EXPORT Provider
{
public:
    Provider() = default; // a device without any capability
    Provider(const ibv_device_attr_ex &attributes, ibv_transport_type transport);
    // Asks by one call to the device; sets *error on failure.
    static Provider query(ibv_context *context, RdmaError *error);

    const ibv_device_attr &limits() const { return m_attributes.orig_attr; }

    // ---- the kind of driver ----

    // The kernel does the work of the device, on the processors of this machine: rxe and siw.
    bool isSoftware() const { return m_driver != Driver::Hardware; }

    // ---- features of the driver ----

    // siw refuses to register memory whose addresses begin at 0.
    bool hasZeroBasedMemory() const { return m_driver != Driver::Siw; }
    // No capability tells: siw's driver sends with invalidate, its library does not.
    bool sendsWithInvalidate() const { return m_driver != Driver::Siw; }
    // siw's driver refuses a fenced read, and leaves its queue so that nothing posted later is
    // sent.
    bool hasFencedReads() const { return m_driver != Driver::Siw; }
    bool hasAtomics() const { return limits().atomic_cap != IBV_ATOMIC_NONE && !isIwarp(); }
    bool hasOnDemandPaging() const;
    quint64 deviceMemory() const { return m_attributes.max_dm_size; } // bytes
    // Thousands of ticks in a second of the clock that completions are stamped with; 0: there is
    // none.
    quint64 completionClock() const;
    quint64 completionClockMask() const { return m_attributes.completion_timestamp_mask; }
    // What RdmaWorkRequest::atomicWrite() and flush() need.
    bool hasAtomicWrites() const;
    Rdma::FlushPlacements flushPlacements() const;
    Rdma::Access flushAccess() const; // the rights for them
    // The bits of ibv_qp_init_attr_ex::send_ops_flags for both, as far as the headers know them.
    quint64 newerOperations() const;

    // ---- behaviour of the driver ----

    // The flag of a completion whose message has invalidated a key. rxe hands out the kernel's
    // flags, whose "with invalidate" is the bit that the verbs call "checksum is right".
    unsigned invalidatedFlag() const
    {
        return m_driver == Driver::Rxe ? unsigned(IBV_WC_IP_CSUM_OK) : unsigned(IBV_WC_WITH_INV);
    }
    // Entries of a completion queue that is made for 'wanted', and that more queue pairs share. The
    // thread has queues with 'present' entries already. On a card the queues together double with
    // each new one, because a card goes round through all memory of a queue, however few requests
    // are in flight. siw refuses its 68th queue pair for good when its first completion queue was
    // small (its mmap offsets run into an error value); with a large one a thousand worked.
    int completionQueueEntries(int wanted, int present) const;
    // siw writes to its TCP socket within the call that posts. When the peer has just gone the
    // kernel raises SIGPIPE, which ends a program that has no wish about it.
    bool raisesBrokenPipe() const { return m_driver == Driver::Siw; }
    // siw sends a large request that asks for no signal from where it lies: TCP holds on to the
    // pages, also after a later request has completed, and bytes that are written there next go out
    // in place of the first ones. siw copies requests with a signal.
    bool sendsLargeInPlace() const { return m_driver == Driver::Siw; }
    // siw tells of a send or a write when it has left, which may be before the data of a read has
    // come that was posted earlier.
    bool completesReadsLate() const { return m_driver == Driver::Siw; }

    // ---- behaviour of iWARP, which is RDMA over TCP; siw is the only driver that was tried ----

    // Sends and writes carry no immediate data (RFC 5040).
    bool hasImmediateData() const { return !isIwarp(); }
    // siw takes the memory of an older request for a read that has none.
    bool hasEmptyReads() const { return !isIwarp(); }
    // The private data that a request to connect holds, in bytes: elsewhere 92, and the connection
    // manager takes 36 of these when it connects by IP address.
    int longestRequestData(bool isToGid) const { return isIwarp() ? 512 : isToGid ? 92 : 56; }
    // The driver takes a queue pair through its states when the connection manager connects it.
    // Nobody else can do so.
    bool connectsByManagerOnly() const { return isIwarp(); }
    // A connect that has failed tells an errno of TCP, elsewhere a reason of InfiniBand's protocol.
    bool reportsErrnos() const { return isIwarp(); }
    // rdma_disconnect() closes the TCP connection; elsewhere it sends a message of the connection
    // manager.
    bool disconnectsByMessage() const { return !isIwarp(); }
    // rdma_connect() connects the TCP socket inside the call: two minutes where nobody answers.
    bool blocksInConnect() const { return isIwarp(); }
    // The read depths in the answer to a connect are those of the other direction.
    bool swapsReadDepths() const { return isIwarp(); }
    // The side that accepts must not send before something has come (RFC 5044, 7.1.2).
    bool needsFirstMessageFromClient() const { return isIwarp(); }
    // A send that has completed was acknowledged by the peer's device. On iWARP it may still be on
    // its way.
    bool completionsProveArrival() const { return !isIwarp(); }
    // The end of a connection takes the queue pair out of its working state, and its event comes
    // later. Elsewhere requests are flushed before the event only if the queue pair itself failed.
    bool flushesAtPeersEnd() const { return isIwarp(); }
    // TCP asks a host that is silent whether it is there.
    bool asksSilentHosts() const { return isIwarp(); }
    // The kernel's connection manager drops a rejection that it takes up before the answer: the
    // side that connected may be connected to nobody.
    bool losesRejections() const { return !isIwarp(); }
    // siw watches the socket of a connection only when it has answered the connect, and reads bytes
    // that came before that when more come: the side that connected has to send something.
    bool needsNudge() const { return isIwarp(); }
    // Receivers that are not ready end the connection: there is no pause to set.
    bool hasRnrTimer() const { return !isIwarp(); }

private:
    enum class Driver : quint8 { Hardware, Rxe, Siw };
    bool isIwarp() const { return m_transport == IBV_TRANSPORT_IWARP; }
    static Driver driverOf(quint32 vendorId);

    ibv_device_attr_ex m_attributes = {};
    ibv_transport_type m_transport = IBV_TRANSPORT_UNKNOWN;
    Driver m_driver = Driver::Hardware;
};

} // namespace QtRdmaPrivate

#endif // PROVIDER_P_H
