#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Every translation is complete, and its texts fit those of the sources.

translations.py SOURCE_DIRECTORY

A text that the sources have and the file has not, one without a translation, a placeholder that only one side has, and blanks at an end
that differ are failures.
"""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path


def placeholders(text):
    return Counter(re.findall(r'%L?\d+|%n', text))


def edges(text):
    return re.match(r'\s*', text)[0], re.search(r'\s*$', text)[0]


def problems_of(message):
    source = message.findtext('source')
    translation = message.find('translation')
    if translation.get('type') == 'unfinished':
        yield 'is not translated'
        return
    forms = [form.text or '' for form in translation.iter('numerusform')] or [translation.text or '']
    for form in forms:
        if not form.strip():
            yield 'has an empty translation'
        # "one file" may leave out its number.
        elif len(forms) == 1 and placeholders(form) != placeholders(source):
            yield f'has other placeholders in "{form}"'
        elif edges(form) != edges(source):
            yield f'begins or ends with other blanks than "{form}"'


def texts(path):
    for context in ElementTree.parse(path).getroot().iter('context'):
        for message in context.iter('message'):
            yield context.findtext('name'), message


def check(path):
    failures = []
    count = 0
    for context, message in texts(path):
        count += 1
        failures += [f'{path.name}: {context}: "{message.findtext("source")}" {problem}' for problem in problems_of(message)]
    return count, failures


def untranslatable(source):
    """The lines in which lupdate says that it cannot tell the context of a text."""
    with tempfile.TemporaryDirectory() as directory:
        updated = subprocess.run([source / 'translations/update', directory], stderr=subprocess.PIPE, text=True, check=True)
        results = [check(path) for path in sorted(Path(directory).glob('*.ts'))]
    warnings = [line for line in updated.stderr.splitlines() if 'lacks Q_OBJECT' in line or 'without context' in line]
    return results, warnings


def main():
    results, failures = untranslatable(Path(sys.argv[1]).resolve())
    for _, found in results:
        failures += found
    for failure in failures:
        print(failure)
    count = sum(count for count, _ in results)
    print(f'{count} texts in {len(results)} translations, {len(failures)} failures')
    sys.exit(1 if failures or not results else 0)


if __name__ == '__main__':
    main()
