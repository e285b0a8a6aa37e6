# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""The cached kernel, modules and initramfs of the lab, made from Debian packages on first use."""

import contextlib
import fcntl
import hashlib
import inspect
import lzma
import os
import shutil
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import labwarm

HERE = Path(__file__).resolve().parent
SOURCE = Path('/usr/src/linux-source-6.1.tar.xz')
PACKAGES = {
    'qemu-system-x86_64': 'qemu-system-x86',
    'busybox': 'busybox-static',
    'cpio': 'cpio',
    'depmod': 'kmod',
    'xz': 'xz-utils',
    'make': 'make',
    'gcc': 'gcc',
    'rdma': 'iproute2',
    'setpriv': 'util-linux',
}

# What /init loads, with what it needs. crc32_generic: rxe cannot add a link without it.
BOOT_MODULES = ('crc32_generic crc32c_generic virtio_pci virtio_console 9pnet_virtio 9p overlay virtio_net dummy '
                'rdma_rxe siw rdma_ucm ib_uverbs ib_umad').split()
MODULE_PARAMETERS = {'dummy.ko': 'numdummies=0'}
# What the machine can load later: 60 MB instead of Debian's 400.
KEPT_MODULES = ('arch block crypto lib net fs/9p fs/configfs fs/netfs fs/fscache fs/overlayfs drivers/infiniband/core '
                'drivers/infiniband/sw drivers/infiniband/ulp drivers/virtio drivers/char drivers/net/*.ko').split()
SIW_MAKEFILE = ('obj-m := siw.o\n'
                'siw-y := siw_cm.o siw_cq.o siw_main.o siw_mem.o siw_qp.o siw_qp_tx.o siw_qp_rx.o siw_verbs.o\n')


class ImageError(Exception):
    pass


class Image:
    """Paths of what QEMU and /init need."""

    def __init__(self, kernel_dir, initramfs):
        self.kernel = kernel_dir / 'vmlinux'
        self.version = (kernel_dir / 'version').read_text().strip()
        self.modules = kernel_dir / 'lib/modules' / self.version
        self.initramfs = initramfs


def run(*command, cwd=None):
    result = subprocess.run([str(c) for c in command], cwd=cwd, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    if result.returncode:
        tail = '\n'.join(result.stdout.splitlines()[-15:])
        raise ImageError(f'{command[0]} failed with status {result.returncode}:\n{tail}')
    return result.stdout


def check_programs():
    path = os.environ.get('PATH', '') + ':/usr/sbin:/sbin'
    missing = sorted({package for program, package in PACKAGES.items() if not shutil.which(program, path=path)})
    if not SOURCE.exists():
        missing.append('linux-source-6.1')
    if missing:
        raise ImageError('packages are missing: apt-get install ' + ' '.join(missing))


def headers_version():
    """The newest installed kernel headers; siw is built against them, so they decide which kernel is used."""
    found = [p.name.removeprefix('linux-headers-') for p in Path('/usr/src').glob('linux-headers-6.1.*-amd64')]
    plain = [v for v in found if v.count('-') == 2]  # neither cloud nor rt
    if not plain:
        raise ImageError('packages are missing: apt-get install linux-headers-amd64')
    return max(plain, key=lambda v: [int(n) for n in v.replace('-', '.').split('.')[:4]])


def stamp(functions, constants, files=()):
    """Changes when one of the recipes does, so that nobody uses what an older recipe made."""
    digest = hashlib.sha256(repr(constants).encode())
    for function in functions:
        digest.update(inspect.getsource(function).encode())
    for file in files:
        digest.update(file.name.encode() + b'\0' + file.read_bytes() + b'\0')
    return digest.hexdigest()[:12]


def download_kernel(version, where):
    package = f'linux-image-{version}'
    headers = run('dpkg-query', '-W', '-f', '${Version}', f'linux-headers-{version}')
    for wanted in (f'{package}={headers}', package):
        with contextlib.suppress(ImageError):
            run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', wanted, cwd=where)
            return next(where.glob('*.deb'))
    raise ImageError(f'the package manager offers no {package}, the kernel of the installed headers; '
                     'try: apt-get update && apt-get install linux-headers-amd64 linux-source-6.1')


def unpack_vmlinux(bzimage):
    """The kernel without its own decompressor: that one takes a second under emulation."""
    setup_sectors = bzimage[0x1f1] or 4
    offset, length = struct.unpack_from('<II', bzimage, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    return lzma.LZMADecompressor().decompress(bzimage[start:start + length])


def build_siw(version, target):
    """Debian's kernel has rdma_rxe and not siw. The cache's own path may hold spaces, which kbuild cannot bear."""
    with tempfile.TemporaryDirectory() as work:
        member = 'linux-source-6.1/drivers/infiniband/sw/siw'
        run('tar', 'xJf', SOURCE, '--strip-components=4', member, cwd=work)
        (Path(work) / 'siw/Makefile').write_text(SIW_MAKEFILE)
        run('make', '-s', '-j2', '-C', f'/usr/src/linux-headers-{version}', f'M={work}/siw', 'modules')
        run('strip', '-g', f'{work}/siw/siw.ko')
        shutil.copy(f'{work}/siw/siw.ko', target)


def build_kernel(version, target):
    """Fills the directory target: vmlinux, lib/modules/VERSION, version."""
    modules = target / 'lib/modules' / version
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        work = Path(work)
        package = download_kernel(version, work)
        wanted = [f'./lib/modules/{version}/kernel/{m}' for m in KEPT_MODULES]
        wanted += [f'./lib/modules/{version}/modules.builtin*', f'./lib/modules/{version}/modules.order']
        (work / 'list').write_text('\n'.join(wanted + [f'./boot/vmlinuz-{version}']))
        run('sh', '-c', 'dpkg-deb --fsys-tarfile "$1" | tar xf - --wildcards -T list', 'sh', package, cwd=work)
        (target / 'lib').mkdir(parents=True)
        shutil.move(work / 'lib/modules', target / 'lib/modules')
        (modules / 'extra').mkdir()
        build_siw(version, modules / 'extra')
        (target / 'vmlinux').write_bytes(unpack_vmlinux((work / f'boot/vmlinuz-{version}').read_bytes()))
    run('/sbin/depmod', '-b', target, version)
    (target / 'version').write_text(version + '\n')


def build_initramfs(kernel_dir, version, target):
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        root = Path(work) / 'root'
        for directory in 'bin dev guest modules newroot proc sys warm'.split():
            (root / directory).mkdir(parents=True)
        shutil.copy(shutil.which('busybox'), root / 'bin/busybox')
        shutil.copy(HERE / 'guest/init', root / 'init')
        for script in (HERE / 'guest').glob('lab-*'):
            shutil.copy(script, root / 'guest')
        order = []
        for module in BOOT_MODULES:
            listing = run('/sbin/modprobe', '-C', '/dev/null', '-d', kernel_dir, '-S', version,
                          '--show-depends', module)
            needed = [line.removeprefix('insmod ').strip() for line in listing.splitlines()]
            for file in [Path(path) for path in needed if not path.startswith('builtin ')]:
                if file.name not in order:
                    order.append(file.name)
                    shutil.copy(file, root / 'modules')
        lines = [f'{name} {MODULE_PARAMETERS.get(name, "")}\n' for name in order]
        (root / 'modules/order').write_text(''.join(lines))
        for file in labwarm.files():
            labwarm.copy(file, root / 'warm')
        archive = Path(work) / 'initramfs'
        run('sh', '-c', 'find . | cpio -o -H newc -R 0:0 --quiet >"$1"', 'sh', archive, cwd=root)
        archive.rename(target)


def remove_old(files):
    """Packages change often. Whoever was about to use an hour old file has opened it."""
    for file in files:
        if file.stat().st_mtime < time.time() - 3600:
            file.unlink()


def obtain(cache, report):
    """Returns the Image in the directory cache; builds what is missing. Several callers at once are fine."""
    check_programs()
    version = headers_version()
    recipe = (download_kernel, unpack_vmlinux, build_siw, build_kernel)
    kernel_stamp = stamp(recipe, (KEPT_MODULES, SIW_MAKEFILE))
    guest_files = sorted((HERE / 'guest').iterdir())
    kernel_dir = cache / f'kernel-{version}-{kernel_stamp}'
    guest_stamp = stamp((build_initramfs, labwarm.files, labwarm.copy),
                        (BOOT_MODULES, MODULE_PARAMETERS, labwarm.FILES, labwarm.state()), guest_files)
    initramfs = cache / f'initramfs-{version}-{kernel_stamp}-{guest_stamp}'
    if kernel_dir.exists() and initramfs.exists():
        return Image(kernel_dir, initramfs)
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / 'lock', 'w', encoding='ascii') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kernel_dir.exists():
            report(f'building the kernel {version} with siw, once')
            with tempfile.TemporaryDirectory(dir=cache) as work:
                build_kernel(version, Path(work) / 'kernel')
                (Path(work) / 'kernel').rename(kernel_dir)
        if not initramfs.exists():
            remove_old(cache.glob('initramfs-*'))
            build_initramfs(kernel_dir, version, initramfs)
    return Image(kernel_dir, initramfs)
