#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares doc/guide/errors.md with the texts in src/base/errortexts.cpp: errors.py [--write] SOURCE_DIRECTORY

The page has every name that rdma-core gives to an outcome, the text that the library says for it, and what to do about it.
--write makes the page anew behind the line that says so; the words above that line are written by hand.
"""

import argparse
import re
import sys
import textwrap
from pathlib import Path

MARK = '<!-- made by tests/auto/documents/errors.py --write -->\n'
TITLES = {
    'Completions': 'Requests that failed',
    'ConnectionEvents': 'Events of the connection manager',
    'Rejections': 'Connections that were refused, InfiniBand and RoCE',
    'IwarpRejections': 'Connections that were refused, iWARP',
    'DeviceEvents': 'Events of a device',
}
LITERAL = r'"(?:[^"\\]|\\.)*"'
TEXT = rf'QT_TRANSLATE_NOOP\(\s*"QtRdma",\s*((?:{LITERAL}\s*)+)\)'
NAME = rf'VALUE\(-?(\w+)\)|[\w:]+,\s*({LITERAL})'
ENTRY = re.compile(rf'\{{\s*(?:{NAME}),\s*{TEXT}(?:,\s*{TEXT})?')


def joined(literals):
    return ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals or '')).replace('\\"', '"')


def tables(source):
    for name, body in re.findall(r'constexpr Entry (\w+)\[\] = \{(.*?)\n\};', source, flags=re.S):
        entries = [(macro or joined(quoted).lstrip('-'), joined(text), joined(hint))
                   for macro, quoted, text, hint in ENTRY.findall(body)]
        count = len(re.findall(r'^    \{ ', body, flags=re.M))
        if len(entries) != count:
            sys.exit(f'{name}: {count} entries, of which {len(entries)} are understood')
        yield name, entries


def page(source):
    lines = []
    for name, entries in tables(source):
        lines += ['', f'## {TITLES[name]}', '']
        for symbol, text, hint in entries:
            end = '' if text.endswith('.') else '.'
            lines += textwrap.wrap(f'- **{text}{end}** `{symbol}` {hint}'.strip(), 100, subsequent_indent='  ',
                                   break_long_words=False, break_on_hyphens=False)
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--write', action='store_true')
    parser.add_argument('source', type=Path)
    arguments = parser.parse_args()
    file = arguments.source / 'doc/guide/errors.md'
    head, mark, made = file.read_text(encoding='utf-8').partition(MARK)
    wanted = page((arguments.source / 'src/base/errortexts.cpp').read_text(encoding='utf-8'))
    if arguments.write:
        file.write_text(head + MARK + wanted, encoding='utf-8')
        return 0
    if not mark or made != wanted:
        print('doc/guide/errors.md differs from src/base/errortexts.cpp: tests/auto/documents/errors.py --write .')
        return 1
    print(f'{wanted.count("- **")} texts of errors, 0 failures')
    return 0


if __name__ == '__main__':
    sys.exit(main())
