#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Builds the fuzzers in a directory of their own and runs each for a while. Inputs that they add to the corpus stay there.
set -euo pipefail

if [[ $# -lt 1 || $# -gt 2 ]]; then
    echo "usage: tests/fuzz/run.sh BUILD [SECONDS]" >&2
    exit 2
fi
source=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
build=$(realpath -m "$1")
seconds=${2-20}

cmake -S "$source" -B "$build" -G Ninja -DQTRDMA_BUILD_FUZZERS=ON -DQTRDMA_WERROR=ON \
    -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DQTRDMA_BUILD_EXAMPLES=OFF \
    -DQTRDMA_BUILD_QML=OFF -DQTRDMA_BUILD_BENCHMARKS=OFF -DCMAKE_UNITY_BUILD=ON
cmake --build "$build" --target fuzzers -j "$(nproc)"

fuzz() # NAME
{
    mkdir -p "$build/fuzz/corpus/$1"
    "$build/fuzz/fuzz_$1" -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
        -artifact_prefix="$build/fuzz/$1-" "$build/fuzz/corpus/$1" "$source/tests/fuzz/corpus/$1" >"$build/fuzz/$1.log" 2>&1
}

names=()
for program in "$build"/fuzz/fuzz_*; do
    names+=("${program##*/fuzz_}")
done
echo "==> ${#names[@]} fuzzers for $seconds s each, $(nproc) at a time"
processes=()
for i in "${!names[@]}"; do
    ((i < $(nproc))) || wait -n || true # whose it was is asked below
    fuzz "${names[i]}" &
    processes+=($!)
done
status=0
for i in "${!names[@]}"; do
    if ! wait "${processes[i]}"; then
        status=1
        echo "==> ${names[i]} failed"
        tail -n 100 "$build/fuzz/${names[i]}.log"
    fi
done
grep -H 'stat::number_of_executed_units' "$build"/fuzz/*.log | sed 's/.*fuzz\/\(.*\).log:stat::number_of_executed_units: */    \1: /; s/$/ inputs/'
exit $status
