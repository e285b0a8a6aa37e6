#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Configures a project that has QtRdma in it, by FetchContent, and builds nothing: nothing of QtRdma would be installed with it, no tests
# or examples would be built, and the settings of the project stay what they were. Only with QTRDMA_TEST_FULL in the environment is it
# built as well, by add_subdirectory() too and with static libraries, and static libraries are installed and used by programs that know
# the package only.
# Usage: subproject.sh SOURCE_DIR LIBDIR TLS QML

set -euo pipefail

source=$1
libdir=$2
tls=$3
qml=$4
here=$(dirname "$(readlink -f "$0")")
. "$here/../install/expect.sh"
outside=$here/../install/outside
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' "$source/CMakeLists.txt" | head -n 1)
launcher=$(command -v ccache || true)
export CMAKE_CXX_COMPILER_LAUNCHER=$launcher CMAKE_GENERATOR=Ninja CMAKE_BUILD_TYPE=Debug

# What is in the build directory of the project around QtRdma.
setting() # BUILD VARIABLE
{
    sed -n "s/^$2:[A-Z]*=//p" "$work/$1/CMakeCache.txt"
}

around() # BUILD CMAKE_ARGUMENT...
{
    cmake -S "$here/around" -B "$work/$1" -DCMAKE_UNITY_BUILD=ON "${@:2}"
    expect "$1: no tests of QtRdma are built" OFF "$(setting "$1" QTRDMA_BUILD_TESTS)"
    expect "$1: no examples of QtRdma are built" OFF "$(setting "$1" QTRDMA_BUILD_EXAMPLES)"
    rules=$(find "$(setting "$1" QtRdma_BINARY_DIR)" -name cmake_install.cmake)
    expect "$1: nothing of QtRdma is installed" "" "$(xargs grep -l 'file(INSTALL' <<<"$rules" || true)"
}

builds() # BUILD
{
    cmake --build "$work/$1" --target around
    expect "$1: the program prints the version" "$version" "$("$work/$1/around")"
}

around fetched -DFETCHCONTENT_SOURCE_DIR_QTRDMA="$source"
expect "the kind of the libraries of the project is its own affair" "" "$(setting fetched BUILD_SHARED_LIBS)"

if [[ -z ${QTRDMA_TEST_FULL-} ]]; then
    echo "The project was only configured. With QTRDMA_TEST_FULL it is built too, and static libraries are built, installed and used"
    exit 0
fi

builds fetched
around subdirectory -DQTRDMA_SOURCE="$source"
builds subdirectory
around static -DQTRDMA_SOURCE="$source" -DBUILD_SHARED_LIBS=OFF
builds static

stays() # FILE
{
    readelf -d "$1" | grep -o NODELETE || true
}

# Static libraries, installed.
cmake -S "$source" -B "$work/build" -DBUILD_SHARED_LIBS=OFF -DCMAKE_UNITY_BUILD=ON
cmake --build "$work/build"
cmake --install "$work/build" --prefix "$work/prefix"
cmake -S "$outside" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/prefix"
cmake --build "$work/cmake"
expect "a CMake project prints the version" "$version" "$("$work/cmake/outside")"
expect "the program contains the library" "" "$(ldd "$work/cmake/outside" | grep QtRdma)"
expect "a plugin that contains it stays loaded" NODELETE "$(stays "$work/cmake/liboutside-plugin.so")"
expect "a CMake project finds the component Compat" TCP "$("$work/cmake/outside-compat")"
[[ $tls = 0 ]] || expect "a CMake project finds the component Tls" "not encrypted" "$("$work/cmake/outside-tls")"
[[ $qml = 0 ]] || expect "a program contains the QML module" "0 devices" "$("$work/cmake/outside-qml" "$outside/outside.qml")"

export PKG_CONFIG_PATH=$work/prefix/$libdir/pkgconfig
read -ra flags <<<"$(pkg-config --static --cflags --libs QtRdma)"
c++ -std=c++17 -fPIC -o "$work/with-pkg-config" "$outside/main.cpp" "${flags[@]}"
expect "a program built with pkg-config prints the version" "$version" "$("$work/with-pkg-config")"
c++ -std=c++17 -fPIC -shared -o "$work/plugin-with-pkg-config" "$outside/main.cpp" "${flags[@]}"
expect "a plugin built with pkg-config stays loaded" NODELETE "$(stays "$work/plugin-with-pkg-config")"
if [[ $tls = 1 ]]; then
    read -ra flags <<<"$(pkg-config --static --cflags --libs QtRdmaTls)"
    c++ -std=c++17 -fPIC -o "$work/tls-with-pkg-config" "$outside/tls.cpp" "${flags[@]}"
    expect "a program built with pkg-config uses TLS" "not encrypted" "$("$work/tls-with-pkg-config")"
fi
