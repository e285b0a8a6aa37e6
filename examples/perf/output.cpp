// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "output.h"

#include "checkedoptions.h"
#include "words.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace Perf {

Output::~Output()
{
    if (m_isNewAndEmpty)
        QFile::remove(m_name);
}

QString Output::open(const QString &name, bool overwrites)
{
    m_name = name;
    bool isOpen = false;
    if (name == "-") {
        auto file = std::make_unique<QFile>();
        isOpen = file->open(stdout, QIODevice::WriteOnly);
        m_file = std::move(file);
    } else if (QFileInfo::exists(name) && !QFileInfo(name).isFile()) { // /dev/null, a pipe
        m_file = std::make_unique<QFile>(name);
        isOpen = m_file->open(QIODevice::WriteOnly);
    } else if (overwrites || (QFileInfo::exists(name) && !Program::isInTheWay(name))) {
        m_file = std::make_unique<QSaveFile>(name);
        isOpen = m_file->open(QIODevice::WriteOnly);
    } else {
        m_file = std::make_unique<QFile>(name);
        isOpen = m_isNewAndEmpty = m_file->open(QIODevice::NewOnly);
    }
    if (isOpen)
        return {};
    if (!overwrites && Program::isInTheWay(name))
        return Words::tr("%1 is there already; --overwrite replaces it").arg(name);
    return problem();
}

QString Output::write(const QByteArray &content)
{
    m_isNewAndEmpty = false;
    bool isWritten = m_file->write(content) == content.size() && m_file->flush();
    if (auto *file = qobject_cast<QSaveFile *>(m_file.get()))
        isWritten = file->commit() && isWritten;
    return isWritten ? QString() : problem();
}

QString Output::problem() const
{
    return Words::tr("%1 cannot be written: %2").arg(m_name, m_file->errorString());
}

} // namespace Perf
