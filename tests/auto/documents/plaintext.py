#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Finds texts that a name could turn into rich text: plaintext.py DIRECTORY...

Qt takes a text with tags for rich text unless its format is set, and then loads the pictures that
it names. Names of devices, processes, files and people come from others. So in each QML file
  - every Text and Label has `textFormat: Text.PlainText`;
  - every item of a list or a menu has a contentItem of its own, whose text follows the first rule.
"""

import re
import sys
from pathlib import Path

ITEM = re.compile(r'^(?P<indent> *)(?:[\w.]+: )?(?P<type>Text|Label|\w*Delegate|MenuItem) \{')
WANTED = {'Text': 'textFormat: Text.PlainText', 'Label': 'textFormat: Text.PlainText'}


def faults(lines):
    for number, line in enumerate(lines):
        item = ITEM.match(line)
        if not item:
            continue
        indent = item['indent']
        body = []
        for inner in lines[number + 1:]:
            if inner.startswith(indent + '}'):
                break
            body.append(inner.removeprefix(indent + '    '))
        wanted = WANTED.get(item['type'], 'contentItem:')
        if not any(inner.startswith(wanted) for inner in body):
            yield number + 1, f'{item["type"]} without "{wanted}"'


def main():
    files = sorted(file for directory in sys.argv[1:] for file in Path(directory).rglob('*.qml'))
    failures = 0
    for file in files:
        for number, fault in faults(file.read_text(encoding='utf-8').splitlines()):
            print(f'{file}:{number}: {fault}')
            failures += 1
    print(f'{len(files)} files, {failures} failures')
    return min(failures, 1) if files else 1


sys.exit(main())
