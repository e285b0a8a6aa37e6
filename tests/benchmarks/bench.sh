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
# QTRDMA_BENCH_ROUNDS and QTRDMA_BENCH_BLOCKS change the number of round trips and of 64 KiB blocks,
# QTRDMA_BENCH_CONNECTIONS what is tried of many connections ("1 10 100 1000").
#
# Nothing here has a time limit of its own: while the exact machine waits for a file of its host, its
# clock may jump by minutes. The lab's --timeout counts the host's time.

set -uo pipefail

if [[ $# -lt 1 ]]; then
    sed -n '5,14s/^# \?//p' "$0" >&2
    exit 2
fi
build=$1
shift
providers=("$@")
[[ $# -gt 0 ]] || providers=(rxe siw)
rounds=${QTRDMA_BENCH_ROUNDS:-500}
blocks=${QTRDMA_BENCH_BLOCKS:-64}
read -ra connections <<<"${QTRDMA_BENCH_CONNECTIONS:-1 10 100 1000}"
warm_up=100
failures=0

declare -A median mean rate
latency_rows=()
bulk_rows=()
scale_rows=()
timer_rows=()
json_rows=()

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
    "$(program stream_scale)" "$address" 10 200
    "$(program stream_timer)" "$address" 2 500
    QT_NO_GLIB=1 "$(program stream_timer)" "$address" 2 500
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

scale() # PROVIDER ADDRESS CONNECTIONS
{
    local output name figures=()
    output=$("$(program stream_scale)" "$2" "$3" 2>&1) || { fail "$3 connections" "$1" "$output"; return; }
    for name in one all locked resident kernel descriptors; do figures+=("$(value $name "$output")"); done
    scale_rows+=("$(printf '%-8s%12s%12s%12s%12s%12s%12s%12s' "$1" "$3" "${figures[@]}")")
    json_rows+=("$(printf '{"name": "scale", "provider": "%s", "connections": %s, "one_us": %s, "all_us": %s, "locked_kib": %s, "resident_kib": %s, "kernel_kib": %s, "descriptors": %s}' \
        "$1" "$3" "${figures[@]}")")
}

# Fails when streams make a timer of their thread more than 5 ms late.
timer() # PROVIDER ADDRESS STREAMS DISPATCHER COMMAND...
{
    local provider=$1 address=$2 streams=$3 dispatcher=$4 output name figures=()
    shift 4
    output=$("$@" "$(program stream_timer)" "$address" "$streams" 2>&1) ||
        fail "the timer beside $streams streams, $dispatcher" "$provider" "$output"
    for name in idle busy slowest rate; do figures+=("$(value $name "$output")"); done
    [[ ${figures[0]} ]] || return
    timer_rows+=("$(printf '%-8s%12s%12s%12s%12s%12s%12s' "$provider" "$dispatcher" "$streams" "${figures[@]}")")
    json_rows+=("$(printf '{"name": "timer", "provider": "%s", "dispatcher": "%s", "streams": %s, "idle_ms": %s, "busy_ms": %s, "slowest": %s, "mb_per_s": %s}' \
        "$provider" "$dispatcher" "$streams" "${figures[@]}")")
}

measure() # PROVIDER
{
    local provider=$1 address tcp stream tls count
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
    for count in "${connections[@]}"; do scale "$provider" "$address" "$count"; done
    for count in 1 4 16; do
        timer "$provider" "$address" "$count" glib env
        timer "$provider" "$address" "$count" unix env QT_NO_GLIB=1
    done
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
    printf '\nmany connections of one server thread, 64 bytes: half a round trip where one is active, a message there and back where all are (us);\n'
    printf 'memory of the server for each, and of the kernel for both ends (KiB); descriptors of the server\n'
    printf '%-8s%12s%12s%12s%12s%12s%12s%12s\n' '' connections 'one active' 'all active' locked resident kernel descriptors
    printf '%s\n' "${scale_rows[@]}"
    printf '\na timer of 60 Hz beside full-rate streams of its thread: its latest tick (ms), the share of the slowest stream, MB/s of all\n'
    printf '%-8s%12s%12s%12s%12s%12s%12s\n' '' dispatcher streams idle busy slowest rate
    printf '%s\n' "${timer_rows[@]}"
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
    for name in "${json_rows[@]}"; do
        printf '%s  %s' "$comma" "$name"
        comma=$',\n'
    done
    printf '\n]\n'
}

for provider in "${providers[@]}"; do
    measure "$provider"
done
table
[[ -z ${QTRDMA_LAB_OUT:-} ]] || json > "$QTRDMA_LAB_OUT/bench.json"
((failures == 0))
