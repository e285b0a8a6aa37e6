#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# film.sh BUILD_DIRECTORY FILE [SECONDS]
#
# Makes a moving picture (WebP) of the window of the monitor with a simulated cluster. ./run film calls it.

set -euo pipefail

build=$1 file=$2 seconds=${3:-60}

command -v img2webp >/dev/null || { echo "film.sh: img2webp is missing: apt-get install webp" >&2; exit 1; }
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT
QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software "$build/tests/benchmarks/cluster/cluster_film" "$pictures" "$seconds"
img2webp -loop 0 -min_size -lossy -q 55 -m 4 -d 1000 "$pictures"/*.png -o "$file" >/dev/null
echo "$file: $seconds pictures, $(stat -c %s "$file") bytes"
