#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Installs a build into an empty prefix, moves the prefix, and builds and runs a program that knows nothing but the
# installed package: with CMake and with pkg-config. With TLS 1 the same for the component Tls, with 0 it must be missing.
# With QML 1 a QML file imports the installed module.
# Usage: install.sh BUILD_DIR LIBDIR TLS QML

set -euo pipefail

build=$1
libdir=$2
tls=$3
qml=$4
outside=$(dirname "$(readlink -f "$0")")/outside
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

expect() # WHAT EXPECTED ACTUAL
{
    if [[ $2 != "$3" ]]; then
        echo "FAIL: $1: expected '$2', got '$3'"
        exit 1
    fi
    echo "ok: $1: $3"
}

cmake --install "$build" --prefix "$work/first" >"$work/installed"
mv "$work/first" "$work/prefix"

cmake -S "$outside" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix"
cmake --build "$work/cmake"
expect "a CMake project prints the version" "$version" "$("$work/cmake/outside")"

export PKG_CONFIG_PATH=$work/prefix/$libdir/pkgconfig
expect "pkg-config knows the version" "$version" "$(pkg-config --modversion QtRdma)"
read -ra flags <<<"$(pkg-config --cflags --libs QtRdma)"
c++ -std=c++17 -fPIC -o "$work/with-pkg-config" "$outside/main.cpp" "${flags[@]}"
expect "a program built with pkg-config prints the version" "$version" \
    "$(LD_LIBRARY_PATH="$work/prefix/$libdir" "$work/with-pkg-config")"

if [[ $tls = 1 ]]; then
    expect "a CMake project finds the component Tls" "not encrypted" "$("$work/cmake/outside-tls")"
    expect "pkg-config knows the version of QtRdmaTls" "$version" "$(pkg-config --modversion QtRdmaTls)"
    read -ra flags <<<"$(pkg-config --cflags --libs QtRdmaTls)"
    c++ -std=c++17 -fPIC -o "$work/tls-with-pkg-config" "$outside/tls.cpp" "${flags[@]}"
    expect "a program built with pkg-config uses it" "not encrypted" \
        "$(LD_LIBRARY_PATH="$work/prefix/$libdir" "$work/tls-with-pkg-config")"
else
    expect "a CMake project does not find the component Tls" "" "$(find "$work/cmake" -name 'outside-tls')"
fi

if [[ $qml = 1 ]]; then
    expect "a QML file imports the installed module" "0 devices" \
        "$(QML_IMPORT_PATH="$work/prefix/$libdir/qt6/qml" "$work/cmake/outside-qml" "$outside/outside.qml")"
    "$(qtpaths6 --query QT_INSTALL_BINS)/qmllint" -I "$work/prefix/$libdir/qt6/qml" "$outside/outside.qml" 2>&1 |
        tee "$work/lint"
    expect "qmllint knows the types of the module" "" "$(grep Warning "$work/lint" || true)"
fi

# Nothing that needs rdma-core's or OpenSSL's headers may be in a public header.
if grep -lE '#\s*include\s*<(infiniband|rdma|openssl)/' -r "$work/prefix/include"; then
    echo "FAIL: the headers above include rdma-core or OpenSSL"
    exit 1
fi
echo "ok: public headers stand alone"
