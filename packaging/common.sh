#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The scripts beside it read this.

die() { echo "$(basename "$0"): $*" >&2; exit 1; }

child=''

# Runs a function with a new directory, $made. Two at a time would destroy each other's work, so the second one fails. Whatever the
# function has started ends with this script, and then $made is removed: all of that is one process group, also where the function
# starts another script that uses this one.
alone() # FUNCTION
{
    local status=0
    # shellcheck disable=SC2154 # the script has set it
    mkdir -p "$(dirname "$made")"
    exec 9>"$made.lock"
    flock --nonblock 9 || die "another run is at work in $made; wait until it has ended"
    trap end EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    rm -rf --one-file-system "$made"
    mkdir "$made"
    [[ ${QTRDMA_ALONE-} ]] || set -m # a process group of its own
    QTRDMA_ALONE=1 "$1" </dev/null &
    child=$!
    set +m
    exec 9>&- # those who write have the lock, and nobody else
    wait "$child" || status=$?
    child=''
    return $status
}

# shellcheck disable=SC2317,SC2329 # the trap calls it
end()
{
    exec 9>&-
    [[ ! $child ]] || { kill -KILL -- "-$child"; wait "$child"; } 2>/dev/null || true
    flock "$made.lock" rm -rf --one-file-system "$made" # the lock is free when all of them have ended
}
