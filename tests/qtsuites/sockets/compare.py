#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Runs a suite over Qt's classes and over ours, and compares: compare.py INHERENT OVER_QT OVER_OURS [FUNCTION...]

Fails when a row passes over Qt's classes and not over ours, unless the file INHERENT names it. It has a reason in
brackets, and the rows to which that applies. It also fails when such a row passes.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

RESULT = re.compile(r'^(PASS|FAIL!|SKIP|XPASS)\s+: (\w+::\w+\(.*?\))(?= |$)', re.MULTILINE)
SERVICES = pathlib.Path(__file__).with_name('services.py')


def start(program, functions, output):
    command = ['unshare', '--map-root-user', '--net', sys.executable, str(SERVICES), program, *functions, '-o', '-,txt']
    return subprocess.Popen(command, cwd=pathlib.Path(program).parent, stdout=output, stderr=subprocess.STDOUT)


def results(text):
    """The result of each row: a row that fails anywhere has failed."""
    rows = {}
    for result, row in RESULT.findall(text):
        if rows.get(row, 'PASS') == 'PASS':
            rows[row] = result
    return rows


def inherent_rows(path):
    rows = {}
    reason = None
    for line in path.read_text().splitlines():
        if line.startswith('['):
            reason = line.strip('[]')
        elif line and not line.startswith('#'):
            rows[line] = reason
    return rows


def main():
    path, over_qt, over_ours, *functions = sys.argv[1:]
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
    inherent = {row: why for row, why in inherent_rows(pathlib.Path(path)).items() if row.startswith(suite + '::')}
    if functions:
        inherent = {row: why for row, why in inherent.items() if row.split('::')[1].split('(')[0] in functions}
    passed = {row for row, result in qts.items() if result == 'PASS'}
    missing = sorted(row for row in passed if ours.get(row) != 'PASS')
    faults = [f'{row}: {ours.get(row, "did not run")}' for row in missing if row not in inherent]
    faults += [f'{row}: passes, or fails over Qt as well, and is listed as inherent' for row in sorted(inherent)
               if row not in missing]
    print(f'=== {suite}: {len(qts)} rows, {len(passed)} pass over Qt, {len(passed) - len(missing)} of these over ours, '
          f'{len(set(missing) & set(inherent))} are inherent')
    for row in sorted(set(qts) - passed):
        print(f'does not pass over Qt: {row}: {qts[row]}; over ours: {ours.get(row)}')
    for fault in faults:
        print(f'FAULT {fault}')
    return 1 if faults or not passed else 0


sys.exit(main())
