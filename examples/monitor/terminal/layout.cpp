// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "layout.h"

#include <algorithm>

namespace {

constexpr int HeadLines = 3; // the machine, the views, the columns
constexpr int FootLines = 1;
constexpr int CurveCells = 16;
constexpr int WidestCell = 40;
constexpr int Gap = 2; // between columns

// ---- head and foot ----

Line machineLine(const Tables &tables, const Surroundings &around)
{
    const int alarms = alarmsIn(tables);
    const QString alarmText =
            alarms == 0 ? Terminal::tr("no alarms") : Terminal::tr("alarms: %1").arg(alarms);
    const QString left =
            QStringLiteral(" %1  %2  %3  ").arg(around.host, around.time, around.source)
            + Terminal::tr("devices: %1  ports: %2")
                      .arg(tables.devices->rowCount())
                      .arg(tables.ports->rowCount())
            + QStringLiteral("  ");
    const QString text = shown(left, around.glyphs);
    const int width = around.size.width();
    const int room = std::max(0, width - cellsOf(alarmText) - 1);
    if (room < width / 2)
        return { { fitted(text + alarmText, width, Align::Left, around.glyphs), Style::Bar } };
    return { { fitted(text, room, Align::Left, around.glyphs), Style::Bar },
             { alarmText + u' ', alarms == 0 ? Style::Bar : Style::Bad } };
}

Line viewLine(const Tables &tables, const TerminalState &state, const Surroundings &around)
{
    const QStringList names = { Terminal::tr("Ports"),       Terminal::tr("Alarms"),
                                Terminal::tr("Connections"), Terminal::tr("Processes"),
                                Terminal::tr("Counters"),    Terminal::tr("Events") };
    const bool isNarrow = around.size.width() < 76;
    Line line;
    int used = 0;
    for (int i = 0; i < ViewCount; ++i) {
        const bool isShown = int(state.view) == i;
        const QString text = isNarrow && !isShown
                ? QStringLiteral(" %1 ").arg(i + 1)
                : QStringLiteral(" %1 %2 ").arg(i + 1).arg(names.at(i));
        const int room = around.size.width() - used;
        if (room <= 0)
            break;
        const QString cut = fitted(text, std::min(cellsOf(text), room), Align::Left, around.glyphs);
        const bool isAlarm = View(i) == View::Alarms && alarmsIn(tables) > 0;
        line.append({ cut, isShown ? Style::Selected : isAlarm ? Style::Bad : Style::Dim });
        used += cellsOf(cut);
    }
    return line;
}

Line footLine(const Sheet &sheet, const TerminalState &state, const Surroundings &around)
{
    const int width = around.size.width();
    const auto whole = [&](const QString &text, Style style) {
        return Line{ { fitted(shown(text, around.glyphs), width, Align::Left, around.glyphs),
                       style } };
    };
    if (state.mode == TerminalState::Mode::Filtering)
        return whole(Terminal::tr("Filter: %1_").arg(state.filter), Style::Strong);
    if (!around.problem.isEmpty())
        return whole(around.problem, Style::Bad);
    const int row = sheet.rows.isEmpty() ? 0 : state.selected + 1;
    QString text = QStringLiteral("%1/%2 ").arg(row).arg(sheet.rows.size());
    if (!state.filter.isEmpty())
        text += Terminal::tr("[%1] ").arg(state.filter);
    if (state.isPaused)
        text += Terminal::tr("[paused] ");
    return whole(
            text + Terminal::tr(" ? help  / filter  s sort  r reverse  p pause  t units  q quit"),
            Style::Dim);
}

Screen helpScreen(const Surroundings &around)
{
    const QStringList lines = {
        Terminal::tr(
                "1 to 6, Tab    the view: ports, alarms, connections, processes, counters, events"),
        Terminal::tr("Up, Down       the row; PgUp, PgDn, Home, End"),
        Terminal::tr("Left, Right    the columns, where not all have room"),
        Terminal::tr("Enter          the counters of the port of the row"),
        Terminal::tr(
                "/              filter: rows that have all these words; \"two words\" are one"),
        Terminal::tr("Esc            without a filter"),
        Terminal::tr("a              acknowledge the alarm of the row"),
        Terminal::tr("s, r           sort by the next column; the other way round"),
        Terminal::tr("g              details of ports; connections by process; limits"),
        Terminal::tr("p, Space       pause"),
        Terminal::tr("t              bit/s or byte/s"),
        Terminal::tr("Ctrl+Z         to the shell; fg comes back"),
        Terminal::tr("q, F10         quit"),
        QString(),
        Terminal::tr("Any key goes back."),
    };
    Screen screen;
    for (const QString &line : lines)
        screen.append({ { fitted(QStringLiteral(" ") + shown(line, around.glyphs),
                                 around.size.width(), Align::Left, around.glyphs),
                          Style::Plain } });
    return screen;
}

// ---- the table ----

struct Slot
{
    int column = 0;
    int cells = 0;
};

QString titleOf(const Sheet &sheet, int column, const TerminalState &state, Glyphs glyphs)
{
    const TerminalState::Order order = state.orders.value(state.view);
    QString title = sheet.columns.at(column).title;
    if (order.column != column)
        return title;
    if (glyphs == Glyphs::Ascii)
        return title + (order.descending ? u'v' : u'^');
    return title + (order.descending ? u'▼' : u'▲');
}

// The rows of the page in which the selection is.
QList<Sheet::Row> pageOf(const Sheet &sheet, const TerminalState &state, QSize size)
{
    const int inPage = rowsInPage(size);
    return sheet.rows.mid(state.selected / inPage * inPage, inPage);
}

int wishOf(const QList<Sheet::Row> &page, int column, const QString &title, Glyphs glyphs)
{
    int cells = cellsOf(title);
    for (const Sheet::Row &row : page) {
        const Sheet::Cell &cell = row.cells.at(column);
        cells = std::max(cells,
                         cell.curve.isEmpty() ? cellsOf(shown(cell.text, glyphs)) : CurveCells);
    }
    return cells;
}

// The columns that have room, from the first that is wanted on; the last is cut.
QList<Slot> slotsOf(const Sheet &sheet, const TerminalState &state, const Surroundings &around)
{
    const QList<Sheet::Row> page = pageOf(sheet, state, around.size);
    QList<Slot> result;
    int room = around.size.width();
    for (int column = state.firstColumn; column < sheet.columns.size() && room > 0; ++column) {
        const QString title = titleOf(sheet, column, state, around.glyphs);
        const int wish = wishOf(page, column, title, around.glyphs);
        const bool isLast = column + 1 == sheet.columns.size();
        const int cells = std::min(isLast ? wish : std::min(wish, WidestCell), room);
        result.append({ column, cells });
        room -= cells + Gap;
    }
    return result;
}

QString cellText(const Sheet::Cell &cell, const Slot &slot, Align align, Glyphs glyphs)
{
    if (!cell.curve.isEmpty())
        return sparkline(cell.curve, slot.cells, glyphs);
    return fitted(shown(cell.text, glyphs), slot.cells, align, glyphs);
}

template <typename TextOf>
QString joined(const QList<Slot> &columns, const Surroundings &around, TextOf textOf)
{
    QStringList texts;
    for (const Slot &slot : columns)
        texts.append(textOf(slot));
    return fitted(texts.join(QString(Gap, u' ')), around.size.width(), Align::Left, around.glyphs);
}

Screen tableLines(const Sheet &sheet, const TerminalState &state, const Surroundings &around)
{
    const Glyphs glyphs = around.glyphs;
    const QList<Slot> columns = slotsOf(sheet, state, around);
    const auto alignOf = [&](const Slot &slot) { return sheet.columns.at(slot.column).align; };
    Screen lines;
    lines.append({ { joined(columns, around,
                            [&](const Slot &slot) {
                                return fitted(titleOf(sheet, slot.column, state, glyphs),
                                              slot.cells, alignOf(slot), glyphs);
                            }),
                     Style::Head } });
    if (sheet.rows.isEmpty()) {
        lines.append({ { fitted(shown(sheet.emptyText, glyphs), around.size.width(), Align::Left,
                                glyphs),
                         Style::Dim } });
        return lines;
    }
    int number = state.selected / rowsInPage(around.size) * rowsInPage(around.size);
    for (const Sheet::Row &row : pageOf(sheet, state, around.size)) {
        const QString text = joined(columns, around, [&](const Slot &slot) {
            return cellText(row.cells.at(slot.column), slot, alignOf(slot), glyphs);
        });
        lines.append({ { text, number == state.selected ? Style::Selected : row.style } });
        ++number;
    }
    return lines;
}

} // namespace

int rowsInPage(QSize size)
{
    return std::max(1, size.height() - HeadLines - FootLines);
}

Screen layOut(const Sheet &sheet, const Tables &tables, const TerminalState &state,
              const Surroundings &around)
{
    const int height = around.size.height();
    Screen screen;
    screen.append(machineLine(tables, around));
    screen.append(viewLine(tables, state, around));
    screen += state.mode == TerminalState::Mode::Help ? helpScreen(around)
                                                      : tableLines(sheet, state, around);
    screen.resize(std::max(0, height - FootLines));
    if (height > 0)
        screen.append(footLine(sheet, state, around));
    return screen;
}
