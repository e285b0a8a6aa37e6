#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Adds the guide to the reference that qdoc has made: pages.py SOURCE_DIRECTORY SITE

Each Markdown file of the sources becomes a page below SITE/pages, at its own path, and each picture that one shows stands
beside it. Other files of the sources are named, without a link. The first page of the reference leads to the guide, and so
does qtrdma.qhp, from which the .qch file is made.
"""

import re
import shutil
import sys
from html import escape
from os.path import normpath
from pathlib import Path

import markdown

FIRST = 'doc/guide/README.md'
PAGE = '''<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} | QtRdma</title>
<link rel="stylesheet" href="{up}style/offline.css">
</head>
<body>
<div class="header"><div class="main"><div class="main-rounded"><div class="navigationbar"><ul>
<li><a href="{up}index.html">QtRdma</a></li><li><a href="{up}pages/doc/guide/README.html">The guide</a></li><li>{title}</li>
</ul></div></div></div></div>
<div class="content"><div class="line"><div class="content mainContent">
{body}
</div></div></div>
</body>
</html>
'''
SLUG = {'toc': {'slugify': lambda text, separator: re.sub(r'[^\w -]', '', text.lower()).replace(' ', separator)}}
STATES = re.compile(r'^```mermaid\nstateDiagram-v2\n(.*?)^```$', re.S | re.M)
LINK = re.compile(r'<a href="([^"]+)">(.*?)</a>', re.S)


def documents(top):
    return [*top.glob('*.md'), *(top / 'doc').rglob('*.md'), *(top / 'examples').rglob('*.md')]


def transitions(diagram):
    """A table of what mermaid would draw: the site has no scripts that draw."""
    names = {'[*]': '–'} | {short: name for name, short in re.findall(r'^ *state "(.*)" as (\w+)$', diagram, re.M)}
    rows = [f'| {names.get(start, start)} | {names.get(end, end)} | {(when or "").replace("|", "&#124;")} |'
            for start, end, when in re.findall(r'^ *(\S+) --> ([^\s:]+)(?:: (.*))?$', diagram, re.M)]
    return '\n'.join(['| from | to | when |', '|---|---|---|', *rows])


class Pages:
    def __init__(self, top, site):
        self.top, self.site = top, site
        self.sources = set(documents(top))
        self.titles = {}

    def write(self, source):
        reader = markdown.Markdown(extensions=['extra', 'sane_lists', 'toc'], extension_configs=SLUG)
        text = source.read_text(encoding='utf-8')
        text = re.sub(r'<!--.*?-->\n*', '', text, flags=re.S)
        text = STATES.sub(lambda diagram: transitions(diagram[1]), text)
        body = reader.convert(text).replace('<h1 ', '<h1 class="title" ', 1)
        body = LINK.sub(lambda link: self.link(source, *link.groups()), body)
        for picture in re.findall(r'\b(?:src|srcset)="([^":]+)"', body):
            self.copy(source.parent / picture)
        page = self.place(source).with_suffix('.html')
        page.parent.mkdir(parents=True, exist_ok=True)
        up = '../' * len(page.relative_to(self.site).parent.parts)
        title = re.search(r'^# (.+)$', text, re.M)
        self.titles[source] = title[1].replace('`', '') if title else source.stem
        page.write_text(PAGE.format(title=escape(self.titles[source]), up=up, body=body), encoding='utf-8')

    def place(self, source):
        return self.site / 'pages' / source.resolve().relative_to(self.top)

    def copy(self, picture):
        place = self.place(picture)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, place)

    def link(self, source, address, text):
        name, _, place = address.partition('#')
        target = (source.parent / name).resolve()
        if re.match(r'[a-z]+:', address) or not name:
            return f'<a href="{address}">{text}</a>'
        if target in self.sources:
            name = re.sub(r'\.md$', '.html', name)
            return f'<a href="{name}{"#" + place if place else ""}">{text}</a>'
        if target.suffix in ('.png', '.svg', '.webp'):
            self.copy(target)
            return f'<a href="{address}">{text}</a>'
        return text

    def in_order(self):
        """The pages as the first one of the guide names them, then all others."""
        first = self.top / FIRST
        named = [first, *((first.parent / name).resolve() for name in re.findall(r'\]\(([^)#:]+\.md)', first.read_text()))]
        return [source for source in dict.fromkeys([*named, *sorted(self.sources)]) if source in self.sources]

    def add_to_help(self):
        project = self.site / 'qtrdma.qhp'
        first, *others = (f'<section ref="{self.place(source).with_suffix(".html").relative_to(self.site)}" '
                          f'title="{escape(self.titles[source])}"' for source in self.in_order())
        contents = '\n'.join([f'{first}>', *(f'    {section}/>' for section in others), '</section>'])
        files = '\n'.join(f'<file>{file.relative_to(self.site)}</file>'
                          for file in sorted((self.site / 'pages').rglob('*')) if file.is_file())
        text = project.read_text(encoding='utf-8')
        text = re.sub(r'(<toc>\s*<section [^>]*>\n)', lambda start: f'{start[0]}{contents}\n', text, count=1)
        project.write_text(text.replace('</files>', f'{files}\n</files>'), encoding='utf-8')

    def lead_there(self):
        """The first page of the reference gets what the first page of the guide has, before its own sections."""
        index, first = self.site / 'index.html', self.place(self.top / FIRST).with_suffix('.html')
        guide = re.search(r'(<h1 .*?)\n</div>', first.read_text(encoding='utf-8'), re.S)[1]
        guide = re.sub(r'<(/?)h([12])\b', lambda tag: f'<{tag[1]}h{int(tag[2]) + 1}', guide).replace(' class="title"', '')
        here = first.parent.relative_to(self.site)
        guide = re.sub(r'href="(?![a-z]+:)([^"]+)"', lambda link: f'href="{normpath(here / link[1])}"', guide)
        text, count = re.subn(r'(?=<h2 )', lambda _: guide + '\n', index.read_text(encoding='utf-8'), count=1)
        if not count:
            sys.exit(f'pages.py: {index} has no section')
        index.write_text(text, encoding='utf-8')


def main():
    pages = Pages(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    if pages.top / FIRST not in pages.sources:
        sys.exit(f'pages.py: {FIRST} is missing')
    for source in sorted(pages.sources):
        pages.write(source)
    pages.lead_there()
    pages.add_to_help()
    print(f'{len(pages.sources)} pages of the guide')


main()
