// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef RDMASOURCE_H
#define RDMASOURCE_H

#include "recordingfeed.h"
#include "recordingfile.h"
#include "rows.h"
#include "sampler.h"

#include <QtCore/qdatetime.h>
#include <QtCore/qhash.h>
#include <QtCore/qobject.h>
#include <QtCore/qtimer.h>
#include <QtQml/qqmlparserstatus.h>
#include <QtQmlIntegration/qqmlintegration.h>

#include <memory>

// The source of the models: this machine, of which a sample is taken once in an interval, a
// recording in a file, or one that is fed, as from another machine.
class RdmaSource : public QObject, public QQmlParserStatus
{
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    Q_CLASSINFO("RegisterEnumClassesUnscoped", "false")
    QML_ELEMENT
    Q_PROPERTY(int interval READ interval WRITE setInterval NOTIFY intervalChanged)
    Q_PROPERTY(bool running READ isRunning WRITE setRunning NOTIFY runningChanged)
    Q_PROPERTY(QString sysfs MEMBER m_sysfs NOTIFY sysfsChanged)
    Q_PROPERTY(QString replay READ replay WRITE setReplay NOTIFY replayChanged)
    Q_PROPERTY(bool follow MEMBER m_follow NOTIFY followChanged)
    Q_PROPERTY(QString record READ record WRITE setRecord NOTIFY recordChanged)
    Q_PROPERTY(bool overwrite MEMBER m_overwrite NOTIFY overwriteChanged)
    Q_PROPERTY(QString errorString READ errorString NOTIFY errorStringChanged)
    Q_PROPERTY(int samples READ samples NOTIFY sampled)
    Q_PROPERTY(double time READ time NOTIFY sampled)
    Q_PROPERTY(bool remote MEMBER m_remote NOTIFY remoteChanged)
    Q_PROPERTY(FeedState feedState READ feedState NOTIFY feedStateChanged)
    Q_PROPERTY(QString host MEMBER m_host NOTIFY hostChanged)
    Q_PROPERTY(double clockOffset READ clockOffset NOTIFY feedStateChanged)
    Q_PROPERTY(int skipped READ skipped NOTIFY sampled)

public:
    enum class FeedState { None, Opening, Live, Ended, NoRecording, OtherVersion, Damaged };
    Q_ENUM(FeedState)

    explicit RdmaSource(QObject *parent = nullptr);
    ~RdmaSource() override;

    // The source that models without another one share. It exists as long as one of them.
    static std::shared_ptr<RdmaSource> shared();

    int interval() const { return m_timer.interval(); }
    void setInterval(int msecs);
    bool isRunning() const { return m_running; }
    void setRunning(bool running);
    QString replay() const { return m_replay; }
    void setReplay(const QString &file);
    QString record() const { return m_record; }
    void setRecord(const QString &file);
    QString errorString() const { return m_readError.isEmpty() ? m_writeError : m_readError; }
    int samples() const { return m_samples; }
    double time() const { return double(m_sample.time); }

    FeedState feedState() const { return m_feedState; }
    // The samples of a remote machine come no more.
    bool isOld() const { return m_remote && m_feedState != FeedState::Live; }
    QString host() const { return m_host; }
    double clockOffset() const { return double(m_clockOffset); }
    int skipped() const { return m_skipped; }

    const Sample &sample() const { return m_sample; }
    // Sections that no model wants are not read. Each call needs the opposite one later.
    void want(Section section) { ++m_wanted[section]; }
    void noLongerWant(Section section) { --m_wanted[section]; }

    // Takes a sample now, whether the source is running or not.
    Q_INVOKABLE void refresh();

    // The samples of a remote machine. The first piece is the beginning of a recording.
    Q_INVOKABLE void feed(const QByteArray &piece);
    Q_INVOKABLE void endFeed();
    // Its first piece is asked for now, and is no older.
    Q_INVOKABLE void expectFeed() { m_feedExpected = QDateTime::currentDateTime(); }
    // What another source can be fed with.
    Q_INVOKABLE QByteArray recordingHead() const;
    Q_INVOKABLE QByteArray recordingLine(bool whole, int skipped) const;

    void classBegin() override { m_complete = false; }
    void componentComplete() override;

Q_SIGNALS:
    void intervalChanged();
    void runningChanged();
    void sysfsChanged();
    void replayChanged();
    void followChanged();
    void recordChanged();
    void overwriteChanged();
    void errorStringChanged();
    void sampled();
    void replayEnded();
    void remoteChanged();
    void feedStateChanged();
    void hostChanged();
    void feedRead();

private:
    void openReplay();
    void openRecord();
    bool isReplayed(const QString &file) const;
    void start();
    void replayNext();
    void take(const Sample &sample);
    void tellJumps(Sample *sample);
    void openFeed();
    void beginFeed(const RecordingHead &head);
    void learnHost(const QString &host); // unless it was set
    void takeFed(Sample sample, int count);
    void failFeed(RecordingParser::Problem problem, const QString &text);
    void setFeedState(FeedState state);
    void setError(QString *error, const QString &text);

    QTimer m_timer;
    std::unique_ptr<Sampler> m_sampler;
    std::unique_ptr<RecordingReader> m_reader;
    std::unique_ptr<RecordingWriter> m_writer;
    std::unique_ptr<RecordingFeed> m_feed;
    QHash<Section, int> m_wanted;
    QHash<QString, quint64> m_lastValues; // of the counters that should stay zero
    Sample m_sample;
    Sample m_before; // the one before
    QString m_host;
    QDateTime m_feedExpected;
    qint64 m_clockOffset = 0; // milliseconds that the clock of the host is ahead
    FeedState m_feedState = FeedState::None;
    QString m_sysfs;
    QString m_replay;
    QString m_record;
    QString m_readError;
    QString m_writeError;
    int m_samples = 0;
    int m_skipped = 0;
    bool m_follow = false;
    bool m_overwrite = false;
    bool m_remote = false;
    bool m_running = true;
    bool m_complete = true;
};

#endif // RDMASOURCE_H
