#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares Qt's sockets with the streams: porting.py SOURCE_DIRECTORY QTNETWORK_HEADERS QTCORE_HEADERS

Each function and signal of Qt's class is one of ours, too, or doc/guide/porting.md names it.
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from reference import closing, declarations, stripped, without_macros  # noqa: E402

PAIRS = (
    (('qabstractsocket', 'qtcpsocket'), ('rdmaabstractstream', 'rdmastream')),
    (('qtcpserver',), ('rdmaabstractserver', 'rdmaserver')),
    (('qabstractsocket', 'qtcpsocket', 'qsslsocket'), ('rdmaabstractstream', 'rdmatlsstream')),
    (('qtcpserver', 'qsslserver'), ('rdmaabstractserver', 'rdmatlsserver')),
)


def functions(file):
    """The names of public and protected functions, but for constructors and destructors."""
    text = re.sub(r'\bQ_\w+_EXPORT\b', '', without_macros(stripped(file.read_text(encoding='utf-8'))))
    name, body = re.search(r'\bclass\s+(\w+)[^;{]*(\{.*)', text, flags=re.S).groups()
    names = set()
    for section, head, _, _ in declarations(body[1:closing(body, 0, '{}') - 1]):
        function = re.search(r'(~?\b\w+)\s*\(', head)
        if function and not head.startswith(('friend ', 'property ')) and 'private' not in (section or 'private'):
            names.add(function[1])
    return names - {name, f'~{name}'}


def main():
    top, network, core = (Path(argument) for argument in sys.argv[1:4])
    page = (top / 'doc/guide/porting.md').read_text(encoding='utf-8')
    named = set(re.findall(r'`(\w+)\(', page))
    count = failures = 0
    for theirs, ours in PAIRS:
        wanted = set().union(*(functions(network / f'{name}.h') for name in theirs))
        present = functions(core / 'qiodevice.h').union(*(functions(top / f'include/QtRdma/{name}.h') for name in ours))
        count += len(wanted)
        for name in sorted(wanted - present - named):
            print(f'doc/guide/porting.md: {name}() of {theirs[-1]}.h is not in {ours[-1]}.h')
            failures += 1
    print(f'{count} functions of Qt, {failures} failures')
    return 1 if failures or count < 100 else 0


sys.exit(main())
