// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef FIFO_P_H
#define FIFO_P_H

#include <QtCore/qglobal.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// First in, first out. An empty one has no memory, where std::deque has 576 bytes in libstdc++: a
// stream has half a dozen, and most of them stay empty. A QList cannot hold items that only move.
template <typename T>
class Fifo
{
public:
    Fifo() = default;
    Fifo(Fifo &&other) noexcept
        : m_items(std::move(other.m_items))
        , m_head(std::exchange(other.m_head, 0))
    {
    }
    Fifo &operator=(Fifo &&other) noexcept
    {
        m_items = std::exchange(other.m_items, {});
        m_head = std::exchange(other.m_head, 0);
        return *this;
    }

    bool empty() const { return m_items.empty(); } // the last item takes the others along
    std::size_t size() const { return m_items.size() - m_head; }
    // Whether there is one item, and it has the first place.
    bool isSingle() const { return m_items.size() == 1; }
    bool hasOne() const { return !empty() && &front() == &back(); }
    T &front() { return m_items[m_head]; }
    const T &front() const { return m_items[m_head]; }
    T &back() { return m_items.back(); }
    const T &back() const { return m_items.back(); }
    auto begin() { return m_items.begin() + std::ptrdiff_t(m_head); }
    auto begin() const { return m_items.begin() + std::ptrdiff_t(m_head); }
    auto end() { return m_items.end(); }
    auto end() const { return m_items.end(); }

    void push_back(T item) { m_items.push_back(std::move(item)); }
    template <typename... Arguments>
    T &emplace_back(Arguments... arguments)
    {
        return m_items.emplace_back(arguments...);
    }
    void push_front(T item)
    {
        if (m_head > 0)
            m_items[--m_head] = std::move(item);
        else
            m_items.insert(m_items.begin(), std::move(item));
    }
    void pop_front()
    {
        if (Q_LIKELY(m_items.size() == 1))
            m_items.pop_back();
        else
            popOne();
    }
    void pop_back()
    {
        m_items.pop_back();
        if (m_head == m_items.size())
            clear();
    }
    // Keeps some memory, because messages come and go.
    void clear()
    {
        m_items.clear();
        m_head = 0;
        if (m_items.capacity() > Many)
            shrink();
    }

private:
    // The places of items that have left are given up when they are half of all, so each item is
    // moved once at most.
    Q_NEVER_INLINE void popOne()
    {
        if (hasOne())
            return clear();
        m_items[m_head++] = T();
        if (m_head >= Few && m_head >= size()) {
            m_items.erase(m_items.begin(), begin());
            m_head = 0;
            if (m_items.capacity() > Many)
                shrink();
        }
    }
    Q_NEVER_INLINE void shrink() { m_items.shrink_to_fit(); }

    static constexpr std::size_t Few = 16;
    static constexpr std::size_t Many = 1024;

    std::vector<T> m_items;
    std::size_t m_head = 0; // number of items at the beginning that have left
};

} // namespace QtRdmaPrivate

#endif // FIFO_P_H
