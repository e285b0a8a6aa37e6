#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Where the instructions of a message go, by function, kernel and programs: profile.py [--top N] [--part P] [--loads PLUGIN] FEW MANY -- COMMAND

    tests/benchmarks/profile.py 200 1200 -- build/release/tests/benchmarks/stream_pingpong 10.77.0.1 signals {} 0

Runs COMMAND in the exact lab, where {} stands for the number of messages: once to have its files in memory, then with FEW, then with
MANY. A plugin of QEMU counts, and printed is the difference divided by that of the numbers, so nothing of what a program does once. --part 2
halves it: half a round trip of one that counts messages there and back. Behind the instructions stands how often the function was called.

All that runs is in it: both ends, and the kernel for both. A block is put down to the function it begins in. Of libraries without their
symbols only the exported functions are known; what is in none of them has the name of the last one before it and a '+': in libQt6Core "shift +" is mostly the emission of signals.
"""

import argparse
import bisect
import collections
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAB = HERE.parent / 'lab/lab'
PROVIDERS = Path('/usr/lib/x86_64-linux-gnu/libibverbs')
PAGE = 4096
MARK = 'mark: .globl mark, _start\n_start: nopl 0x51745264(%rax)\nmov $60, %eax\nxor %edi, %edi\nsyscall\n'

GROUPS = (  # of user space, by file
    (r'libQtRdma|libqtrdmaqml', 'QtRdma'),
    (r'libQt6|libglib|libpcre|libicu', 'Qt'),
    (r'libc\.so|ld-linux|libm\.so|libstdc\+\+|libgcc', 'libc'),
    (r'libibverbs|librdmacm|rdmav34|libnl', 'rdma-core'),
)
KERNEL = (  # by module or function, the first that fits
    (r'\[rdma_rxe\]|\[siw\]|^crc32|^__crc32|^libcrc32', 'driver, its checksum'),
    (r'\[(ib|iw|rdma)_', 'ib_core, ib_uverbs, rdma_cm'),
    (r'^(clear|copy)_(huge_)?page', 'new pages'),
    (r'^(_?copy_|__copy|rep_movs|_*mem(cpy|set|move)|csum_)', 'copying, clearing'),
    (r'^(entry_|do_syscall|syscall_|__x64_sys|__do_sys|__se_sys|exit_to_user|swapgs|asm_|common_interrupt|irqentry|native_iret|error_entry)', 'entry and exit'),
    (r'^(_*schedule|sched|_*pick_|pick_next|_*update_(curr|load|rq|cfs|min)|put_prev|set_next|try_to_wake|ttwu|_*wake|wake|enqueue_|dequeue_|check_preempt|select_(task|idle)'
     r'|finish_task|_*switch_|prepare_to_|finish_wait|autoremove|default_wake|place_entity|reweight|_*calc_delta|resched|psi_|cpuacct|load_new|kthread|_*queue_work|process_one_work'
     r'|worker|insert_work|pwq_|kick_pool|nohz|tick|cpu_startup|do_idle|rcu|_*dl_|rt_|context_tracking|preempt|available_idle|cpuidle|default_idle|native_sched)', 'scheduler'),
    (r'^(tcp|ip|_*ip|siphash|udp|inet|skb|_*skb|sk_|_*sk_|sock|_*sock|net|_*net|dev_|_*dev_|dst_|neigh|eth|fib|nf_|loopback|dummy|qdisc|pfifo|sch_|validate_xmit|_*napi|process_backlog|enqueue_to_backlog'
     r'|raw|icmp|arp|bpf|_*alloc_skb|build_skb|kfree_skb|consume_skb|_*pskb|bictcp|cubic|_*cubictcp|rt_|ipv|security_s|lock_sock|release_sock|__lock_sock|__release_sock|kernel_send|kernel_recv|import|page_pool|iov)',
     'TCP, UDP, IP'),
    (r'^(_*kmalloc|kfree|_*kmem_cache|_*slab|_*alloc_page|_*free_|get_page|rmqueue|_*kvmalloc|kvfree|memcg|obj_cgroup|mod_|_*alloc|___slab|page|_*page|_*mm_|vma|_*handle_mm|do_(anonymous|fault|user_addr)|exc_page|.*_fault'
     r'|folio|_*folio|lru|charge|unmap|zap|tlb|flush_tlb|pin_user|gup|_*get_user_pages|follow_|internal_get)', 'memory'),
    (r'^(_*raw_spin|_*raw_read|_*raw_write|mutex|_*mutex|_*down|_*up_|up_|rwsem|osq|queued_)', 'locks'),
    (r'^(hrtimer|_*hrtimer|timer|_*timer|_*mod_timer|ktime|timekeeping|read_tsc|del_timer|lapic|clockevents|__next_timer|timerqueue|rb_|_*rb_|internal_add|call_timer|run_timer|run_rebalance|calc_wheel|get_nohz)', 'timers'),
    (r'^(_*do_softirq|_*softirq|irq|_*irq|handle_softirqs|tasklet|_*tasklet|raise_softirq|run_ksoftirqd|__local_bh|_*local_bh|sysvec|apic|x2apic|__common_interrupt)', 'interrupts'),
    (r'^(ep_|_*epoll|do_epoll|_*poll|do_poll|do_sys_poll|_*fget|_*fput|fdget|_*fdget|vfs_|ksys_|eventfd|pipe|rw_verify|new_sync|anon_|file|_*file|do_(read|write)|selinux|security_|fsnotify|_*fsnotify|apparmor|aa_|core_sys_select|do_select|set_fd|poll)', 'files, poll'),
)


class Names:
    """The functions of one ELF file, by their place in the file."""

    def __init__(self, path):
        self.path = path
        self.group = next((group for pattern, group in GROUPS if re.search(pattern, path.name)), 'program')
        self.segments = [tuple(int(word, 16) for word in line.split()[1:3])
                         for line in output('readelf', '-lW', path).splitlines() if re.match(r' +LOAD .* R E ', line)]
        symbols = output('nm', '-CS', '--defined-only', path) or output('nm', '-DCS', '--defined-only', path)
        found = re.findall(r'^([0-9a-f]+) ([0-9a-f]+) [tTwWiuV] (.*)$', symbols, re.M)
        self.functions = sorted((int(start, 16), int(size, 16), plain(name.split('@')[0])) for start, size, name in found)

    def name(self, offset):
        start, address = self.segments[-1]
        address += offset - start
        index = bisect.bisect(self.functions, (address, 1 << 63)) - 1
        if index < 0:
            return 'calls between libraries' if self.functions else 'without symbols', False
        begin, size, name = self.functions[index]
        return (name, address == begin) if address < begin + size else (name + ' +', False)


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def plain(name):
    """Without parameters, template arguments and what they return."""
    name = name.replace('(anonymous namespace)::', '').replace('operator()', 'call').replace('operator<<', 'shift')
    while (shorter := re.sub(r'\([^()]*\)|<[^<>]*>', '', name)) != name:
        name = shorter
    return re.sub(r' const\b.*| \[clone \.(?!cold).*', '', name).split(' ')[-1] or name


def files_of(command, plugins):
    """The programs and libraries that may run in it."""
    programs = {Path(found).resolve() for word in re.findall(r'[\w./+-]+', shlex.join(command)) if (found := shutil.which(word))}
    programs |= {plugin.resolve() for plugin in plugins}
    found = set(PROVIDERS.glob('*.so'))
    for program in programs:
        if program.read_bytes()[:4] == b'\x7fELF' and program.name not in ('bash', 'dash', 'sleep', 'env'):
            libraries = subprocess.run(['ldd', program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
            found |= {program} | {Path(path) for path in re.findall(r'(/\S+) \(0x', libraries)}
    return {file.resolve() for file in found}


def pages_of(files):
    """What each page of the files is: from its content to the file and the place in it."""
    found = {}
    for file in files:
        names, data = Names(file), file.read_bytes()
        for offset in range(0, len(data), PAGE):
            found[data[offset:offset + PAGE].ljust(PAGE, b'\0')] = (names, offset)
    return found


class Kernel:
    def __init__(self, path):
        lines = (line.split() for line in path.read_text().splitlines())
        self.symbols = sorted((int(words[0], 16), ' '.join(words[2:])) for words in lines if words[1] in 'tTwW')

    def name(self, address):
        index = bisect.bisect(self.symbols, (address, '~')) - 1
        return (self.symbols[index][1], self.symbols[index][0] == address) if index >= 0 else ('?', False)

    @staticmethod
    def group(name):
        return 'kernel: ' + next((group for pattern, group in KERNEL if re.search(pattern, name)), 'others')


def count(text, places, known, kernel):
    """The instructions and the calls of each function between two marks."""
    counts, calls = collections.Counter(), collections.Counter()
    for line in text.splitlines():
        address, page, instructions, times = (int(word, 16) for word in line.split())
        called = False
        if address >> 63:
            name, called = kernel.name(address)
            key = (kernel.group(name), '', name)
        elif (place := known.get(places.get(page))) is not None:
            names, offset = place
            name, called = names.name(offset + address % PAGE)
            key = (names.group, names.path.name.split('.so')[0], name)
        else:
            key = ('vdso, other programs', '', f'{address >> 12:x}000')
        counts[key] += instructions
        calls[key] += times if called else 0
    return counts, calls


def read_pages(path):
    data = path.read_bytes()
    step = 8 + PAGE
    return {int.from_bytes(data[at:at + 8], 'little'): data[at + 8:at + step] for at in range(0, len(data), step)}


def build(directory):
    subprocess.run(['gcc', '-shared', '-fPIC', '-O2', '-fvisibility=hidden', '-o', directory / 'profile.so', HERE / 'profile.c'], check=True)
    subprocess.run(['gcc', '-nostdlib', '-static', '-x', 'assembler', '-o', directory / 'mark', '-'], input=MARK, text=True, check=True)


def run(options, directory):
    """Runs COMMAND three times, a mark behind each; its output is shown."""
    runs = [shlex.join(word.replace('{}', str(number)) for word in options.command)
            for number in (options.few, options.few, options.many)]
    # What a program says is shown afterwards: while the exact machine waits for its host, it has idle time, with timers.
    script = f'cp {shlex.quote(str(directory / "mark"))} /run/lab/mark && {runs[0]} >/dev/null'
    script += ''.join(f' && /run/lab/mark && {command} >>/run/lab/said 2>&1' for command in runs[1:])
    script += ' && /run/lab/mark && cat /proc/kallsyms >$QTRDMA_LAB_OUT/kallsyms; status=$?; cat /run/lab/said; exit $status'
    subprocess.run([LAB, '--exact', '--timeout', '1800', '--out', directory, '--plugin', f'{directory}/profile.so,out={directory}/counts', '-e', 'QT_NO_GLIB=1',
                    '--', 'bash', '-c', script], check=True)


def show(counts, calls, each, top):
    groups = collections.defaultdict(list)
    for key, instructions in counts.most_common():
        groups[key[0]].append((instructions / each, calls[key] / each, key[1:]))
    sums = {group: sum(function[0] for function in functions) for group, functions in groups.items()}
    print(f'\n{sum(sums.values()):10.0f}  all')
    print(f'{sum(amount for group, amount in sums.items() if group.startswith("kernel")):10.0f}  kernel')
    ordered = sorted(groups, key=sums.get, reverse=True)
    for group in ordered:
        print(f'{sums[group]:10.0f}  {group}')
    for group in ordered:
        print(f'\n{group}')
        for instructions, called, (library, name) in groups[group][:top]:
            if instructions >= 1:
                print(f'{instructions:10.1f} {called:8.2f}  {name}' + (f'  ({library})' if library and group != 'QtRdma' else ''))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--top', type=int, default=12)
    parser.add_argument('--part', type=int, default=1)
    parser.add_argument('--loads', type=Path, action='append', default=[], metavar='FILE', help='a plugin that the program loads')
    parser.add_argument('few', type=int)
    parser.add_argument('many', type=int)
    parser.add_argument('command', nargs='+')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        build(directory)
        run(options, directory)
        kernel, places = Kernel(directory / 'kallsyms'), read_pages(directory / 'counts.pages')
        known = pages_of(files_of(options.command, options.loads))
        _, _, few, many = (directory / 'counts').read_text().split('mark\n')
    counts, calls = count(many, places, known, kernel)
    for total, before in zip((counts, calls), count(few, places, known, kernel)):
        total.subtract(before)
    show(counts, calls, (options.many - options.few) * options.part, options.top)


if __name__ == '__main__':
    sys.exit(main())
