#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Writes the first sentence of a QDoc comment into the public header: hover.py [--write] SOURCE_DIRECTORY

IDEs show the comment before a declaration when the pointer is over its name. So each class and each public function of a
header has one with ///, made of the \\brief or the first sentence of its comment in src; a getter without a comment of its
own has that of its property. So that headers stay short these have none: signals, constructors, a function whose comment
says \\overload, swap(), setters of which there is no more to say than their names do, and the forms for std::chrono.

Without --write it fails where a header differs from the comments.
"""

import argparse
import re
import sys
import textwrap
from pathlib import Path

sys.dont_write_bytecode = True
from reference import SECTION, closing, excluded  # noqa: E402

COLUMNS = 100
MADE = re.compile(r'^ */// [^\n]*\n', flags=re.M)
COMMENT = re.compile(r'/\*!.*?\*/', flags=re.S)
ABOUT = re.compile(r'\\(?:class|struct|property)\s+([\w:]+)')
OTHER = re.compile(r'\\(?:enum|typedef|typealias|namespace|variable|internal|overload|reimp)\b')
FUNCTION = re.compile(r'\\fn\s+[^\n]*?\b(\w+)(?:<\w+>)?::(\w+)\s*(?=\()')
DEFINITION = re.compile(r'\s*(?:template\s*<[^;{]*?>\s*)?[^;{}()]*?\b(\w+)::(\w+)\s*(?=\()')
GETTER = re.compile(r'\bQ_PROPERTY\([^()]*?(\w+)\s+READ\s+(\w+)')
MARKED = re.compile(r'\\(?:a|c|e)\s*(?:\{([^{}]*)\}|([-/\w.:]*\w(?:\(\d?\))?))')
OBVIOUS = re.compile(r'Sets `?\w+`? to `?\w+`?\.|Returns `?true`?\.')
NOT_DECLARED = re.compile(r'= *delete|^(?:friend|using) |\boperator\b|~')


def parameters(text, at):
    """The types of the parameters in the bracket at 'at', without names, defaults and scopes."""
    inner = text[at + 1:closing(text, at, '()') - 1]
    while (plain := re.sub(r'<[^<>,]*(,[^<>]*)>', lambda match: match[0].replace(',', ';'), inner)) != inner:
        inner = plain
    types = [re.sub(r'(?<=[\s*&>])\w+$', '', each.split('=')[0].strip()) for each in inner.split(',')]
    return ','.join(re.sub(r'\w+::|\s', '', each) for each in types)


def sentence(comment):
    """The first one, as Markdown."""
    text = re.sub(r'^ *\\(class|struct|property|fn|inmodule|since|ingroup)\b[^\n]*$', '', comment[3:-2], flags=re.M)
    text = re.split(r'\n\s*\n|\\(?:sa|list|code|note|section1)\b', text.replace('\\brief', '').strip())[0]
    text = re.sub(r'\\l\s*\{[^{}]*\}\s*\{([^{}]*)\}|\\l\s+', lambda match: match[1] or '', text)
    text = MARKED.sub(lambda match: f'`{match[1] or match[2]}`', ' '.join(text.split()))
    text = re.match(r'.*?\.(?= |$)|.*', text)[0].rstrip(':.')
    return text[0].upper() + text[1:] + '.' if text else ''


def sentences(files):
    """The sentence for each class, property and function with the types of its parameters."""
    found = {}
    for file in files:
        text = file.read_text(encoding='utf-8')
        for comment in COMMENT.finditer(text):
            if OTHER.search(comment[0]):
                continue
            names = ABOUT.findall(comment[0])
            functions = [(match, comment[0]) for match in FUNCTION.finditer(comment[0])]
            if not names and not functions and (match := DEFINITION.match(text, comment.end())):
                functions = [(match, text)]
            names += [f'{match[1]}::{match[2]}({parameters(where, match.end())})' for match, where in functions]
            for name in names:
                found.setdefault(name, sentence(comment[0]))
    return {name: words for name, words in found.items() if words and not OBVIOUS.fullmatch(words)}


def blank(text):
    """The same length, without comments, macros and lines of the preprocessor."""
    def spaces(match):
        return re.sub(r'[^\n]', ' ', match[0])

    text = re.sub(r'/\*.*?\*/|//[^\n]*|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', spaces, text, flags=re.S | re.M)
    text = re.sub(r'\b(?:Q_OBJECT|Q_GADGET\w*|Q_INVOKABLE|Q_RDMA\w*_EXPORT|QT_(?:BEGIN|END)_NAMESPACE)\b', spaces, text)
    at = 0
    while macro := re.compile(r'\b(?:Q|QT)_[A-Z_]+\s*\(').search(text, at):
        at = closing(text, macro.end() - 1, '()')
        text = text[:macro.start()] + re.sub(r'[^\n]', ' ', text[macro.start():at]) + text[at:]
    return text


def places(code, at, end, owner, is_public):
    """(offset, name) of each class and public function between at and end."""
    while at < end:
        at += len(code[at:end]) - len(code[at:end].lstrip())
        if label := SECTION.match(code[at:end]):
            is_public = label[1] in ('public', 'public Q_SLOTS')
            at += label.end()
            continue
        i = at
        while i < end and code[i] not in ';{':
            i = closing(code, i, '()') if code[i] == '(' else i + 1
        head = code[at:i]
        has_body = code[i:i + 1] == '{'
        behind = closing(code, i, '{}') if has_body else i + 1
        record = re.match(r'(?:template\s*<.*?>\s*)?(class|struct)\s+(\w+)', head, flags=re.S)
        function = re.search(r'\b(\w+)\s*(?=\()', head)
        if head.startswith('namespace') and not re.search(r'QtRdmaPrivate|std\b', head):
            yield from places(code, i + 1, behind - 1, head.split()[1], True)
        elif record and has_body and is_public:
            yield at, f'{owner}::{record[2]}' if owner else record[2]
            yield from places(code, i + 1, behind - 1, record[2], record[1] == 'struct')
        elif owner and is_public and function and not record and not NOT_DECLARED.search(head):
            if function[1] not in (owner, 'swap') and not function[1].endswith('AsDuration'):
                yield at, f'{owner}::{function[1]}({parameters(head, function.end())})'
        at = behind + (has_body and code[behind:behind + 1] == ';')


def with_comments(text, known):
    text = MADE.sub('', text)
    code = blank(text)
    properties = {getter: name for name, getter in GETTER.findall(text)}
    made, last = '', 0
    for at, name in places(code, 0, len(code), None, True):
        owner, _, function = name.partition('(')[0].rpartition('::')
        words = known.get(name) or (known.get(f'{owner}::{properties.get(function)}') if name.endswith('()') else None)
        if not words:
            continue
        line = text.rindex('\n', 0, at) + 1
        lead = re.match(r' *', text[line:])[0] + '/// '
        lines = textwrap.wrap(words, COLUMNS, initial_indent=lead, subsequent_indent=lead,
                              break_long_words=False, break_on_hyphens=False)
        made += text[last:line] + ''.join(f'{each}\n' for each in lines)
        last = line
    return made + text[last:]


def main():
    parser = argparse.ArgumentParser(description='Writes the first sentence of a QDoc comment into the public header.')
    parser.add_argument('--write', action='store_true', help='change the headers')
    parser.add_argument('source', type=Path)
    arguments = parser.parse_args()
    top = arguments.source.resolve()
    known = sentences([*(top / 'src').rglob('*.cpp'), *(top / 'include').rglob('*.h'), *(top / 'doc').glob('*.qdoc')])
    left_out = excluded(top)
    failures = count = 0
    for file in sorted((top / 'include').rglob('*.h')):
        if file.name in left_out:
            continue
        text = file.read_text(encoding='utf-8')
        wanted = with_comments(text, known)
        count += len(MADE.findall(wanted))
        if arguments.write:
            file.write_text(wanted, encoding='utf-8')
        elif wanted != text:
            print(f'{file.relative_to(top)} differs from the comments in src: tests/auto/documents/hover.py --write .')
            failures += 1
    print(f'{count} lines of comments in headers, {failures} failures')
    return 1 if failures or count < 500 else 0  # fewer were found only when this script errs


if __name__ == '__main__':
    sys.exit(main())
