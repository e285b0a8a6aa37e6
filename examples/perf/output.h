// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef OUTPUT_H
#define OUTPUT_H

#include <QFileDevice>
#include <QString>

#include <memory>

namespace Perf {

// A place that results go to. It is opened before anything is measured, so that a place that cannot
// be written to costs no measurement.
class Output
{
    Q_DISABLE_COPY_MOVE(Output)

public:
    Output() = default;
    ~Output(); // a new file that got no content is removed

    // The name "-" is standard output. A file that holds something is replaced only if
    // 'overwrites', and then as a whole when the content is written. Returns the reason for a
    // failure, or an empty text.
    QString open(const QString &name, bool overwrites);
    QString write(const QByteArray &content);

    bool isWanted() const { return bool(m_file); }

private:
    QString problem() const; // with the name of the file

    std::unique_ptr<QFileDevice> m_file;
    QString m_name;
    bool m_isNewAndEmpty = false;
};

} // namespace Perf

#endif // OUTPUT_H
