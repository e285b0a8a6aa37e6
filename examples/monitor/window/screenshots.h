// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SCREENSHOTS_H
#define SCREENSHOTS_H

#include <QtCore/qlist.h>
#include <QtCore/qobject.h>
#include <QtCore/qsize.h>
#include <QtCore/qstring.h>

QT_BEGIN_NAMESPACE
class QQuickWindow;
QT_END_NAMESPACE

// Takes a picture of every page, light and dark, in each size, as soon as there is something to
// see, and ends the program. Pictures of several sizes are in a directory for each.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    // Begins after this many samples, or at the end of a replay, whose samples it then does not
    // wait for.
    Screenshots(QQuickWindow *window, const QString &directory, const QList<QSize> &sizes,
                int samples, QObject *parent = nullptr);

    // Returns false when there is nothing to show, which the window has told, or when the pictures
    // cannot be put there, for which it prints the reason.
    bool begin(bool mayOverwrite);

private Q_SLOTS:
    void collect();
    void endIfFailed();
    void show();
    void frameShown();

private:
    struct Picture
    {
        QSize size;
        QString page;
        int view; // of the connections
        QString theme;
        QString file;
    };

    bool hasFailed() const;

    QQuickWindow *m_window;
    QObject *m_source;
    QList<Picture> m_left;
    int m_samples;
    int m_frames = 0;
    bool m_isReplay;
};

#endif // SCREENSHOTS_H
