#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Makes Debian's packages of these sources in DIRECTORY, which becomes theirs alone, and checks them with lintian and blhc.
# Usage: debian.sh DIRECTORY

set -euo pipefail

die() { echo "debian.sh: $*" >&2; exit 1; }

top=$(dirname "$(readlink -f "$0")")/..
out=$(realpath -m "$1")
made=$out.made # complete packages only get their name
for tool in dpkg-buildpackage lintian blhc; do
    command -v $tool >/dev/null || die "$tool is missing: ./run setup"
done
dpkg-checkbuilddeps "$top/debian/control" || die "packages to build with are missing: apt-get build-dep $(realpath "$top")"

rm -rf "$made"
mkdir -p "$made"
trap 'rm -rf "$made"' EXIT
version=$("$top/packaging/source.sh" "$made" qtrdma.orig debian)
tree=$made/qtrdma-$version
mv "$made/qtrdma.orig.tar.xz" "$made/qtrdma_$version.orig.tar.xz"
tar -C "$made" -xf "$made/qtrdma_$version.orig.tar.xz"
cp -a "$top/debian" "$tree/debian"
# The policy of the distribution that the packages are for.
policy=$(sed -n '0,/"version"/s/.*"version" *: *"\([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p' \
    /usr/share/lintian/data/debian-policy/releases.json)
sed -i "s/^Standards-Version: .*/Standards-Version: $policy/" "$tree/debian/control"

echo "Building the packages of QtRdma $version"
mkdir -p "$top/build/logs"
log=$top/build/logs/package-build.log
(cd "$tree" && dpkg-buildpackage -us -uc) >"$log" 2>&1 || { tail -n 30 "$log"; die "the build failed, see $log"; }
rm -rf "$tree"

echo "Checking them"
lintian --allow-root --fail-on error,warning,info --display-info --no-tag-display-limit "$made"/*.changes
blhc --bindnow "$log" # executables are position-independent by default

rm -rf "$out"
mv "$made" "$out"
trap - EXIT
ls "$out"
