// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "engine/descriptors_p.h"

#include <QtTest/qtest.h>

#include <list>

#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace QtRdmaPrivate;

namespace {

// Readable while it was told more often than it was read.
class EventDescriptor
{
public:
    EventDescriptor() : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }
    ~EventDescriptor() { ::close(m_fd); }
    Q_DISABLE_COPY_MOVE(EventDescriptor)

    int fd() const { return m_fd; }
    void tell() const { QCOMPARE(::eventfd_write(m_fd, 1), 0); }
    void read() const
    {
        eventfd_t count = 0;
        QCOMPARE(::eventfd_read(m_fd, &count), 0);
    }

private:
    int m_fd;
};

QList<int> readable(Descriptors *descriptors, int also = -1)
{
    QList<int> fds;
    descriptors->poll(0, also, [&fds](int fd) { fds.append(fd); });
    return fds;
}

} // namespace

// A thread without an event loop waits for these descriptors by poll().
class tst_Descriptors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTheReadable();
    void oneMore();
    void removed();
    void removedByTheFunction();
    void sleepsUntilReadable();
    void pollFails();
};

void tst_Descriptors::onlyTheReadable()
{
    const EventDescriptor first;
    const EventDescriptor second;
    Descriptors descriptors;
    QCOMPARE(readable(&descriptors), QList<int>());
    descriptors.add(first.fd());
    descriptors.add(second.fd());
    QCOMPARE(readable(&descriptors), QList<int>());
    second.tell();
    QCOMPARE(readable(&descriptors), QList<int>{ second.fd() });
    first.tell();
    QCOMPARE(readable(&descriptors), (QList<int>{ first.fd(), second.fd() }));
    second.read();
    QCOMPARE(readable(&descriptors), QList<int>{ first.fd() });
}

// The descriptor that is given with the call is not kept.
void tst_Descriptors::oneMore()
{
    const EventDescriptor watched;
    const EventDescriptor also;
    Descriptors descriptors;
    descriptors.add(watched.fd());
    also.tell();
    QCOMPARE(readable(&descriptors), QList<int>());
    QCOMPARE(readable(&descriptors, also.fd()), QList<int>{ also.fd() });
    QCOMPARE(readable(&descriptors), QList<int>());
}

void tst_Descriptors::removed()
{
    const EventDescriptor first;
    const EventDescriptor second;
    Descriptors descriptors;
    descriptors.add(first.fd());
    descriptors.add(second.fd());
    first.tell();
    second.tell();
    descriptors.remove(first.fd());
    QCOMPARE(readable(&descriptors), QList<int>{ second.fd() });
    descriptors.forked();
    QCOMPARE(readable(&descriptors), QList<int>());
}

// The first one that is read fails, and takes all others with it: all that was readable is told.
void tst_Descriptors::removedByTheFunction()
{
    const EventDescriptor first;
    const EventDescriptor second;
    Descriptors descriptors;
    descriptors.add(first.fd());
    descriptors.add(second.fd());
    first.tell();
    second.tell();
    QList<int> fds;
    descriptors.poll(0, -1, [&](int fd) {
        fds.append(fd);
        descriptors.remove(first.fd());
        descriptors.remove(second.fd());
    });
    QCOMPARE(fds, (QList<int>{ first.fd(), second.fd() }));
    QCOMPARE(readable(&descriptors), QList<int>());
}

void tst_Descriptors::sleepsUntilReadable()
{
    const EventDescriptor descriptor;
    Descriptors descriptors;
    descriptors.add(descriptor.fd());
    descriptor.tell();
    QList<int> fds;
    descriptors.poll(-1, -1, [&fds](int fd) { fds.append(fd); });
    QCOMPARE(fds, QList<int>{ descriptor.fd() });
}

// poll() takes no more descriptors than the process may have. Each of them is said to be readable
// then, because none may be forgotten.
void tst_Descriptors::pollFails()
{
    // The limit leaves low numbers free: sanitizers open a pipe before they look at memory.
    std::list<EventDescriptor> low(20);
    const std::list<EventDescriptor> many(80);
    low.clear();
    Descriptors descriptors;
    QList<int> all;
    for (const EventDescriptor &one : many) {
        descriptors.add(one.fd());
        all.append(one.fd());
    }
    rlimit before = {};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit tooFew = { rlim_t(many.size() - 1), before.rlim_max };
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &tooFew), 0);
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("poll")));
    const QList<int> found = readable(&descriptors);
    const QList<int> again = readable(&descriptors); // without a second message
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    QCOMPARE(found, all);
    QCOMPARE(again, all);
    QCOMPARE(readable(&descriptors), QList<int>());
}

QTEST_APPLESS_MAIN(tst_Descriptors)

#include "tst_descriptors.moc"
