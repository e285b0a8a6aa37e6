# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""The cached kernel, modules and initramfs of the lab, made from Debian packages on first use."""

import errno
import fcntl
import hashlib
import inspect
import lzma
import os
import re
import shutil
import struct
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

import labwarm

HERE = Path(__file__).resolve().parent
SOURCES = Path('/usr/src')  # of kernel headers, and of kernels
PACKAGES = {
    'qemu-system-x86_64': 'qemu-system-x86',
    'busybox': 'busybox-static',
    'cpio': 'cpio',
    'depmod': 'kmod',
    'xz': 'xz-utils',
    'zstd': 'zstd',
    'make': 'make',
    'gcc': 'gcc',
    'rdma': 'iproute2',
    'setpriv': 'util-linux',
}

# What /init loads, with what it needs. ib_uverbs comes before what loads rdma_cm: a removed device is taken from the last one first.
BOOT_MODULES = ('virtio_pci virtio_console 9pnet_virtio 9p overlay virtio_net dummy '
                'rdma_rxe siw ib_uverbs rdma_ucm ib_umad').split()
# Loaded before where the kernel has them as modules: rxe asks for them by name and cannot add a link without.
CHECKSUM_MODULES = ('crc32_generic', 'crc32c_generic')
MODULE_PARAMETERS = {'dummy.ko': 'numdummies=0'}
# What the machine can load later: 60 MB instead of Debian's 400. A kernel need not have all of these directories.
KEPT_MODULES = ('arch|block|crypto|lib|net|fs/(9p|configfs|netfs|fscache|overlayfs)|'
                'drivers/(infiniband/(core|sw|ulp)|virtio|char|net(?=/[^/]*$))')
# Packages that a kernel of Debian consists of. Up to 6.12 the first is all of it.
KERNEL_PACKAGES = ('linux-image', 'linux-base', 'linux-binary', 'linux-modules')
# Begins the names of directories in the cache that are removed.
UNFINISHED = 'unfinished-'


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
    if missing:
        raise ImageError('packages are missing: apt-get install ' + ' '.join(missing))


def source_of(version):
    """Where the package with the source of a kernel puts it. Its name has the first two numbers of the version."""
    return SOURCES / f'linux-source-{".".join(version.split(".")[:2])}.tar.xz'


def kernel_version():
    """The newest kernel whose headers and source are installed, and neither the cloud's nor the real-time one."""
    headers = [p.name.removeprefix('linux-headers-') for p in SOURCES.glob('linux-headers-*-amd64')]
    plain = [v for v in headers if not re.search('-(cloud|rt)-', v)]
    found = [v for v in plain if source_of(v).exists()]
    if not found:
        has = f'headers of {", ".join(plain)} and no source of that kernel' if plain else 'no headers of a kernel'
        raise ImageError(f'{SOURCES} has {has}, and siw is built from both: '
                         'apt-get install linux-headers-amd64 linux-source')
    return max(found, key=lambda v: [int(n) for n in re.findall(r'\d+', v)])


def stamp(functions, constants, files=()):
    """Changes when one of the recipes does, so that nobody uses what an older recipe made."""
    digest = hashlib.sha256(repr(constants).encode())
    for function in functions:
        digest.update(inspect.getsource(function).encode())
    for file in files:
        digest.update(file.name.encode() + b'\0' + file.read_bytes() + b'\0')
    return digest.hexdigest()[:12]


def download(package, version, where):
    """Fetches a package in this version or, where there is none, in the one that there is."""
    for wanted in (f'{package}={version}', package):
        try:
            run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', wanted, cwd=where)
            return
        except ImageError as error:
            said = str(error)
    if 'No space left on device' in said:
        raise OSError(errno.ENOSPC, said)
    raise ImageError(f'the package manager offers no {package}, which the kernel of the installed headers needs; '
                     'is there network? If the kernel is older than what the mirror has: '
                     'apt-get update && apt-get install linux-headers-amd64 linux-source, '
                     'or for an image of `./run --on`: remove it from build/images, so that it is made again.\n'
                     + said)


def download_kernel(version, where):
    """Fetches the packages of the kernel that the installed headers belong to: the first, and those others that exist."""
    headers = run('dpkg-query', '-W', '-f', '${Version}', f'linux-headers-{version}')
    first, *others = [f'{package}-{version}' for package in KERNEL_PACKAGES]
    known = run('apt-cache', 'pkgnames', 'linux-').split()
    for package in [first, *(other for other in others if other in known)]:
        download(package, headers, where)
    return sorted(where.glob('*.deb'))


def wanted_files():
    return fr'lib/modules/[^/]*/(kernel/({KEPT_MODULES})/|modules\.(builtin|order)|vmlinuz$)|boot/vmlinuz-'


def unpack(stream, pattern, target):
    """Unpacks the files whose names match; in some releases they are below usr, which is left away."""
    with tarfile.open(fileobj=stream, mode='r|') as archive:
        for member in archive:
            name = member.name.removeprefix('./').removeprefix('usr/')
            if member.isreg() and re.match(pattern, name):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).write_bytes(archive.extractfile(member).read())
    stream.read()  # an archive is filled up to a whole block


def unpack_packages(packages, pattern, target):
    for package in packages:
        broken = ImageError(f'{package.name} is broken, dpkg-deb cannot unpack all of it; the next try fetches it again')
        with subprocess.Popen(['dpkg-deb', '--fsys-tarfile', package], stdout=subprocess.PIPE) as process:
            try:
                unpack(process.stdout, pattern, target)
            except tarfile.TarError as error:
                raise broken from error
        if process.returncode:
            raise broken


def packed_kernel(unpacked, version):
    """The file of the kernel, whose modules must be there as well."""
    modules = unpacked / 'lib/modules' / version
    if modules.is_dir() and not list(modules.glob('**/rdma_rxe.ko*')):
        raise ImageError(f'the kernel {version} has no rdma_rxe, RoCE without hardware; '
                         "install the headers and the source of Debian's: "
                         'apt-get install linux-headers-amd64 linux-source')
    kernels = [*unpacked.glob('boot/vmlinuz-*'), *modules.glob('vmlinuz')]
    if not kernels or not modules.is_dir():
        raise ImageError(f'the packages of the kernel {version} have no {"modules" if kernels else "kernel"}: '
                         f'{", ".join(KERNEL_PACKAGES)}, as tests/lab/labimage.py knows them; '
                         'what other package does linux-image depend on?')
    return kernels[0]


def unpack_vmlinux(bzimage):
    """The kernel without its own decompressor: that one takes a second under emulation."""
    setup_sectors = bzimage[0x1f1] or 4
    offset, length = struct.unpack_from('<II', bzimage, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    packed = bzimage[start:start + length]
    try:
        if packed.startswith(b'\xfd7zXZ'):
            return lzma.LZMADecompressor().decompress(packed)
        if packed.startswith(b'\x28\xb5\x2f\xfd'):  # the length behind it is not zstd's
            return subprocess.run(['zstd', '-dcq'], input=packed[:-4], capture_output=True, check=True).stdout
    except (lzma.LZMAError, subprocess.CalledProcessError) as error:
        said = getattr(error, 'stderr', b'').decode(errors='replace').strip() or error
        raise ImageError(f'the kernel cannot be unpacked: {said}; its package is damaged, or packed in a new way') from error
    raise ImageError(f'the kernel is packed in a way that is not known: it begins with {packed[:6].hex(" ")}')


def build_siw(version, target):
    """Debian's kernel has rdma_rxe and not siw. The cache's own path may hold spaces, which kbuild cannot bear."""
    source = source_of(version)
    with tempfile.TemporaryDirectory() as work:
        member = f'{source.name.removesuffix(".tar.xz")}/drivers/infiniband/sw/siw'
        run('tar', 'xJf', source, '--strip-components=4', member, cwd=work)
        run('make', '-s', '-j2', '-C', f'{SOURCES}/linux-headers-{version}', f'M={work}/siw', 'CONFIG_RDMA_SIW=m',
            'modules')
        run('strip', '-g', f'{work}/siw/siw.ko')
        shutil.copy(f'{work}/siw/siw.ko', target)


def build_kernel(version, target):
    """Fills the directory target: vmlinux, lib/modules/VERSION, version."""
    modules = target / 'lib/modules' / version
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        work = Path(work)
        unpack_packages(download_kernel(version, work), wanted_files(), work)
        kernel = unpack_vmlinux(packed_kernel(work, version).read_bytes())
        (target / 'lib').mkdir(parents=True)
        (target / 'vmlinux').write_bytes(kernel)
        shutil.move(work / 'lib/modules', target / 'lib/modules')
        run('find', modules, '-name', '*.ko.xz', '-exec', 'xz', '-d', '{}', '+')
        (modules / 'extra').mkdir()
        build_siw(version, modules / 'extra')
    run('/sbin/depmod', '-b', target, version)
    (target / 'version').write_text(version + '\n')


def boot_modules(kernel_dir, version):
    """The files of the modules that /init loads, in their order."""
    present = {file.stem for file in kernel_dir.glob('lib/modules/*/kernel/**/*.ko')}
    order = []
    for module in [m for m in CHECKSUM_MODULES if m in present] + BOOT_MODULES:
        listing = run('/sbin/modprobe', '-C', '/dev/null', '-d', kernel_dir, '-S', version, '--show-depends', module)
        needed = [line.removeprefix('insmod ').strip() for line in listing.splitlines()]
        order += [Path(path) for path in needed if not path.startswith('builtin ')]
    return list(dict.fromkeys(order))


def build_initramfs(kernel_dir, version, target):
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=UNFINISHED) as work:
        root = Path(work) / 'root'
        for directory in 'bin dev guest modules newroot proc sys warm'.split():
            (root / directory).mkdir(parents=True)
        shutil.copy(shutil.which('busybox'), root / 'bin/busybox')
        shutil.copy(HERE / 'guest/init', root / 'init')
        for script in (HERE / 'guest').glob('lab-*'):
            shutil.copy(script, root / 'guest')
        modules = boot_modules(kernel_dir, version)
        for file in modules:
            shutil.copy(file, root / 'modules')
        lines = [f'{file.name} {MODULE_PARAMETERS.get(file.name, "")}\n' for file in modules]
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


def make_missing(cache, version, kernel_dir, initramfs, report):
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / 'lock', 'w', encoding='ascii') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in cache.glob(f'{UNFINISHED}*'):  # by one that was killed
            shutil.rmtree(left)
        if not kernel_dir.exists():
            report(f'building the kernel {version} with siw, once')
            with tempfile.TemporaryDirectory(dir=cache, prefix=UNFINISHED) as work:
                build_kernel(version, Path(work) / 'kernel')
                (Path(work) / 'kernel').rename(kernel_dir)
        if not initramfs.exists():
            remove_old(cache.glob('initramfs-*'))
            build_initramfs(kernel_dir, version, initramfs)


def obtain(cache, report):
    """Returns the Image in the directory cache; builds what is missing. Several callers at once are fine."""
    check_programs()
    version = kernel_version()
    recipe = (download, download_kernel, wanted_files, unpack, unpack_packages, packed_kernel, unpack_vmlinux, build_siw,
              build_kernel)
    kernel_stamp = stamp(recipe, (KEPT_MODULES, KERNEL_PACKAGES))
    guest_files = sorted((HERE / 'guest').iterdir())
    kernel_dir = cache / f'kernel-{version}-{kernel_stamp}'
    guest_stamp = stamp((build_initramfs, boot_modules, labwarm.files, labwarm.copy),
                        (BOOT_MODULES, CHECKSUM_MODULES, MODULE_PARAMETERS, labwarm.FILES, labwarm.state()), guest_files)
    initramfs = cache / f'initramfs-{version}-{kernel_stamp}-{guest_stamp}'
    if kernel_dir.exists() and initramfs.exists():
        return Image(kernel_dir, initramfs)
    try:
        make_missing(cache, version, kernel_dir, initramfs, report)
    except OSError as error:
        raise ImageError(f'the kernel or the initramfs cannot be made in {cache}: {error.strerror}; '
                         'nothing is left of the attempt') from error
    return Image(kernel_dir, initramfs)
