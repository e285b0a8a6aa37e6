#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""The version of QtRdma and its date, which stand in several files of the sources in DIRECTORY.

usage: version.py DIRECTORY check VERSION        do all places name this version? Those that do not are listed
       version.py DIRECTORY date VERSION DATE    make it a release of DATE, as in 2026-11-28
"""

import datetime
import re
import sys
from pathlib import Path

# A file, and a pattern whose group is the version. The rest of the project gets it from CMake.
VERSIONS = [
    ('CMakeLists.txt', r'^ +VERSION (\S+)$'),
    ('CHANGELOG.md', r'^## (\d\S*) – '),
    ('README.md', r'^- Version (\d+\.\d+\.\d+)'),
    ('debian/changelog', r'\Aqtrdma \((.+)-[^-]+\) '),
    ('doc/qtrdma.qdocconf', r'^version = (\S+)$'),
    ('doc/qtrdma.qdocconf', r'^buildversion = QtRdma (\S+)$'),
    ('packaging/qtrdma.spec', r'^Version: .*!\?qtrdma_version:(.+?)}$'),
    ('packaging/qtrdma.spec', r'^%changelog\n\* .* - (.+)-\d+$'),
]
METAINFO = r'<release version="@PROJECT_VERSION@" date="@QTRDMA_RELEASE_DATE@"/>'

# A file, a pattern whose group is replaced, and the form of the date that replaces it.
DATES = [
    ('CMakeLists.txt', r'^set\(QTRDMA_RELEASE_DATE (\S+)\)', '%Y-%m-%d'),
    ('CHANGELOG.md', r'^## \d\S* – (not released yet)$', '%Y-%m-%d'),
    ('README.md', r'^- Version [\d.]+(, not released yet)', ' of %Y-%m-%d'),
    ('debian/changelog', r'\A.*\) (UNRELEASED);', 'unstable'),
    ('debian/changelog', r'^ -- .*>  (.*)$', '%a, %d %b %Y 00:00:00 +0000'),
    ('packaging/qtrdma.spec', r'^%changelog\n\* (\w+ \w+ \d+ \d+) ', '%a %b %d %Y'),
]


def check(top, version):
    """What is wrong, one line for each place."""
    wrong = []
    for name, pattern in VERSIONS:
        found = re.search(pattern, (top / name).read_text(), re.MULTILINE)
        if not found:
            wrong.append(f'{name} has no line like {pattern}')
        elif found[1] != version:
            wrong.append(f'{name} names the version {found[1]}, not {version}')
    wrong += [f'{path.relative_to(top)} does not take version and date from CMake'
              for path in sorted((top / 'tools/metainfo').glob('*.xml.in')) if METAINFO not in path.read_text()]
    return wrong


def set_date(top, date):
    """What is wrong, one line for each place. Where nothing is, the files have the date."""
    texts, wrong = {}, []
    for name, pattern, form in DATES:
        text = texts.get(name) or (top / name).read_text()
        found = re.search(pattern, text, re.MULTILINE)
        if not found:
            wrong.append(f'{name} has no line like {pattern}: has this version been released before?')
            continue
        texts[name] = text[:found.start(1)] + date.strftime(form) + text[found.end(1):]
    if not wrong:
        for name, text in texts.items():
            (top / name).write_text(text)
    return wrong


def misuse(text):
    print(text, file=sys.stderr)
    sys.exit(2)


def day(text):
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        misuse(f'version.py: "{text}" is no date like 2026-11-28')


def main(arguments):
    command = {3: 'check', 4: 'date'}.get(len(arguments))
    if not command or arguments[1] != command:
        misuse(__doc__)
    top, version = Path(arguments[0]), arguments[2]
    if not re.fullmatch(r'\d+\.\d+\.\d+', version):
        misuse(f'version.py: "{version}" is no version like 0.1.0')
    date = day(arguments[3]) if len(arguments) == 4 else None
    wrong = check(top, version)
    if date and not wrong:
        wrong = set_date(top, date)
    for line in wrong:
        print(f'version.py: {line}', file=sys.stderr)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
