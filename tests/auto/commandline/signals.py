#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Ends programs by signals: signals.py PROGRAM...

A program that is told to end does it in order. Its status is 0, or 1 if it has not done what it was asked for; a recording
has whole lines.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60  # seconds
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def environment(directory):
    return os.environ | {'QT_QPA_PLATFORM': 'offscreen', 'QT_QUICK_BACKEND': 'software', 'LC_ALL': 'C.UTF-8',
                         'XDG_RUNTIME_DIR': directory, 'XDG_CONFIG_HOME': directory}


def until(condition, what):
    """Waits for something that another process does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f'{what}: not in {PATIENCE} s')
        time.sleep(0.02)


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def listens(port):
    """Whether somebody does."""
    return any(line.split()[1] == f'0100007F:{port:04X}' and line.split()[3] == '0A'
               for line in Path('/proc/net/tcp').read_text(encoding='ascii').splitlines()[1:])


class Running:
    """A program, with what it prints in a file."""

    def __init__(self, directory, program, *arguments):
        self.printed = Path(directory, f'{Path(program).name}.{time.monotonic_ns()}')
        with self.printed.open('wb') as output:
            self.process = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=output,
                                            stderr=subprocess.STDOUT, cwd=directory, env=environment(directory))

    def text(self):
        return self.printed.read_text(encoding='utf-8', errors='replace')

    def says(self, text):
        def is_said():
            assert self.process.poll() is None or text in self.text(), f'{self.process.args} has ended: {self.text()}'
            return text in self.text()
        until(is_said, f'{self.process.args} says "{text}"')

    def end(self, number, status):
        self.process.send_signal(number)
        got = self.process.wait(PATIENCE)
        assert got == status, f'{self.process.args}, {number!r}: status {got}: {self.text()}'


def check_recording(directory, program, arguments, number, status):
    recording = Path(directory, f'{number.name}.recording')
    recording.unlink(missing_ok=True)
    running = Running(directory, program, '--interval', '100', '--record', str(recording), *arguments)
    until(lambda: recording.exists() and recording.read_bytes().count(b'\n') > 2 or running.process.poll() is not None,
          'a recording with samples')
    running.end(number, status)
    text = recording.read_text(encoding='utf-8')
    assert text.endswith('\n'), f'{arguments}: a part of a line is in the recording'
    for line in text.splitlines():
        json.loads(line)


def monitor(directory, program):
    for number in SIGNALS:
        check_recording(directory, program, [], number, 0)
    check_recording(directory, program, ['--headless'], signal.SIGTERM, 0)
    check_recording(directory, program, ['--headless', '--count', '1000000'], signal.SIGTERM, 1)
    for arguments, text in ((['--listen', '127.0.0.1:0'], 'Serving http'),
                            (['--serve', '127.0.0.1:0', '--transport', 'tcp'], 'Viewers can connect')):
        running = Running(directory, program, *arguments)
        running.says(text)
        running.end(signal.SIGTERM, 0)


def chat_window(directory, program, relay_program):
    relay = Running(directory, relay_program, '--listen', '127.0.0.1:0', '--transport', 'tcp')
    relay.says('* Relay on ')
    place = relay.text().split()[3]
    for number in SIGNALS:
        name = f'ann{number.value}'
        person = Running(directory, program, '--connect', place, '--name', name, '--transport', 'tcp')
        relay.says(f'{name} joined')
        person.end(number, 0)
        relay.says(f'{name} left')
    relay.end(signal.SIGTERM, 0)
    for number in SIGNALS:
        port = free_port()
        room = Running(directory, program, '--listen', f'127.0.0.1:{port}', '--name', 'bob', '--transport', 'tcp')
        until(lambda: listens(port), 'the room of the window')
        room.end(number, 0)


def send_window(directory, program):
    for number in SIGNALS:
        port = free_port()
        window = Running(directory, program, '--listen', '127.0.0.1', '--port', str(port), '--transport', 'tcp')
        until(lambda: listens(port), 'the window that takes files')
        window.end(number, 0)


def main():
    programs = {Path(program).name: program for program in sys.argv[1:]}
    with tempfile.TemporaryDirectory() as directory:
        if 'qtrdma-monitor' in programs:
            monitor(directory, programs['qtrdma-monitor'])
        if 'qtrdma-chat-window' in programs:
            chat_window(directory, programs['qtrdma-chat-window'], programs['qtrdma-chat'])
        if 'qtrdma-send-window' in programs:
            send_window(directory, programs['qtrdma-send-window'])
    print('All of them end in order')


if __name__ == '__main__':
    main()
