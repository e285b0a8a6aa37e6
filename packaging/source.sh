#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Packs the sources as they are here, without what git ignores, into DIRECTORY/NAME.tar.xz, below a folder qtrdma-VERSION, and prints the
# version. The same sources make the same archive: it has the time of debian/changelog.
# Usage: source.sh DIRECTORY NAME [FOLDER_LEFT_OUT]

set -euo pipefail

directory=$(realpath "$1")
name=$2
left_out=${3-.git}
cd "$(dirname "$(readlink -f "$0")")/.."
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt | head -n 1)
time=$(date -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%s)

# The checkout can be somebody else's.
repository() { git -c safe.directory="$PWD" "$@"; }

files()
{
    if [[ $(repository rev-parse --show-toplevel 2>/dev/null) == "$PWD" ]]; then
        repository ls-files -z --cached --others --exclude-standard
    else
        files_without_git
    fi
}

# Unpacked from an archive, or git or its directory is not here. The patterns of .gitignore are names, or paths that begin with /.
files_without_git()
{
    local pattern ignored=(-name .git)
    while read -r pattern; do
        case $pattern in
            /*) ignored+=(-o -path ".${pattern%/}") ;;
            *) ignored+=(-o -name "${pattern%/}") ;;
        esac
    done <.gitignore
    find . \( "${ignored[@]}" \) -prune -o ! -type d -printf '%P\0'
}

files | grep -zv "^$left_out/" | while IFS= read -r -d '' file; do
    [[ ! -e $file ]] || printf '%s\0' "$file"
done | LC_ALL=C sort -z | tar --null -T - --transform "flags=rSh;s,^,qtrdma-$version/," \
    --mtime="@$time" --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX --format=gnu -cf - |
    xz -6 >"$directory/$name.tar.xz"
echo "$version"
