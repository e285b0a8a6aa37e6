#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

"""Tests of packaging/version.py, of packaging/common.sh, and that all files of these sources name the same version.

usage: tst_release.py SOURCES VERSION
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FILES = ('CMakeLists.txt', 'CHANGELOG.md', 'README.md', 'debian/changelog', 'doc/qtrdma.qdocconf',
         'packaging/qtrdma.spec', 'tools/metainfo/org.qtrdma.chat.metainfo.xml.in')


def run(top, *arguments):
    return subprocess.run([SOURCES / 'packaging/version.py', top, *arguments], check=False, capture_output=True, text=True)


class VersionTest(unittest.TestCase):
    """Of a copy, so that it can be made wrong."""

    def setUp(self):
        keeper = tempfile.TemporaryDirectory()
        self.addCleanup(keeper.cleanup)
        self.top = Path(keeper.name)
        for name in FILES:
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCES / name, self.top / name)

    def replace(self, name, old, new):
        path = self.top / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def unreleased(self):
        """As before a release, whether these sources are a release or not."""
        (self.top / 'CHANGELOG.md').write_text(f'## {VERSION} – not released yet\n')
        (self.top / 'README.md').write_text(f'- Version {VERSION}, not released yet. The interface\n')
        (self.top / 'debian/changelog').write_text(
            f'qtrdma ({VERSION}-1) UNRELEASED; urgency=medium\n\n -- A <a@example.org>  Thu, 26 Nov 2026 18:00:00 +0000\n')

    def test_all_files_of_these_sources_agree(self):
        said = run(SOURCES, 'check', VERSION)
        self.assertEqual((said.returncode, said.stderr), (0, ''))

    def test_each_file_with_another_version_is_named(self):
        said = run(self.top, 'check', '99.0.0')
        self.assertEqual(said.returncode, 1)
        for name in FILES[:-1]:
            self.assertIn(f'{name} names the version {VERSION}, not 99.0.0\n', said.stderr)

    def test_a_file_without_a_version_is_named(self):
        self.replace('doc/qtrdma.qdocconf', 'buildversion', 'version-of-the-build')
        self.replace(FILES[-1], '@PROJECT_VERSION@', VERSION)
        said = run(self.top, 'check', VERSION)
        self.assertEqual(said.returncode, 1)
        self.assertIn('doc/qtrdma.qdocconf has no line like', said.stderr)
        self.assertIn(f'{FILES[-1]} does not take version and date from CMake', said.stderr)

    def test_a_release_gets_its_date(self):
        self.unreleased()
        said = run(self.top, 'date', VERSION, '2031-02-03')
        self.assertEqual((said.returncode, said.stderr), (0, ''))
        for name, line in [('CMakeLists.txt', 'set(QTRDMA_RELEASE_DATE 2031-02-03)'),
                           ('CHANGELOG.md', f'## {VERSION} – 2031-02-03\n'),
                           ('README.md', f'- Version {VERSION} of 2031-02-03. The'),
                           ('debian/changelog', f'qtrdma ({VERSION}-1) unstable;'),
                           ('debian/changelog', '>  Mon, 03 Feb 2031 00:00:00 +0000\n'),
                           ('packaging/qtrdma.spec', '%changelog\n* Mon Feb 03 2031 The')]:
            self.assertIn(line, (self.top / name).read_text())
        self.assertEqual(run(self.top, 'check', VERSION).returncode, 0)

    def test_a_release_is_not_made_twice(self):
        self.unreleased()
        self.assertEqual(run(self.top, 'date', VERSION, '2031-02-03').returncode, 0)
        said = run(self.top, 'date', VERSION, '2032-02-03')
        self.assertEqual(said.returncode, 1)
        self.assertIn('CHANGELOG.md', said.stderr)
        self.assertIn('2031-02-03', (self.top / 'CMakeLists.txt').read_text())

    def test_misuse(self):
        for arguments in [(), ('check',), ('check', '0.1'), ('check', 'v0.1.0'), ('date', VERSION),
                          ('date', VERSION, 'tomorrow'), ('check', VERSION, '2031-02-03')]:
            said = run(self.top, *arguments)
            self.assertEqual(said.returncode, 2, arguments)
            self.assertTrue(said.stderr)
            self.assertNotIn('Traceback', said.stderr)


# With a number above 0 it starts itself once more, as release.sh starts debian.sh.
NESTED = """
set -euo pipefail
. "$1/packaging/common.sh"
sources=$1 top=$2 more=$3
made=$top/made$more
work()
{
    if [[ $more -gt 0 ]]; then
        bash "$0" "$sources" "$top" $((more - 1))
    else
        echo at work
        sleep infinity
    fi
}
alone work
"""


class CommonTest(unittest.TestCase):
    def test_an_interrupted_script_leaves_nothing_running(self):
        with tempfile.TemporaryDirectory() as top:
            script = Path(top) / 'nested'
            script.write_text(NESTED)
            with subprocess.Popen(['bash', script, SOURCES, top, '1'], stdout=subprocess.PIPE, text=True) as process:
                self.assertEqual(process.stdout.readline(), 'at work\n')
                process.terminate()
                self.assertEqual(process.stdout.read(), '')  # the end comes when nobody can write any more
            self.assertEqual(process.returncode, 143)


SOURCES, VERSION = Path(sys.argv[1]).resolve(), sys.argv[2]
unittest.main(argv=sys.argv[:1])
