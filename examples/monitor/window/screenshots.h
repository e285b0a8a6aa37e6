// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCREENSHOTS_H
#define SCREENSHOTS_H

#include <QtCore/qobject.h>
#include <QtCore/qstringlist.h>

QT_BEGIN_NAMESPACE
class QQuickWindow;
QT_END_NAMESPACE

// Takes a picture of every page, light and dark, as soon as there is something to see, and ends the
// program.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    // Begins after this many samples, or at the end of a replay, whose samples it then does not
    // wait for.
    Screenshots(QQuickWindow *window, const QString &directory, int samples,
                QObject *parent = nullptr);

    // Returns false, and prints the reason, when the pictures cannot be put there.
    bool begin(bool mayOverwrite);

private Q_SLOTS:
    void collect();
    void show();
    void frameShown();

private:
    QString fileName(const QString &picture) const;

    QQuickWindow *m_window;
    QObject *m_source;
    QString m_directory;
    QStringList m_left; // "page" or "page-dark"
    int m_samples;
    int m_frames = 0;
    bool m_isReplay;
};

#endif // SCREENSHOTS_H
