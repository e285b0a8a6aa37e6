#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""The monitor in a terminal, which is tmux: terminal.py MONITOR RECORDING

  - it shows its tables at 80x24, below the name of the machine whose recording it is, and at another size after a change of it;
  - keys go to views, filter, sort and pause;
  - colours are there, and are not with NO_COLOR; without UTF-8 all is ASCII;
  - the terminal is as it was after q, Ctrl+C, SIGTERM, a crash, and while the program is stopped by Ctrl+Z;
  - thousands of rows, and long names of other scripts, are there;
  - a recording may come from standard input;
  - without a terminal, or with one that is not known, it says so.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MONITOR, RECORDING = sys.argv[1:]
PATIENCE = 60  # seconds
DONE = r'^\[status \d+\]'
PROMPT = 'ready:'

problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


class Tmux:
    """A terminal with a shell in it."""

    def __init__(self, directory, **environment):
        socket = Path(directory) / f'tmux{len(os.listdir(directory))}'
        self.command = ['tmux', '-S', str(socket), '-f', '/dev/null']
        env = {name: value for name, value in os.environ.items() if name not in ('NO_COLOR', 'LC_ALL', 'DISPLAY')}
        shell = ['env', *(f'{name}={value}' for name, value in environment.items()), f'PS1={PROMPT}', 'bash', '--norc', '--noprofile']
        self.tmux('-u', 'new-session', '-d', '-x', '80', '-y', '24', shlex.join(shell), env=env | {'LC_ALL': 'C.UTF-8'})
        self.see(f'^{PROMPT}')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux('kill-server')

    def tmux(self, *arguments, **options):
        return subprocess.run(self.command + list(arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
                              check=False, **options).stdout

    def screen(self, *options):
        return self.tmux('capture-pane', '-p', *options)

    def see(self, pattern, *options):
        """Waits until this is on the screen, and returns the screen."""
        end = time.monotonic() + PATIENCE
        shown = ''
        while time.monotonic() < end:
            shown = self.screen(*options)
            if re.search(pattern, shown, flags=re.M):
                return shown
            time.sleep(0.05)
        problems.append(f'{pattern!r} did not come; the terminal shows\n{shown}')
        return shown

    def keys(self, *keys):
        self.tmux('send-keys', *keys)

    def run(self, *arguments, before=''):
        self.keys(f'{before}{shlex.join([MONITOR, *arguments])}; echo "[status $?]"', 'Enter')

    def format(self, text):
        return self.tmux('display-message', '-p', text).strip()

    def child(self):
        """The process id of the monitor, which the shell has started."""
        return int(subprocess.run(['pgrep', '-n', '-P', self.format('#{pane_pid}'), Path(MONITOR).name[:15]], stdout=subprocess.PIPE,
                                  text=True, check=True).stdout)


REPLAY = ['--terminal', '--replay', RECORDING, '--interval', '100']


def check_ended(terminal, how, status, has_two_screens=True):
    shown = terminal.see(DONE)
    expect(f'\n[status {status}]' in shown, f'{how}: the status is not {status}:\n{shown}')
    expect('RECEIVED' not in shown or not has_two_screens, f'{how}: the table is still there:\n{shown}')
    for flag, value in (('alternate_on', '0'), ('cursor_flag', '1')):
        seen = terminal.format('#{' + flag + '}')
        expect(seen == value, f'{how}: {flag} of the terminal is {seen}')
    terminal.keys('clear; stty -a | grep -o " echo " && echo "echo is on"', 'Enter')
    terminal.see('^echo is on')
    terminal.keys('clear', 'Enter')
    terminal.see(rf'\A{PROMPT}\s*\Z')


def check_views(directory):
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run(*REPLAY)
        shown = terminal.see(r'^rxe0/1 +Active .* pkt/s .*[▁▂▃▄▅▆▇█]')
        lines = shown.splitlines()
        expect(re.match(r'PORT +STATE +SPEED +SENT +RECEIVED', lines[2]), f'the third line is {lines[2]!r}')
        expect(re.match(r' lab .* replay  devices: 2  ports: 2 .* no alarms', lines[0]), f'the first line is {lines[0]!r}')
        terminal.keys('4')
        terminal.see(r'^qtrdma-perf +\d+ +rxe0')
        terminal.keys('/', 'siw0 PERF', 'Enter')
        shown = terminal.see(r'\[siw0 PERF\]')
        expect('siw0' in shown and 'rxe0' not in shown, f'the filter passes:\n{shown}')
        terminal.keys('Escape')
        terminal.see(r'^qtrdma-perf +\d+ +rxe0')
        terminal.keys('s', 's', 'r')
        terminal.see('PID▼')
        terminal.keys('Tab')
        terminal.see('^PORT +COUNTER')
        terminal.keys('BTab', 'BTab')
        terminal.see('^DEVICE +PROCESS')
        terminal.keys('1', 'p')
        terminal.see(r'\[paused\]')
        terminal.keys('?')
        terminal.see('Any key goes back')
        terminal.keys('Up')
        terminal.see('^PORT +STATE')
        terminal.keys('Enter')
        terminal.see('^rxe0/1 +sent_pkts')
        for columns, lines in ((132, 40), (30, 8)):
            terminal.tmux('resize-window', '-x', str(columns), '-y', str(lines))
            expected = 'bytes|Packets whose acknowledgement' if columns > 80 else r'COUNTER'
            shown = terminal.see(expected + r'(.|\n)*\n *\d+/\d+ ').rstrip('\n').split('\n')
            expect(len(shown) == lines, f'{len(shown)} lines are used of {lines}')
        terminal.keys('q')
        terminal.tmux('resize-window', '-x', '80', '-y', '24')
        check_ended(terminal, 'q', 0)


def check_ends(directory):
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        for how, signal, status in (('Ctrl+C', None, 0), ('SIGTERM', 'TERM', 0), ('a crash', 'SEGV', 139), ('an abort', 'ABRT', 134)):
            terminal.run(*REPLAY, before='ulimit -c 0; ')
            terminal.see('^PORT +STATE')
            if signal:
                subprocess.run(['kill', f'-{signal}', str(terminal.child())], check=True)
            else:
                terminal.keys('C-c')
            check_ended(terminal, how, status)
        terminal.keys(shlex.join([MONITOR, *REPLAY]), 'Enter')
        terminal.see('^PORT +STATE')
        terminal.keys('C-z')
        shown = terminal.see('Stopped')
        expect('RECEIVED' not in shown and terminal.format('#{alternate_on}') == '0', f'a stopped program shows\n{shown}')
        terminal.keys('fg', 'Enter')
        terminal.see('^PORT +STATE')
        terminal.keys('q')
        terminal.see(rf'^{PROMPT}fg(.|\n)*{PROMPT}\s*\Z')


def check_looks(directory):
    colour = '\x1b\\[[0-9;]*(3[0-7]|4[0-7])[;m]'
    for environment, coloured, ascii_alone in (({'LC_ALL': 'C.UTF-8'}, True, False), ({'LC_ALL': 'C.UTF-8', 'NO_COLOR': '1'}, False, False),
                                               ({'LC_ALL': 'C'}, True, True), ({'LC_ALL': 'C.UTF-8', 'TERM': 'vt100'}, False, False)):
        with Tmux(directory, **environment) as terminal:
            terminal.run(*REPLAY)
            terminal.see(r'^rxe0/1 .*pkt/s .*[▁▂▃▄▅▆▇█.:=@]')
            shown = terminal.screen('-e')
            expect(bool(re.search(colour, shown)) == coloured, f'{environment}: colours are {"not " * coloured}there:\n{shown!r}')
            expect(terminal.screen().isascii() == ascii_alone, f'{environment}: {terminal.screen()}')
            terminal.keys('q')
            check_ended(terminal, str(environment), 0, has_two_screens='TERM' not in environment)


def check_pipe(directory):
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--terminal', '--replay', '-', '--interval', '100',
                     before=f'{shlex.quote(MONITOR)} --headless --replay {shlex.quote(RECORDING)} --interval 100 --record - | ')
        terminal.see('^rxe0/1 +Active')
        terminal.keys('4')
        terminal.see('^qtrdma-perf')
        terminal.keys('q')
        check_ended(terminal, 'a pipe', 0)


def check_default(directory):
    """Without a display, and with a terminal, it shows the tables."""
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--replay', RECORDING, before='env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM ')
        terminal.see('^PORT +STATE')
        terminal.keys('q')
        check_ended(terminal, 'without an option', 0)
        terminal.run(*REPLAY, before='TERM=nonsense ')
        shown = terminal.see(DONE)
        expect('"nonsense"' in shown and '\n[status 1]' in shown, f'an unknown terminal: {shown}')


def check_many(directory):
    """Thousands of rows, of which the last has a name that is longer than its column and not in ASCII."""
    recording = Path(directory) / 'many'
    owners = [f'program{i:04}' for i in range(3999)] + ['設備' * 32]
    resources = [{'device': 'mlx5_0', 'kind': 'QueuePair', 'number': i, 'process': i, 'owner': owner} for i, owner in enumerate(owners, 1)]
    lines = [{'format': 'QtRdma recording', 'version': 1}, {'time': 1, 'devices': [{'device': 'mlx5_0', 'usable': True}], 'resources': resources}]
    recording.write_text(''.join(json.dumps(line) + '\n' for line in lines), encoding='utf-8')
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--terminal', '--replay', str(recording))
        terminal.keys('4')
        terminal.see('^1/4000 ')
        terminal.keys('s', 's', 'End')
        shown = terminal.see('^4000/4000 ')
        expect(re.search('^(設備){9,}設?… +4000 +mlx5_0', shown, flags=re.M), f'the last row is not there:\n{shown}')
        terminal.keys('Home')
        terminal.see('^program0000 +1 +mlx5_0')
        terminal.keys('q')
        check_ended(terminal, 'many rows', 0)


def alarm():
    """The lines of a recording in which a counter moves that should not."""
    counter = {'device': 'mlx5_0', 'port': 1, 'group': 'hw_counters', 'name': 'out_of_buffer', 'unit': 'events', 'available': True,
               'shouldStayZero': True, 'meaning': 'No receive.'}
    port = {'device': 'mlx5_0', 'port': 1, 'state': 'Active', 'active': True}
    lines = [{'format': 'QtRdma recording', 'version': 1}]
    for time_, value in ((1000, 0), (2000, 4)):
        lines.append({'time': time_, 'devices': [{'device': 'mlx5_0', 'usable': True}], 'ports': [port],
                      'counters': [counter | {'value': str(value)}]})
    return ''.join(json.dumps(line) + '\n' for line in lines)


def check_alarms(directory):
    """An alarm has a time, and a key acknowledges it."""
    recording = Path(directory) / 'alarms'
    recording.write_text(alarm(), encoding='utf-8')
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--terminal', '--replay', str(recording), '--interval', '100')
        terminal.see('alarms: 1$')
        terminal.keys('2')
        terminal.see(r'^[0-9:]{8} +mlx5_0/1 +out_of_buffer +\+4 ')
        terminal.keys('a')
        terminal.see('no alarms')
        terminal.keys('q')
        check_ended(terminal, 'alarms', 0)


def check_follow(directory):
    """A recorder has written half of the last line of its file, and writes the rest."""
    recording = Path(directory) / 'growing'
    lines = alarm()
    recording.write_text(lines[:-20], encoding='utf-8')
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--terminal', '--interval', '100', '--replay', str(recording), '--follow')
        terminal.see('replay, followed .* no alarms')
        with recording.open('a', encoding='utf-8') as file:
            file.write(lines[-20:])
        terminal.see('replay, followed .* alarms: 1$')
        terminal.keys('q')
        check_ended(terminal, 'a recording that is followed', 0)


def check_full(directory):
    """The disk gets full while a recording is written: the tables stay, and the end tells of it."""
    recording = Path(directory) / 'whole'
    recording.write_text(alarm(), encoding='utf-8')
    full = Path(directory) / 'full'
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        terminal.run('--terminal', '--replay', str(recording), '--interval', '100', '--record', str(full),
                     before="trap '' XFSZ; ulimit -f 0; ")
        shown = terminal.see(DONE)
        expect('File too large' in shown and '\n[status 1]' in shown, f'no room: {shown}')
    with Tmux(directory, LC_ALL='C.UTF-8') as terminal:
        recording.write_text(alarm() + long_sample(), encoding='utf-8')
        terminal.run('--terminal', '--replay', str(recording), '--interval', '100', '--record', str(full),
                     before="trap '' XFSZ; ulimit -f 4; ")
        terminal.see('alarms: 1(.|\\n)*File too large')
        terminal.keys('q')
        check_ended(terminal, 'a full disk', 1)


def long_sample():
    devices = [{'device': f'mlx5_{i}', 'usable': True} for i in range(200)]
    return json.dumps({'time': 3000, 'devices': devices}) + '\n'


def check_no_terminal():
    done = subprocess.run(['setsid', '-w', MONITOR, *REPLAY], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          check=False)
    expect(done.returncode == 1 and 'There is no terminal' in done.stderr, f'no terminal: {done.returncode} {done.stderr}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        for check in (check_views, check_ends, check_looks, check_pipe, check_default, check_many, check_alarms, check_follow,
                      check_full):
            check(directory)
    check_no_terminal()
    print('\n'.join(problems) or 'the terminal shows what it should')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
