#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Installs Debian's packages of DIRECTORY in a bare root directory of this release, which it makes, and runs debian/tests in it.
# README's programs run there without an RDMA device, and once more in the lab. Nothing is left but a log.
# With --check it only finds out whether that can be done here.
# Usage: try.sh DIRECTORY|--check

set -euo pipefail

top=$(realpath "$(dirname "$(readlink -f "$0")")/..")
. "$top/packaging/common.sh"

made=$top/build/try
log=$top/build/logs/package-try.log
control=debian/tests/control
isolated=(unshare --mount --pid --fork --kill-child)
[[ $EUID -eq 0 ]] || die "only root can make a root directory; run the same command with sudo"
command -v mmdebstrap >/dev/null || die "mmdebstrap is missing: ./run setup"
"${isolated[@]}" true 2>/dev/null ||
    die "mounts of one's own are not permitted here; if this is a container, start it with --privileged"
mirror=$("$top/tests/images/mirror")
[[ $1 != --check ]] || exit 0
packages=$(realpath "$1")
cd "$top"

# The tests that need no machine of their own, as in: programs cmake
tests() { awk -v RS= '!/isolation-machine/ { sub(/.*Test-Command: debian.tests./, ""); sub(/\n.*/, ""); print }' $control; }

# What the tests need whose paragraph has a word.
depends() # WORD
{
    awk -v RS= -v word="$1" '$0 ~ word { gsub(/\n /, ""); sub(/.*\nDepends: /, ""); sub(/\n.*/, ""); print }' $control |
        tr -d ' ' | tr ',' '\n' | sort -u | xargs
}

# Without what the packages recommend, as tests of Debian are run. The tools run there before anything brings rdma-core.
make_root()
{
    local options release tools wanted
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    mapfile -t options < <(tests/images/apt-options)
    tools=$(depends tests/tools)
    wanted=$(depends Test-Command)
    export made tools wanted
    # shellcheck disable=SC2016 # the shell that mmdebstrap starts expands it
    "${isolated[@]}" mmdebstrap --variant=apt "${options[@]}" \
        --customize-hook='cp -r "$made/packages" "$1" && touch "$1/etc/hosts"' \
        --customize-hook='chroot "$1" sh -c "apt-get install -y --no-install-recommends /packages/*.deb"' \
        --customize-hook='chroot "$1" sh -c "apt-get install -y --no-install-recommends $tools"' \
        --customize-hook='cp --parents -t "$1/packages" debian/tests/tools tests/withoutrdma/programs' \
        --customize-hook='cp --parents -t "$1/packages" examples/monitor/lab.recording' \
        --customize-hook='chroot "$1" sh -c "test ! -e /usr/lib/*/libibverbs.so.1 && /packages/debian/tests/tools"' \
        --customize-hook='chroot "$1" sh -c "apt-get install -y --no-install-recommends $wanted"' \
        "$release" "$made/root" "deb $mirror $release main"
}

inside=("$top/tests/images/enter" "$made/root" "$top" "$made/build"
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "AUTOPKGTEST_TMP=$top/build")

step() # DESCRIPTION COMMAND...
{
    echo "$1"
    shift
    "$@" >>"$log" 2>&1 </dev/null || { tail -n 30 "$log"; die "it failed, see $log"; }
}

try()
{
    mkdir "$made/build" "$made/packages"
    mkdir -p "$(dirname "$log")"
    : >"$log"
    find "$packages" -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$made/packages" {} +
    step "Installing the packages in a bare root directory" make_root
    tests | while read -r test way; do
        step "Running there: $test $way" \
            "${isolated[@]}" "${inside[@]}" "$top/debian/tests/$test" ${way:+"$way"}
    done
    # shellcheck disable=SC2016 # the shell in the lab expands it
    step "Running README's programs in the lab" tests/lab/lab --timeout 900 --memory 4G -- "${inside[@]}" \
        sh -ec 'for way in cmake pkg-config qmake; do "$0" $way; done' "$top/debian/tests/programs"
    grep '^ok: ' "$log"
}

alone try
