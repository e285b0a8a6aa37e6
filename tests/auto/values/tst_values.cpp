// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "connection/rdmaconnectionoptions_p.h"
#include "connection/rdmaconnectionstatus_p.h"
#include "connection/rdmaconnectiontimes_p.h"
#include "device/deviceattributes_p.h"
#include "device/rdmacounter_p.h"
#include "device/rdmadeviceevent_p.h"
#include "device/rdmagidentry_p.h"
#include "device/rdmaresource_p.h"
#include "stream/rdmastreamoptions_p.h"

#include <QtRdma/RdmaBufferPool>
#include <QtRdma/RdmaCompletion>
#include <QtRdma/RdmaCompletionQueue>
#include <QtRdma/RdmaConnectionRequest>
#include <QtRdma/RdmaDatagram>
#include <QtRdma/RdmaDevice>
#include <QtRdma/RdmaMemorySlice>
#include <QtRdma/RdmaMemoryWindow>
#include <QtRdma/RdmaQueuePair>
#include <QtRdma/RdmaReconnector>
#include <QtRdma/RdmaSharedReceiveQueue>
#include <QtRdma/RdmaStream>
#include <QtRdma/RdmaWorkRequest>

#include <QtCore/qmetaobject.h>
#include <QtCore/qproperty.h>
#include <QtCore/qset.h>
#include <QtCore/qvariant.h>
#include <QtTest/qsignalspy.h>
#include <QtTest/qtest.h>

#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

using namespace QtRdmaPrivate;
using namespace std::chrono_literals;

namespace {

template <typename Value>
constexpr bool isValue = std::is_copy_constructible_v<Value> &&std::is_copy_assignable_v<Value> &&
        std::is_nothrow_move_constructible_v<Value> &&std::is_nothrow_move_assignable_v<Value> &&
                std::is_nothrow_swappable_v<Value> &&noexcept(std::declval<const Value &>()
                                                              == std::declval<const Value &>())
                        &&noexcept(std::declval<const Value &>() != std::declval<const Value &>());

template <typename Key>
constexpr bool isKey = isValue<Key> &&noexcept(qHash(std::declval<const Key &>(), size_t(1)));

template <typename... Values>
constexpr bool areValues = (isValue<Values> && ...);

template <typename... Keys>
constexpr bool areKeys = (isKey<Keys> && ...);

static_assert(
        areValues<Rdma::Explanation, RdmaCompletion, RdmaCompletionQueue, RdmaConnectionOptions,
                  RdmaConnectionStatus, RdmaConnectionTimes, RdmaCounter, RdmaDatagram,
                  RdmaDeviceAttributes, RdmaDeviceEvent, RdmaError, RdmaGidEntry, RdmaMemorySlice,
                  RdmaPortAttributes, RdmaResource, RdmaStreamOptions, RdmaWorkRequest>);
static_assert(areKeys<RdmaBufferPool, RdmaConnectionRequest, RdmaDevice, RdmaEndpoint,
                      RdmaMemoryRegion, RdmaMemoryWindow, RdmaProtectionDomain, RdmaRemoteMemory>);

template <typename Handle, typename Pointer>
constexpr bool hasData = std::is_same_v<decltype(std::declval<Handle>().data()), Pointer>;

static_assert(hasData<RdmaMemoryRegion &, char *> && hasData<RdmaMemorySlice &, char *>);
static_assert(hasData<const RdmaMemoryRegion &,
                      const char *> && hasData<const RdmaMemorySlice &, const char *>);

template <typename Value>
bool isEqual(const Value &a, const Value &b)
{
    return a == b && !(a != b) && QMetaType::fromType<Value>().equals(&a, &b);
}

// The value that was moved from is used on purpose.
template <typename Value>
bool canBeMoved(const Value &full)
{
    Value from = full;
    Value to(std::move(from));
    const bool isMoved = isEqual(to, full);
    from = full; // NOLINT(bugprone-use-after-move)
    const bool isAssigned = isEqual(from, full);
    Value other;
    other = std::move(from);
    return isMoved && isAssigned && isEqual(other, full);
}

template <typename Value>
bool isDefaultWhenMovedFrom(const Value &full)
{
    Value from = full;
    const Value to(std::move(from));
    return isEqual(to, full) && isEqual(from, Value()); // NOLINT(bugprone-use-after-move)
}

template <typename Value>
bool canBeCopied(const Value &full)
{
    Value copy(full);
    Value assigned;
    assigned = full;
    const Value &self = assigned;
    assigned = self;
    const bool isSame = isEqual(copy, full) && isEqual(assigned, full);
    copy = Value();
    return isSame && isEqual(copy, Value()) && isEqual(assigned, full);
}

template <typename Value>
bool canBeSwapped(const Value &full)
{
    Value a = full;
    Value b;
    a.swap(b);
    const bool isSwapped = isEqual(a, Value()) && isEqual(b, full);
    using std::swap;
    swap(a, b);
    return isSwapped && isEqual(a, full) && isEqual(b, Value());
}

template <typename Value>
bool fitsIntoVariant(const Value &full)
{
    return isEqual(QVariant::fromValue(full).template value<Value>(), full);
}

template <typename Value>
void check(const Value &full)
{
    QVERIFY(isEqual(Value(), Value()));
    QVERIFY(full != Value());
    QVERIFY(canBeCopied(full));
    QVERIFY(canBeMoved(full));
    QVERIFY(canBeSwapped(full));
    QVERIFY(fitsIntoVariant(full));
}

template <typename Value>
void checkShared(const Value &full)
{
    check(full);
    QVERIFY(isDefaultWhenMovedFrom(full));
}

template <typename Handle>
void checkHandle()
{
    Handle none;
    QVERIFY(!none.isValid());
    Handle copy(none);
    Handle moved(std::move(copy));
    QVERIFY(!copy.isValid()); // NOLINT(bugprone-use-after-move)
    QVERIFY(!moved.isValid());
    none = moved;
    none = std::move(moved);
    none.swap(copy);
    QVERIFY(isEqual(none, copy));
    QVERIFY((QSet<Handle>{ none, copy }.size() == 1));
}

template <typename Options>
RdmaError refusalOf(const Options &options)
{
    return Access::read(options).refused.first();
}

struct Range
{
    const char *name;
    qint64 least;
    qint64 most;
};

// What is refused changes nothing but the error of those that use the options.
template <typename Options>
void checkRange(const Range &range)
{
    const QMetaObject &meta = Options::staticMetaObject;
    const QMetaProperty property = meta.property(meta.indexOfProperty(range.name));
    QVERIFY2(property.isWritable(), range.name);
    const bool isWide = property.metaType().id() == QMetaType::LongLong;
    const qint64 largest =
            isWide ? std::numeric_limits<qint64>::max() : std::numeric_limits<int>::max();
    QList<qint64> wrong{ range.least - 1 };
    if (range.most < largest)
        wrong << range.most + 1 << largest;
    for (const qint64 good : { range.least, range.most }) {
        Options options;
        QVERIFY(property.writeOnGadget(&options, good));
        QCOMPARE(property.readOnGadget(&options).toLongLong(), good);
        QVERIFY(!refusalOf(options).isError());
        for (const qint64 value : std::as_const(wrong)) {
            const Options before = options;
            property.writeOnGadget(&options, value);
            QCOMPARE(property.readOnGadget(&options).toLongLong(), good);
            QVERIFY(options != before);
            const RdmaError error = refusalOf(options);
            QCOMPARE(error.category(), RdmaError::Category::Usage);
            QVERIFY2(error.text().contains(QLatin1String(range.name)), qPrintable(error.text()));
            QVERIFY2(error.text().contains(QString::number(value)), qPrintable(error.text()));
            QVERIFY(!refusalOf(before).isError());
            property.writeOnGadget(&options, good);
            QVERIFY(options == before);
        }
    }
}

} // namespace

// The classes of values and shared handles, without a device: what is constructed by default, copied, moved from, swapped
// and compared, and setters with values out of range.
class tst_Values : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void options();
    void results();
    void valuesOfTheDevice();
    void memory();
    void errors();
    void workRequests();
    void handles();
    void nothingBehindHandles();
    void madeOfNothing();
    void outOfRange();
    void severalRefused();
    void refusedWhereTheyAreUsed();
    void times();
    void exitLingerTime();
    void preSharedKey();
    void privateData();
    void sharedReceiveQueueIsDeleted();
    void queuePairFactory();
    void limitOfReceives();
    void boundReconnector();
    void copiesAreSeparate();
};

void tst_Values::options()
{
    RdmaStreamOptions stream;
    stream.setSlotSize(4096);
    stream.setPreSharedKey("secret");
    checkShared(stream);
    RdmaConnectionOptions connection;
    connection.setRetryCount(3);
    connection.setPrivateData("hello");
    checkShared(connection);
}

void tst_Values::results()
{
    RdmaConnectionStatus status;
    Access::write(status).deviceName = QStringLiteral("rxe0");
    checkShared(status);
    QCOMPARE(RdmaConnectionStatus().credit(), -1);
    QCOMPARE(RdmaConnectionStatus().roundTrip(), -1);
    RdmaConnectionTimes times;
    Access::write(times).route = 5;
    checkShared(times);
    QCOMPARE(RdmaConnectionTimes().address(), -1);
    RdmaCompletion completion;
    completion.setWrId(7);
    completion.setImmediate(0);
    completion.setData("data");
    check(completion);
    QVERIFY(completion.hasImmediate() && !completion.hasInvalidatedKey());
    QVERIFY(RdmaCompletion().isSuccess() && !RdmaCompletion().rdmaError().isError());
    QCOMPARE(RdmaCompletion().timestamp(), -1);
    QVERIFY(!RdmaCompletion().hasWallClockTime());
    QCOMPARE(RdmaCompletion().wallClockError(), -1);
    RdmaEndpoint endpoint;
    endpoint.setQueuePairNumber(17);
    endpoint.setMtu(1024);
    endpoint.setLid(3);
    check(endpoint);
    QVERIFY(endpoint.isValid() && !RdmaEndpoint().isValid());
    QCOMPARE(qHash(endpoint), qHash(RdmaEndpoint(endpoint)));
    endpoint.setMtu(1000);
    QVERIFY(!endpoint.isValid());
    RdmaDatagram datagram;
    datagram.setData("data");
    datagram.setSender(endpoint);
    check(datagram);
    QVERIFY(!RdmaDatagram().isValid());
}

void tst_Values::valuesOfTheDevice()
{
    RdmaCounter counter;
    Access::write(counter).name = QStringLiteral("port_rcv_data");
    checkShared(counter);
    QVERIFY(!RdmaCounter().read() && !RdmaCounter().isAvailable());
    RdmaResource resource;
    Access::write(resource).number = 17;
    checkShared(resource);
    QCOMPARE(RdmaResource().context(), -1);
    RdmaGidEntry entry;
    Access::write(entry).gid = QByteArray(16, 'g');
    checkShared(entry);
    QVERIFY(RdmaGidEntry().toString().isEmpty());
    QCOMPARE(RdmaGidEntry().typeName(), QStringLiteral("InfiniBand"));
    Access::write(entry).type = Rdma::GidType::RoceV1;
    QCOMPARE(entry.typeName(), QStringLiteral("RoCE v1"));
    Access::write(entry).type = Rdma::GidType::RoceV2;
    QCOMPARE(entry.typeName(), QStringLiteral("RoCE v2"));
    Access::write(entry).type = Rdma::GidType::Iwarp;
    QCOMPARE(entry.typeName(), QStringLiteral("iWARP"));
    RdmaDeviceEvent event;
    Access::write(event).port = 1;
    checkShared(event);
    RdmaDeviceAttributes attributes;
    Access::write(attributes).maxQp = 100;
    checkShared(attributes);
    RdmaPortAttributes port;
    Access::write(port).state = Rdma::PortState::Active;
    checkShared(port);
    QVERIFY(port.isActive() && !RdmaPortAttributes().isActive());
    QCOMPARE(RdmaPortAttributes().speed(), 0.0);
}

void tst_Values::memory()
{
    const RdmaRemoteMemory remote(4096, 100, 5);
    check(remote);
    QVERIFY(remote.isValid() && !RdmaRemoteMemory().isValid());
    QCOMPARE(remote.slice(10, 90), RdmaRemoteMemory(4106, 90, 5));
    QVERIFY(!remote.slice(10, 91).isValid());
    QVERIFY(!RdmaRemoteMemory(~quint64(0), 2, 5).isValid());
    QCOMPARE(qHash(remote), qHash(remote.slice(0, 100)));
    RdmaMemorySlice slice;
    slice.setLength(5);
    check(slice);
    QVERIFY(!slice.isValid() && !slice.data());
    QVERIFY(!RdmaMemorySlice().isValid());
}

void tst_Values::errors()
{
    const auto make = [](int code) {
        return RdmaError(RdmaError::Category::System, QStringLiteral("ibv_reg_mr"), code,
                         QStringLiteral("No memory"));
    };
    checkShared(make(12));
    QVERIFY(isEqual(make(12), make(12)));
    QVERIFY(make(12) != make(13));
    QVERIFY(!RdmaError().isError());
    QCOMPARE(RdmaError().toString(), QString());
    QVERIFY(!RdmaError(RdmaError::Category::None, QStringLiteral("x"), 1, {}).isError());
    RdmaError error = make(12);
    const RdmaError &self = error;
    error = self;
    QCOMPARE(error.code(), 12);
}

void tst_Values::workRequests()
{
    RdmaWorkRequest request = RdmaWorkRequest::send("data");
    request.setWrId(5);
    RdmaWorkRequest copy = request;
    copy.setWrId(6);
    QCOMPARE(request.wrId(), quint64(5));
    RdmaWorkRequest other;
    other.swap(copy);
    QCOMPARE(other.data(), QByteArray("data"));
    QCOMPARE(other.wrId(), quint64(6));
    const RdmaWorkRequest moved(std::move(other));
    QCOMPARE(moved.wrId(), quint64(6));
    QCOMPARE(other.opcode(), Rdma::Opcode::Send); // NOLINT(bugprone-use-after-move)
    QCOMPARE(other.wrId(), quint64(0));
    checkShared(request);
    RdmaQueuePair queuePair;
    QCOMPARE(queuePair.post(other), quint64(0));
    QVERIFY(queuePair.rdmaError().text().contains(QLatin1String("moved from")));
    QVERIFY(queuePair.postBatch({ request, other }).isEmpty());
    other.setWrId(8);
    QCOMPARE(other.wrId(), quint64(8));
}

void tst_Values::handles()
{
    checkHandle<RdmaProtectionDomain>();
    checkHandle<RdmaMemoryRegion>();
    checkHandle<RdmaMemoryWindow>();
    checkHandle<RdmaBufferPool>();
    checkHandle<RdmaDevice>();
    checkHandle<RdmaConnectionRequest>();
}

namespace {

// Each function of each handle, with nothing behind it.

void useNothing(const RdmaProtectionDomain &domain)
{
    QVERIFY(!domain.isValid() && !domain.nativeHandle() && !domain.isDeviceRemoved());
    QVERIFY(domain.deviceName().isEmpty());
}

void useNothing(RdmaMemoryRegion &region)
{
    QVERIFY(!region.isValid() && !region.data() && !region.constData());
    QVERIFY(!std::as_const(region).data() && !region.nativeHandle());
    QCOMPARE(region.size(), qsizetype(0));
    QCOMPARE(region.address(), quint64(0));
    QCOMPARE(region.access(), Rdma::Access());
    QCOMPARE(region.localKey(), 0U);
    QCOMPARE(region.remoteKey(), 0U);
    QVERIFY(!region.remoteMemory().isValid() && !region.remoteMemory(1, 2).isValid());
    QVERIFY(!region.protectionDomain().isValid());
    const RdmaMemorySlice slice(region);
    QVERIFY(!slice.data() && slice.address() == 0 && slice.length() == 0);
}

void useNothing(const RdmaMemoryWindow &window)
{
    QVERIFY(!window.isValid() && !window.isBound() && !window.nativeHandle());
    QCOMPARE(window.type(), RdmaMemoryWindow::Type::Two);
    QCOMPARE(window.remoteKey(), 0U);
    QVERIFY(!window.remoteMemory().isValid() && !window.protectionDomain().isValid());
}

void useNothing(RdmaBufferPool &pool)
{
    RdmaError error;
    QVERIFY(!pool.isValid() && pool.maxBytes() == 0 && pool.registeredBytes() == 0);
    QVERIFY(!pool.take(100, &error).isValid() && !pool.take(100).isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    QVERIFY(!pool.protectionDomain().isValid());
}

void useNothing(const RdmaDevice &device)
{
    RdmaError error;
    QVERIFY(!device.isValid() && device.name().isEmpty() && !device.nativeHandle());
    QVERIFY(device.guid() == 0 && device.portCount() == 0 && !device.isSoftware());
    QCOMPARE(device.nodeType(), Rdma::NodeType::Unknown);
    QCOMPARE(device.transport(), Rdma::Transport::Unknown);
    QVERIFY(device.gids().isEmpty() && device.gids(1).isEmpty());
    QCOMPARE(device.attributes(&error), RdmaDeviceAttributes());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    error = {};
    QVERIFY(!device.port(1, &error).isActive());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    error = {};
    QVERIFY(!device.allocateProtectionDomain(&error).isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
}

void useNothing(const RdmaConnectionRequest &request)
{
    RdmaError error;
    QVERIFY(!request.isValid() && !request.isAccepted() && request.privateData().isEmpty());
    QVERIFY(request.deviceName().isEmpty());
    QVERIFY(request.peerAddress().isNull() && request.localAddress().isNull());
    QVERIFY(request.peerPort() == 0 && request.localPort() == 0);
    QVERIFY(request.responderResources() == 0 && request.initiatorDepth() == 0);
    QVERIFY(!request.reject() && !request.reject({}, &error));
    QCOMPARE(error.category(), RdmaError::Category::Usage);
}

template <typename Handle>
void useAllNothing()
{
    Handle none;
    useNothing(none);
    const Handle moved(std::move(none));
    useNothing(none); // NOLINT(bugprone-use-after-move)
    QVERIFY(!moved.isValid());
    QVERIFY(!QDebug::toString(none).isEmpty());
}

} // namespace

void tst_Values::nothingBehindHandles()
{
    useAllNothing<RdmaProtectionDomain>();
    useAllNothing<RdmaMemoryRegion>();
    useAllNothing<RdmaMemoryWindow>();
    useAllNothing<RdmaBufferPool>();
    useAllNothing<RdmaDevice>();
    useAllNothing<RdmaConnectionRequest>();
}

// What is asked for with a handle that has nothing behind it.
void tst_Values::madeOfNothing()
{
    RdmaError error;
    const RdmaProtectionDomain domain;
    QVERIFY(!RdmaMemoryRegion::allocate(domain, 100, {}, &error).isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    QVERIFY(!RdmaMemoryWindow::allocate(domain, RdmaMemoryWindow::Type::Two, &error).isValid());
    QCOMPARE(error.category(), RdmaError::Category::Usage);
    RdmaBufferPool pool(domain);
    useNothing(pool);
    RdmaSharedReceiveQueue receives;
    QVERIFY(!receives.create(domain) && !receives.isValid());
    QCOMPARE(receives.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(receives.postReceive(100) == 0 && receives.postReceive(RdmaMemoryRegion()) == 0);
    QVERIFY(receives.post(RdmaWorkRequest()) == 0 && receives.postBatch({}).isEmpty());
    QVERIFY(receives.depth() == 0 && receives.receivesInFlight() == 0 && !receives.nativeHandle());
    QVERIFY(!receives.protectionDomain().isValid());
    RdmaQueuePair queuePair;
    QVERIFY(!queuePair.accept(RdmaConnectionRequest()));
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::Usage);
    QVERIFY(queuePair.postSend(RdmaMemoryRegion()) == 0);
    QVERIFY(queuePair.postRead(RdmaRemoteMemory()) == 0);
    QVERIFY(queuePair.postBindMemoryWindow(RdmaMemoryWindow(), RdmaMemoryRegion(), {}) == 0);
    QVERIFY(queuePair.postLocalInvalidate(RdmaMemoryWindow()) == 0);
    QCOMPARE(queuePair.rdmaError().category(), RdmaError::Category::Usage);
}

void tst_Values::outOfRange()
{
    constexpr int Any = std::numeric_limits<int>::max();
    for (const Range &range : { Range{ "slotSize", 496, 1048560 },
                                Range{ "largeSlotSize", 496, 1048560 }, Range{ "window", 2, 4096 },
                                Range{ "sendBudget", 1, std::numeric_limits<qint64>::max() / 4 },
                                Range{ "keepAliveInterval", 0, Any },
                                Range{ "answerTimeout", 0, Any }, Range{ "writeTimeout", 0, Any },
                                Range{ "idleTimeout", 0, Any }, Range{ "typeOfService", -1, 255 } })
        checkRange<RdmaStreamOptions>(range);
    for (const Range &range :
         { Range{ "sendDepth", 1, Any }, Range{ "receiveDepth", 1, Any },
           Range{ "maxSendSge", 1, Any }, Range{ "maxReceiveSge", 1, Any },
           Range{ "inlineSize", 0, Any }, Range{ "resolveTimeout", 1, Any },
           Range{ "typeOfService", -1, 255 }, Range{ "acknowledgeTimeout", -1, 31 },
           Range{ "retryCount", 0, 7 }, Range{ "rnrRetryCount", 0, 7 },
           Range{ "minimumRnrTimer", 0, 31 }, Range{ "responderResources", -1, 255 },
           Range{ "initiatorDepth", -1, 255 } })
        checkRange<RdmaConnectionOptions>(range);
}

// Each stays refused until it is set to a value that it can have.
void tst_Values::severalRefused()
{
    RdmaStreamOptions options;
    options.setWindow(0);
    options.setSlotSize(0);
    options.setWindow(16);
    QVERIFY(refusalOf(options).text().contains(QLatin1String("slotSize")));
    options.setSlotSize(2048);
    QCOMPARE(options, RdmaStreamOptions());
}

void tst_Values::refusedWhereTheyAreUsed()
{
    RdmaStreamOptions streamOptions;
    streamOptions.setWindow(1);
    RdmaStream stream;
    stream.setOptions(streamOptions);
    stream.connectToHost(QHostAddress(QHostAddress::LocalHost), 1);
    QVERIFY(!stream.waitForConnected(30000));
    QVERIFY2(stream.errorString().contains(QLatin1String("window is 1")),
             qPrintable(stream.errorString()));
    RdmaConnectionOptions connectionOptions;
    connectionOptions.setRetryCount(8);
    RdmaQueuePair queuePair;
    QVERIFY(!queuePair.connectToHost(QHostAddress(QHostAddress::LocalHost), 1, connectionOptions));
    QVERIFY(queuePair.rdmaError().text().contains(QLatin1String("retryCount is 8")));
}

void tst_Values::times()
{
    RdmaStreamOptions stream;
    stream.setConnectTimeout(2s);
    QCOMPARE(stream.connectTimeout(), 2000);
    QVERIFY(stream.connectTimeoutAsDuration() == 2s);
    stream.setConnectTimeout(-1ms);
    QCOMPARE(stream.connectTimeout(), -1);
    stream.setIdleTimeout(24h * 365);
    QCOMPARE(stream.idleTimeout(), std::numeric_limits<int>::max());
    stream.setIdleTimeout(-24h * 365);
    QCOMPARE(stream.idleTimeout(), std::numeric_limits<int>::max());
    QVERIFY(refusalOf(stream).isError());
    RdmaConnectionOptions connection;
    connection.setResolveTimeout(1s);
    QVERIFY(connection.resolveTimeoutAsDuration() == 1s);
    connection.setResolveTimeout(0s);
    QCOMPARE(connection.resolveTimeout(), 1000);
    RdmaConnectionTimes times;
    QVERIFY(times.connectAsDuration() == -1ns);
    Access::write(times).address = 1500;
    Access::write(times).route = 2000;
    Access::write(times).queuePair = 2500;
    Access::write(times).connect = 3000;
    QVERIFY(times.addressAsDuration() == 1500ns && times.routeAsDuration() == 2us);
    QVERIFY(times.queuePairAsDuration() == 2500ns && times.connectAsDuration() == 3us);
    RdmaConnectionStatus status;
    QVERIFY(status.roundTripAsDuration() == -1ns);
    Access::write(status).roundTrip = 4000;
    QVERIFY(status.roundTripAsDuration() == 4us);
    RdmaCompletion completion;
    completion.setTimestamp(5us);
    QCOMPARE(completion.timestamp(), qint64(5000));
    QVERIFY(completion.timestampAsDuration() == 5us);
    const RdmaCompletion before = completion;
    completion.setWallClockTime(7000, 0);
    QVERIFY(completion.hasWallClockTime() && completion != before);
    QVERIFY(completion.wallClockTimePoint().time_since_epoch() == 7us);
    QVERIFY(completion.wallClockErrorAsDuration() == 0us);
}

void tst_Values::exitLingerTime()
{
    QCOMPARE(Rdma::exitLingerTime(), 2000);
    Rdma::setExitLingerTime(3s);
    QCOMPARE(Rdma::exitLingerTime(), 3000);
    QVERIFY(Rdma::exitLingerTimeAsDuration() == 3s);
    Rdma::setExitLingerTime(24h * 365);
    QCOMPARE(Rdma::exitLingerTime(), std::numeric_limits<int>::max());
    Rdma::setExitLingerTime(-1);
    QCOMPARE(Rdma::exitLingerTime(), 0);
    Rdma::setExitLingerTime(2000);
}

void tst_Values::preSharedKey()
{
    RdmaStreamOptions options;
    QVERIFY(!options.hasPreSharedKey());
    options.setPreSharedKey("key");
    options.setPreSharedKey(QByteArray());
    QCOMPARE(options.preSharedKey(), QByteArray("key"));
    QVERIFY(refusalOf(options).isError());
    options.clearPreSharedKey();
    QVERIFY(!options.hasPreSharedKey() && !refusalOf(options).isError());
    QVERIFY(!QDebug::toString(options).contains(QLatin1String("key")));
}

void tst_Values::privateData()
{
    RdmaConnectionOptions options;
    options.setPrivateData(QByteArray(196, 'p'));
    QVERIFY(!refusalOf(options).isError());
    options.setPrivateData(QByteArray(197, 'q'));
    QCOMPARE(options.privateData(), QByteArray(196, 'p'));
    QVERIFY(refusalOf(options).isError());
}

void tst_Values::sharedReceiveQueueIsDeleted()
{
    RdmaConnectionOptions options;
    auto receives = std::make_unique<RdmaSharedReceiveQueue>();
    options.setSharedReceiveQueue(receives.get());
    QCOMPARE(options.sharedReceiveQueue(), receives.get());
    const RdmaConnectionOptions copy = options;
    receives.reset();
    QVERIFY(!options.sharedReceiveQueue() && !copy.sharedReceiveQueue());
}

void tst_Values::queuePairFactory()
{
    const auto create = [](ibv_pd *, ibv_qp_init_attr *) -> ibv_qp * { return nullptr; };
    RdmaConnectionOptions options;
    QVERIFY(!options.queuePairFactory());
    options.setQueuePairFactory(create);
    QVERIFY(bool(options.queuePairFactory()));
    checkShared(options);
    RdmaConnectionOptions other;
    other.setQueuePairFactory(create);
    QVERIFY(options != other);
    options.setQueuePairFactory({});
    QCOMPARE(options, RdmaConnectionOptions());
}

void tst_Values::limitOfReceives()
{
    RdmaSharedReceiveQueue receives;
    const QSignalSpy changes(&receives, &RdmaSharedReceiveQueue::limitChanged);
    receives.setLimit(8);
    receives.setLimit(8);
    QCOMPARE(receives.limit(), 8);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(changes.first().first().toInt(), 8);
    receives.setLimit(-1);
    QCOMPARE(receives.limit(), 0);
    QProperty<int> peers(3);
    receives.bindableLimit().setBinding([&peers] { return 2 * peers; });
    QCOMPARE(receives.limit(), 6);
    peers = 5;
    QCOMPARE(receives.limit(), 10);
    QCOMPARE(changes.count(), 4);
    receives.setProperty("limit", 4); // ends the binding
    peers = 6;
    QCOMPARE(receives.limit(), 4);
    auto deleted = std::make_unique<RdmaSharedReceiveQueue>();
    connect(deleted.get(), &RdmaSharedReceiveQueue::limitChanged, this, [&] { deleted.reset(); });
    deleted->setLimit(1);
    QVERIFY(!deleted);
}

void tst_Values::boundReconnector()
{
    RdmaReconnector reconnector(nullptr);
    const QSignalSpy delays(&reconnector, &RdmaReconnector::initialDelayChanged);
    QProperty<int> seconds(1);
    reconnector.bindableInitialDelay().setBinding([&seconds] { return 1000 * seconds; });
    reconnector.bindableMaxDelay().setBinding([&reconnector] {
        return 8 * reconnector.initialDelay(); // properties depend on each other
    });
    reconnector.bindableMaxAttempts().setBinding([&seconds] { return seconds - 2; });
    reconnector.bindableJitter().setBinding([&seconds] { return seconds / 2.0; });
    QCOMPARE(reconnector.maxDelay(), 8000);
    QCOMPARE(reconnector.maxAttempts(), 0); // -1 is out of range
    QCOMPARE(reconnector.jitter(), 0.5);
    seconds = 4;
    QCOMPARE(delays.count(), 2);
    QCOMPARE(delays.last().first().toInt(), 4000);
    QCOMPARE(reconnector.maxDelay(), 32000);
    QCOMPARE(reconnector.maxAttempts(), 2);
    QCOMPARE(reconnector.jitter(), 1.0); // 2 is out of range
    reconnector.setProperty("initialDelay", 0); // ends the binding
    seconds = 5;
    QCOMPARE(reconnector.initialDelay(), 1);
    QCOMPARE(reconnector.maxDelay(), 8);
    auto deleted = std::make_unique<RdmaReconnector>(nullptr);
    connect(deleted.get(), &RdmaReconnector::jitterChanged, this, [&] { deleted.reset(); });
    deleted->setJitter(0);
    QVERIFY(!deleted);
}

void tst_Values::copiesAreSeparate()
{
    RdmaStreamOptions options;
    options.setWindow(8);
    RdmaStreamOptions copy = options;
    copy.setWindow(9);
    QCOMPARE(options.window(), 8);
    RdmaStreamOptions moved = std::move(copy);
    copy.setWindow(10); // NOLINT(bugprone-use-after-move)
    QCOMPARE(moved.window(), 9);
    QCOMPARE(copy.slotSize(), 2048);
}

QTEST_GUILESS_MAIN(tst_Values)
#include "tst_values.moc"
