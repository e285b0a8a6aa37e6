#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Traces of the model, which tests/auto/streammodel replays against the classes.

traces.py             compares tests/auto/streammodel/traces.txt with what the model does
traces.py --accept    renews that file

A trace is a random run with a fixed seed, or a shortest path to a state. Its first line names it and gives the numbers
at which serial numbers wrap (data, control frames), the windows of client and server, and the sum of the quotas that
take part. Each other line is a transition of StreamStates with the states after it, or a call of CreditLedger with its
answers after it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
TRACES = HERE.parent / 'auto' / 'streammodel' / 'traces.txt'

STATES = 9  # and Connecting, in which both begin
SERVER = 16  # as watch.pml has it

# Name, seeds, most steps, definitions.
RUNS = [
    ('widening', 2, 2500, 'ENDLESS CONNECTED WRITES0=1 WIDEST=4'),
    ('narrowing', 4, 2500, 'ENDLESS CONNECTED WRITES0=1 WIDEST=4 NARROWS RETURNS'),
    ('pings', 2, 2500, 'ENDLESS CONNECTED WRITES0=1 PINGS=3'),
    ('both ways', 2, 2500, 'ENDLESS CONNECTED WRITES0=1 WRITES1=1 WINDOW1=4 WIDEST=4'),
    ('roce', 6, 10000, 'WRITES0=2 WRITES1=1'),
    ('iwarp', 6, 10000, 'WRITES0=2 WRITES1=1 IWARP'),
    ('roce, key', 4, 10000, 'WRITES0=1 KEY0=1 KEY1=1'),
    ('iwarp, key', 4, 10000, 'WRITES0=1 KEY0=1 KEY1=1 IWARP'),
    ('roce, other key', 1, 10000, 'KEY0=1 KEY1=2'),
    ('roce, loss', 6, 10000, 'WRITES0=1 WRITES1=1 ABORTS=2 LOSS=2'),
    ('iwarp, loss', 6, 10000, 'WRITES0=1 WRITES1=1 ABORTS=2 LOSS=2 IWARP'),
    ('iwarp, time-outs', 4, 10000, 'WRITES0=1 KEY0=1 KEY1=1 ABORTS=2 LOSS=2 DEADLINES IWARP'),
]
# Name, definitions, states that cannot be reached.
PATHS = [
    ('roce', 'KEY0=1 KEY1=1 ABORTS LOSS', []),
    ('iwarp', 'KEY0=1 KEY1=1 IWARP', ['Failing']),
]


def flags(definitions):
    return ['-D' + (word if '=' in word else word + '=1') for word in definitions.split()]


def output(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout


def numbered():
    """What the numbers of spin's mtype mean: each list counts on from the one before, from its end."""
    names = ['']
    for names_of_list in re.findall(r'^mtype = \{([^}]*)\}', (HERE / 'stream.pml').read_text(), re.MULTILINE):
        names += reversed(re.findall(r'\w+', names_of_list))
    return names


NAMES = numbered()


def named(call, answers):
    """Replaces numbers by names, if the model has names for them."""
    name, argument = call.split()
    words = answers.split()
    if len(words) == 5:  # those of StreamStates
        words[:4] = [NAMES[int(word)] for word in words[:4]]
    if name in ('finish', 'sending', 'received'):
        argument = NAMES[int(argument)]
    return f'{name} {argument}', ' '.join(words)


def transitions(text):
    """The lines of a trace; the header of a frame stands behind its type."""
    lines, header = [], ''
    for line in (line.strip() for line in text.splitlines()):
        if found := re.match(r'= (setup) (.*)', line):
            lines.append(found.group(2))
        elif found := re.match(r'= [AB] header (.*)', line):
            header = ' ' + found.group(1)
        elif found := re.match(r'= ([AB]) (?:states|ledger) (.*) : (.*)', line):
            call, answers = named(found.group(2), found.group(3))
            lines.append(f'{found.group(1)} {call}{header} : {answers}')
            header = ''
    return lines


def trace(name, text):
    setup, *lines = transitions(text) or ['']
    if not lines:
        sys.exit(f'{name}: no trace\n{text[:2000]}')
    return [f'trace {name}: {setup}', *lines]


def simulated(name, seed, most, definitions):
    text = output('spin', '-T', f'-n{seed}', f'-u{most}', *flags(definitions), '-DRESTLESS',
                  str(HERE / 'stream.pml'))
    if 'assert' in text:
        sys.exit(f'{name} {seed}:\n{text[-2000:]}')
    return trace(f'{name} {seed}', text)


def paths(name, definitions, never):
    """The shortest trace to each state of either side."""
    with tempfile.TemporaryDirectory() as place:
        output('spin', '-a', '-DREACH', '-DRESTLESS', *flags(definitions), str(HERE / 'stream.pml'), cwd=place)
        print(output('gcc', '-O0', '-w', '-DBFS', '-DSAFETY', '-DNOREDUCE', '-DVECTORSZ=2048', '-o', 'pan', 'pan.c',
                     cwd=place), end='')
        for side, offset in (('client', 0), ('server', SERVER)):
            for number in range(1, STATES + 1):
                if NAMES[number] in never:
                    continue
                wanted = dict(os.environ, QTRDMA_REACH=str(offset + number))
                trail = Path(place) / 'stream.pml.trail'
                trail.unlink(missing_ok=True)
                output('./pan', '-m100000', '-w18', cwd=place, env=wanted)
                path = output('./pan', '-r', trail.name, cwd=place, env=wanted)
                yield trace(f'{name} to {NAMES[number]} of the {side}', path)


def traces():
    lines = ['# From tests/model/traces.py --accept, ' + version()]
    for name, seeds, most, definitions in RUNS:
        for seed in range(1, seeds + 1):
            lines += simulated(name, seed, most, definitions)
    for name, definitions, never in PATHS:
        for path in paths(name, definitions, never):
            lines += path
    return '\n'.join(lines) + '\n'


def version():
    return ' '.join(output('spin', '-V').split()[:3])


def main():
    if not (shutil.which('spin') and shutil.which('gcc')):
        print('spin or gcc is not installed')
        return SKIPPED
    accept = sys.argv[1:] == ['--accept']
    old = TRACES.read_text() if TRACES.exists() else ''
    if not accept and version() not in old.partition('\n')[0]:
        print(f'the traces are of another spin than this {version()}')
        return SKIPPED
    new = traces()
    if accept:
        TRACES.write_text(new)
        print(f'{TRACES} is renewed: {new.count("trace ")} traces, {new.count(chr(10))} lines')
    elif new != old:
        print('The model does something else than tests/auto/streammodel/traces.txt.')
        print('If the change is meant: tests/model/traces.py --accept, and commit the file with it.')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
