#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Gives command lines that make no sense to programs: commandline.py PROGRAM...

Each of them is refused with status 2 and a text that names the option, or the word, and what was
given. The options are those of --help, so that new ones are tried, too; an option whose value has a
name that is not known here is a failure, for somebody to say what the option takes.
A host that has no address is named, with status 1, and so is a device that is not there, and a file or a directory that
cannot be read or written, for each option that takes one.
Nothing of a command line reaches the terminal as a control character, and no escape sequence takes
the rest of the sentence along.
Files that are there are kept, with status 1, unless --overwrite is given; a file that the program reads is kept even so.
Output that cannot be written, on a full disk, is status 1 and a text that says so.
--help and --version work, and --help fits into 80 columns, has an example, and tells defaults, those of ports too.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 20  # seconds; a program that takes an option for good may go on for ever
COLUMNS = 80
NUMBERS = {'number', 'count', 'ms', 'seconds', 'bytes', 'MiB', 'size', 'port', 'files', 'samples', 'clients', 'index'}
FRACTIONS = {'us', 'MB/s', 'degrees'}
ENDPOINTS = {'address[:port]', 'address:port', 'host[:port]', 'host:port'}
# What these take is the program's own business.
OTHERS = {'address', 'host', 'file', 'directory', 'name', 'what', 'url', 'end', 'transport', 'device', 'database', 'theme', 'type',
          'version', 'WIDTHxHEIGHT'}

# What a program needs beside the option that is tried, to look at it.
BESIDES = {
    'dashboard': ['--listen', '127.0.0.1:0'],
    'keyvalue': ['--listen', '127.0.0.1:0'],
    'keyvalue-stress': ['--address', '127.0.0.1', '--worker', '0', '--port', '1'],
    'qtrdma-bridge': ['--listen', '127.0.0.1:0', '--to', 'rdma://127.0.0.1:1'],
    'qtrdma-chat': ['--connect', '127.0.0.1:1', '--name', 'Ada'],
    'qtrdma-monitor': ['--headless'],
    'qtrdma-perf': ['127.0.0.1'],
    'qtrdma-send': ['--receive', '.'],
    'thermostat': ['--connect', 'rdma://127.0.0.1:1'],
}
# These options need others than those.
INSTEAD = {
    ('dashboard', 'connect'): [],
    ('keyvalue', 'connect'): [],
    ('qtrdma-chat', 'listen'): [],
    ('qtrdma-perf', 'clients'): [],
    ('qtrdma-perf', 'listen'): [],
    ('thermostat', 'listen'): [],
    ('qtrdma-perf', 'min-bw'): ['127.0.0.1', 'send', '-m', 'bandwidth'],
}
# These numbers may be negative.
SIGNED = {('thermostat', 'set')}
TOO_MANY_WORDS = 4
# How to connect to a host.
CONNECTING = {
    'keyvalue': ['--connect', 'HOST:1', 'ls'],
    'keyvalue-stress': ['--address', 'HOST', '--seconds', '1'],
    'qtrdma-chat': ['--connect', 'HOST:1', '--name', 'Ada'],
    'qtrdma-cmtime': ['HOST'],
    'qtrdma-perf': ['HOST'],
    'qtrdma-pingpong': ['HOST'],
    'qtrdma-send': [__file__, 'HOST'],
}
UNKNOWN_HOST = 'nobody.invalid'
# How to choose a device that is not there.
UNKNOWN_DEVICE = {
    'qtrdma-devinfo': ['--device', 'nothing0'],
    'qtrdma-gids': ['nothing0'],
    'qtrdma-perf': ['127.0.0.1', '--device', 'nothing0'],
}
# The text at the end begins a sequence that has no end: a terminal waits for it, and hides what follows.
HOSTILE = 'e\x1b[31mv\n\r\u202ei\x07\x9bl\x1b]'
# A window shows what is wrong, and goes on.
WINDOWS = {'qtrdma-chat-window', 'qtrdma-send-window'}
# Options that name a file to be written.
OUTPUTS = {
    'qtrdma-chat-window': ['screenshot'],
    'qtrdma-monitor': ['record', 'export', 'prometheus-file'],
    'qtrdma-perf': ['json', 'csv', 'plot'],
    'qtrdma-send-window': ['screenshot'],
}
# How a program is told to read FILE, and the options that name a file to be written then.
READING = {
    'qtrdma-monitor': (['--headless', '--replay', 'FILE'], ['record', 'export', 'prometheus-file']),
    'qtrdma-perf': (['--compare', 'FILE', 'FILE'], ['json', 'csv', 'plot']),
    'qtrdma-send-window': (['--send', 'FILE'], ['screenshot']),
}
PATHS = {'file', 'directory', 'database'}
MISSING = '/proc/nothing/there.csv'  # even root makes nothing there
# What an option that takes such a value needs beside it, if it is not the same as for others.
WITH_PATH = {
    ('keyvalue', 'file'): ['--connect', '127.0.0.1:1', 'put', 'key'],
    ('keyvalue-stress', 'database'): ['--address', '127.0.0.1', '--seconds', '1'],
    ('qtrdma-bridge', 'ca'): [*BESIDES['qtrdma-bridge'], '--tls'],
    ('qtrdma-bridge', 'certificate'): [*BESIDES['qtrdma-bridge'], '--tls', '--private-key', MISSING],
    ('qtrdma-bridge', 'private-key'): [*BESIDES['qtrdma-bridge'], '--tls', '--certificate', MISSING],
    ('qtrdma-chat', 'ca'): [*BESIDES['qtrdma-chat'], '--tls'],
    ('qtrdma-chat', 'certificate'): ['--listen', '127.0.0.1:0', '--tls', '--private-key', MISSING],
    ('qtrdma-chat', 'private-key'): ['--listen', '127.0.0.1:0', '--tls', '--certificate', MISSING],
    ('qtrdma-monitor', 'hosts'): [],
    ('qtrdma-monitor', 'key-file'): ['--serve', 'any'],
    ('qtrdma-monitor', 'screenshot'): [],
    ('qtrdma-send', 'receive'): [],
}
# The window shows what is wrong.
SHOWN = {('qtrdma-chat-window', 'download-dir'), ('qtrdma-send-window', 'directory'), ('qtrdma-send-window', 'send')}
# Words that name such a file.
MISSING_WORDS = {
    'httpfile': [MISSING],
    'httpserver': [MISSING],
    'qtrdma-perf': ['--compare', MISSING, MISSING],
    'qtrdma-send': [MISSING, '127.0.0.1:1'],
}
ANY_NUMBER_OF_WORDS = {'qtrdma-devinfo'}


def environment(directory):
    hidden = ('DISPLAY', 'WAYLAND_DISPLAY')
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return kept | {'QT_QPA_PLATFORM': 'offscreen', 'QT_QUICK_BACKEND': 'software', 'LC_ALL': 'C.UTF-8', 'XDG_RUNTIME_DIR': directory}


def run(program, *arguments):
    """The exit status, and what the program says."""
    with tempfile.TemporaryDirectory() as directory:
        try:
            done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, errors='replace', timeout=PATIENCE, check=False,
                                  cwd=directory, env=environment(directory))
        except subprocess.TimeoutExpired as late:
            return None, f'(goes on) {late.stdout or b""!r}'
        return done.returncode, done.stdout


def options_of(text):
    """Options, as tuples of their names, the longest at first, with the name of the value that each takes."""
    found = {}
    for line in re.findall(r'^  (-.*?)(?:  .*)?$', text, flags=re.M):
        value = re.search(r' <(.*)>$', line)
        names = re.findall(r'(?:^|(?<=, ))--?([A-Za-z0-9][\w-]*)', line)
        found[tuple(sorted(names, key=len, reverse=True))] = value[1] if value else ''
    return found


class Try:
    """Command lines of one program."""

    def __init__(self, program):
        self.program = program
        self.name = Path(program).name
        self.problems = []

    def expect(self, condition, text):
        if not condition:
            self.problems.append(f'{self.name}: {text}')

    def refused(self, arguments, names, given=''):
        """The text has one of the names, and what was given."""
        status, said = run(self.program, *arguments)
        command = ' '.join(arguments)
        self.expect(status == 2, f'{command}: status {status}: {said}')
        for texts in (names, [given]):
            self.expect(any(text in said for text in texts), f'{command}: not said: "{texts[0]}" but: {said}')
        self.expect(said.count('\n') == 1, f'{command}: more than a line: {said}')

    def besides(self, option):
        return INSTEAD.get((self.name, option), BESIDES.get(self.name, []))

    def bad_values(self, names, value):
        option = names[0]
        besides = self.besides(option)
        if value in NUMBERS | FRACTIONS:
            bad = ['abc', '-1', '', ' 5', '5 ', '+5', '0x10', '99999999999999999999' if value in NUMBERS else 'nan']
            bad += ['1e3', '1.5'] if value in NUMBERS else []
            if 'port' in (value, option):
                bad.append('65536')
        elif value in ENDPOINTS:
            bad = ['127.0.0.1:99999', '127.0.0.1:-1', '127.0.0.1: 5', '127.0.0.1:+5', '127.0.0.1:abc', '[::1', '']
        else:
            self.expect(value in OTHERS, f'--{option} takes <{value}>, which this test does not know')
            bad = {'transport': ['pigeon'], 'listen': [UNKNOWN_HOST, '']}.get(option, [])
        if (self.name, option) in SIGNED:
            bad.remove('-1')
        for text in bad:
            self.refused([*besides, f'--{option}={text}'], names, text)

    def prints_plainly(self, option, value='unexpected'):
        """Says the same as with plain texts, and nothing more."""
        words = [*self.besides(option), f'--{option}={value}']
        status, plain = run(self.program, *(word.replace(HOSTILE, 'evil') for word in words))
        hostile_status, said = run(self.program, *words)
        command = ' '.join(map(repr, words))
        self.expect(status not in (0, None) and status == hostile_status, f'{command}: status {hostile_status}: {said!r}')
        self.expect(not re.search(r'[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]', said), f'{command}: control characters: {said!r}')
        self.expect(said.count('\n') == plain.count('\n'), f'{command}: other lines: {said!r}')
        last = plain.rsplit('evil', 1)[-1]
        self.expect(said.endswith(last), f'{command}: does not end with {last!r}: {said!r}')

    def tells_that_disk_is_full(self):
        for option in ('--help', '--version'):
            with open('/dev/full', 'wb') as full, tempfile.TemporaryDirectory() as directory:
                done = subprocess.run([self.program, option], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=PATIENCE, check=False, cwd=directory, env=environment(directory))
            self.expect(done.returncode == 1 and 'standard output' in done.stderr,
                        f'{option} on a full disk: status {done.returncode}, {done.stderr!r}')

    def keeps_file(self, option):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, 'kept.csv')
            file.write_text('kept', encoding='utf-8')
            status, said = run(self.program, *BESIDES.get(self.name, []), f'--{option}', str(file))
            self.expect(status == 1 and str(file) in said and '--overwrite' in said, f'--{option}: status {status}: {said}')
            self.expect(file.read_text(encoding='utf-8') == 'kept', f'--{option} has replaced a file')

    def keeps_input(self, arguments, option):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory, 'read.csv')
            links = [Path(directory, 'symbolic.csv'), Path(directory, 'hard.csv')]
            file.write_text('kept', encoding='utf-8')
            links[0].symlink_to(file)
            links[1].hardlink_to(file)
            given = [argument.replace('FILE', str(file)) for argument in arguments]
            for link in links:
                status, said = run(self.program, *given, '--overwrite', f'--{option}', str(link))
                self.expect(status == 2 and str(link) in said, f'--{option} for a file that is read: status {status}: {said}')

    def names_missing(self, arguments):
        status, said = run(self.program, *arguments)
        self.expect(status == 1 and Path(MISSING).name in said, f'{" ".join(arguments)}: status {status}: {said}')

    def names_all_missing(self, options):
        for names, value in options.items():
            key = (self.name, names[0])
            if value in PATHS and key not in SHOWN:
                self.names_missing([*WITH_PATH.get(key, self.besides(names[0])), f'--{names[0]}', MISSING])
        if self.name in MISSING_WORDS:
            self.names_missing(MISSING_WORDS[self.name])

    def names_unknown_host(self):
        arguments = [argument.replace('HOST', UNKNOWN_HOST) for argument in CONNECTING[self.name]]
        status, said = run(self.program, *arguments)
        self.expect(status == 1 and UNKNOWN_HOST in said, f'{" ".join(arguments)}: status {status}: {said}')

    def names_unknown_device(self):
        arguments = UNKNOWN_DEVICE[self.name]
        status, said = run(self.program, *arguments)
        self.expect(status == 1 and 'nothing0' in said, f'{" ".join(arguments)}: status {status}: {said}')

    def help(self):
        status, said = run(self.program, '--help')
        self.expect(status == 0 and 'Usage: ' in said, f'--help: status {status}: {said}')
        for line in said.splitlines():
            known = len(line) <= COLUMNS or self.program in line
            self.expect(known, f'--help has a line of {len(line)} columns: {line}')
        self.expect('Example: ' + self.name in said, f'--help has no example: {said}')
        for name, text in re.findall(r'^  (?:-\w, )?--([\w-]+) <(?:port|\S*\[:port\])>(.*(?:\n {5,}.*)*)', said, flags=re.M):
            text = ' '.join(text.split())
            self.expect(re.search(r'\d{4}|own processes', text), f'--help has no default port for --{name}: {text}')
        return options_of(said)

    def all(self):
        options = self.help()
        status, said = run(self.program, '--version')
        self.expect(status == 0 and said.startswith(self.name + ' '), f'--version: status {status}: {said}')
        known = {name for names in options for name in names}
        self.expect({'help', 'version'} < known, f'--help was not understood: {options}')
        for names, value in options.items():
            if value:
                self.bad_values(names, value)
                self.refused([f'--{names[0]}'], names)
            elif names[0] not in ('help', 'help-all', 'version'):
                self.refused([f'--{names[0]}=unexpected'], names)
        if self.name not in WINDOWS:
            for names, value in options.items():
                if value in NUMBERS | FRACTIONS | ENDPOINTS:
                    self.prints_plainly(names[0], f'127.0.0.1:{HOSTILE}')
                elif value in PATHS:
                    self.prints_plainly(names[0], f'/proc/{HOSTILE}/there')
            self.prints_plainly(HOSTILE)
        for option in OUTPUTS.get(self.name, []):
            self.keeps_file(option)
        arguments, outputs = READING.get(self.name, ([], []))
        for option in outputs:
            self.keeps_input(arguments, option)
        if self.name in CONNECTING:
            self.names_unknown_host()
        if self.name in UNKNOWN_DEVICE:
            self.names_unknown_device()
        self.names_all_missing(options)
        self.tells_that_disk_is_full()
        self.refused(['--no-such-option'], ['no-such-option'])
        if self.name not in ANY_NUMBER_OF_WORDS:
            self.refused([*BESIDES.get(self.name, []), *['bogus'] * TOO_MANY_WORDS], ['bogus'])
        return self.problems


def main():
    programs = sys.argv[1:]
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        problems = sum(pool.map(lambda program: Try(program).all(), programs), [])
    print('\n'.join(problems) or f'{len(programs)} programs refuse what makes no sense')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
