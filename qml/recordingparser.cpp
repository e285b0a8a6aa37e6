// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "recordingparser.h"

#include <QtCore/qcoreapplication.h>

void RecordingParser::append(const QByteArray &piece)
{
    if (m_problem != Problem::None)
        return;
    m_bytes += piece;
    if (!m_head)
        readHead();
}

std::optional<Sample> RecordingParser::next()
{
    const std::optional<QByteArray> line = m_head ? takeLine() : std::nullopt;
    if (!line)
        return {};
    // The samples of version 1 have all fields.
    std::optional<Sample> sample = fromLine(*line, m_head->version == 1 ? Sample() : m_before);
    if (sample)
        m_before = *sample;
    else
        fail();
    return sample;
}

void RecordingParser::finish()
{
    if (m_problem != Problem::None || (m_head && m_bytes.isEmpty()))
        return;
    ++m_line;
    fail();
}

QString RecordingParser::problemText() const
{
    const auto text = [](const char *source) {
        return QCoreApplication::translate("QtRdma", source);
    };
    switch (m_problem) {
    case Problem::None:
        break;
    case Problem::NoRecording:
        return text(QT_TRANSLATE_NOOP("QtRdma", "This is no recording of QtRdma"));
    case Problem::OtherVersion:
        return text(QT_TRANSLATE_NOOP("QtRdma",
                                      "This is a recording of version %1, and only versions up to "
                                      "%2 can be read"))
                .arg(m_head->version)
                .arg(RecordingHead::LatestVersion);
    case Problem::Damaged:
        return text(QT_TRANSLATE_NOOP("QtRdma",
                                      "The recording is damaged, or was cut off, in line %1"))
                .arg(m_line);
    }
    return {};
}

// Nothing while there is no whole line, and when it is too long.
std::optional<QByteArray> RecordingParser::takeLine()
{
    if (m_problem != Problem::None)
        return {};
    const qsizetype end = m_bytes.indexOf('\n', m_searched);
    const qsizetype size = end < 0 ? m_bytes.size() : end;
    m_line += end < 0 ? 0 : 1;
    m_searched = end < 0 ? size : 0;
    if (size > (m_head ? LongestLine : LongestHead))
        fail();
    if (end < 0 || m_problem != Problem::None)
        return {};
    const QByteArray line = m_bytes.left(end);
    m_bytes.remove(0, end + 1);
    return line;
}

void RecordingParser::readHead()
{
    const std::optional<QByteArray> line = takeLine();
    if (!line)
        return;
    m_head = RecordingHead::fromLine(*line);
    if (!m_head)
        fail();
    else if (!m_head->isReadable())
        m_problem = Problem::OtherVersion;
}

void RecordingParser::fail()
{
    m_problem = m_head ? Problem::Damaged : Problem::NoRecording;
    m_bytes.clear();
}
