#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares the documents with the tree: documents.py SOURCE_DIRECTORY

Four things must be true of every Markdown file:
  - a link to a file of the tree, or to a heading of one, leads somewhere;
  - a file that is named by its path exists;
  - a test function that is named, as in `tst_limits::files`, is one;
  - no two headings of one level are the same.
doc/architecture.md is compared with the sources:
  - in a row that names a file first and then functions, each function is defined in that file;
  - a folder includes no private header of a folder that its row does not name.
README.md has at most 150 lines, and a sentence of it or of doc/guide at most 100 columns: tables, pictures and the output
of programs may have more.
The sources of the library, of the QML module and of the examples have at most 100 columns. A line that
names a function for qdoc is as long as it must be: qdoc reads no second one.
"""

import functools
import re
import sys
from pathlib import Path

COLUMNS = 100
LINES_OF_README = 150
PARTS = ('.github', 'doc', 'examples', 'qml', 'src', 'tests')
LINK = re.compile(r'\]\(([^)\s]+)\)')
TEST = re.compile(r'\b(tst_\w+)::(\w+)')
PATH = re.compile(r'`((?:src|include|doc|tests|examples|cmake|qml)/[\w./-]+\.\w+)`')
FOLDER = re.compile(r'^\| `src/(\w+)` \| [^|]+ \|([^|]*)\|$', flags=re.M)
INCLUDE = re.compile(r'#include "(?:\.\./)+(\w+)/')
STEP = re.compile(r'^\| `(src/[\w./]+)` \| ([^|]+) \|')


@functools.cache
def text(path):
    return path.read_text(encoding='utf-8')


def without_code(markdown):
    return re.sub(r'^```.*?^```', '', markdown, flags=re.M | re.S)


@functools.cache
def anchors(path):
    """What GitHub makes of the headings: lower case, spaces to dashes, no punctuation."""
    headings = re.findall(r'^#+ (.+)$', without_code(text(path)), flags=re.M)
    return {re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-') for heading in headings}


@functools.cache
def sources_of_test(top, name):
    directory = name.removeprefix('tst_')
    files = [*(top / 'tests/auto' / directory).glob('*.cpp'), *(top / 'tests').glob(f'*/{name}.cpp'),
             *(top / 'tests').glob(f'*/{directory}/*.cpp')]
    return '\n'.join(text(file) for file in files)


def broken_links(path, markdown):
    for target in LINK.findall(without_code(markdown)):
        if re.match(r'\w+:', target):
            continue
        file, _, anchor = target.partition('#')
        other = (path.parent / file).resolve() if file else path
        if not other.exists():
            yield f'link to {target}: no such file'
        elif anchor and anchor not in anchors(other):
            yield f'link to {target}: no such heading'


def double_headings(markdown):
    headings = re.findall(r'^#+ .+$', without_code(markdown), flags=re.M)
    yield from (f'{heading}: stands twice' for heading in {heading for heading in headings if headings.count(heading) > 1})


def missing_files(top, markdown):
    return (f'{file}: no such file' for file in PATH.findall(markdown) if not (top / file).exists())


def missing_tests(top, markdown):
    for test, function in TEST.findall(markdown):
        if not re.search(rf'\b{function}\b', sources_of_test(top, test)):
            yield f'{test}::{function}: no such test function'


def defines(source, function):
    """As a definition at the beginning of a line, or within a class."""
    owner, _, name = function.rpartition('::')
    if re.search(rf'^(?:\S.*)?\b{function}\(', source, flags=re.M):
        return True
    return bool(owner) and all(re.search(pattern, source) for pattern in (rf'\b(?:class|struct) {owner}\b', rf'\b{name}\('))


def untrue_steps(top, markdown):
    steps = 0
    for line in markdown.splitlines():
        step = STEP.match(line)
        if not step:
            continue
        steps += 1
        file = top / step[1]
        if not file.exists():
            continue  # missing_files() has told it
        for function in re.findall(r'`([\w:~]+)\(\)`', step[2]):
            if not defines(text(file), function):
                yield f'{function}() is not in {step[1]}'
    if steps < 30:
        yield f'only {steps} steps were found'


def foreign_includes(top, markdown):
    folders = {name: set(re.findall(r'\w+', uses)) for name, uses in FOLDER.findall(markdown)}
    for file in sorted((top / 'src').rglob('*.[ch]*')):
        name = file.relative_to(top / 'src').parts[0]
        for used in set(INCLUDE.findall(text(file))) - {name, 'rsocket', 'native', 'tcp'} - folders.get(name, set()):
            yield f'{file.relative_to(top)} includes a header of src/{used}'


def too_long(name, markdown):
    lines = len(markdown.splitlines())
    if name == 'README.md' and lines > LINES_OF_README:
        yield f'has {lines} lines, {LINES_OF_README} are allowed'
    if name == 'README.md' or name.startswith('doc/guide/'):
        for line in without_code(markdown).splitlines():
            if len(line) > COLUMNS and not line.startswith(('|', '![')):
                yield f'{len(line)} columns: {line[:60]}...'


def long_lines(top):
    for part in ('examples', 'include', 'qml', 'src'):
        for file in sorted((top / part).rglob('*')):
            if file.suffix not in ('.cpp', '.h', '.qml'):
                continue
            for number, line in enumerate(text(file).split('\n'), 1):
                if len(line) > COLUMNS and '\\fn ' not in line:
                    yield f'{file.relative_to(top)}:{number} has {len(line)} columns'


def main():
    top = Path(sys.argv[1]).resolve()
    documents = [*top.glob('*.md'), *(file for part in PARTS for file in (top / part).rglob('*.md'))]
    failures = 0
    for path in sorted(documents):
        name = str(path.relative_to(top))
        markdown = text(path)
        found = [*broken_links(path, markdown), *missing_files(top, markdown), *missing_tests(top, markdown),
                 *double_headings(markdown), *too_long(name, markdown)]
        if name == 'doc/architecture.md':
            found += [*untrue_steps(top, markdown), *foreign_includes(top, markdown)]
        for failure in found:
            print(f'{name}: {failure}')
        failures += len(found)
    for failure in long_lines(top):
        print(failure)
        failures += 1
    print(f'{len(documents)} documents, {failures} failures')
    return min(failures, 1)


sys.exit(main())
