#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Makes Debian's packages of these sources in DIRECTORY, which becomes theirs alone, and checks them with lintian and blhc.
# With --twice it makes them again elsewhere, and they must be the same.
# Usage: debian.sh [--twice] DIRECTORY

set -euo pipefail

top=$(dirname "$(readlink -f "$0")")/..
. "$top/packaging/common.sh"

twice=''
if [[ $1 == --twice ]]; then
    twice=1
    shift
fi
out=$(realpath -m "$1")
made=$out.made # complete packages only get their name
log=$top/build/logs/package-build.log
for tool in dpkg-buildpackage lintian blhc; do
    command -v $tool >/dev/null || die "$tool is missing: ./run setup"
done
dpkg-checkbuilddeps "$top/debian/control" ||
    die "packages to build with are missing: ./run setup, or, if packages.txt does not name them, add them to it"

# The policy of the distribution that the packages are for.
policy=$(sed -n '0,/"version"/s/.*"version" *: *"\([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p' \
    /usr/share/lintian/data/debian-policy/releases.json)

# The number of a release of Debian that is still being made is in a package that lintian needs.
number_of() { sed -n "s/^\([0-9]*\),[^,]*,$2,.*/\1/p" "/usr/share/distro-info/$1.csv"; } # DISTRIBUTION CODENAME

# As in debian12.
distribution=$(. /etc/os-release && echo "$ID${VERSION_ID:-$(number_of "$ID" "$VERSION_CODENAME")}")

build() # DIRECTORY, which has the archive of the sources
{
    local tree=$1/qtrdma-$version
    tar -C "$1" -xf "$1/qtrdma_$version.orig.tar.xz"
    cp -a "$top/debian" "$tree/debian"
    sed -i "s/^Standards-Version: .*/Standards-Version: $policy/" "$tree/debian/control"
    sed -i "1s/-1~1)/-1~$distribution)/" "$tree/debian/changelog"
    (cd "$tree" && dpkg-buildpackage -us -uc) >"$log" 2>&1 || { tail -n 30 "$log"; die "the build failed, see $log"; }
    rm -rf "$tree"
}

build_again_and_compare()
{
    local file differs='' again=$made/elsewhere
    mkdir "$again"
    cp "$made/qtrdma_$version.orig.tar.xz" "$again"
    build "$again"
    for file in "$made"/*.{deb,dsc,tar.xz}; do
        cmp "$file" "$again/$(basename "$file")" || differs=1
    done
    if [[ $differs ]]; then
        mv "$made" "$out.differ"
        die "what was built twice is not the same; compare $out.differ with its elsewhere, with diffoscope for example"
    fi
    rm -rf "$again"
}

make_packages()
{
    version=$("$top/packaging/source.sh" "$made" qtrdma.orig debian)
    mv "$made/qtrdma.orig.tar.xz" "$made/qtrdma_$version.orig.tar.xz"
    mkdir -p "$top/build/logs"
    rm -rf "$out.differ"

    echo "Building the packages of QtRdma $version"
    build "$made"
    if [[ $twice ]]; then
        echo "Building them once more"
        build_again_and_compare
    fi

    echo "Checking them"
    lintian --allow-root --fail-on error,warning,info --display-info --tag-display-limit 0 "$made"/*.changes
    blhc --bindnow "$log" # executables are position-independent by default

    rm -rf "$out"
    mv "$made" "$out"
}

alone make_packages
ls "$out"
