#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares the code of the guide with files that are compiled: snippets.py [--write] SOURCE_DIRECTORY

Each block of C++ or QML in doc/guide has a line before it that names its source:

    <!-- snippet: FILE#NAME -->

The source is the part of doc/guide/snippets/FILE between two lines `//! [NAME]`, without its indentation.
--write puts the sources into the pages.
"""

import argparse
import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r'(^<!-- snippet: (\S+)#(\w+) -->\n)?^```(cpp|qml)\n(.*?)^```$', flags=re.M | re.S)


def part(snippets, file, name):
    path = snippets / file
    if not path.exists():
        raise LookupError(f'{file}: no such file')
    mark = rf'^ *//! \[{name}\]\n'
    found = re.search(f'{mark}(.*?){mark}', path.read_text(encoding='utf-8'), flags=re.M | re.S)
    if not found:
        raise LookupError(f'{file} has no part {name}')
    return textwrap.dedent(found[1])


def faults(snippets, markdown):
    for _, file, name, language, code in BLOCK.findall(markdown):
        if not file:
            yield f'this {language} names no source: {code.splitlines()[0]}'
            continue
        try:
            if part(snippets, file, name) != code:
                yield f'{file}#{name} differs'
        except LookupError as error:
            yield str(error)


def with_sources(snippets, markdown):
    def block(match):
        marker, file, name, language, _ = match.groups()
        return f'{marker}```{language}\n{part(snippets, file, name)}```' if marker else match[0]

    return BLOCK.sub(block, markdown)


def main():
    parser = argparse.ArgumentParser(description='Compares the code of the guide with files that are compiled.')
    parser.add_argument('--write', action='store_true', help='put the sources into the pages')
    parser.add_argument('source', type=Path)
    arguments = parser.parse_args()
    guide = arguments.source / 'doc/guide'
    snippets = guide / 'snippets'
    pages = sorted(guide.glob('*.md'))
    failures = blocks = 0
    for page in pages:
        markdown = page.read_text(encoding='utf-8')
        if arguments.write:
            markdown = with_sources(snippets, markdown)
            page.write_text(markdown, encoding='utf-8')
        blocks += len(BLOCK.findall(markdown))
        for fault in faults(snippets, markdown):
            print(f'{page.relative_to(arguments.source)}: {fault}')
            failures += 1
    print(f'{len(pages)} pages, {blocks} blocks, {failures} failures')
    return 1 if failures or not blocks else 0


sys.exit(main())
