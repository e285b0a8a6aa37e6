// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "terminalstate.h"

#include <algorithm>

namespace {

constexpr qsizetype LongestFilter = 200; // characters

View viewAt(int number)
{
    return View((number + ViewCount) % ViewCount);
}

} // namespace

void TerminalState::press(const KeyPress &press, const Rows &rows)
{
    if (press.key == Key::Quit)
        wantsToQuit = true;
    else if (mode == Mode::Help)
        mode = Mode::Browsing; // by any key
    else if (mode == Mode::Filtering)
        edit(press);
    else
        browse(press, rows);
    keepSelection(rows.count);
}

bool TerminalState::acknowledges(const KeyPress &press) const
{
    return mode == Mode::Browsing && press.key == Key::Character && press.character == U'a';
}

void TerminalState::keepSelection(int count)
{
    selected = std::clamp(selected, 0, std::max(0, count - 1));
}

void TerminalState::browse(const KeyPress &press, const Rows &rows)
{
    switch (press.key) {
    case Key::Up:
        return void(--selected);
    case Key::Down:
        return void(++selected);
    case Key::PageUp:
        return void(selected -= rows.inPage);
    case Key::PageDown:
        return void(selected += rows.inPage);
    case Key::Home:
        return void(selected = 0);
    case Key::End:
        return void(selected = rows.count - 1);
    case Key::Left:
        return void(firstColumn = std::max(0, firstColumn - 1));
    case Key::Right:
        return void(firstColumn = std::min(rows.columns - 1, firstColumn + 1));
    case Key::NextView:
        return show(viewAt(int(view) + 1));
    case Key::PreviousView:
        return show(viewAt(int(view) - 1));
    case Key::Enter:
        if (!rows.selectedPort.isEmpty() && view != View::Counters) {
            show(View::Counters);
            filter = rows.selectedPort;
        }
        return;
    case Key::Escape:
        return filter.clear();
    case Key::Help:
        return void(mode = Mode::Help);
    case Key::Character:
        return browseByCharacter(press.character, rows);
    case Key::Backspace:
    case Key::Quit:
        return;
    }
}

void TerminalState::browseByCharacter(char32_t character, const Rows &rows)
{
    if (character >= U'1' && character < U'1' + ViewCount)
        return show(View(character - U'1'));
    switch (character) {
    case U'q':
        return void(wantsToQuit = true);
    case U'?':
    case U'h':
        return void(mode = Mode::Help);
    case U'/':
        return void(mode = Mode::Filtering);
    case U'p':
    case U' ':
        return void(isPaused = !isPaused);
    case U't':
        return void(unit = unit == Unit::Bits ? Unit::Bytes : Unit::Bits);
    case U'g':
        return turn();
    case U's':
        return sortByNext(rows.columns);
    case U'r':
        if (!isTree())
            orders[view].descending = !orders.value(view).descending;
        return;
    default:
        return;
    }
}

void TerminalState::edit(const KeyPress &press)
{
    if (press.key == Key::Enter) {
        mode = Mode::Browsing;
    } else if (press.key == Key::Escape) {
        filter.clear();
        mode = Mode::Browsing;
    } else if (press.key == Key::Backspace) {
        filter.chop(1);
        if (!filter.isEmpty() && filter.back().isHighSurrogate())
            filter.chop(1);
    } else if (press.key == Key::Character && filter.size() < LongestFilter) {
        filter += QString::fromUcs4(&press.character, 1);
    }
    selected = 0;
}

void TerminalState::show(View wanted)
{
    if (wanted == view)
        return;
    view = wanted;
    filter.clear();
    selected = 0;
    firstColumn = 0;
}

// The columns of the other side are others.
void TerminalState::turn()
{
    if (view != View::Ports && view != View::Connections && view != View::Processes)
        return;
    sides[view] = sides.value(view) == Side::Front ? Side::Back : Side::Front;
    orders.remove(view);
    selected = 0;
    firstColumn = 0;
}

void TerminalState::sortByNext(int columns)
{
    if (isTree())
        return;
    Order &order = orders[view];
    order.column = order.column + 1 < columns ? order.column + 1 : -1;
}
