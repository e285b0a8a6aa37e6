#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Every figure that is published, in one run: bench.sh BUILD_DIR [PROVIDER...]
# Run it inside the lab in exact mode, where the figures are the same on every run:
#
#   ./run bench        or        tests/lab/lab --exact -- tests/benchmarks/bench.sh BUILD_DIR
#
# Latency is half a round trip of 64 bytes, both ends on this machine, median (mean), in us;
# throughput is in 10^6 bytes a second. bench.json goes to $QTRDMA_LAB_OUT if that is set.
# QTRDMA_BENCH_ROUNDS and QTRDMA_BENCH_BLOCKS change the number of round trips and of 64 KiB blocks.
#
# Nothing here has a time limit of its own: while the exact machine waits for a file of its host, its
# clock may jump by minutes. The lab's --timeout counts the host's time.

set -uo pipefail

if [[ $# -lt 1 ]]; then
    sed -n '5,13s/^# \?//p' "$0" >&2
    exit 2
fi
build=$1
shift
providers=("$@")
[[ $# -gt 0 ]] || providers=(rxe siw)
rounds=${QTRDMA_BENCH_ROUNDS:-500}
blocks=${QTRDMA_BENCH_BLOCKS:-64}
warm_up=100
failures=0

declare -A median mean rate
latency_rows=()
bulk_rows=()

program() { find "$build" -type f -name "$1" -perm -u+x -print -quit; }

address_of()
{
    local variable=QTRDMA_${1^^}_ADDRESS
    echo "${!variable:-}"
}

fail()
{
    echo "bench: $1 on $2: failed${3:+: $3}" >&2
    failures=$((failures + 1))
}

row() # NAME OF A ROW, LIST: remembers the order of the rows
{
    local -n list=$2
    local known
    for known in "${list[@]}"; do [[ $known == "$1" ]] && return; done
    list+=("$1")
}

value() { sed -n "s/.*[ (]$1=\([0-9.]*\).*/\1/p" <<<"$2"; }

latency() # ROW PROVIDER COMMAND...
{
    local name=$1 provider=$2 output
    shift 2
    row "$name" latency_rows
    output=$("$@" 2>&1) || { fail "$name" "$provider" "status $? $output"; return; }
    median[$name/$provider]=$(value median "$output")
    mean[$name/$provider]=$(value mean "$output")
}

bulk() # ROW PROVIDER COMMAND...
{
    local name=$1 provider=$2 output
    shift 2
    row "$name" bulk_rows
    output=$("$@" 2>&1) || { fail "$name" "$provider" "status $? $output"; return; }
    rate[$name/$provider]=$(value rate "$output")
}

# perftest's server says nothing when it is ready: the kernel knows the ids that listen.
await_listener() # PID
{
    until rdma resource show cm_id | grep -q "state LISTEN.* pid $1 "; do
        kill -0 "$1" 2>/dev/null || return 1
        sleep 0.05
    done
}

# Prints the line of figures of "PROGRAM ARGUMENTS... ADDRESS".
perftest() # ADDRESS PROGRAM ARGUMENTS...
{
    local address=$1 server output
    shift
    "$@" >/dev/null 2>&1 &
    server=$!
    await_listener "$server" || return 1
    if ! output=$("$@" "$address" 2>&1); then
        kill "$server"
        echo "$output" >&2
        return 1
    fi
    wait "$server"
    grep -E '^ *[0-9]+ +[0-9]+ ' <<<"$output" | tail -1
}

# The first run of a program reads its files from the host, see above; its figures are not kept.
prime() # ADDRESS
{
    local address=$1 name
    "$(program floor_pingpong)" "$address" 10 1
    for name in tcp_pingpong stream_pingpong tls_pingpong; do
        "$(program $name)" "$address" signals 10 1
        QT_NO_GLIB=1 "$(program $name)" "$address" signals 10 1
    done
    perftest "$address" ib_send_lat -e -R -F -s 64 -n 10
    perftest "$address" ib_send_bw -e -R -F -s 65536 -n 5
} &>/dev/null

send_latency() # PROVIDER ADDRESS
{
    local name="ib_send_lat -e" figures
    row "$name" latency_rows
    figures=$(perftest "$2" ib_send_lat -e -R -F -s 64 -n "$rounds") || { fail "$name" "$1"; return; }
    # bytes iterations min max typical(median) average …
    read -r _ _ _ _ "median[$name/$1]" "mean[$name/$1]" _ <<<"$figures"
}

send_bandwidth() # PROVIDER ADDRESS
{
    local name="ib_send_bw -e" figures
    row "$name" bulk_rows
    figures=$(perftest "$2" ib_send_bw -e -R -F -s 65536 -n "$blocks") || { fail "$name" "$1"; return; }
    # bytes iterations peak average …, in units of 2^20 bytes
    rate[$name/$1]=$(awk '{ printf "%.1f", $4 * 1.048576 }' <<<"$figures")
}

measure() # PROVIDER
{
    local provider=$1 address tcp stream tls
    address=$(address_of "$provider")
    if [[ -z $address ]]; then fail "everything" "$provider" "no address in the environment"; return; fi
    prime "$address"
    tcp=$(program tcp_pingpong)
    stream=$(program stream_pingpong)
    latency "bare C, epoll" "$provider" "$(program floor_pingpong)" "$address" "$rounds" "$warm_up"
    latency "QTcpSocket, glib dispatcher" "$provider" \
        "$tcp" "$address" signals "$rounds" "$warm_up"
    latency "QTcpSocket, unix dispatcher" "$provider" \
        env QT_NO_GLIB=1 "$tcp" "$address" signals "$rounds" "$warm_up"
    latency "QTcpSocket, waitForReadyRead" "$provider" \
        "$tcp" "$address" wait "$rounds" "$warm_up"
    latency "RdmaStream, glib dispatcher" "$provider" \
        "$stream" "$address" signals "$rounds" "$warm_up"
    latency "RdmaStream, unix dispatcher" "$provider" \
        env QT_NO_GLIB=1 "$stream" "$address" signals "$rounds" "$warm_up"
    latency "RdmaStream, waitForReadyRead" "$provider" \
        "$stream" "$address" wait "$rounds" "$warm_up"
    tls=$(program tls_pingpong) # where OpenSSL is
    if [[ -n $tls ]]; then
        latency "RdmaTlsStream, unix dispatcher" "$provider" \
            env QT_NO_GLIB=1 "$tls" "$address" signals "$rounds" "$warm_up"
        bulk "RdmaTlsStream" "$provider" env QT_NO_GLIB=1 "$tls" "$address" bulk "$blocks"
    fi
    send_latency "$provider" "$address"
    bulk "QTcpSocket" "$provider" env QT_NO_GLIB=1 "$tcp" "$address" bulk "$blocks"
    bulk "RdmaStream" "$provider" env QT_NO_GLIB=1 "$stream" "$address" bulk "$blocks"
    send_bandwidth "$provider" "$address"
}

table()
{
    local name provider
    printf '%-32s' "half round trip, 64 bytes, us"
    printf '%18s' "${providers[@]}"
    printf '\n'
    for name in "${latency_rows[@]}"; do
        printf '%-32s' "$name"
        for provider in "${providers[@]}"; do
            printf '%18s' "${median[$name/$provider]:--} (${mean[$name/$provider]:--})"
        done
        printf '\n'
    done
    printf '\n%-32s' "64 KiB writes, MB/s"
    printf '%18s' "${providers[@]}"
    printf '\n'
    for name in "${bulk_rows[@]}"; do
        printf '%-32s' "$name"
        for provider in "${providers[@]}"; do
            printf '%18s' "${rate[$name/$provider]:--}"
        done
        printf '\n'
    done
}

json()
{
    local name provider comma=
    echo '['
    for provider in "${providers[@]}"; do
        for name in "${latency_rows[@]}"; do
            [[ ${median[$name/$provider]:-} ]] || continue
            printf '%s  {"name": "%s", "provider": "%s", "median_us": %s, "mean_us": %s}' "$comma" \
                "$name" "$provider" "${median[$name/$provider]}" "${mean[$name/$provider]}"
            comma=$',\n'
        done
        for name in "${bulk_rows[@]}"; do
            [[ ${rate[$name/$provider]:-} ]] || continue
            printf '%s  {"name": "%s", "provider": "%s", "mb_per_s": %s}' "$comma" "$name" \
                "$provider" "${rate[$name/$provider]}"
            comma=$',\n'
        done
    done
    printf '\n]\n'
}

for provider in "${providers[@]}"; do
    measure "$provider"
done
table
[[ -z ${QTRDMA_LAB_OUT:-} ]] || json > "$QTRDMA_LAB_OUT/bench.json"
((failures == 0))
