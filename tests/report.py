#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Adds up what the steps of `./run test` did.

report.py STEPS            table of all steps, every skipped test with its reason, and the sums
report.py STEPS NAME       one line about the step NAME, and what matters of its log if it failed

STEPS is a file with a line `NAME|KIND|STATUS|SECONDS` for each step; NAME.log beside it is the step's output. KIND is
tests (output of `ctest -V`), check (a program whose exit status decides; 77 skips, and its last line is the reason) or
build (counted only when it fails).
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

SKIPPED = 77
START = re.compile(r'^ +Start +(\d+): (.*)$')
RESULT = re.compile(r'^ *\d+/\d+ +Test +#(\d+): .*?(?:\*\*\*|\s)(Passed|Failed|Skipped|Timeout|Exception.*?|Not Run.*?'
                    r'|Bad Command|Required regular expression.*?)\s+(?:\d+\.\d+ sec.*)?$')
ERROR = re.compile(r'\b(?:error|warning): |^In .* line \d+:$|undefined reference')
OUTPUT = re.compile(r'^(\d+): ?(.*)$')
TOTALS = re.compile(r'Totals: (\d+) passed, (\d+) failed, (\d+) skipped, (\d+) blacklisted')
SKIP = re.compile(r'^(?:\d: )?SKIP +: (.*)$')
VERDICT = re.compile(r'^(?:\d: )?(?:[A-Z]+!? +: |Totals:)')
FAILURE = re.compile(r'^(?:\d: )?(?:FAIL!|XPASS|QFATAL) ')


@dataclass
class Test:
    """One test of ctest."""
    name: str
    result: str = 'did not end'
    output: list = field(default_factory=list)

    def counts(self):
        """passed, failed, skipped: test functions of Qt Test, or the test itself."""
        passed = failed = skipped = 0
        for line in self.output:
            if found := TOTALS.search(line):
                numbers = [int(n) for n in found.groups()]
                passed, failed, skipped = passed + numbers[0], failed + numbers[1], skipped + numbers[2] + numbers[3]
        if not passed + failed + skipped:
            passed, skipped = int(self.result == 'Passed'), int(self.result == 'Skipped')
        if self.result not in ('Passed', 'Skipped') and not failed:
            failed = 1
        return passed, failed, skipped

    def skips(self):
        found = [m.group(1) for line in self.output if (m := SKIP.match(line))]
        if not found and self.result == 'Skipped':
            found = [self.output[-1] if self.output else 'gives no reason']
        return found

    def story(self):
        """The failures that Qt Test reported with what follows them, else the end of the output."""
        lines = []
        for index, line in enumerate(self.output):
            if FAILURE.match(line):
                lines.append(line)
                lines += takewhile(lambda text: not VERDICT.match(text), self.output[index + 1:index + 6])
        if len(lines) > 30:
            lines[30:] = ['…']
        return lines or self.output[-40:]


def parse(log):
    tests = {}
    for line in log:
        if m := OUTPUT.match(line):
            if m.group(1) in tests:
                tests[m.group(1)].output.append(m.group(2))
        elif m := START.match(line):
            tests[m.group(1)] = Test(m.group(2))
        elif (m := RESULT.match(line)) and m.group(1) in tests:
            tests[m.group(1)].result = m.group(2)
    return list(tests.values())


class Step:
    def __init__(self, line, directory):
        self.name, self.kind, status, seconds = line.strip().split('|')
        self.status, self.seconds = int(status), int(seconds)
        self.log = (directory / f'{self.name}.log').read_text(errors='replace').splitlines()
        self.tests = parse(self.log) if self.kind == 'tests' else []
        self.passed, self.failed, self.skipped = self.count()

    def count(self):
        if self.kind == 'tests':
            sums = [sum(c) for c in zip(*(t.counts() for t in self.tests))] or [0, 0, 0]
            if not sums[1] and (self.status or not self.tests):
                sums[1] = 1  # it ran no test, or something beside the tests went wrong
            return sums
        if self.kind == 'check' and self.status in (0, SKIPPED):
            return int(self.status == 0), 0, int(self.status == SKIPPED)
        return 0, int(self.status != 0), 0

    def skips(self):
        if self.kind == 'check' and self.skipped:
            yield f'{self.name}: {self.log[-1] if self.log else "gives no reason"}'
        for test in self.tests:
            functions = defaultdict(list)
            for skip in test.skips():
                function, bracket, reason = skip.partition(') ')
                functions[reason if bracket else skip].append(function + bracket)
            for reason, names in functions.items():
                what = f'{len(names)} functions ' if len(names) > 4 else ''.join(names) if reason else ''
                yield f'{self.name}: {test.name}: {what}{reason}'

    def summary(self):
        if self.kind == 'tests':
            text = f'{self.passed} passed, {self.failed} failed, {self.skipped} skipped'
        else:
            text = 'failed' if self.failed else 'skipped' if self.skipped else 'ok'
        return f'    {self.name}: {text} ({self.seconds} s)'

    def story(self):
        failed = [t for t in self.tests if t.counts()[1]]
        for test in failed:
            yield f'--- {test.name}: {test.result}'
            yield from test.story()
        if not failed:
            if self.kind == 'tests' and not self.tests:
                yield '--- it ran no test'
            yield from self.errors() or self.log[-40:]

    def errors(self):
        """The complaints of compilers and linters, each place once, with the two lines that follow it."""
        found = {}
        for index, line in enumerate(self.log):
            if ERROR.search(line) and line not in found:
                found[line] = list(takewhile(lambda text: not ERROR.search(text), self.log[index + 1:index + 3]))
        lines = [text for line, more in found.items() for text in (line, *more)]
        return lines[:60] if self.kind != 'tests' else []


def table(steps):
    print(f'\n{"step":24}{"passed":>8}{"failed":>8}{"skipped":>9}{"seconds":>9}')
    for step in steps:
        print(f'{step.name:24}{step.passed:8}{step.failed:8}{step.skipped:9}{step.seconds:9}')
    skips = [line for step in steps for line in step.skips()]
    if skips:
        print('\nskipped:')
        print('\n'.join('    ' + line for line in skips))
    sums = [sum(getattr(s, what) for s in steps) for what in ('passed', 'failed', 'skipped')]
    print('\n{} passed, {} failed, {} skipped'.format(*sums))
    return 1 if sums[1] or not sums[0] else 0


def main():
    path = Path(sys.argv[1])
    steps = [Step(line, path.parent) for line in path.read_text().splitlines()]
    if len(sys.argv) == 2:
        return table(steps)
    step = next(s for s in steps if s.name == sys.argv[2])
    print(step.summary())
    if step.failed:
        print('\n'.join('        ' + line for line in step.story()))
        print(f'        whole output: {path.parent / step.name}.log')
    return int(step.failed > 0)


if __name__ == '__main__':
    sys.exit(main())
