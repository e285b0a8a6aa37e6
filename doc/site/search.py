#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Adds a search to the site: search.py SITE

search-index.js has the text of each section of each page, search.html shows what search.js finds in it, and each page gets a
field for the words. All works without a server.
"""

import json
import re
import shutil
import sys
from html import unescape
from pathlib import Path

FORM = ('<form class="search" action="{up}search.html" style="float: right">'
        '<input type="search" name="q" placeholder="Search" aria-label="Search the site"></form>\n')
NAVIGATION = re.compile(r'<div class="navigationbar">')
HEADING = re.compile(r'<h([1-4])\b([^>]*)>(.*?)</h\1>', re.S)
NO_TEXT = re.compile(r'<(script|style)\b.*?</\1>|<div class="sidebar">.*?<div class="sidebar-content"|<!--.*?-->', re.S)


def plain(html):
    return ' '.join(unescape(re.sub(r'<[^>]+>', ' ', html)).split())


def sections(page, address):
    """[address, page, heading, text] of each part of a page that begins with a heading."""
    body = NO_TEXT.sub('', page[page.index('<body'):])
    headings = list(HEADING.finditer(body))
    title = plain(headings[0][3]) if headings else address
    for heading, following in zip(headings, [*headings[1:], None]):
        place = re.search(r'\bid="([^"]+)"', heading[2])
        text = plain(body[heading.end():following.start() if following else len(body)])
        yield [address + (f'#{place[1]}' if place else ''), title, plain(heading[3]), text]


def main():
    site, here = Path(sys.argv[1]), Path(__file__).parent
    found = []
    pages = [page for page in sorted(site.rglob('*.html')) if not page.stem.endswith('-members')]
    for page in pages:
        text = page.read_text(encoding='utf-8')
        address = page.relative_to(site)
        found += sections(text, address.as_posix())
        form = FORM.format(up='../' * len(address.parent.parts))
        text, count = NAVIGATION.subn(lambda navigation: navigation[0] + form, text, count=1)
        if not count:
            sys.exit(f'search.py: {page} has no navigation bar')
        page.write_text(text, encoding='utf-8')
    (site / 'search-index.js').write_text(f'const sections = {json.dumps(found, ensure_ascii=False)};\n', encoding='utf-8')
    shutil.copyfile(here / 'search.js', site / 'search.js')
    shutil.copyfile(here / 'search.html', site / 'search.html')
    print(f'{len(found)} sections of {len(pages)} pages can be searched')


main()
