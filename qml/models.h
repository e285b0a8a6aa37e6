// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MODELS_H
#define MODELS_H

#include "endpoints.h"
#include "processes.h"
#include "rdmasource.h"
#include "rowmodel.h"

#include <QtCore/qpointer.h>

// Shows a part of the rows of a source.
class SourceModel : public RowModel, public QQmlParserStatus
{
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    QML_ANONYMOUS
    Q_PROPERTY(RdmaSource *source READ source WRITE setSource NOTIFY sourceChanged)

public:
    ~SourceModel() override;

    RdmaSource *source() const { return m_source; }
    void setSource(RdmaSource *source);

    void classBegin() override { m_complete = false; }
    void componentComplete() override;

Q_SIGNALS:
    void sourceChanged();

protected:
    SourceModel(const RowClass &rowClass, const QList<Section> &sections, QObject *parent);
    virtual void show(const Sample &sample) = 0;
    virtual void forget() { } // samples that were shown

    template <typename RowType>
    void showRows(const QList<RowType> &source)
    {
        QList<Row> rows;
        rows.reserve(source.size());
        for (const RowType &row : source)
            rows.append({ row.key(), QVariant::fromValue(row) });
        setRows(rows);
    }

private:
    void attach();
    void detach();
    void showOther();

    const QList<Section> m_sections; // of the samples that the rows are made of
    std::shared_ptr<RdmaSource> m_shared; // used unless another source was given
    QPointer<RdmaSource> m_source;
    bool m_attached = false;
    bool m_complete = true;
};

class RdmaDeviceModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaDeviceModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(sample.devices); }
};

class RdmaPortModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaPortModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(sample.ports); }
};

class RdmaGidModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaGidModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(sample.gids); }
};

class RdmaDetailModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaDetailModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(sample.details); }
};

class RdmaLimitModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaLimitModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override;
};

class RdmaCounterModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaCounterModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override;
    void forget() override { m_past.clear(); }

private:
    struct Past
    {
        quint64 first = 0;
        quint64 last = 0;
        qint64 time = 0; // of the last sample
    };

    void compare(CounterRow *row, qint64 time, QHash<QString, Past> *now) const;

    QHash<QString, Past> m_past;
};

class RdmaResourceModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaResourceModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(sample.resources); }
};

class RdmaEndpointModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaEndpointModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override { showRows(endpointsOf(sample)); }
};

class RdmaProcessModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaProcessModel(QObject *parent = nullptr);

    Q_INVOKABLE void toggle(const QString &group);

protected:
    void show(const Sample &sample) override;
    void forget() override { m_expanded.clear(); }

private:
    QSet<QString> m_expanded; // groups
};

class RdmaConnectionModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT

public:
    explicit RdmaConnectionModel(QObject *parent = nullptr);

protected:
    void show(const Sample &sample) override;
    void forget() override { m_past.clear(); }

private:
    QHash<quint64, ConnectionRow> m_past;
    qint64 m_pastTime = 0;
};

class RdmaEventModel : public SourceModel
{
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(int limit MEMBER m_limit NOTIFY limitChanged)

public:
    explicit RdmaEventModel(QObject *parent = nullptr);

Q_SIGNALS:
    void limitChanged();

protected:
    void show(const Sample &sample) override;

private:
    int m_limit = 1000;
};

#endif // MODELS_H
