#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares the site of ./run docs with what there is: site.py SOURCE_DIRECTORY SITE [DOCUMENTS_OF_QT]

- Everything that the public headers declare (see reference.py) has a place in a page of the site: each class, function,
  property, enumeration, enumerator and namespace. So has everything that tests/auto/qmlnames/AllProperties.qml uses, which
  is all that the QML module has: each type, property, signal and method.
- Each link of a page leads to a file of the site and to a place in it. A link to a class of Qt leads to a page and a place
  that an index of Qt's documentation has.
- The help for Qt Creator has each page, and the search has each text of errors.md and messages.md.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'auto/documents'))
from reference import Header, comments_of, excluded  # noqa: E402

QT = 'https://doc.qt.io/qt-6/'
BLOCK = re.compile(r'readonly property (\w+) \w+: \1 \{\n(.*?)^    \}', re.S | re.M)


class Site:
    def __init__(self, directory):
        self.directory = directory
        self.failures = []

    def fail(self, text):
        self.failures.append(text)

    @cache
    def text(self, name):
        file = self.directory / name
        return file.read_text(encoding='utf-8') if file.is_file() else ''

    @cache
    def places(self, name):
        return set(re.findall(r'\b(?:id|name)="([^"]+)"', self.text(name)))

    def has(self, address):
        """Whether the address PAGE or PAGE#PLACE leads somewhere."""
        name, _, place = address.partition('#')
        return (self.directory / name).is_file() and (not place or unquote(place) in self.places(name))


# ---- coverage ----

def documented(site):
    """(kind, name) of what has a place in a page, as often as it has one, from the index that qdoc has made of them."""
    found = Counter()

    def read(element, scope):
        if element.tag.startswith('qml'):
            return
        name = element.get('name') or ''
        full = f'{scope}::{name}' if scope and name else name
        if element.tag == 'value':
            found['enumerator', full] += 1
        elif site.has(element.get('href') or '#'):
            kind = {'struct': 'class'}.get(element.tag, element.tag)
            found[kind, '::'.join(full.split('::')[-2:]) if kind == 'function' else full] += 1
        for child in element:
            read(child, full)

    read(ElementTree.parse(site.directory / 'qtrdma.index').getroot().find('namespace'), '')
    return found


def wanted(top):
    """kind, name, how often, and how often a property has it or it is for the library itself."""
    left_out, internal = excluded(top), comments_of(top).internal
    for file in sorted((top / 'include').rglob('*.h')):
        if file.name in left_out:
            continue
        header = Header(file.read_text(encoding='utf-8'))
        for kind, name, *values in header.about:
            yield kind, name, 1, 0
            scope = name.rpartition('::')[0]
            for value in values[0] if values else []:
                yield 'enumerator', f'{name}::{value}', 1, 0
        for name, count in header.functions.items():
            yield 'function', name, count, header.covered[name] + internal[name]


def qml_names(top):
    """(type, kind, name) of what AllProperties.qml uses."""
    text = (top / 'tests/auto/qmlnames/AllProperties.qml').read_text(encoding='utf-8')
    for owner, body in BLOCK.findall(text):
        values = re.search(r'return \[(.*?)\];', body, re.S)[1]
        calls = re.search(r'function calls\(\) \{\n(.*?)\n        \}', body, re.S)[1]
        names = {('prop', name.split('.')[0].strip()) for name in values.split(',')}
        names |= {('prop', name) for name in re.findall(r'^        (?!on[A-Z])(\w+): ', body, re.M)}
        names |= {('method', name) for name in re.findall(r'(?<!all\.)\b(\w+)\(', calls)}
        for name in re.findall(r'^        on([A-Z]\w*): ', body, re.M):
            name = name[0].lower() + name[1:]
            changed = name.removesuffix('Changed')
            # The signal of a property needs no text.
            names.add(('prop', changed) if ('prop', changed) in names else ('signal', name))
        for kind, name in sorted(names):
            yield owner, kind, name
    # These have no objects.
    for owner in re.findall(r'property (RdmaAbstract\w+)', text):
        yield owner, None, None


def check_coverage(site, top):
    found = documented(site)
    total, have = Counter(), Counter()

    def count(kind, name, number, places):
        total[kind] += number
        have[kind] += min(number, places)
        if places < number:
            site.fail(f'{kind} {name}: {places} of {number} in the site')

    for kind, name, number, covered in wanted(top):
        count(kind, name, number, found[kind, name] + covered)
    types = set()
    for owner, kind, name in qml_names(top):
        page = f'qml-qtrdma-{owner.lower()}.html'
        if owner not in types:
            types.add(owner)
            count('QML type', owner, 1, int(site.has(page)))
        if kind:
            members = site.text(page.replace('.html', '-members.html')) or site.text(page)
            word = {'prop': 'QML property', 'method': 'QML method', 'signal': 'QML signal'}[kind]
            count(word, f'{owner}.{name}', 1, int(f'#{name}-{kind}"' in members))
    for kind in total:
        print(f'{kind:14} {have[kind]:5} of {total[kind]:5}')
    all_of_them = sum(total.values())
    print(f'Coverage of the reference: {100 * sum(have.values()) / all_of_them:.1f} % of {all_of_them}')
    if all_of_them < 1000:
        site.fail('So little is there only when this script errs')


# ---- links ----

def qt_places(documents):
    """PAGE: the places that the indexes of Qt's documentation name in it."""
    places = defaultdict(set)
    for index in documents.glob('*/*.index'):
        for address in re.findall(r'\bhref="([^"]+)"', index.read_text(encoding='utf-8')):
            page, _, place = unescape(address).partition('#')
            places[page].add(place)
    return places


def check_links(site, documents):
    qt = qt_places(documents) if documents else {}
    inside = outside = 0
    for page in sorted(site.directory.rglob('*.html')):
        name = page.relative_to(site.directory).as_posix()
        for address in set(re.findall(r'\b(?:href|src)="([^"]+)"', site.text(name))):
            address = unescape(address)
            if address.startswith(QT) and qt:
                outside += 1
                target, _, place = address.removeprefix(QT).partition('#')
                if target not in qt or place and place not in qt[target]:
                    site.fail(f'{name}: no index of Qt has {address}')
            elif not re.match(r'[a-z]+:', address):
                inside += 1
                target = (page.parent / (address.partition('#')[0] or page.name)).resolve()
                target = target.relative_to(site.directory).as_posix() if target.is_relative_to(site.directory) else address
                place = address.partition('#')[2]
                if not site.has(f'{target}#{place}' if place else target):
                    site.fail(f'{name}: nothing is at {address}')
    print(f'{inside} links inside the site, {outside} to the documentation of Qt')


# ---- help and search ----

def check_help(site):
    files = set(re.findall(r'<file>([^<]+)</file>', site.text('qtrdma.qhp')))
    pages = {page.relative_to(site.directory).as_posix() for page in site.directory.rglob('*.html')} - {'search.html'}
    for page in sorted(pages - files):
        site.fail(f'{page} is not in the help')
    print(f'{len(pages & files)} pages in the help')


def check_search(site, top):
    sections = json.loads(site.text('search-index.js').partition('=')[2].rstrip(';\n'))
    everything = ' '.join(text for *_, text in sections)
    errors = ''.join((top / 'doc/guide' / name).read_text(encoding='utf-8') for name in ('errors.md', 'messages.md'))
    texts = [' '.join(text.split()) for text in re.findall(r'^- \*\*(.+?)\*\*', errors, re.S | re.M)]
    for text in texts:
        if text.replace('`', '') not in everything:
            site.fail(f'The search does not find: {text}')
    print(f'{len(sections)} sections and {len(texts)} errors in the search')


def main():
    top, site = Path(sys.argv[1]).resolve(), Site(Path(sys.argv[2]).resolve())
    check_coverage(site, top)
    check_links(site, Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    check_help(site)
    check_search(site, top)
    print(*site.failures, sep='\n')
    print(f'{len(site.failures)} failures')
    return min(len(site.failures), 1)


sys.exit(main())
