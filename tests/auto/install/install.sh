#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Installs a build into an empty prefix, moves the prefix, and builds and runs a program that knows nothing but the
# installed package: with CMake, with pkg-config and with qmake. An example is built in the same way, alone.
# Each installed file belongs to one component, and nothing that is installed below /usr has a RUNPATH.
# With TLS 1 the same for the component Tls, with 0 it must be missing.
# With QML 1 a QML file imports the installed module.
# Usage: install.sh BUILD_DIR LIBDIR TLS QML

set -euo pipefail

build=$1
libdir=$2
tls=$3
qml=$4
here=$(dirname "$(readlink -f "$0")")
. "$here/expect.sh"
outside=$here/outside
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

cmake --install "$build" --prefix "$work/first" >"$work/installed"
mv "$work/first" "$work/prefix"

# 0.MINOR until 1.0, then MAJOR.
abi=${version%%.*}
if [[ $abi = 0 ]]; then
    abi=$(cut -d. -f1,2 <<<"$version")
fi

files() # DIRECTORY
{
    (cd "$1" && find . ! -type d -printf '%P\n' | sort)
}

# The components have all files, and each file once.
for component in runtime compat tls qml devel tools l10n doc; do
    mkdir -p "$work/components/$component"
    cmake --install "$build" --prefix "$work/components/$component" --component $component >>"$work/installed"
    files "$work/components/$component"
done | sort >"$work/in-components"
expect "the components have what is installed" "" "$(files "$work/prefix" | diff - "$work/in-components")"
expect "the component runtime is the library" "$libdir/libQtRdma.so.$abi $libdir/libQtRdma.so.$version" \
    "$(files "$work/components/runtime" | xargs)"
expect "what a program is linked with is in devel" "$libdir/libQtRdma.so" \
    "$(files "$work/components/devel" | grep -x "$libdir/libQtRdma.so")"

expect "the component l10n is the translations" share/qt6/translations/qtrdma_de.qm \
    "$(files "$work/components/l10n" | xargs)"

runpaths() # DIRECTORY: which files of it have a RUNPATH
{
    find "$1" -type f -exec sh -c 'readelf -d "$1" 2>/dev/null | grep -qE "R(UN)?PATH" && basename "$1"' - {} \; | sort
}

DESTDIR=$work/root cmake --install "$build" --prefix /usr >>"$work/installed"
expect "nothing below /usr has a RUNPATH" "" "$(runpaths "$work/root")"
expect "QtRdmaCompat finds QtRdma in another prefix" libQtRdmaCompat.so."$version" "$(runpaths "$work/prefix" | grep Compat)"
[[ $tls = 0 ]] || expect "QtRdmaTls finds QtRdma in another prefix" libQtRdmaTls.so."$version" \
    "$(runpaths "$work/prefix" | grep Tls)"
if [[ -e $work/prefix/bin/qtrdma-pingpong ]]; then
    expect "a tool finds QtRdma in a prefix that was moved" "qtrdma-pingpong $version" \
        "$(env -u LD_LIBRARY_PATH "$work/prefix/bin/qtrdma-pingpong" --version)"
fi

soname() # LIBRARY
{
    readelf -d "$work/prefix/$libdir/lib$1.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'
}

accepts() # VERSION: whether the installed package takes a program that asks for it
{
    local parts
    IFS=. read -ra parts <<<"$1"
    echo "include($work/prefix/$libdir/cmake/QtRdma/QtRdmaConfigVersion.cmake)
        message(\${PACKAGE_VERSION_COMPATIBLE})" >"$work/accepts.cmake"
    cmake -DPACKAGE_FIND_VERSION="$1" -DPACKAGE_FIND_VERSION_COUNT=2 -DPACKAGE_FIND_VERSION_MAJOR="${parts[0]}" \
        -DPACKAGE_FIND_VERSION_MINOR="${parts[1]}" -P "$work/accepts.cmake" 2>&1
}

expect "the SONAME of QtRdma" "libQtRdma.so.$abi" "$(soname QtRdma)"
expect "the SONAME of QtRdmaCompat" "libQtRdmaCompat.so.$abi" "$(soname QtRdmaCompat)"
[[ $tls = 0 ]] || expect "the SONAME of QtRdmaTls" "libQtRdmaTls.so.$abi" "$(soname QtRdmaTls)"
expect "the package accepts a request for its own version" TRUE "$(accepts "$version")"
if [[ $abi = 0.* ]]; then
    expect "it accepts no request for the next interface" FALSE "$(accepts "0.$((${abi#0.} + 1))")"
else
    expect "it accepts no request for the next interface" FALSE "$(accepts "$((abi + 1)).0")"
fi

cmake -S "$outside" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix"
cmake --build "$work/cmake"
expect "a CMake project prints the version" "$version" "$("$work/cmake/outside")"

cmake -S "$here/../../../examples/pool" -B "$work/pool" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix"
cmake --build "$work/pool"
expect "an example that was built alone starts" "Usage:" "$("$work/pool/pool" --help | cut -d' ' -f1 | head -1)"

export PKG_CONFIG_PATH=$work/prefix/$libdir/pkgconfig
expect "pkg-config knows the version" "$version" "$(pkg-config --modversion QtRdma)"
read -ra flags <<<"$(pkg-config --cflags --libs QtRdma)"
c++ -std=c++17 -fPIC -o "$work/with-pkg-config" "$outside/main.cpp" "${flags[@]}"
expect "a program built with pkg-config prints the version" "$version" \
    "$(LD_LIBRARY_PATH="$work/prefix/$libdir" "$work/with-pkg-config")"

mkdir "$work/qmake"
(
    cd "$work/qmake"
    QMAKEMODULES=$work/prefix/$libdir/qt6/mkspecs/modules "$(qtpaths6 --query QT_INSTALL_BINS)/qmake6" "$outside/outside.pro"
    make
)
expect "a program built with qmake prints the version" "$version" \
    "$(LD_LIBRARY_PATH="$work/prefix/$libdir" "$work/qmake/outside")"

# The libraries may be elsewhere than below the prefix.
cmake -S "$here/../../.." -B "$work/elsewhere" -G Ninja -DCMAKE_INSTALL_LIBDIR="$work/far" \
    -DQTRDMA_BUILD_TESTS=OFF -DQTRDMA_BUILD_EXAMPLES=OFF -DQTRDMA_BUILD_QML=OFF
expect "pkg-config knows where the libraries are" "$work/far" \
    "$(PKG_CONFIG_PATH=$work/elsewhere pkg-config --variable=libdir QtRdma)"
expect "qmake knows it too" "QT.qtrdma.libs = \$\$clean_path($work/far)" \
    "$(grep libs "$work/elsewhere/qt_lib_qtrdma.pri")"
expect "the other libraries find QtRdma there" "\$ORIGIN" \
    "$(sed -n 's/.*NEW_RPATH "\\\(.*\)")/\1/p' "$work/elsewhere/cmake_install.cmake" | sort -u)"

# Each header of a class in both spellings, and the headers that include all others.
headers=$work/prefix/include/QtRdma
find "$headers" -maxdepth 1 -type f ! -name '*.h' ! -name RdmaCoro -printf '#include <%f>\n#include <QtRdma/%f>\n' |
    sort >"$work/headers.cpp"
read -ra flags <<<"$(pkg-config --cflags QtRdma)"
c++ -std=c++17 -fPIC -fsyntax-only "$work/headers.cpp" "${flags[@]}"
echo "ok: $(wc -l <"$work/headers.cpp") spellings of headers"
for header in "$headers"/rdma*.h; do
    name=$(basename "$header")
    [[ $name = rdmacoro.h ]] || grep -qF "<QtRdma/$name>" "$headers"/{QtRdma,QtRdmaCompat,QtRdmaTls} 2>/dev/null || missing+=" $name"
done
expect "<QtRdma/QtRdma>, <QtRdma/QtRdmaCompat> and <QtRdma/QtRdmaTls> leave nothing out" "" "${missing-}"

expect "a CMake project finds the component Compat" TCP "$("$work/cmake/outside-compat")"
expect "pkg-config knows the version of QtRdmaCompat" "$version" "$(pkg-config --modversion QtRdmaCompat)"
read -ra flags <<<"$(pkg-config --cflags --libs QtRdmaCompat)"
c++ -std=c++17 -fPIC -o "$work/compat-with-pkg-config" "$outside/compat.cpp" "${flags[@]}"
expect "a program built with pkg-config uses it" TCP \
    "$(LD_LIBRARY_PATH="$work/prefix/$libdir" "$work/compat-with-pkg-config")"

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
