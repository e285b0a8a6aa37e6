#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Follows documents as a new user does, by their own blocks of code.

usage: walk.py DOCUMENT... -- COMMAND...

COMMAND gets a program with its arguments, and runs it as the new user, in the directory that the documents speak of.
A comment in the line above a block says what is done with it:

    <!-- walk: run -->          it is run, as one script that ends with the first command that fails
    <!-- walk: file NAME -->    it is saved as NAME, in a new directory if need be
    <!-- walk: prints -->       the block that was run before it has printed these lines in this order, and maybe others;
                                … in a line stands for any text

Blocks are fenced, or indented by four spaces.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

MARKER = re.compile(r'<!-- walk: (?:(run|prints)|(file) (\S+)) -->$')
HOUR = 3600


class Step(NamedTuple):
    place: str
    kind: str
    name: str
    block: str


class Failure(Exception):
    pass


def block_of(lines):
    """The block that begins with the first line, or nothing."""
    block = []
    if lines and lines[0].startswith('```'):
        for line in lines[1:]:
            if line == '```':
                return block
            block.append(line)
        return []
    for line in lines:
        if line and not line.startswith('    '):
            break
        block.append(line[4:])
    while block and not block[-1]:
        block.pop()
    return block


def steps_of(name, text):
    lines = text.split('\n')
    steps = []
    for number, line in enumerate(lines):
        if '<!-- walk' not in line:
            continue
        place = f'{name}:{number + 1}'
        marker = MARKER.match(line)
        if not marker:
            raise Failure(f'{place}: this marker is unknown: {line}')
        block = block_of(lines[number + 1:])
        if not block:
            raise Failure(f'{place}: there is no block below this marker')
        steps.append(Step(place, marker[1] or marker[2], marker[3] or '', '\n'.join(block) + '\n'))
    if not steps:
        raise Failure(f'{name} has no block with a marker: nothing would be tried')
    return steps


def missing_line(expected, printed):
    """The first of the expected lines that has not been printed behind those before it."""
    rest = iter(printed.split('\n'))
    for line in expected.rstrip('\n').split('\n'):
        pattern = re.compile('.*'.join(re.escape(part) for part in line.split('…')))
        if not any(pattern.fullmatch(candidate.rstrip('\r')) for candidate in rest):
            return line
    return None


def execute(step, command, program, text=None):
    """What it prints. With an empty input, or the text."""
    try:
        done = subprocess.run([*command, *program], check=False, input=text or '', encoding='utf-8', errors='replace',
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=HOUR)
    except subprocess.TimeoutExpired as expired:
        raise Failure(f'{step.place}: it has not ended within an hour') from expired
    print(done.stdout, end='')
    if done.returncode:
        raise Failure(f'{step.place}: a command of this block has failed with status {done.returncode}')
    return done.stdout


def walk(steps, command):
    printed = ''
    for step in steps:
        print(f'==> {step.place}: {step.kind} {step.name}', flush=True)
        if step.kind == 'run':
            printed = execute(step, command, ['bash', '-ec', step.block])
        elif step.kind == 'file':
            execute(step, command, ['sh', '-c', 'mkdir -p "$(dirname "$1")" && exec cat >"$1"', 'sh', step.name], step.block)
        else:
            line = missing_line(step.block, printed)
            if line is not None:
                raise Failure(f'{step.place}: this line was not printed: {line}')


def main(arguments):
    separator = arguments.index('--') if '--' in arguments else 0
    documents, command = arguments[:separator], arguments[separator + 1:]
    if not documents or not command:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        walk([step for name in documents for step in steps_of(name, Path(name).read_text(encoding='utf-8'))], command)
    except (Failure, OSError) as failure:
        print(f'walk.py: {failure}', file=sys.stderr)
        return 1
    print('every block works as it is printed')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
