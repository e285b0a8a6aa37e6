#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Counts what a transaction of PostgreSQL and of Redis takes through two bridges: databases.py [--check] BUILD_DIRECTORY

Client, bridges and server are on one machine, the lab in exact mode, so the time of a transaction is that of the
instructions of all of them and of the kernel, 2 ns each. All ways are taken in one run:

    TCP             the client is connected to the server
    bridges, TCP    through two bridges, with TCP between them
    bridges, rxe    through two bridges, with RoCE between them
    bridges, siw    through two bridges, with iWARP between them

Through each way large values are written and read again first, and must be the same in the end. --check does only that, without
exact mode. Needs the packages postgresql and redis-server; their services need not run. Run as root, as the servers get
users of their own.
"""

import argparse
import contextlib
import csv
import hashlib
import io
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
NANOSECONDS = 2 # of an instruction
WAYS = {'TCP': None, 'bridges, TCP': ('tcp', '127.0.0.1'),
        'bridges, rxe': ('rdma', os.environ.get('QTRDMA_RXE_ADDRESS')), 'bridges, siw': ('rdma', os.environ.get('QTRDMA_SIW_ADDRESS'))}
POSTGRES, REDIS = 15432, 16379 # ports of the servers
SETTINGS = ['fsync=off', 'autovacuum=off', 'jit=off', 'max_connections=20', 'shared_buffers=32MB', f'port={POSTGRES}',
            'listen_addresses=127.0.0.1', 'unix_socket_directories=']


def postgres_program(name):
    found = sorted(Path('/usr/lib/postgresql').glob(f'*/bin/{name}'))
    if not found:
        sys.exit(f'databases.py: there is no {name}: install postgresql and redis-server')
    return found[-1]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, **options).stdout


def as_postgres(*command):
    user = pwd.getpwnam('postgres')
    return ['setpriv', f'--reuid={user.pw_uid}', f'--regid={user.pw_gid}', '--clear-groups', *map(str, command)]


@contextlib.contextmanager
def running(*command, **options):
    with subprocess.Popen([str(word) for word in command], **options) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)


@contextlib.contextmanager
def postgres(data):
    with running(*as_postgres(postgres_program('postgres'), '-D', data, *(f'--{setting}' for setting in SETTINGS)),
                 stderr=subprocess.DEVNULL, cwd='/'):
        while subprocess.run([postgres_program('pg_isready'), '-q', '-h', '127.0.0.1', '-p', str(POSTGRES)], check=False).returncode:
            time.sleep(0.2)
        yield


@contextlib.contextmanager
def redis(_):
    with running('redis-server', '--port', REDIS, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no',
                 stdout=subprocess.DEVNULL, cwd='/tmp'):
        while subprocess.run(['redis-cli', '-p', str(REDIS), 'ping'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             check=False).returncode:
            time.sleep(0.2)
        yield


@contextlib.contextmanager
def bridge(program, *arguments):
    """Its port."""
    with running(program, *arguments, stdout=subprocess.PIPE, text=True) as process:
        yield re.search(r':(\d+), to', process.stdout.readline())[1]


@contextlib.contextmanager
def port_of(way, program, server):
    """The port where a client reaches the server."""
    if not WAYS[way]:
        yield server
        return
    transport, address = WAYS[way]
    with bridge(program, '--listen', f'rdma://{address}:0', '--to', f'127.0.0.1:{server}', '--transport', transport) as far, \
            bridge(program, '--listen', '127.0.0.1:0', '--to', f'rdma://{address}:{far}', '--transport', transport) as near:
        yield near


# --- the data are the same ---

def psql(port, statement, **options):
    return run(postgres_program('psql'), '-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-qtAX', '-c', statement, **options)


def check_postgres(port):
    lines = ''.join(f'{i}\t{hashlib.sha256(str(i).encode()).hexdigest()}\n' for i in range(20000)).encode()
    psql(port, 'drop table if exists bridged; create table bridged (id int, text text)')
    psql(port, 'copy bridged from stdin', input=lines)
    for reader in (port, POSTGRES):
        if psql(reader, 'copy (select * from bridged order by id) to stdout') != lines:
            sys.exit('databases.py: PostgreSQL has other rows than were written')


def check_redis(port):
    value = os.urandom(3000000)
    run('redis-cli', '-p', port, '-x', 'set', 'bridged', input=value)
    for reader in (port, REDIS):
        if run('redis-cli', '-p', reader, '--raw', 'get', 'bridged') != value + b'\n':
            sys.exit('databases.py: Redis has another value than was written')


# --- the figures ---

def pgbench(port, clients, transactions):
    output = run(postgres_program('pgbench'), '-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-n', '-S', '-M', 'prepared',
                 '-c', clients, '-t', transactions, 'postgres', stderr=subprocess.DEVNULL, text=True)
    return float(re.search(r'tps = ([\d.]+)', output)[1])


def redis_benchmark(port, clients, requests, size, command):
    run('redis-benchmark', '-p', port, '-n', 1, '-d', size, '-t', 'set') # the value that GET finds
    output = run('redis-benchmark', '-p', port, '-c', clients, '-n', requests, '-d', size, '-t', command, '--csv',
                 stderr=subprocess.DEVNULL, text=True)
    return float(next(csv.DictReader(io.StringIO(output)))['rps'])


# Of each server: how it is started, what looks at its data, and what is measured.
SERVERS = {
    POSTGRES: (postgres, check_postgres, {
        'PostgreSQL, select by key, 1 client': lambda port: pgbench(port, 1, 400),
        'PostgreSQL, select by key, 8 clients': lambda port: pgbench(port, 8, 100),
    }),
    REDIS: (redis, check_redis, {
        'Redis, GET of 64 bytes, 1 client': lambda port: redis_benchmark(port, 1, 1000, 64, 'get'),
        'Redis, GET of 64 bytes, 8 clients': lambda port: redis_benchmark(port, 8, 2000, 64, 'get'),
        'Redis, SET of 64 KiB, 1 client': lambda port: redis_benchmark(port, 1, 200, 65536, 'set'),
    }),
}


def measure(way, port, rows):
    """Instructions of a transaction, by row and way."""
    figures = {}
    for row, transactions_a_second in rows.items():
        transactions_a_second(port) # warms up
        figures[row, way] = 1e9 / transactions_a_second(port) / NANOSECONDS
        print(f'{way} | {row} | {figures[row, way]:,.0f}', flush=True)
    return figures


def inside(program, data, check_only):
    place = Path('/dev/shm/postgres') # no file of the host, which would take time
    shutil.copytree(data, place)
    run('chown', '-R', 'postgres:', place)
    place.chmod(0o700)
    for server, (start, check, rows) in SERVERS.items(): # one at a time
        figures = {}
        with start(place):
            for way in WAYS:
                with port_of(way, program, server) as port:
                    check(port)
                    print(f'{way}: the data are the same', flush=True)
                    if not check_only:
                        figures |= measure(way, port, rows)
        if not check_only:
            print_table(rows, figures)


def print_table(rows, figures):
    print('| instructions of a transaction |', ' | '.join(WAYS), '|')
    print('|---|' + '---:|' * len(WAYS))
    for row in rows:
        first = figures[row, 'TCP']
        cells = [f'{figures[row, way]:,.0f} ({figures[row, way] / first:.2f})' for way in WAYS]
        print(f'| {row} |', ' | '.join(cells), '|')


def prepare(directory):
    data = directory / 'data'
    data.mkdir()
    run('chown', '-R', 'postgres:', directory)
    run(*as_postgres(postgres_program('initdb'), '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--no-locale'), cwd='/')
    with postgres(data):
        run(postgres_program('pgbench'), '-h', '127.0.0.1', '-p', POSTGRES, '-U', 'postgres', '-i', '-q', 'postgres',
            stderr=subprocess.DEVNULL)
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', type=Path)
    parser.add_argument('--check', action='store_true', help='compare data, and measure nothing')
    parser.add_argument('--inside', type=Path, help=argparse.SUPPRESS) # the data of PostgreSQL, in the lab
    options = parser.parse_args()
    program = options.build.resolve() / 'examples/bridge/qtrdma-bridge'
    check = ['--check'] if options.check else []
    if options.inside:
        return inside(program, options.inside, options.check)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        directory.chmod(0o755)
        data = prepare(directory)
        exact = [] if options.check else ['--exact']
        lab = [TOP / 'tests/lab/lab', *exact, '--memory', '4G', '--timeout', '1800', '--', sys.executable, __file__]
        return subprocess.run([*lab, '--inside', data, *check, options.build.resolve()], check=False).returncode


if __name__ == '__main__':
    sys.exit(main())
