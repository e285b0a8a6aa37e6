#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Shows that the mistakes of mistakes.ini are found.

mistakes.py [NUMBER...]                by the model; by default some, with QTRDMA_TEST_FULL=1 all
mistakes.py --host BUILD [NUMBER...]   by the host tests, which are in that build directory, and by the replay of traces
mistakes.py --table                    the table of README.md

It fails where something else finds a mistake than mistakes.ini says.
"""

import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
REPLAY = 'streammodel'
MOST_SECONDS = 20  # of a processor, for a test that a mistake makes endless
# Where the lines of a header are made into code, if not in the source of its name.
COMPILED_IN = {'streamframe_p.h': 'creditledger.cpp', 'streamopening_p.h': 'streamprotocol.cpp'}
SOME = ['1', '9', '14']


def mistakes():
    parser = configparser.ConfigParser(delimiters=('=',), comment_prefixes=('#',), interpolation=None)
    parser.read(HERE / 'mistakes.ini')
    return parser


def spoil(path, right, wrong):
    text, pattern = path.read_text(), r'\s+'.join(re.escape(word) for word in right.split())
    if (count := len(re.findall(pattern, text))) != 1:
        sys.exit(f'{path.name} has {count} times: {right}')
    path.write_text(re.sub(pattern, lambda _: wrong, text))


def run(*command, **options):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)


def found_by_model(mistake):
    with tempfile.TemporaryDirectory() as place:
        for path in HERE.glob('*.pml'):
            shutil.copy(path, place)
        spoil(Path(place) / mistake['model in'], mistake['model right'], mistake['model wrong'])
        environment = dict(os.environ, QTRDMA_MODEL=place)
        environment.pop('QTRDMA_TEST_FULL', None)  # what finds something soon need not be fast
        result = run(HERE / 'run', *mistake['runs'].split(), env=environment)
        if result.returncode not in (0, 1) or 'failed' in result.stdout:
            sys.exit(result.stdout)
        return {'model'} if result.returncode else set()


class HostTests:
    """Test programs that have a class with a mistake instead of the library's."""

    def __init__(self, build):
        self.build = Path(build).resolve()
        self.qt = run('pkg-config', '--cflags', '--libs', 'Qt6Test', 'Qt6Network', 'Qt6Core').stdout.split()
        self.objects = {}
        self.place = Path(tempfile.mkdtemp())

    def close(self):
        shutil.rmtree(self.place)

    def compile(self, source, target, include, test):
        folder = TOP / 'tests' / 'auto' / test
        includes = [include, TOP / 'include', TOP / 'include' / 'QtRdma', self.build / 'include', folder,
                    TOP / 'tests' / 'auto' / 'shared', self.build / 'tests' / 'auto' / test / f'tst_{test}_moc']
        result = run('g++', '-std=c++20', '-O0', '-fPIC', '-w', '-DQTRDMA_AUTOTEST', '-DQT_NO_KEYWORDS',
                     '-DQT_FORCE_ASSERTS',
                     f'-DTRACES="{folder}/traces.txt"', *[f'-I{path}' for path in includes],
                     *[word for word in self.qt if not word.startswith('-l')], '-c', source, '-o', target)
        if result.returncode:
            sys.exit(f'{source} does not compile:\n{result.stdout[:3000]}')
        return target

    def test_objects(self, test, include, spoilt):
        """The objects of the test itself are made once, if no header has the mistake."""
        key = test if spoilt.suffix == '.cpp' else f'{test} {include}'
        if key not in self.objects:
            sources = sorted((TOP / 'tests' / 'auto' / test).glob('*.cpp'))
            folder = Path(tempfile.mkdtemp(dir=self.place))
            self.objects[key] = [self.compile(source, folder / f'{source.stem}.o', include, test)
                                 for source in sources]
        return self.objects[key]

    def fails(self, test, include, spoilt):
        unit = spoilt if spoilt.suffix == '.cpp' else spoilt.with_name(
            COMPILED_IN.get(spoilt.name, spoilt.name.replace('_p.h', '.cpp')))
        objects = list(self.test_objects(test, include, spoilt))
        if unit.exists():
            objects.append(self.compile(unit, self.place / 'unit.o', include, test))
        program = self.place / 'program'
        result = run('g++', '-o', program, *objects, f'-L{self.build}/lib', f'-Wl,-rpath,{self.build}/lib', '-lQtRdma',
                     *[word for word in self.qt if word.startswith('-l')])
        if result.returncode:
            sys.exit(f'{test} does not link:\n{result.stdout[:3000]}')
        return run('bash', '-c', f'ulimit -t {MOST_SECONDS} && exec "$0"', program).returncode != 0

    def find(self, mistake):
        if 'in' not in mistake or not (TOP / mistake['in']).exists():
            return set()
        include = Path(tempfile.mkdtemp(dir=self.place)) / 'src'
        shutil.copytree(TOP / 'src', include)
        spoilt = include.parent / mistake['in']
        spoil(spoilt, mistake['right'], mistake['wrong'])
        found = {'host' for test in mistake['tests'].split() if self.fails(test, include, spoilt)}
        if spoilt.name.startswith(('creditledger', 'streamstates', 'streamframe')):
            found |= {'replay'} if self.fails(REPLAY, include, spoilt) else set()
        return found


def table(every):
    print('| | mistake | the line | found by |\n|---:|---|---|---|')
    for number, mistake in every.items():
        if number != 'DEFAULT':
            line = mistake.get('wrong', mistake['model wrong']).replace('|', '\\|')
            print(f'| {number} | {mistake["what"]} | `{line}` | {mistake.get("found", "nothing")} |')


def main():
    every = mistakes()
    arguments = sys.argv[1:]
    if arguments == ['--table']:
        return table(every)
    host = None
    kinds = {'model'}
    if arguments[:1] == ['--host']:
        host, kinds, arguments = HostTests(arguments[1]), {'host', 'replay'}, arguments[2:]
    if not host and not (shutil.which('spin') and shutil.which('gcc')):
        print('spin or gcc is not installed')
        return SKIPPED
    failed = 0
    if not arguments:
        arguments = every.sections() if host or 'QTRDMA_TEST_FULL' in os.environ else SOME
    for number in arguments:
        mistake = every[number]
        found = host.find(mistake) if host else found_by_model(mistake)
        expected = set(mistake.get('found', '').split()) & kinds
        print(f'{number:>3} {mistake["what"]}: {" ".join(sorted(found)) or "not found"}', flush=True)
        if found != expected:
            print(f'    mistakes.ini says: {" ".join(sorted(expected)) or "not found"}')
            failed = 1
    if host:
        host.close()
    return failed


if __name__ == '__main__':
    sys.exit(main())
