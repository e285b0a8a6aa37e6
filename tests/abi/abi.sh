#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The binary interface of a library: compares it with the dump in this directory, or renews the dump.
# usage: abi.sh compare|accept LIBRARY

set -euo pipefail

skip() { echo "$*"; exit 77; }

command=$1 library=$2
here=$(dirname "$(readlink -f "$0")")
name=$(basename "$library" .so)
name=${name#lib}
dump=$here/$name.abi

# The sizes and names in a dump are those of one compiler, one Qt and one architecture.
# shellcheck source=/dev/null
system=$(. /etc/os-release && echo "$ID ${VERSION_ID-} $(uname -m)")
[[ $system = "debian 12 x86_64" ]] || skip "the dump is one of Debian 12 on x86_64, this is $system"
type -P abidw abidiff >/dev/null || skip "abigail-tools is not installed"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# No paths, no lines, and types by hashes: the dump changes where the interface does, and is the same in any directory.
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-parameter-names \
    --no-write-default-sizes --type-id-style hash --exported-interfaces-only \
    --suppressions "$here/types.ini" --out-file "$work/$name.abi" "$library"

if [[ $command = accept ]]; then
    cp "$work/$name.abi" "$dump"
    echo "$dump is renewed"
    exit
fi

compare() # DUMP
{
    abidiff --no-show-locs "$1" "$work/$name.abi" 2>"$work/errors" && [[ ! -s $work/errors ]] && return
    cat "$work/errors" # of a dump that it cannot read abidiff says so, and succeeds
    echo "The binary interface of $name is not that of ${1#"$here/"}."
    return 1
}

if ! compare "$dump"; then
    echo "If the change is meant: ./run abi --accept, and commit the dump with it; doc/versioning.md says when this is allowed."
    exit 1
fi
# The releases with this SONAME: a release 0.1.2 has libQtRdma.so.0.1.
soname=$(objdump -p "$library" | sed -n 's/^ *SONAME *//p')
for released in "$here/${soname#"lib$name.so."}".*/"$name.abi"; do
    [[ -e $released ]] || continue
    if ! compare "$released"; then
        echo "Programs of that release would load this library: it needs a new SONAME, see doc/versioning.md."
        exit 1
    fi
done
echo "the interface of $name is that of its dumps"
