#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Measures the gain and the cost of polling, yielding and moderation: spin.py [--spin US] [--moderation US] [--rounds N] PERF ADDRESS [TEST ARGUMENT...]

One server, and in each round a client that waits for events, one that yields before, one that spins, one that spins while messages are dense and one that is moderated, in turn. Each is
compared with the events of its own round, so what the machine does beside it is in both; printed are medians of these ratios, and
between which two the middle half of them lies. Needs two processors: in the lab without --exact.

    tests/lab/lab -- tests/benchmarks/spin.py build/release/examples/perf/qtrdma-perf 10.77.0.1
    tests/lab/lab -- tests/benchmarks/spin.py build/release/examples/perf/qtrdma-perf 10.78.0.1 send -m rate -n 10000 -t 64 -l 16
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

FIGURES = {'half a round trip, p50, us': 'p50_us', 'p99, us': 'p99_us', 'messages a second': 'messages_per_s',
           'processor time of the client, us': 'client_cpu_us_per_message', 'of the server, us': 'server_cpu_us_per_message'}


def measure(command):
    output = subprocess.run(command + ['--json', '-', '--quiet'], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)['results'][0]


def ratios(rounds, mode, figure):
    quotients = [measured[mode][figure] / measured['events'][figure] for measured in rounds]
    low, middle, high = statistics.quantiles(quotients, n=4)
    return f'{middle:6.2f} ({low:.2f} to {high:.2f})'


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('perf')
    parser.add_argument('address')
    parser.add_argument('--spin', type=int, default=1000)
    parser.add_argument('--moderation', type=int, default=400)
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('test', nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit('spin.py: both sides would spin on the one processor there is')
    spin = ['--force-spin', '--spin', str(options.spin)]
    modes = {'events': ['--no-yield'], 'yielding': [], 'spinning': spin, 'adaptive': spin + ['--adaptive'],
             'moderated': ['--no-yield', '--moderation', str(options.moderation)]}
    rounds = []
    with subprocess.Popen([options.perf, '-p', '0', '--listen', options.address], stdout=subprocess.PIPE, text=True) as server:
        try:
            port = server.stdout.readline().split()[-1]
            client = [options.perf, options.address, '-p', port] + (options.test or ['send', '-n', '1000'])
            for _ in range(options.rounds):
                rounds.append({mode: measure(client + more) for mode, more in modes.items()})
        finally:
            server.terminate()
    for name, figure in FIGURES.items():
        if figure not in rounds[0]['events']:
            continue
        events = statistics.median(measured['events'][figure] for measured in rounds)
        print(f'{name:34} events {events:8.1f}' + ''.join(
            f'   {mode} {ratios(rounds, mode, figure)}' for mode in modes if mode != 'events'))


if __name__ == '__main__':
    main()
