#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Counts the instructions that an update of a cluster costs the thread that shows it.

clusterupdate.py CLUSTER_UPDATE [--hosts N] [--window drawn|hidden] [--limit MILLIONS]

Callgrind counts what the thread does while samples come. Fails beyond the limit, and when a sample of all hosts was not one update.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLES = 6


def instructions(program, hosts, window):
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory, 'out')
        command = ['valgrind', '--tool=callgrind', '--separate-threads=yes', '--toggle-collect=*countedUpdates*',
                   f'--callgrind-out-file={out}', program, str(hosts), str(SAMPLES), *([window] if window else [])]
        environment = dict(os.environ, QT_HASH_SEED='0', QT_QPA_PLATFORM='offscreen', QT_QUICK_BACKEND='software')
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f'{" ".join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}')
        updates = int(re.search(r'(\d+) updates', done.stdout).group(1))
        if updates != SAMPLES:
            sys.exit(f'{SAMPLES} samples were {updates} updates')
        main_thread = Path(f'{out}-01').read_text()
        return int(re.search(r'^totals: (\d+)', main_thread, re.MULTILINE).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program')
    parser.add_argument('--hosts', type=int, default=50)
    parser.add_argument('--window', choices=('drawn', 'hidden'),
                        help='with a window: drawn without a graphics processor, or with items that change and are not drawn')
    parser.add_argument('--limit', type=float, default=30, help='millions of instructions')
    arguments = parser.parse_args()
    millions = instructions(arguments.program, arguments.hosts, arguments.window) / SAMPLES / 1e6
    print(f'an update of {arguments.hosts} hosts: {millions:.1f} million instructions')
    return 0 if millions <= arguments.limit else 1


if __name__ == '__main__':
    sys.exit(main())
