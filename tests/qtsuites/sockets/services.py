#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Runs a program beside the services that it would find on Qt's network test server: services.py PROGRAM [ARGUMENT...]

It runs in a network namespace of its own, which has nothing but the loopback interface (unshare -rn).
"""

import asyncio
import fcntl
import socket
import struct
import sys

SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as request:
        fcntl.ioctl(request, SIOCSIFFLAGS, struct.pack('16sh22x', b'lo', IFF_UP))


async def imap(reader, writer):
    writer.write(b'* OK localhost IMAP4 server ready\r\n')
    while line := await reader.readline():
        tag, _, command = line.strip().partition(b' ')
        if command == b'LOGOUT':
            writer.write(b'* BYE LOGOUT received\r\n' + tag + b' OK Completed\r\n')
            return
        if tag:
            writer.write(tag + (b' OK Completed\r\n' if command == b'NOOP' else b' BAD\r\n'))


async def ftp(reader, writer):
    writer.write(b'220 (vsFTPd 2.3.5)\r\n')
    while line := await reader.readline():
        if line == b'QUIT\r\n':
            writer.write(b'221 Goodbye.\r\n')
            return


async def http(reader, writer):
    while request := await reader.readline():
        keep_alive = False
        while (line := await reader.readline()).strip():
            keep_alive = keep_alive or line.lower() == b'connection: keep-alive\r\n'
        body = b'x' * (10_000_281 if b'/mediumfile' in request else 200)
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n' % len(body) + body)
        if not keep_alive:
            return


async def https(reader, _writer):
    """Ends a connection that does not begin with a handshake."""
    for _ in range(4):
        await reader.readline()


def serving(service):
    async def serve(reader, writer):
        try:
            await service(reader, writer)
            await writer.drain()
        except OSError:
            pass  # the client has gone
        finally:
            writer.close()
    return serve


def full_listener(port):
    """Its queue is full, so that the kernel drops every further request, as the server's firewall does."""
    listener = socket.create_server(('::', port), family=socket.AF_INET6, backlog=0, dualstack_ipv6=True)
    clients = [socket.socket(socket.AF_INET6) for _ in range(3)]
    for client in clients:
        client.setblocking(False)
        client.connect_ex(('::1', port))
    return listener, clients


async def main():
    raise_loopback()
    services = []
    for port, service in {21: ftp, 80: http, 143: imap, 443: https}.items():
        listener = socket.create_server(('::', port), family=socket.AF_INET6, dualstack_ipv6=True)
        services.append(await asyncio.start_server(serving(service), sock=listener))
    dropping = full_listener(1357)
    program = await asyncio.create_subprocess_exec(*sys.argv[1:])
    code = await program.wait()
    for each in dropping[1] + [dropping[0]]:
        each.close()
    return code if code >= 0 else 128 - code


sys.exit(asyncio.run(main()))
