#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares the documents with the instructions that were accepted: counts.py [--write] SOURCE_DIRECTORY

tests/nullnic/interfaces.json has what was accepted. The table of doc/interfaces.md must have the same counts, in the order of
tests/nullnic/interfaces.py, and README.md and the guide their ratios. --write corrects the documents.
"""

import json
import re
import sys
from pathlib import Path

TABLE = re.compile(r'^\| user mode, a message \|.*\n\|[-:|]+\|\n((?:\|.*\n)+)', flags=re.M)
README, TUNING = 'README.md', 'doc/guide/tuning.md'
# The document, how the row of the ratio begins, and which two loops it compares.
RATIOS = [
    (README, '| processor instructions outside the kernel for a small message', 'stream-pingpong-events', 'tcp-pingpong-events'),
    (TUNING, '| the same with `RdmaEventDispatcher` |', 'stream-pingpong-events-dispatcher', 'stream-pingpong-events'),
    (TUNING, '| the same, spinning, with Qt\'s dispatcher |', 'stream-pingpong-spinning', 'stream-pingpong-events'),
    (TUNING, '| `RdmaQueuePair`, `post()` and `completed()`, spinning |', 'pingpong-spinning', 'stream-pingpong-events'),
    (TUNING, '| `RdmaQueuePair`, prepared request, handler and receive ring, spinning |', 'pingpong-spinning-handler', 'stream-pingpong-events'),
]


def with_cell(row, number, value):
    """The row with the value in that cell, if another number is there."""
    cells = row.split('|')
    text = cells[number + 1].strip().replace(',', '')
    if value is None:
        cells[number + 1] = ' '
    elif not text or abs(float(text) - value) >= 1:  # the accepted value was rounded, too
        cells[number + 1] = f' {value:,.0f} '
    return '|'.join(cells)


def with_counts(markdown, rows, accepted):
    def corrected(match):
        lines = match[1].splitlines()
        if len(lines) != len(rows):
            raise ValueError(f'the table has {len(lines)} rows, and interfaces.py {len(rows)}')
        for number, (_, loop, bare, _, goal) in enumerate(rows):
            for column, value in enumerate((accepted[loop], accepted.get(f'bare {bare}'), goal), 1):
                lines[number] = with_cell(lines[number], column, value)
        return match[0].removesuffix(match[1]) + '\n'.join(lines) + '\n'

    result, tables = TABLE.subn(corrected, markdown)
    if tables != 1:
        raise ValueError('the table of the counts is not there')
    return result


def with_ratio(markdown, beginning, ratio):
    lines = markdown.split('\n')
    found = [number for number, line in enumerate(lines) if line.startswith(beginning)]
    if len(found) != 1:
        raise ValueError(f'{len(found)} rows begin with {beginning}')
    cells = lines[found[0]].split('|')
    cells[2] = f' {ratio:.2f} '
    lines[found[0]] = '|'.join(cells)
    return '\n'.join(lines)


def corrected_documents(top):
    sys.path.insert(0, str(top / 'tests/nullnic'))
    import interfaces
    accepted = json.loads(interfaces.BASELINE.read_text())
    table = top / 'doc/interfaces.md'
    documents = {table: with_counts(table.read_text(encoding='utf-8'), interfaces.ROWS, accepted)}
    for name, beginning, loop, reference in RATIOS:
        path = top / name
        text = documents.get(path) or path.read_text(encoding='utf-8')
        documents[path] = with_ratio(text, beginning, accepted[loop] / accepted[reference])
    return documents


def differences(path, corrected):
    pairs = zip(path.read_text(encoding='utf-8').split('\n'), corrected.split('\n'))
    return (f'{path}:{number}: {line}\n    must be {wanted}' for number, (line, wanted) in enumerate(pairs, 1) if line != wanted)


def main(arguments):
    write = arguments[:1] == ['--write']
    if len(arguments) != 1 + write:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        documents = corrected_documents(Path(arguments[-1]))
    except ValueError as error:
        print(f'counts.py: {error}', file=sys.stderr)
        return 1
    if write:
        for path, corrected in documents.items():
            path.write_text(corrected, encoding='utf-8')
        return 0
    wrong = [line for path, corrected in documents.items() for line in differences(path, corrected)]
    print('\n'.join(wrong) if wrong else 'the documents have the counts that were accepted')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
