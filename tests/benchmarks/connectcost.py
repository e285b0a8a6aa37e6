#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Compares what it costs to connect over loopback: QTcpSocket, and a stream that falls back to TCP.

connectcost.py BUILD_DIRECTORY

Counts the user-mode instructions of the second connection of a process with callgrind. rdma-core is absent. Fails where the
stream takes more than 1.1 times those of the socket.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 1.1


def count(program, way):
    with tempfile.TemporaryDirectory() as directory:
        output = Path(directory) / 'callgrind.out'
        environment = {**os.environ, 'QT_NO_GLIB': '1', 'QT_HASH_SEED': '0', 'LD_BIND_NOW': '1'}
        subprocess.run(['valgrind', '--tool=callgrind', '--collect-atstart=no', f'--callgrind-out-file={output}',
                        program, way], env=environment, check=True, stderr=subprocess.DEVNULL)
        return int(re.search(r'^(?:totals|summary): (\d+)', output.read_text(), re.MULTILINE).group(1))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split('\n\n')[1])
    program = Path(sys.argv[1]) / 'tests/benchmarks/connect_cost'
    tcp, stream = (count(program, way) for way in ('tcp', 'stream'))
    print(f'connecting: QTcpSocket {tcp:,}, RdmaStream with PreferRdma {stream:,}, {stream / tcp:.2f} times')
    sys.exit(stream > MOST * tcp)


if __name__ == '__main__':
    main()
