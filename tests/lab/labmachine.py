# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""One QEMU process and the channels to the guest inside."""

import collections
import json
import os
import socket
import subprocess
import time

# Kernel: end at the first oops; nothing that only costs time under emulation. It comes up with one processor, and init starts
# the second: at the end of its start the kernel changes code that idle processors run, by putting a breakpoint there for a moment,
# and QEMU 7.2 can go on with the breakpoint in what it has translated for another processor; both then hung, once in 80 starts.
APPEND = ('console=ttyS0 quiet panic=-1 oops=panic mitigations=off net.ifnames=0 random.trust_cpu=on '
          'no_timer_check cryptomgr.notests rcupdate.rcu_expedited=1 nokaslr maxcpus=1 noreplace-smp')
CHANNELS = ('console', 'qmp', 'control', 'stdout', 'stderr')


class Stream:
    """Output of the job up to the mark that /init writes behind it."""

    def __init__(self, mark, target, prefix):
        self.mark = b'\0' + mark.encode() + b'\0'
        self.target = target
        self.prefix = prefix.encode()
        self.held = b''
        self.ended = False

    def take(self, data):
        if self.ended:
            return
        data = self.held + data
        end = data.find(self.mark)
        if end >= 0:
            self.held = b''
            self.ended = True
            self.write(data[:end])
            self.finish_line()
            return
        keep = next((n for n in range(min(len(self.mark) - 1, len(data)), 0, -1)
                     if data.endswith(self.mark[:n])), 0)
        self.held = data[len(data) - keep:]
        self.write(data[:len(data) - keep])

    def write(self, data):
        if self.prefix:  # whole lines only, so that machines do not share one
            head, newline, rest = data.rpartition(b'\n')
            self.held = rest + self.held
            data = b''.join(self.prefix + line + b'\n' for line in head.split(b'\n')) if newline else b''
        write_all(self.target, data)

    def finish_line(self):
        if self.held:
            write_all(self.target, self.prefix + self.held + b'\n')
            self.held = b''


def write_all(target, data):
    while data:
        data = data[os.write(target, data):]


class Machine:
    """Started by the constructor. status is the exit status of the job, None while it runs."""

    def __init__(self, number, image, options, networks, settings, job):
        self.number = number
        self.settings = settings
        self.job = job
        self.status = None
        self.failure = None
        self.killed = False
        self.ready = False
        self.started = time.monotonic()
        self.console = collections.deque(maxlen=4000)
        self.partial = {'console': b'', 'control': b'', 'qmp': b''}
        self.channels = {}
        ends = {}
        for name in CHANNELS:
            self.channels[name], ends[name] = socket.socketpair()
        descriptors = [end.fileno() for end in ends.values()] + sum(networks, [])
        command = ['setpriv', '--pdeathsig', 'KILL', 'qemu-system-x86_64']
        command += machine_arguments(image, options) + channel_arguments(ends) + network_arguments(number, networks)
        # A process group, so that Ctrl-C in a terminal reaches only us. Not a session: between sessions Linux shares the
        # processors equally (sched(7), autogroup), whatever is nice in them.
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, pass_fds=descriptors, process_group=0)
        for end in ends.values():
            end.close()
        self.qmp('qmp_capabilities')

    def lines(self, channel, data):
        """Adds data to what a line-oriented channel brought and returns the complete lines."""
        *complete, self.partial[channel] = (self.partial[channel] + data).split(b'\n')
        return [line.decode(errors='replace').rstrip('\r') for line in complete]

    def send(self, text):
        try:
            self.channels['control'].sendall(text)
        except OSError:
            pass  # the machine is gone; its process tells

    def send_block(self, data):
        self.send(b'%d\n' % len(data) + data)

    def qmp(self, command, **arguments):
        try:
            self.channels['qmp'].sendall(json.dumps({'execute': command, 'arguments': arguments}).encode() + b'\n')
        except OSError:
            pass

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def machine_arguments(image, options):
    if options.kvm:
        processor = ['-accel', 'kvm', '-cpu', 'host', '-smp', '2']
    elif options.exact:
        processor = ['-icount', 'shift=1,sleep=off', '-cpu', options.cpu, '-smp', '1']
    else:
        # Emulating less is faster: tests take a fifth less of the host's time than with all features of QEMU.
        processor = ['-accel', 'tcg,thread=multi', '-cpu', 'Westmere,+rdrand', '-smp', '2']
    plugin = ['-plugin', options.plugin] if options.plugin else []
    return processor + plugin + [
        '-m', options.memory, '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
        '-kernel', str(image.kernel), '-initrd', str(image.initramfs), '-append', APPEND,
        '-fsdev', 'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap',
        '-device', 'virtio-9p-pci,fsdev=host,mount_tag=host',
        '-fsdev', f'local,id=out,path={comma_safe(options.out)},security_model=none',
        '-device', 'virtio-9p-pci,fsdev=out,mount_tag=out']


def channel_arguments(ends):
    arguments = ['-device', 'virtio-serial-pci']
    for name, end in ends.items():
        arguments += ['-chardev', f'socket,id={name},fd={end.fileno()}']
    arguments += ['-serial', 'chardev:console', '-qmp', 'chardev:qmp']
    for number, name in enumerate(('control', 'stdout', 'stderr'), 1):
        arguments += ['-device', f'virtserialport,nr={number},chardev={name},name={name}']
    return arguments


def network_arguments(number, networks):
    """An interface for each network. With several wires it hangs at a hub with them."""
    arguments = []
    for index, wires in enumerate(networks):
        for wire, descriptor in enumerate(wires):
            arguments += ['-netdev', f'socket,id=wire{index}{wire},fd={descriptor}']
        network = f'wire{index}0'
        if len(wires) > 1:
            network = f'net{index}'
            arguments += ['-netdev', f'hubport,id={network},hubid={index}']
            for wire in range(len(wires)):
                port = f'hubport,id=port{index}{wire},hubid={index},netdev=wire{index}{wire}'
                arguments += ['-netdev', port]
        address = f'52:54:00:51:{index:02x}:{number:02x}'
        arguments += ['-device', f'virtio-net-pci,id=nic{index},netdev={network},mac={address},romfile=']
    return arguments


def comma_safe(path):
    return str(path).replace(',', ',,')
