#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Runs Qt's own tests over classes of QtRdma: run.sh BUILD_DIRECTORY OUTPUT_DIRECTORY [CTEST_OPTION...]
# BUILD_DIRECTORY has the library.
set -euo pipefail

[[ $# -ge 2 ]] || { echo "usage: run.sh BUILD_DIRECTORY OUTPUT_DIRECTORY [CTEST_OPTION...]" >&2; exit 2; }
here=$(dirname "$(readlink -f "$0")")
build=$1 out=$2
shift 2
"$here/source.sh" "$out/qt"
cmake --install "$build" --prefix "$out/installed" >"$out/install.log"
cmake -S "$here" -B "$out/build" -G Ninja -DCMAKE_PREFIX_PATH="$(realpath "$out/installed")" -DQT_SOURCES="$(realpath "$out/qt")"
cmake --build "$out/build"
ctest --test-dir "$out/build" --output-on-failure --no-tests=error "$@"
