#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Installs the tools and looks at them: toolfiles.py BUILD_DIRECTORY LIBRARY_DIRECTORY VERSION

Of each tool:
  - --version prints its name and the version of the project;
  - the manual page and the completion for bash have the options of --help, no more and no less, and
    the values that they take;
  - the manual page has no errors, and the tools that it refers to exist.
Each window has an entry for menus, an icon, and AppStream metadata, which are valid, and
its program tells the desktop the name of the entry.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOOLS = {'qtrdma-bridge', 'qtrdma-chat', 'qtrdma-chat-window', 'qtrdma-cmtime', 'qtrdma-devinfo', 'qtrdma-gids', 'qtrdma-monitor',
         'qtrdma-perf', 'qtrdma-pingpong', 'qtrdma-send', 'qtrdma-send-window'}
WINDOWS = {'org.qtrdma.chat', 'org.qtrdma.monitor', 'org.qtrdma.send'}

# Words of a command line, of which the last one is to be completed, and what bash proposes.
COMPLETIONS = [
    (['qtrdma-perf', '--m'], '--max-p99 --measure --min-bw --moderation'),
    (['qtrdma-perf', '-m', 'b'], 'bandwidth'),
    (['qtrdma-perf', '--measure', '=', 'r'], 'rate'),
    (['qtrdma-perf', '10.77.0.1', 'wr'], 'write write-imm'),
    (['qtrdma-monitor', '--table', '='], 'connections counters details devices endpoints events gids limits ports processes resources'),
    (['qtrdma-send', '--receive', 'sha'], 'share'),
    (['qtrdma-send', '--count', ''], ''),
    (['qtrdma-bridge', '--max'], '--max-connections --max-per-address'),
    (['qtrdma-chat', '--transport', ''], 'prefer-rdma rdma tcp'),
    (['/usr/bin/qtrdma-gids', '--j'], '--json'),
    (['qtrdma-gids', ''], ''),
]
COMPLETE = r'''
load() { source "$file"; } # as bash-completion does, from a function
load
compopt() { :; } # works only while bash completes
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_qtrdma "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
'''

problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def output(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, **options)
    expect(done.returncode == 0, f'{command} ends with {done.returncode}: {done.stdout}')
    return done.stdout


def with_values(lines):
    """Options, each with the name of the value that it takes."""
    result = {}
    for line in lines:
        names = re.findall(r'(?:^|(?<=, ))--?[A-Za-z][\w-]*', line)
        value = line[line.index(names[-1]) + len(names[-1]):].strip()
        result.update({name: value for name in names})
    return result


def options_of_help(text):
    lines = re.findall(r'^  (-.*?)(?:  .*)?$', text, flags=re.M)
    return with_values(re.sub(r'<(.*)>', r'\1', line) for line in lines)


def options_of_page(page):
    section = re.search(r'^\.SH OPTIONS\n(.*?)^\.SH ', page, flags=re.M | re.S)[1]
    tags = re.findall(r'^\.TP\n(.*)$', section, flags=re.M)
    return with_values(re.sub(r'^\.B |\\f.', '', tag).replace('\\-', '-') for tag in tags)


def options_of_completion(file, tool):
    words = output('bash', '-c', 'source "$0"; echo ${_qtrdma_options[$1]} $_qtrdma_common', str(file), tool).split()
    return {word.split('=')[0]: '=' in word for word in words}


def check_tool(prefix, tool, version):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'QT_QPA_PLATFORM')}
    program = prefix / 'bin' / tool
    seen = output(program, '--version', env=environment)
    expect(seen == f'{tool} {version}\n', f'{tool} --version prints {seen!r}')
    options = options_of_help(output(program, '--help', env=environment))
    expect({'--help', '--version'} < set(options), f'{tool} --help was not understood: {options}')

    file = prefix / f'share/man/man1/{tool}.1'
    page = file.read_text(encoding='utf-8')
    expect(options_of_page(page) == options, f'{file.name} has {options_of_page(page)}, --help has {options}')
    expect(f'QtRdma {version}' in page, f'{file.name} does not have the version')
    expect(f'\n{tool} - ' in '\n' + page.replace('\\-', '-'), f'{file.name} has no NAME')
    for other in re.findall(r'\.BR (qtrdma\S+) \(1\)', page.replace('\\-', '-')):
        expect(other in TOOLS, f'{file.name} refers to {other}, which is no tool')
    shown = subprocess.run(['man', '--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', file], check=False, timeout=60,
                           env=os.environ | {'LC_ALL': 'C.UTF-8'}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    expect(shown.returncode == 0 and shown.stderr == '', f'{file.name}: man ends with {shown.returncode}: {shown.stderr}')

    completed = options_of_completion(prefix / 'share/bash-completion/completions' / tool, tool)
    expected = {name: bool(value) for name, value in options.items()}
    expect(completed == expected, f'the completion of {tool} has {completed}, --help has {expected}')


def check_completion(prefix):
    for words, expected in COMPLETIONS:
        tool = Path(words[0]).name
        file = prefix / 'share/bash-completion/completions' / tool
        proposed = output('bash', '-c', COMPLETE, 'bash', *words, cwd=prefix, env=os.environ | {'file': str(file)})
        expect(' '.join(sorted(proposed.split())) == expected, f'bash proposes {proposed!r} for {words}')


def check_window(prefix, name):
    entry = prefix / f'share/applications/{name}.desktop'
    metadata = prefix / f'share/metainfo/{name}.metainfo.xml'
    said = output('desktop-file-validate', entry)
    expect(said == '', f'desktop-file-validate: {said}')
    output('appstreamcli', 'validate', '--no-net', metadata)
    fields = dict(line.split('=', 1) for line in entry.read_text(encoding='utf-8').splitlines() if '=' in line)
    expect(fields['Exec'] in TOOLS, f'{name} starts {fields["Exec"]}')
    program = (prefix / 'bin' / fields['Exec']).read_bytes()
    expect(name.encode('utf-8') in program or name.encode('utf-16-le') in program, f'{fields["Exec"]} does not name {name}')
    expect(fields['Icon'] == name, f'the icon of {name} is {fields["Icon"]}')
    expect((prefix / f'share/icons/hicolor/scalable/apps/{name}.svg').exists(), f'{name} has no icon')
    text = metadata.read_text(encoding='utf-8')
    for part in (f'<id>{name}</id>', f'>{name}.desktop<', f'<name>{fields["Name"]}</name>',
                 f'<binary>{fields["Exec"]}</binary>'):
        expect(part in text, f'{metadata.name} does not have {part}')


def names(directory, suffix=''):
    return {path.name.removesuffix(suffix) for path in directory.iterdir()}


def main():
    build, libraries, version = sys.argv[1:]
    os.environ['LD_LIBRARY_PATH'] = f'{libraries}:{os.environ.get("LD_LIBRARY_PATH", "")}'
    with tempfile.TemporaryDirectory() as directory:
        prefix = Path(directory)
        output('cmake', '--install', build, '--component', 'tools', '--prefix', prefix)
        for found in (names(prefix / 'bin'), names(prefix / 'share/man/man1', '.1'),
                      names(prefix / 'share/bash-completion/completions')):
            expect(found == TOOLS, f'installed are {found}')
        windows = names(prefix / 'share/applications', '.desktop')
        expect(windows == WINDOWS, f'windows are {windows}')
        for tool in sorted(TOOLS):
            check_tool(prefix, tool, version)
        for window in sorted(WINDOWS):
            check_window(prefix, window)
        check_completion(prefix)
    print('\n'.join(problems) or f'{len(TOOLS)} tools and {len(WINDOWS)} windows are as they should be')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
