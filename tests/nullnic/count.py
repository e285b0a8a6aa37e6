#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Counts the instructions of a message on the null device, without those of the device.

count.py [--messages N] BUILD_DIRECTORY [LOOP...]
count.py [--messages N] BUILD_DIRECTORY -- COMMAND...

The first form runs the loops of bare.c, all of them unless some are named. The second one runs a program that switches
the collection on and off by CALLGRIND_TOGGLE_COLLECT, and divides by N. Nothing else on the machine changes the result.
What the device calls, such as memcpy(), counts as the device.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LOOPS = ['write', 'send', 'pingpong-spinning', 'pingpong-events']
DEVICE = 'libqtrdmanull.so'
CLOCK = 'libqtrdmaticks.so'
NAME = re.compile(r'^(ob|cob|fn|cfn)=(?:\((\d+)\))?\s*(.*)$')
TICK = 100  # ns by which the clock advances at each reading
TIME = re.compile(r'^([0-9.]+) ns a message')
COPY = re.compile(r'^__?mem(cpy|move)_')
COST = re.compile(r'^[+\-*\d]\S*\s+(\d+)$')


class Profile:
    """The sums of a file of callgrind: all instructions, those within the device and the clock, and those that copy bytes."""

    def __init__(self, lines):
        self.total = 0
        self.device = 0
        self.copying = 0  # outside of the device
        self._names = {}
        self._object = self._callee = self._function = ''
        self._is_call = False
        for line in lines:
            self._read(line.rstrip('\n'))

    def _read(self, line):
        name = NAME.match(line)
        if name:
            self._set(*name.groups())
        elif line.startswith('calls='):
            self._is_call = True
        elif cost := COST.match(line):
            self._add(int(cost.group(1)))

    # A name is written out where it comes first, and only its number after that.
    def _set(self, kind, number, text):
        if number and text:
            self._names[kind[-2:], number] = text
        value = text or self._names.get((kind[-2:], number), '')
        if kind == 'ob':
            self._object = self._callee = value
        elif kind == 'fn':
            self._callee = self._object  # of calls that name no object
        elif kind == 'cob':
            self._callee = value
        elif kind == 'cfn':
            self._function = value

    # The line after "calls=" has all that was spent in the call.
    def _add(self, cost):
        if self._is_call:
            self._is_call = False
            if self._is_outside(DEVICE) or self._is_outside(CLOCK):
                self.device += cost
            elif COPY.match(self._function) and not self._object.endswith((DEVICE, 'libc.so.6')):
                self.copying += cost
            self._callee = self._object
            return
        self.total += cost

    # Whether the present call goes into this object from outside.
    def _is_outside(self, name):
        return self._callee.endswith(name) and not self._object.endswith(name)


def count(command, environment):
    """The profile, and the readings of the clock for a message, where the program prints the time of one."""
    with tempfile.TemporaryDirectory() as directory:
        output = Path(directory) / 'callgrind.out'
        printed = subprocess.run(['valgrind', '--tool=callgrind', '--collect-atstart=no', f'--callgrind-out-file={output}',
                                  *command], env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        with open(output, encoding='utf-8') as lines:
            profile = Profile(lines)
    time = TIME.match(printed.stdout)
    return profile, float(time[1]) / TICK if time else None


def environment(build):
    device = build.resolve() / 'tests/nullnic' / DEVICE
    return {**os.environ, 'LD_PRELOAD': f'{device.parent / CLOCK}:{device}', 'QT_NO_GLIB': '1', 'QT_HASH_SEED': '0', 'LD_BIND_NOW': '1',
            'QTRDMA_TEST_PROVIDER': 'null', 'QTRDMA_NULL_ADDRESS': '192.0.2.1'}


def show(what, counted, messages):
    profile, readings = counted
    outside = (profile.total - profile.device) / messages
    print(f'{what:28}{outside:10.1f} instructions a message, of these {profile.copying / messages:.1f} copy bytes,'
          f'{profile.device / messages:10.1f} in device and clock'
          + (f',{readings:6.2f} readings of the clock' if readings is not None else ''))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1])
    parser.add_argument('--messages', type=int, default=16000)
    parser.add_argument('build', type=Path)
    parser.add_argument('rest', nargs='*')
    arguments, command = sys.argv[1:], []
    if '--' in arguments:
        at = arguments.index('--')
        arguments, command = arguments[:at], arguments[at + 1:]
    options = parser.parse_args(arguments)
    if command:
        show(Path(command[0]).name, count(command, environment(options.build)), options.messages)
        return
    bare = options.build.resolve() / 'tests/nullnic/qtrdmanull_bare'
    for loop in options.rest or LOOPS:
        show(loop, count([bare, loop, str(options.messages)], environment(options.build)), options.messages)


if __name__ == '__main__':
    main()
