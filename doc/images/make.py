#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Draws doc/images/*.svg from the *.txt beside them: make.py [--check]

With --check nothing is written, and the status is 1 if a picture is not that of its text.
A line of a text is one of these; "|" begins a new line in a box:
  title: WORDS                         for those who do not see the picture
  box NAME COLUMN ROW KIND: WORDS      KIND is program, memory or device
  arrow FROM TO: WORDS                 between two boxes of one row or one column
"""

import re
import sys
from html import escape
from pathlib import Path

WIDTH, HEIGHT, ACROSS, DOWN, MARGIN, LINE = 150, 56, 110, 46, 10, 17
BESIDE = 30  # room at the right for the words beside an arrow of the last column
STYLE = """
text { font: 13px sans-serif; text-anchor: middle; fill: #222 }
.label { font-size: 12px } .beside { font-size: 12px; text-anchor: start }
rect { stroke: #555; rx: 6px }
.program { fill: #dcecfb } .memory { fill: #e3f3dc } .device { fill: #fbeed3 }
path { stroke: #555; fill: none; stroke-width: 1.5 } marker path { fill: #555; stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } rect, path { stroke: #aaa } marker path { fill: #aaa }
  .program { fill: #1d3b57 } .memory { fill: #27451d } .device { fill: #57431a }
}
"""
HEAD = ('<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z"/></marker>')


def corner(box):
    column, row = box
    return MARGIN + column * (WIDTH + ACROSS), MARGIN + row * (HEIGHT + DOWN)


def lines(x, y, words, style=''):
    parts = words.split('|')
    top = y + 4.5 - (len(parts) - 1) * LINE / 2
    return [f'<text x="{x}" y="{top + number * LINE}"{style}>{escape(part.strip())}</text>'
            for number, part in enumerate(parts)]


def draw_box(box, kind, words):
    x, y = corner(box)
    return [f'<rect class="{kind}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}"/>',
            *lines(x + WIDTH / 2, y + HEIGHT / 2, words)]


def draw_arrow(start, end, words):
    (x1, y1), (x2, y2) = corner(start), corner(end)
    if y1 == y2:
        y = y1 + HEIGHT / 2
        x1, x2 = (x1 + WIDTH, x2) if x1 < x2 else (x1, x2 + WIDTH)
        text = lines((x1 + x2) / 2, y - 12 - words.count('|') * LINE / 2, words,
                     ' class="label"')
    elif x1 == x2:
        x1 = x2 = x1 + WIDTH / 2
        y1, y2 = (y1 + HEIGHT, y2) if y1 < y2 else (y1, y2 + HEIGHT)
        text = lines(x1 + 10, (y1 + y2) / 2, words, ' class="beside"')
        return [f'<path d="M{x1} {y1} {x2} {y2}" marker-end="url(#head)"/>', *text]
    else:
        sys.exit(f'an arrow needs two boxes of one row or one column: {words}')
    return [f'<path d="M{x1} {y} {x2} {y}" marker-end="url(#head)"/>', *text]


def picture(source):
    title, boxes, shapes = '', {}, []
    for line in source.read_text(encoding='utf-8').splitlines():
        if not line or line.startswith('#'):
            continue
        command, words = (part.strip() for part in line.split(':', 1))
        if command == 'title':
            title = words
        elif match := re.fullmatch(r'box (\w+) (\d+) (\d+) (program|memory|device)', command):
            boxes[match[1]] = int(match[2]), int(match[3])
            shapes += draw_box(boxes[match[1]], match[4], words)
        elif match := re.fullmatch(r'arrow (\w+) (\w+)', command):
            shapes += draw_arrow(boxes[match[1]], boxes[match[2]], words)
        else:
            sys.exit(f'{source}: not understood: {line}')
    right, bottom = (max(values) for values in zip(*map(corner, boxes.values())))
    width, height = right + WIDTH + BESIDE, bottom + HEIGHT + MARGIN
    return '\n'.join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        '<!-- SPDX-FileCopyrightText: 2026 The QtRdma authors -->',
        '<!-- SPDX-License-Identifier: MIT -->',
        f'<title>{escape(title)}</title>', f'<style>{STYLE}</style>', HEAD, *shapes, '</svg>', ''])


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
