#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Every figure that is published, in one run, inside the lab: bench.sh [--latency | --quick | --words | --more | --check] BUILD_DIR [PROVIDER...]
# `./run bench` starts it in exact mode, where figures hardly change from run to run, and figures.py makes tables of them.
#
# Everything is taken five times, with --latency and --quick twice, for it is not quite the same each time: what is left of earlier
# connections is taken down meanwhile, and a connection over rxe takes a little more or less as long as it lasts. figures.py
# takes the best, for nothing that disturbs makes a figure better, and of rates of messages the second best, for chance may, once.
# Figures that take long are taken once, and are themselves a mean or the best of many.
#
# Each figure is a line "UNIT|ROW|PROVIDER|VALUE" in $QTRDMA_LAB_OUT/figures, or on standard output:
#   us      half a round trip of 64 bytes, both ends on this machine, mean: over rxe every other message may find its thread
#           awake and cost 5 us less, and a median is the one or the other
#   MB/s    writes of 64 KiB; 10^6 bytes
#   msg/s   messages of 64 bytes
#   us each a connection of 50 that are made at once, until it is connected
#   KiB     memory of an idle stream, of 1000
#   1/min   wake-ups of a process with these
# --words adds those of bulk data and of connecting on a machine that copies by words, and so counts what copying costs as
# processors do: units with " by words".
# --more takes what many connections and timers cost, on a machine of its own, for what 1000 cost goes with what was before:
# most of it goes to $QTRDMA_LAB_OUT/more, as text.
# --check runs each program of the rows briefly, to see that it runs.
# QTRDMA_BENCH_CONNECTIONS is what is tried of many connections ("1 10 100 1000").
#
# Nothing that is measured has a time limit of its own: while the exact machine waits for a file of its host, its clock may
# jump by minutes. The lab's --timeout counts the host's time. With --check clients of other projects have one.

set -uo pipefail

rows=all_rows
runs=5
rounds=2000 # of 500 over rxe the mean moves by a hundredth and more
warm_up=100
blocks=1000
messages=20000
batches=51
limit=()
case ${1-} in
    --latency) rows=latency_rows runs=2 ;;
    --quick) rows=quick_rows runs=2 ;;
    --words) rows=words_rows ;;
    --more) rows=more_rows runs=0 ;;
    --check) rows=check_rows runs=1 rounds=10 warm_up=1 blocks=5 messages=128 batches=2 limit=(timeout 100) ;;
    *) set -- '' "$@" ;;
esac
shift
if [[ $# -lt 1 ]]; then
    sed -n '5,26s/^# \?//p' "$0" >&2
    exit 2
fi
build=$1
shift
providers=("$@")
[[ $# -gt 0 ]] || providers=(rxe siw)
read -ra connections <<<"${QTRDMA_BENCH_CONNECTIONS:-1 10 100 1000}"
out=${QTRDMA_LAB_OUT:-}
figures=${out:+$out/figures}
more=${out:+$out/more}
failures=0
port=18600
number='^[0-9.]+$'
# perftest takes the speed of the processor from the time of a moment: on a busy machine that is no number.
[[ $rows != check_rows ]] || number='^([0-9.]+|inf)$'

# Without find, which would ask the host for each file of the build directory.
program()
{
    local directory
    for directory in examples/perf tests/benchmarks tests/benchmarks/floor; do
        [[ -x $build/$directory/$1 ]] && echo "$build/$directory/$1"
    done
}

perf=$(program qtrdma-perf)

fail()
{
    echo "bench: $1 on $2: failed${3:+: $3}" >&2
    failures=$((failures + 1))
}

figure() # UNIT ROW PROVIDER VALUE
{
    if [[ ! $4 =~ $number ]]; then
        fail "$2" "$3" "no figure: $4"
        return
    fi
    echo "$1|$2|$3|$4" | tee -a "${figures:-/dev/null}"
}

value() { sed -n "s/.*[ (]$1=\([0-9.]*\).*/\1/p" <<<"$2"; }

# One of the small programs beside this one, which say NAME=VALUE.
small() # UNIT NAME ROW PROVIDER COMMAND...
{
    local unit=$1 name=$2 row=$3 provider=$4 output
    shift 4
    output=$("$@" 2>&1) || { fail "$row" "$provider" "status $? $output"; return; }
    figure "$unit" "$row" "$provider" "$(value "$name" "$output")"
}

column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i } NR == 2 { printf "%.2f", $c }'; }

dispatcher= # or the option for the library's own
# One server for each address and dispatcher, for all that is measured with them.
declare -A server_ports=() server_pids=() server_outputs=()
serve() # ADDRESS
{
    local key=$1/${QT_NO_GLIB-}$dispatcher said
    [[ ! ${server_ports[$key]-} ]] || return 0
    said=$(mktemp)
    "$perf" --listen "$1" -p 0 --patient ${dispatcher:+"$dispatcher"} >"$said" &
    server_pids[$key]=$!
    server_outputs[$key]=$said
    until grep -q Listening "$said"; do
        kill -0 $! || return 1
        sleep 0.05
    done
    server_ports[$key]=$(sed -n 's/Listening on port //p' "$said")
}

end_servers()
{
    ((${#server_pids[@]})) || return 0
    kill -INT "${server_pids[@]}"
    wait "${server_pids[@]}"
}

# qtrdma-perf, with the dispatcher of the environment on both sides.
perf() # UNIT COLUMN ROW PROVIDER ADDRESS OPTIONS...
{
    local unit=$1 name=$2 row=$3 provider=$4 address=$5 output
    shift 5
    serve "$address" || { fail "$row" "$provider" "no server"; return; }
    if output=$("$perf" "$address" -p "${server_ports[$address/${QT_NO_GLIB-}$dispatcher]}" --csv - ${dispatcher:+"$dispatcher"} "$@" 2>&1); then
        figure "$unit" "$row" "$provider" "$(column "$name" <<<"$output")"
    else
        fail "$row" "$provider" "$output; its server: $(tail -3 "${server_outputs[$address/${QT_NO_GLIB-}$dispatcher]}")"
    fi
}

perf_unix() { QT_NO_GLIB=1 perf "$@"; }
perf_rdma() { local dispatcher=--rdma-dispatcher; perf "$@"; }

# perftest's server says nothing when it is ready: the kernel knows the ids that listen.
listens() { rdma resource show cm_id | grep -q "state LISTEN.* pid $1 "; } # PID

# The ends of cmtime 65 first meet over TCP.
meets() { ss -Hltnp | grep -q "pid=$1,"; } # PID

# Whether a server that is busy with a client listens again within a hundred looks.
listens_soon() # PID
{
    local i
    for ((i = 0; i < 100; ++i)); do
        listens "$1" && return
        sleep 0.05
    done
    return 1
}

await_listener() # PID [listens|meets]
{
    until "${2-listens}" "$1"; do
        kill -0 "$1" 2>/dev/null || return 1
        sleep 0.05
    done
}

# Prints the line of figures of "PROGRAM ARGUMENTS... ADDRESS".
perftest() # ADDRESS PROGRAM ARGUMENTS...
{
    local address=$1 said server output early=''
    shift
    said=$(mktemp)
    "$@" >"$said" 2>&1 &
    server=$!
    await_listener "$server" || { cat "$said" >&2; return 1; }
    if output=$("${limit[@]}" "$@" "$address" 2>&1); then
        wait "$server"
        grep -E '^ *[0-9]+ +[0-9]+ ' <<<"$output" | tail -1
        return
    fi
    # perftest connects twice, and its server listens anew for the second time: on a slow machine the client comes first. Over iWARP
    # the call itself is refused.
    [[ $output =~ RDMA_CM_EVENT_REJECTED|'rdma_connect failed' ]] && listens_soon "$server" && early=1
    kill "$server"
    if [[ $early ]]; then
        perftest "$address" "$@"
        return
    fi
    { echo "$output"; echo "its server:"; cat "$said"; } >&2
    return 1
}

# Prints the microseconds of a transfer by rstream: name, bytes, transfers, iterations, total, time, Gb/sec, usec/transfer.
# With -T b it sleeps; without it spins, which on one processor lasts as long as the other side may not run.
rstream_line() # SERVER ADDRESS OPTIONS...; the server takes rstream's options
{
    local listener=$1 address=$2 server output
    shift 2
    port=$((port + 1))
    QT_NO_GLIB=1 "$listener" -b "$address" -p $port "$@" >/dev/null 2>&1 &
    server=$!
    await_listener "$server" || return 1
    output=$("${limit[@]}" rstream -s "$address" -p $port "$@" 2>&1) || { kill "$server"; return 1; }
    wait "$server"
    awk 'NF == 8 && $8 + 0 > 0 { us = $8 } END { print us }' <<<"$output"
}

perftest_bulk() # UNIT PROVIDER ADDRESS
{
    local rate
    # bytes iterations peak average rate, in units of 2^20 bytes and 10^6 messages a second
    rate=$(perftest "$3" ib_send_bw -e -R -F -s 65536 -n "$blocks" | awk '{ printf "%.2f", $4 * 1.048576 }')
    figure "$1" "ib_send_bw -e" "$2" "$rate"
}

# Over rxe connections differ by a hundredth in how the two ends take turns: the best of four.
perftest_rate() # ROW PROVIDER ADDRESS OPTIONS...
{
    local row=$1 provider=$2 address=$3 rates i
    shift 3
    rates=$(for ((i = 0; i < 4; ++i)); do perftest "$address" ib_send_bw -e -R -F -s 64 -n "$messages" -t 64 "$@" || exit; done) ||
        { fail "$row" "$provider"; return; }
    figure msg/s "$row" "$provider" "$(awk '$5 > most { most = $5 } END { printf "%.0f", most * 1000000 }' <<<"$rates")"
}

perftest_rows() # PROVIDER ADDRESS
{
    local latency
    # bytes iterations min max typical average …
    latency=$(perftest "$2" ib_send_lat -e -R -F -s 64 -n "$rounds" | awk '{ print $6 }')
    figure us "ib_send_lat -e" "$1" "$latency"
    perftest_bulk MB/s "$@"
    perftest_rate "ib_send_bw -e" "$@"
    # As the queue pairs do it: chains, of which the last request is signalled.
    perftest_rate "ib_send_bw -e, chains of 16" "$@" -l 16 -Q 16
}

mean() { awk '{ sum += $1 } END { printf "%.1f", sum / NR }'; }

# The steps of librdmacm's own program up to connected, each of them for 50 connections before the next one. Newer ones add them up,
# and then connect once more without queue pairs, which rxe refuses: what counts is that the figures are there.
cmtime_sum() # ADDRESS
{
    local server output ready=listens listen=(-b "$1") connect=(-s "$1")
    if [[ $(cmtime -h 2>&1) == *controller_address* ]]; then # rdma-core 65
        listen+=(-L -C "$1")
        connect=(-b "$1" -C "$1")
        ready=meets
    fi
    cmtime "${listen[@]}" -c 50 >/dev/null 2>&1 &
    server=$!
    await_listener "$server" $ready || return 1
    output=$("${limit[@]}" cmtime "${connect[@]}" -c 50 2>&1) || true
    kill "$server" 2>/dev/null || true
    wait "$server" || true
    awk '/^full connect/ { print $3; done = 1; exit }
         /^(create id|resolve addr|resolve route|create qp|connect) *:/ { n = split($0, c, " "); sum += c[n] }
         END { if (!done && sum) printf "%.1f\n", sum; exit !done && !sum }' <<<"$output" || { echo "$output" >&2; return 1; }
}

# The ends of newer ones, as of rdma-core 56, first meet over TCP, at the port that they use for RDMA. iWARP takes its ports from those
# of TCP, so such a program cannot listen at both.
cmtime_meets_over_tcp() { [[ $(cmtime -h 2>&1) == *num_threads* ]]; }

connect_rows() # UNIT PROVIDER ADDRESS
{
    local steps i
    # How the two ends take turns is chance, and over siw a batch takes 2 % more or less by it: the mean of all but the first.
    small "$1" again "RdmaStream" "$2" env QT_NO_GLIB=1 "$(program stream_scale)" "$3" 50 connect "$batches"
    if [[ $2 == siw ]] && cmtime_meets_over_tcp; then
        echo "bench: no figure of cmtime on siw: this one wants the port of iWARP for TCP, too" >&2
        return
    fi
    steps=$(for ((i = 0; i < 5; ++i)); do cmtime_sum "$3" || exit; done) || { fail cmtime "$2" "$steps"; return; }
    figure "$1" "cmtime, sum of its steps" "$2" "$(mean <<<"$steps")"
}

first_rows() # PROVIDER ADDRESS
{
    local output i
    output=$(for ((i = 0; i < 50; ++i)); do QT_NO_GLIB=1 "$(program stream_scale)" "$2" 50 connect 1 || exit; done 2>&1) ||
        { fail "the first connections" "$1" "$output"; return; }
    figure "us each" "RdmaStream, the first of its process" "$1" "$(value first "$output" | mean)"
}

idle_rows() # PROVIDER ADDRESS
{
    local output
    output=$(QT_NO_GLIB=1 "$(program stream_scale)" "$2" 1000 idle 2>&1) || { fail "idle streams" "$1" "$output"; return; }
    figure KiB "RdmaStream, registered" "$1" "$(value locked "$output")"
    figure KiB "RdmaStream, resident at the server" "$1" "$(value resident "$output")"
    figure KiB "RdmaStream, resident at the client" "$1" "$(value client "$output")"
    figure 1/min "1000 idle streams" "$1" "$(value wakeups "$output")"
    echo "$1: the kernel's memory for both ends of an idle stream: $(value kernel "$output") KiB" >>"${more:-/dev/stdout}"
}

rstream_rows() # ROW SERVER PROVIDER ADDRESS
{
    local us
    us=$(rstream_line "$2" "$4" -S 64 -C 1 -I "$rounds" -T b)
    figure us "$1" "$3" "$us"
    us=$(rstream_line "$2" "$4" -S 65536 -C "$blocks" -I 1 -T b)
    figure MB/s "$1" "$3" "$(awk '$1 > 0 { printf "%.2f", 65536 / $1 }' <<<"$us")"
}

rsockets_rows() # PROVIDER ADDRESS
{
    local both=(env QT_NO_GLIB=1 "$(program stream_pingpong)" --rsockets "$2")
    rstream_rows "rstream (rsockets)" rstream "$@"
    rstream_rows "rstream, RdmaStream as its server" "$(program rstream_server)" "$@"
    small us mean "RdmaStream, rsockets format" "$1" "${both[@]}" signals "$rounds" "$warm_up"
    small MB/s rate "RdmaStream, rsockets format, write() and read()" "$1" "${both[@]}" bulk "$blocks"
}

# The figures that every test run checks.
latency_rows() # PROVIDER ADDRESS
{
    local latency=(-m latency -s 64 -n "$rounds" -w "$warm_up")
    perf_unix us mean_us "RdmaQueuePair, handler" "$1" "$2" send "${latency[@]}"
    perf_unix us mean_us "RdmaQueuePair, signals" "$1" "$2" send --signals "${latency[@]}"
    perf_unix us mean_us "RdmaStream" "$1" "$2" stream "${latency[@]}"
}

# Receivers read all bytes, and add them up in words, where the row does not say that they skip them.
bulk_row() # UNIT ROW PROVIDER ADDRESS TEST OPTIONS...
{
    perf_unix "$1" mb_per_s "${@:2:4}" -m bandwidth -s 65536 -n "$blocks" -w 0 "${@:6}"
}

stream_bulk() { bulk_row "$1" "RdmaStream, write() and read()" "$2" "$3" stream; } # UNIT PROVIDER ADDRESS
queue_pair_bulk() # UNIT PROVIDER ADDRESS
{
    local bulk=(-m bandwidth -s 65536 -n "$blocks" -w 0)
    perf_unix "$1" mb_per_s "RdmaQueuePair, handler" "$2" "$3" send "${bulk[@]}"
    perf_unix "$1" mb_per_s "RdmaQueuePair, signals" "$2" "$3" send --signals "${bulk[@]}"
}

quick_rows() # PROVIDER ADDRESS
{
    latency_rows "$@"
    stream_bulk MB/s "$@"
    queue_pair_bulk MB/s "$@"
}

bulk_rows() # PROVIDER ADDRESS
{
    local reserving=(env QT_NO_GLIB=1 "$(program stream_pingpong)" "$2")
    stream_bulk MB/s "$@"
    small MB/s rate "RdmaStream, write() and views" "$1" "${reserving[@]}" bulk-views "$blocks"
    small MB/s rate "RdmaStream, reserve(), commit() and read()" "$1" "${reserving[@]}" reserve "$blocks"
    small MB/s rate "RdmaStream, reserve(), commit() and views" "$1" "${reserving[@]}" reserve-views "$blocks"
    bulk_row MB/s "QTcpSocket, write() and read()" "$@" tcp
    small MB/s rate "the sum that a reader makes, alone" "$1" "$(program tcp_pingpong)" "$2" sum "$blocks"
    bulk_row MB/s "RdmaStream, write() and skip()" "$@" stream --skip
    small MB/s rate "RdmaStream, reserve(), commit() and skip()" "$1" "${reserving[@]}" reserve-skip "$blocks"
    bulk_row MB/s "QTcpSocket, write() and skip()" "$@" tcp --skip
    queue_pair_bulk MB/s "$@"
}

queue_pair_rates() # perf_unix|perf_rdma PROVIDER ADDRESS INTERFACE OPTIONS...
{
    local run=$1 provider=$2 address=$3 row="RdmaQueuePair, $4, chains of 16"
    shift 4
    set -- send -m rate -n "$messages" -t 64 -l 16 "$@"
    "$run" msg/s messages_per_s "$row" "$provider" "$address" "$@"
    "$run" msg/s messages_per_s "$row, moderated" "$provider" "$address" "$@" --moderation 400
}

all_rows() # PROVIDER ADDRESS
{
    local latency=(-m latency -s 64 -n "$rounds" -w "$warm_up") tls
    small us mean "bare C, epoll" "$1" "$(program floor_pingpong)" "$2" "$rounds" "$warm_up"
    latency_rows "$@"
    perf_unix us mean_us "RdmaQueuePair, futures" "$1" "$2" send --futures "${latency[@]}"
    perf us mean_us "RdmaQueuePair, signals, glib dispatcher" "$1" "$2" send --signals "${latency[@]}"
    perf us mean_us "RdmaStream, glib dispatcher" "$1" "$2" stream "${latency[@]}"
    perf_unix us mean_us "RdmaQueuePair, handler, sleeping at once" "$1" "$2" send "${latency[@]}" --no-yield
    perf_unix us mean_us "RdmaQueuePair, signals, sleeping at once" "$1" "$2" send --signals "${latency[@]}" --no-yield
    perf_unix us mean_us "RdmaStream, sleeping at once" "$1" "$2" stream "${latency[@]}" --no-yield
    small us mean "RdmaStream, waitForReadyRead" "$1" "$(program stream_pingpong)" "$2" wait "$rounds" "$warm_up"
    perf_unix us mean_us "QTcpSocket" "$1" "$2" tcp "${latency[@]}"
    perf us mean_us "QTcpSocket, glib dispatcher" "$1" "$2" tcp "${latency[@]}"
    small us mean "QTcpSocket, waitForReadyRead" "$1" "$(program tcp_pingpong)" "$2" wait "$rounds" "$warm_up"
    bulk_rows "$@"
    tls=$(program tls_pingpong) # where OpenSSL is
    if [[ -n $tls ]]; then
        small us mean "RdmaTlsStream" "$1" env QT_NO_GLIB=1 "$tls" "$2" signals "$rounds" "$warm_up"
        small MB/s rate "RdmaTlsStream, write() and read()" "$1" env QT_NO_GLIB=1 "$tls" "$2" bulk "$blocks"
    fi
    # With the receives that perftest posts. By default there are 130 here, and each 65th message is answered with the news of others.
    queue_pair_rates perf_unix "$1" "$2" handler -r 512
    queue_pair_rates perf_rdma "$1" "$2" "handler, RdmaEventDispatcher" -r 512
    queue_pair_rates perf_unix "$1" "$2" signals --signals
    # With 20,000 messages, which take 45 ms, a tenth of the time is their beginning.
    perf_unix msg/s messages_per_s "RdmaStream, write() and read()" "$1" "$2" stream -m rate -n $((5 * messages))
    perf_unix msg/s messages_per_s "RdmaStream, write() and skip()" "$1" "$2" stream -m rate -n $((5 * messages)) --skip
    perf_unix msg/s messages_per_s "QTcpSocket, write() and read()" "$1" "$2" tcp -m rate -n $((5 * messages))
    perf_unix msg/s messages_per_s "QTcpSocket, write() and skip()" "$1" "$2" tcp -m rate -n $((5 * messages)) --skip
    perftest_rows "$@"
    small us one "RdmaStream, one of 1 connections" "$1" "$(program stream_scale)" "$2" 1
    connect_rows "us each" "$@"
    rsockets_rows "$@"
}

check_rows() # PROVIDER ADDRESS
{
    first_rows "$@"
    all_rows "$@"
}

words_rows() # PROVIDER ADDRESS
{
    stream_bulk "MB/s by words" "$@"
    queue_pair_bulk "MB/s by words" "$@"
    perftest_bulk "MB/s by words" "$@"
    connect_rows "us each by words" "$@"
}

scale() # PROVIDER ADDRESS CONNECTIONS
{
    local output name row=()
    output=$("$(program stream_scale)" "$2" "$3" 2>&1) || { fail "$3 connections" "$1" "$output"; return; }
    ((10#$3 == 1000)) && figure us "RdmaStream, one of $3 connections" "$1" "$(value one "$output")"
    for name in one all locked resident kernel descriptors; do row+=("$(value $name "$output")"); done
    printf '%-8s%12s%12s%12s%12s%12s%12s%12s\n' "$1" "$3" "${row[@]}" >>"${more:-/dev/stdout}"
}

# Fails when streams make a timer of their thread more than 5 ms late.
timer() # PROVIDER ADDRESS STREAMS DISPATCHER COMMAND...
{
    local provider=$1 address=$2 streams=$3 dispatcher=$4 output name row=()
    shift 4
    output=$("$@" "$(program stream_timer)" "$address" "$streams" 2>&1) ||
        fail "the timer beside $streams streams, $dispatcher" "$provider" "$output"
    for name in idle busy slowest rate; do row+=("$(value $name "$output")"); done
    printf '%-8s%12s%12s%12s%12s%12s%12s\n' "$provider" "$dispatcher" "$streams" "${row[@]}" >>"${more:-/dev/stdout}"
}

# Only where there is the QML module. Fails when a refresh has more than 10 million instructions, or an activation of it more than 4.
models() # PROVIDER ADDRESS
{
    local output line name row
    [[ $(program model_refresh) ]] || return 0
    output=$("$(program model_refresh)" "$2" 2>&1) || { fail "the refresh of models" "$1" "$output"; return; }
    while read -r line; do
        row=()
        for name in connections counters resources refresh longest; do row+=("$(value $name "$line")"); done
        printf '%-8s%12s%12s%12s%12s%12s\n' "$1" "${row[@]}" >>"${more:-/dev/stdout}"
    done <<<"$output"
    line=${output%%$'\n'*} # without resources
    awk -v refresh="$(value refresh "$line")" -v longest="$(value longest "$line")" \
        'BEGIN { exit refresh > 10 || longest > 4 }' || fail "the refresh of models takes too long" "$1" "$output"
}

more_rows()
{
    local provider count
    {
        echo
        echo 'many connections of one server thread, 64 bytes: half a round trip where one is active, a message there and back'
        echo 'where all are (us); memory of the server for each, and of the kernel for both ends (KiB); descriptors of the server'
        printf '%-8s%12s%12s%12s%12s%12s%12s%12s\n' '' connections 'one active' 'all active' locked resident kernel descriptors
    } >>"${more:-/dev/stdout}"
    for provider in "${providers[@]}"; do
        for count in "${connections[@]}"; do scale "$provider" "$(address_of "$provider")" "$count"; done
    done
    {
        printf '\na timer of 60 Hz beside full-rate streams of its thread: its latest tick (ms), the share of the slowest stream, MB/s of all\n'
        printf '%-8s%12s%12s%12s%12s%12s%12s\n' '' dispatcher streams idle busy slowest rate
    } >>"${more:-/dev/stdout}"
    for provider in "${providers[@]}"; do
        for count in 1 4 16; do
            timer "$provider" "$(address_of "$provider")" "$count" glib env
            timer "$provider" "$(address_of "$provider")" "$count" unix env QT_NO_GLIB=1
        done
    done
    {
        printf '\na refresh of the models of the QML module while all of them move: millions of instructions, and those of its longest activation\n'
        printf '%-8s%12s%12s%12s%12s%12s\n' '' connections counters resources refresh longest
    } >>"${more:-/dev/stdout}"
    for provider in "${providers[@]}"; do models "$provider" "$(address_of "$provider")"; done
}

address_of()
{
    local variable=QTRDMA_${1^^}_ADDRESS
    echo "${!variable:-}"
}

# The first run of a program reads its files from the host, see above; its figures are not kept.
prime() # ROWS PROVIDER ADDRESS
(
    figures='' more='' rounds=10 warm_up=1 blocks=5 messages=128 batches=2
    "$@"
    end_servers
) &>/dev/null

for provider in "${providers[@]}"; do
    [[ $(address_of "$provider") ]] || fail everything "$provider" "no address in the environment"
done
((failures == 0)) || exit 1
[[ ! $out ]] || rm -f "$out/figures" "$out/more"

# All programs are read with the first provider.
case $rows in
    latency_rows | quick_rows | check_rows) ;;
    more_rows) prime scale "${providers[0]}" "$(address_of "${providers[0]}")" 1 ;;
    *) prime $rows "${providers[0]}" "$(address_of "${providers[0]}")" ;;
esac
# Before the others, for what memory new processes find is a matter of what was before.
if [[ $rows == all_rows ]]; then
    for provider in "${providers[@]}"; do first_rows "$provider" "$(address_of "$provider")"; done
fi
for provider in "${providers[@]}"; do
    for ((run = 0; run < runs; ++run)); do $rows "$provider" "$(address_of "$provider")"; done
    [[ $rows != all_rows ]] || idle_rows "$provider" "$(address_of "$provider")"
done
end_servers
[[ $rows != more_rows ]] || more_rows
((failures == 0))
