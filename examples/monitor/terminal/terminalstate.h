// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef TERMINALSTATE_H
#define TERMINALSTATE_H

#include <QtCore/qmap.h>
#include <QtCore/qstring.h>

enum class View { Ports, Alarms, Connections, Processes, Counters, Events };
constexpr int ViewCount = 6;

enum class Key {
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Left,
    Right,
    NextView,
    PreviousView,
    Enter,
    Escape,
    Backspace,
    Help,
    Quit,
    Character
};

struct KeyPress
{
    Key key = Key::Character;
    char32_t character = 0;
};

// The choice of a person: the view, its order, its filter. Only keys change it.
struct TerminalState
{
    enum class Mode { Browsing, Filtering, Help };
    enum class Unit { Bits, Bytes };
    // Ports have details at the back, connections are a tree by process, and processes have the
    // limits of their devices.
    enum class Side { Front, Back };

    struct Order
    {
        int column = -1; // -1: as the rows come
        bool descending = false;
    };

    // The keys need to know this of the rows that are shown.
    struct Rows
    {
        int count = 0;
        int inPage = 1;
        int columns = 1;
        QString selectedPort; // "mlx5_0/1"; empty if the row has none
    };

    Mode mode = Mode::Browsing;
    View view = View::Ports;
    Unit unit = Unit::Bits;
    QString filter;
    int selected = 0; // the row
    int firstColumn = 0;
    bool isPaused = false;
    bool wantsToQuit = false;
    QMap<View, Order> orders;
    QMap<View, Side> sides;

    // A tree has an order of its own.
    bool isTree() const { return view == View::Connections && sides.value(view) == Side::Back; }

    void press(const KeyPress &press, const Rows &rows);
    // Whether the key is for the alarm of the row that is selected.
    bool acknowledges(const KeyPress &press) const;
    // Keeps the selection in the rows.
    void keepSelection(int count);

private:
    void browse(const KeyPress &press, const Rows &rows);
    void browseByCharacter(char32_t character, const Rows &rows);
    void edit(const KeyPress &press);
    void show(View wanted);
    void turn();
    void sortByNext(int columns);
};

#endif // TERMINALSTATE_H
