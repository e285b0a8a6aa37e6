// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "screenshots.h"

#include "program.h"

#include <QtCore/qdir.h>
#include <QtCore/qtimer.h>
#include <QtGui/qimage.h>
#include <QtQuick/qquickwindow.h>

namespace {

// A page may be laid out anew in its second frame.
constexpr int FramesUntilStill = 3;

} // namespace

Screenshots::Screenshots(QQuickWindow *window, const QString &directory, const QList<QSize> &sizes,
                         int samples, QObject *parent)
    : QObject(parent)
    , m_window(window)
    , m_source(window->property("source").value<QObject *>())
    , m_samples(samples)
    , m_isReplay(!m_source->property("replay").toString().isEmpty())
{
    const QVariantList pictures = window->property("pictures").toList();
    for (const QSize &size : sizes) {
        const QString folder = QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
        const QDir place(sizes.size() > 1 ? QDir(directory).filePath(folder) : directory);
        for (const QString &theme : { QStringLiteral("light"), QStringLiteral("dark") }) {
            const QString end =
                    theme == u"dark" ? QStringLiteral("-dark.png") : QStringLiteral(".png");
            for (const QVariant &picture : pictures) {
                const QVariantMap shown = picture.toMap();
                const QString file = place.filePath(shown.value("name").toString() + end);
                m_left.append({ size, shown.value("page").toString(), shown.value("view").toInt(),
                                theme, file });
            }
        }
    }
}

bool Screenshots::begin(bool mayOverwrite)
{
    for (const Picture &picture : std::as_const(m_left)) {
        const QString directory = QFileInfo(picture.file).path();
        if (!QDir().mkpath(directory)) {
            Program::fail(Program::Texts::tr("there can be no directory %1").arg(directory));
            return false;
        }
        if (!mayOverwrite && QFile::exists(picture.file)) {
            Program::fail(Program::Texts::tr("%1 is there already; --overwrite replaces it")
                                  .arg(picture.file));
            return false;
        }
    }
    if (hasFailed())
        return false;
    if (m_isReplay)
        m_source->setProperty("running", false);
    connect(m_source, SIGNAL(errorStringChanged()), this, SLOT(endIfFailed()));
    connect(m_source, SIGNAL(sampled()), this, SLOT(collect()), Qt::QueuedConnection);
    connect(m_source, SIGNAL(replayEnded()), this, SLOT(show()));
    collect();
    return true;
}

bool Screenshots::hasFailed() const
{
    return !m_source->property("errorString").toString().isEmpty();
}

void Screenshots::endIfFailed()
{
    if (hasFailed())
        QCoreApplication::exit(1);
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
    const Picture &next = m_left.constFirst();
    m_window->resize(next.size);
    m_window->setProperty("theme", next.theme);
    m_window->setProperty("page", next.page);
    m_window->setProperty("connectionsView", next.view);
    m_frames = 0;
    connect(m_window, &QQuickWindow::frameSwapped, this, &Screenshots::frameShown,
            Qt::UniqueConnection);
    m_window->update();
}

void Screenshots::frameShown()
{
    const Picture &shown = m_left.constFirst();
    if (++m_frames < FramesUntilStill)
        return m_window->update();
    m_window->disconnect(this);
    if (!m_window->grabWindow().save(shown.file))
        return QCoreApplication::exit(
                Program::fail(Program::Texts::tr("%1 cannot be written").arg(shown.file), 1));
    m_left.removeFirst();
    if (m_left.isEmpty())
        return QCoreApplication::exit(0);
    QMetaObject::invokeMethod(this, &Screenshots::show, Qt::QueuedConnection);
}
