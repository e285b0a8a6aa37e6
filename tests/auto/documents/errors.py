#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares two pages of the guide with the texts in src: errors.py [--write] SOURCE_DIRECTORY

errors.md has every name that rdma-core gives to an outcome, the text that the library says for it, and what to do about it.
messages.md has the other texts of errors: in src a hint, which is a whole sentence, stands behind the text that it belongs to.
--write makes the pages anew behind the line that says so; the words above that line are written by hand.
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
FOLDERS = {
    'verbs': 'Devices, addresses, and rdma-core',
    'connection': 'Connecting',
    'stream': 'Streams and servers',
    'tls': 'TLS',
    'base': 'All objects, and files that a stream sends',
    'queuepair': 'Queue pairs and receive queues',
    'work': 'Requests',
    'datagram': 'Datagrams',
    'device': 'Counters',
    'compat': 'Bridges, RdmaTcpSocket and RdmaTcpServer',
}
ELSEWHERE = ('errortexts.cpp', 'countermeaning.cpp')  # errors.md has the first ones, and a counter is no error
LITERAL = r'"(?:[^"\\]|\\.)*"'
TEXT = rf'QT_TRANSLATE_NOOP\(\s*"QtRdma",\s*((?:{LITERAL}\s*)+)\)'
NAME = rf'VALUE\(-?(\w+)\)|[\w:]+,\s*({LITERAL})'
MESSAGE = re.compile(rf'\b(?:tr|QT_TRANSLATE_NOOP)\(\s*(?:"\w+",\s*)?((?:{LITERAL}\s*)+)')
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


def item(words):
    return textwrap.wrap(words, 100, subsequent_indent='  ', break_long_words=False, break_on_hyphens=False)


def errors(top):
    for name, entries in tables((top / 'src/base/errortexts.cpp').read_text(encoding='utf-8')):
        yield from ['', f'## {TITLES[name]}', '']
        for symbol, text, hint in entries:
            end = '' if text.endswith('.') else '.'
            yield from item(f'- **{text}{end}** `{symbol}` {hint}'.strip())


def messages_of(source):
    """(text, hint) in the order of the source. Parts of sentences are left out."""
    found, end = [], 0
    source = re.sub(r'/\*.*?\*/', '', source, flags=re.S)
    for call in MESSAGE.finditer(source):
        text = re.sub(r'%\d', '…', joined(call[1])).strip()
        is_hint = text.endswith(('.', '?')) and found and not re.search('[;}]', source[end:call.start()])
        if is_hint:
            found[-1] = found[-1][0], f'{found[-1][1]} {text}'.strip()
        elif len(text.split()) > 3:
            found.append((text, ''))
        else:
            continue
        end = call.end()
    return found


def messages(top):
    for folder, title in FOLDERS.items():
        files = sorted(file for file in (top / 'src' / folder).rglob('*.cpp') if file.name not in ELSEWHERE)
        found = [message for file in files for message in messages_of(file.read_text(encoding='utf-8'))]
        yield from ['', f'## {title}', '']
        for text, hint in dict.fromkeys(found):
            yield from item(f'- **{text}** {hint}'.strip())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--write', action='store_true')
    parser.add_argument('source', type=Path)
    arguments = parser.parse_args()
    failures = 0
    for name, lines in (('errors.md', errors), ('messages.md', messages)):
        file = arguments.source / 'doc/guide' / name
        head, mark, made = file.read_text(encoding='utf-8').partition(MARK)
        wanted = '\n'.join(lines(arguments.source)) + '\n'
        if arguments.write:
            file.write_text(head + MARK + wanted, encoding='utf-8')
        elif not mark or made != wanted:
            print(f'doc/guide/{name} differs from the texts in src: tests/auto/documents/errors.py --write .')
            failures += 1
        print(f'{wanted.count("- **")} texts in {name}')
    return failures


if __name__ == '__main__':
    sys.exit(main())
