// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef LINGERING_P_H
#define LINGERING_P_H

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace QtRdmaPrivate {

// Keeps objects alive that nobody owns any more until they say that they have finished: connections
// that still send what was written to them.
class Lingering
{
public:
    void add(std::shared_ptr<void> object) { m_objects.push_back(std::move(object)); }
    void remove(const void *object)
    {
        const auto found =
                std::find_if(m_objects.begin(), m_objects.end(),
                             [object](const auto &held) { return held.get() == object; });
        if (found == m_objects.end())
            return;
        const std::shared_ptr<void> last = *found; // destroyed after the list was changed
        m_objects.erase(found);
    }
    bool isEmpty() const { return m_objects.empty(); }
    std::vector<std::shared_ptr<void>> takeAll() { return std::exchange(m_objects, {}); }

private:
    std::vector<std::shared_ptr<void>> m_objects;
};

} // namespace QtRdmaPrivate

#endif // LINGERING_P_H
