#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Looks at what the monitor tells Prometheus: metrics.py PROMTOOL TOOL_DIRECTORY MONITOR SHIPPED_RECORDING DASHBOARD

  - promtool finds no fault in it: of the shipped recording, of one with the counters of a card and with hostile names and of this
    machine;
  - the names are node_exporter's where it has the same counters;
  - devices that have gone leave no series, and long names of any script are whole;
  - who starts many programs does not make many series;
  - a file of metrics is whole, others can read it, and one that is there is kept;
  - each metric of the dashboard for Grafana, and each label that it selects or sums by, is there.
"""

import json
import os
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

PROMTOOL, TOOLS, MONITOR, SHIPPED, DASHBOARD = sys.argv[1:]
RECORDING_HEAD = {'format': 'QtRdma recording', 'version': 1}
EVIL = 'a"b\\c\nd{e="f"}\x1b[31m'
SCRAPED = {'job', 'instance'}  # labels that Prometheus adds

# Names of node_exporter behind "node_infiniband_", and the kernel's.
NODE_EXPORTER = {
    'port_data_transmitted_bytes_total': 'port_xmit_data',
    'port_data_received_bytes_total': 'port_rcv_data',
    'port_packets_transmitted_total': 'port_xmit_packets',
    'port_packets_received_total': 'port_rcv_packets',
    'port_errors_received_total': 'port_rcv_errors',
    'port_discards_transmitted_total': 'port_xmit_discards',
    'port_constraint_errors_received_total': 'port_rcv_constraint_errors',
    'port_constraint_errors_transmitted_total': 'port_xmit_constraint_errors',
    'port_transmit_wait_total': 'port_xmit_wait',
    'link_downed_total': 'link_downed',
    'link_error_recovery_total': 'link_error_recovery',
    'multicast_packets_received_total': 'multicast_rcv_packets',
    'multicast_packets_transmitted_total': 'multicast_xmit_packets',
    'unicast_packets_received_total': 'unicast_rcv_packets',
    'unicast_packets_transmitted_total': 'unicast_xmit_packets',
}
UNITS = {'port_xmit_data': 'bytes', 'port_rcv_data': 'bytes', 'port_xmit_wait': 'ticks'}
OTHERS = {  # a name for Prometheus, and the kernel's with its unit
    'out_of_buffer_total': ('out_of_buffer', 'events'),
    'out_of_sequence_total': ('out_of_sequence', 'packets'),
    'local_ack_timeout_err_total': ('local_ack_timeout_err', 'events'),
    'np_ecn_marked_roce_packets_total': ('np_ecn_marked_roce_packets', 'packets'),
    'np_cnp_sent_total': ('np_cnp_sent', 'packets'),
    'rp_cnp_handled_total': ('rp_cnp_handled', 'packets'),
    'ip4_in_bytes_total': ('ip4InOctets', 'bytes'),
    'rx_ecn_mrkd_total': ('RxECNMrkd', 'packets'),
    'oos_drop_total': ('oos_drop_count', 'packets'),
    'active_qps': ('active_qps', 'objects'),
    'sends_total': ('rdma_sends', 'events'),
}

problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def counter(name, unit, port=1, **fields):
    return {'device': 'mlx5_0', 'port': port, 'group': 'g', 'name': name, 'unit': unit, 'available': True, 'value': '5'} | fields


def resource(owner, kind, process, **fields):
    return {'device': 'mlx5_0', 'kind': kind, 'owner': owner, 'process': process} | fields


def recording():
    counters = [counter(name, UNITS.get(name, 'packets'), shouldStayZero='error' in name) for name in NODE_EXPORTER.values()]
    counters += [counter(name, unit) for name, unit in OTHERS.values()]
    counters += [counter('out_of_buffer', 'events', port=0), counter('x"y{\nz}', 'events', meaning=EVIL, device=EVIL),
                 counter('sent_pkts', 'packets'), counter('gone', 'events', available=False)]
    resources = [resource(f'program {i:04}', 'QueuePair', i, number=i, state='ReadyToSend', type='RC') for i in range(1000)]
    resources += [resource('big', 'MemoryRegion', 7, number=i, size='4096') for i in range(10)]
    resources += [resource('big', 'ConnectionId', 7, state='Listen', type='TCP'), resource(EVIL, 'QueuePair', 8, number=5000)]
    port = {'device': 'mlx5_0', 'port': 1, 'state': 'Active', 'active': True, 'linkLayer': 'InfiniBand', 'speed': 400,
            'activeMtu': 4096, 'lid': 3, 'rate': '4X NDR', 'physicalState': 'LinkUp'}
    sample = {'time': 1, 'devices': [{'device': 'mlx5_0', 'transport': 'InfiniBand', 'firmware': '28.1', 'board': 'b', 'guid': '1',
                                      'usable': True}, {'device': EVIL}],
              'ports': [port], 'counters': counters, 'resources': resources,
              'connections': [{'id': '1', 'kind': 'Stream', 'transport': 'Tcp', 'state': 'Connected'}]}
    return json.dumps(RECORDING_HEAD) + '\n' + json.dumps(sample) + '\n'


def monitor(*arguments):
    return subprocess.run([MONITOR, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)


def metrics(name, *arguments):
    done = monitor('--prometheus', *arguments)
    expect(done.returncode == 0, f'{name}: the monitor ends with {done.returncode}: {done.stderr}')
    said = subprocess.run([PROMTOOL, TOOLS, 'check', 'metrics'], input=done.stdout, capture_output=True, text=True, timeout=60,
                          check=False)
    expect(said.returncode == 0 and not said.stdout + said.stderr, f'{name}: promtool: {said.stdout}{said.stderr}')
    return done.stdout


def series(text):
    """The labels of each series, by the name of the metric."""
    found = {}
    for line in text.splitlines():
        if line.startswith('#'):
            continue
        name, labels, value = re.fullmatch(r'(\w+)(?:\{(.*)\})? (\S+)', line).groups()
        pairs = dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', labels or ''))
        found.setdefault(name, []).append((pairs, float(value)))
    return found


def check_names(found):
    for name, kernel in (NODE_EXPORTER | {name: kernel for name, (kernel, _) in OTHERS.items()}).items():
        mine = [labels for labels, value in found.get('rdma_' + name, []) if value == 5]
        expect({'device': 'mlx5_0', 'port': '1'} in mine, f'{kernel} is not rdma_{name} of mlx5_0, port 1, but {mine}')
    expect({'device': 'mlx5_0'} in [labels for labels, _ in found['rdma_out_of_buffer_total']], 'a counter of the device has a port')
    expect(found['rdma_rate_bytes_per_second'] == [({'device': 'mlx5_0', 'port': '1'}, 5e10)], 'the rate is wrong')
    expect(found['rdma_state_id'][0][1] == 4 and found['rdma_physical_state_id'][0][1] == 5, 'the states are wrong')
    expect(found['rdma_port_info'][0][0] == {'device': 'mlx5_0', 'port': '1', 'state': 'Active', 'physical_state': 'LinkUp',
                                             'link_layer': 'InfiniBand', 'rate': '4X NDR', 'lid': '3'}, 'facts of the port')
    expect(({'device': 'mlx5_0', 'command': 'big'}, 40960) in found['rdma_process_registered_bytes'], 'registered memory')
    expect(({'device': 'mlx5_0', 'port': '1'}, 1) in found['rdma_monitor_unreadable_counters'], 'what cannot be read')
    commands = {labels['command'] for labels, _ in found['rdma_processes']}
    expect(len(commands) == 51 and 'other' in commands, f'1002 programs make {len(commands)} series')
    objects = sum(value for labels, value in found['rdma_process_objects'] if labels['kind'] == 'QueuePair')
    expect(objects == 1001, f'queue pairs of all programs are {objects}')


def coming_and_going(names):
    """A recording in which each sample has another device, whose name is that of its program, too."""
    lines = [json.dumps(RECORDING_HEAD)]
    for number, name in enumerate(names, 1):
        lines.append(json.dumps({
            'time': number * 1000, 'devices': [{'device': name, 'usable': True}],
            'ports': [{'device': name, 'port': 1, 'state': 'Active', 'active': True, 'speed': 100}],
            'counters': [counter('out_of_buffer', 'events', device=name)],
            'resources': [resource(name, 'QueuePair', number, device=name)]}))
    return '\n'.join(lines) + '\n'


def check_coming_and_going(directory):
    last = '設備é' + 61 * 'n'
    replay = directory / 'coming'
    replay.write_text(coming_and_going([f'rxe{i}' for i in range(9)] + [last]), encoding='utf-8')
    found = series(metrics('devices that come and go', '--replay', replay, '--interval', '100', '--count', '10'))
    expect(found['rdma_monitor_samples_total'] == [({}, 10)], f'samples: {found["rdma_monitor_samples_total"]}')
    devices = {labels['device'] for many in found.values() for labels, _ in many if 'device' in labels}
    expect(devices == {last}, f'devices that have gone, or half a name: {devices}')
    expect([labels.get('command') for labels, _ in found['rdma_processes']] == [last], 'the name of a program is cut')


def check_file(directory, replay):
    file = directory / 'rdma.prom'
    os.umask(0o077)
    done = monitor('--prometheus-file', file, '--replay', replay)
    expect(done.returncode == 0, f'--prometheus-file: {done.stderr}')
    expect(stat.S_IMODE(file.stat().st_mode) == 0o644, 'others cannot read the file')
    expect(file.read_text(encoding='utf-8').startswith('# HELP'), 'the file has no metrics')
    expect({path.name for path in directory.iterdir()} == {'rdma.prom', 'recording'}, 'something is left over')
    file.write_text('kept', encoding='utf-8')
    expect(monitor('--prometheus-file', file, '--replay', replay).returncode == 1, 'a file was overwritten')
    expect(file.read_text(encoding='utf-8') == 'kept', 'a file was overwritten')
    expect(monitor('--prometheus-file', file, '--replay', replay, '--overwrite').returncode == 0, '--overwrite')
    pipe = directory / 'pipe'
    os.mkfifo(pipe)
    with subprocess.Popen(('cat', pipe), stdout=subprocess.PIPE, text=True) as reader:
        done = monitor('--prometheus-file', pipe, '--replay', replay)
        expect(done.returncode == 0 and pipe.is_fifo(), 'a file is in the place of a pipe')
        if not pipe.is_fifo():
            reader.kill()
        expect(reader.communicate()[0].startswith('# HELP'), 'the pipe got no metrics')
    nowhere = monitor('--prometheus-file', '/nonexistent/a.prom', '--replay', replay)
    expect(nowhere.returncode == 1 and '/nonexistent/a.prom' in nowhere.stderr, f'no directory: {nowhere.stderr}')


def expressions(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ('expr', 'definition', 'query') and isinstance(value, str):
                yield value
            else:
                yield from expressions(value)
    elif isinstance(node, list):
        for value in node:
            yield from expressions(value)


def check_expression(expression, found):
    """Returns the metrics of an expression."""
    names = re.findall(r'\brdma_\w+', expression)
    labels = re.findall(r'(\w+)\s*(?:=~|!~|!=|=)\s*"', expression)
    for group in re.findall(r'\b(?:by|without|on|ignoring)\s*\(([^)]*)\)', expression):
        labels += [label.strip() for label in group.split(',')]
    labels += re.findall(r'label_values\([^,]+(?:\{[^}]*\})?, (\w+)\)', expression)
    for name in names:
        expect(name in found, f'the dashboard has {name}, the monitor has not')
        given = set().union(*(labels for labels, _ in found.get(name, [({}, 0)])))
        for label in set(labels) - SCRAPED:
            expect(label in given, f'the dashboard has {label} of {name}, the monitor has not: {expression}')
    return names


def check_dashboard(found):
    dashboard = json.loads(Path(DASHBOARD).read_text(encoding='utf-8'))
    used = [name for expression in expressions(dashboard) for name in check_expression(expression, found)]
    expect(len(set(used)) > 20, f'the dashboard has only {sorted(set(used))}')
    legends = set(re.findall(r'\{\{(\w+)\}\}', json.dumps(dashboard)))
    expect(legends <= {'instance', 'device', 'port', 'command', 'kind', 'state'}, f'legends name {legends}')
    ids = [panel['id'] for panel in dashboard['panels']]
    expect(len(ids) == len(set(ids)), 'two panels have the same id')


def main():
    with tempfile.TemporaryDirectory() as name:
        replay = Path(name) / 'recording'
        replay.write_text(recording(), encoding='utf-8')
        found = series(metrics('a card', '--replay', replay))
        check_names(found)
        check_dashboard(found)
        check_file(Path(name), replay)
        check_coming_and_going(Path(name))
    metrics('the shipped recording', '--replay', SHIPPED)
    metrics('this machine')
    print('\n'.join(problems) or 'the metrics are as they should be')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
