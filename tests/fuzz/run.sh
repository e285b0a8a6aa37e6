#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Builds the fuzzers in a directory of their own and runs each for a while. What they find beyond the corpus stays there.
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
    -DQTRDMA_BUILD_QML=OFF -DQTRDMA_BUILD_BENCHMARKS=OFF
cmake --build "$build" --target fuzz_frame fuzz_handshake fuzz_ledger fuzz_rsocket -j "$(nproc)"

for name in frame handshake ledger rsocket; do
    echo "==> Fuzzing $name for $seconds s"
    mkdir -p "$build/fuzz/corpus/$name"
    "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -max_len=512 -print_final_stats=1 \
        -artifact_prefix="$build/fuzz/$name-" "$build/fuzz/corpus/$name" "$source/tests/fuzz/corpus/$name"
done
