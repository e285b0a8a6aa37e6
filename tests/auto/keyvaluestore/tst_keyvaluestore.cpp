// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// The store of the key-value example without any RDMA: a reader here sees the memory as a client's READ would.

#include "blockallocator.h"
#include "database.h"
#include "escaped.h"
#include "protocol.h"
#include "servermetrics.h"
#include "store.h"

#include <QDateTime>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <cstring>
#include <map>

using namespace KeyValue;

namespace {

// What a client does, in steps, so that a test can change things between them.
class Reader
{
public:
    explicit Reader(const Store &readStore)
        : store(readStore)
        , index(readStore.index())
        , chunks(readStore.chunks())
    {
    }

    std::optional<Bucket> bucket(const QByteArray &key) const
    {
        const quint64 number = hashOf(key, store.seed()) & (quint64(index.size) / BucketSize - 1);
        return Bucket::load({ index.memory.get() + number * BucketSize, qsizetype(BucketSize) });
    }
    std::optional<BucketEntry> locate(const QByteArray &key) const
    {
        const auto found = bucket(key);
        const quint32 tag = quint32(hashOf(key, store.seed()) >> 32);
        for (const BucketEntry &entry : found ? found->entries : decltype(found->entries)()) {
            if (entry.length != 0 && entry.tag == tag)
                return entry;
        }
        return {};
    }
    QByteArrayView memory(const BucketEntry &entry) const
    {
        return { chunks.at(entry.chunk()).memory.get() + entry.offset(), qsizetype(entry.length) };
    }
    std::optional<QByteArray> get(const QByteArray &key) const
    {
        const auto entry = locate(key);
        const auto slot = entry ? readSlot(memory(*entry)) : std::nullopt;
        if (!slot || slot->key != key)
            return {};
        return slot->value.toByteArray();
    }

private:
    const Store &store;
    Pages index;
    QList<Pages> chunks;
};

Store::Status put(Store &store, const QByteArray &key, const QByteArray &value,
                  quint64 *version = nullptr)
{
    Store::Prepared prepared;
    quint64 ignored = 0;
    const Store::Status status = store.prepare(key, value, &prepared);
    return status == Store::Status::Done ? store.publish(prepared, version ? version : &ignored)
                                         : status;
}

QByteArray imageOf(const QByteArray &key, const QByteArray &value)
{
    QByteArray image(MaxSlotSize, '\0');
    writeSlot(image.data(), 1, key, value);
    return image;
}

} // namespace

class tst_KeyValueStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slots_data();
    void slots();
    void everyByteCounts();
    void everyByteOfABucketCounts();
    void readsWhatWasPut();
    void preparedIsInvisible();
    void oldSlotStaysForAWhile();
    void reuseIsNoticed();
    void malformedImages_data();
    void malformedImages();
    void imageThatChangesLater();
    void indexGrows();
    void overflowingBuckets();
    void full();
    void tooManyKeys();
    void inPieces();
    void ends();
    void versionsOfAnotherRun();
    void keysInPages();
    void likeAModel();
    void allocator();
    void messages();
    void randomMessages();
    void database();
    void damagedDatabase();
    void endsInADatabase();
    void databaseOfTheFirstVersion();
    void oneServerForADatabase();
    void oneFileAfterACheckpoint();
    void metrics();
    void keysInATerminal_data();
    void keysInATerminal();
};

void tst_KeyValueStore::slots_data()
{
    QTest::addColumn<int>("keyLength");
    QTest::addColumn<int>("valueLength");
    for (const int key : { 1, 7, 8, 255 }) {
        for (const int value : { 0, 1, 8, 100, 65536, int(MaxValueSize) })
            QTest::addRow("%d and %d", key, value) << key << value;
    }
}

void tst_KeyValueStore::slots()
{
    QFETCH(int, keyLength);
    QFETCH(int, valueLength);
    const QByteArray key(keyLength, 'k');
    const QByteArray value(valueLength, 'v');
    QByteArray memory(MaxSlotSize, '\x55');
    writeSlot(memory.data(), 4, key, value);
    const auto slot = readSlot(memory);
    QVERIFY(slot);
    QCOMPARE(slot->version, quint64(4));
    QCOMPARE(slot->key.toByteArray(), key);
    QCOMPARE(slot->value.toByteArray(), value);
    writeSlot(memory.data(), 5, key, value);
    QVERIFY(!readSlot(memory)); // not published
    QVERIFY(!readSlot(QByteArrayView(memory).first(SlotHeaderSize - 1)));
}

void tst_KeyValueStore::everyByteCounts()
{
    QByteArray memory(SlotHeaderSize + 3 + 50, '\0');
    writeSlot(memory.data(), 2, "key", QByteArray(50, 'v'));
    QVERIFY(readSlot(memory));
    for (qsizetype i = 0; i < memory.size(); ++i) {
        for (const char flip : { '\x01', '\x80' }) {
            memory[i] = char(memory.at(i) ^ flip);
            QVERIFY2(!readSlot(memory), qPrintable(QString::number(i)));
            memory[i] = char(memory.at(i) ^ flip);
        }
    }
    for (qsizetype size = 0; size < memory.size(); ++size)
        QVERIFY(!readSlot(QByteArrayView(memory).first(size)));
}

void tst_KeyValueStore::everyByteOfABucketCounts()
{
    Bucket bucket;
    bucket.entries[3] = { 7, 100, BucketEntry::placeOf(3, 4096) };
    alignas(8) char raw[BucketSize];
    bucket.store(raw);
    const auto read = Bucket::load({ raw, qsizetype(BucketSize) });
    QVERIFY(read);
    QCOMPARE(read->entries[3].chunk(), quint32(3));
    QCOMPARE(read->entries[3].offset(), quint64(4096));
    for (char &byte : raw) {
        byte = char(byte ^ 4);
        QVERIFY(!Bucket::load({ raw, qsizetype(BucketSize) }));
        byte = char(byte ^ 4);
    }
}

void tst_KeyValueStore::readsWhatWasPut()
{
    Store store(1);
    quint64 first = 0;
    quint64 second = 0;
    QCOMPARE(put(store, "a", "one", &first), Store::Status::Done);
    QCOMPARE(*Reader(store).get("a"), QByteArray("one"));
    QCOMPARE(put(store, "a", "two", &second), Store::Status::Done);
    QVERIFY(second > first);
    QCOMPARE(*Reader(store).get("a"), QByteArray("two"));
    QCOMPARE(store.find("a")->version, second);
    QCOMPARE(store.count(), qsizetype(1));
    quint64 third = 0;
    QCOMPARE(store.remove("a", &third), Store::Status::Done);
    QVERIFY(third > second);
    QVERIFY(!Reader(store).locate("a"));
    QCOMPARE(store.remove("a", &third), Store::Status::NotFound);
    QCOMPARE(put(store, "", "x"), Store::Status::Malformed);
    QCOMPARE(put(store, QByteArray(256, 'k'), "x"), Store::Status::Malformed);
    QCOMPARE(put(store, "k", QByteArray(MaxValueSize + 1, 'x')), Store::Status::Malformed);
}

void tst_KeyValueStore::preparedIsInvisible()
{
    Store store(1);
    Store::Prepared prepared;
    put(store, "a", "old");
    QCOMPARE(store.prepare("a", "new", &prepared), Store::Status::Done);
    QCOMPARE(*Reader(store).get("a"), QByteArray("old"));
    const BucketEntry unpublished{ 0, quint32(prepared.header.slotSize()), prepared.place };
    QVERIFY(!readSlot(Reader(store).memory(unpublished)));
    QCOMPARE(store.valueOf(prepared).toByteArray(), QByteArray("new"));
    store.discard(prepared);
    QCOMPARE(*Reader(store).get("a"), QByteArray("old"));
}

// A reader that has the bucket already reads the old slot.
void tst_KeyValueStore::oldSlotStaysForAWhile()
{
    Store store(1);
    put(store, "a", "old");
    const Reader reader(store);
    const auto before = reader.locate("a");
    put(store, "a", "new");
    for (int i = 0; i < 32; ++i)
        put(store, "b", QByteArray::number(i));
    const auto slot = readSlot(reader.memory(*before));
    QVERIFY(slot);
    QCOMPARE(slot->value.toByteArray(), QByteArray("old"));
}

void tst_KeyValueStore::reuseIsNoticed()
{
    Store::Limits limits;
    limits.quarantine = 0;
    Store store(1, limits);
    put(store, "a", "old");
    const Reader reader(store);
    const auto before = reader.locate("a");
    put(store, "a", "new");
    Store::Prepared prepared;
    QCOMPARE(store.prepare("a", "newest", &prepared), Store::Status::Done);
    QCOMPARE(prepared.place, before->place);
    // Not published, and yet whole, of the right key, and where an old reader looks.
    QVERIFY(!readSlot(reader.memory(*before)));
    store.discard(prepared);
}

void tst_KeyValueStore::malformedImages_data()
{
    QTest::addColumn<QByteArray>("image");
    const QByteArray good = imageOf("key", "value");
    const auto row = [&good](const char *name, int at, const QByteArray &bytes) {
        QByteArray image = good;
        image.replace(at, bytes.size(), bytes);
        QTest::newRow(name) << image;
    };
    row("checksum", 0, "x");
    row("value too long", 16, QByteArray("\x01\x00\x00\x01", 4));
    row("value of 4 GiB", 16, QByteArray("\xff\xff\xff\xff", 4));
    row("key of nothing", 20, QByteArray("\x00\x00", 2));
    row("key too long", 20, QByteArray("\x00\x01", 2));
    row("reserved", 22, "x");
    row("value", SlotHeaderSize + 5, "x");
    QTest::newRow("short") << good.first(10);
    QTest::newRow("cut") << good.first(SlotHeaderSize + 4);
    QTest::newRow("zeros") << QByteArray(MaxSlotSize, '\0');
    QTest::newRow("ones") << QByteArray(MaxSlotSize, '\xff');
}

void tst_KeyValueStore::malformedImages()
{
    QFETCH(QByteArray, image);
    Store store(1);
    put(store, "other", "x");
    const quint64 used = store.usedBytes();
    for (int i = 0; i < 200; ++i) { // nothing leaks
        Store::Prepared prepared;
        QCOMPARE(store.prepare(image.constData(), image.size(), &prepared),
                 Store::Status::Malformed);
    }
    QVERIFY(store.usedBytes() <= used + 64 * 128 * 1024);
    QCOMPARE(store.count(), qsizetype(1));
}

// The writer of an image may go on writing after the commit.
void tst_KeyValueStore::imageThatChangesLater()
{
    Store store(1);
    QByteArray image = imageOf("key", "value");
    Store::Prepared prepared;
    quint64 version = 0;
    QCOMPARE(store.prepare(image.constData(), image.size(), &prepared), Store::Status::Done);
    image.fill('\xff');
    QCOMPARE(store.publish(prepared, &version), Store::Status::Done);
    QCOMPARE(*Reader(store).get("key"), QByteArray("value"));
}

void tst_KeyValueStore::indexGrows()
{
    Store store(1);
    const Reader old(store);
    const qsizetype size = store.index().size;
    for (int i = 0; i < 5000; ++i)
        QCOMPARE(put(store, "key" + QByteArray::number(i), QByteArray::number(i)),
                 Store::Status::Done);
    QVERIFY(store.index().size > 8 * size);
    QVERIFY(store.layout() > 1);
    int found = 0;
    for (int i = 0; i < 5000; ++i) {
        const QByteArray key = "key" + QByteArray::number(i);
        QVERIFY(old.bucket(key)
                        ->isMoved()); // no reader of the old index believes a key is not there
        const auto value = Reader(store).get(key);
        QVERIFY(value || Reader(store).bucket(key)->isOverflowed());
        QVERIFY(!value || *value == QByteArray::number(i));
        found += value ? 1 : 0;
    }
    QVERIFY(found > 4900);
}

void tst_KeyValueStore::overflowingBuckets()
{
    Store store(7);
    QList<QByteArray> keys; // of one bucket
    for (int i = 0; keys.size() < 12; ++i) {
        const QByteArray key = QByteArray::number(i);
        if ((hashOf(key, 7) & 63) == 5)
            keys.append(key);
    }
    for (const QByteArray &key : keys)
        put(store, key, "v" + key);
    QVERIFY(Reader(store).bucket(keys.first())->isOverflowed());
    const auto reachable = [&] {
        return std::count_if(keys.cbegin(), keys.cend(), [&](const QByteArray &key) {
            return Reader(store).get(key) == "v" + key;
        });
    };
    QCOMPARE(reachable(), qsizetype(BucketEntries));
    put(store, keys.last(), "changed");
    QCOMPARE(store.find(keys.last())->value.toByteArray(), QByteArray("changed"));
    quint64 version = 0;
    QCOMPARE(store.remove(keys.takeLast(), &version), Store::Status::Done); // not in the index
    while (keys.size() > BucketEntries) {
        QCOMPARE(store.remove(keys.takeFirst(), &version), Store::Status::Done);
        QCOMPARE(reachable(), qsizetype(BucketEntries)); // one that waited took its place
    }
    QVERIFY(!Reader(store).bucket(keys.first())->isOverflowed());
}

void tst_KeyValueStore::full()
{
    Store::Limits limits;
    limits.bytes = 1 << 20;
    Store store(1, limits);
    int stored = 0;
    while (put(store, QByteArray::number(stored), QByteArray(10000, 'x')) == Store::Status::Done)
        ++stored;
    QCOMPARE(stored, 64);
    QCOMPARE(put(store, "0", QByteArray(10000, 'y')), Store::Status::Full); // needs both at a time
    QCOMPARE(*Reader(store).get("0"), QByteArray(10000, 'x'));
    quint64 version = 0;
    for (int i = 0; i < stored; ++i)
        QCOMPARE(store.remove(QByteArray::number(i), &version), Store::Status::Done);
    // What was cut into pieces is whole again.
    for (int i = 0; i < 8; ++i)
        QCOMPARE(put(store, QByteArray::number(i), QByteArray(64 * 1024, 'z')),
                 Store::Status::Done);
}

void tst_KeyValueStore::tooManyKeys()
{
    Store::Limits limits;
    limits.keys = 3;
    Store store(1, limits);
    for (const char *key : { "a", "b", "c" })
        QCOMPARE(put(store, key, "x"), Store::Status::Done);
    QCOMPARE(put(store, "d", "x"), Store::Status::Full);
    QCOMPARE(put(store, "c", "y"), Store::Status::Done);
}

// The image of a large value comes in pieces, and its writer is not believed before the end.
void tst_KeyValueStore::inPieces()
{
    Store store(1);
    const QByteArray value(3 * PieceSize, 'v');
    QByteArray image(SlotHeaderSize + 3 + value.size(), '\0');
    writeSlot(image.data(), 1, "key", value);
    const auto fill = [&](Store::Prepared *prepared) {
        const Store::Status status = store.reserve(SlotHeader::load(image.constData()), prepared);
        for (qsizetype at = SlotHeaderSize; status == Store::Status::Done && at < image.size();
             at += 50000)
            store.fill(*prepared, at, image.constData() + at,
                       qMin<qsizetype>(50000, image.size() - at));
        return status;
    };
    Store::Prepared prepared;
    quint64 version = 0;
    QCOMPARE(fill(&prepared), Store::Status::Done);
    QVERIFY(!Reader(store).locate("key"));
    QCOMPARE(store.check(&prepared), Store::Status::Done);
    QCOMPARE(store.publish(prepared, &version), Store::Status::Done);
    QCOMPARE(*Reader(store).get("key"), value);
    image[image.size() - 1] = 'x';
    QCOMPARE(fill(&prepared), Store::Status::Done);
    QCOMPARE(store.check(&prepared), Store::Status::Malformed);
    QCOMPARE(*Reader(store).get("key"), value);
}

void tst_KeyValueStore::ends()
{
    Store store(1);
    const auto putUntil = [&store](const QByteArray &key, qint64 end) {
        Store::Prepared prepared;
        quint64 version = 0;
        QCOMPARE(store.prepare(key, "x", &prepared), Store::Status::Done);
        prepared.end = end;
        QCOMPARE(store.publish(prepared, &version), Store::Status::Done);
    };
    QVERIFY(!store.nextEnd());
    putUntil("late", 3000);
    putUntil("soon", 1000);
    putUntil("never", 0);
    putUntil("later kept", 1500);
    putUntil("later kept", 0);
    putUntil("removed", 500);
    quint64 version = 0;
    QCOMPARE(store.remove("removed", &version), Store::Status::Done);
    QCOMPARE(*store.nextEnd(), qint64(1000));
    QCOMPARE(store.endedBefore(999, 10), QList<QByteArray>());
    QCOMPARE(store.endedBefore(2000, 10), QList<QByteArray>({ "soon" }));
    QCOMPARE(store.endedBefore(9000, 10), QList<QByteArray>({ "soon", "late" }));
    QCOMPARE(store.endedBefore(9000, 1), QList<QByteArray>({ "soon" }));
    putUntil("soon", 4000);
    QCOMPARE(store.endedBefore(9000, 10), QList<QByteArray>({ "late", "soon" }));
}

// Who has read a version before a restart must not win a race with it after that.
void tst_KeyValueStore::versionsOfAnotherRun()
{
    Store first(0x123456789abcdef0);
    Store second(0xfedcba9876543210);
    quint64 before = 0;
    quint64 after = 0;
    QCOMPARE(put(first, "a", "x", &before), Store::Status::Done);
    QCOMPARE(put(second, "a", "x", &after), Store::Status::Done);
    QVERIFY(before != after);
}

void tst_KeyValueStore::keysInPages()
{
    Store store(1);
    for (int i = 0; i < 100; ++i)
        put(store, QByteArray::number(1000 + i), "x");
    put(store, "other", "x");
    QList<QByteArray> all;
    bool more = true;
    while (more) {
        const auto page =
                store.keysAfter(all.isEmpty() ? QByteArray() : all.last(), "10", 100, &more);
        QVERIFY(!page.isEmpty());
        QVERIFY(page.size() <= 12);
        all += page;
    }
    QCOMPARE(all.size(), qsizetype(100));
    QVERIFY(std::is_sorted(all.cbegin(), all.cend()));
    QVERIFY(store.keysAfter("1099", "10", 100, &more).isEmpty());
    QCOMPARE(store.keysAfter({}, {}, 100000, &more).size(), qsizetype(101));
}

void tst_KeyValueStore::likeAModel()
{
    Store::Limits limits;
    limits.bytes = 4 << 20;
    limits.firstChunkOrder = 18;
    limits.quarantine = 8;
    Store store(3, limits);
    std::map<QByteArray, QByteArray> model;
    QRandomGenerator random(42);
    int refused = 0;
    for (int i = 0; i < 50000; ++i) {
        const QByteArray key = "k" + QByteArray::number(random.bounded(800));
        const quint32 dice = random.bounded(10);
        if (dice < 5) {
            const int size =
                    random.bounded(8) == 0 ? random.bounded(64 * 1024) : random.bounded(600);
            const QByteArray value(size, char('a' + random.bounded(26)));
            const Store::Status status = put(store, key, value);
            if (status == Store::Status::Done)
                model[key] = value;
            else
                ++refused;
        } else if (dice < 7) {
            quint64 version = 0;
            QCOMPARE(store.remove(key, &version) == Store::Status::Done, model.erase(key) == 1);
        } else {
            const auto found = store.find(key);
            const auto expected = model.find(key);
            QCOMPARE(found.has_value(), expected != model.end());
            QVERIFY(!found || found->value == expected->second);
            const auto seen = Reader(store).get(key);
            QVERIFY(!seen || (found && *seen == expected->second));
            QVERIFY(seen || !found || Reader(store).bucket(key)->isOverflowed());
        }
    }
    QVERIFY(refused > 0); // or the test did not see memory end
    QVERIFY(store.usedBytes() <= limits.bytes);
    QCOMPARE(store.count(), qsizetype(model.size()));
    bool more = false;
    const auto keys = store.keysAfter({}, {}, 1 << 20, &more);
    QVERIFY(std::equal(keys.cbegin(), keys.cend(), model.cbegin(), model.cend(),
                       [](const QByteArray &key, const auto &item) { return key == item.first; }));
}

void tst_KeyValueStore::allocator()
{
    BlockAllocator blocks(16);
    QCOMPARE(BlockAllocator::orderFor(1), 6);
    QCOMPARE(BlockAllocator::orderFor(64), 6);
    QCOMPARE(BlockAllocator::orderFor(65), 7);
    std::map<quint64, int> used;
    QRandomGenerator random(1);
    for (int i = 0; i < 20000; ++i) {
        if (used.empty() || random.bounded(5) < 3) {
            const int order = random.bounded(6, 13);
            const auto offset = blocks.allocate(order);
            if (!offset)
                continue;
            QCOMPARE(*offset % (quint64(1) << order), quint64(0));
            QVERIFY(*offset + (quint64(1) << order) <= 65536);
            const auto next = used.lower_bound(*offset);
            QVERIFY(next == used.end() || next->first >= *offset + (quint64(1) << order));
            QVERIFY(next == used.begin()
                    || std::prev(next)->first + (quint64(1) << std::prev(next)->second) <= *offset);
            used[*offset] = order;
        } else {
            auto it = used.begin();
            std::advance(it, random.bounded(int(used.size())));
            blocks.release(it->first, it->second);
            used.erase(it);
        }
    }
    for (const auto &[offset, order] : used)
        blocks.release(offset, order);
    QCOMPARE(blocks.freeBytes(), quint64(65536));
    QVERIFY(blocks.allocate(16));
    QVERIFY(!blocks.allocate(6));
}

void tst_KeyValueStore::messages()
{
    Layout layout;
    layout.number = 3;
    layout.index = { 1, 2, 3 };
    for (quint32 i = 0; i < 32; ++i)
        layout.chunks.append({ 4096 * i, 4096, i });
    const auto decoded = decode(encode(layout));
    QVERIFY(decoded);
    QVERIFY(std::get<Layout>(*decoded).chunks == layout.chunks);
    const auto list = decode(encode(List{ 1, "after", "prefix" }));
    QCOMPARE(std::get<List>(*list).prefix, QByteArray("prefix"));
    QVERIFY(!decode(encode(Commit{ 1 }) + "x"));
    QVERIFY(!decode(encode(Commit{ 1 }).chopped(1)));
    QVERIFY(!decode({}));
    QVERIFY(!decode("\xff"));
    QVERIFY(!decode(QByteArray::fromHex("09000000010011ffffffff"))); // Keys, too many
    QVERIFY(isGreeting(greeting() + QByteArray(20, '\0')));
    QVERIFY(!isGreeting(greeting() + "0"));
    QVERIFY(!isGreeting({}));
    QVERIFY(isOfOtherVersion("QtRdma-keyvalue-1"));
    QVERIFY(!isOfOtherVersion(greeting()));
    QVERIFY(!isOfOtherVersion("something else"));
}

void tst_KeyValueStore::randomMessages()
{
    QRandomGenerator random(5);
    int understood = 0;
    for (int i = 0; i < 50000; ++i) {
        QByteArray bytes(random.bounded(40), '\0');
        for (char &byte : bytes)
            byte = char(random.bounded(4) == 0 ? random.bounded(256) : random.bounded(3));
        const auto message = decode(bytes);
        if (message) {
            ++understood;
            QVERIFY(decode(encode(*message)));
        }
    }
    QVERIFY(understood > 0);
}

void tst_KeyValueStore::database()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("store.sqlite"));
    QString problem;
    {
        Database database;
        if (!database.open(path, &problem))
            QSKIP(qPrintable(problem));
        QVERIFY(database.begin(&problem));
        QVERIFY(database.put(QByteArray("a\0b", 3), "value", 0, &problem));
        QVERIFY(database.put("empty", QByteArrayView(), 0, &problem));
        QVERIFY(database.put("gone", "x", 0, &problem));
        QVERIFY(database.remove("gone", &problem));
        QVERIFY2(database.commit(&problem), qPrintable(problem));
        QVERIFY(database.begin(&problem));
        QVERIFY(database.put("undone", "x", 0, &problem));
        database.rollback();
        QVERIFY(database.begin(&problem));
        QVERIFY(database.put("not committed", "x", 0, &problem));
    }
    Database database;
    QVERIFY(database.open(path, &problem));
    std::map<QByteArray, QByteArray> read;
    QVERIFY(database.load(
            [&read](const QByteArray &key, const QByteArray &value, qint64) {
                read[key] = value;
                return true;
            },
            &problem));
    const std::map<QByteArray, QByteArray> expected = { { QByteArray("a\0b", 3), "value" },
                                                        { "empty", "" } };
    QVERIFY(read == expected);
    QVERIFY(!Database().open(directory.filePath(QStringLiteral("no/such/place")), &problem));
    QVERIFY(!problem.isEmpty());
}

// Half of the entries are not the data: a server must not start with them.
void tst_KeyValueStore::damagedDatabase()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("store.sqlite"));
    QString problem;
    {
        Database database;
        if (!database.open(path, &problem))
            QSKIP(qPrintable(problem));
        QVERIFY(database.begin(&problem));
        for (int i = 0; i < 100; ++i)
            QVERIFY(database.put("key " + QByteArray::number(1000 + i), QByteArray(400, 'x'), 0,
                                 &problem));
        QVERIFY2(database.commit(&problem), qPrintable(problem));
    }
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    constexpr int Page = 4096;
    QVERIFY(file.seek(file.size() - Page));
    QCOMPARE(file.write(QByteArray(Page, '\xff')), qint64(Page));
    file.close();
    Database database;
    QVERIFY2(database.open(path, &problem), qPrintable(problem));
    int read = 0;
    const auto count = [&read](const QByteArray &, const QByteArray &, qint64) {
        return ++read != 0;
    };
    QVERIFY(!database.load(count, &problem));
    QVERIFY2(read > 0 && read < 100, qPrintable(QString::number(read)));
    QVERIFY2(problem.contains(path), qPrintable(problem));
}

static QList<QByteArray> keysIn(Database *database)
{
    QList<QByteArray> keys;
    QString problem;
    const auto take = [&keys](const QByteArray &key, const QByteArray &, qint64) {
        keys.append(key);
        return true;
    };
    return database->load(take, &problem) ? keys : QList<QByteArray>{ problem.toUtf8() };
}

void tst_KeyValueStore::endsInADatabase()
{
    const QTemporaryDir directory;
    QString problem;
    Database database;
    if (!database.open(directory.filePath(QStringLiteral("store.sqlite")), &problem))
        QSKIP(qPrintable(problem));
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    constexpr qint64 Hour = 3600 * 1000;
    QVERIFY(database.begin(&problem) && database.put("ended", "x", now - Hour, &problem)
            && database.put("lives", "x", now + Hour, &problem) && database.commit(&problem));
    QCOMPARE(keysIn(&database), QList<QByteArray>({ "lives" }));
    QVERIFY(database.begin(&problem) && database.put("lives", "x", 0, &problem)
            && database.commit(&problem));
    QCOMPARE(keysIn(&database), QList<QByteArray>({ "lives" }));
}

// Its table has no ends.
void tst_KeyValueStore::databaseOfTheFirstVersion()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("store.sqlite"));
    QProcess sqlite;
    sqlite.start(QStringLiteral("python3"),
                 { QStringLiteral("-c"),
                   QStringLiteral("import sqlite3, sys; "
                                  "sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"),
                   path,
                   QStringLiteral("CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB "
                                  "NOT NULL) WITHOUT ROWID; INSERT INTO entries VALUES "
                                  "(CAST('old' AS BLOB), CAST('x' AS BLOB));") });
    QVERIFY(sqlite.waitForFinished());
    QCOMPARE(sqlite.exitCode(), 0);
    QString problem;
    Database database;
    if (!database.open(path, &problem) && problem.contains(u"built without"))
        QSKIP(qPrintable(problem));
    QCOMPARE(keysIn(&database), QList<QByteArray>({ "old" }));
    QVERIFY(database.begin(&problem) && database.put("new", "x", 0, &problem)
            && database.commit(&problem));
    QCOMPARE(keysIn(&database), QList<QByteArray>({ "new", "old" }));
}

void tst_KeyValueStore::oneServerForADatabase()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("store.sqlite"));
    QString problem;
    Database second;
    {
        Database first;
        if (!first.open(path, &problem))
            QSKIP(qPrintable(problem));
        QVERIFY(!second.open(path, &problem));
        QVERIFY2(problem.startsWith(path), qPrintable(problem));
        QVERIFY2(problem.contains(u"another process"), qPrintable(problem));
    }
    QVERIFY2(second.open(path, &problem), qPrintable(problem));
}

// Who copies this file has everything, while the server still has it open.
void tst_KeyValueStore::oneFileAfterACheckpoint()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("store.sqlite"));
    const QString copy = directory.filePath(QStringLiteral("copy.sqlite"));
    QString problem;
    Database database;
    if (!database.open(path, &problem))
        QSKIP(qPrintable(problem));
    QVERIFY(database.begin(&problem) && database.put("key", "value", 0, &problem)
            && database.commit(&problem));
    QVERIFY2(database.checkpoint(&problem), qPrintable(problem));
    QVERIFY(QFile::copy(path, copy));
    Database copied;
    QVERIFY2(copied.open(copy, &problem), qPrintable(problem));
    QByteArray value;
    QVERIFY(copied.load(
            [&value](const QByteArray &, const QByteArray &found, qint64) {
                value = found;
                return true;
            },
            &problem));
    QCOMPARE(value, QByteArray("value"));
}

// Prometheus wants the type once, in front of all lines of a name.
void tst_KeyValueStore::metrics()
{
    ServerMetrics metrics;
    metrics.count("requests_total{kind=\"put\"}");
    metrics.count("requests_total{kind=\"list\"}", 2);
    metrics.count("requests_total{kind=\"put\"}");
    QCOMPARE(metrics.text({ { "keys", 5 } }),
             QByteArray("# TYPE keyvalue_requests_total counter\n"
                        "keyvalue_requests_total{kind=\"list\"} 2\n"
                        "keyvalue_requests_total{kind=\"put\"} 2\n"
                        "# TYPE keyvalue_keys gauge\n"
                        "keyvalue_keys 5\n"));
}

void tst_KeyValueStore::keysInATerminal_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QByteArray("a key") << QStringLiteral("a key");
    QTest::newRow("UTF-8") << QByteArray("\xc3\xa9\xf0\x9f\x98\x80")
                           << QStringLiteral("\u00e9\U0001F600");
    QTest::newRow("backslash") << QByteArray("a\\x") << QStringLiteral("a\\\\x");
    QTest::newRow("line") << QByteArray("a\nb") << QStringLiteral("a\\x0ab");
    QTest::newRow("colour") << QByteArray("\x1b[31mred") << QStringLiteral("\\x1b[31mred");
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe") << QStringLiteral("\\xff\\xfe");
    QTest::newRow("cut off") << QByteArray("\xc3") << QStringLiteral("\\xc3");
    QTest::newRow("zero") << QByteArray("a\0b", 3) << QStringLiteral("a\\x00b");
    QTest::newRow("turns the line") << QByteArray("\xe2\x80\xae"
                                                  "a")
                                    << QStringLiteral("\\xe2\\x80\\xaea");
}

void tst_KeyValueStore::keysInATerminal()
{
    QFETCH(const QByteArray, key);
    QTEST(escaped(key), "shown");
}

QTEST_GUILESS_MAIN(tst_KeyValueStore)
#include "tst_keyvaluestore.moc"
