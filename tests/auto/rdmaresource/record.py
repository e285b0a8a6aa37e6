#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT
"""Records what the kernel answers when it is asked for RDMA resources, for tst_resourceparser.

In the lab, while an rping runs on the device:
    record.py DEVICE DIRECTORY
writes one file for each kind, with each datagram after its length (four bytes, little-endian).
"""

import socket
import struct
import sys

NETLINK_RDMA = 20
NLDEV = 5
REQUEST_DUMP = 0x1 | 0x300
DEVICES = 1
KINDS = {"qp": 10, "cm_id": 11, "cq": 12, "mr": 13, "pd": 14, "ctx": 22, "srq": 23}
DEVICE_INDEX = 1
DEVICE_NAME = 2
DONE = 3
ERROR = 2


def ask(netlink, command, index=None):
    attributes = b"" if index is None else struct.pack("<HHI", 8, DEVICE_INDEX, index)
    netlink.send(struct.pack("<IHHII", 16 + len(attributes), (NLDEV << 10) + command, REQUEST_DUMP, 1, 0) + attributes)
    datagrams = []
    while True:
        datagram = netlink.recv(1 << 16)
        datagrams.append(datagram)
        at = 0
        while at < len(datagram):
            length, kind = struct.unpack_from("<IH", datagram, at)
            if kind in (DONE, ERROR):
                return datagrams
            at += (length + 3) & ~3


def index_of(datagrams, wanted):
    for datagram in datagrams:
        at = 0
        while at < len(datagram):
            length, = struct.unpack_from("<I", datagram, at)
            attribute, index = at + 16, None
            while attribute < at + length:
                size, kind = struct.unpack_from("<HH", datagram, attribute)
                value = datagram[attribute + 4:attribute + size]
                if kind == DEVICE_INDEX:
                    index, = struct.unpack("<I", value)
                if kind == DEVICE_NAME and value.rstrip(b"\0").decode() == wanted:
                    return index
                attribute += max(4, (size + 3) & ~3)
            at += (length + 3) & ~3
    sys.exit(f"there is no device {wanted}")


def main():
    device, directory = sys.argv[1:]
    netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_RDMA)
    netlink.bind((0, 0))
    devices = ask(netlink, DEVICES)
    index = index_of(devices, device)
    dumps = {kind: ask(netlink, command, index) for kind, command in KINDS.items()} | {"dev": devices}
    for kind, datagrams in dumps.items():
        with open(f"{directory}/{device}-{kind}", "wb") as file:
            for datagram in datagrams:
                file.write(struct.pack("<I", len(datagram)) + datagram)


main()
