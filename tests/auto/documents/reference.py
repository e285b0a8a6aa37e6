#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares the public headers with the QDoc comments: reference.py SOURCE_DIRECTORY

Each of these needs a comment: a class (with \\inmodule, \\brief and \\since), a public or protected function, a signal,
a property, an enumeration (with a \\value for each enumerator), a namespace and its functions. A comment stands before
the definition of a function, or names what it is about by \\fn, \\property, \\enum, \\class or \\namespace.

A \\property documents its getter, setter, signal and bindable. These need no comment: functions that override others,
copying, moving, destructors, comparison, and headers that doc/qtrdma.qdocconf excludes.

The comments take each example by \\snippet from doc/snippets, which is compiled or read by qmllint, and use all that is
there. A class that programs make objects of has one.
"""

import re
import sys
from collections import Counter
from pathlib import Path

# Programs make no objects of these classes: the library does, or a derived class.
GIVEN = {'RdmaAbstractServer', 'RdmaBridgeStatistics', 'RdmaCompletion', 'RdmaConnectionRequest', 'RdmaConnectionStatus',
         'RdmaConnectionTimes', 'RdmaDatagram', 'RdmaDeviceAttributes', 'RdmaDeviceEvent', 'RdmaEndpoint', 'RdmaGidEntry',
         'RdmaKeptMessage', 'RdmaPortAttributes', 'RdmaResource', 'RdmaSpan'}

DOC = '\x01'  # stands for a comment of QDoc in a header
MACRO = re.compile(r'\b(Q_[A-Z_]+|QT_[A-Z_]+)\s*\(')
PLAIN_MACRO = re.compile(r'\b(Q_OBJECT|Q_GADGET|Q_GADGET_EXPORT|QT_BEGIN_NAMESPACE|QT_END_NAMESPACE)\b')
SECTION = re.compile(r'^\s*(public Q_SLOTS|protected Q_SLOTS|private Q_SLOTS|Q_SIGNALS|public|protected|private)\s*:(?!:)')
CLASS = re.compile(r'^(?:template\s*<.*?>\s*)?(class|struct)\s+(?:Q_RDMA\w*_EXPORT\s+|\[\[\w+\]\]\s+)?(\w+)')
ENUM = re.compile(r'^enum\s+(?:class\s+)?(\w+)')
DEFINITION = re.compile(r'\*/\s*(?:template\s*<[^;{]*?>\s*)?[^;{}()]*?\b(\w+)::(~?\w+)\s*\(')
ABOUT = re.compile(r'\\(class|struct|namespace|enum|typealias|property|variable)\s+([\w:]+)')
FUNCTION = re.compile(r'\\fn\s+[^\n]*?\b(\w+)(?:<\w+>)?::(~?\w+)\s*\(')


def closing(text, at, pair):
    """The index behind the bracket that closes the one at 'at'."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i + 1
    return len(text)


def stripped(text):
    text = re.sub(r'/\*!.*?\*/', DOC + ';', text, flags=re.S)
    text = re.sub(r'/\*.*?\*/|//[^\n]*', '', text, flags=re.S)
    return re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', '', text, flags=re.M)


def without_macros(text):
    """Properties become declarations, all other macros go."""
    text, at = PLAIN_MACRO.sub('', text), 0
    while macro := MACRO.search(text, at):
        end = closing(text, macro.end() - 1, '()')
        kept = 'property ' + text[macro.end():end - 1] + ';' if macro[1] == 'Q_PROPERTY' else ''
        end += text[end:end + 1] == ';'
        text, at = text[:macro.start()] + kept + text[end:], macro.start()
    return text


def declarations(body):
    """(section, declaration, body or None, whether a comment stands before it) of what is in a class or namespace."""
    section = None
    documented = False
    at = 0
    while at < len(body):
        if label := SECTION.match(body[at:]):
            section = label[1]
            at += label.end()
            continue
        i, inner = at, None
        while i < len(body) and body[i] not in ';{':
            i = closing(body, i, '()') if body[i] == '(' else i + 1
        head = body[at:i].strip()
        if i < len(body) and body[i] == '{':
            end = closing(body, i, '{}')
            inner = body[i + 1:end - 1]
            if head.startswith(('class', 'struct', 'enum', 'template')) and body[end:end + 1] == ';':
                end += 1
            i = end - 1
        at = i + 1
        if DOC in head:
            documented, head = True, head.replace(DOC, '').strip()
        if head:
            yield section, ' '.join(head.split()), inner, documented
            documented = False


class Header:
    """What one header declares: the names that need a comment."""

    def __init__(self, text):
        self.about = []  # (kind, name)
        self.functions = Counter()
        self.covered = Counter()  # functions: by a property, or by a comment in the header
        self.read(without_macros(stripped(text)), None)

    def read(self, text, owner, is_class=False, is_struct=False):
        for section, head, inner, documented in declarations(text):
            if head.startswith('property '):
                self.property(owner, head.removeprefix('property '))
            elif is_class and (section or ('public' if is_struct else 'private')).startswith('private'):
                continue
            else:
                self.declaration(owner, head, inner, documented)

    def property(self, owner, declared):
        name = re.match(r'[\w:<>, ]+?[ *&]+(\w+) (?:READ|MEMBER)', declared)[1]
        self.about.append(('property', f'{owner}::{name}'))
        for function in set(re.findall(r'\b(?:READ|WRITE|NOTIFY|BINDABLE|RESET) (\w+)', declared)):
            self.covered[f'{owner}::{function}'] += 1

    def declaration(self, owner, head, inner, documented):
        if head.startswith('namespace '):
            name = head.split()[1]
            if name != 'QtRdmaPrivate' and name != 'std' and inner.strip():
                self.about.append(('namespace', name))
                self.read(inner, name)
        elif enum := ENUM.match(head):
            if inner is not None:
                values = re.findall(r'^\s*(\w+)', inner.replace(',', '\n'), flags=re.M)
                self.about.append(('enum', f'{owner}::{enum[1]}' if owner else enum[1], values))
        elif record := CLASS.match(head):
            if inner is not None:
                name = f'{owner}::{record[2]}' if owner else record[2]
                self.about.append(('class', name))
                self.read(inner, record[2], True, record[1] == 'struct')
        elif owner and '(' in head:
            self.function(owner, head, documented)

    def function(self, owner, head, documented):
        if head.startswith(('friend ', 'using ', 'static_assert')) or re.search(r'\boverride\b', head):
            return
        name = re.search(r'(~?\w+|operator\W+)\s*\(', head)[1].strip()
        is_special = name.startswith(('~', 'operator'))
        if name == owner:
            is_special = bool(re.search(rf'\(\s*(const )?{owner}\s*&&?', head))
        if is_special or '= delete' in head:
            return
        self.functions[f'{owner}::{name}'] += 1
        if documented:
            self.covered[f'{owner}::{name}'] += 1


class Comments:
    """What the comments of the sources are about."""

    def __init__(self, files):
        self.functions = Counter()
        self.internal = Counter()  # functions that are for the library itself
        self.about = {}  # (kind, name): the comment
        for file in files:
            text = file.read_text(encoding='utf-8')
            for comment in re.finditer(r'/\*!.*?\*/', text, flags=re.S):
                self.add(comment[0], text[comment.end() - 2:comment.end() + 600])

    def add(self, comment, following):
        for kind, name in ABOUT.findall(comment):
            kind = {'struct': 'class', 'variable': 'property'}.get(kind, kind)
            self.about[(kind, name)] = comment
        named = FUNCTION.findall(comment)
        if not named and not ABOUT.search(comment):
            definition = DEFINITION.match(following)
            named = [definition.groups()] if definition else []
        for owner, name in named:
            self.functions[f'{owner}::{name}'] += 1
            self.internal[f'{owner}::{name}'] += '\\internal' in comment


def comments_of(top):
    return Comments([*(top / 'src').rglob('*.cpp'), *(top / 'include').rglob('*.h'), *(top / 'doc').glob('*.qdoc')])


def missing(header, comments):
    for kind, name, *values in header.about:
        comment = comments.about.get((kind, name))
        if comment is None:
            yield f'{kind} {name} has no comment'
            continue
        wanted = [r'\inmodule', r'\brief', r'\since'] if kind in ('class', 'namespace') else []
        wanted += [rf'\value {value}' for value in (values[0] if values else [])]
        for word in wanted:
            if not re.search(re.escape(word) + r'\b', comment):
                yield f'{kind} {name}: no {word}'
    for name, count in header.functions.items():
        found = comments.functions[name] + header.covered[name]
        if found < count:
            yield f'{name}() has {found} comments for {count} functions'


def without_example(header, comments):
    for kind, name, *_ in header.about:
        is_made = kind == 'class' and header.functions[f'{name}::{name}'] and name not in GIVEN
        if is_made and '\\snippet' not in comments.about.get((kind, name), ''):
            yield f'class {name} has no example'


def example_faults(top):
    examples = {file.name: Counter(re.findall(r'^ *//! \[(.+)\]$', file.read_text(encoding='utf-8'), flags=re.M))
                for file in (top / 'doc/snippets').iterdir() if file.suffix in ('.cpp', '.qml')}
    unused = {(file, name) for file, names in examples.items() for name in names}
    for file in [*(top / 'src').rglob('*.cpp'), *(top / 'doc').glob('*.qdoc'), *(top / 'qml/doc').glob('*.qdoc')]:
        text = file.read_text(encoding='utf-8')
        if file.suffix == '.cpp' and '\\code' in text or re.search(r'\\qml\n(?! *import QtRdma\n *\\endqml)', text):
            yield f'{file.relative_to(top)}: move the example to doc/snippets, where it is checked, and use \\snippet'
        for source, name in re.findall(r'\\snippet (\S+) (.+)', text):
            unused.discard((source, name))
            if examples.get(source, {}).get(name) != 2:
                yield f'{file.relative_to(top)}: doc/snippets/{source} has no part between two lines //! [{name}]'
    for source, name in sorted(unused):
        yield f'doc/snippets/{source}: no comment uses [{name}]'


def excluded(top):
    """The headers that qdoc does not read."""
    names = re.findall(r'^excludefiles = (.*)$', (top / 'doc/qtrdma.qdocconf').read_text(encoding='utf-8'), flags=re.M)
    return {Path(name).name for line in names for name in line.split()}


def main():
    top = Path(sys.argv[1]).resolve()
    comments = comments_of(top)
    left_out = excluded(top)
    failures = count = 0
    for file in sorted((top / 'include').rglob('*.h')):
        if file.name in left_out:
            continue
        header = Header(file.read_text(encoding='utf-8'))
        count += sum(header.functions.values()) + len(header.about)
        for failure in [*missing(header, comments), *without_example(header, comments)]:
            print(f'{file.name}: {failure}')
            failures += 1
    for failure in example_faults(top):
        print(failure)
        failures += 1
    print(f'{count} things to be documented, {failures} failures')
    return min(failures, 1) if count > 500 else 1  # fewer were found only when this script errs


if __name__ == '__main__':
    sys.exit(main())
