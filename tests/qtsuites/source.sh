#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Fetches the tests of Qt's source package, and Qt's private headers, both of this machine's Qt: source.sh DIRECTORY
# Then DIRECTORY/tests and DIRECTORY/include are there.
set -euo pipefail

top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
package=qt6-base
headers=qt6-base-private-dev

[[ $# -eq 1 ]] || { echo "usage: source.sh DIRECTORY" >&2; exit 2; }
mkdir -p "$1"
directory=$(realpath "$1")
version=$(dpkg-query -W -f '${Version}' qt6-base-dev)
[[ ! -e $directory/$version ]] || exit 0

rm -rf "${directory:?}"/*
mkdir -p "$directory"/apt/{etc/apt/preferences.d,var/lib/apt/lists/partial,var/cache/apt/archives/partial} "$directory"/{get,include,tests}
touch "$directory/apt/status"
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$("$top/tests/images/mirror")
printf '%s [signed-by=%s] %s %s main\n' deb "$keyring" "$mirror" "$release" deb-src "$keyring" "$mirror" "$release" \
    >"$directory/apt/etc/apt/sources.list"
own=(apt-get -q -o "Dir=$directory/apt" -o "Dir::State::status=$directory/apt/status" -o APT::Sandbox::User=root
    -o APT::Update::Error-Mode=any)
"${own[@]}" update
cd "$directory/get"
"${own[@]}" source --download-only "$package=$version"
"${own[@]}" download "$headers=$version"
tar -xf "$package"_*.orig.tar.* -C "$directory/tests" --strip-components=3 --wildcards '*/tests/auto/*'
dpkg-deb -x "$headers"_*.deb "$directory/get/headers"
mv "$directory"/get/headers/usr/include/*/qt6/* "$directory/include"
rm -rf "$directory/get" "$directory/apt"
touch "$directory/$version"
