// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef MARKED_H
#define MARKED_H

#include <QtCore/qcoreapplication.h>
#include <QtCore/qtranslator.h>

namespace RdmaTest {

// While it is there, texts of one context are translated: they stand in brackets.
class Marked : public QTranslator
{
public:
    explicit Marked(const char *context) : m_context(context)
    {
        QCoreApplication::installTranslator(this);
    }
    ~Marked() override { QCoreApplication::removeTranslator(this); }

    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return qstrcmp(context, m_context) == 0 ? u'[' + QString::fromUtf8(source) + u']'
                                                : QString();
    }

private:
    const char *const m_context;
};

} // namespace RdmaTest

#endif // MARKED_H
