#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Makes RPM packages of these sources in DIRECTORY, which becomes theirs alone. What is needed to build must be there under whatever
# name this distribution gives it: where packages are not RPMs, rpmbuild cannot know.
# Usage: rpm.sh DIRECTORY

set -euo pipefail

top=$(dirname "$(readlink -f "$0")")/..
. "$top/packaging/common.sh"

out=$(realpath -m "$1")
made=$out.made
log=$top/build/logs/package-rpm.log
command -v rpmbuild >/dev/null || die "rpmbuild is missing: ./run setup"

make_packages()
{
    local version dependencies=()
    mkdir "$made/SOURCES"
    version=$("$top/packaging/source.sh" "$made/SOURCES" qtrdma)
    mv "$made/SOURCES/qtrdma.tar.xz" "$made/SOURCES/qtrdma-$version.tar.xz"

    echo "Building the packages of QtRdma $version"
    mkdir -p "$top/build/logs"
    [[ ! -e /etc/debian_version ]] || dependencies=(--nodeps)
    rpmbuild -ba "${dependencies[@]}" --define "_topdir $made" --define "qtrdma_version $version" \
        "$top/packaging/qtrdma.spec" >"$log" 2>&1 || { tail -n 30 "$log"; die "the build failed, see $log"; }

    rm -rf "$out"
    mkdir -p "$out"
    find "$made"/{RPMS,SRPMS} -name '*.rpm' -exec mv -t "$out" {} +
}

alone make_packages
ls "$out"
