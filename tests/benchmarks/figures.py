#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Evaluates the figures that bench.sh has taken, for `./run bench`.

figures.py DIRECTORY PRESET [--accept]

Reads DIRECTORY/figures (lines UNIT|ROW|PROVIDER|VALUE; of several for one row the best, of msg/s the second best) and DIRECTORY/more, prints tables,
writes bench.json and a plot for each unit there, and compares with those of the same preset in baseline.json: a change of more
than 2 % fails. So does a goal (GOALS) that none of its rows reaches, and a row whose middle run is more than 5 % worse than a good one:
what disturbs now and then is not it. On another release of Debian than the baseline's nothing is compared. --accept makes the figures of this run the new baseline.
"""

import argparse
import json
import operator
import platform
import statistics
import sys
from pathlib import Path
from xml.sax.saxutils import escape

BASELINE = Path(__file__).with_name('baseline.json')
BASELINE_RELEASE = 'bookworm'  # of Debian
SKIPPED = 77
TOLERANCE = 0.02
UNEVEN = 0.05
RATES = ('MB/s', 'msg/s', 'MB/s by words')
TITLES = {'us': 'half a round trip, 64 bytes (us)', 'MB/s': 'writes of 64 KiB (MB/s)', 'msg/s': 'messages of 64 bytes (1/s)',
          'MB/s by words': 'the same, copied by words (MB/s)', 'us each by words': 'the same, cleared by words (us)',
          'us each': '50 connections at once, for each (us)', 'KiB': 'an idle stream of 1000 (KiB)', '1/min': 'wake-ups in a minute'}
COLOURS = {'rxe': '#1b6ca8', 'siw': '#d1782c'}

# The goals over rxe and siw. Any of the rows may reach one; some are multiples of another row.
GOALS = [
    ('RdmaQueuePair, half a round trip (us)', '<=', (49, 53), 'us',
     ['RdmaQueuePair, handler', 'RdmaQueuePair, signals'], None),
    ('RdmaStream by signals (us)', '<=', (52, 56), 'us', ['RdmaStream'], None),
    ('RdmaStream by waitForReadyRead (us)', '<=', (47, 49), 'us', ['RdmaStream, waitForReadyRead'], None),
    ('write() and read() of 64 KiB (MB/s)', '>=', (26, 90), 'MB/s', ['RdmaStream, write() and read()'], None),
    ('write() and views of 64 KiB (MB/s)', '>=', (26.8, 100), 'MB/s', ['RdmaStream, write() and views'], None),
    ('the same without a copy (MB/s)', '>=', (28, 125), 'MB/s', ['RdmaStream, reserve(), commit() and views'], None),
    ('chains of 16, 64 bytes (times ib_send_bw -e with chains)', '>=', (1.0, 1.0), 'msg/s',
     [f'RdmaQueuePair, {interface}, chains of 16{more}' for interface in ('handler', 'handler, RdmaEventDispatcher', 'signals')
      for more in ('', ', moderated')],
     'ib_send_bw -e, chains of 16'),
    ('connecting, 50 at once (times cmtime)', '<=', (1.15, 1.15), 'us each', ['RdmaStream'], 'cmtime, sum of its steps'),
    ('one of 1000 connections (times one alone)', '<=', (1.15, 1.15), 'us',
     ['RdmaStream, one of 1000 connections'], 'RdmaStream, one of 1 connections'),
    ('an idle stream of 1000, at the server (KiB)', '<=', (32, 32), 'KiB', ['RdmaStream, resident at the server'], None),
    ('an idle stream of 1000, at the client (KiB)', '<=', (32, 32), 'KiB', ['RdmaStream, resident at the client'], None),
    ('wake-ups of 1000 idle streams (1/min)', '<=', (0, 0), '1/min', ['1000 idle streams'], None),
]
REACHES = {'<=': operator.le, '>=': operator.ge}


def read(path):
    """{unit: {row: {provider: [value of each run]}}}, in the order of the file."""
    figures = {}
    for line in path.read_text().splitlines():
        unit, row, provider, value = line.split('|')
        figures.setdefault(unit, {}).setdefault(row, {}).setdefault(provider, []).append(float(value))
    return figures


def each(function, runs):
    return {unit: {row: {provider: function(unit, taken) for provider, taken in providers.items()}
                   for row, providers in rows.items()} for unit, rows in runs.items()}


def good(unit, taken):
    """The best, for nothing that disturbs makes a figure better. But now and then messages meet in frames by luck."""
    return sorted(taken, reverse=unit in RATES)[1 if unit == 'msg/s' and len(taken) > 2 else 0]


def middle(unit, taken):
    """A quick look has only two runs, and one of them may have been disturbed."""
    return statistics.median(taken) if len(taken) > 2 else good(unit, taken)


def uneven(runs):
    usual = flat(each(middle, runs))
    for name, value in flat(each(good, runs)).items():
        if abs(usual[name] - value) > UNEVEN * value:
            yield f'uneven: {name}: {shown(value)}, but {shown(usual[name])} in the middle of the runs'


def providers_of(figures):
    return sorted({provider for rows in figures.values() for values in rows.values() for provider in values})


def shown(value):
    return '-' if value is None else f'{value:.2f}' if value < 1000 else f'{value:.0f}'


def table(figures):
    providers = providers_of(figures)
    for unit, rows in figures.items():
        yield f'{TITLES[unit]:44}' + ''.join(f'{provider:>12}' for provider in providers)
        for row, values in rows.items():
            yield f'{row:44}' + ''.join(f'{shown(values.get(provider)):>12}' for provider in providers)
        yield ''


def aimed_at(figures):
    """{goal: {row: {provider: (value, how it compares with what is aimed at, whether it reaches that)}}}"""
    aims = {}
    for title, sign, limits, unit, rows, other in GOALS:
        for row in rows:
            if not {row, other or row} <= figures[unit].keys():
                continue  # QTRDMA_BENCH_CONNECTIONS has left it out
            cells = aims.setdefault(title, {}).setdefault(row, {})
            for provider, limit in zip(('rxe', 'siw'), limits):
                value = figures[unit][row][provider] / (figures[unit][other][provider] if other else 1)
                reached = REACHES[sign](value, limit)
                cells[provider] = value, f'{"" if reached else "not "}{sign} {limit}', reached
    return aims


def goals(aims):
    yield f'{"aimed at":72}{"rxe":>20}{"siw":>20}'
    for title, rows in aims.items():
        for row, cells in rows.items():
            way = f', {row}' if len(rows) > 1 else ''
            yield f'{title + way:72}' + ''.join(f'{shown(value) + " " + compared:>20}' for value, compared, _ in cells.values())


def missed(aims):
    """One of the rows is enough."""
    for title, rows in aims.items():
        for provider in ('rxe', 'siw'):
            if not any(cells[provider][2] for cells in rows.values()):
                yield f'not reached: {title}, {provider}'


def plot(unit, rows):
    """Bars, one for each row and provider."""
    bars = [(row, provider, value) for row, values in rows.items() for provider, value in values.items()]
    most = max(value for _, _, value in bars) or 1
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{44 + 20 * len(bars)}" '
           'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>')
    yield f'<text x="12" y="24" font-size="14">{escape(TITLES[unit])}</text>'
    for index, (row, provider, value) in enumerate(bars):
        y = 40 + 20 * index
        width = 420 * value / most
        yield f'<text x="310" y="{y + 12}" text-anchor="end">{escape(row)}, {provider}</text>'
        yield f'<rect x="320" y="{y}" width="{width:.1f}" height="15" fill="{COLOURS.get(provider, "#666")}"/>'
        yield f'<text x="{326 + width:.1f}" y="{y + 12}">{shown(value)}</text>'
    yield '</svg>'


def flat(figures):
    return {f'{row} ({unit}, {provider})': value
            for unit, rows in figures.items() for row, values in rows.items() for provider, value in values.items()}


def changes(now, before):
    for name, value in now.items():
        if name not in before:
            yield f'{name}: {shown(value)}, not in the baseline'
        elif abs(value - before[name]) > TOLERANCE * before[name]:
            share = f' ({value / before[name] - 1:+.1%})' if before[name] else ''
            yield f'{name}: {shown(value)}, was {shown(before[name])}{share}'


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('directory', type=Path)
    parser.add_argument('preset')
    parser.add_argument('--accept', action='store_true')
    options = parser.parse_args()
    runs = read(options.directory / 'figures')
    figures = each(good, runs)
    more = options.directory / 'more'
    aims = aimed_at(figures) if options.preset == 'release' else {}
    text = '\n'.join(table(figures)) + ('\n' + more.read_text() if more.exists() else '')
    if aims:
        text += '\n'.join(['', *goals(aims), ''])
    print(text)
    (options.directory / 'table.txt').write_text(text)
    (options.directory / 'bench.json').write_text(json.dumps({'preset': options.preset, 'figures': figures}, indent=1) + '\n')
    for unit, rows in figures.items():
        (options.directory / f'{unit.replace("/", "-per-").replace(" ", "-")}.svg').write_text('\n'.join(plot(unit, rows)) + '\n')

    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    bad = list(uneven(runs)) + list(missed(aims))
    for line in bad:
        print(line)
    release = platform.freedesktop_os_release().get('VERSION_CODENAME')
    if release != BASELINE_RELEASE:
        if options.accept:
            print(f'The baseline is that of {BASELINE_RELEASE}: accept figures there.')
            return 1
        print(f'not compared: the baseline was taken on {BASELINE_RELEASE}, whose compiler, Qt and kernel others do not have')
        return int(bool(bad)) or SKIPPED
    if options.accept:
        baseline.setdefault(options.preset, {}).update(flat(figures))
        BASELINE.write_text(json.dumps(baseline, indent=1) + '\n')
        print(f'{BASELINE} has these figures now')
        return int(bool(bad))
    changed = list(changes(flat(figures), baseline.get(options.preset, {})))
    for line in changed:
        print(f'changed: {line}')
    print('All figures are within 2 % of the baseline.' if not changed
          else 'Where the change is meant, ./run bench --accept makes these figures the baseline.')
    return int(bool(bad or changed))


if __name__ == '__main__':
    sys.exit(main())
