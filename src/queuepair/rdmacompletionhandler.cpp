// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include <QtRdma/rdmacompletionhandler.h>

#include "../base/logging_p.h"
#include "../verbs/verbscall_p.h"
#include "../work/receivering_p.h"

#include <utility>

using namespace QtRdmaPrivate;

/*! \class RdmaCompletionHandler
    \inmodule QtRdma
    \since 0.1
    \brief Takes the completions of a queue pair many at a time, without signals.

    Derive from this class, and give an object of it to RdmaQueuePair::setCompletionHandler(). It is
    called in the thread of the queue pair, once in each turn of the event loop in which something
    has completed, from where signals would be emitted: it may post, connect, disconnect and delete
    the queue pair.

    \snippet queuepair.cpp handler
    \sa RdmaPostBuilder, RdmaQueuePair::setReceiveRing()
*/

/*! \class RdmaWorkDone
    \inmodule QtRdma
    \since 0.1
    \brief A request of RdmaPostBuilder that has completed.

    \c context is the number that it was added with, \c byteLength the number of its bytes. Where \c
    status is not Rdma::CompletionStatus::Success, \c vendorError is what the device says in
    addition (\c ibv_wc::vendor_err), and only \c context, \c status and \c opcode mean something.
*/

/*! \fn RdmaWorkDone::isSuccess() const
    Returns whether the request was carried out.
*/

/*! \class RdmaReceived
    \inmodule QtRdma
    \since 0.1
    \brief A message in the receive ring of a queue pair.

    \c data points to its first byte, and \c byteLength is the number of bytes. A write with
    immediate data has none here: its bytes are where the peer has written them. \c immediate and \c
    invalidatedKey mean something where \c hasImmediate and \c hasInvalidatedKey say so.
*/

/*! \fn RdmaReceived::view() const
    Returns the bytes of the message. They are valid as long as the message is.
*/

/*! \class RdmaSpan
    \inmodule QtRdma
    \since 0.1
    \brief Values that lie side by side in memory of somebody else.

    It is what \c QSpan is from Qt 6.7 on, as far as handlers need it.
*/

/*! \fn template <typename T> RdmaSpan<T>::RdmaSpan(const T *first, qsizetype count)
    Constructs a span of \a count values from \a first on.
*/

/*! \fn template <typename T> const T *RdmaSpan<T>::data() const
    Returns the address of the first value.
*/

/*! \fn template <typename T> qsizetype RdmaSpan<T>::size() const
    Returns the number of values.
*/

/*! \fn template <typename T> bool RdmaSpan<T>::isEmpty() const
    Returns whether there is no value.
*/

/*! \fn template <typename T> const T *RdmaSpan<T>::begin() const
    Returns an iterator to the first value.
*/

/*! \fn template <typename T> const T *RdmaSpan<T>::end() const
    Returns an iterator behind the last value.
*/

/*! \fn RdmaCompletionHandler::RdmaCompletionHandler()
    Constructs a handler of no queue pair.
*/

/*! Does nothing: the queue pairs that the handler was given to must not use it any more. */
RdmaCompletionHandler::~RdmaCompletionHandler() = default;

/*! Called with the requests of RdmaPostBuilder that have completed at \a queuePair, in their order.
    \a done is valid until the call returns. The default does nothing.
*/
void RdmaCompletionHandler::workDone(RdmaQueuePair *queuePair, RdmaSpan<RdmaWorkDone> done)
{
    Q_UNUSED(queuePair)
    Q_UNUSED(done)
}

/*! Called with the messages that have arrived in the receive ring of \a queuePair, in their order.
    \a messages, and the bytes that they show, are valid until the call returns: then the device
    gets the memory back. RdmaQueuePair::keep() keeps a message for longer. The default does
    nothing.
*/
void RdmaCompletionHandler::received(RdmaQueuePair *queuePair, RdmaSpan<RdmaReceived> messages)
{
    Q_UNUSED(queuePair)
    Q_UNUSED(messages)
}

/*! \class RdmaKeptMessage
    \inmodule QtRdma
    \since 0.1
    \brief A message that stays in the memory where the device has put it.

    RdmaQueuePair::keep() makes it. As long as it exists its place in the receive ring gets no other
    message. It is used and destroyed in the thread of the queue pair, and may outlive the queue
    pair.
*/

/*! Constructs an object without a message. */
RdmaKeptMessage::RdmaKeptMessage() noexcept = default;

/*! Takes the message of \a other. */
RdmaKeptMessage::RdmaKeptMessage(RdmaKeptMessage &&other) noexcept
    : m_ring(std::move(other.m_ring))
    , m_view(std::exchange(other.m_view, {}))
    , m_slot(other.m_slot)
{
}

/*! Gives back the message of this object, and takes that of \a other. */
RdmaKeptMessage &RdmaKeptMessage::operator=(RdmaKeptMessage &&other) noexcept
{
    if (this == &other)
        return *this;
    giveBack();
    m_ring = std::move(other.m_ring);
    m_view = std::exchange(other.m_view, {});
    m_slot = other.m_slot;
    return *this;
}

/*! Gives the memory of the message back. */
RdmaKeptMessage::~RdmaKeptMessage()
{
    giveBack();
}

/*! \fn RdmaKeptMessage::isValid() const
    Returns whether there is a message.
*/

/*! \fn RdmaKeptMessage::view() const
    Returns the bytes of the message. They are valid as long as this object is.
*/

/*! Gives the memory of the message back, for another message. */
void RdmaKeptMessage::giveBack()
{
    m_view = {};
    const auto ring = std::exchange(m_ring, nullptr);
    if (!ring)
        return;
    if (const int result = ring->giveBack(m_slot)) // the slot gets no message any more
        qCWarning(lcRdmaQueuePair) << callError("ibv_post_recv", result);
}
