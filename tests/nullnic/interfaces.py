#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""What a message costs with each interface of the library, on the null device: instructions in user mode, and time.

interfaces.py BUILD_DIRECTORY [--accept] [--once]

Counts the loops (qtrdmanull_loops) beside the same work with nothing but the calls of rdma-core (qtrdmanull_bare), each twice: two
counts that differ by more than 0.5 % fail. Compares with interfaces.json; a change of more than 1 % fails. --accept makes these counts
the new baseline. --once counts once, and measures no time.
The times are the least of some short runs, and say something only as ratios of one run.
"""

import argparse
import json
import platform
import subprocess
import sys
from pathlib import Path

import count

BASELINE = Path(__file__).with_suffix('.json')
BASELINE_RELEASE = 'bookworm'  # of Debian
SKIPPED = 77
TOLERANCE = 0.01
REPEATS = 0.005
TIMED_RUNS = 7
TIMED_MESSAGES = 200_000

# What is done, the loop, the bare one, messages, and the goal.
ROWS = [
    ('WRITE, chains of 16: builder, handler', 'write-chains-handler', 'write', 16_000, 98),
    ('WRITE, chains of 16: postBatch(), completed()', 'write-chains', 'write', 16_000, None),
    ('SEND, both ends: builder, handler, receive ring', 'send-chains-handler', 'send', 16_000, 146),
    ('SEND, both ends: postBatch(), completed()', 'send-chains', 'send', 16_000, None),
    ('WRITE one by one: post(), completed()', 'write-signals', None, 8_000, 700),
    ('WRITE one by one: whenCompleted().then()', 'write-futures', None, 4_000, 2_500),
    ('WRITE one by one: whenCompleted(context, function)', 'write-calls', None, 4_000, 2_500),
    ('ping-pong, spinning: prepared, handler, receive ring', 'pingpong-spinning-handler', 'pingpong-spinning', 4_000, 344),
    ('ping-pong, spinning: post(), completed()', 'pingpong-spinning', 'pingpong-spinning', 4_000, 1_500),
    ('ping-pong, by events: post(), completed()', 'pingpong-events', 'pingpong-events', 4_000, None),
    ('ping-pong, spinning: stream, readyRead()', 'stream-pingpong-spinning', 'pingpong-spinning', 4_000, 1_300),
    ('ping-pong, by events: stream, readyRead()', 'stream-pingpong-events', 'pingpong-events', 4_000, 5_200),
    ('the same, RdmaEventDispatcher', 'stream-pingpong-events-dispatcher', 'pingpong-events', 4_000, 2_500),
    ('ping-pong, by events: QTcpSocket, readyRead()', 'tcp-pingpong-events', None, 4_000, None),
    ('stream, writes of 64 bytes', 'stream-small-writes', None, 64_000, 340),
    ('QTcpSocket, writes of 64 bytes', 'tcp-small-writes', None, 64_000, None),
    ('stream, writes of 64 KiB, beside the copying', 'stream-blocks', None, 2_000, 6_000),
    ('the same, RdmaEventDispatcher', 'stream-blocks-dispatcher', None, 2_000, 3_000),
    ('QTcpSocket, writes of 64 KiB, beside the copying', 'tcp-blocks', None, 2_000, None),
]
BARE = {'write': 16_000, 'send': 16_000, 'pingpong-spinning': 4_000, 'pingpong-events': 4_000}


class Programs:
    def __init__(self, build):
        self._directory = build.resolve() / 'tests/nullnic'
        self._counting = count.environment(build)
        self._timing = {**self._counting, 'LD_PRELOAD': str(self._directory / count.DEVICE)}

    def _command(self, loop, messages):
        program = 'qtrdmanull_bare' if loop.startswith('bare ') else 'qtrdmanull_loops'
        return [self._directory / program, loop.removeprefix('bare '), str(messages)]

    def count(self, loop, messages):
        profile, _ = count.count(self._command(loop, messages), self._counting)
        beside = profile.copying if 'blocks' in loop else 0
        return (profile.total - profile.device - beside) / messages

    def time(self, loop):
        """Nanoseconds a message; long loops of few messages take less of them."""
        messages = TIMED_MESSAGES // (100 if 'blocks' in loop else 1)
        runs = []
        for _ in range(TIMED_RUNS):
            output = subprocess.run(self._command(loop, messages), env=self._timing, check=True, stdout=subprocess.PIPE, text=True).stdout
            runs.append(float(output.split()[0]))
        return min(runs)


def difference(value, reference):
    return abs(value - reference) / reference


def release():
    return platform.freedesktop_os_release().get('VERSION_CODENAME')


def count_all(programs, once):
    counts, failures = {}, []
    wanted = {**{loop: messages for _, loop, _, messages, _ in ROWS}, **{f'bare {loop}': messages for loop, messages in BARE.items()}}
    for loop, messages in wanted.items():
        counts[loop] = programs.count(loop, messages)
        if not once and difference(programs.count(loop, messages), counts[loop]) > REPEATS:
            failures.append(f'{loop}: two counts differ by more than {REPEATS:.1%}')
    return counts, failures


def print_counts(counts, times):
    print(f'{"user mode, 64 bytes":54}{"instructions":>13}{"bare":>7}{"ratio":>7}{"goal":>9}{"":8}{"ns":>8}{"bare":>8}{"ratio":>7}')
    for title, loop, bare, _, goal in ROWS:
        line = f'{title:54}{counts[loop]:13,.0f}'
        base = counts[f'bare {bare}'] if bare else None
        line += f'{base:7.0f}{counts[loop] / base:7.1f}' if bare else ' ' * 14
        line += f'{"<= " + format(goal, ","):>9}{" met" if counts[loop] <= goal else " missed":8}' if goal else ' ' * 17
        if times:
            line += f'{times[loop]:8.0f}'
            line += f'{times["bare " + bare]:8.0f}{times[loop] / times["bare " + bare]:7.1f}' if bare else ''
        print(line.rstrip())


def compare(counts):
    if release() != BASELINE_RELEASE:
        print(f'the baseline is of {BASELINE_RELEASE}: nothing is compared')
        return SKIPPED, []
    baseline = json.loads(BASELINE.read_text())
    return 0, [f'{loop}: {value:.1f}, and {baseline[loop]:.1f} was accepted' for loop, value in counts.items()
               if loop not in baseline or difference(value, baseline[loop]) > TOLERANCE]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1])
    parser.add_argument('build', type=Path)
    parser.add_argument('--accept', action='store_true')
    parser.add_argument('--once', action='store_true')
    options = parser.parse_args()
    programs = Programs(options.build)
    counts, failures = count_all(programs, options.once)
    print_counts(counts, {} if options.once else {loop: programs.time(loop) for loop in counts})
    status = 0
    if options.accept and not failures:
        BASELINE.write_text(json.dumps({loop: round(value, 1) for loop, value in counts.items()}, indent=1) + '\n')
    else:
        status, changes = compare(counts)
        failures += changes
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else status)


if __name__ == '__main__':
    main()
