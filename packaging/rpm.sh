#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Makes RPM packages of these sources in DIRECTORY, which becomes theirs alone. What is needed to build must be there under whatever
# name this distribution gives it: where packages are not RPMs, rpmbuild cannot know.
# Usage: rpm.sh DIRECTORY

set -euo pipefail

die() { echo "rpm.sh: $*" >&2; exit 1; }

top=$(dirname "$(readlink -f "$0")")/..
out=$(realpath -m "$1")
made=$out.made
command -v rpmbuild >/dev/null || die "rpmbuild is missing: ./run setup"

rm -rf "$made"
mkdir -p "$made/SOURCES"
trap 'rm -rf "$made"' EXIT
version=$("$top/packaging/source.sh" "$made/SOURCES" qtrdma)
mv "$made/SOURCES/qtrdma.tar.xz" "$made/SOURCES/qtrdma-$version.tar.xz"

echo "Building the packages of QtRdma $version"
mkdir -p "$top/build/logs"
log=$top/build/logs/package-rpm.log
dependencies=()
[[ ! -e /etc/debian_version ]] || dependencies=(--nodeps)
rpmbuild -ba "${dependencies[@]}" --define "_topdir $made" --define "qtrdma_version $version" \
    "$top/packaging/qtrdma.spec" >"$log" 2>&1 || { tail -n 30 "$log"; die "the build failed, see $log"; }

rm -rf "$out"
mkdir -p "$out"
find "$made"/{RPMS,SRPMS} -name '*.rpm' -exec mv -t "$out" {} +
ls "$out"
