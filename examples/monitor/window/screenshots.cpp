// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "screenshots.h"

#include "program.h"

#include <QtCore/qdir.h>
#include <QtCore/qtimer.h>
#include <QtGui/qimage.h>
#include <QtQuick/qquickwindow.h>

namespace {

constexpr QLatin1String darkSuffix("-dark");

// A page may be laid out anew in its second frame.
constexpr int FramesUntilStill = 3;

} // namespace

Screenshots::Screenshots(QQuickWindow *window, const QString &directory, int samples,
                         QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_source(window->property("source").value<QObject *>())
    , m_directory(directory)
    , m_samples(samples)
    , m_isReplay(!m_source->property("replay").toString().isEmpty())
{
    const QStringList pages = window->property("pageNames").toStringList();
    for (const QString &suffix : { QString(), QString(darkSuffix) }) {
        for (const QString &page : pages)
            m_left.append(page + suffix);
    }
}

bool Screenshots::begin(bool mayOverwrite)
{
    if (!QDir().mkpath(m_directory)) {
        Program::fail("there can be no directory " + m_directory);
        return false;
    }
    for (const QString &picture : std::as_const(m_left)) {
        if (!mayOverwrite && QFile::exists(fileName(picture))) {
            Program::fail(fileName(picture) + " is there already; --overwrite replaces it");
            return false;
        }
    }
    if (m_isReplay)
        m_source->setProperty("running", false);
    connect(m_source, SIGNAL(sampled()), this, SLOT(collect()), Qt::QueuedConnection);
    connect(m_source, SIGNAL(replayEnded()), this, SLOT(show()));
    collect();
    return true;
}

void Screenshots::collect()
{
    if (m_source->property("samples").toInt() >= m_samples) {
        m_source->disconnect(this);
        m_source->setProperty("running", true);
        return show();
    }
    if (m_isReplay)
        QMetaObject::invokeMethod(m_source, "refresh", Qt::QueuedConnection);
}

// Shows the first of the pages that are left.
void Screenshots::show()
{
    m_window->setProperty("theme",
                          m_left.constFirst().endsWith(darkSuffix) ? QStringLiteral("dark")
                                                                   : QStringLiteral("light"));
    m_window->setProperty("page", QString(m_left.constFirst()).remove(darkSuffix));
    m_frames = 0;
    connect(m_window, &QQuickWindow::frameSwapped, this, &Screenshots::frameShown,
            Qt::UniqueConnection);
    m_window->update();
}

void Screenshots::frameShown()
{
    if (++m_frames < FramesUntilStill)
        return m_window->update();
    m_window->disconnect(this);
    const QString file = fileName(m_left.constFirst());
    if (!m_window->grabWindow().save(file))
        return QCoreApplication::exit(Program::fail(file + " cannot be written", 1));
    m_left.removeFirst();
    if (m_left.isEmpty())
        return QCoreApplication::exit(0);
    QMetaObject::invokeMethod(this, &Screenshots::show, Qt::QueuedConnection);
}

QString Screenshots::fileName(const QString &picture) const
{
    return QDir(m_directory).filePath(picture + QLatin1String(".png"));
}
