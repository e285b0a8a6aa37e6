// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef SAMPLETEXTS_H
#define SAMPLETEXTS_H

#include <QtCore/qstring.h>

// The texts in samples are English, whatever language the user speaks, because samples go to other
// machines, into recordings, and into files that programs read. The models translate what they
// show.
namespace SampleTexts {

// While there is one, all that this thread translates stays English.
class English
{
public:
    English();
    ~English();
    Q_DISABLE_COPY_MOVE(English)
};

// Lets English work. Called in the thread of the application, when there is one.
void install();

// In the language of the user, as far as it is known.
QString translated(const QString &text);

} // namespace SampleTexts

#endif // SAMPLETEXTS_H
