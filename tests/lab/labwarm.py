# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Files of the host that go into the initramfs, because every test opens them.

Opening a file over 9p takes several round trips, and a Qt program opens forty libraries. What only some tests need
stays away: every megabyte here costs each start 10 ms of a processor.
"""

import glob
import os
import shutil
import subprocess
from pathlib import Path

LIBRARIES = '/usr/lib/x86_64-linux-gnu/'
FILES = (
    '/bin/sh', '/etc/ld.so.cache', '/etc/nsswitch.conf', '/etc/libibverbs.d/*', '/usr/lib/locale/C.utf8/*',
    '/usr/sbin/ip', '/usr/sbin/rdma',
    *(LIBRARIES + f'libQt6{name}.so.6' for name in ('Core', 'Network', 'Test')),
    *(LIBRARIES + name for name in ('libibverbs/*', 'librdmacm.so.1')),
    *(LIBRARIES + f'qt6/plugins/{name}' for name in ('networkinformation/*', 'tls/*')))
LARGEST = 20_000_000  # bytes; ICU's data is larger, and hardly read


def files():
    """The files above that exist, and the libraries they load."""
    found = [path for pattern in FILES for path in glob.glob(pattern)]
    listing = subprocess.run(['ldd', *found], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    words = [word for line in listing.stdout.splitlines() if not line.endswith(':') for word in line.split()]
    found += {word for word in words if word.startswith('/')}
    return [path for path in found if os.path.isfile(path)]


def state():
    """Changes when a package or the set of installed libraries does."""
    return [os.stat(file).st_mtime_ns for file in ('/var/lib/dpkg/status', '/etc/ld.so.cache')]


def copy(path, root):
    """Copies a file to its place below the directory root, together with every symbolic link on the way to it."""
    place = Path('/')
    rest = list(Path(path).parts[1:])
    while rest:
        place = place / rest.pop(0)
        copied = root / place.relative_to('/')
        if place.is_symlink():
            if not copied.is_symlink():
                copied.symlink_to(os.readlink(place))
            target = os.path.normpath(place.parent / os.readlink(place))
            rest = list(Path(target).parts[1:]) + rest
            place = Path('/')
        elif place.is_dir():
            copied.mkdir(exist_ok=True)
        elif not copied.exists() and place.stat().st_size <= LARGEST:
            shutil.copy2(place, copied)
