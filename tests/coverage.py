#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Prints how much of each folder of src the tests have executed.

coverage.py BUILD LAB    BUILD is the build directory of the preset coverage, with the counts of the tests that ran on
                         this host; LAB has those of the virtual machine, below the paths that the files have here
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
COUNTED = ('line', 'branch')


def merge(build, lab):
    """Adds the counts of the virtual machine to those of the host, beside the object files."""
    with tempfile.TemporaryDirectory() as merged:
        subprocess.run(['gcov-tool', 'merge', '-o', merged, build, lab / build.relative_to('/')], check=True)
        shutil.copytree(merged, build, dirs_exist_ok=True)


def files(build):
    command = ['gcovr', '--root', REPOSITORY, '--filter', r'src/', '--exclude-throw-branches',
               '--gcov-ignore-parse-errors', '--json-summary', '-', build]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)['files']


def room(name):
    return str(Path(name).parent.relative_to('src'))


def share(covered, total):
    return f'{100 * covered / total:6.1f} %' if total else '       –'


def main():
    build, lab = (Path(argument).resolve() for argument in sys.argv[1:3])
    merge(build, lab)
    rooms = defaultdict(lambda: [0] * 4)
    for file in files(build):
        counts = [file[f'{what}_{how}'] for what in COUNTED for how in ('covered', 'total')]
        for name in (room(file['filename']), 'all'):
            rooms[name] = [a + b for a, b in zip(rooms[name], counts)]
    print(f'{"room":<18}{"lines":>8}{"executed":>10}{"branches":>10}{"taken":>10}')
    for name, (lines, all_lines, branches, all_branches) in sorted(rooms.items(), key=lambda r: (r[0] == 'all', r[0])):
        print(f'{name:<18}{all_lines:>8}{share(lines, all_lines):>10}'
              f'{all_branches:>10}{share(branches, all_branches):>10}')


if __name__ == '__main__':
    main()
