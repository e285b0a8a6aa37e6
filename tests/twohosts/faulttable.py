#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Prints the table of doc/guide/faults.md from the logs of tests.

faulttable.py LOG...

It looks for lines `FAULT|NAME|PROVIDER|WHAT HAPPENED|MILLISECONDS|BYTES LOST`; the last of each name and provider counts.
"""

import re
import sys
from pathlib import Path

FAULT = re.compile(r'FAULT\|([^|]+)\|(rxe|siw)\|(\w+)\|(\d+)\|(\d+)\b')


def cell(outcome):
    return f'{outcome[0]} after {int(outcome[1]) / 1000:.1f} s' if outcome else 'not run'


def main():
    faults = {}
    for log in sys.argv[1:]:
        for name, provider, *outcome in FAULT.findall(Path(log).read_text(errors='replace')):
            faults.setdefault(name, {})[provider] = outcome
    print('| fault | RoCE (rxe) | iWARP (siw) | bytes lost |')
    print('|---|---|---|---|')
    for name, outcomes in faults.items():
        cells = [cell(outcomes.get(provider)) for provider in ('rxe', 'siw')]
        lost = sum(int(outcome[2]) for outcome in outcomes.values())
        print(f'| {name} | {cells[0]} | {cells[1]} | {lost} |')
    return 0 if faults else 1


if __name__ == '__main__':
    sys.exit(main())
