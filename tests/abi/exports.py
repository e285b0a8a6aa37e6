#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Checks that a library exports the public interface, and nothing else.

exports.py LIBRARY NODE PRIVATE_NODE HEADERS PRIVATE_HEADERS

Public is the namespace Rdma and each class that a header of the directory HEADERS exports. Every symbol of them has the version
NODE. Of private classes only those are exported that a header of PRIVATE_HEADERS exports, for the other library of this
project; these symbols, and those that take such a class, have the version PRIVATE_NODE.
"""

import re
import subprocess
import sys
from pathlib import Path

MACROS = {'libQtRdma': 'Q_RDMA_EXPORT', 'libQtRdmaCompat': 'Q_RDMA_COMPAT_EXPORT', 'libQtRdmaTls': 'Q_RDMA_TLS_EXPORT'}
EXPORTED_CLASS = re.compile(r'^class (Q_RDMA\w*_EXPORT) (\w+)', re.MULTILINE)
NAME_OF_DATA = re.compile(r'^(?:vtable for|typeinfo for|typeinfo name for|(?:non-)?virtual thunk to) ')
OPERATOR = re.compile(r'^(?:operator[^\w\s(]+|qHash)\((.*)\)$')


def exported_classes(headers, library):
    """The classes that the library exports, by the macro in the headers."""
    macro = MACROS[library.name.partition('.')[0]]
    return {name for header in headers.glob('*.h')
            for used, name in EXPORTED_CLASS.findall(header.read_text()) if used == macro}


def symbols(library):
    """Demangled name and version of each exported symbol."""
    listed = subprocess.run(['nm', '-D', '--defined-only', library], check=True, capture_output=True, text=True).stdout
    found = [line.split() for line in listed.splitlines()]
    names = [name.partition('@') for _, kind, name in found if kind != 'A']
    demangled = subprocess.run(['c++filt'], input='\n'.join(name for name, _, _ in names), check=True,
                               capture_output=True, text=True).stdout.splitlines()
    return [(name, version.lstrip('@')) for name, (_, _, version) in zip(demangled, names)]


def owner(symbol):
    """The class or namespace that the symbol is a member of, '' for an operator that takes such a class."""
    name = NAME_OF_DATA.sub('', symbol)
    if operator := OPERATOR.match(name):
        return '' if 'Rdma' in operator.group(1) else None
    member = re.match(r'(\w+)(?:::|$)', name)
    return member.group(1) if member else None


def main():
    library, node, private_node = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    classes = exported_classes(Path(sys.argv[4]), library)
    private_classes = exported_classes(Path(sys.argv[5]), library)
    public = classes | {'', 'Rdma'}
    exported = symbols(library)

    faults = []
    for name, version in exported:
        private_types = set(re.findall(r'QtRdmaPrivate|\bRdma\w*Private\b', name))
        expected = private_node if private_types else node
        if version != expected:
            faults.append(f'{name}: its version is {version or "none"}, not {expected}')
        if owner(name) not in public | private_classes:
            faults.append(f'{name}: not of the public interface')
        elif not private_types <= private_classes:
            faults.append(f'{name}: takes a private type')
    mentioned = {word for name, _ in exported for word in re.findall(r'\w+', name)}
    faults += [f'{name}: a public class, and nothing of it is exported' for name in sorted(classes - mentioned)]

    print('\n'.join(faults) or f'{len(exported)} symbols of {len(classes)} classes are exported, and no others')
    return 1 if faults or not classes else 0


sys.exit(main())
