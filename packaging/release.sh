#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Makes what a release of VERSION consists of, in build/release-VERSION, which becomes its own: the sources with the date of today and
# with frozen dumps of the binary interface, the patch that makes them of the commit that is checked out, the packages of each
# release of Debian (with --here of this one only), and checksums. Nothing is committed, tagged or sent anywhere.
# With --check it only finds out whether that can be done here.
# Usage: release.sh [--check] VERSION [--here]

set -euo pipefail

top=$(realpath "$(dirname "$(readlink -f "$0")")/..")
. "$top/packaging/common.sh"

misuse() { echo "release.sh: $*" >&2; exit 2; }

check=''
if [[ ${1-} == --check ]]; then
    check=1
    shift
fi
version=${1-}
here=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
case ${2-} in
    '') releases=(bookworm trixie forky) ;;
    --here) releases=("$here") ;;
    *) misuse "after the version only --here is known, not $2" ;;
esac
[[ $# -ge 1 && $# -le 2 ]] || misuse "which version? As in: ./run release 0.1.0"
cd "$top"
packaging/version.py . check "$version"
changed=$(git status --porcelain) || die "these sources are no clone of git"
[[ ! $changed ]] || die "these files are not as they were committed: $(tr '\n' ' ' <<<"$changed")"
[[ ${releases[*]} == "$here" || $EUID -eq 0 ]] ||
    die "only root can build for other releases of Debian; run the same command with sudo, or add --here"
[[ ! $check ]] || exit 0

name=qtrdma-$version
out=$top/build/release-$version
made=$out.made # a complete release only gets its name

# The sources as they will be tagged, and how they differ from the commit.
prepare() # DIRECTORY
{
    git clone -q --shared . "$1"
    "$1/packaging/version.py" "$1" date "$version" "$(date -u +%F)"
    mkdir "$1/tests/abi/$version"
    cp "$1"/tests/abi/*.abi "$1/tests/abi/$version"
    git -C "$1" add -A
    git -C "$1" --no-pager diff --cached -- . ':!tests/abi'
    git -C "$1" diff --cached >"$made/release.patch"
}

# From the archive, as everybody else builds them. There build/ is a directory of that release.
make_packages() # RELEASE
{
    local build=$top/build on=()
    if [[ $1 != "$here" ]]; then
        build+=/on/$1
        on=(tests/images/on "$1")
    fi
    rm -rf "${build:?}/$name"
    mkdir -p "$build"
    tar -C "$build" -xf "$made/$name.tar.xz"
    # Its build/ is no part of the sources.
    "${on[@]}" "$top/build/$name/packaging/debian.sh" "$top/build/$name/build/packages"
    mv "$build/$name/build/packages" "$made/$1"
    rm -rf "${build:?}/$name"
}

make_release()
{
    local release
    echo "The changes that make $version of this commit, without the dumps in tests/abi/$version:"
    prepare "$made/tree"
    "$made/tree/packaging/source.sh" "$made" "$name" >/dev/null
    rm -rf "$made/tree"
    for release in "${releases[@]}"; do
        echo "The packages for $release"
        make_packages "$release"
    done
    (cd "$made" && find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum) >"$out.sums"
    rm -rf "$out"
    mv "$out.sums" "$made/SHA256SUMS"
    mv "$made" "$out"
}

alone make_release
echo "build/release-$version is complete:"
cat "$out/SHA256SUMS"
echo "Next: git apply --index build/release-$version/release.patch, and doc/releasing.md"
