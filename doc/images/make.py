#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Draws doc/images/*.svg from the *.txt beside them: make.py [--check]

With --check nothing is written, and the status is 1 if a picture is not that of its text.
A line of a text is one of these; "|" begins a new line in a box:
  title: WORDS                         for those who do not see the picture
  across: NUMBER                       the room between two columns
  box NAME COLUMN ROW KIND: WORDS      KIND is program, memory or device; COLUMN and ROW may be a range such as 0-2
  arrow FROM TO: WORDS                 between two boxes that have a row or a column in common
"""

import re
import sys
from html import escape
from pathlib import Path

WIDTH, HEIGHT, ACROSS, DOWN, MARGIN, LINE = 150, 56, 110, 46, 10, 17
LETTER = 7  # the width of one in words beside an arrow, on average
ASIDE = 14  # how far two arrows, there and back, are from the middle
STYLE = """
text { font: 13px sans-serif; text-anchor: middle; fill: #222 }
.label { font-size: 12px } .beside { font-size: 12px; text-anchor: start }
rect { stroke: #555; rx: 6px } .paper { fill: #fff; stroke: none }
.program { fill: #dcecfb } .memory { fill: #e3f3dc } .device { fill: #fbeed3 }
path { stroke: #555; fill: none; stroke-width: 1.5 } marker path { fill: #555; stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } rect, path { stroke: #aaa } marker path { fill: #aaa }
  .paper { fill: #161b22 } .program { fill: #1d3b57 } .memory { fill: #27451d } .device { fill: #57431a }
}
"""
HEAD = ('<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z"/></marker>')


class Box:
    """A box covers columns and rows, each a pair of the first and the last."""

    def __init__(self, columns, rows, across):
        self.columns, self.rows = (tuple(map(int, (part + '-' + part).split('-')[:2])) for part in (columns, rows))
        self.left, self.right = self.edges(self.columns, WIDTH, across)
        self.top, self.bottom = self.edges(self.rows, HEIGHT, DOWN)

    @staticmethod
    def edges(places, size, between):
        first, last = places
        return MARGIN + first * (size + between), MARGIN + last * (size + between) + size


def lines(x, y, words, style=''):
    parts = words.split('|')
    top = y + 4.5 - (len(parts) - 1) * LINE / 2
    return [f'<text x="{x}" y="{top + number * LINE}"{style}>{escape(part.strip())}</text>'
            for number, part in enumerate(parts)]


def draw_box(box, kind, words):
    return [f'<rect class="{kind}" x="{box.left}" y="{box.top}" width="{box.right - box.left}" '
            f'height="{box.bottom - box.top}"/>',
            *lines((box.left + box.right) / 2, (box.top + box.bottom) / 2, words)]


def draw_arrow(start, end, words, aside):
    """The shapes, and how far they reach to the right. An arrow is beside the middle where there is another one back."""
    left, right = max(start.left, end.left), min(start.right, end.right)
    top, bottom = max(start.top, end.top), min(start.bottom, end.bottom)
    if top < bottom:
        y = (top + bottom) / 2 + aside
        x1, x2 = (start.right, end.left) if start.right < end.left else (start.left, end.right)
        above = y - 12 - words.count('|') * LINE / 2
        text = lines((x1 + x2) / 2, above, words, ' class="label"')
        return [f'<path d="M{x1} {y} {x2} {y}" marker-end="url(#head)"/>', *text], max(x1, x2)
    if left < right:
        x = (left + right) / 2 + aside
        y1, y2 = (start.bottom, end.top) if start.bottom < end.top else (start.top, end.bottom)
        text = lines(x + 10, (y1 + y2) / 2, words, ' class="beside"')
        longest = max(len(part.strip()) for part in words.split('|'))
        return [f'<path d="M{x} {y1} {x} {y2}" marker-end="url(#head)"/>', *text], x + 10 + LETTER * longest
    sys.exit(f'an arrow needs two boxes of one row or one column: {words}')


def picture(source):
    title, across, boxes, shapes, arrows = '', ACROSS, {}, [], []
    for line in source.read_text(encoding='utf-8').splitlines():
        if not line or line.startswith('#'):
            continue
        command, words = (part.strip() for part in line.split(':', 1))
        if command == 'title':
            title = words
        elif command == 'across':
            across = int(words)
        elif match := re.fullmatch(r'box (\w+) ([\d-]+) ([\d-]+) (program|memory|device)', command):
            boxes[match[1]] = Box(match[2], match[3], across)
            shapes += draw_box(boxes[match[1]], match[4], words)
        elif match := re.fullmatch(r'arrow (\w+) (\w+)', command):
            arrows.append((match[1], match[2], words))
        else:
            sys.exit(f'{source}: not understood: {line}')
    both = {frozenset(arrow[:2]) for arrow in arrows if any(arrow[1::-1] == other[:2] for other in arrows)}
    reach = max(box.right for box in boxes.values())
    for start, end, words in arrows:
        aside = 0 if frozenset((start, end)) not in both else -ASIDE if start < end else ASIDE
        shape, right = draw_arrow(boxes[start], boxes[end], words, aside)
        shapes += shape
        reach = max(reach, right)
    width = reach + MARGIN
    height = max(box.bottom for box in boxes.values()) + MARGIN
    return '\n'.join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        '<!-- SPDX-FileCopyrightText: 2026 The QtRdma authors -->',
        '<!-- SPDX-License-Identifier: MIT -->',
        f'<title>{escape(title)}</title>', f'<style>{STYLE}</style>', HEAD,
        '<rect class="paper" width="100%" height="100%"/>', *shapes, '</svg>', ''])


def main():
    is_check = sys.argv[1:] == ['--check']
    status = 0
    for source in sorted(Path(__file__).parent.glob('*.txt')):
        target, svg = source.with_suffix('.svg'), picture(source)
        if not is_check:
            target.write_text(svg, encoding='utf-8')
        elif not target.exists() or target.read_text(encoding='utf-8') != svg:
            print(f'{target} is not the picture of {source.name}: run doc/images/make.py')
            status = 1
    return status


if __name__ == '__main__':
    sys.exit(main())
