// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef PORTLOADMODEL_H
#define PORTLOADMODEL_H

#include "portloads.h"
#include "rdmasource.h"
#include "rowmodel.h"

#include <QtCore/qpointer.h>
#include <QtCore/qtimer.h>
#include <QtQml/qqmllist.h>

#include <vector>

// The load of all ports of several sources.
class RdmaPortLoadModel : public RowModel
{
    Q_OBJECT
    QML_ELEMENT
    Q_CLASSINFO("DefaultProperty", "sources")
    Q_PROPERTY(QQmlListProperty<RdmaSource> sources READ sources CONSTANT)
    Q_PROPERTY(int updateInterval READ updateInterval WRITE setUpdateInterval NOTIFY
                       updateIntervalChanged)

public:
    explicit RdmaPortLoadModel(QObject *parent = nullptr);
    ~RdmaPortLoadModel() override;

    QQmlListProperty<RdmaSource> sources();
    // Milliseconds from the first new sample until it is shown together with those that came since.
    int updateInterval() const { return m_update.interval(); }
    void setUpdateInterval(int interval);

Q_SIGNALS:
    void updateIntervalChanged();
    void updated();

private:
    struct Entry
    {
        QPointer<RdmaSource> source;
        LoadMeter meter;
        QList<PortLoadRow> rows;
    };

    void add(RdmaSource *source);
    void clearSources();
    void measure(size_t index);
    void update();

    std::vector<Entry> m_entries;
    QTimer m_update;
};

#endif // PORTLOADMODEL_H
