#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Runs a suite over Qt's classes and over ours, and compares: compare.py INHERENT[,INHERENT] OVER_QT OVER_OURS [FUNCTION...]

Each program runs in a network namespace of its own, at the same time. With QTSUITES_RDMA_ADDRESS in the environment they run
one after the other on this machine, which has an RDMA device with that address.

Fails when a row passes over Qt's classes and not over ours, unless a file INHERENT names it. That has a reason in brackets,
and the rows to which it applies, or patterns of them. It also fails when none of the rows of such a line fails.
"""

import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RESULT = re.compile(r'^(PASS|FAIL!|SKIP|XPASS)\s+: (\w+::\w+\(.*?\))(?= |$)', re.MULTILINE)
IS_RDMA = 'QTSUITES_RDMA_ADDRESS' in os.environ
SERVICES = pathlib.Path(__file__).with_name('services.py')


def start(program, functions, output):
    command = [sys.executable, str(SERVICES), program, *functions, '-o', '-,txt']
    if IS_RDMA:
        process = subprocess.Popen(command, cwd=pathlib.Path(program).parent, stdout=output, stderr=subprocess.STDOUT)
        process.wait()
        return process
    command = ['unshare', '--map-root-user', '--net', *command]
    return subprocess.Popen(command, cwd=pathlib.Path(program).parent, stdout=output, stderr=subprocess.STDOUT)


def results(text):
    """The result of each row: a row that fails anywhere has failed."""
    rows = {}
    for result, row in RESULT.findall(text):
        if rows.get(row, 'PASS') == 'PASS':
            rows[row] = result
    return rows


def inherent_patterns(paths, suite, functions):
    lines = [line for path in paths.split(',') for line in pathlib.Path(path).read_text().splitlines()]
    patterns = [line for line in lines if line.startswith(suite + '::')]
    return [each for each in patterns if not functions or each.split('::')[1].split('(')[0] in functions]


def main():
    inherent_files, over_qt, over_ours, *functions = sys.argv[1:]
    texts = {}
    with tempfile.TemporaryFile('w+', errors='replace') as qts, tempfile.TemporaryFile('w+', errors='replace') as ours:
        runs = [(name, start(name, functions, output), output) for name, output in ((over_qt, qts), (over_ours, ours))]
        for name, process, output in runs:
            code = process.wait()
            output.seek(0)
            texts[name] = output.read()
            print(f'=== {name}, which returned {code}\n{texts[name]}')
    qts, ours = results(texts[over_qt]), results(texts[over_ours])
    suite = next(iter(qts), '::').split('::')[0]
    inherent = inherent_patterns(inherent_files, suite, functions)
    passed = {row for row, result in qts.items() if result == 'PASS'}
    missing = sorted(row for row in passed if ours.get(row) != 'PASS')
    unexpected = [row for row in missing if not any(fnmatch.fnmatchcase(row, each) for each in inherent)]
    faults = [f'{row}: {ours.get(row, "did not run")}' for row in unexpected]
    faults += [f'{each}: passes, or fails over Qt as well, and is listed as inherent' for each in inherent
               if not fnmatch.filter(missing, each)]
    print(f'=== {suite}: {len(qts)} rows, {len(passed)} pass over Qt, {len(passed) - len(missing)} of these over ours, '
          f'{len(missing) - len(unexpected)} are inherent')
    for row in sorted(set(qts) - passed):
        print(f'does not pass over Qt: {row}: {qts[row]}; over ours: {ours.get(row)}')
    for fault in faults:
        print(f'FAULT {fault}')
    return 1 if faults or not passed else 0


sys.exit(main())
