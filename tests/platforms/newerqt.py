#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compiles the libraries, the QML module and the public headers against newer headers of Qt and rdma-core.

newerqt.py BUILD [--tests]     BUILD is a directory in which all was built; --tests adds tests and examples

The headers are those of later Debian releases. Their packages are unpacked below BUILD/../debian, nothing is installed. They are
fetched anew once a day; where the archive cannot be reached, those of an earlier day serve. The
compiler is the machine's, and it looks at types only: linking and running need the release itself. What moc makes of a file
is compiled as well; Qt takes the output of its own moc alone, so that runs with the loader and the libraries of its release.
A Qt that is newer than any this project was made for is reported and does not decide.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

SUITES = ('trixie', 'forky')
NEWEST_KNOWN_QT = (6, 11)
HEADER_PACKAGES = ('qt6-base-dev', 'qt6-declarative-dev', 'qt6-remoteobjects-dev',
                   'qt6-httpserver-dev', 'qt6-websockets-dev', 'libibverbs-dev', 'librdmacm-dev')
MOC_PACKAGES = ('qt6-base-dev-tools', 'libc6', 'libgcc-s1', 'libpcre2-16-0', 'libstdc++6')
KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
TARGETS = re.compile(r'/(QtRdma|QtRdmaCompat|QtRdmaTls|qtrdmaqml)(\.dir|_autogen)/')
QCORO_HEADERS = ('/usr/include/qcoro6', '/usr/include/qcoro6/qcoro', '/usr/include/qcoro6/QCoro')
TOP = Path(__file__).resolve().parents[2]
MIRROR = TOP / 'tests/images/mirror'
DAY = 24 * 60 * 60
# What the end of a failure's output says, and what to do then.
ADVICE = (('No space left on device', 'the disk is full: make room in {}'),
          ('is expired', 'the mirror is behind the archive for longer than apt takes; see the sources of this machine'),
          ('Failed to fetch', 'see whether the mirror of Debian in these lines can be reached, then try again'),
          ('Unable to locate package', 'the release has another name for it: change the lists in tests/platforms/newerqt.py'))


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options).stdout


MULTIARCH = run('c++', '-print-multiarch').strip()
QT_HEADERS = f'/usr/include/{MULTIARCH}/qt6'


class Suite:
    """The unpacked headers of one Debian release."""

    def __init__(self, name, top):
        self.name = name
        self.top = top / name
        self.root = self.top / 'root'
        self.libraries = self.root / f'usr/lib/{MULTIARCH}'

    def is_whole(self):
        return self.root.exists() and \
            len(list((self.top / 'packages').glob('*.deb'))) == len(HEADER_PACKAGES + MOC_PACKAGES)

    def is_fresh(self):
        return self.is_whole() and time.time() - self.root.stat().st_mtime < DAY

    def fetch(self, top):
        """Makes in the directory top what is to be in self.top."""
        def get(*command, **options):
            run(*command, stderr=subprocess.STDOUT, **options)

        apt = ('apt-get', '-q', '-o', f'Dir={top}/apt', '-o', f'Dir::State::status={top}/apt/status',
               '-o', 'APT::Sandbox::User=root', '-o', 'APT::Update::Error-Mode=any')
        for directory in ('apt/etc/apt/preferences.d', 'apt/var/lib/apt/lists/partial', 'apt/var/cache/apt/archives/partial',
                          'packages'):
            (top / directory).mkdir(parents=True)
        (top / 'apt/status').touch()
        (top / 'apt/etc/apt/sources.list').write_text(f'deb [signed-by={KEYRING}] {run(MIRROR).strip()} {self.name} main\n')
        get(*apt, 'update')
        get(*apt, 'download', *HEADER_PACKAGES, *MOC_PACKAGES, cwd=top / 'packages')
        for package in sorted((top / 'packages').glob('*.deb')):
            get('dpkg-deb', '-x', package, top / 'root')
        os.utime(top / 'root')

    def unpack(self):
        """Beside the old headers, which stay until the new ones are whole."""
        if self.is_fresh():
            return
        unfinished = self.top.with_name(f'{self.name}.unfinished')
        shutil.rmtree(unfinished, ignore_errors=True)
        try:
            self.fetch(unfinished)
        except (OSError, subprocess.CalledProcessError) as error:
            shutil.rmtree(unfinished, ignore_errors=True)
            self.use_old(getattr(error, 'output', None) or str(error))
        else:
            shutil.rmtree(self.top, ignore_errors=True)
            unfinished.rename(self.top)

    def use_old(self, said):
        """Ends the program if there are no old headers, or if something else than the network failed."""
        print('\n'.join(said.splitlines()[-5:]), flush=True)
        what, advice = next((each for each in ADVICE if each[0] in said), ('', 'see the lines above'))
        if what != 'Failed to fetch' or not self.is_whole():
            sys.exit(f'The headers of {self.name} were not fetched: {advice.format(self.top.parent)}')
        day = time.strftime('%Y-%m-%d', time.localtime(self.root.stat().st_mtime))
        print(f'{self.name}: the archive cannot be reached; these are the headers of {day}', flush=True)

    def qt_version(self):
        text = (self.root / f'usr/include/{MULTIARCH}/qt6/QtCore/qtcoreversion.h').read_text()
        return tuple(int(n) for n in re.search(r'"(\d+)\.(\d+)\.(\d+)"', text).groups())

    def moc(self, source, words):
        """What this release's moc makes of a file. 'words' are the options of its compilation."""
        options = [word for word in words if word.startswith(('-I', '-D'))]
        options += [f'-I{directory}' for option, directory in zip(words, words[1:]) if option == '-isystem']
        include = f'-f{source}' if source.suffix == '.h' else '-i'  # a source includes what is made of it
        loader = next(self.libraries.glob('ld-linux*.so.*'))
        return run(loader, '--library-path', self.libraries, self.root / 'usr/lib/qt6/libexec/moc', *options, include, source)

    def rdma_core_version(self):
        package = next((self.top / 'packages').glob('libibverbs-dev_*.deb'))
        return package.name.split('_')[1].split('-')[0]


def takes_types_only(words):
    """The command of a compilation, without its input, its output and the precompiled headers."""
    kept, words = [], iter(words)
    for word in words:
        if word in ('-o', '-include', '-c'):
            next(words)
        elif word not in ('-Winvalid-pch', '-fpch-preprocess'):
            kept.append(word)
    compiler = next(i for i, word in enumerate(kept) if re.search(r'\+\+(-\d+)?$', word))
    return [*kept[compiler:], '-fsyntax-only', '-x', 'c++', '-']


def with_headers_of(suite, words):
    root = str(suite.root)
    newer = [word.replace(QT_HEADERS, root + QT_HEADERS).replace(f'/usr/lib/{MULTIARCH}/qt6', f'{root}/usr/lib/{MULTIARCH}/qt6')
             for word in words]
    return [newer[0], '-isystem', f'{root}/usr/include', *newer[1:]]


def included(file):
    """The files that a generated source includes."""
    return [file.parent / name for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE)]


def moc_header(output):
    """The header of which moc has made this."""
    return next(file.resolve() for file in included(output) if file.suffix == '.h')


@dataclasses.dataclass
class Compilation:
    """Several sources, or what moc makes of several headers, in one go."""
    name: str
    command: list
    sources: list
    headers: list = dataclasses.field(default_factory=list)  # for moc

    def text(self, suite, command, generated):
        generated.mkdir(parents=True, exist_ok=True)
        for source in self.sources:
            for name, header in re.findall(r'^#include "(\w+\.moc|moc_(\w+)\.cpp)"', source.read_text(), re.MULTILINE):
                input_file = source.with_name(f'{header}.h') if header else source
                (generated / name).write_text(suite.moc(input_file, command))
        return ''.join([*(f'#include "{source}"\n' for source in self.sources),
                        *(suite.moc(header, command) for header in self.headers)])


def compilations(build, with_tests):
    """Those of each target, and that of all public headers together."""
    found = []
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        file = Path(entry['file'])
        if file.suffix == '.c' or not (with_tests or TARGETS.search(entry['command'])):
            continue
        alone = not file.is_relative_to(build)  # not one of several in a unity build
        name = file.relative_to(TOP if alone else build).as_posix()
        each = Compilation(name, takes_types_only(shlex.split(entry['command'])), [file] if alone else [])
        if file.name == 'mocs_compilation.cpp':
            each.headers = [moc_header(output) for output in included(file)]
        elif file.suffix == '.cxx':
            each.sources = [source for source in included(file) if not source.is_relative_to(build)]
        if each.sources or each.headers:
            found.append(each)
    return [*found, public_headers(found[0].command)]


def public_headers(command):
    headers = sorted((TOP / 'include/QtRdma').glob('*.h'))
    qcoro = [word for path in QCORO_HEADERS for word in ('-isystem', path)]
    return Compilation('the public headers', [command[0], *qcoro, *command[1:]], headers)


def compile_one(suite, compilation):
    generated = suite.top / 'moc' / compilation.name
    command = with_headers_of(suite, compilation.command)
    text = compilation.text(suite, command, generated)
    result = subprocess.run([command[0], f'-I{generated}', *command[1:]], text=True, input=text, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    if result.returncode:
        print(f'{compilation.name} does not compile with the headers of {suite.name}:\n{result.stdout}', flush=True)
    return result.returncode == 0


def compiles(suite, sources):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        good = list(pool.map(lambda source: compile_one(suite, source), sources))
    qt = suite.qt_version()
    decides = qt[:2] <= NEWEST_KNOWN_QT
    print(f'{suite.name}: Qt {".".join(map(str, qt))}, rdma-core {suite.rdma_core_version()}: {sum(good)} of {len(good)} '
          f'compile{"" if decides else "; so new a Qt does not decide"}', flush=True)
    return all(good) or not decides


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', type=Path)
    parser.add_argument('--tests', action='store_true')
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    sources = compilations(build, arguments.tests)
    suites = [Suite(name, build.parent / 'debian') for name in SUITES]
    for suite in suites:
        suite.unpack()
    return 0 if all([compiles(suite, sources) for suite in suites]) else 1


if __name__ == '__main__':
    sys.exit(main())
