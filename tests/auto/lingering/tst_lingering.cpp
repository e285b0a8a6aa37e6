// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/lingering_p.h"

#include <QtTest/qtest.h>

#include <functional>

using namespace QtRdmaPrivate;

namespace {

// Calls a function when it is destroyed.
struct Object
{
    std::function<void()> destroyed;
    ~Object() { destroyed(); }
};

} // namespace

// Objects that work on without an owner, and are destroyed when they say that they have finished.
class tst_Lingering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keptUntilRemoved();
    void unknownObject();
    void destroyedOutsideTheList();
    void takenTogether();
};

void tst_Lingering::keptUntilRemoved()
{
    Lingering lingering;
    int destroyed = 0;
    auto object = std::make_shared<Object>();
    object->destroyed = [&destroyed] { ++destroyed; };
    const void *const name = object.get();
    lingering.add(std::move(object));
    QVERIFY(!lingering.isEmpty());
    QCOMPARE(destroyed, 0);
    lingering.remove(name);
    QVERIFY(lingering.isEmpty());
    QCOMPARE(destroyed, 1);
}

void tst_Lingering::unknownObject()
{
    Lingering lingering;
    const auto known = std::make_shared<int>(1);
    lingering.add(known);
    lingering.remove(this);
    lingering.remove(nullptr);
    QVERIFY(!lingering.isEmpty());
    lingering.remove(known.get());
    lingering.remove(known.get());
    QVERIFY(lingering.isEmpty());
}

// The destructor of one may look at the list, and take another one out of it.
void tst_Lingering::destroyedOutsideTheList()
{
    Lingering lingering;
    const auto second = std::make_shared<int>(2);
    bool wasEmpty = false;
    auto first = std::make_shared<Object>();
    first->destroyed = [&] {
        lingering.remove(second.get());
        wasEmpty = lingering.isEmpty();
    };
    const void *const name = first.get();
    lingering.add(std::move(first));
    lingering.add(second);
    lingering.remove(name);
    QVERIFY(wasEmpty);
    QCOMPARE(second.use_count(), 1L);
}

void tst_Lingering::takenTogether()
{
    Lingering lingering;
    const auto object = std::make_shared<int>(1);
    lingering.add(object);
    lingering.add(std::make_shared<int>(2));
    const auto taken = lingering.takeAll();
    QVERIFY(lingering.isEmpty());
    QCOMPARE(taken.size(), size_t(2));
    QCOMPARE(taken.front().get(), object.get());
}

QTEST_APPLESS_MAIN(tst_Lingering)

#include "tst_lingering.moc"
